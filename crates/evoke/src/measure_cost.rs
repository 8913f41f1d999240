//! `evoke measure-cost`: suites in, what each of their tests costs out, as a table and as JSON.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use evoke_classfile::Jdk;
use evoke_cost::{CostError, CostMeter, MeasuredTest};
use evoke_junit::{JUnitEnvironment, JUnitVersion};
use evoke_report::{CostRecord, CostSample};

use crate::cli::MeasureCostArgs;
use crate::exit_code::ExitCode;
use crate::failure::Failure;
use crate::options::{absolute, locate_jdk, open_class_path};
use crate::report_files::check_file;
use crate::scratch_root::scratch_root;
use crate::suite_files::{self, SuiteFiles};
use crate::whole_file;

/// Compiles the suites once and runs them as often as asked for.
pub(crate) fn run(args: &MeasureCostArgs) -> Result<ExitCode> {
    args.json.as_deref().map_or(Ok(()), |file| check_file(("--json", file)))?;
    let jdk = locate_jdk(args.java_home.as_deref())?;
    let class_path = absolute(open_class_path(&args.classpath, &jdk)?.entries())?;
    let (sources, version) = suite(&args.suites, &jdk)?;
    let junit_jars = suite_files::junit_jars(&[version], &class_path)?;
    let scratch = scratch_root().context("create a scratch folder")?;
    let environment = JUnitEnvironment { jdk, class_path, junit_jars, agents: Vec::new(), version };
    let meter = CostMeter { environment };
    let runs = measure(&meter, &sources, scratch.path(), args).map_err(explain)?;
    if runs.iter().all(Vec::is_empty) {
        return Err(Failure::usage(format_args!("no test in {}", suite_files::listed(&args.suites)))
            .with_hint("a suite has methods annotated with JUnit's @Test")
            .into());
    }
    let record = CostRecord::new(env!("CARGO_PKG_VERSION"), &runs);
    if let Some(path) = &args.json {
        let text = record.to_json().context("write the result as JSON")?;
        whole_file::write(path, &text).with_context(|| format!("write {}", path.display()))?;
    }
    if !args.quiet {
        print!("{record}");
    }
    Ok(if record.all_passed() { ExitCode::Success } else { ExitCode::Incomplete })
}

/// The sources of the suites, and the JUnit that they are written for.
fn suite(suites: &[PathBuf], jdk: &Jdk) -> Result<(Vec<PathBuf>, JUnitVersion), Failure> {
    let files = SuiteFiles::read(suites, jdk)?;
    if let Some(compiled) = files.compiled.first() {
        return Err(Failure::usage(format_args!("no Java source in `{}`", compiled.display()))
            .with_hint("a suite is a .java file, or a folder of them"));
    }
    match files.versions[..] {
        [version] => Ok((files.sources, version)),
        _ => {
            Err(Failure::usage("suites of JUnit 4 and of JUnit 5 are mixed").with_hint("measure them apart"))
        }
    }
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
