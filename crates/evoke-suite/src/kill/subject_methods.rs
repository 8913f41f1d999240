//! Which methods mutants are in, and which ones tests are about.

use std::collections::BTreeMap;

use evoke_analysis::{MethodId, Mutant, MutantId, TestCluster};
use evoke_testcase::Statement;

use crate::stable_test::StableTest;
use crate::subject_calls::last_call_on_subject;

/// The methods of mutants and tests.
#[derive(Clone, Debug, Default)]
pub struct SubjectMethods {
    of_mutants: BTreeMap<MutantId, MethodId>,
    /// By test.
    of_tests: Vec<Option<MethodId>>,
}

impl SubjectMethods {
    /// Looks them up. A test is about the last method of the class under test that it calls.
    pub fn new(mutants: &[Mutant], tests: &[StableTest], cluster: &TestCluster) -> Self {
        let method_of = |test: &StableTest| {
            let last = last_call_on_subject(&test.test, cluster)?;
            let Statement::Invoke { callable, .. } = test.test.statements()[last] else { return None };
            cluster.callable(callable).under_test
        };
        Self {
            of_mutants: mutants.iter().map(|mutant| (mutant.id, mutant.method)).collect(),
            of_tests: tests.iter().map(method_of).collect(),
        }
    }

    /// Whether the test is about the method that the mutant is in.
    pub(super) fn is_about(&self, test: usize, mutant: MutantId) -> bool {
        let about = self.of_tests.get(test).copied().flatten();
        about.is_some() && about == self.of_mutants.get(&mutant).copied()
    }
}
