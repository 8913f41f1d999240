//! The side of a study: puts its runs on the queue and takes the results from it until all are there.

use std::collections::BTreeSet;
use std::sync::atomic::Ordering;
use std::time::Duration;

use async_nats::jetstream::Message;
use async_nats::jetstream::consumer::pull::Batch;
use futures_util::StreamExt as _;

use super::address::{Connection, QueueAddress};
use super::error::{QueueError, refused};
use super::streams::{
    ResultMessage, RunMessage, result_consumer, result_consumer_name, results, run_consumer, run_subject,
    runs,
};
use crate::outcome::Outcome;
use crate::plan::PlannedRun;
use crate::program::ProgramIdentity;

/// How long results are waited for before it is looked whether anybody works on the runs.
const PATIENCE: Duration = Duration::from_secs(5);
/// How long is waited before a server that went away is asked again.
const PAUSE: Duration = Duration::from_secs(2);
/// Results asked for at once.
const BATCH: usize = 100;
const TAKE: &str = "take results from the queue";

/// A result from the queue.
#[derive(Debug)]
pub struct Collected {
    /// The run.
    pub run: PlannedRun,
    /// What it gave.
    pub outcome: Outcome,
    /// The machine that did it.
    pub machine: String,
}

/// What a study hears of its queue.
#[derive(Debug)]
pub enum CollectorEvent {
    /// The server went away or refuses; it is asked again until it answers. Told once for each time.
    Trouble(QueueError),
    /// The server answers again.
    Back,
    /// Runs wait, and no worker of the same build on the same JDK asks for them. Told once until a result comes.
    NoWorker,
}

/// Puts the runs of a study, all of one program, on the queue, those that are there already excepted, and calls `take` for each result until all
/// runs have one; results that were there before come first. `study` tells this study from others on the server. A server that goes away
/// is waited for. A result is taken off the queue once `take` has it; one can come twice, and also one of a run that is no longer planned.
///
/// # Errors
///
/// The first error of `take`; an address that is refused; a server that cannot be reached or refuses at first.
pub fn collect<E: From<QueueError>>(
    address: &QueueAddress,
    study: &str,
    planned: &[&PlannedRun],
    mut take: impl FnMut(Collected) -> Result<(), E>,
    tell: impl FnMut(CollectorEvent),
) -> Result<(), E> {
    let Some(program) = planned.first().map(|run| &run.program) else { return Ok(()) };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime =
        runtime.map_err(|source| QueueError::Io { what: "start the client of the queue", source })?;
    runtime.block_on(async {
        let connection = address.connect().await?;
        // Asked once without a second try: a server without JetStream never gets any better.
        runs(&connection.context).await?;
        results(&connection.context).await?;
        let left = planned.iter().map(|run| run.id.clone()).collect();
        let phase = Phase::Drain;
        let mut collector = Collector {
            connection: &connection,
            study,
            program,
            planned,
            left,
            phase,
            n_connects: n_connects(&connection),
            tell,
            is_in_trouble: false,
            is_without_workers: false,
        };
        while !collector.left.is_empty() {
            collector.round(&mut take).await?;
        }
        collector.leave().await;
        Ok(())
    })
}

/// What a study does next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// Take the results that are there, so that their runs are not done again.
    Drain,
    /// Put on the queue what has no result.
    Publish,
    /// Wait for results.
    Wait,
}

struct Collector<'a, T: FnMut(CollectorEvent)> {
    connection: &'a Connection,
    study: &'a str,
    program: &'a ProgramIdentity,
    planned: &'a [&'a PlannedRun],
    /// Ids of runs without a result.
    left: BTreeSet<String>,
    phase: Phase,
    /// How often the connection had been made when this phase was begun.
    n_connects: u64,
    tell: T,
    is_in_trouble: bool,
    is_without_workers: bool,
}

