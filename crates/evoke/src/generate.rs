//! `evoke generate`: classes in, verified suites and a record out.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use anyhow::{Context, Result};
use evoke_classfile::ClassName;
use evoke_junit::{
    JUnitEnvironment, JUnitVersion, RunnerPool, SuiteVerifier, has_assert_does_not_throw,
    has_parameterized_tests, locate_junit,
};
use evoke_report::{ClassRecord, RunRecord, Status, Summary};

use crate::class_run::{self, ClassContext, ClassResult};
use crate::cli::GenerateArgs;
use crate::existing_suite::ExistingSuite;
use crate::exit_code::ExitCode;
use crate::failure::Failure;
use crate::options::{Options, Verbosity};
use crate::process::confined::confined;
use crate::process::worker_pool::WorkerPool;
use crate::progress::Screen;
use crate::saved_tests::SavedTests;
use crate::scratch_root::{ScratchRoot, scratch_root};

/// Generates suites for all classes asked for, of what the tests in these files and folders leave.
pub(crate) fn run(args: &GenerateArgs, extended: &[PathBuf]) -> Result<ExitCode> {
    run_with(&Options::resolve(args)?, extended)
}

/// Generates suites as the options say; see [`run`].
pub(crate) fn run_with(options: &Options, extended: &[PathBuf]) -> Result<ExitCode> {
    let scratch = scratch_root().context("create a scratch folder")?;
    check_output(options)?;
    let verifier = verifier(options, &scratch, runner_pool(&scratch, options.jobs))?;
    let screen = Screen::new(options.verbosity);
    let existing =
        (!extended.is_empty()).then(|| ExistingSuite::prepare(extended, options, &screen)).transpose()?;
    let taken = taken(options);
    let classes = Classes { options, verifier: &verifier, existing, taken, screen: &screen };
    let results = classes.run(scratch.path());
    if let Some(file) = &options.save_tests {
        let of_class = |(class, result): (&ClassName, &ClassResult)| (class.clone(), result.tests.clone());
        SavedTests::new(options.classes.iter().zip(&results).map(of_class))
            .write(file)
            .with_context(|| format!("write {}", file.display()))?;
    }
    let with_source = |record: ClassRecord| ClassRecord { source: source_of(&record.class), ..record };
    let records = results.into_iter().map(|result| with_source(result.record)).collect();
    let record = RunRecord::new(env!("CARGO_PKG_VERSION"), records);
    options.files.write(&record)?;
    if options.verbosity > Verbosity::Quiet {
        print!("{}", Summary::new(&record));
    }
    Ok(if record.all_ok() { ExitCode::Success } else { ExitCode::Incomplete })
}

/// Folders below that of a project which have sources by convention.
const SOURCE_FOLDERS: [&str; 4] = ["src/main/java", "src/main/kotlin", "src/java", "src"];

/// Where the source of the class is, as a path from the current folder, if it is where sources are by convention.
fn source_of(class: &str) -> Option<String> {
    let top_level = ClassName::from_binary(class).top_level();
    let top_level = top_level.as_str();
    let paths = SOURCE_FOLDERS
        .iter()
        .flat_map(|folder| ["java", "kt"].map(|ending| format!("{folder}/{top_level}.{ending}")));
    paths.into_iter().find(|path| Path::new(path).is_file())
}

/// Refuses to start a long run whose result could not be saved.
fn check_output(options: &Options) -> Result<(), Failure> {
    check_folder(&options.out)?;
    if let Some(file) = &options.save_tests {
        SavedTests::check_destination(file)?;
    }
    options.files.check()
}

/// Refuses a folder for suites that is none, or is in none, or cannot be written to.
pub(crate) fn check_folder(out: &Path) -> Result<(), Failure> {
    let nearest = out.ancestors().find(|folder| folder.exists()).unwrap_or(Path::new("."));
    if !nearest.is_dir() {
        return Err(Failure::usage(format_args!("`{}` is not a folder", nearest.display()))
            .with_hint("give a folder with --out"));
    }
    tempfile::tempfile_in(nearest).map(drop).map_err(|error| {
        Failure::environment(format_args!("cannot write to `{}`: {error}", nearest.display()))
            .with_hint("give another folder with --out")
    })
}

/// The JVMs that verify suites in a run of so many jobs.
pub(crate) fn runner_pool(scratch: &ScratchRoot, jobs: usize) -> Arc<RunnerPool> {
    Arc::new(RunnerPool::in_folders(&scratch.path().join("verify"), scratch.on_disk(), jobs))
}

