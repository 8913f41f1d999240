//! When a run has had enough time.
//!
//! Time is processor time of the runner, so that a busy machine does not change results; a run that waits rather than
//! works is stopped after a multiple of that on the wall clock, on which what it waited for a processor does not count. A class whose tests run into the limit again and again gets
//! a shorter one, since each such test costs as much as thousands of others, unless they count steps as fast as such runs do that
//! their steps end: where the clock ends them, the same seed gives other tests on a busier machine.

use std::time::{Duration, Instant};

use crate::shared_run::RunNumber;
use crate::thread_clock::ThreadTime;

/// How many times longer a run may wait than work.
const WAITING_FACTOR: u32 = 4;

/// How many times longer a run may take while it initialises a class, which could not be done again.
const INITIALIZER_FACTOR: u32 = 6;

/// After so many runs that had to be stopped there will be more of them: they are given less time from then on.
const STOPPED_RUNS_BEFORE_HASTE: u32 = 2;

/// How much less.
const HASTE: u32 = 4;

/// A run that takes no longer for a step is ended by its steps soon enough.
const FAST_STEP: Duration = Duration::from_micros(1);

/// How many times longer such a run may work: one that computes at length on a machine that is too busy to compile it takes many times
/// as long as elsewhere, and is to end the same way.
const COUNTED_FACTOR: u32 = 4;

/// A run that waits at this many looks in a row waits for something that will not come: nothing else is running.
const MAX_LOOKS_ASLEEP: u32 = 4;

/// What a run may still work between two looks and count as waiting at both.
const WORK_OF_A_WAITING_RUN: Duration = Duration::from_micros(100);

/// A run that took fast steps at one of so many last looks takes them: a busy machine holds any run up now and then.
const LOOKS_WITH_SLOW_STEPS: u32 = 10;

/// Time between two looks.
const LOOK_INTERVAL: Duration = Duration::from_millis(5);

/// How long runs may work and wait.
pub(crate) struct TimeLimit {
    work: Duration,
    /// What a run has that does not count its steps fast.
    work_without_steps: Duration,
    /// How long a run may wait; haste does not shorten it, since a busy machine makes every run wait.
    wait: Duration,
    /// What a run has after an exception that it survived.
    grace: Duration,
    /// Runs that had to be stopped.
    n_stopped: u32,
    /// Whether runs have the whole time, however many had to be stopped.
    is_patient: bool,
}

/// What is known of the run that was seen last.
pub(crate) struct ObservedRun {
    pub(crate) number: RunNumber,
    /// Exceptions sent, and attempts to send one that failed.
    pub(crate) attempts: u32,
    /// Time of the runner at the beginning, or at the last attempt.
    start: ThreadTime,
    since: Instant,
    /// Looks in a row that found the runner waiting for something.
    looks_asleep: u32,
    /// Processor time of the runner at the last look.
    last: Duration,
    /// Steps that it had left then.
    steps_left: i32,
    /// Looks in a row that found no fast ones taken since the look before, at first as many as count.
    looks_without_steps: u32,
}

impl TimeLimit {
    /// So much processor time.
    pub(crate) fn new(work: Duration) -> Self {
        Self {
            work,
            work_without_steps: work,
            wait: work * WAITING_FACTOR,
            grace: work / 5,
            n_stopped: 0,
            is_patient: false,
        }
    }

    /// Time between two looks at a run.
    pub(crate) fn interval() -> Duration {
        LOOK_INTERVAL
    }

    /// One more run had to be stopped.
    pub(crate) fn count_stopped(&mut self) {
        self.n_stopped += 1;
        if self.n_stopped == STOPPED_RUNS_BEFORE_HASTE && !self.is_patient {
            self.work_without_steps = self.work / HASTE;
        }
    }

    /// From now on every run has the whole time.
    pub(crate) fn be_patient(&mut self) {
        self.is_patient = true;
        self.work_without_steps = self.work;
    }

