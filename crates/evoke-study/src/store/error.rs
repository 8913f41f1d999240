//! Why a study's database cannot be used.

use std::io;
use std::path::PathBuf;

/// Why a file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The file is something else.
    #[error("`{}` is no database of a study", .0.display())]
    NotAStudy(PathBuf),
    /// Another version of Evoke wrote it.
    #[error("`{}` has form {found} of a study's database; this version of Evoke reads form {known}", path.display())]
    OtherForm {
        /// The file.
        path: PathBuf,
        /// Its form.
        found: i64,
        /// The one that can be read.
        known: i64,
    },
    /// There is no such file.
    #[error("`{}` does not exist", .0.display())]
    Missing(PathBuf),
    /// Two processes would work on one study.
    #[error("another process works on `{}`", .0.display())]
    Busy(PathBuf),
    /// The file cannot be made or locked.
    #[error("write to `{}`: {source}", path.display())]
    Lock {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The database refuses: no room on the disk, no right to write, …
    #[error("{what} `{}`: {source}", path.display())]
    Sqlite {
        /// What was tried.
        what: &'static str,
        /// The file.
        path: PathBuf,
        /// What the database says.
        source: rusqlite::Error,
    },
    /// A value that no program of this version writes.
    #[error("`{}` holds {what}", path.display())]
    Broken {
        /// The file.
        path: PathBuf,
        /// Which.
        what: String,
    },
}