/// What verifies suites of the classes of these options, in JVMs of this pool and a sandbox that may write to `scratch`.
pub(crate) fn verifier(
    options: &Options,
    scratch: &ScratchRoot,
    runners: Arc<RunnerPool>,
) -> Result<SuiteVerifier, Failure> {
    let junit_jars = locate_junit(options.config.junit, &options.class_path).map_err(|error| {
        Failure::environment(error).with_hint("add the JUnit jars to --classpath, or install Maven")
    })?;
    if options.config.parameterized && !has_parameterized_tests(&options.class_path, &junit_jars) {
        return Err(Failure::usage("the class path has JUnit 5, but not its parameterised tests")
            .with_hint("add junit-jupiter-params to --classpath, or leave --parameterized out"));
    }
    let wrap = confined(&[scratch.path(), scratch.on_disk()])
        .map_err(|error| Failure::environment(format_args!("find the evoke binary: {error}")))?;
    let says_no_throw = options.config.junit == JUnitVersion::V5
        && has_assert_does_not_throw(&options.class_path, &junit_jars);
    Ok(SuiteVerifier {
        says_no_throw,
        environment: JUnitEnvironment {
            jdk: options.jdk.clone(),
            class_path: options.class_path.clone(),
            junit_jars,
            agents: options.mockito.iter().map(|mockito| mockito.agent.clone()).collect(),
            version: options.config.junit,
        },
        wrap,
        runners,
    })
}

/// The positions of classes or pairs whose suites have the file of an earlier one's, with the position of that one.
fn taken(options: &Options) -> BTreeMap<usize, usize> {
    let mut first_at = BTreeMap::new();
    let positions = 0..options.classes.len();
    let shared = positions.filter_map(|position| {
        let first = *first_at.entry(options.destination(position).path).or_insert(position);
        (first != position).then_some((position, first))
    });
    shared.collect()
}

/// What all classes of a run have in common.
struct Classes<'a> {
    options: &'a Options,
    verifier: &'a SuiteVerifier,
    existing: Option<ExistingSuite>,
    /// The positions whose suites would take the place of that of another position.
    taken: BTreeMap<usize, usize>,
    screen: &'a Screen,
}

impl Classes<'_> {
    /// Works on all classes, several at a time; what came of them in their order.
    fn run(&self, scratch: &Path) -> Vec<ClassResult> {
        let next = AtomicUsize::new(0);
        let pool = WorkerPool::in_folder(scratch);
        let done: Mutex<Vec<(usize, ClassResult)>> = Mutex::default();
        thread::scope(|scope| {
            for _ in 0..self.options.jobs.min(self.options.classes.len()) {
                scope.spawn(|| {
                    loop {
                        let position = next.fetch_add(1, Ordering::Relaxed);
                        if position >= self.options.classes.len() {
                            return;
                        }
                        let result = self.run_one(position, &pool, &scratch.join(position.to_string()));
                        done.lock().unwrap_or_else(PoisonError::into_inner).push((position, result));
                    }
                });
            }
        });
        let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
        done.sort_by_key(|(position, _)| *position);
        done.into_iter().map(|(_, result)| result).collect()
    }

    /// Why there is no suite of a class or pair whose file is that of another.
    fn is_taken_by(&self, first: usize) -> String {
        let other = match self.options.callees.get(first) {
            Some(callee) => callee.class.binary(),
            None => self.options.classes[first].binary(),
        };
        format!("its suite would have the file of that of {other}; name it alone, with another --out")
    }

    /// Works on the class at this position, in a folder of its own.
    fn run_one(&self, position: usize, pool: &WorkerPool, scratch: &Path) -> ClassResult {
        let (options, screen) = (self.options, self.screen);
        let context = ClassContext::new(options, screen, pool, position, scratch);
        let existing = self.existing.as_ref().map(|suite| {
            let existing = suite.of_class(context.class, options, context.started, &context.line);
            screen.say(&format!("{}: {}", context.class, existing.in_words(&options.config.criteria)));
            existing
        });
        let context = context.beside(existing);
        let result = match self.taken.get(&position) {
            Some(first) => class_run::refuse(&context, self.is_taken_by(*first)),
            None => class_run::run(&context, self.verifier, options.start_from.of(context.class)),
        };
        drop(context);
        let _ = fs::remove_dir_all(scratch);
        screen.say(&outcome_line(&result.record));
        result
    }
}

/// One class as a line for those who watch.
pub(crate) fn outcome_line(record: &ClassRecord) -> String {
    let goals: Vec<String> = record
        .goals
        .iter()
        .map(|(criterion, count)| format!("{criterion} {}/{}", count.covered, count.total))
        .collect();
    let outcome = match (&record.file, &record.reason) {
        (Some(file), _) => format!("{} tests, {} -> {file}", record.tests, goals.join(", ")),
        (None, Some(reason)) if record.status == Status::Ok => format!("no suite is needed: {reason}"),
        (None, reason) => format!("no suite: {}", reason.as_deref().unwrap_or("unknown reason")),
    };
    format!("{}: {outcome} ({:.1} s)", record.name(), record.seconds.total)
}
