//! Calls that the methods of a stub make on what they are given: a listener asks the source of an event, an executor runs the
//! task that it got. They reach code that the class under test hands out to the objects it works with and to nobody else.

use evoke_analysis::{CallableId, StubId};
use evoke_testcase::StubCallback;
use rand::Rng;

use super::supply::Supply;
use super::{Fragment, Requirement, TestFactory};
use crate::{SearchRng, Technique};

impl TestFactory<'_> {
    /// Whether a method of the stub may call something.
    pub(crate) fn can_call_back(&self, stub: StubId) -> bool {
        self.config.has(Technique::Callbacks)
            && self.cluster.stub(stub).methods.iter().any(|method| !method.callbacks.is_empty())
    }

    /// A call for one of the stub's methods, with all it needs; `None` if that cannot be had.
    pub(crate) fn stub_callback(
        &self,
        fragment: &mut Fragment<'_>,
        stub: StubId,
        depth: usize,
        rng: &mut SearchRng,
    ) -> Option<StubCallback> {
        let methods = (0..=u8::MAX).zip(&self.cluster.stub(stub).methods);
        let calling: Vec<_> = methods.filter(|(_, method)| !method.callbacks.is_empty()).collect();
        let (method, possible) = calling.get(rng.random_range(0..calling.len().max(1)))?;
        let callables: Vec<CallableId> = possible.callbacks.iter().map(|call| call.callable).collect();
        let callable = self.knowledge.callables.choose(&callables, rng)?;
        let fitting: Vec<u8> = possible
            .callbacks
            .iter()
            .filter(|call| call.callable == callable)
            .map(|call| call.parameter)
            .collect();
        let parameter = fitting[rng.random_range(0..fitting.len())];
        let start = fragment.len();
        let parameters = self.cluster.callable(callable).parameters.iter();
        let arguments = parameters
            .map(|ty| self.fill(fragment, Requirement::Argument(*ty), depth + 1, rng))
            .collect::<Option<_>>();
        if arguments.is_none() {
            fragment.truncate(start);
        }
        Some(StubCallback { method: *method, parameter, callable, arguments: arguments? })
    }
}
