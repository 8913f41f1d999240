//! Changes a stub: one method gives something else, or throws, a polynomial gets another coefficient, a method calls something else on what
//! it is given, or nothing any more.

use evoke_analysis::{StubMethod, StubType};
use evoke_testcase::{Statement, StubCallback, StubInstance, StubReturn, TestCase};
use rand::Rng;
use rand_distr::{Distribution, StandardNormal};

use crate::SearchRng;
use crate::generation::{Fragment, TestFactory};

/// Probability that a change to a stub which may call something is one of what it calls, if it gives something, too.
const CHANGE_CALLBACK: f64 = 0.5;

/// Probability that a change is one of how a method ends that gives nothing: most calls are to go on.
const CHANGE_ENDING: f64 = 0.1;
/// The same where one throws.
const CHANGE_THROWING: f64 = 0.4;

/// Probability that a change is one of what need not be overridden, where a stub has such.
const CHANGE_OPTIONAL: f64 = 0.5;

/// Says whether anything changed.
pub(super) fn change(
    test: &mut TestCase,
    position: usize,
    instance: &StubInstance,
    factory: &TestFactory<'_>,
    rng: &mut SearchRng,
) -> bool {
    let stub = factory.cluster.stub(instance.stub);
    if let Some(changed) = with_other_ending(instance, stub, factory, rng) {
        test.replace(position, Statement::Stub(Box::new(changed)));
        return true;
    }
    let gives_nothing = !stub.decided_methods().any(StubMethod::gives);
    if factory.can_call_back(instance.stub) && (gives_nothing || rng.random_bool(CHANGE_CALLBACK)) {
        return change_callback(test, position, instance, factory, rng);
    }
    let Some(index) = choose_method(stub, factory, rng) else { return false };
    let mut changed = instance.clone();
    let is_optional = stub.decided_methods().nth(index).is_some_and(|method| method.is_optional);
    if is_optional && changed.returns[index] != StubReturn::Inherited && rng.random() {
        changed.returns[index] = StubReturn::Inherited;
        test.replace(position, Statement::Stub(Box::new(changed)));
        return true;
    }
    if let StubReturn::Polynomial { coefficients, .. } = &mut changed.returns[index]
        && !rng.random_bool(factory.config.mutation.redraw)
    {
        move_coefficient(coefficients, rng);
        test.replace(position, Statement::Stub(Box::new(changed)));
        return true;
    }
    let Some(method) = stub.decided_methods().nth(index) else { return false };
    let mut fragment = Fragment::new(test, position, factory.config.max_length);
    let Some(returned) = factory.stub_return(&mut fragment, (stub.id, method), 1, 0, rng) else {
        return false;
    };
    let statements = fragment.into_statements();
    changed.returns[index] = returned;
    replace(test, position, statements, changed);
    true
}

/// The stub with a method that gives nothing and that throws, where it did not, or the other way round; `None` mostly.
fn with_other_ending(
    instance: &StubInstance,
    stub: &StubType,
    factory: &TestFactory<'_>,
    rng: &mut SearchRng,
) -> Option<StubInstance> {
    let throws = |place: usize| matches!(instance.returns[place], StubReturn::Throw(_));
    let silent = || stub.decided_methods().enumerate().filter(|(_, method)| !method.gives());
    silent().next()?;
    let is_throwing = silent().any(|(place, _)| throws(place));
    if !rng.random_bool(if is_throwing { CHANGE_THROWING } else { CHANGE_ENDING }) {
        return None;
    }
    let place = factory.knowledge.stub_uses.choose(stub, false, rng)?;
    let (_, method) = silent().find(|(it, _)| *it == place)?;
    let mut changed = instance.clone();
    changed.returns[place] = factory.other_ending(method, changed.returns[place], rng)?;
    Some(changed)
}

/// One of the methods that give something: one that need not be overridden, or else one that is known to be called, if any is.
fn choose_method(stub: &StubType, factory: &TestFactory<'_>, rng: &mut SearchRng) -> Option<usize> {
    let methods = || stub.decided_methods().enumerate();
    let n_optional = methods().filter(|(_, method)| method.is_optional).count();
    if n_optional > 0 && rng.random_bool(CHANGE_OPTIONAL) {
        let mut optional = methods().filter(|(_, method)| method.is_optional);
        if let Some((index, _)) = optional.nth(rng.random_range(0..n_optional)) {
            return Some(index);
        }
    }
    factory.knowledge.stub_uses.choose(stub, true, rng)
}

/// Puts a changed stub in place of the one at `position`, after the statements that it needs.
fn replace(test: &mut TestCase, position: usize, statements: Vec<Statement>, changed: StubInstance) {
    let inserted = statements.len();
    test.insert(position, statements);
    // What the stub read comes before it and has not moved.
    test.replace(position + inserted, Statement::Stub(Box::new(changed)));
}

/// A method calls something, something else, or nothing any more.
fn change_callback(
    test: &mut TestCase,
    position: usize,
    instance: &StubInstance,
    factory: &TestFactory<'_>,
    rng: &mut SearchRng,
) -> bool {
    let mut changed = instance.clone();
    if !changed.callbacks.is_empty() && rng.random() {
        changed.callbacks.remove(rng.random_range(0..instance.callbacks.len()));
        replace(test, position, Vec::new(), changed);
        return true;
    }
    let mut fragment = Fragment::new(test, position, factory.config.max_length);
    let Some(callback) = factory.stub_callback(&mut fragment, instance.stub, 0, rng) else { return false };
    let statements = fragment.into_statements();
    set_callback(&mut changed.callbacks, callback);
    replace(test, position, statements, changed);
    true
}

/// The callbacks are in the order of their methods, of which each makes one at most.
fn set_callback(callbacks: &mut Vec<StubCallback>, callback: StubCallback) {
    match callbacks.binary_search_by_key(&callback.method, |known| known.method) {
        Ok(known) => callbacks[known] = callback,
        Err(place) => callbacks.insert(place, callback),
    }
}

/// Half of the steps are small, as roots are found between numbers of a few digits.
fn move_coefficient(coefficients: &mut [f64; 3], rng: &mut SearchRng) {
    let first = usize::from(coefficients[0] == 0.0);
    let coefficient = &mut coefficients[rng.random_range(first..3)];
    let step: f64 = StandardNormal.sample(rng);
    let step = if rng.random() { step } else { 10.0 * step };
    *coefficient = ((*coefficient + step) * 4.0).round() / 4.0;
}
