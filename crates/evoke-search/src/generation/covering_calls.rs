//! Calls that may reach a call site of a pair of classes. A test without any covers nothing of the pair, so that none is generated, and one that
//! lost its last is broken and gets another (Derakhshanfar et al., 2022, sections 3.2.3 and 3.2.4).

use evoke_analysis::{CallableId, ClassUnderTest, TestCluster};
use evoke_testcase::{Statement, TestCase};
use rand::Rng;

use super::{Fragment, Supply, TestFactory};
use crate::SearchRng;

/// How often a broken test is tried to be given a covering call.
const MAX_ATTEMPTS: usize = 50;

/// How much likelier a covering call is at first than another.
const PREFERENCE: f64 = 5.0;

/// The calls under test that reach a call site.
pub(crate) struct CoveringCalls {
    /// By callable.
    is_covering: Vec<bool>,
    calls: Vec<CallableId>,
}

impl CoveringCalls {
    /// Those of a pair; `None` of a single class, and where no call is known that reaches a site.
    pub(crate) fn of(class: &ClassUnderTest, cluster: &TestCluster) -> Option<Self> {
        let coupling = class.coupling.as_ref()?;
        let covers = |id: &CallableId| {
            let method = cluster.callable(*id).under_test;
            method.is_some_and(|method| coupling.covering_methods.binary_search(&method).is_ok())
        };
        let calls: Vec<CallableId> = cluster.under_test.iter().copied().filter(covers).collect();
        let mut is_covering = vec![false; cluster.callables.len()];
        for call in &calls {
            is_covering[call.index()] = true;
        }
        (!calls.is_empty()).then_some(Self { is_covering, calls })
    }

    /// Weights of the calls under test before anything is known but that these cover.
    pub(crate) fn first_weights(&self, cluster: &TestCluster) -> Vec<f64> {
        let weight = |id: &CallableId| if self.is_covering[id.index()] { PREFERENCE } else { 1.0 };
        cluster.under_test.iter().map(weight).collect()
    }

    fn has_any(&self, test: &TestCase) -> bool {
        test.statements().iter().any(|statement| match statement {
            Statement::Invoke { callable, .. } => self.is_covering[callable.index()],
            _ => false,
        })
    }
}

impl TestFactory<'_> {
    /// Whether the test has no call that may cover anything of the pair. Tests of a single class never are.
    pub(crate) fn is_broken(&self, test: &TestCase) -> bool {
        self.covering.is_some_and(|covering| !covering.has_any(test))
    }

    /// Gives a broken test a covering call; whether it is whole now. `ends_with_throw` tells that nothing after the last statement would run.
    pub(crate) fn repair(&self, test: &mut TestCase, ends_with_throw: bool, rng: &mut SearchRng) -> bool {
        let Some(covering) = self.covering.filter(|covering| !covering.has_any(test)) else { return true };
        for _ in 0..MAX_ATTEMPTS {
            let end = test.len() - usize::from(ends_with_throw && !test.is_empty());
            let position = rng.random_range(0..=end);
            let Some(callable) = self.knowledge.callables.choose(&covering.calls, rng) else { return false };
            let mut fragment = Fragment::new(test, position, self.config.max_length);
            let call = self.call(&mut fragment, callable, None, 0, rng);
            let statements = fragment.into_statements();
            if call.is_some() {
                test.insert(position, statements);
                return true;
            }
        }
        false
    }
}
