//! What both tasks of a worker begin with: the class analysed, the process locked up, the JVM started.

use std::collections::BTreeSet;
use std::fs::File;
use std::os::unix::fs::FileExt as _;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result};
use evoke_analysis::{
    ClassHierarchy, ClassLibrary, ClassUnderTest, ClusterLimits, Constants, Criterion, FieldAccess,
    TestCluster,
};
use evoke_classfile::{ClassPath, Jdk};
use evoke_instrument::Instrumenter;
use evoke_jvm::{
    BeforeExecute, ExecutionHooks, ExecutionLimits, Jvm, JvmExecutor, JvmOptions, OnStuck, Surroundings,
    TracerSizes, enter_sandbox,
};
use evoke_search::{AlgorithmName, Technique};
use evoke_testcase::TestCase;

use super::class_provider::InstrumentedClasses;
use super::quarantine::Quarantine;
use crate::process::job::{Extent, Job, Task};
use crate::process::supervisor::CURRENT_TEST;

/// Heap of the embedded JVM. Tests that need more are of no use, and several workers share a machine.
const MAX_HEAP_MB: u32 = 256;

/// A class under test with everything known about it before it is run.
pub(super) struct Session {
    pub(super) jdk: Jdk,
    pub(super) class_path: Arc<ClassPath>,
    pub(super) hierarchy: ClassHierarchy,
    pub(super) under_test: Arc<ClassUnderTest>,
    pub(super) cluster: TestCluster,
    pub(super) constants: Constants,
    /// Where the task asks for it.
    pub(super) field_access: Option<FieldAccess>,
    pub(super) diagnostics: Vec<String>,
}

impl Session {
    /// Analyses the class of the job.
    pub(super) fn open(job: &Job) -> Result<Self> {
        let jdk = Jdk::at(&job.java_home)?;
        let class_path = Arc::new(ClassPath::open(&job.class_path, &jdk)?);
        let (mut hierarchy, mut diagnostics) = ClassHierarchy::build(&class_path)?;
        let (under_test, cluster, constants, field_access) = {
            let library = ClassLibrary::new(&class_path);
            let files = library
                .with_nested(&job.class)
                .with_context(|| format!("class {} is not on the class path or cannot be read", job.class))?;
            diagnostics.extend(hierarchy.include_modules_of(&class_path, &files)?);
            let mut under_test = ClassUnderTest::analyse(&files, &job.criteria);
            let cluster = TestCluster::build(&library, &hierarchy, &under_test, ClusterLimits::default());
            under_test.add_call_goals(&cluster, &library, &hierarchy);
            let access = asks_for_field_access(&job.task).then(|| FieldAccess::of(&files, &under_test));
            (Arc::new(under_test), cluster, Constants::collect(&library, &files), access)
        };
        let diagnostics = diagnostics.iter().map(ToString::to_string).collect();
        Ok(Self { jdk, class_path, hierarchy, under_test, cluster, constants, field_access, diagnostics })
    }

    /// Why no test can be written for the class, if so.
    pub(super) fn nothing_to_test(&self) -> Option<String> {
        if self.under_test.name().is_some_and(|name| self.class_path.is_signed(name)) {
            return Some(
                "its jar is signed, so that no JVM loads a test in its package beside it; unpack the jar and give the folder"
                    .to_owned(),
            );
        }
        if self.cluster.under_test.is_empty() {
            return Some("it has no method or constructor that a test in its package can call".to_owned());
        }
        let is_open = self.under_test.asks_for(Criterion::Exception);
        (self.under_test.goals.is_empty() && !is_open)
            .then(|| "it has no code of its own to cover".to_owned())
    }

    /// Starts the JVM of this process.
    pub(super) fn start_jvm(&self, job: &Job, surroundings: &Surroundings) -> Result<Jvm> {
        let options = JvmOptions {
            jdk: &self.jdk,
            class_path: self.class_path.entries(),
            scratch: &job.scratch,
            max_heap_mb: MAX_HEAP_MB,
            surroundings,
            extra_arguments: &[],
        };
        Ok(Jvm::start(&options)?)
    }

