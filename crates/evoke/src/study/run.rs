//! `evoke study run`: the runs of a study file that are not in its database yet.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use anyhow::{Context, Result};
use evoke_classfile::Jdk;
use evoke_study::{
    Finished, MavenError, Origin, PlannedRun, Program, ResolvedPath, Store, Study, plan, resolve, run_all,
};

use super::collect::collect_runs;
use super::command_options::CommandOptions;
use super::machine_tools::{maven, program};
use super::progress_line::ProgressLine;
use super::queue_address::queue_address;
use super::store_failure::store_failure;
use crate::class_selection;
use crate::cli::StudyRunArgs;
use crate::exit_code::ExitCode;
use crate::failure::Failure;
use crate::options::{default_jobs, locate_jdk, open_class_path};
use crate::scratch_root::scratch_of_study;

/// Reads the study, plans it, and does what is missing.
pub(super) fn run(args: &StudyRunArgs) -> Result<ExitCode> {
    let study = Study::read(&args.study, &CommandOptions).map_err(Failure::usage)?;
    let jdk = locate_jdk(args.java_home.as_deref())?;
    let program = program(&jdk)?;
    let maven = maven()?;
    let paths =
        resolve(study.subjects.iter().map(|subject| &subject.origin), &maven).map_err(explain_path)?;
    check_classes(&study, &args.study, &paths, &jdk)?;
    let runs = plan(&study, &paths, &program.identity).context("plan the study")?;
    let out = args.out.clone().unwrap_or_else(|| args.study.with_extension("sqlite"));
    if args.dry_run {
        return tell(&study, &runs, &out);
    }
    let address = args.queue.as_deref().map(|url| queue_address(url, &args.access)).transpose()?;
    let mut store = Store::open(&out).map_err(store_failure)?;
    store.set_plan(&study, &runs).map_err(store_failure)?;
    if args.retry {
        store.forget_failed().map_err(store_failure)?;
    }
    let missing = missing(&runs, &store.done().map_err(store_failure)?);
    let jobs = args.jobs.map(usize::from).or(study.jobs).unwrap_or_else(default_jobs);
    let mut progress = ProgressLine::new(n_distinct(&runs) - missing.len(), n_distinct(&runs), args.quiet);
    match &address {
        Some(address) => collect_runs(&missing, address, &mut store, &mut progress)?,
        None => do_runs(&missing, &program, jobs, &mut store, &mut progress)?,
    }
    let n_failed = progress.n_failed();
    drop(progress);
    if !args.quiet {
        println!(
            "{} runs done, {} before; results in {}",
            missing.len(),
            n_distinct(&runs) - missing.len(),
            out.display()
        );
    }
    Ok(if n_failed == 0 { ExitCode::Success } else { ExitCode::Incomplete })
}

/// Refuses classes that are not on their class paths, rather than have each of their runs tell of it.
fn check_classes(
    study: &Study,
    file: &Path,
    paths: &BTreeMap<Origin, ResolvedPath>,
    jdk: &Jdk,
) -> Result<(), Failure> {
    for (origin, path) in paths {
        let class_path = open_class_path(&path.class_path, jdk)?;
        let subjects = study.subjects.iter().zip(&study.subject_lines);
        for (subject, line) in subjects.filter(|(subject, _)| subject.origin == *origin) {
            let names: Vec<String> =
                std::iter::once(&subject.class).chain(&subject.callee).cloned().collect();
            class_selection::expand(&names, &class_path, jdk).map_err(|failure| {
                Failure::usage(format_args!("{}:{line}: {}", file.display(), failure.in_one_line()))
            })?;
        }
    }
    Ok(())
}

/// Does the runs and keeps what they give.
fn do_runs(
    missing: &[&PlannedRun],
    program: &Program,
    jobs: usize,
    store: &mut Store,
    progress: &mut ProgressLine,
) -> Result<()> {
    let scratch = scratch_of_study(store.path()).context("create a scratch folder")?;
    run_all::<anyhow::Error>(missing, program, jobs, scratch.path(), |finished: Finished<'_>| {
        store.add(finished.run, &finished.outcome, &program.machine).map_err(store_failure)?;
        progress.finished(finished.run, &finished.outcome);
        Ok(())
    })
}

/// The runs that are not done, each once, though it may have several names.
fn missing<'a>(runs: &'a [PlannedRun], done: &BTreeSet<String>) -> Vec<&'a PlannedRun> {
    let mut seen = BTreeSet::new();
    runs.iter().filter(|run| !done.contains(&run.id) && seen.insert(&run.id)).collect()
}

fn n_distinct(runs: &[PlannedRun]) -> usize {
    runs.iter().map(|run| &run.id).collect::<BTreeSet<_>>().len()
}

fn tell(study: &Study, runs: &[PlannedRun], out: &Path) -> Result<ExitCode> {
    let done = if out.exists() {
        Store::open_to_read(out).and_then(|store| store.done())
    } else {
        Ok(BTreeSet::new())
    };
    let missing = missing(runs, &done.map_err(store_failure)?).len();
    println!("{}: {} of {} runs to do, {} each", study.name, missing, n_distinct(runs), study.budget);
    for configuration in &study.configurations {
        let arguments = evoke_study::arguments(&configuration.options).join(" ");
        println!("  {}: {} {arguments}", configuration.name, configuration.command.name());
    }
    println!("{} subjects, {} seeds, results in {}", study.subjects.len(), study.seeds.len(), out.display());
    Ok(ExitCode::Success)
}

fn explain_path(error: evoke_study::ClassPathError) -> Failure {
    match &error {
        evoke_study::ClassPathError::Maven(MavenError::Missing(_)) => {
            Failure::environment(error).with_hint("install Maven, or give a `classpath`")
        }
        _ => Failure::usage(error).with_hint("are the coordinates and paths of the study file right?"),
    }
}
