//! `evoke measure-cost`: suites in, what each of their tests costs out, as a table and as JSON.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use evoke_cost::{CostError, CostMeter, MeasuredTest};
use evoke_junit::{JUnitEnvironment, JUnitVersion, locate_junit};
use evoke_report::{CostRecord, CostSample};

use crate::cli::MeasureCostArgs;
use crate::exit_code::ExitCode;
use crate::failure::Failure;
use crate::options::{absolute, locate_jdk, open_class_path};
use crate::scratch_root::scratch_root;

/// Compiles the suites once and runs them as often as asked for.
pub(crate) fn run(args: &MeasureCostArgs) -> Result<ExitCode> {
    let jdk = locate_jdk(args.java_home.as_deref())?;
    let class_path = absolute(open_class_path(&args.classpath, &jdk)?.entries())?;
    let sources = sources(&args.suites)?;
    let version = junit_version(&sources)?;
    let junit_jars = locate_junit(version, &class_path).map_err(|error| {
        Failure::environment(error).with_hint("add the JUnit jars to --classpath, or install Maven")
    })?;
    let scratch = scratch_root().context("create a scratch folder")?;
    let meter = CostMeter { environment: JUnitEnvironment { jdk, class_path, junit_jars, version } };
    let runs = measure(&meter, &sources, scratch.path(), args).map_err(explain)?;
    if runs.iter().all(Vec::is_empty) {
        return Err(Failure::usage(format_args!("no test in {}", listed(&args.suites)))
            .with_hint("a suite has methods annotated with JUnit's @Test")
            .into());
    }
    let record = CostRecord::new(env!("CARGO_PKG_VERSION"), &runs);
    if let Some(path) = &args.json {
        let text = record.to_json().context("write the result as JSON")?;
        fs::write(path, text).with_context(|| format!("write {}", path.display()))?;
    }
    if !args.quiet {
        print!("{record}");
    }
    Ok(if record.all_passed() { ExitCode::Success } else { ExitCode::Incomplete })
}

fn measure(
    meter: &CostMeter,
    sources: &[PathBuf],
    scratch: &Path,
    args: &MeasureCostArgs,
) -> Result<Vec<Vec<CostSample>>, CostError> {
    let classes = scratch.join("classes");
    let names = meter.compile(sources, &classes)?;
    let mut runs = Vec::new();
    for run in 0..args.runs {
        // Each run finds an empty folder.
        let folder = scratch.join(format!("run-{run}"));
        fs::create_dir(&folder)?;
        let tests = meter.run(&names, &classes, &folder, args.timeout)?;
        runs.push(tests.into_iter().map(sample).collect());
        fs::remove_dir_all(&folder)?;
    }
    Ok(runs)
}

fn sample(test: MeasuredTest) -> CostSample {
    CostSample {
        class: test.class,
        test: test.test,
        seconds: test.time.as_secs_f64(),
        allocated_bytes: test.allocated_bytes,
        passed: test.passed,
    }
}

fn explain(error: CostError) -> Failure {
    match &error {
        CostError::Io(_) => Failure::environment(error),
        CostError::Compile(_) => {
            Failure::usage(error).with_hint("is everything that the suite needs on --classpath?")
        }
        CostError::Broken(_) => Failure::usage(error).with_hint("does the suite run with its build tool?"),
        CostError::Ended(_) => Failure::usage(error).with_hint("a test must not end the JVM"),
        CostError::OutOfTime { .. } => Failure::usage(error).with_hint("give it longer with --timeout"),
    }
}

/// The files given and those below the folders given, in an order that does not depend on the file system.
fn sources(suites: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let mut sources = Vec::new();
    for suite in suites {
        let failure = |error| {
            Failure::usage(format_args!("cannot read `{}`: {error}", suite.display()))
                .with_hint("a suite is a .java file, or a folder of them")
        };
        let found = sources.len();
        if fs::metadata(suite).map_err(failure)?.is_dir() {
            collect_sources(suite, &mut sources).map_err(failure)?;
        } else {
            sources.push(suite.clone());
        }
        let is_java = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "java");
        if found == sources.len() || !sources.iter().all(is_java) {
            return Err(Failure::usage(format_args!("no Java source in `{}`", suite.display()))
                .with_hint("a suite is a .java file, or a folder of them"));
        }
    }
    sources.sort();
    sources.dedup();
    Ok(sources)
}

fn collect_sources(folder: &Path, sources: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect_sources(&path, sources)?;
        } else if path.extension().is_some_and(|extension| extension == "java") {
            sources.push(path);
        }
    }
    Ok(())
}

/// The JUnit that the sources name.
fn junit_version(sources: &[PathBuf]) -> Result<JUnitVersion, Failure> {
    let mut versions = Vec::new();
    for source in sources {
        let bytes = fs::read(source).map_err(|error| {
            Failure::usage(format_args!("cannot read `{}`: {error}", source.display()))
                .with_hint("a suite is a .java file, or a folder of them")
        })?;
        let text = String::from_utf8_lossy(&bytes);
        if text.contains("org.junit.jupiter.") {
            versions.push(JUnitVersion::V5);
        } else if ["org.junit.Test", "org.junit.*", "org.junit.runner."]
            .iter()
            .any(|name| text.contains(name))
        {
            versions.push(JUnitVersion::V4);
        }
    }
    let Some(first) = versions.first() else {
        return Err(Failure::usage(format_args!("no JUnit test in {}", listed(sources)))
            .with_hint("a suite imports org.junit.Test or org.junit.jupiter.api.Test"));
    };
    if versions.iter().any(|version| version != first) {
        return Err(
            Failure::usage("suites of JUnit 4 and of JUnit 5 are mixed").with_hint("measure them apart")
        );
    }
    Ok(*first)
}

fn listed(paths: &[PathBuf]) -> String {
    match paths {
        [path] => format!("`{}`", path.display()),
        [path, others @ ..] => format!("`{}` and {} more", path.display(), others.len()),
        [] => String::new(),
    }
}
