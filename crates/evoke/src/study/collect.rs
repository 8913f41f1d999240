//! The runs of a study that workers of a queue do: put there, and what they give kept.

use std::cell::RefCell;
use std::collections::BTreeSet;

use evoke_study::queue::{Collected, CollectorEvent, QueueAddress, QueueError, collect};
use evoke_study::{PlannedRun, Store, StoreError};

use super::progress_line::ProgressLine;
use super::queue_address::queue_failure;
use super::store_failure::store_failure;
use crate::failure::Failure;

/// Lets the workers of a queue do the runs, and keeps what they give.
pub(super) fn collect_runs(
    missing: &[&PlannedRun],
    address: &QueueAddress,
    store: &mut Store,
    progress: &mut ProgressLine,
) -> Result<(), Failure> {
    let token = store.token();
    let mut left: BTreeSet<&str> = missing.iter().map(|run| run.id.as_str()).collect();
    let progress = RefCell::new(progress);
    let take = |collected: Collected| -> Result<(), Stop> {
        store.add(&collected.run, &collected.outcome, &collected.machine).map_err(Stop::Store)?;
        // A result may come twice, or of a run that the study no longer has.
        if left.remove(collected.run.id.as_str()) {
            progress.borrow_mut().finished(&collected.run, &collected.outcome);
        }
        Ok(())
    };
    let tell = |event: CollectorEvent| progress.borrow().say(&words(&event));
    collect(address, &token, missing, take, tell).map_err(|stop| match stop {
        Stop::Store(error) => store_failure(error),
        Stop::Queue(error) => queue_failure(error),
    })
}

/// What ends a study whose runs are on a queue.
enum Stop {
    Store(StoreError),
    Queue(QueueError),
}

impl From<QueueError> for Stop {
    fn from(error: QueueError) -> Self {
        Self::Queue(error)
    }
}

fn words(event: &CollectorEvent) -> String {
    match event {
        CollectorEvent::Trouble(error) => format!("warning: {error}; trying again"),
        CollectorEvent::Back => "the queue is there again".to_owned(),
        CollectorEvent::NoWorker => {
            "warning: no worker takes the runs; start `evoke study work` with this build and this JDK"
                .to_owned()
        }
    }
}
