//! A copy of this process, in which something is done that must not touch the process itself: what the process has read is there
//! already, and what becomes of the copy, a JVM that crashes for example, costs nothing else.
//!
//! Memory is shared until one of the two writes to it. A copy has only the thread that made it, so only a process of one thread is
//! copied: locks that other threads hold would stay locked.

use std::fs;
use std::io;
use std::os::unix::process::ExitStatusExt as _;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitStatus;

/// Where the system lists the threads of this process.
const THREADS: &str = "/proc/self/task";

/// Exit code of a copy that panicked.
const PANICKED: i32 = 101;

/// Runs `body` in a copy of this process and waits until the copy has ended, which it does when `body` returns; says how it ended.
/// When this process dies, so does the copy.
///
/// # Errors
/// This process has several threads, or cannot be copied; `body` was not run.
pub fn in_copy(body: impl FnOnce()) -> io::Result<ExitStatus> {
    refuse_threads()?;
    let original = std::process::id();
    // SAFETY: this process has one thread, so that no lock of its memory is held by a thread that the copy does not have.
    match unsafe { libc::fork() } {
        -1 => Err(io::Error::last_os_error()),
        0 => {
            let done = end_with(original).is_ok() && catch_unwind(AssertUnwindSafe(body)).is_ok();
            // SAFETY: ends the copy without running what the original has registered for its own end.
            unsafe { libc::_exit(if done { 0 } else { PANICKED }) }
        }
        copy => wait_for(copy),
    }
}

fn refuse_threads() -> io::Result<()> {
    match fs::read_dir(THREADS)?.count() {
        1 => Ok(()),
        several => Err(io::Error::other(format!("a process of {several} threads cannot be copied"))),
    }
}

/// Makes this copy end with its original, also where that has just ended.
#[cfg(target_os = "linux")]
fn end_with(original: u32) -> io::Result<()> {
    // SAFETY: the call takes two numbers and changes nothing in memory.
    let status = unsafe { libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL) };
    if status != 0 || std::os::unix::process::parent_id() != original {
        return Err(io::Error::other("the original process has ended"));
    }
    Ok(())
}

#[cfg(not(target_os = "linux"))]
fn end_with(_original: u32) -> io::Result<()> {
    Ok(())
}

fn wait_for(copy: libc::pid_t) -> io::Result<ExitStatus> {
    let mut status = 0;
    loop {
        // SAFETY: the status is written to a live value.
        if unsafe { libc::waitpid(copy, &raw mut status, 0) } == copy {
            return Ok(ExitStatus::from_raw(status));
        }
        let error = io::Error::last_os_error();
        if error.kind() != io::ErrorKind::Interrupted {
            return Err(error);
        }
    }
}
