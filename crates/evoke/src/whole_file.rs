//! Writes files that are whole or not there at all, whatever ends the process.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use tempfile::NamedTempFile;

/// How the names of files begin that are not whole yet, and how many letters and digits follow.
const PREFIX: &str = ".evoke-";
const RANDOM_CHARACTERS: usize = 6;

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
        if is_file && is_unfinished(&entry.file_name().to_string_lossy()) && is_old(&entry) {
            // It is in nobody's way.
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Whether a file of this name was not whole when it was given it.
fn is_unfinished(name: &str) -> bool {
    name.strip_prefix(PREFIX).is_some_and(|rest| {
        rest.len() == RANDOM_CHARACTERS && rest.chars().all(|character| character.is_ascii_alphanumeric())
    })
}

/// What a link leads to, if it is one: the link stays.
fn behind_links(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

/// The folder that a file is in; the current one for a name alone.
pub(crate) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// A file in the folder that goes again unless it gets its name.
fn unnamed(folder: &Path, text: &str) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(PREFIX).rand_bytes(RANDOM_CHARACTERS);
    make_usual(&mut builder);
    let mut file = builder.tempfile_in(folder)?;
    file.write_all(text.as_bytes())?;
    Ok(file)
}

/// Gives the file its name, and who may read and write the one that had it before.
fn persist(file: NamedTempFile, path: &Path) -> io::Result<()> {
    if let Ok(before) = fs::metadata(path) {
        file.as_file().set_permissions(before.permissions())?;
    }
    file.persist(path).map(drop).map_err(|error| error.error)
}

/// Temporary files are private; what is written here may be read by whom the user lets read new files.
#[cfg(unix)]
fn make_usual(builder: &mut tempfile::Builder<'_, '_>) {
    use std::os::unix::fs::PermissionsExt as _;
    builder.permissions(fs::Permissions::from_mode(0o666));
}

#[cfg(not(unix))]
fn make_usual(_builder: &mut tempfile::Builder<'_, '_>) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn old_leftovers_go_and_all_else_stays() {
        let folder = tempfile::tempdir().unwrap();
        let [old, new, other] =
            [".evoke-0Old00", ".evoke-0New00", ".evoke-notes"].map(|name| folder.path().join(name));
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

    #[cfg(unix)]
    #[test]
    fn who_may_read_a_file_stays_the_same_when_it_is_written_again() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let mode = || fs::metadata(&path).unwrap().permissions().mode() & 0o777;
        write(&path, "new").unwrap();
        let usual = folder.path().join("usual");
        fs::write(&usual, "").unwrap();
        assert_eq!(mode(), fs::metadata(&usual).unwrap().permissions().mode() & 0o777);
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        write(&path, "newer").unwrap();
        assert_eq!((mode(), fs::read_to_string(&path).unwrap().as_str()), (0o640, "newer"));
    }

    #[test]
    fn what_is_no_file_is_written_into() {
        write(Path::new("/dev/null"), "nothing").unwrap();
        assert!(!fs::metadata("/dev/null").unwrap().is_file());
    }
}
