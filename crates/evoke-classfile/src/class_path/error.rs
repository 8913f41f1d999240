//! Why a class path, or a class in it, cannot be read.

use std::io;
use std::path::{Path, PathBuf};

/// A class path entry, or a class in it, cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ClassPathError {
    /// Nothing is there.
    #[error("class path entry `{0}` does not exist")]
    Missing(PathBuf),
    /// A file that is not a zip archive, or something that is neither file nor folder.
    #[error("class path entry `{0}` is neither a jar nor a folder")]
    NotAJarOrFolder(PathBuf),
    /// The file starts like a jar but its directory cannot be read.
    #[error("jar `{jar}` is corrupt")]
    CorruptJar {
        /// The jar.
        jar: PathBuf,
        /// What the zip reader says.
        #[source]
        source: zip::result::ZipError,
    },
    /// One class of a jar cannot be unpacked.
    #[error("class `{class}` in jar `{jar}` is corrupt: {what}")]
    CorruptClass {
        /// The jar.
        jar: PathBuf,
        /// The class, or the manifest.
        class: String,
        /// What is wrong with it.
        what: &'static str,
    },
    /// The JDK's `lib/modules` breaks its format.
    #[error("JDK image `{image}` is corrupt: {what}")]
    CorruptImage {
        /// The image file.
        image: PathBuf,
        /// What is wrong with it.
        what: &'static str,
    },
    /// The JDK's `lib/modules` is of a kind that is not read.
    #[error("JDK image `{image}` cannot be read: {what}")]
    UnsupportedImage {
        /// The image file.
        image: PathBuf,
        /// What is not supported.
        what: &'static str,
    },
    /// The operating system refused.
    #[error("read `{path}`")]
    Read {
        /// The file or folder.
        path: PathBuf,
        /// Its reason.
        #[source]
        source: io::Error,
    },
}

impl ClassPathError {
    /// Makes an I/O error say which file it is about.
    pub(super) fn reading(path: &Path) -> impl FnOnce(io::Error) -> Self + '_ {
        move |source| Self::Read { path: path.to_path_buf(), source }
    }
}
