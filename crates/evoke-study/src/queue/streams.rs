//! What lies on the server: a stream of runs and a stream of results, one message a run. Runs are filed by the build and the JDK that they are
//! runs of, so that a worker gets none that it cannot do.

use std::time::Duration;

use async_nats::jetstream;
use async_nats::jetstream::consumer::{AckPolicy, PullConsumer, pull};
use async_nats::jetstream::stream::{Config, DiscardPolicy, RetentionPolicy, StorageType, Stream};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::error::{QueueError, refused};
use crate::hex::hex;
use crate::outcome::Outcome;
use crate::plan::PlannedRun;
use crate::program::ProgramIdentity;

// The number grows when the messages change, so that two forms never meet on one server.
const RUNS: &str = "EVOKE_RUNS_1";
const RESULTS: &str = "EVOKE_RESULTS_1";
const RUN_SUBJECTS: &str = "evoke.run.1";
const RESULT_SUBJECTS: &str = "evoke.result.1";

/// A worker from which nothing is heard for so long has died.
const SILENCE: Duration = Duration::from_secs(15);
/// How often the server hears that a run is being done.
pub(super) const HEARTBEAT: Duration = Duration::from_secs(5);
/// What nobody has asked for so long is forgotten: of a consumer its name alone, no message.
const FORGET_CONSUMER: Duration = Duration::from_secs(24 * 3600);
/// Results that no study takes for so long are thrown away; a study that comes later has their runs done again.
const FORGET_RESULT: Duration = Duration::from_secs(30 * 24 * 3600);

/// A run of a study, for whoever takes it.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct RunMessage {
    /// Where the result goes.
    pub(super) study: String,
    /// The run. Its class path is that of the study's machine.
    pub(super) run: PlannedRun,
}

/// What a run gave.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct ResultMessage {
    /// The run.
    pub(super) run: PlannedRun,
    /// What it gave.
    pub(super) outcome: Outcome,
    /// The machine that did it.
    pub(super) machine: String,
}

/// Where a run lies.
pub(super) fn run_subject(study: &str, run: &PlannedRun) -> String {
    format!("{RUN_SUBJECTS}.{}.{study}.{}", token(&run.program), run.id)
}

/// Where the result of a run lies.
pub(super) fn result_subject(study: &str, run: &PlannedRun) -> String {
    format!("{RESULT_SUBJECTS}.{study}.{}", run.id)
}

/// A build and a JDK as part of a subject.
fn token(program: &ProgramIdentity) -> String {
    let mut hash = Sha256::new();
    for part in [&program.version, &program.digest, &program.jdk] {
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part);
    }
    hex(&hash.finalize()[..8])
}

/// The stream of runs: one that is there already is not taken again, also while it is being done.
pub(super) async fn runs(context: &jetstream::Context) -> Result<Stream, QueueError> {
    let config = Config {
        name: RUNS.to_owned(),
        subjects: vec![format!("{RUN_SUBJECTS}.>")],
        discard: DiscardPolicy::New,
        discard_new_per_subject: true,
        ..work_queue()
    };
    context.get_or_create_stream(config).await.map_err(refused("make the stream of runs"))
}

/// The stream of results: of a run that was done twice the later one, until one of them is taken.
pub(super) async fn results(context: &jetstream::Context) -> Result<Stream, QueueError> {
    let config = Config {
        name: RESULTS.to_owned(),
        subjects: vec![format!("{RESULT_SUBJECTS}.>")],
        discard: DiscardPolicy::Old,
        max_age: FORGET_RESULT,
        ..work_queue()
    };
    context.get_or_create_stream(config).await.map_err(refused("make the stream of results"))
}

fn work_queue() -> Config {
    Config {
        retention: RetentionPolicy::WorkQueue,
        storage: StorageType::File,
        max_messages_per_subject: 1,
        ..Config::default()
    }
}

/// What the workers of a build and a JDK take runs from.
pub(super) async fn run_consumer(
    context: &jetstream::Context,
    program: &ProgramIdentity,
) -> Result<PullConsumer, QueueError> {
    let token = token(program);
    consumer(&runs(context).await?, &format!("workers-{token}"), format!("{RUN_SUBJECTS}.{token}.>")).await
}

/// What a study takes its results from.
pub(super) async fn result_consumer(
    context: &jetstream::Context,
    study: &str,
) -> Result<PullConsumer, QueueError> {
    consumer(&results(context).await?, &result_consumer_name(study), format!("{RESULT_SUBJECTS}.{study}.>"))
        .await
}

/// The name under which the server knows what a study takes its results from.
pub(super) fn result_consumer_name(study: &str) -> String {
    format!("study-{study}")
}

async fn consumer(stream: &Stream, name: &str, filter: String) -> Result<PullConsumer, QueueError> {
    let config = pull::Config {
        durable_name: Some(name.to_owned()),
        filter_subject: filter,
        ack_policy: AckPolicy::Explicit,
        ack_wait: SILENCE,
        inactive_threshold: FORGET_CONSUMER,
        ..pull::Config::default()
    };
    stream.get_or_create_consumer(name, config).await.map_err(refused("take from the queue"))
}
