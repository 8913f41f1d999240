//! (b) The whole search on `Fraction`, and on `ArrayUtils` with the default criteria what a generation costs apart from
//! running its tests; and what a user notices: memory of a worker, time for a trivial class.
//!
//! Runs the binary, so that nothing is measured that a user does not get.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::figures::Figure;
use crate::{Failure, Machine};

const FRACTION: &str = "org.apache.commons.lang3.math.Fraction";
const STATEMENTS: u32 = 3_000_000;

/// A class with 1,600 branches and, with the default criteria, 21,000 goals.
const ARRAY_UTILS: &str = "org.apache.commons.lang3.ArrayUtils";
const GENERATION_STATEMENTS: &str = "1000000";

/// Classes of guava with many others around them.
const LARGE: [&str; 2] =
    ["com.google.common.base.CharMatcher", "com.google.common.collect.MinMaxPriorityQueue"];

/// Measures all of them.
pub(crate) fn measure(machine: &Machine) -> Result<Vec<Figure>, Failure> {
    let mut figures = search(machine)?;
    figures.extend(generations(machine)?);
    for class in LARGE {
        figures.push(memory(machine, class)?);
    }
    figures.push(trivial_class(machine)?);
    Ok(figures)
}

/// By what the search aims at besides branches and lines.
fn search(machine: &Machine) -> Result<Vec<Figure>, Failure> {
    let [tests, statements] = search_guided_by(machine, "none", "search on Fraction")?;
    let [tests_of_all, of_all] =
        search_guided_by(machine, "weak-mutation", "search on Fraction, then on its mutants")?;
    Ok(vec![tests, statements.at_least(150_000.0), tests_of_all, of_all])
}

fn search_guided_by(machine: &Machine, guide: &str, name: &str) -> Result<[Figure; 2], Failure> {
    let folder = tempfile::tempdir()?;
    let jar = machine.jar("commons-lang3-")?;
    let statements = STATEMENTS.to_string();
    let arguments = [FRACTION, "--budget-statements", &statements, "--guide", guide];
    finish(evoke(machine, "generate", folder.path(), &arguments, &jar).spawn()?)?;
    let record = &record(folder.path())?["classes"][0];
    let seconds = record["seconds"]["search"].as_f64().ok_or("no seconds")?;
    let rate = |key: &str| record[key].as_f64().map(|count| count / seconds).ok_or("no count");
    Ok([
        Figure::new("b", name, rate("tests_executed")?, "tests/s"),
        Figure::new("b", name, rate("statements_executed")?, "statements/s"),
    ])
}

/// What a generation costs: running its tests, and all the rest of the search.
fn generations(machine: &Machine) -> Result<Vec<Figure>, Failure> {
    let folder = tempfile::tempdir()?;
    let jar = machine.jar("commons-lang3-")?;
    let arguments = [ARRAY_UTILS, "--criteria", "default", "--budget-statements", GENERATION_STATEMENTS];
    finish(evoke(machine, "__search", folder.path(), &arguments, &jar).spawn()?)?;
    let record = &record(folder.path())?["classes"][0];
    let number = |value: &Value| value.as_f64().ok_or("a figure is missing");
    let execution = number(&record["seconds"]["execution"])?;
    let own = number(&record["seconds"]["search"])? - execution;
    let generations = number(&record["generations"])?;
    let figure = |name: &str, value, unit| {
        Figure::new("b", format!("{name}, ArrayUtils, default criteria"), value, unit)
    };
    Ok(vec![
        figure("running the tests of a generation", execution * 1e3 / generations, "ms"),
        figure("the rest of a generation", own * 1e3 / generations, "ms")
            .at_most(execution * 1e3 / generations),
    ])
}

/// Largest memory that a worker ever had in use while it worked on the class.
fn memory(machine: &Machine, class: &str) -> Result<Figure, Failure> {
    let folder = tempfile::tempdir()?;
    let class_path = [machine.jar("guava-")?, machine.jar("failureaccess-")?].join(":");
    let arguments = [class, "--budget", "12s"];
    let mut child = evoke(machine, "generate", folder.path(), &arguments, &class_path).spawn()?;
    let mut peak = 0;
    while child.try_wait()?.is_none() {
        peak = peak.max(largest_worker(child.id()).unwrap_or(0));
        thread::sleep(Duration::from_millis(20));
    }
    finish(child)?;
    let name = class.rsplit('.').next().unwrap_or(class);
    Ok(Figure::new("e", format!("peak memory of a worker, {name}"), peak as f64 / 1024.0, "MB")
        .at_most(700.0))
}

/// Peak resident memory in kB among the workers below this process, which do each class in a copy of themselves.
fn largest_worker(parent: u32) -> Option<u64> {
    let mut largest = 0;
    for task in fs::read_dir(format!("/proc/{parent}/task")).ok()?.flatten() {
        for child in fs::read_to_string(task.path().join("children")).unwrap_or_default().split_whitespace() {
            let process = Path::new("/proc").join(child);
            let command = fs::read(process.join("cmdline")).unwrap_or_default();
            let status = fs::read_to_string(process.join("status")).unwrap_or_default();
            let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
            let kilobytes = peak.and_then(|text| text.trim().trim_end_matches("kB").trim().parse().ok());
            if String::from_utf8_lossy(&command).contains("__worker") {
                largest = largest.max(kilobytes.unwrap_or(0));
            }
            let below = child.parse().ok().and_then(largest_worker);
            largest = largest.max(below.unwrap_or(0));
        }
    }
    Some(largest)
}

/// From command to verified file.
fn trivial_class(machine: &Machine) -> Result<Figure, Failure> {
    let folder = tempfile::tempdir()?;
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/shapes");
    let compiled = Command::new(machine.jdk.home.join("bin/javac"))
        .arg("-d")
        .arg(folder.path())
        .args([sources.join("Circle.java"), sources.join("Shape.java")])
        .status()?;
    if !compiled.success() {
        return Err("javac failed".into());
    }
    let mut evoke = evoke(machine, "generate", folder.path(), &["shapes.Circle"], ".");
    let started = Instant::now();
    finish(evoke.spawn()?)?;
    let seconds = started.elapsed().as_secs_f64();
    Ok(Figure::new("e", "trivial class, from command to verified file", seconds, "s").at_most(3.0))
}

fn evoke(
    machine: &Machine,
    command_name: &str,
    folder: &Path,
    arguments: &[&str],
    class_path: &str,
) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_evoke"));
    command
        .arg(command_name)
        .args(arguments)
        .args(["--quiet", "--json", "result.json", "--classpath", class_path])
        .current_dir(folder)
        .env("JAVA_HOME", &machine.jdk.home)
        .stdout(Stdio::null());
    command
}

fn finish(mut child: Child) -> Result<(), Failure> {
    let status = child.wait()?;
    if status.success() { Ok(()) } else { Err(format!("evoke ended with {status}").into()) }
}

fn record(folder: &Path) -> Result<Value, Failure> {
    Ok(serde_json::from_slice(&fs::read(folder.join("result.json"))?)?)
}
