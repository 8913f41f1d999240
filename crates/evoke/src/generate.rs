//! `evoke generate`: classes in, verified suites and a record out.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use anyhow::{Context, Result};
use evoke_classfile::ClassName;
use evoke_junit::{JUnitEnvironment, RunnerPool, SuiteVerifier, locate_junit};
use evoke_report::{ClassRecord, RunRecord, Summary};

use crate::class_run::{self, ClassContext, ClassResult};
use crate::cli::GenerateArgs;
use crate::exit_code::ExitCode;
use crate::failure::Failure;
use crate::options::{Options, Verbosity};
use crate::process::worker_pool::WorkerPool;
use crate::progress::Screen;
use crate::saved_tests::SavedTests;
use crate::scratch_root::scratch_root;

/// Generates suites for all classes asked for.
pub(crate) fn run(args: &GenerateArgs) -> Result<ExitCode> {
    run_with(&Options::resolve(args)?)
}

/// Generates suites as the options say.
pub(crate) fn run_with(options: &Options) -> Result<ExitCode> {
    let scratch = scratch_root().context("create a scratch folder")?;
    check_output(options)?;
    let runners = RunnerPool::in_folder(&scratch.path().join("verify"), options.jobs);
    let verifier = verifier(options, scratch.path(), Arc::new(runners))?;
    let screen = Screen::new(options.verbosity);
    let results = run_all(options, &verifier, &screen, scratch.path());
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
    let top_level = class.split('$').next()?.replace('.', "/");
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

/// Refuses a folder for suites that is none or cannot be written to.
pub(crate) fn check_folder(out: &Path) -> Result<(), Failure> {
    if out.exists() && !out.is_dir() {
        return Err(Failure::usage(format_args!("`{}` is not a folder", out.display()))
            .with_hint("give a folder with --out"));
    }
    let nearest = out.ancestors().find(|folder| folder.is_dir()).unwrap_or(Path::new("."));
    tempfile::tempfile_in(nearest).map(drop).map_err(|error| {
        Failure::environment(format_args!("cannot write to `{}`: {error}", nearest.display()))
            .with_hint("give another folder with --out")
    })
}

/// What verifies suites of the classes of these options, in JVMs of this pool and a sandbox that may write to `scratch`.
pub(crate) fn verifier(
    options: &Options,
    scratch: &Path,
    runners: Arc<RunnerPool>,
) -> Result<SuiteVerifier, Failure> {
    let junit_jars = locate_junit(options.config.junit, &options.class_path).map_err(|error| {
        Failure::environment(error).with_hint("add the JUnit jars to --classpath, or install Maven")
    })?;
    let own_binary = std::env::current_exe()
        .map_err(|error| Failure::environment(format_args!("find the evoke binary: {error}")))?;
    Ok(SuiteVerifier {
        environment: JUnitEnvironment {
            jdk: options.jdk.clone(),
            class_path: options.class_path.clone(),
            junit_jars,
            agents: options.mockito.iter().map(|mockito| mockito.agent.clone()).collect(),
            version: options.config.junit,
        },
        wrap: vec![own_binary.into_os_string(), "__confined".into(), scratch.into()],
        runners,
    })
}

fn run_all(options: &Options, verifier: &SuiteVerifier, screen: &Screen, scratch: &Path) -> Vec<ClassResult> {
    let next = AtomicUsize::new(0);
    let pool = WorkerPool::in_folder(scratch);
    let done: Mutex<Vec<(usize, ClassResult)>> = Mutex::default();
    thread::scope(|scope| {
        for _ in 0..options.jobs.min(options.classes.len()) {
            scope.spawn(|| {
                loop {
                    let position = next.fetch_add(1, Ordering::Relaxed);
                    let Some(class) = options.classes.get(position) else { return };
                    let scratch: PathBuf = scratch.join(position.to_string());
                    let context = ClassContext::new(options, screen, &pool, position, &scratch);
                    let result = class_run::run(&context, verifier, options.start_from.of(class));
                    drop(context);
                    let _ = fs::remove_dir_all(&scratch);
                    screen.say(&outcome_line(&result.record));
                    done.lock().unwrap_or_else(PoisonError::into_inner).push((position, result));
                }
            });
        }
    });
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_by_key(|(position, _)| *position);
    done.into_iter().map(|(_, result)| result).collect()
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
        (None, reason) => format!("no suite: {}", reason.as_deref().unwrap_or("unknown reason")),
    };
    format!("{}: {outcome} ({:.1} s)", record.name(), record.seconds.total)
}
