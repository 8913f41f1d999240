//! Class paths of subjects: resolved once, with a digest of what is on them, so that a run is known by the code it ran and not by
//! the folder that this code lay in.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use crate::hex::hex;
use crate::maven::{Maven, MavenError, may_move};
use crate::subject::Origin;

/// A class path that can be run with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResolvedPath {
    /// Absolute entries, separated by `:`.
    pub class_path: String,
    /// What is on it: Maven coordinates, where these name a release for good, else a hash of the files.
    pub identity: String,
}

/// A class path that cannot be had.
#[derive(Debug, thiserror::Error)]
pub enum ClassPathError {
    /// A jar or folder cannot be read.
    #[error("read `{}`: {source}", path.display())]
    Read {
        /// The entry.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// Maven is missing or could not resolve it.
    #[error(transparent)]
    Maven(#[from] MavenError),
}

/// The class paths of all origins.
///
/// # Errors
///
/// An entry that cannot be read; coordinates that Maven cannot resolve.
pub fn resolve<'a>(
    origins: impl IntoIterator<Item = &'a Origin>,
    maven: &Maven,
) -> Result<BTreeMap<Origin, ResolvedPath>, ClassPathError> {
    let mut resolved = BTreeMap::new();
    for origin in origins {
        if !resolved.contains_key(origin) {
            resolved.insert(origin.clone(), resolve_one(origin, maven)?);
        }
    }
    Ok(resolved)
}

fn resolve_one(origin: &Origin, maven: &Maven) -> Result<ResolvedPath, ClassPathError> {
    match origin {
        Origin::Maven(coordinates) => {
            let class_path = maven.class_path(coordinates)?;
            if may_move(coordinates) {
                of_files(&class_path)
            } else {
                Ok(ResolvedPath { class_path, identity: coordinates.clone() })
            }
        }
        Origin::ClassPath(entries) => of_files(entries),
    }
}

/// A class path that is what is in its files.
fn of_files(entries: &str) -> Result<ResolvedPath, ClassPathError> {
    let mut hash = Sha256::new();
    let mut absolute = Vec::new();
    for entry in entries.split(':').map(Path::new) {
        let error = |source| ClassPathError::Read { path: entry.to_owned(), source };
        add_entry(&mut hash, entry).map_err(error)?;
        absolute.push(std::path::absolute(entry).map_err(error)?.to_string_lossy().into_owned());
    }
    Ok(ResolvedPath { class_path: absolute.join(":"), identity: hex(&hash.finalize()) })
}

/// A jar, a folder of classes, or `folder/*` for its jars.
fn add_entry(hash: &mut Sha256, entry: &Path) -> io::Result<()> {
    let folder_of_jars = entry.parent().filter(|_| entry.file_name().is_some_and(|name| name == "*"));
    match folder_of_jars {
        Some(folder) => {
            let jars = sorted(folder)?.into_iter();
            jars.filter(|path| path.extension().is_some_and(|it| it == "jar"))
                .try_for_each(|jar| add_file(hash, &jar, folder))
        }
        None if fs::metadata(entry)?.is_dir() => add_folder(hash, entry, entry),
        None => add_file(hash, entry, entry.parent().unwrap_or(entry)),
    }
}

fn add_folder(hash: &mut Sha256, folder: &Path, root: &Path) -> io::Result<()> {
    for path in sorted(folder)? {
        if path.is_dir() {
            add_folder(hash, &path, root)?;
        } else {
            add_file(hash, &path, root)?;
        }
    }
    Ok(())
}

/// Name and content, each with its length, so that no two different folders give the same bytes.
fn add_file(hash: &mut Sha256, file: &Path, root: &Path) -> io::Result<()> {
    let name = file.strip_prefix(root).unwrap_or(file).to_string_lossy().into_owned();
    for part in [name.as_bytes(), &fs::read(file)?] {
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part);
    }
    Ok(())
}

fn sorted(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
    paths.sort();
    Ok(paths)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn identity(folder: &Path) -> String {
        let origin = Origin::ClassPath(folder.to_string_lossy().into_owned());
        resolve([&origin], &Maven::new(PathBuf::new())).unwrap()[&origin].identity.clone()
    }

    #[test]
    fn class_path_is_known_by_its_files_wherever_they_lie() {
        let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
        for folder in &folders {
            fs::create_dir(folder.path().join("a")).unwrap();
            fs::write(folder.path().join("a/B.class"), "one").unwrap();
        }
        assert_eq!(identity(folders[0].path()), identity(folders[1].path()));
        fs::write(folders[1].path().join("a/B.class"), "two").unwrap();
        assert_ne!(identity(folders[0].path()), identity(folders[1].path()));
    }

    #[test]
    fn entry_that_is_not_there_is_named() {
        let origin = Origin::ClassPath("/no/such.jar".to_owned());
        let error = resolve([&origin], &Maven::new(PathBuf::new())).unwrap_err();
        assert!(error.to_string().starts_with("read `/no/such.jar`: "), "{error}");
    }
}