impl<T: FnMut(CollectorEvent)> Collector<'_, T> {
    /// One step; a server that does not answer costs time alone.
    async fn round<E>(&mut self, take: &mut impl FnMut(Collected) -> Result<(), E>) -> Result<(), E> {
        self.look_at_connection();
        let asked = match self.phase {
            Phase::Publish => self.publish().await.map(|()| None),
            Phase::Drain | Phase::Wait => self.ask().await.map(Some),
        };
        match asked {
            Ok(batch) => {
                self.is_back();
                match batch {
                    Some(batch) => self.take_all(batch, take).await?,
                    None => self.phase = Phase::Wait,
                }
            }
            Err(error) => self.trouble(error).await,
        }
        Ok(())
    }

    /// A server that came back may have lost what it had: all is looked at again, and what it still has it refuses.
    fn look_at_connection(&mut self) {
        let n_connects = n_connects(self.connection);
        if n_connects != self.n_connects {
            self.n_connects = n_connects;
            self.phase = Phase::Drain;
        }
    }

    /// Puts runs on the queue. One that is there already is refused by the server, which is as well.
    async fn publish(&self) -> Result<(), QueueError> {
        let context = &self.connection.context;
        runs(context).await?;
        for run in self.planned.iter().filter(|run| self.left.contains(&run.id)) {
            let message = RunMessage { study: self.study.to_owned(), run: (*run).clone() };
            let payload = serde_json::to_vec(&message)
                .map_err(|error| QueueError::Io { what: "write a run", source: error.into() })?;
            let sent = context.publish(run_subject(self.study, run), payload.into()).await;
            let answered = match sent {
                Ok(answer) => answer.await.map(drop),
                Err(error) => Err(error),
            };
            answered
                .or_else(|error| if is_there_already(&error.to_string()) { Ok(()) } else { Err(error) })
                .map_err(refused("put a run on the queue"))?;
        }
        Ok(())
    }

    /// Asks for results: for those that are there, or for those that come within a while.
    async fn ask(&self) -> Result<Batch, QueueError> {
        let consumer = result_consumer(&self.connection.context, self.study).await?;
        let batch = if self.phase == Phase::Drain {
            consumer.fetch().max_messages(BATCH).messages().await
        } else {
            consumer.batch().max_messages(BATCH).expires(PATIENCE).messages().await
        };
        batch.map_err(refused(TAKE))
    }

    async fn take_all<E>(
        &mut self,
        mut batch: Batch,
        take: &mut impl FnMut(Collected) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut is_empty = true;
        while !self.left.is_empty()
            && let Some(message) = batch.next().await
        {
            is_empty = false;
            match message {
                Ok(message) => self.take_one(&message, take).await?,
                Err(error) => {
                    self.trouble(refused(TAKE)(error)).await;
                    return Ok(());
                }
            }
        }
        match self.phase {
            Phase::Drain if is_empty => self.phase = Phase::Publish,
            Phase::Wait if is_empty => self.look_for_workers().await,
            _ => {}
        }
        Ok(())
    }

    async fn take_one<E>(
        &mut self,
        message: &Message,
        take: &mut impl FnMut(Collected) -> Result<(), E>,
    ) -> Result<(), E> {
        // What is no result is of no use to anybody and is taken off the queue.
        if let Ok(result) = serde_json::from_slice::<ResultMessage>(&message.payload) {
            let id = result.run.id.clone();
            take(Collected { run: result.run, outcome: result.outcome, machine: result.machine })?;
            self.left.remove(&id);
            self.is_without_workers = false;
        }
        // An acknowledgement that is lost only brings the result again.
        let _ = message.ack().await;
        Ok(())
    }

    async fn look_for_workers(&mut self) {
        let Ok(consumer) = run_consumer(&self.connection.context, self.program).await else { return };
        let Ok(info) = consumer.get_info().await else { return };
        let is_alone = info.num_pending > 0 && info.num_waiting == 0 && info.num_ack_pending == 0;
        if is_alone && !self.is_without_workers {
            (self.tell)(CollectorEvent::NoWorker);
        }
        self.is_without_workers = is_alone;
    }

    async fn trouble(&mut self, error: QueueError) {
        if !self.is_in_trouble {
            (self.tell)(CollectorEvent::Trouble(error));
        }
        self.is_in_trouble = true;
        self.phase = Phase::Drain;
        tokio::time::sleep(PAUSE).await;
    }

    fn is_back(&mut self) {
        if self.is_in_trouble {
            (self.tell)(CollectorEvent::Back);
        }
        self.is_in_trouble = false;
    }

    /// Sends what is still to be sent, and leaves nothing on the server.
    async fn leave(&self) {
        let _ = self.connection.client.flush().await;
        if let Ok(stream) = results(&self.connection.context).await {
            let _ = stream.delete_consumer(&result_consumer_name(self.study)).await;
        }
    }
}

/// How often the connection was made.
fn n_connects(connection: &Connection) -> u64 {
    connection.client.statistics().connects.load(Ordering::Relaxed)
}

/// Whether the server refused a run because it has it. The number of that error stands for others, too.
fn is_there_already(reason: &str) -> bool {
    reason.contains("maximum messages per subject")
}
