//! Passes on how the search goes, not more often than anyone can use.

use std::time::{Duration, Instant};

use evoke_analysis::TestCluster;
use evoke_search::{Archive, Progress, SearchListener};
use evoke_testcase::SymbolicTest;

use super::messages::Messages;
use crate::class_config::ClassBudget;
use crate::process::message::WorkerMessage;

/// How often the supervisor hears from the search.
const PROGRESS_EVERY: Duration = Duration::from_millis(100);

/// When it is first given the tests found so far. From then on half as often each time, since most are found early.
const FIRST_SNAPSHOT: Duration = Duration::from_millis(60);

/// How often at least, as long as there are more of them.
const SNAPSHOT_EVERY: Duration = Duration::from_secs(1);

/// What a test counts for where time does not: a worker that takes over goes on from what was told last, so that it has to be told after the
/// same test in every run. About what a test takes.
const A_TEST: Duration = Duration::from_micros(100);

/// Listens to a search and tells the supervisor.
pub(super) struct Reporter<'a> {
    messages: &'a Messages,
    cluster: &'a TestCluster,
    /// What the search told last.
    pub(super) last: Progress,
    clock: Clock,
    progress_sent: Duration,
    sign_given: Instant,
    snapshot_sent: Duration,
    snapshot_pause: Duration,
    snapshot_covered: usize,
}

/// What decides when something is told.
enum Clock {
    /// That of the machine.
    Time(Instant),
    /// Tests that were run, [`A_TEST`] each.
    Tests(u32),
}

impl Clock {
    fn now(&self) -> Duration {
        match self {
            Self::Time(started) => started.elapsed(),
            Self::Tests(tests) => A_TEST * *tests,
        }
    }

    fn note_test(&mut self) {
        if let Self::Tests(tests) = self {
            *tests += 1;
        }
    }
}

impl<'a> Reporter<'a> {
    pub(super) fn new(messages: &'a Messages, cluster: &'a TestCluster, budget: ClassBudget) -> Self {
        let started = Instant::now();
        Self {
            messages,
            cluster,
            last: Progress::default(),
            clock: match budget {
                ClassBudget::Time(_) => Clock::Time(started),
                ClassBudget::Statements(_) => Clock::Tests(0),
            },
            progress_sent: Duration::ZERO,
            sign_given: started,
            snapshot_sent: Duration::ZERO,
            snapshot_pause: FIRST_SNAPSHOT,
            snapshot_covered: 0,
        }
    }

    /// Shows that the worker is not stuck.
    pub(super) fn give_sign_of_life(&mut self) {
        let now = self.clock.now();
        if now.saturating_sub(self.progress_sent) >= PROGRESS_EVERY {
            self.progress_sent = now;
            self.sign_given = Instant::now();
            self.messages.send(&WorkerMessage::Progress(self.last));
        } else if self.sign_given.elapsed() >= PROGRESS_EVERY {
            self.sign_given = Instant::now();
            self.messages.send(&WorkerMessage::SignOfLife);
        }
    }

    /// Sends what was found, if there is more of it and the last time was long ago.
    fn offer_snapshot(&mut self, archive: &Archive) {
        let covered = archive.n_covered();
        if covered <= self.snapshot_covered {
            return;
        }
        let now = self.clock.now();
        if now.saturating_sub(self.snapshot_sent) >= self.snapshot_pause {
            self.snapshot_sent = now;
            self.snapshot_pause = (self.snapshot_pause * 2).min(SNAPSHOT_EVERY);
            self.snapshot_covered = covered;
            let tests = archive.tests().into_iter();
            let tests = tests.map(|archived| SymbolicTest::of(&archived.test, self.cluster));
            self.messages.send(&WorkerMessage::Snapshot(tests.collect()));
        }
    }
}

impl SearchListener for Reporter<'_> {
    fn test_finished(&mut self, archive: &Archive) {
        self.clock.note_test();
        self.give_sign_of_life();
        self.offer_snapshot(archive);
    }

    fn generation_finished(&mut self, progress: &Progress, archive: &Archive) {
        self.last = *progress;
        self.give_sign_of_life();
        self.offer_snapshot(archive);
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Seek, SeekFrom};

    use evoke_analysis::TestCluster;
    use evoke_search::{Archive, Progress, SearchListener, Statistics};

    use super::Reporter;
    use crate::class_config::ClassBudget;
    use crate::process::channel::receive;
    use crate::process::message::WorkerMessage;
    use crate::process::worker::messages::Messages;

    #[test]
    fn with_a_budget_of_statements_progress_is_told_after_so_many_tests() {
        let mut file = tempfile::tempfile().unwrap();
        let messages = Messages::to(file.try_clone().unwrap());
        let cluster = TestCluster::default();
        let mut reporter = Reporter::new(&messages, &cluster, ClassBudget::Statements(100_000));
        let archive = Archive::default();
        for generation in 1..=5 {
            let statistics = Statistics { generations: generation, ..Statistics::default() };
            (0..500).for_each(|_| reporter.test_finished(&archive));
            reporter.generation_finished(&Progress { statistics, ..Progress::default() }, &archive);
        }

        file.seek(SeekFrom::Start(0)).unwrap();
        let mut told = Vec::new();
        while let Some(message) = receive(&mut file).unwrap() {
            // Signs of life are a matter of time.
            if let WorkerMessage::Progress(progress) = message {
                told.push(progress.statistics.generations);
            }
        }
        assert_eq!(told, [1, 3]);
    }
}