    /// Whether the run has had its time, by the time of the runner.
    pub(crate) fn is_exhausted(&self, run: &ObservedRun, now: ThreadTime, is_initializing: bool) -> bool {
        // What survived one exception gets the next one soon.
        let (work, wait) = match run.attempts {
            // A run that was counting its steps has used up more than others have when it comes there.
            0 if is_initializing => {
                let work = self.work_without_steps * INITIALIZER_FACTOR;
                (work.max(self.work * COUNTED_FACTOR), self.wait * INITIALIZER_FACTOR)
            }
            0 if run.counts_steps() => (self.work * COUNTED_FACTOR, self.wait * COUNTED_FACTOR),
            0 => (self.work_without_steps, self.wait),
            _ => (self.grace, self.grace * WAITING_FACTOR),
        };
        let queued = now.queued.saturating_sub(run.start.queued);
        now.worked.saturating_sub(run.start.worked) >= work
            || run.looks_asleep >= MAX_LOOKS_ASLEEP
            || run.since.elapsed().saturating_sub(queued) >= wait
    }
}

impl ObservedRun {
    /// A run that is seen for the first time, with so many steps left; `now` is the time of the runner.
    pub(crate) fn new(number: RunNumber, now: ThreadTime, steps_left: i32) -> Self {
        Self {
            number,
            attempts: 0,
            start: now,
            since: Instant::now(),
            looks_asleep: 0,
            last: now.worked,
            steps_left,
            looks_without_steps: LOOKS_WITH_SLOW_STEPS,
        }
    }

    /// Looks again. `waits_in_vain` tells whether nothing works on behalf of a runner that waits, as the garbage collector
    /// would.
    pub(crate) fn look(&mut self, now: ThreadTime, steps_left: i32, waits_in_vain: impl FnOnce() -> bool) {
        let since_last = now.worked.saturating_sub(self.last);
        let steps = self.steps_left.saturating_sub(steps_left);
        (self.last, self.steps_left) = (now.worked, steps_left);
        let is_fast = u32::try_from(steps).is_ok_and(|steps| steps > 0 && since_last <= FAST_STEP * steps);
        self.looks_without_steps = if is_fast { 0 } else { self.looks_without_steps.saturating_add(1) };
        let is_asleep = since_last < WORK_OF_A_WAITING_RUN && waits_in_vain();
        self.looks_asleep = if is_asleep { self.looks_asleep + 1 } else { 0 };
    }

    /// Whether its steps will end it soon enough.
    fn counts_steps(&self) -> bool {
        self.looks_without_steps < LOOKS_WITH_SLOW_STEPS
    }

