//! A child process with a limit on its time, in a process group of its own, whose last words are kept.

use std::fs::{self, File};
use std::io;
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process_group};

/// How often it is looked whether a process has ended.
const INTERVAL: Duration = Duration::from_millis(10);

/// How a child ended.
#[derive(Debug)]
pub(crate) enum Ending {
    /// By itself, with what it said last.
    Ended { last_words: String },
    /// It was killed, because its time was over.
    OutOfTime,
    /// It was killed, because the study is stopped.
    Stopped,
}

/// Runs a command in a folder to its end, or to the end of its time, or until all are to stop. What it prints goes to a file there.
pub(crate) fn run(
    command: &mut Command,
    folder: &Path,
    timeout: Duration,
    stop: &AtomicBool,
) -> io::Result<Ending> {
    let log = folder.join("log");
    let output = File::create(&log)?;
    let mut child = command
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(output.try_clone()?)
        .stderr(output)
        .process_group(0)
        .spawn()?;
    let end = Instant::now() + timeout;
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Ending::Ended { last_words: last_words(&log, status) });
        }
        if stop.load(Ordering::Relaxed) {
            kill(&mut child);
            return Ok(Ending::Stopped);
        }
        if Instant::now() >= end {
            kill(&mut child);
            return Ok(Ending::OutOfTime);
        }
        thread::sleep(INTERVAL);
    }
}

/// Ends the child with all it started.
fn kill(child: &mut Child) {
    if let Some(group) = i32::try_from(child.id()).ok().and_then(Pid::from_raw) {
        let _ = kill_process_group(group, Signal::KILL);
    }
    let _ = child.wait();
}

/// The first error that is named, or the last line that says something, or how the process ended.
fn last_words(log: &Path, status: ExitStatus) -> String {
    let text = fs::read(log).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default();
    let error = text.lines().find_map(|line| line.strip_prefix("error: "));
    let said = error.or_else(|| text.lines().rev().find(|line| !line.trim().is_empty()));
    match (status.signal(), said) {
        (Some(signal), _) => format!("ended by signal {signal}"),
        (None, Some(line)) => line.trim().to_owned(),
        (None, None) => status.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ending(script: &str, timeout: Duration, stop: bool) -> Ending {
        let folder = tempfile::tempdir().unwrap();
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        run(&mut command, folder.path(), timeout, &AtomicBool::new(stop)).unwrap()
    }

    #[test]
    fn last_words_are_the_error_that_was_named() {
        let Ending::Ended { last_words } =
            ending("echo 'error: no'; echo 'hint: yes'", Duration::from_secs(60), false)
        else {
            panic!("it ends by itself")
        };
        assert_eq!(last_words, "no");
    }

    #[test]
    fn signal_that_ended_a_child_is_named() {
        let Ending::Ended { last_words } = ending("kill -SEGV $$", Duration::from_secs(60), false) else {
            panic!("it ends by itself")
        };
        assert_eq!(last_words, "ended by signal 11");
    }

    #[test]
    fn child_is_killed_with_what_it_started_when_its_time_is_over() {
        let ended = ending("sleep 1000 & sleep 1000", Duration::from_millis(50), false);
        assert!(matches!(ended, Ending::OutOfTime));
        assert!(matches!(ending("sleep 1000", Duration::from_secs(60), true), Ending::Stopped));
    }
}
