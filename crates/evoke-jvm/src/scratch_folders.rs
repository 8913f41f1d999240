//! What is below the scratch folder of a JVM: the folder that tests run in, where there is nothing and, in the sandbox, nothing can be
//! made, and the one for temporary files, in which each test has a folder of its own.

use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use evoke_runtime::FOREIGN_FILE;

/// Whether a file in the folder for temporary files is called as those of other programs are.
pub(crate) fn is_foreign(name: &OsStr) -> bool {
    name == FOREIGN_FILE
}

/// The folders, which exist.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScratchFolders {
    /// The working folder, which is also the home.
    pub working: PathBuf,
    /// For temporary files: the only folder that tests may write to.
    pub temporary: PathBuf,
}

impl ScratchFolders {
    /// The folders below this one; those that are missing are made.
    ///
    /// # Errors
    /// If one cannot be made.
    pub fn create(scratch: &Path) -> io::Result<Self> {
        let folders = Self { working: scratch.join("working"), temporary: scratch.join("temporary") };
        fs::create_dir_all(&folders.working)?;
        fs::create_dir_all(&folders.temporary)?;
        Ok(folders)
    }

    /// Leaves a file in the folder for temporary files, as other programs do.
    pub(crate) fn crowd(&self) -> io::Result<()> {
        fs::write(self.temporary.join(FOREIGN_FILE), "not a test's")
    }
}
