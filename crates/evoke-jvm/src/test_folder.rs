//! The folder of the running test: empty when a test begins, at a cost only after tests that used it.
//!
//! The Java class of that name does what the calls say; the names that these are given are made plain here.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use evoke_runtime::members::test_folder;
use evoke_testcase::{JavaString, file_name};
use jni_sys::jvalue;

use crate::jni::{Env, Fault, JniType};
use crate::runtime_classes::{RuntimeClasses, static_method};

/// Where it is.
#[derive(Clone, Debug)]
pub(crate) struct TestFolder {
    pub(crate) path: PathBuf,
    /// The folder for temporary files, which it is in, and which is emptied with it: its path leads there.
    pub(crate) temporary: PathBuf,
}

/// The folder as tests use it, one after the other.
pub(crate) struct TestFolderInUse {
    folder: TestFolder,
    is_used: bool,
}

impl TestFolder {
    /// Tells the Java class where it is. It is empty when the first test begins.
    pub(crate) fn open(&self, env: Env, runtime: &RuntimeClasses) -> Result<TestFolderInUse, Fault> {
        let open = static_method(env, runtime.test_folder, test_folder::OPEN)?;
        let text = env.new_text(&self.path.to_string_lossy())?;
        env.call_static(runtime.test_folder, open, JniType::Void, &[jvalue { l: text }])?;
        env.delete_local(text);
        Ok(TestFolderInUse { folder: self.clone(), is_used: true })
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

    /// A test begins: what those before left goes.
    pub(crate) fn begin_test(&mut self) {
        if std::mem::take(&mut self.is_used) && self.folder.empty().is_err() {
            // A thread that a test left behind may just have written something.
            self.is_used = self.folder.empty().is_err();
        }
    }
}

/// The name of a file that a literal stands for.
pub(crate) fn name_of(literal: &JavaString) -> JavaString {
    file_name(literal).as_str().into()
}

fn empty(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            fs::remove_dir_all(entry.path())?;
        } else {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}
