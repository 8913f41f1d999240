//! What is to be done for a class of which an earlier run left something.

use std::path::Path;

use evoke_report::{ClassRecord, Status};
use evoke_testcase::SymbolicTest;

use super::store::KeptClass;

/// The decision.
pub(super) enum Triage {
    /// It is worked on.
    Work(Box<Begin>),
    /// It is as it was, and so is its suite.
    Unchanged(Box<KeptClass>),
    /// Its suite is not where it was written.
    SuiteIsGone,
}

/// What work on a class begins with.
#[derive(Clone, Default)]
pub(super) struct Begin {
    /// Tests that an earlier run left.
    pub(super) tests: Vec<SymbolicTest>,
    /// Whether an earlier run wrote the suite that is there, for another version of the class or in another way.
    pub(super) has_old_suite: bool,
    /// What an earlier run came to, where it was about the same class and its suite is still there: only a better one takes its place.
    pub(super) record: Option<ClassRecord>,
}

/// Decides for a class with this key whose suite belongs at this path. `again` is whether the user wants to work on unchanged classes, and on
/// those whose suites are gone, too.
pub(super) fn triage(kept: Option<KeptClass>, key: &str, suite: &Path, again: bool) -> Triage {
    let Some(kept) = kept else { return Triage::Work(Box::default()) };
    let has_suite = suite.is_file();
    let is_same = kept.key == key;
    let is_unchanged = is_same && !again;
    // Where it was written elsewhere, as with another `--out`, none is missing here.
    let was_here = || kept.record.file.as_deref().is_some_and(|file| Path::new(file) == suite);
    match kept.record.status {
        // There was nothing to test, and there is nothing now.
        Status::Empty if is_unchanged => Triage::Unchanged(Box::new(kept)),
        Status::Ok if is_unchanged && has_suite => Triage::Unchanged(Box::new(kept)),
        // The user may have moved it; that the class has changed since is no reason to write it twice.
        Status::Ok if !again && !has_suite && (is_same || was_here()) => Triage::SuiteIsGone,
        Status::Ok | Status::Empty | Status::Failed => {
            let has_old_suite = !is_same && has_suite;
            let record = (is_same && has_suite).then_some(kept.record);
            Triage::Work(Box::new(Begin { tests: kept.tests, has_old_suite, record }))
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// Of a class with the key `one` whose suite was written as `AEvokeTest.java`.
    fn triaged(status: Status, key: &str, has_suite: bool, again: bool) -> Triage {
        let folder = tempfile::tempdir().unwrap();
        let suite = folder.path().join("AEvokeTest.java");
        if has_suite {
            fs::write(&suite, "").unwrap();
        }
        triage(Some(kept(status, &suite)), key, &suite, again)
    }

    fn kept(status: Status, suite: &Path) -> KeptClass {
        let record = ClassRecord { file: Some(suite.display().to_string()), ..ClassRecord::new("A", status) };
        KeptClass { key: "one".to_owned(), record, tests: Vec::new() }
    }

    #[test]
    fn unchanged_class_with_its_suite_is_not_worked_on_unless_asked_for() {
        assert!(matches!(triaged(Status::Ok, "one", true, false), Triage::Unchanged(_)));
        assert!(matches!(triaged(Status::Ok, "one", true, true), Triage::Work(_)));
        assert!(matches!(triaged(Status::Ok, "two", true, false), Triage::Work(_)));
        assert!(matches!(triage(None, "one", Path::new("A"), false), Triage::Work(_)));
    }

    #[test]
    fn suite_of_the_same_class_is_what_a_new_one_has_to_be_better_than() {
        let begin = |key, has_suite| match triaged(Status::Ok, key, has_suite, true) {
            Triage::Work(begin) => begin.record.is_some(),
            _ => panic!("not worked on"),
        };
        assert!(begin("one", true));
        assert!(!begin("one", false) && !begin("two", true));
    }

    #[test]
    fn suite_that_was_moved_is_not_written_again() {
        assert!(matches!(triaged(Status::Ok, "one", false, false), Triage::SuiteIsGone));
        assert!(matches!(triaged(Status::Ok, "two", false, false), Triage::SuiteIsGone));
        assert!(matches!(triaged(Status::Ok, "two", false, true), Triage::Work(_)));
    }

    #[test]
    fn suite_that_was_written_elsewhere_is_not_missing() {
        let before = kept(Status::Ok, Path::new("before/AEvokeTest.java"));
        let now = Path::new("now/AEvokeTest.java");
        assert!(matches!(triage(Some(before), "two", now, false), Triage::Work(_)));
    }

    #[test]
    fn class_that_failed_is_tried_again_and_an_empty_one_is_not() {
        assert!(matches!(triaged(Status::Failed, "one", false, false), Triage::Work(_)));
        assert!(matches!(triaged(Status::Empty, "one", false, false), Triage::Unchanged(_)));
    }
}
