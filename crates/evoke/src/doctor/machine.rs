//! What the machine has: JDKs, memory, protections of the kernel.

use std::fs;
use std::process::{Command, Stdio};

use evoke_classfile::{Jdk, JdkError};
use evoke_report::Finding;

use crate::options::default_jobs;

/// What a worker and the JVM that verifies its suites hold at their most, with little to spare, in bytes.
const MEMORY_PER_JOB: u64 = 1 << 30;

/// The JDK that classes are run on.
pub(super) fn jdk(located: &Result<Jdk, JdkError>) -> Finding {
    let remedy = "install a JDK, or name one with --java-home or JAVA_HOME";
    match located {
        Err(error) => Finding::error("JDK", error, remedy),
        Ok(jdk) if !jdk.home.join("bin/javac").is_file() => {
            Finding::error("JDK", format_args!("{} has no compiler", told(jdk)), remedy)
        }
        Ok(jdk) => Finding::success("JDK", told(jdk)),
    }
}

/// The others.
pub(super) fn other_jdks(used: Option<&Jdk>) -> Finding {
    let others = Jdk::all().into_iter().filter(|jdk| used.is_none_or(|used| used.home != jdk.home));
    let others: Vec<String> = others.map(|jdk| told(&jdk)).collect();
    Finding::success("other JDKs", if others.is_empty() { "none".to_owned() } else { others.join(", ") })
}

fn told(jdk: &Jdk) -> String {
    format!("Java {} in {}", jdk.feature, jdk.home.display())
}

/// Whether the kernel can confine code under test; asked by a process of its own, which cannot leave the sandbox again.
pub(super) fn sandbox() -> Finding {
    let remedy = "code under test is less confined here: use a newer kernel, or a container that allows Landlock and seccomp";
    let own_binary = std::env::current_exe();
    let output =
        own_binary.and_then(|binary| Command::new(binary).arg("__sandbox").stdin(Stdio::null()).output());
    match output {
        Err(error) => Finding::warning("sandbox", error, remedy),
        Ok(output) if !output.status.success() => Finding::warning("sandbox", "it cannot be entered", remedy),
        Ok(output) => {
            let missing = String::from_utf8_lossy(&output.stdout).lines().collect::<Vec<_>>().join("; ");
            if missing.is_empty() {
                Finding::success("sandbox", "files, network and programs are out of reach of code under test")
            } else {
                Finding::warning("sandbox", format_args!("not protected: {missing}"), remedy)
            }
        }
    }
}

/// Whether there is memory for the workers.
pub(super) fn memory(jobs: Option<usize>) -> Finding {
    let jobs = jobs.unwrap_or_else(default_jobs);
    let Some(free) = available_memory() else {
        return Finding::warning(
            "memory",
            "this system does not say how much is free",
            "1 GB is needed for each of --jobs",
        );
    };
    let found = format!("{:.1} GB free for {jobs} at the same time", free as f64 / f64::from(1 << 30));
    if free >= MEMORY_PER_JOB * jobs as u64 {
        Finding::success("memory", found)
    } else {
        Finding::warning(
            "memory",
            found,
            "work on fewer classes at the same time with --jobs, or give the machine more",
        )
    }
}

/// In bytes, as Linux estimates it.
fn available_memory() -> Option<u64> {
    let text = fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024)
}
