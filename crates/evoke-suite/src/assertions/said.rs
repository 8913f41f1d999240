//! What the tests of a suite assert so far, so that none repeats another.

use std::collections::BTreeSet;

use evoke_analysis::CallableId;
use evoke_testcase::{Observation, ObservedValue, Statement, TestCase};

use crate::value_key::ValueKey;

/// See the module.
#[derive(Default)]
pub(super) struct Said(BTreeSet<Saying>);

/// The call asked and what it gave.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Saying {
    callable: Option<CallableId>,
    /// `None`: an object that the call was made on or was given, whichever.
    value: Option<ValueKey>,
}

impl Saying {
    /// What an observation of the test says.
    pub(super) fn of(test: &TestCase, observation: &Observation) -> Self {
        let producer = || match test.definition(observation.variable) {
            Statement::Invoke { callable, .. } => Some(*callable),
            _ => None,
        };
        let is_same = matches!(observation.value, ObservedValue::Same { .. });
        Self {
            callable: observation.question().or_else(producer),
            value: (!is_same).then(|| ValueKey::from(&observation.value)),
        }
    }
}

impl Said {
    pub(super) fn insert(&mut self, test: &TestCase, observation: &Observation) {
        self.0.insert(Saying::of(test, observation));
    }

    pub(super) fn contains(&self, test: &TestCase, observation: &Observation) -> bool {
        self.0.contains(&Saying::of(test, observation))
    }
}
