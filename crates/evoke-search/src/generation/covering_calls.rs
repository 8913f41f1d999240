//! Calls that may reach a call site of a pair of classes. A test without any covers nothing of the pair, so that these are preferred at first
//! (Derakhshanfar et al., 2022, section 3.2.3).

use evoke_analysis::{CallableId, ClassUnderTest, TestCluster};
use evoke_testcase::{Statement, TestCase};

/// How much likelier a covering call is at first than another.
const PREFERENCE: f64 = 5.0;

/// The calls under test that reach a call site.
pub(crate) struct CoveringCalls {
    /// By callable.
    is_covering: Vec<bool>,
    pub(super) calls: Vec<CallableId>,
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

    /// Whether a test makes one of them.
    pub(super) fn has_any(&self, test: &TestCase) -> bool {
        test.statements().iter().any(|statement| match statement {
            Statement::Invoke { callable, .. } => self.is_covering[callable.index()],
            _ => false,
        })
    }
}
