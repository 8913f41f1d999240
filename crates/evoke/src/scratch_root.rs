//! The folder that a run keeps its files in while it lasts: in memory where the system has a file system there, since each test that uses files
//! makes some and takes them away again.

use std::env;
use std::fs::{self, File};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io;
use std::path::{Path, PathBuf};

use evoke_study::FOLDER_OF_RUN;
use rustix::fs::{Mode, OFlags, StatVfsMountFlags, open, statvfs};
use tempfile::TempDir;

/// Where Linux has a file system in memory.
const IN_MEMORY: &str = "/dev/shm";
/// Less room there, in bytes, could be too little for large suites; containers often have but 64 MiB.
const LEAST_ROOM: u64 = 1 << 30;
/// Workers of a queue on one machine; each has a process for each of its runs besides.
const MOST_WORKERS: usize = 1000;

/// How the names of the folders begin.
const PREFIX: &str = "evoke-";
/// A file in each that its run has locked: the lock ends with the run, however that ends.
const LOCK: &str = ".lock";

/// The folders of a run, which go when this does.
pub(crate) struct ScratchRoot {
    folder: LockedFolder,
    /// Where the first is in memory and the run is none of a study.
    on_disk: Option<LockedFolder>,
}

struct LockedFolder {
    folder: TempDir,
    _lock: File,
}

impl ScratchRoot {
    /// Where it is.
    pub(crate) fn path(&self) -> &Path {
        self.folder.folder.path()
    }

    /// A folder where the system keeps temporary files, and so on another file system than the run's if that is in memory; else the
    /// run's own.
    pub(crate) fn on_disk(&self) -> &Path {
        self.on_disk.as_ref().unwrap_or(&self.folder).folder.path()
    }
}

/// New folders; those of runs that were killed go. In a run of a study all is in the folder of that run.
pub(crate) fn scratch_root() -> io::Result<ScratchRoot> {
    if let Some(folder) = env::var_os(FOLDER_OF_RUN) {
        return Ok(ScratchRoot { folder: locked(builder().tempdir_in(folder)?)?, on_disk: None });
    }
    sweep(Path::new(IN_MEMORY));
    sweep(&env::temp_dir());
    let folder = new_folder()?;
    let is_in_memory = folder.path().starts_with(IN_MEMORY);
    let on_disk = is_in_memory.then(|| builder().tempdir().and_then(locked)).transpose()?;
    Ok(ScratchRoot { folder: locked(folder)?, on_disk })
}

/// In memory if that is fit.
fn new_folder() -> io::Result<TempDir> {
    if is_fit(Path::new(IN_MEMORY))
        && let Ok(folder) = builder().tempdir_in(IN_MEMORY)
    {
        return Ok(folder);
    }
    builder().tempdir()
}

fn builder() -> tempfile::Builder<'static, 'static> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(PREFIX);
    builder
}

fn locked(folder: TempDir) -> io::Result<LockedFolder> {
    let lock = lock(folder.path())?;
    Ok(LockedFolder { folder, _lock: lock })
}

/// Locks a folder. The file gets its name when it is locked, so that none is there that is not.
fn lock(folder: &Path) -> io::Result<File> {
    let unnamed = folder.join(".locking");
    let file = File::create(&unnamed)?;
    file.lock()?;
    fs::rename(unnamed, folder.join(LOCK))?;
    Ok(file)
}

