//! The file in which a worker keeps the test that it is running, so that the supervisor finds it when the worker is gone:
//! the page cache outlives a process. The test is kept in its symbolic form, since the next worker analyses the class
//! anew.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::os::unix::fs::FileExt as _;
use std::path::{Path, PathBuf};

use evoke_testcase::SymbolicTest;
use serde::{Deserialize, Serialize};

const FILE: &str = "running-test";

/// Bytes of each of the two numbers that the text comes after: its length, and the statement.
const NUMBER: usize = 4;
/// Bytes before the text.
const HEAD: usize = 2 * NUMBER;

/// Stands for a statement that is not known.
const UNKNOWN: u32 = u32::MAX;

/// A test that a worker died of.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct DeadlyTest {
    pub(crate) test: SymbolicTest,
    /// The statement that was running, if that is known.
    pub(crate) statement: Option<u32>,
}

/// The writing side.
pub(crate) struct RunningTest {
    file: File,
    frame: Vec<u8>,
}

impl RunningTest {
    /// Opens the file, in which there is no test.
    pub(crate) fn create(scratch: &Path) -> io::Result<Self> {
        Ok(Self { file: File::create(file(scratch))?, frame: Vec::new() })
    }

    /// Keeps a test in place of the one before, with the statement that runs, if that is known.
    pub(crate) fn keep(&mut self, test: &SymbolicTest, statement: Option<u32>) {
        self.frame.clear();
        self.frame.extend_from_slice(&[0; HEAD]);
        // Writing to a vector does not fail.
        let _ = write!(self.frame, "{test}");
        let length = (self.frame.len() - HEAD) as u32;
        self.frame[..NUMBER].copy_from_slice(&length.to_le_bytes());
        self.frame[NUMBER..HEAD].copy_from_slice(&statement.unwrap_or(UNKNOWN).to_le_bytes());
        // Without it the culprit of a crash stays unknown, which costs a quarantine and nothing else.
        let _ = self.file.write_all_at(&self.frame, 0);
    }
}

/// Where a worker keeps it.
pub(crate) fn file(scratch: &Path) -> PathBuf {
    scratch.join(FILE)
}

/// Makes the file, since a worker in its sandbox cannot.
pub(crate) fn prepare(scratch: &Path) -> io::Result<()> {
    File::create(file(scratch)).map(drop)
}

/// The test that a worker left behind; `None` if it kept none.
pub(crate) fn read(scratch: &Path) -> Option<DeadlyTest> {
    let bytes = fs::read(file(scratch)).ok()?;
    let number = |from: usize| Some(u32::from_le_bytes(bytes.get(from..from + NUMBER)?.try_into().ok()?));
    let (length, statement) = (number(0)? as usize, number(NUMBER)?);
    let test = std::str::from_utf8(bytes.get(HEAD..HEAD + length)?).ok()?.parse().ok()?;
    Some(DeadlyTest { test, statement: Some(statement).filter(|statement| *statement != UNKNOWN) })
}
