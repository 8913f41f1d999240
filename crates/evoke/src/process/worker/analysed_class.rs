//! The first phase of every job: everything that is known of a class before it is run.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context, Result};
use evoke_analysis::specimen::{self, Specimen};
use evoke_analysis::{
    ClassHierarchy, ClassLibrary, ClassPair, ClassUnderTest, ClusterLimits, Constants, Criterion,
    FieldAccess, TestCluster, java_name,
};
use evoke_classfile::{ClassFile, ClassName, ClassPath, Jdk};
use evoke_search::Technique;

use super::class_index::ClassIndex;
use super::existing_code::class_files;
use super::fingerprint::fingerprint;
use crate::destination::suite_class;
use crate::process::handover::Fingerprint;
use crate::process::job::{Job, Task};

/// A class under test, analysed.
pub(super) struct AnalysedClass {
    pub(super) jdk: Jdk,
    pub(super) class_path: Arc<ClassPath>,
    pub(super) hierarchy: ClassHierarchy,
    pub(super) under_test: Arc<ClassUnderTest>,
    /// The tables by which it is instrumented: with mutants of their own where tests are run on these.
    pub(super) instrumented: Arc<ClassUnderTest>,
    pub(super) cluster: Arc<TestCluster>,
    pub(super) constants: Constants,
    /// Class files of the tests' own classes.
    pub(super) specimen_files: Arc<BTreeMap<ClassName, Vec<u8>>>,
    /// Class files of tests that are there already, for a search.
    pub(super) test_files: Vec<ClassFile>,
    /// Where the search asks for it.
    pub(super) field_access: Option<FieldAccess>,
    /// What could not be read.
    pub(super) diagnostics: Vec<String>,
    pub(super) seconds: f64,
}

impl AnalysedClass {
    /// Analyses the class of the job, whose class path is that of the index; `started` is when the job was begun.
    pub(super) fn of(job: &Job, index: ClassIndex, started: Instant) -> Result<Self> {
        let ClassIndex { jdk, class_path, mut hierarchy, mut diagnostics, .. } = index;
        let test_files = test_files(job, &jdk);
        let (under_test, instrumented, cluster, constants, specimen_files, field_access) = {
            let library = ClassLibrary::new(&class_path);
            let (files, mut under_test) = tables(job, &library)?;
            let left_out = hierarchy.include_modules_of(&class_path, &files)?;
            diagnostics.extend(left_out.iter().map(ToString::to_string));
            let tests_package = &job.package;
            let specimens = specimens(job, &library, &hierarchy, &files);
            let specimen_files = specimen::class_files(&specimens)?;
            for (name, bytes) in &specimen_files {
                library.add(name, bytes);
            }
            let mut constants = Constants::collect(&library, &files).with_tests(&test_files);
            constants.own.add_texts(specimens.iter().flat_map(Specimen::texts));
            let limits = ClusterLimits::default();
            let cluster = TestCluster::build_in_package(
                tests_package,
                &library,
                &hierarchy,
                &under_test,
                limits,
                specimens,
            );
            under_test.add_call_goals(&cluster, &library, &hierarchy);
            let asks_for_access = job.config.search.has(Technique::StateWriters);
            let access = asks_for_access.then(|| FieldAccess::of(&files, &under_test));
            let under_test = Arc::new(under_test);
            let instrumented = if runs_mutants(job) {
                Arc::new(ClassUnderTest::analyse(&files, &[Criterion::WeakMutation]))
            } else {
                Arc::clone(&under_test)
            };
            (under_test, instrumented, cluster, constants, specimen_files, access)
        };
        Ok(Self {
            jdk,
            class_path,
            hierarchy,
            under_test,
            instrumented,
            cluster: Arc::new(cluster),
            constants,
            specimen_files: Arc::new(specimen_files.into_iter().collect()),
            test_files,
            field_access,
            diagnostics,
            seconds: started.elapsed().as_secs_f64(),
        })
    }

    /// The class path's classes and the tests' own.
    pub(super) fn library(&self) -> ClassLibrary<'_> {
        let library = ClassLibrary::new(&self.class_path);
        for (name, bytes) in self.specimen_files.iter() {
            library.add(name, bytes);
        }
        library
    }

    /// What its ids belong to.
    pub(super) fn fingerprint(&self) -> Fingerprint {
        fingerprint(&self.under_test, &self.cluster)
    }

    /// Why no test can be written for the class, if so.
    pub(super) fn nothing_to_test(&self) -> Option<String> {
        if self.cluster.under_test.is_empty() {
            let name = self.under_test.name();
            let is_inside = name.is_some_and(|name| name.package() == self.cluster.package);
            let reason = if !name.is_some_and(java_name::is_nameable) {
                "its name, or that of its package, cannot be written in Java"
            } else if is_inside {
                "it has no method or constructor that a test in its package can call"
            } else {
                "its jar is signed or seals the package, so that no JVM loads a test in its package beside it, and a test in \
                 another package can call nothing of it; unpack the jar and give the folder"
            };
            return Some(reason.to_owned());
        }
        let is_open = self.under_test.asks_for(Criterion::Exception);
        let has_goals = self.under_test.n_goals() > 0 || is_open;
        let what = match self.under_test.coupling {
            Some(_) => "it calls nothing of the other class that has a branch",
            None => "it has no code of its own to cover",
        };
        (!has_goals).then(|| what.to_owned())
    }
}

/// The class files of a job, and the tables of the class or of the pair.
fn tables(job: &Job, library: &ClassLibrary<'_>) -> Result<(Vec<ClassFile>, ClassUnderTest)> {
    if let Some(callee) = &job.callee {
        let pair = ClassPair::read(library, &job.class, callee)?;
        return Ok((pair.files(), ClassUnderTest::analyse_pair(library, &pair)));
    }
    let files = library
        .with_nested(&job.class)
        .with_context(|| format!("class {} is not on the class path or cannot be read", job.class))?;
    let under_test = ClassUnderTest::analyse(&files, &job.config.all_criteria());
    Ok((files, under_test))
}

/// Nested in the suite, which has the same name in every process of a run. There are none for pairs of classes.
fn specimens(
    job: &Job,
    library: &ClassLibrary<'_>,
    hierarchy: &ClassHierarchy,
    files: &[ClassFile],
) -> Vec<Specimen> {
    if job.config.search.has(Technique::Specimens) && job.callee.is_none() {
        Specimen::for_class(library, hierarchy, files, &suite_class(&job.class, &job.package))
    } else {
        Vec::new()
    }
}

/// Those that the search reads.
fn test_files(job: &Job, jdk: &Jdk) -> Vec<ClassFile> {
    match (&job.task, &job.existing) {
        (Task::Search(_), Some(existing)) => class_files(&existing.code, jdk),
        _ => Vec::new(),
    }
}

/// Whether the job writes tests that are run on mutants of the class.
fn runs_mutants(job: &Job) -> bool {
    matches!(job.task, Task::Write(_)) && job.config.runs_mutants()
}
