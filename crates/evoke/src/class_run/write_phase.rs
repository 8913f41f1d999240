//! The writing of a suite, in a fresh JVM: a second worker runs the tests again and writes down what did not change.

use std::collections::BTreeSet;

use anyhow::{Result, anyhow};

use super::context::ClassContext;
use super::deadlines::{Deadlines, WriteEnd};
use super::search_phase::SILENCE;
use super::workers::Workers;
use crate::process::handover::Handover;
use crate::process::job::{Task, WriteTask};
use crate::process::message::{LostTest, WorkerMessage, Written};
use crate::process::worker_process::Silence;

/// How many workers may overrun their time, each in another test or before it is known in which.
const MAX_OVERRUNS: u32 = 3;

/// Writes the tests that the search left, and tells what is lost of them, and why.
pub(super) fn write(
    context: &ClassContext<'_>,
    handover: Handover,
    suite_name: String,
    deadlines: &Deadlines,
    workers: &mut Workers,
) -> Result<Written> {
    let written = write_what_stands(context, handover, suite_name, deadlines, workers)?;
    for lost in &written.lost {
        let LostTest { goals, reason } = lost;
        let goals = match goals.len() {
            1 => "a goal is".to_owned(),
            several => format!("{several} goals are"),
        };
        let note = format!("note: {}: {goals} lost in the second run: {reason}", context.class);
        context.screen.detail(&note);
    }
    Ok(written)
}

/// Writes the tests that show the same again. A worker that is lost while it runs them on mutants has left a draft, which is as
/// good but for its assertions.
fn write_what_stands(
    context: &ClassContext<'_>,
    handover: Handover,
    suite_name: String,
    deadlines: &Deadlines,
    workers: &mut Workers,
) -> Result<Written> {
    let mut task = WriteTask { handover, suite_name, first: BTreeSet::new(), time: None };
    let mut end = deadlines.for_writing(0);
    let mut n_overruns = 0;
    'workers: loop {
        task.time = end.as_ref().map(WriteEnd::left);
        let worker = workers.start(context, Task::Write(task.clone()))?;
        let mut draft = None;
        let silence = loop {
            match worker.next(end.as_ref().map(|end| end.kill), SILENCE) {
                Ok(WorkerMessage::Drafted(written)) => draft = Some(*written),
                Ok(WorkerMessage::Written(written)) => {
                    context.pool.give_back(worker);
                    return Ok(*written);
                }
                Ok(WorkerMessage::Fallen(first)) => {
                    context.pool.give_back(worker);
                    task.first = first;
                    continue 'workers;
                }
                Ok(WorkerMessage::Failed { message }) => return Err(anyhow!(message)),
                Ok(_) => {}
                Err(silence) => break silence,
            }
        };
        if let Some(draft) = draft {
            return Ok(draft);
        }
        workers.replace(context, worker, &silence)?;
        if silence == Silence::Deadline {
            n_overruns += 1;
            if n_overruns == MAX_OVERRUNS {
                return Err(anyhow!("the budget was used up while the tests were written"));
            }
            // The next one is careful, knows the test that this one hung in, and has more time.
            end = deadlines.for_writing(n_overruns);
        }
    }
}
