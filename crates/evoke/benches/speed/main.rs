//! How fast Evoke is on this machine: (a) the executor, (b) the whole search, (c) index and instrumentation, and (e) what
//! a user notices. Prints a table and writes `target/bench/speed.json`. Subjects, (d), are measured by `bench/subjects.py`.
//!
//! Needs the jars of `scripts/test-jars` in `EVOKE_TEST_JARS`. Measures on the first JDK of [`Jdk::for_tests`].

use std::env;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::thread;

use evoke_classfile::Jdk;

use crate::figures::Report;

mod binary;
mod classes;
mod executor;
mod figures;
mod random_tests;

/// Why there are no figures.
pub(crate) type Failure = Box<dyn Error + Send + Sync>;

/// What there is to measure with.
pub(crate) struct Machine {
    pub(crate) jdk: Jdk,
    pub(crate) jars: Vec<PathBuf>,
}

impl Machine {
    fn find() -> Result<Self, Failure> {
        let jdk = Jdk::for_tests()?.remove(0);
        let jars = env::var_os("EVOKE_TEST_JARS").ok_or("EVOKE_TEST_JARS is not set")?;
        Ok(Self { jdk, jars: env::split_paths(&jars).collect() })
    }

    /// The jar whose file name begins so.
    pub(crate) fn jar(&self, prefix: &str) -> Result<String, Failure> {
        let named = |jar: &&PathBuf| {
            jar.file_name().and_then(|name| name.to_str()).is_some_and(|name| name.starts_with(prefix))
        };
        let jar =
            self.jars.iter().find(named).ok_or_else(|| format!("EVOKE_TEST_JARS has no {prefix}*.jar"))?;
        Ok(jar.display().to_string())
    }
}

fn main() -> Result<(), Failure> {
    let machine = Machine::find()?;
    let load = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let load = load.split(' ').next().and_then(|load| load.parse().ok()).unwrap_or(0.0);
    // Letters of parts; all without any. Cargo adds an option of its own.
    let parts: Vec<String> = env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    let is_asked =
        |letters: &[&str]| parts.is_empty() || parts.iter().any(|part| letters.contains(&part.as_str()));
    let mut figures = if is_asked(&["b", "e"]) { binary::measure(&machine)? } else { Vec::new() };
    if is_asked(&["c"]) {
        figures.extend(classes::measure(&machine)?);
    }
    if is_asked(&["a"]) {
        // Last: a JVM changes the working folder of its process.
        figures.extend(executor::measure(&machine)?);
    }
    figures.sort_by_key(|figure| figure.part);
    let cores = thread::available_parallelism()?.get();
    let report = Report { schema: "evoke.bench.speed/1", jdk: machine.jdk.feature, cores, load, figures };
    print!("{report}");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/bench");
    fs::create_dir_all(&folder)?;
    fs::write(folder.join("speed.json"), serde_json::to_string_pretty(&report)?)?;
    Ok(())
}
