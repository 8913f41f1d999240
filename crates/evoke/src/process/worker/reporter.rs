//! Passes on how the search goes, not more often than anyone can use.

use std::time::{Duration, Instant};

use evoke_analysis::TestCluster;
use evoke_search::{Archive, Progress, SearchListener};
use evoke_testcase::SymbolicTest;

use super::messages::Messages;
use crate::process::message::WorkerMessage;

/// How often the supervisor hears from the search.
const PROGRESS_EVERY: Duration = Duration::from_millis(100);

/// When it is first given the tests found so far. From then on half as often each time, since most are found early.
const FIRST_SNAPSHOT: Duration = Duration::from_millis(60);

/// How often at least, as long as there are more of them.
const SNAPSHOT_EVERY: Duration = Duration::from_secs(1);

/// Listens to a search and tells the supervisor.
pub(super) struct Reporter<'a> {
    messages: &'a Messages,
    cluster: &'a TestCluster,
    /// What the search told last.
    pub(super) last: Progress,
    progress_sent: Instant,
    snapshot_sent: Instant,
    snapshot_pause: Duration,
    snapshot_covered: usize,
}

impl<'a> Reporter<'a> {
    pub(super) fn new(messages: &'a Messages, cluster: &'a TestCluster) -> Self {
        let now = Instant::now();
        Self {
            messages,
            cluster,
            last: Progress::default(),
            progress_sent: now,
            snapshot_sent: now,
            snapshot_pause: FIRST_SNAPSHOT,
            snapshot_covered: 0,
        }
    }

    /// Shows that the worker is not stuck.
    pub(super) fn give_sign_of_life(&mut self) {
        if self.progress_sent.elapsed() >= PROGRESS_EVERY {
            self.progress_sent = Instant::now();
            self.messages.send(&WorkerMessage::Progress(self.last));
        }
    }

    /// Sends what was found, if there is more of it and the last time was long ago.
    fn offer_snapshot(&mut self, archive: &Archive) {
        let covered = archive.n_covered();
        if covered > self.snapshot_covered && self.snapshot_sent.elapsed() >= self.snapshot_pause {
            self.snapshot_sent = Instant::now();
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
        self.give_sign_of_life();
        self.offer_snapshot(archive);
    }

    fn generation_finished(&mut self, progress: &Progress, archive: &Archive) {
        self.last = *progress;
        self.give_sign_of_life();
        self.offer_snapshot(archive);
    }
}
