//! The folder that a run keeps its files in while it lasts: in memory where the system has a file system there, since each test that uses files
//! makes some and takes them away again.

use std::io;
use std::path::Path;

use rustix::fs::{StatVfsMountFlags, statvfs};
use tempfile::TempDir;

/// Where Linux has a file system in memory.
const IN_MEMORY: &str = "/dev/shm";
/// Less room there, in bytes, could be too little for large suites; containers often have but 64 MiB.
const LEAST_ROOM: u64 = 1 << 30;

/// A new folder, which goes when what is returned does.
pub(crate) fn scratch_root() -> io::Result<TempDir> {
    let mut builder = tempfile::Builder::new();
    builder.prefix("evoke-");
    if is_fit(Path::new(IN_MEMORY))
        && let Ok(folder) = builder.tempdir_in(IN_MEMORY)
    {
        return Ok(folder);
    }
    builder.tempdir()
}

/// Whether there is room, and native libraries that tests unpack there can be loaded.
fn is_fit(folder: &Path) -> bool {
    statvfs(folder).is_ok_and(|found| {
        let has_room = found.f_bavail.saturating_mul(found.f_frsize) >= LEAST_ROOM;
        has_room && !found.f_flag.contains(StatVfsMountFlags::NOEXEC)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folder_that_is_not_there_is_not_fit() {
        assert!(!is_fit(Path::new("/no/such/folder")));
    }

    #[test]
    fn folder_of_a_run_goes_with_it() {
        let root = scratch_root().unwrap();
        let path = root.path().to_owned();
        assert!(path.is_dir());
        drop(root);
        assert!(!path.exists());
    }
}
