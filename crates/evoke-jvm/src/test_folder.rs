//! The folder of the running test: empty when a test begins, at a cost only after tests that used it.
//!
//! The Java class of that name does what the calls say; the names that these are given are made plain here.

use std::ffi::OsStr;
use std::fs::{self, File, Metadata};
use std::io;
use std::os::fd::AsRawFd as _;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, SystemTime};

use evoke_runtime::members::test_folder;
use evoke_testcase::{JavaString, file_name};
use jni_sys::jvalue;

use crate::jni::{Env, Fault, JniType};
use crate::runtime_classes::{RuntimeClasses, static_method};
use crate::scratch_folders::is_foreign;

/// Where it is.
#[derive(Clone, Debug)]
pub(crate) struct TestFolder {
    pub(crate) path: PathBuf,
    /// The folder for temporary files, which it is in, and which is emptied with it: its path leads there.
    pub(crate) temporary: PathBuf,
}

/// The folder as tests use it, one after the other.
pub(crate) struct TestFolderInUse {
    env: Env,
    folder: TestFolder,
    is_used: bool,
    /// From so many open files on streams are closed that tests forgot.
    max_files: i32,
}

/// So many open files are taken to be streams that tests forgot to close, and a process may have only twice as many.
const MANY_FILES: i32 = 512;
/// So many more have to be open before it is tried again where it did not help: not every stream is closed when nothing refers to it.
const MORE_FILES: i32 = 64;
/// So many digits in the name of a temporary file were drawn, so that no other file has it.
const DRAWN_DIGITS: usize = 8;
/// Files and folders whose times are set.
const MAX_TIMES: usize = 200;
/// How often to look whether they are closed, a millisecond apart: the JVM closes them on a thread of its own.
const MAX_LOOKS: u32 = 50;

impl TestFolder {
    /// Tells the Java class where it is. It is empty when the first test begins.
    pub(crate) fn open(&self, env: Env, runtime: &RuntimeClasses) -> Result<TestFolderInUse, Fault> {
        let open = static_method(env, runtime.test_folder, test_folder::OPEN)?;
        let text = env.new_text(&self.path.to_string_lossy())?;
        env.call_static(runtime.test_folder, open, JniType::Void, &[jvalue { l: text }])?;
        env.delete_local(text);
        Ok(TestFolderInUse { env, folder: self.clone(), is_used: true, max_files: MANY_FILES })
    }

    fn empty(&self) -> io::Result<()> {
        empty(&self.temporary)?;
        fs::create_dir_all(&self.path)
    }
}

impl TestFolderInUse {
    /// A test has got a path of the folder, and may write there as long as it runs.
    pub(crate) fn note_use(&mut self) {
        self.is_used = true;
    }

    /// Whether a test has left something beside its folder, where other programs keep their files, under a name that was not drawn.
    pub(crate) fn has_litter(&mut self) -> bool {
        let TestFolder { path, temporary } = &self.folder;
        let is_litter = |entry: fs::DirEntry| {
            let name = entry.file_name();
            !path.starts_with(entry.path()) && !is_foreign(&name) && !is_drawn(&name)
        };
        let has_litter = fs::read_dir(temporary).is_ok_and(|entries| entries.flatten().any(is_litter));
        self.is_used |= has_litter;
        has_litter
    }

    /// Whether there is anything in the folder.
    pub(crate) fn has_files(&self) -> bool {
        fs::read_dir(&self.folder.path).is_ok_and(|mut entries| entries.next().is_some())
    }

    /// Has files and folders that were changed since `began` seem to be changed at another time, as far as that can be done.
    pub(crate) fn set_times(&self, began: SystemTime, time: SystemTime) {
        let mut left = MAX_TIMES;
        set_times(&self.folder.temporary, (began, time), &mut left);
    }

    /// A test begins: what those before left goes.
    pub(crate) fn begin_test(&mut self) {
        if !std::mem::take(&mut self.is_used) {
            return;
        }
        if self.folder.empty().is_err() {
            // A thread that a test left behind may just have written something.
            self.is_used = self.folder.empty().is_err();
        }
        if n_open_files() >= self.max_files {
            self.close_forgotten_files();
        }
    }

    /// Has the JVM collect streams that nothing refers to, which closes them.
    fn close_forgotten_files(&mut self) {
        let Ok(system) = self.env.find_boot_class("java/lang/System") else { return };
        let collect = self.env.static_method(system, "gc", "()V");
        // Without it the next tests fail to open files, as they would have.
        let _ = collect.map(|collect| self.env.call_static(system, collect, JniType::Void, &[]));
        self.env.delete_global(system);
        for _ in 0..MAX_LOOKS {
            if n_open_files() < MANY_FILES {
                self.max_files = MANY_FILES;
                return;
            }
            thread::sleep(Duration::from_millis(1));
        }
        self.max_files = n_open_files() + MORE_FILES;
    }
}

/// The name of a file that a literal stands for.
pub(crate) fn name_of(literal: &JavaString) -> JavaString {
    file_name(literal).as_str().into()
}

fn empty(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if is_foreign(&entry.file_name()) {
            continue;
        }
        if entry.file_type()?.is_dir() {
            fs::remove_dir_all(entry.path())?;
        } else {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

/// Sets the times of what is in the folder and of the folder itself, no more than are left.
fn set_times(folder: &Path, (began, time): (SystemTime, SystemTime), left: &mut usize) {
    let set = |path: &Path, metadata: &Metadata| {
        if metadata.modified().is_ok_and(|changed| changed >= began) {
            // What cannot be opened keeps its time.
            let _ = File::open(path).and_then(|file| file.set_modified(time));
        }
    };
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let Ok(metadata) = entry.metadata() else { continue };
        if *left == 0 {
            return;
        }
        *left -= 1;
        if metadata.is_dir() {
            set_times(&entry.path(), (began, time), left);
        } else if metadata.is_file() {
            set(&entry.path(), &metadata);
        }
    }
    if let Ok(metadata) = fs::symlink_metadata(folder) {
        set(folder, &metadata);
    }
}

/// Whether a name looks as those do that `File.createTempFile` and its like draw.
fn is_drawn(name: &OsStr) -> bool {
    let name = name.to_string_lossy();
    name.split(|unit: char| !unit.is_ascii_digit()).any(|digits| digits.len() >= DRAWN_DIGITS)
}

/// The lowest descriptor that is free: about as many files are open.
fn n_open_files() -> i32 {
    File::open("/dev/null").map_or(0, |file| file.as_raw_fd())
}
