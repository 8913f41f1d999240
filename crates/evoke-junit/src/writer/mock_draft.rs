//! A test as it is written with mocks: which of its stubs become some, and no more in it than what these answer.

use evoke_analysis::{CallableKind, StubType, TestCluster};
use evoke_suite::AssertedTest;
use evoke_testcase::{
    ObservedValue, Statement, StubCall, StubInstance, StubMember, StubReturn, TestCase, VariableRef,
};

/// Classes of fewer methods are read as quickly as mocks.
const MANY_METHODS: usize = 4;

/// Whether a stub of the test can be written as a mock.
pub fn has_mock(test: &TestCase, cluster: &TestCluster) -> bool {
    test.statements().iter().any(|statement| match statement {
        Statement::Stub(instance) => can_be_mock(instance, cluster.stub(instance.stub)),
        _ => false,
    })
}

/// Whether a mock can do what the stub does, and is shorter.
pub(super) fn can_be_mock(instance: &StubInstance, stub: &StubType) -> bool {
    let is_simple = |returned: &StubReturn| !matches!(returned, StubReturn::Polynomial { .. });
    // A mock overrides all.
    stub.is_interface
        && stub.methods.iter().all(|method| !method.is_optional)
        && stub.methods.len() >= MANY_METHODS
        && instance.callbacks.is_empty()
        && instance.returns.iter().all(is_simple)
}

/// The calls that the test as it is written makes on the stub in the variable; those of inspectors count where something is asserted.
pub(super) fn calls_on(draft: &AssertedTest, stub: VariableRef) -> Vec<&StubCall> {
    let is_made = |call: &&StubCall| {
        let is_inspected = |(of, inspector): (VariableRef, _)| {
            draft.assertions.iter().any(|it| it.variable == of && it.asked() == Some(inspector))
        };
        call.stub == stub && call.inspection.is_none_or(is_inspected)
    };
    draft.stub_calls.iter().flatten().filter(is_made).collect()
}

/// The test without the values that its mocks would give in calls that nobody makes, and what those were made of.
pub(super) fn draft_with_mocks(draft: &AssertedTest, cluster: &TestCluster) -> AssertedTest {
    let mut reduced = draft.clone();
    for (position, statement) in draft.test.statements().iter().enumerate() {
        let Statement::Stub(instance) = statement else { continue };
        let stub = cluster.stub(instance.stub);
        if draft.stub_calls.is_some() && can_be_mock(instance, stub) {
            let calls = calls_on(draft, VariableRef(position as u32));
            let instance = with_answers_to(instance, stub, &calls);
            reduced.test.replace(position, Statement::Stub(Box::new(instance)));
        }
    }
    remove_idle(&mut reduced, cluster);
    reduced
}

/// The stub, giving nothing but defaults where it is not called, and no values after those of the last call.
fn with_answers_to(instance: &StubInstance, stub: &StubType, calls: &[&StubCall]) -> StubInstance {
    let mut instance = instance.clone();
    for (position, returned) in stub.decided_positions().zip(&mut instance.returns) {
        let member = StubMember::Implemented(position);
        let n_calls = calls.iter().filter(|call| call.member == member).count();
        match (n_calls, returned) {
            (0, returned) => *returned = StubReturn::Default,
            (_, StubReturn::Successive(values)) => {
                let last = values[n_calls.min(values.len()) - 1];
                values.iter_mut().skip(n_calls).for_each(|value| *value = last);
            }
            _ => {}
        }
    }
    instance
}

/// Removes what nobody reads and nobody can notice.
fn remove_idle(draft: &mut AssertedTest, cluster: &TestCluster) {
    let mut is_read = vec![false; draft.test.len()];
    for observation in &draft.assertions {
        is_read[observation.variable.index()] = true;
        if let ObservedValue::Same { variable } = observation.value {
            is_read[variable.index()] = true;
        }
    }
    let mut doomed = vec![false; draft.test.len()];
    for (position, statement) in draft.test.statements().iter().enumerate().rev() {
        let ends = draft.throwing_statement() == Some(position);
        doomed[position] = !ends && !is_read[position] && is_idle(statement, cluster);
        if !doomed[position] {
            statement.references().iter().for_each(|variable| is_read[variable.index()] = true);
        }
    }
    let mut n_kept = 0;
    let renumbered: Vec<Option<VariableRef>> = doomed
        .iter()
        .map(|doomed| {
            n_kept += u32::from(!doomed);
            (!doomed).then(|| VariableRef(n_kept - 1))
        })
        .collect();
    draft.test.remove_all(&mut doomed);
    renumber(draft, &renumbered);
}

fn is_idle(statement: &Statement, cluster: &TestCluster) -> bool {
    match statement {
        Statement::Value(_) | Statement::NewArray { .. } => true,
        Statement::Invoke { callable, .. } => {
            let callable = cluster.callable(*callable);
            // Constructors of collections write to nothing but the collection.
            let is_new = callable.kind == CallableKind::Constructor;
            let is_collection = is_new && callable.owner.package() == "java/util";
            callable.under_test.is_none() && (callable.is_pure || is_collection)
        }
        Statement::Stub(instance) => cluster.stub(instance.stub).is_interface,
        Statement::WriteElement { .. } => false,
    }
}

/// Has what is said of the test's variables speak of them by their new numbers.
fn renumber(draft: &mut AssertedTest, renumbered: &[Option<VariableRef>]) {
    let of = |variable: VariableRef| renumbered[variable.index()];
    let value = |value: &mut ObservedValue| {
        if let ObservedValue::Same { variable } = value {
            match of(*variable) {
                Some(kept) => *variable = kept,
                // Nobody compares with what is gone.
                None => *value = ObservedValue::Object { class: "java/lang/Object".into() },
            }
        }
    };
    for observation in &mut draft.assertions {
        observation.variable = of(observation.variable).unwrap_or(observation.variable);
        value(&mut observation.value);
    }
    for call in draft.stub_calls.iter_mut().flatten() {
        call.arguments.iter_mut().for_each(value);
        call.inspection = call.inspection.and_then(|(variable, inspector)| Some((of(variable)?, inspector)));
    }
    if let Some(calls) = &mut draft.stub_calls {
        calls.retain_mut(|call| {
            of(call.stub).is_some_and(|stub| {
                call.stub = stub;
                true
            })
        });
    }
}
