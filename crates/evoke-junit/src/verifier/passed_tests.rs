//! Which tests of a suite passed, as far as is known while it is verified.

use std::collections::{BTreeMap, BTreeSet};

use super::runner_process::Surroundings;
use crate::test_source::CaseKey;

/// Tests and rows that passed when they ran last, which was as they are now.
#[derive(Debug, Default)]
pub(super) struct PassedTests {
    passed: BTreeSet<CaseKey>,
    /// Where a test failed that has not passed there since: what it lost for it need not have been all that fails there.
    failed_in: BTreeMap<CaseKey, Surroundings>,
}

impl PassedTests {
    /// The test passed.
    pub(super) fn note_pass(&mut self, test: &CaseKey, surroundings: Surroundings) {
        self.passed.insert(test.clone());
        if self.failed_in.get(test) == Some(&surroundings) {
            self.failed_in.remove(test);
        }
    }

    /// The test failed, or ended the JVM.
    pub(super) fn note_failure(&mut self, test: &CaseKey, surroundings: Surroundings) {
        self.passed.remove(test);
        self.failed_in.insert(test.clone(), surroundings);
    }

    /// Those that have passed since wherever they failed.
    pub(super) fn everywhere(&self) -> BTreeSet<CaseKey> {
        self.passed.iter().filter(|test| !self.failed_in.contains_key(test)).cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn test_that_failed_somewhere_has_not_passed_until_it_did_there() {
        let key = |name: &str| CaseKey { test: name.to_owned(), row: None };
        let (always, once) = (key("always"), key("once"));
        let mut passed = PassedTests::default();
        for test in [&always, &once] {
            passed.note_pass(test, Surroundings::Home);
        }
        passed.note_failure(&once, Surroundings::Application);
        passed.note_pass(&once, Surroundings::Home);
        assert_eq!(passed.everywhere(), BTreeSet::from([always.clone()]));
        passed.note_pass(&once, Surroundings::Application);
        assert_eq!(passed.everywhere(), BTreeSet::from([always, once]));
    }
}
