//! Keeps what random calls do inside this process: no write outside the places that it is given, no network, no new program,
//! no signal to others, no change to the attributes of a file.
//!
//! Three layers, each used where the system has it: Landlock for files, a seccomp filter for system calls, resource
//! limits. What is missing is told, not fatal. Reading stays free: the class under test and the JDK are read from
//! anywhere. It protects against accidents of tests, not against code that sets out to break the JVM.

use std::path::Path;

#[cfg(target_os = "linux")]
mod files;
#[cfg(target_os = "linux")]
mod programs;
#[cfg(target_os = "linux")]
mod resources;
#[cfg(target_os = "linux")]
mod system_calls;

#[cfg(target_os = "linux")]
use programs::Programs;

/// A layer that is not in force.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MissingProtection {
    /// What is not prevented.
    pub what: &'static str,
    /// Why not.
    pub why: String,
}

/// What a sandbox could not do.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SandboxStatus {
    /// Empty if everything is in force.
    pub missing: Vec<MissingProtection>,
}

/// Enters the sandbox for the rest of the process's life; folders, with all that is in them, and files stay writable that are
/// given and exist.
///
/// Call it before [`Jvm::start`](crate::Jvm::start), on the thread that goes on to start all others: file rules hold
/// for the calling thread and the threads it starts from then on, the other layers for the whole process. Files that
/// are open stay usable.
#[cfg(target_os = "linux")]
pub fn enter_sandbox(writable: &[&Path]) -> SandboxStatus {
    enter(writable, Programs::Refused)
}

/// Enters the sandbox as [`enter_sandbox`] does, but lets this process `exec` another program, which then is in it.
/// Neither can start a process beside itself.
#[cfg(target_os = "linux")]
pub fn enter_sandbox_to_exec(writable: &[&Path]) -> SandboxStatus {
    enter(writable, Programs::MayTakeOver)
}

#[cfg(target_os = "linux")]
fn enter(writable: &[&Path], programs: Programs) -> SandboxStatus {
    let layers = [
        ("writing and deleting files", files::restrict(writable, programs)),
        ("using the network, starting programs and sending signals", system_calls::restrict(programs)),
        ("using up disk space and file descriptors", resources::restrict()),
    ];
    let missing = layers
        .into_iter()
        .filter_map(|(what, result)| Some(MissingProtection { what, why: result.err()? }))
        .collect();
    SandboxStatus { missing }
}

/// Enters the sandbox for the rest of the process's life; there is none for this system.
#[cfg(not(target_os = "linux"))]
pub fn enter_sandbox(writable: &[&Path]) -> SandboxStatus {
    let _ = writable;
    let why = "no sandbox for this operating system".to_owned();
    SandboxStatus { missing: vec![MissingProtection { what: "anything that tests may do", why }] }
}

/// Enters the sandbox for the rest of the process's life; there is none for this system.
#[cfg(not(target_os = "linux"))]
pub fn enter_sandbox_to_exec(writable: &[&Path]) -> SandboxStatus {
    enter_sandbox(writable)
}