/// Removes the folders in this one whose runs have ended without removing them.
fn sweep(base: &Path) {
    for entry in fs::read_dir(base).into_iter().flatten().flatten() {
        let is_ours = entry.file_name().to_string_lossy().starts_with(PREFIX);
        let lock = File::open(entry.path().join(LOCK));
        if let (true, Ok(lock)) = (is_ours, lock)
            && lock.try_lock().is_ok()
        {
            // What cannot be removed is somebody else's.
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

/// The folder for the runs of a study with this database, empty, which goes when what is returned does. It is the same each time, so that
/// what a study left that was killed goes with the next one; whoever asks holds the lock of the database.
pub(crate) fn scratch_of_study(database: &Path) -> io::Result<TempDir> {
    let mut hasher = DefaultHasher::new();
    std::path::absolute(database)?.hash(&mut hasher);
    // What still writes to it, or somebody else's, is left alone.
    emptied(&base(), &format!("evoke-study-{:016x}", hasher.finish())).or_else(|_| new_folder())
}

/// The folder for the runs of a worker, empty, which goes when what is returned does. The next worker takes the place, and empties it, of one that
/// was killed.
pub(crate) fn scratch_of_worker() -> io::Result<ScratchOfWorker> {
    first_free(&base())
}

fn first_free(base: &Path) -> io::Result<ScratchOfWorker> {
    for number in 0..MOST_WORKERS {
        let name = format!("evoke-worker-{number}");
        let Ok(lock) = open_lock(&base.join(format!("{name}.lock"))) else { continue };
        if lock.try_lock().is_ok()
            && let Ok(folder) = emptied(base, &name)
        {
            return Ok(ScratchOfWorker { folder, _lock: lock });
        }
    }
    Err(io::Error::other(format!("{MOST_WORKERS} workers are at work on this machine")))
}

/// Opens a file in a folder that anybody may write to, and makes it if it is not there. What somebody has put in its place, as a link to a file
/// of the user's, is neither followed nor emptied.
fn open_lock(path: &Path) -> io::Result<File> {
    let flags = OFlags::CREATE | OFlags::WRONLY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    Ok(open(path, flags, Mode::RUSR | Mode::WUSR)?.into())
}

/// The folder of a worker.
#[derive(Debug)]
pub(crate) struct ScratchOfWorker {
    folder: TempDir,
    /// Says that the folder is in use, and goes after it.
    _lock: File,
}

impl ScratchOfWorker {
    /// The folder.
    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }
}

/// A folder of this name, empty, whatever was there before.
fn emptied(base: &Path, name: &str) -> io::Result<TempDir> {
    let _ = fs::remove_dir_all(base.join(name));
    tempfile::Builder::new().prefix(name).rand_bytes(0).tempdir_in(base)
}

/// Where folders lie whose names are known.
fn base() -> PathBuf {
    if is_fit(Path::new(IN_MEMORY)) { PathBuf::from(IN_MEMORY) } else { env::temp_dir() }
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
    fn folder_of_a_study_that_was_killed_is_emptied_by_the_next() {
        let database = tempfile::tempdir().unwrap().path().join("s.sqlite");
        let killed = scratch_of_study(&database).unwrap().keep();
        std::fs::write(killed.join("left"), "").unwrap();
        let next = scratch_of_study(&database).unwrap();
        assert_eq!(next.path(), killed);
        assert!(!killed.join("left").exists());
    }

    #[test]
    fn two_workers_have_two_folders_and_the_next_has_that_of_one_that_was_killed() {
        let base = tempfile::tempdir().unwrap();
        let (first, second) = (first_free(base.path()).unwrap(), first_free(base.path()).unwrap());
        assert_ne!(first.path(), second.path());
        let ScratchOfWorker { folder: first, _lock: lock } = first;
        let killed = first.keep();
        std::fs::write(killed.join("left"), "").unwrap();
        drop(lock);
        let third = first_free(base.path()).unwrap();
        assert_eq!(third.path(), killed);
        assert!(!killed.join("left").exists());
    }

    #[test]
    fn folder_of_a_run_that_was_killed_goes_and_that_of_one_that_lives_stays() {
        let base = tempfile::tempdir().unwrap();
        let [killed, alive, other] = ["evoke-1", "evoke-2", "other"].map(|name| base.path().join(name));
        let locks = [&killed, &alive, &other].map(|folder| {
            fs::create_dir(folder).unwrap();
            lock(folder).unwrap()
        });
        let [of_killed, _of_alive, of_other] = locks;
        drop((of_killed, of_other));
        sweep(base.path());
        assert!(!killed.exists() && alive.exists() && other.exists());
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
