//! The run that the thread of the tests, the runner, and the watchdog both know: its number, its phase and its test.
//!
//! Number and phase are one word. The runner turns a run from running to idle, the watchdog from running to stopping and
//! on to stopped; whoever comes first wins. So an exception is never sent to a run that is over, the runner knows when one
//! may still be on its way, and a test that the watchdog looks at stays where it is until the watchdog is done.

use std::ptr;
use std::sync::atomic::{AtomicPtr, AtomicU32, AtomicU64, Ordering};

use evoke_testcase::TestCase;

use crate::hooks::RunningStatement;

const IDLE: u64 = 0;
const RUNNING: u64 = 1;
const STOPPING: u64 = 2;
const STOPPED: u64 = 3;
const PHASE_BITS: u32 = 2;
const PHASE: u64 = 3;

/// Which run it is, counted from the first on.
pub(crate) type RunNumber = u64;

/// What both sides see.
pub(crate) struct SharedRun {
    /// Number of the run, then its phase in the lowest bits.
    word: AtomicU64,
    /// The test of the run; null when idle.
    test: AtomicPtr<TestCase>,
    /// The statement that runs.
    statement: AtomicU32,
}

/// The watchdog's right to a run, which cannot end while this lives.
pub(crate) struct Claim<'a> {
    shared: &'a SharedRun,
    number: RunNumber,
    /// What the run turns to when the claim ends.
    phase: u64,
}

impl SharedRun {
    /// No run.
    pub(crate) fn new() -> Self {
        Self {
            word: AtomicU64::new(IDLE),
            test: AtomicPtr::new(ptr::null_mut()),
            statement: AtomicU32::new(0),
        }
    }

    // The runner's side.

    /// A run begins; its number is that of no earlier one.
    ///
    /// # Safety
    /// The test stays where it is until [`SharedRun::end`] has returned.
    pub(crate) unsafe fn begin(&self, number: RunNumber, test: &TestCase) {
        debug_assert_eq!(self.word.load(Ordering::Relaxed) & PHASE, IDLE);
        self.test.store(ptr::from_ref(test).cast_mut(), Ordering::Relaxed);
        self.statement.store(0, Ordering::Relaxed);
        self.word.store(number << PHASE_BITS | RUNNING, Ordering::Release);
    }

    /// The statement at this position begins.
    pub(crate) fn begin_statement(&self, position: usize) {
        self.statement.store(position as u32, Ordering::Relaxed);
    }

    /// Ends the run, and tells whether it was sent an exception, which may not have arrived. None is sent afterwards.
    pub(crate) fn end(&self, number: RunNumber) -> bool {
        let was_stopped = loop {
            if self.turn(number << PHASE_BITS | RUNNING, IDLE) {
                break false;
            }
            if self.turn(number << PHASE_BITS | STOPPED, IDLE) {
                break true;
            }
            // Claimed by the watchdog.
            std::thread::yield_now();
        };
        self.test.store(ptr::null_mut(), Ordering::Relaxed);
        was_stopped
    }

    /// Whether the run has been sent an exception, or may be sent one at this moment.
    pub(crate) fn has_stopped(&self) -> bool {
        self.word.load(Ordering::Acquire) & PHASE >= STOPPING
    }

    // The watchdog's side.

    /// The run that has begun and not ended.
    pub(crate) fn current(&self) -> Option<RunNumber> {
        let word = self.word.load(Ordering::Acquire);
        (word & PHASE != IDLE).then_some(word >> PHASE_BITS)
    }

    /// Keeps the run from ending; `None` if it is over.
    pub(crate) fn claim(&self, number: RunNumber) -> Option<Claim<'_>> {
        let claimed = |phase| self.turn(number << PHASE_BITS | phase, number << PHASE_BITS | STOPPING);
        let phase = [RUNNING, STOPPED].into_iter().find(|phase| claimed(*phase))?;
        Some(Claim { shared: self, number, phase })
    }

    /// Whether the word was as expected, and now is the other one.
    fn turn(&self, from: u64, to: u64) -> bool {
        self.word.compare_exchange(from, to, Ordering::AcqRel, Ordering::Acquire).is_ok()
    }
}

impl Claim<'_> {
    /// An exception was sent.
    pub(crate) fn set_stopped(&mut self) {
        self.phase = STOPPED;
    }

    /// What runs.
    pub(crate) fn running(&self) -> Option<RunningStatement<'_>> {
        // SAFETY: `begin` was promised that the test outlives the run, which cannot end before this claim does.
        let test = unsafe { self.shared.test.load(Ordering::Relaxed).as_ref() }?;
        Some(RunningStatement { test, statement: self.shared.statement.load(Ordering::Relaxed) })
    }
}

impl Drop for Claim<'_> {
    fn drop(&mut self) {
        self.shared.word.store(self.number << PHASE_BITS | self.phase, Ordering::Release);
    }
}

#[cfg(test)]
mod tests {
    use evoke_testcase::TestCase;

    use super::SharedRun;

    fn running(test: &TestCase) -> SharedRun {
        let shared = SharedRun::new();
        // SAFETY: every test below keeps the test case longer than the run.
        unsafe { shared.begin(7, test) };
        shared
    }

    #[test]
    fn run_that_was_sent_nothing_was_not_stopped() {
        let test = TestCase::default();
        let shared = running(&test);
        // What could not be sent leaves the run as it was.
        drop(shared.claim(7));
        assert!(!shared.has_stopped());
        assert!(!shared.end(7));
        assert_eq!(shared.current(), None);
    }

    #[test]
    fn run_that_was_sent_an_exception_was_stopped() {
        let test = TestCase::default();
        let shared = running(&test);
        shared.claim(7).expect("a claim").set_stopped();
        drop(shared.claim(7).expect("a second claim"));
        assert!(shared.has_stopped());
        assert!(shared.end(7));
    }

    #[test]
    fn run_that_is_over_cannot_be_claimed_and_its_test_not_be_seen() {
        let test = TestCase::default();
        let shared = running(&test);
        shared.begin_statement(3);
        let claim = shared.claim(7).expect("a claim");
        let running = claim.running().expect("a test");
        assert!(*running.test == test && running.statement == 3);
        drop(claim);
        assert!(shared.claim(6).is_none());
        shared.end(7);
        assert!(shared.claim(7).is_none());
    }
}