    /// An executor for the class, which does not run tests in quarantine. A careful one keeps each test where the
    /// supervisor finds it before it is run, which costs up to half of the speed: for classes that crash the JVM.
    pub(super) fn executor(
        &self,
        jvm: &Jvm,
        job: &Job,
        quarantine: &[TestCase],
        careful: bool,
        disabled: &BTreeSet<Technique>,
    ) -> Result<Quarantine<JvmExecutor<'_>>> {
        let mut instrumenter = Instrumenter::new(&self.under_test);
        if disabled.contains(&Technique::StringDistances) {
            instrumenter = instrumenter.without_watched_calls();
        }
        if counts_effort(&job.task) {
            instrumenter = instrumenter.counting_effort();
        }
        let provider = InstrumentedClasses::new(
            Arc::clone(&self.class_path),
            Arc::clone(&self.under_test),
            instrumenter,
        );
        let hooks = ExecutionHooks {
            before_execute: if careful { Some(keep_every_test(&job.scratch)?) } else { None },
            on_stuck: Some(keep_stuck_test(&job.scratch)?),
        };
        let executor = JvmExecutor::new(
            jvm,
            &self.cluster,
            Box::new(provider),
            &TracerSizes::of(&self.under_test),
            ExecutionLimits::default(),
            hooks,
        )?;
        Ok(Quarantine { executor, tests: quarantine.to_vec() })
    }
}

/// Locks the process up; names of the protections that this system does not have.
pub(super) fn lock_up(job: &Job) -> Vec<String> {
    let missing = enter_sandbox(&job.scratch).missing;
    missing.iter().map(|layer| format!("protection against {} ({})", layer.what, layer.why)).collect()
}

/// Keeps each test in the scratch folder before it runs: the page cache outlives the process.
fn keep_every_test(scratch: &Path) -> Result<BeforeExecute> {
    let mut record = TestRecord::create(scratch)?;
    Ok(Box::new(move |test| record.keep(test)))
}

/// Keeps the test that cannot be stopped, and ends the process.
fn keep_stuck_test(scratch: &Path) -> Result<OnStuck> {
    let mut record = TestRecord::create(scratch)?;
    Ok(Box::new(move |test| {
        record.keep(test);
        // An orderly exit would wait for the very thread that does not end.
        std::process::abort()
    }))
}

/// The file in which the supervisor looks for the test that ended a worker.
struct TestRecord {
    file: File,
    frame: Vec<u8>,
}

impl TestRecord {
    fn create(scratch: &Path) -> Result<Self> {
        let file = File::create(scratch.join(CURRENT_TEST)).context("keep the running test")?;
        Ok(Self { file, frame: Vec::new() })
    }

    /// Writes the length of the test, then the test.
    fn keep(&mut self, test: &TestCase) {
        let mut frame = std::mem::take(&mut self.frame);
        frame.clear();
        frame.extend_from_slice(&[0; 4]);
        let Ok(mut frame) = postcard::to_extend(test, frame) else { return };
        let length = (frame.len() - 4) as u32;
        frame[..4].copy_from_slice(&length.to_le_bytes());
        // Without it the culprit of a crash stays unknown, which costs a quarantine and nothing else.
        let _ = self.file.write_all_at(&frame, 0);
        self.frame = frame;
    }
}

/// Whether the search prefers calls that write what uncovered conditions read.
fn asks_for_field_access(task: &Task) -> bool {
    matches!(task, Task::Search(task) if !task.disabled.contains(&Technique::StateWriters))
}

/// Whether the search, or who asked for it, wants to know what its tests cost.
fn counts_effort(task: &Task) -> bool {
    let Task::Search(task) = task else { return false };
    task.algorithm.parse().is_ok_and(AlgorithmName::needs_effort)
        || matches!(task.extent, Extent::SearchOnly { counts_effort: true })
}
