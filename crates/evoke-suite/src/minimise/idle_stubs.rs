//! Takes out of a test what methods of its stubs would give that nothing calls.

use std::collections::BTreeSet;

use evoke_analysis::{StubType, TestCluster};
use evoke_testcase::{Statement, StubCall, StubInstance, StubMember, StubReturn, TestCase, VariableRef};

/// The test with stubs whose methods do nothing but for those called; `None` if it is that already.
pub(super) fn with_idle_stubs(
    test: &TestCase,
    cluster: &TestCluster,
    calls: &[StubCall],
) -> Option<TestCase> {
    let called: BTreeSet<(VariableRef, StubMember)> = calls.iter().map(|it| (it.stub, it.member)).collect();
    let mut idle = test.clone();
    for (position, statement) in test.statements().iter().enumerate() {
        let Statement::Stub(instance) = statement else { continue };
        let is_called =
            |method: usize| called.contains(&(VariableRef(position as u32), StubMember::Implemented(method)));
        let changed = without_uncalled(instance, cluster.stub(instance.stub), is_called);
        idle.replace(position, Statement::Stub(Box::new(changed)));
    }
    (idle != *test).then_some(idle)
}

fn without_uncalled(
    instance: &StubInstance,
    stub: &StubType,
    is_called: impl Fn(usize) -> bool,
) -> StubInstance {
    let mut changed = instance.clone();
    for (returned, position) in changed.returns.iter_mut().zip(stub.decided_positions()) {
        if !is_called(position) {
            *returned =
                if stub.methods[position].is_optional { StubReturn::Inherited } else { StubReturn::Default };
        }
    }
    changed.callbacks.retain(|callback| is_called(usize::from(callback.method)));
    changed
}

#[cfg(test)]
mod tests {
    use evoke_analysis::TypeTable;
    use evoke_testcase::{StubCallback, Value};

    use super::*;
    use crate::testing::{Demo, int, test_of, value};

    /// A test of a stub with `int width()`, `void reset()` and `int height()`, which gives 7 twice, and calls something in `reset`.
    fn demo() -> (Demo, TestCase) {
        let mut demo = Demo::new();
        let nothing = demo.static_method("nothing", "()V", &[], TypeTable::VOID);
        let methods = [("width", int()), ("reset", TypeTable::VOID), ("height", int())];
        let stub = demo.interface("demo/Shape", &methods);
        let nothing =
            StubCallback { method: 1, parameter: 0, callable: nothing, arguments: [].as_slice().into() };
        let seven = StubReturn::Variable(VariableRef(0));
        let instance = StubInstance {
            stub,
            arguments: [].as_slice().into(),
            returns: vec![seven; 2],
            callbacks: vec![nothing],
        };
        (demo, test_of(vec![value(Value::Int(7)), Statement::Stub(Box::new(instance))]))
    }

    fn calls(methods: &[usize]) -> Vec<StubCall> {
        let call = |method: &usize| StubCall {
            stub: VariableRef(1),
            member: StubMember::Implemented(*method),
            arguments: Vec::new(),
            inspection: None,
        };
        methods.iter().map(call).collect()
    }

    #[test]
    fn method_that_nothing_calls_gives_nothing_and_calls_nothing() {
        let (demo, test) = demo();
        let idle = with_idle_stubs(&test, &demo.cluster, &calls(&[2])).unwrap();
        let Statement::Stub(instance) = &idle.statements()[1] else { panic!("a stub") };
        let seven = StubReturn::Variable(VariableRef(0));
        assert_eq!(instance.returns, [StubReturn::Default, seven]);
        assert!(instance.callbacks.is_empty());
    }

    #[test]
    fn stub_all_of_whose_methods_are_called_stays_as_it_is() {
        let (demo, test) = demo();
        assert_eq!(with_idle_stubs(&test, &demo.cluster, &calls(&[0, 1, 2])), None);
    }
}
