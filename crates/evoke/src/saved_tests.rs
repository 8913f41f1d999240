//! Files of tests in their symbolic form: what `--save-tests` writes and `--start-from` reads. Text that is stable across
//! analyses, so that it can be compared, kept beside the sources, and run again on a later version of the class.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

use evoke_classfile::ClassName;
use evoke_testcase::{SymbolicTest, TestsOfClass, parse_tests, print_tests};

use crate::failure::Failure;
use crate::whole_file;

/// Tests by the class that they are for.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct SavedTests(BTreeMap<ClassName, Vec<SymbolicTest>>);

impl SavedTests {
    /// Tests of these classes, each of which may be there more than once: as a caller of several classes, in several modules.
    pub(crate) fn new(tests: impl IntoIterator<Item = (ClassName, Vec<SymbolicTest>)>) -> Self {
        let mut of_classes = BTreeMap::<ClassName, Vec<SymbolicTest>>::new();
        for (class, tests) in tests {
            of_classes.entry(class).or_default().extend(tests);
        }
        Self(of_classes)
    }

    /// Reads a file.
    pub(crate) fn read(path: &Path) -> Result<Self, Failure> {
        let text = fs::read_to_string(path).map_err(|error| {
            Failure::usage(format_args!("cannot read `{}`: {error}", path.display()))
                .with_hint("--start-from takes a file that --save-tests wrote")
        })?;
        let classes = parse_tests(&text).map_err(|error| {
            Failure::usage(format_args!("{}:{}: {}", path.display(), error.line, error.message))
                .with_hint("--start-from takes a file that --save-tests wrote")
        })?;
        Ok(Self::new(classes.into_iter().map(|TestsOfClass { class, tests }| (class, tests))))
    }

    /// Refuses a path at which there is something else than saved tests, or which cannot be written.
    pub(crate) fn check_destination(path: &Path) -> Result<(), Failure> {
        let is_taken = match fs::read_to_string(path) {
            Ok(text) => parse_tests(&text).is_err(),
            Err(error) => error.kind() != io::ErrorKind::NotFound,
        };
        if is_taken {
            return Err(Failure::usage(format_args!(
                "`{}` is there and holds no saved tests",
                path.display()
            ))
            .with_hint("give --save-tests a new file, or one that it wrote before"));
        }
        let folder = whole_file::folder_of(path);
        tempfile::tempfile_in(folder).map(drop).map_err(|error| {
            Failure::environment(format_args!("cannot write to `{}`: {error}", folder.display()))
                .with_hint("--save-tests takes a file in a folder that exists")
        })
    }

    /// The tests of a class.
    pub(crate) fn of(&self, class: &ClassName) -> Vec<SymbolicTest> {
        self.0.get(class).cloned().unwrap_or_default()
    }

    /// Writes the file: whole or not at all.
    pub(crate) fn write(self, path: &Path) -> io::Result<()> {
        let classes = self.0.into_iter().map(|(class, tests)| TestsOfClass { class, tests });
        whole_file::write(path, &print_tests(&classes.collect::<Vec<_>>()))
    }
}
