//! Writes files that are whole or not there at all, whatever ends the process.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use tempfile::NamedTempFile;

/// How the names of files begin that are not whole yet.
const PREFIX: &str = ".evoke-";

/// Older ones are of runs that were killed.
const OLD: Duration = Duration::from_secs(60);

/// Writes the text to the path, in place of the file that was there; into what is no file, as a pipe is.
pub(crate) fn write(path: &Path, text: &str) -> io::Result<()> {
    let path = &behind_links(path);
    if fs::metadata(path).is_ok_and(|there| !there.is_file() && !there.is_dir()) {
        return fs::write(path, text);
    }
    let folder = folder_of(path);
    fs::create_dir_all(folder)?;
    persist(unnamed(folder, text)?, path)
}

/// The same by way of a folder, so that a process that is killed meanwhile leaves nothing in the folder of the file. Directly where the way is
/// barred, as it is from one file system to another.
pub(crate) fn write_by_way_of(way: &Path, path: &Path, text: &str) -> io::Result<()> {
    let path = &behind_links(path);
    fs::create_dir_all(folder_of(path))?;
    let written = unnamed(way, text).and_then(|file| persist(file, path));
    written.or_else(|_| write(path, text))
}

/// Removes what runs that were killed have left in a folder while they wrote there.
pub(crate) fn remove_leftovers(folder: &Path) {
    let is_old = |entry: &fs::DirEntry| {
        let changed = entry.metadata().and_then(|data| data.modified());
        changed.is_ok_and(|changed| SystemTime::now().duration_since(changed).is_ok_and(|age| age >= OLD))
    };
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
        if is_file && entry.file_name().to_string_lossy().starts_with(PREFIX) && is_old(&entry) {
            // It is in nobody's way.
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// What a link leads to, if it is one: the link stays.
fn behind_links(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// A file in the folder that goes again unless it gets its name.
fn unnamed(folder: &Path, text: &str) -> io::Result<NamedTempFile> {
    let mut file = tempfile::Builder::new().prefix(PREFIX).tempfile_in(folder)?;
    file.write_all(text.as_bytes())?;
    make_readable(file.as_file())?;
    Ok(file)
}

fn persist(file: NamedTempFile, path: &Path) -> io::Result<()> {
    file.persist(path).map(drop).map_err(|error| error.error)
}

/// Temporary files are private; what is written here is as readable as any other file.
#[cfg(unix)]
fn make_readable(file: &fs::File) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    file.set_permissions(fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn make_readable(_file: &fs::File) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn old_leftovers_go_and_all_else_stays() {
        let folder = tempfile::tempdir().unwrap();
        let [old, new, other] = [".evoke-old", ".evoke-new", "other"].map(|name| folder.path().join(name));
        for path in [&old, &new, &other] {
            fs::write(path, "half").unwrap();
        }
        let hour_ago = SystemTime::now() - Duration::from_secs(3600);
        for path in [&old, &other] {
            fs::File::options().write(true).open(path).unwrap().set_modified(hour_ago).unwrap();
        }
        remove_leftovers(folder.path());
        assert!(!old.exists() && new.exists() && other.exists());
    }

    #[test]
    fn file_is_written_though_the_way_is_barred() {
        let folder = tempfile::tempdir().unwrap();
        let (way, path) = (folder.path().join("way"), folder.path().join("there/file"));
        write_by_way_of(&way, &path, "barred").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "barred");
        fs::create_dir(&way).unwrap();
        write_by_way_of(&way, &path, "open").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "open");
        assert_eq!(fs::read_dir(&way).unwrap().count(), 0);
    }

    #[test]
    fn what_is_no_file_is_written_into() {
        write(Path::new("/dev/null"), "nothing").unwrap();
        assert!(!fs::metadata("/dev/null").unwrap().is_file());
    }
}
