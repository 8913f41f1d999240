//! `evoke doctor`: looks at everything that a run on a project needs, and says what is missing and what can be done about it.

mod machine;
mod of_project;

use std::io::Write as _;

use anyhow::{Context, Result};
use evoke_classfile::Jdk;
use evoke_report::{Checkup, Verdict};

use crate::cli::DoctorArgs;
use crate::exit_code::ExitCode;

/// Prints what was found; the exit code says whether Evoke can work.
pub(crate) fn run(args: &DoctorArgs) -> Result<ExitCode> {
    let jdk = Jdk::locate(args.java_home.as_deref());
    let mut findings = vec![machine::jdk(&jdk), machine::other_jdks(jdk.as_ref().ok())];
    findings.extend(of_project::findings(&args.project, args.java_home.as_deref(), jdk.as_ref().ok()));
    findings.extend([machine::sandbox(), machine::memory(args.jobs.map(usize::from))]);
    let checkup = Checkup(findings);
    std::io::stdout().write_all(checkup.to_string().as_bytes()).context("write what was found")?;
    Ok(if checkup.verdict() == Verdict::Error { ExitCode::Environment } else { ExitCode::Success })
}