    /// An exception was sent, or could not be: the time until the next one begins.
    pub(crate) fn count_attempt(&mut self, now: ThreadTime) {
        self.attempts += 1;
        self.start = now;
        self.since = Instant::now();
        self.looks_asleep = 0;
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{LOOKS_WITH_SLOW_STEPS, MAX_LOOKS_ASLEEP, ObservedRun, TimeLimit};
    use crate::thread_clock::ThreadTime;

    const LIMIT: Duration = Duration::from_secs(1000);
    const STEPS: i32 = 1_000_000;

    fn worked(worked: Duration) -> ThreadTime {
        ThreadTime { worked, ..ThreadTime::default() }
    }

    #[test]
    fn run_may_work_longer_while_it_initialises_a_class() {
        let (limit, run) = (TimeLimit::new(LIMIT), ObservedRun::new(1, worked(LIMIT), STEPS));
        assert!(!limit.is_exhausted(&run, worked(LIMIT * 3 / 2), false));
        assert!(limit.is_exhausted(&run, worked(LIMIT * 2), false));
        assert!(!limit.is_exhausted(&run, worked(LIMIT * 2), true));
    }

    #[test]
    fn run_that_waits_in_vain_at_every_look_is_exhausted() {
        let (limit, mut run) = (TimeLimit::new(LIMIT), ObservedRun::new(1, worked(LIMIT), STEPS));
        for _ in 1..MAX_LOOKS_ASLEEP {
            run.look(worked(LIMIT), STEPS, || true);
        }
        assert!(!limit.is_exhausted(&run, worked(LIMIT), false));
        run.look(worked(LIMIT), STEPS, || true);
        assert!(limit.is_exhausted(&run, worked(LIMIT), false));
        run.look(worked(LIMIT), STEPS, || false);
        assert!(!limit.is_exhausted(&run, worked(LIMIT), false));
    }

    #[test]
    fn what_a_run_waits_for_a_processor_does_not_count_as_waiting() {
        let limit = TimeLimit::new(Duration::from_millis(1));
        let run = ObservedRun::new(1, ThreadTime::default(), STEPS);
        std::thread::sleep(Duration::from_millis(5));
        let elapsed = run.since.elapsed();
        assert!(limit.is_exhausted(&run, ThreadTime::default(), false));
        let queued = ThreadTime { queued: elapsed + LIMIT, ..ThreadTime::default() };
        assert!(!limit.is_exhausted(&run, queued, false));
    }

    #[test]
    fn next_runs_get_less_time_once_two_had_to_be_stopped() {
        let (mut limit, run) = (TimeLimit::new(LIMIT), ObservedRun::new(1, worked(Duration::ZERO), STEPS));
        limit.count_stopped();
        assert!(!limit.is_exhausted(&run, worked(LIMIT / 2), false));
        limit.count_stopped();
        assert!(limit.is_exhausted(&run, worked(LIMIT / 2), false));
    }

    #[test]
    fn tests_that_are_known_to_end_have_the_whole_time_though_others_had_to_be_stopped() {
        let (mut limit, run) = (TimeLimit::new(LIMIT), ObservedRun::new(1, worked(Duration::ZERO), STEPS));
        limit.count_stopped();
        limit.count_stopped();
        limit.be_patient();
        assert!(!limit.is_exhausted(&run, worked(LIMIT / 2), false));
        limit.count_stopped();
        assert!(!limit.is_exhausted(&run, worked(LIMIT / 2), false));
        assert!(limit.is_exhausted(&run, worked(LIMIT), false));
    }

    #[test]
    fn run_that_takes_fast_steps_has_four_times_the_whole_time_all_the_same() {
        let mut limit = TimeLimit::new(LIMIT);
        limit.count_stopped();
        limit.count_stopped();
        let seen_with = |steps_left| {
            let mut run = ObservedRun::new(1, worked(Duration::ZERO), STEPS);
            run.look(worked(Duration::from_millis(5)), steps_left, || false);
            run
        };
        assert!(!limit.is_exhausted(&seen_with(STEPS - 5000), worked(LIMIT * 3), false));
        assert!(limit.is_exhausted(&seen_with(STEPS - 4999), worked(LIMIT / 2), false));
        assert!(limit.is_exhausted(&seen_with(STEPS), worked(LIMIT / 2), false));
        assert!(limit.is_exhausted(&seen_with(STEPS - 5000), worked(LIMIT * 4), false));
    }

    #[test]
    fn run_that_is_held_up_for_a_moment_takes_fast_steps_all_the_same() {
        let limit = TimeLimit::new(LIMIT);
        let mut run = ObservedRun::new(1, worked(Duration::ZERO), STEPS);
        run.look(worked(Duration::from_millis(5)), STEPS - 5000, || false);
        let mut look = |milliseconds| {
            run.look(worked(Duration::from_millis(milliseconds)), STEPS - 5000, || false);
            limit.is_exhausted(&run, worked(LIMIT), false)
        };
        for held_up in 1..u64::from(LOOKS_WITH_SLOW_STEPS) {
            assert!(!look(5 + 5 * held_up));
        }
        assert!(look(5 + 5 * u64::from(LOOKS_WITH_SLOW_STEPS)));
    }
}
