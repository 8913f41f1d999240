//! The SQLite file of a study: what was planned, and every run that was done, with all that it gave. A result is written in one
//! transaction, so that a process that is killed leaves whole results only; the same run is never there twice.

mod error;
mod rows;
mod schema;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

use rusqlite::{Connection, OpenFlags, params};
use sha2::{Digest as _, Sha256};

use crate::hex::hex;
use crate::outcome::Outcome;
use crate::plan::PlannedRun;
use crate::program::node_name;
use crate::study::Study;

pub use error::StoreError;
pub use rows::{StoredRun, StoredStudy};

/// The file of a study.
#[derive(Debug)]
pub struct Store {
    connection: Connection,
    path: PathBuf,
    /// Held while this process writes; the lock goes with it. Dropped last: closing any handle of a file ends SQLite's locks on it.
    _lock: Option<File>,
}

impl Store {
    /// Opens the file to add runs to it, or makes it and the folders it is in. Nobody else can until this is dropped.
    ///
    /// # Errors
    ///
    /// A file that is no study's, is of another form, is being written by another process, or cannot be written.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        let lock = lock(path)?;
        let sqlite = |source| StoreError::Sqlite { what: "open", path: path.to_owned(), source };
        let mut connection = Connection::open(path).map_err(sqlite)?;
        // Asked of the database and not of the file: half of what a killed process began is taken back before it answers.
        if connection
            .pragma_query_value(None, "page_count", |row| row.get::<_, i64>(0))
            .is_ok_and(|pages| pages == 0)
        {
            schema::create(&mut connection).map_err(sqlite)?;
        }
        schema::check(&connection, path)?;
        Ok(Self { connection, path: path.to_owned(), _lock: Some(lock) })
    }

    /// Opens the file to read it.
    ///
    /// # Errors
    ///
    /// A file that is not there, is no study's or is of another form.
    pub fn open_to_read(path: &Path) -> Result<Self, StoreError> {
        if !path.is_file() {
            return Err(StoreError::Missing(path.to_owned()));
        }
        // A process that was killed may have left half a transaction, which reading has to take back first. A file that cannot be
        // written to is opened for reading all the same.
        let connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_WRITE)
            .map_err(|source| StoreError::Sqlite { what: "open", path: path.to_owned(), source })?;
        schema::check(&connection, path)?;
        Ok(Self { connection, path: path.to_owned(), _lock: None })
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Tells the study of this file from others on all machines: a hash of the machine's name and the path.
    pub fn token(&self) -> String {
        let path = std::path::absolute(&self.path).unwrap_or_else(|_| self.path.clone());
        let mut hash = Sha256::new();
        hash.update(node_name());
        hash.update(path.as_os_str().as_encoded_bytes());
        hex(&hash.finalize()[..8])
    }

    /// Takes a study and its plan in place of those that were there. Runs stay.
    ///
    /// # Errors
    ///
    /// If the database refuses.
    pub fn set_plan(&mut self, study: &Study, runs: &[PlannedRun]) -> Result<(), StoreError> {
        self.write("keep the plan in", |connection| rows::write_plan(connection, study, runs))
    }

    /// Ids of all runs that are done, planned or not.
    ///
    /// # Errors
    ///
    /// If the database refuses.
    pub fn done(&self) -> Result<BTreeSet<String>, StoreError> {
        rows::done(&self.connection).map_err(|source| self.error("read", source))
    }

    /// Adds a run, unless it is there already; all of it or nothing.
    ///
    /// # Errors
    ///
    /// If the database refuses.
    pub fn add(&mut self, run: &PlannedRun, outcome: &Outcome, machine: &str) -> Result<(), StoreError> {
        self.write("keep a result in", |connection| rows::write_run(connection, run, outcome, machine))
    }

    /// Forgets the runs of the plan that did not end well, so that they are done again; how many.
    ///
    /// # Errors
    ///
    /// If the database refuses.
    pub fn forget_failed(&mut self) -> Result<usize, StoreError> {
        let forget = "DELETE FROM run WHERE status IN ('failed', 'crashed', 'timeout') \
                      AND id IN (SELECT run FROM planned)";
        self.connection.execute(forget, params![]).map_err(|source| self.error("write to", source))
    }

    /// The study with all runs of its plan that are done.
    ///
    /// # Errors
    ///
    /// If the database refuses, or holds what no program of this version writes.
    pub fn read(&self) -> Result<StoredStudy, StoreError> {
        rows::read(&self.connection, &self.path)
    }

    fn write(
        &mut self,
        what: &'static str,
        write: impl FnOnce(&Connection) -> rusqlite::Result<()>,
    ) -> Result<(), StoreError> {
        let path = self.path.clone();
        let error = |source| StoreError::Sqlite { what, path, source };
        let written = self.connection.transaction().and_then(|transaction| {
            write(&transaction)?;
            transaction.commit()
        });
        written.map_err(error)
    }

    fn error(&self, what: &'static str, source: rusqlite::Error) -> StoreError {
        StoreError::Sqlite { what, path: self.path.clone(), source }
    }
}

/// Locks the file, and makes it if it is not there. SQLite's own locks, which are of another kind, would keep readers out.
fn lock(path: &Path) -> Result<File, StoreError> {
    let error = |source| StoreError::Lock { path: path.to_owned(), source };
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(error)?;
    }
    let file = File::options().create(true).truncate(false).write(true).open(path).map_err(error)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(StoreError::Busy(path.to_owned())),
        Err(TryLockError::Error(source)) => Err(error(source)),
    }
}
