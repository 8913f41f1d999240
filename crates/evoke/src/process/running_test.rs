//! The file in which a worker keeps the test that it is running, so that the supervisor finds it when the worker is gone:
//! the page cache outlives a process. The test is kept in its symbolic form, since the next worker analyses the class
//! anew.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::os::unix::fs::FileExt as _;
use std::path::Path;

use evoke_testcase::SymbolicTest;

const FILE: &str = "running-test";

/// Bytes of the length that the text begins with.
const LENGTH: usize = 4;

/// The writing side.
pub(crate) struct RunningTest {
    file: File,
    frame: Vec<u8>,
}

impl RunningTest {
    /// Opens the file in the worker's scratch folder; there is no test in it.
    pub(crate) fn create(scratch: &Path) -> io::Result<Self> {
        Ok(Self { file: File::create(scratch.join(FILE))?, frame: Vec::new() })
    }

    /// Keeps a test in place of the one before.
    pub(crate) fn keep(&mut self, test: &SymbolicTest) {
        self.frame.clear();
        self.frame.extend_from_slice(&[0; LENGTH]);
        // Writing to a vector does not fail.
        let _ = write!(self.frame, "{test}");
        let length = (self.frame.len() - LENGTH) as u32;
        self.frame[..LENGTH].copy_from_slice(&length.to_le_bytes());
        // Without it the culprit of a crash stays unknown, which costs a quarantine and nothing else.
        let _ = self.file.write_all_at(&self.frame, 0);
    }
}

/// The test that a worker left behind; `None` if it kept none.
pub(crate) fn read(scratch: &Path) -> Option<SymbolicTest> {
    let bytes = fs::read(scratch.join(FILE)).ok()?;
    let length = u32::from_le_bytes(bytes.get(..LENGTH)?.try_into().ok()?) as usize;
    std::str::from_utf8(bytes.get(LENGTH..LENGTH + length)?).ok()?.parse().ok()
}
