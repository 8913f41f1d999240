//! What the Java processes that run suites have in common: their classes, and reports that are told from the output of
//! tests by a prefix that tests do not know.

use std::env;
use std::io::{self, BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::ChildStdout;
use std::sync::mpsc::{self, Receiver};
use std::thread;

use evoke_classfile::Jdk;

/// Writes the classes of these processes to a folder, which becomes part of their class path.
pub fn write_classes(folder: &Path) -> io::Result<()> {
    evoke_runtime::write_class_files(evoke_runtime::VERIFIER_CLASSES, folder)
}

/// A program of the JDK.
pub fn tool(jdk: &Jdk, name: &str) -> PathBuf {
    jdk.home.join("bin").join(format!("{name}{}", env::consts::EXE_SUFFIX))
}

/// What reports of a process that this one starts begin with.
pub fn report_prefix() -> String {
    format!("evoke-{:08x}", std::process::id().wrapping_mul(2_654_435_761))
}

/// Reports as they come, without their prefix; ends with the process.
pub fn reports(output: Option<ChildStdout>, prefix: &str) -> Receiver<String> {
    let (sender, reports) = mpsc::channel();
    if let Some(output) = output {
        let start = format!("{prefix}\t");
        thread::spawn(move || {
            let mut lines = BufReader::new(output).split(b'\n');
            while let Some(Ok(line)) = lines.next() {
                let line = String::from_utf8_lossy(&line).into_owned();
                if let Some(report) = line.strip_prefix(&start)
                    && sender.send(report.trim_end_matches('\r').to_owned()).is_err()
                {
                    break;
                }
            }
        });
    }
    reports
}
