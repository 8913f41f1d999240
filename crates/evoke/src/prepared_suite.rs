//! A suite of any origin, compiled and ready to be run on instrumented classes: what `evoke measure` and `evoke mutate` begin with.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result};
use evoke_classfile::{ClassPath, Jdk};
use evoke_junit::{CompileError, JUnitEnvironment, compile_sources};
use evoke_measure::{MeasureError, SuiteEnvironment};

use crate::cli::SuiteArgs;
use crate::failure::Failure;
use crate::options::{Verbosity, absolute, locate_jdk, open_class_path};
use crate::process::confined::confined;
use crate::scratch_root::{ScratchRoot, scratch_root};
use crate::suite_files::{SuiteFiles, junit_jars};

/// How tests are run.
#[derive(Clone, Debug)]
pub(crate) struct SuiteRun {
    /// What one may take.
    pub(crate) per_test: Duration,
    /// Whether they may write nothing outside a folder of their own.
    pub(crate) is_confined: bool,
    /// The folder they are run in; else the current one.
    pub(crate) working: Option<PathBuf>,
}

/// The suite, with the classes that it is about.
pub(crate) struct PreparedSuite {
    pub(crate) jdk: Jdk,
    /// The user's class path.
    pub(crate) class_path: ClassPath,
    pub(crate) environment: SuiteEnvironment,
    /// Goes when the suite is done with.
    _scratch: ScratchRoot,
}

impl PreparedSuite {
    /// Compiles the sources among these files and folders.
    pub(crate) fn new(suites: &[PathBuf], args: &SuiteArgs) -> Result<Self> {
        let jdk = locate_jdk(args.java_home.as_deref())?;
        let class_path = open_class_path(&args.classpath, &jdk)?;
        let files = SuiteFiles::read(suites, &jdk)?;
        let run = SuiteRun { per_test: args.test_timeout, is_confined: !args.no_sandbox, working: None };
        Self::of_files(files, jdk, class_path, run)
    }

    /// Compiles the sources among these files, which are about classes of this class path.
    pub(crate) fn of_files(
        files: SuiteFiles,
        jdk: Jdk,
        class_path: ClassPath,
        run: SuiteRun,
    ) -> Result<Self> {
        let scratch = scratch_root().context("create a scratch folder")?;
        let mut suite_entries = absolute(&files.compiled)?;
        let entries = [suite_entries.clone(), absolute(class_path.entries())?].concat();
        let version = files.versions[0];
        let mut junit = JUnitEnvironment {
            jdk: jdk.clone(),
            junit_jars: junit_jars(&files.versions, &entries)?,
            class_path: entries,
            agents: Vec::new(),
            version,
        };
        let mut classes = files.compiled_classes;
        if !files.sources.is_empty() {
            let folder = scratch.path().join("suite");
            classes.extend(compile_sources(&junit, &files.sources, &folder).map_err(explain_compilation)?);
            junit.class_path.insert(0, folder.clone());
            suite_entries.push(folder);
        }
        let environment = SuiteEnvironment {
            junit,
            versions: files.versions,
            classes,
            entries: suite_entries,
            scratch: scratch.path().to_owned(),
            working: match run.working {
                Some(folder) => folder,
                None => std::env::current_dir().context("find the current folder")?,
            },
            wrap: if run.is_confined {
                confined(&[scratch.path()]).context("find the evoke binary")?
            } else {
                Vec::new()
            },
            per_test: run.per_test,
        };
        Ok(Self { jdk, class_path, environment, _scratch: scratch })
    }
}

impl SuiteArgs {
    /// How much is printed.
    pub(crate) fn verbosity(&self) -> Verbosity {
        Verbosity::asked_for(self.quiet, self.verbose)
    }
}

fn explain_compilation(error: CompileError) -> Failure {
    match error {
        CompileError::Io(_) => Failure::environment(error),
        CompileError::Refused(_) => {
            Failure::usage(error).with_hint("is everything that the suite needs on --classpath?")
        }
    }
}

/// What ends a measurement, as a user reads it.
pub(crate) fn explain(error: MeasureError) -> Failure {
    match error {
        MeasureError::Io(_) => Failure::environment(error),
        MeasureError::ClassPath(_) | MeasureError::NoClass(_) => {
            Failure::usage(error).with_hint("is its jar or folder given with --classpath?")
        }
        MeasureError::Pair(_) => Failure::usage(error).with_hint("name two classes of the class path"),
        MeasureError::Broken(_) => Failure::usage(error).with_hint("does the suite run with its build tool?"),
    }
}
