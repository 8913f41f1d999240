//! What the JUnit 5 that tests are compiled with has, by its version and modules.

use std::path::PathBuf;

use crate::class_path_files::holds;

const PARAMETERIZED_TEST: &str = "org/junit/jupiter/params/ParameterizedTest.class";
/// What `assertDoesNotThrow` is written in, from 5.2 on.
const ASSERT_DOES_NOT_THROW: &str = "org/junit/jupiter/api/AssertDoesNotThrow.class";
const TEST: &str = "org/junit/jupiter/api/Test.class";

/// Whether a class path has JUnit's parameterised tests, which are a module of their own; one that has no JUnit 5 at all, whether what
/// [`crate::locate_junit`] found for it has them.
pub fn has_parameterized_tests(class_path: &[PathBuf], junit_jars: &[PathBuf]) -> bool {
    has(class_path, junit_jars, PARAMETERIZED_TEST)
}

/// The same of the assertion that nothing is thrown.
pub fn has_assert_does_not_throw(class_path: &[PathBuf], junit_jars: &[PathBuf]) -> bool {
    has(class_path, junit_jars, ASSERT_DOES_NOT_THROW)
}

fn has(class_path: &[PathBuf], junit_jars: &[PathBuf], file: &str) -> bool {
    let is_in = |entries: &[PathBuf], file: &str| entries.iter().any(|entry| holds(entry, file));
    is_in(class_path, file) || is_in(junit_jars, file) && !is_in(class_path, TEST)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn junit_of_the_user_has_to_have_them_itself() {
        let [user, found] = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
        let add = |folder: &tempfile::TempDir, file: &str| {
            let file = folder.path().join(file);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, []).unwrap();
        };
        let has = || has_parameterized_tests(&[user.path().to_owned()], &[found.path().to_owned()]);
        assert!(!has());
        add(&found, PARAMETERIZED_TEST);
        assert!(has(), "the user has no JUnit");
        add(&user, TEST);
        assert!(!has(), "the user has a JUnit without them");
        add(&user, PARAMETERIZED_TEST);
        assert!(has());
    }
}
