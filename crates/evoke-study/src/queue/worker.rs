//! The side of a worker: takes runs from the queue, does them, and puts their results there.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use async_nats::jetstream::{AckKind, Message};
use futures_util::StreamExt as _;
use futures_util::future::try_join_all;

use super::address::{Connection, QueueAddress};
use super::error::{QueueError, refused};
use super::streams::{HEARTBEAT, ResultMessage, RunMessage, result_subject, results, run_consumer};
use crate::class_paths::resolve;
use crate::maven::Maven;
use crate::outcome::Outcome;
use crate::plan::PlannedRun;
use crate::program::Program;
use crate::run::run_in_folder;

/// How long a run is waited for before the queue is asked again.
const PATIENCE: Duration = Duration::from_secs(5);
/// How long is waited before a server that went away is asked again.
const PAUSE: Duration = Duration::from_secs(2);

/// What a worker tells of.
#[derive(Debug)]
pub enum WorkerEvent {
    /// A run is done and its result is on the server.
    Done(Box<PlannedRun>),
    /// The server went away or refuses; it is asked again until it answers.
    Trouble(QueueError),
}

/// Does runs of this program, `jobs` at a time, in folders below `scratch`, for ever.
///
/// # Errors
///
/// An address that is refused; a server that cannot be reached or refuses at first; a run that cannot be done here, which goes to another
/// worker with all that are under way.
pub fn work(
    address: &QueueAddress,
    program: &Program,
    maven: &Maven,
    jobs: usize,
    scratch: &Path,
    tell: impl Fn(WorkerEvent),
) -> Result<(), QueueError> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime =
        runtime.map_err(|source| QueueError::Io { what: "start the client of the queue", source })?;
    runtime.block_on(async {
        let connection = address.connect().await?;
        // Asked once without a second try: a server without JetStream never gets any better.
        run_consumer(&connection.context, &program.identity).await?;
        let stop = AtomicBool::new(false);
        let tools = Arc::new(Tools { program: program.clone(), maven: maven.clone(), stop });
        let workers = (0..jobs).map(|job| {
            let folder = scratch.join(job.to_string());
            let worker = Worker { connection: &connection, tools: Arc::clone(&tools), folder, tell: &tell };
            async move { worker.work().await }
        });
        let ended = try_join_all(workers).await.map(drop);
        // The runs that are under way end now, since nobody takes what they give.
        tools.stop.store(true, Ordering::Relaxed);
        ended
    })
}

/// What a run needs of the machine.
struct Tools {
    program: Program,
    maven: Maven,
    stop: AtomicBool,
}

struct Worker<'a, T: Fn(WorkerEvent)> {
    connection: &'a Connection,
    tools: Arc<Tools>,
    folder: PathBuf,
    tell: &'a T,
}

impl<T: Fn(WorkerEvent)> Worker<'_, T> {
    /// Comes back when a run cannot be done here.
    async fn work(&self) -> Result<(), QueueError> {
        loop {
            match self.take_one().await {
                Ok(()) => {}
                Err(error @ QueueError::Unfit(_)) => return Err(error),
                Err(error) => {
                    (self.tell)(WorkerEvent::Trouble(error));
                    tokio::time::sleep(PAUSE).await;
                }
            }
        }
    }

    /// Waits for a run for a while, and does it.
    async fn take_one(&self) -> Result<(), QueueError> {
        let consumer = run_consumer(&self.connection.context, &self.tools.program.identity).await?;
        let asked = consumer.batch().max_messages(1).expires(PATIENCE).messages().await;
        let mut batch = asked.map_err(refused("take a run from the queue"))?;
        let Some(message) = batch.next().await else { return Ok(()) };
        let message = message.map_err(refused("take a run from the queue"))?;
        let Ok(taken) = serde_json::from_slice::<RunMessage>(&message.payload) else {
            // Nobody can do what is no run.
            return message.ack_with(AckKind::Term).await.map_err(refused("take a message off the queue"));
        };
        match self.done(&message, taken.run.clone()).await {
            Ok(outcome) => self.hand_over(&message, taken, outcome).await,
            Err(reason) => {
                // If the server does not hear it, the silence of this worker tells it.
                let _ = message.ack_with(AckKind::Nak(None)).await;
                let _ = self.connection.client.flush().await;
                Err(QueueError::Unfit(reason))
            }
        }
    }

    /// What the run gives, or why it cannot be done here. The server hears meanwhile that somebody works on it.
    async fn done(&self, message: &Message, planned: PlannedRun) -> Result<Outcome, String> {
        let (tools, folder) = (Arc::clone(&self.tools), self.folder.clone());
        let mut working = tokio::task::spawn_blocking(move || do_run(&tools, planned, &folder));
        loop {
            tokio::select! {
                finished = &mut working => return finished.unwrap_or_else(|error| Err(error.to_string())),
                () = tokio::time::sleep(HEARTBEAT) => {
                    // A server that does not hear it gives the run to another, too.
                    let _ = message.ack_with(AckKind::Progress).await;
                }
            }
        }
    }

    /// Puts the result on the queue, and only then takes the run off it. Tried until the server has it.
    async fn hand_over(
        &self,
        message: &Message,
        taken: RunMessage,
        outcome: Outcome,
    ) -> Result<(), QueueError> {
        let subject = result_subject(&taken.study, &taken.run);
        let machine = self.tools.program.machine.clone();
        let result = ResultMessage { run: taken.run, outcome, machine };
        let payload = serde_json::to_vec(&result)
            .map_err(|error| QueueError::Io { what: "write a result", source: error.into() })?;
        while let Err(error) = self.publish(&subject, &payload).await {
            (self.tell)(WorkerEvent::Trouble(error));
            tokio::time::sleep(PAUSE).await;
        }
        // If the server does not hear it, the run is done again, and its result dropped.
        let _ = message.double_ack().await;
        (self.tell)(WorkerEvent::Done(Box::new(result.run)));
        Ok(())
    }

    async fn publish(&self, subject: &str, payload: &[u8]) -> Result<(), QueueError> {
        let context = &self.connection.context;
        results(context).await?;
        let sent = context.publish(subject.to_owned(), payload.to_vec().into()).await;
        sent.map_err(refused("put a result on the queue"))?
            .await
            .map_err(refused("put a result on the queue"))?;
        Ok(())
    }
}

/// Does a run on the class path as it is here.
fn do_run(tools: &Tools, mut planned: PlannedRun, folder: &Path) -> Result<Outcome, String> {
    let origin = planned.subject.origin.clone();
    let paths = resolve([&origin], &tools.maven).map_err(|error| error.to_string())?;
    let path = paths.get(&origin).ok_or("there is no class path")?;
    if path.identity != planned.code {
        return Err(format!("what is on the class path of {} is other code here", planned.subject.name()));
    }
    planned.class_path.clone_from(&path.class_path);
    let outcome = run_in_folder(&planned, &tools.program, folder, &tools.stop);
    outcome.map_err(|error| error.to_string())?.ok_or_else(|| "it was stopped".to_owned())
}
