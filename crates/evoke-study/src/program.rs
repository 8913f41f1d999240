//! What runs a study: the program, the JDK and the machine.

use std::fs::File;
use std::io;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::hex::hex;

/// The program whose runs are studied, and what it runs on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// The binary.
    pub path: PathBuf,
    /// The JDK that it runs classes on.
    pub java_home: PathBuf,
    /// Which one it is, wherever it lies.
    pub identity: ProgramIdentity,
    /// Name, system and number of cores of the machine.
    pub machine: String,
}

/// What a run is known by: another build and another JDK give other runs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProgramIdentity {
    /// Version of Evoke.
    pub version: String,
    /// Hash of the bytes of the binary.
    pub digest: String,
    /// Version of the JDK.
    pub jdk: String,
}

/// The hash by which a build is known.
///
/// # Errors
///
/// If the file cannot be read.
pub fn digest_of_file(path: &std::path::Path) -> io::Result<String> {
    let mut hash = Sha256::new();
    io::copy(&mut File::open(path)?, &mut hash)?;
    Ok(hex(&hash.finalize()[..16]))
}

/// What the machine that this process runs on is called in its network.
pub(crate) fn node_name() -> String {
    rustix::system::uname().nodename().to_string_lossy().into_owned()
}

/// The machine that this process runs on, with the processors that the process may use.
pub fn machine() -> String {
    let system = rustix::system::uname();
    let text = |part: &std::ffi::CStr| part.to_string_lossy().into_owned();
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    format!(
        "{} {} {}, {cores} cores",
        text(system.nodename()),
        text(system.sysname()),
        text(system.machine())
    )
}
