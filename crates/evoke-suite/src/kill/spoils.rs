//! What mutants leave behind: a run of the original shows whether a test still finds what it found before.

use std::collections::BTreeSet;

use evoke_testcase::MutantObserver;

use super::evidence::told_otherwise;
use super::kill_matrix::{Completeness, KillMatrix};
use crate::stable_test::StableTest;

/// Of the tests that are run on mutants, one in so many may be lost before nothing more is to be learnt.
const LOST_ONE_IN: usize = 4;

/// Which tests are still of use on mutants. Once one shows on the original what it did not, static state is put back before every run; a test
/// that does not even then show what it did is lost.
#[derive(Default)]
pub(super) struct Spoils {
    /// Whether a mutant has left something behind, so that a test is asked before it is run on others.
    has_found: bool,
    lost: BTreeSet<usize>,
}

impl Spoils {
    /// Whether the test at this position can be run on mutants.
    pub(super) fn is_usable(
        &mut self,
        observer: &mut dyn MutantObserver,
        position: usize,
        test: &StableTest,
    ) -> bool {
        if self.has_found && !self.lost.contains(&position) && shown_again(observer, test).is_none() {
            self.lost.insert(position);
        }
        !self.lost.contains(&position)
    }

    /// After a test was run on mutants: the values of what stubs were told otherwise. `None` where the original shows something else now, so
    /// that what the mutants showed counts for nothing.
    pub(super) fn look(
        &mut self,
        observer: &mut dyn MutantObserver,
        position: usize,
        test: &StableTest,
    ) -> Option<Vec<usize>> {
        let fickle = shown_again(observer, test);
        if fickle.is_none() {
            self.has_found = true;
            if !is_mended(observer, test) {
                self.lost.insert(position);
            }
        }
        fickle
    }

    /// Whether static state is put back since a mutant left something behind.
    pub(super) fn were_found(&self) -> bool {
        self.has_found
    }

    /// Whether a test was lost.
    pub(super) fn are_some(&self) -> bool {
        !self.lost.is_empty()
    }

    /// Whether of so many tests too many were lost.
    pub(super) fn are_too_many(&self, tests: usize) -> bool {
        self.lost.len() * LOST_ONE_IN > tests
    }
}

/// Has static state put back before all later runs; whether a test that showed something else shows what it did then.
pub(crate) fn is_mended(observer: &mut dyn MutantObserver, test: &StableTest) -> bool {
    observer.keep_static_state(false);
    shown_again(observer, test).is_some()
}

impl KillMatrix {
    /// Has static state put back before all later runs, after a test showed something else than it is known to; where that does not help,
    /// nothing more can be learnt.
    pub(crate) fn mend(&mut self, observer: &mut dyn MutantObserver, test: &StableTest) {
        self.puts_back = true;
        if !is_mended(observer, test) {
            self.completeness = Completeness::Spoilt;
        }
    }
}

/// The values of what stubs are told otherwise when the test is run again; `None` if it shows something else.
pub(crate) fn shown_again(observer: &mut dyn MutantObserver, test: &StableTest) -> Option<Vec<usize>> {
    told_otherwise(test, &observer.observe(&test.test))
}
