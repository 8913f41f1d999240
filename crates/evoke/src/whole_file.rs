//! Writes files that are whole or not there at all, whatever ends the process.

use std::fs;
use std::io::{self, Write as _};
use std::path::Path;
use std::time::{Duration, SystemTime};

/// How the names of files begin that are not whole yet.
const PREFIX: &str = ".evoke-";

/// Older ones are of runs that were killed.
const OLD: Duration = Duration::from_secs(60);

/// Writes the text to the path, in place of what was there.
pub(crate) fn write(path: &Path, text: &str) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let mut file = tempfile::Builder::new().prefix(PREFIX).tempfile_in(folder)?;
    file.write_all(text.as_bytes())?;
    make_readable(file.as_file())?;
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
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
}
