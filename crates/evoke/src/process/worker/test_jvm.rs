//! The embedded JVM of a worker: started in chosen surroundings, given instrumented classes, watched for tests that end it.

use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result};
use evoke_analysis::TestCluster;
use evoke_instrument::InstrumentOptions;
use evoke_jvm::{
    BeforeExecute, ExecutionHooks, ExecutionLimits, Jvm, JvmExecutor, JvmOptions, OnCrash, OnStuck,
    Surroundings, TracerSizes,
};
use evoke_search::Technique;
use evoke_testcase::{SymbolicTest, TestCase};

use super::analysed_class::AnalysedClass;
use super::class_provider::InstrumentedClasses;
use super::deadly_runs::DeadlyRuns;
use super::quarantine::Quarantine;
use super::warnings::Warnings;
use crate::process::job::{Job, Task};
use crate::process::running_test::RunningTest;

/// Heap of the embedded JVM. Tests that need more are of no use, and several workers share a machine.
const MAX_HEAP_MB: u32 = 256;

/// How much more time than in a search a test has that came to its end there: nothing is compiled yet in another JVM.
const PATIENCE_WITH_KNOWN_TESTS: u32 = 4;

/// Starts the JVM of this process.
pub(super) fn start(class: &AnalysedClass, job: &Job, surroundings: &Surroundings) -> Result<Jvm> {
    let options = JvmOptions {
        jdk: &class.jdk,
        class_path: class.class_path.entries(),
        scratch: &job.scratch,
        max_heap_mb: MAX_HEAP_MB,
        surroundings,
        extra_arguments: &[],
    };
    Ok(Jvm::start(&options)?)
}

/// An executor for the class, which does not run what ended workers. A careful job keeps each test where the supervisor
/// finds it before it is run, which costs up to half of the speed: for what ends the process without a word.
pub(super) fn executor<'a>(
    class: &'a AnalysedClass,
    jvm: &Jvm,
    job: &Job,
    warnings: &Warnings,
) -> Result<Quarantine<JvmExecutor<'a>>> {
    let classes = InstrumentedClasses::new(class, instrument_options(job), warnings.clone());
    let hooks = ExecutionHooks {
        before_execute: if job.careful { Some(keep_every_test(class, &job.scratch)?) } else { None },
        on_stuck: Some(keep_stuck_test(class, &job.scratch)?),
        on_crash: Some(keep_crashing_test(class, &job.scratch)?),
    };
    let sizes = TracerSizes::of(&class.instrumented);
    let mut limits = ExecutionLimits::default();
    if matches!(job.task, Task::Write(_)) {
        limits.time *= PATIENCE_WITH_KNOWN_TESTS;
    }
    let mut executor =
        JvmExecutor::new(jvm, &class.cluster, Box::new(classes.clone()), &sizes, limits, hooks)?;
    let can_be_without_mutants = match job.task {
        Task::Search(_) => job.config.besides().next().is_some(),
        Task::Write(_) => runs_mutants(job),
    };
    if can_be_without_mutants {
        executor.switch_probes(Box::new(classes))?;
    }
    let deadly = DeadlyRuns::of(&job.quarantine, &class.cluster);
    Ok(Quarantine::new(executor, deadly, Arc::clone(&class.cluster)))
}

/// Whether tests are run on mutants, where it is not only noted which they reach.
fn runs_mutants(job: &Job) -> bool {
    match job.task {
        Task::Search(_) => job.config.searches_on_mutants(),
        Task::Write(_) => job.config.runs_mutants(),
    }
}

fn instrument_options(job: &Job) -> InstrumentOptions {
    let search = &job.config.search;
    let is_measured = job.config.counts_effort && matches!(job.task, Task::Search(_));
    InstrumentOptions {
        string_distances: search.has(Technique::StringDistances),
        effort: search.algorithm.needs_effort() || is_measured,
        switches_calls: runs_mutants(job),
        marks_classes: matches!(job.task, Task::Write(_)),
        ..InstrumentOptions::default()
    }
}

/// Keeps each test before it runs.
fn keep_every_test(class: &AnalysedClass, scratch: &Path) -> Result<BeforeExecute> {
    let mut keep = keeper(&class.cluster, scratch)?;
    Ok(Box::new(move |test| keep(test, None)))
}

/// Keeps the test that cannot be stopped, and ends the process.
fn keep_stuck_test(class: &AnalysedClass, scratch: &Path) -> Result<OnStuck> {
    let mut keep = keeper(&class.cluster, scratch)?;
    Ok(Box::new(move |running| {
        keep(running.test, Some(running.statement));
        // An orderly exit would wait for the very thread that does not end.
        std::process::abort()
    }))
}

/// Keeps the test that runs when a signal ends the process.
fn keep_crashing_test(class: &AnalysedClass, scratch: &Path) -> Result<OnCrash> {
    let mut keep = keeper(&class.cluster, scratch)?;
    Ok(Box::new(move |running| keep(running.test, Some(running.statement))))
}

fn keeper(
    cluster: &Arc<TestCluster>,
    scratch: &Path,
) -> Result<impl FnMut(&TestCase, Option<u32>) + Send + use<>> {
    let mut file = RunningTest::create(scratch).context("keep the running test")?;
    let cluster = Arc::clone(cluster);
    Ok(move |test: &TestCase, statement| file.keep(&SymbolicTest::of(test, &cluster), statement))
}
