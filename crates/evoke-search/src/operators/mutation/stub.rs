//! Changes a stub: one method gives something else, a polynomial gets another coefficient.

use evoke_testcase::{Statement, StubInstance, StubReturn, TestCase};
use rand::Rng;
use rand_distr::{Distribution, StandardNormal};

use crate::SearchRng;
use crate::generation::{Fragment, TestFactory};

/// Says whether anything changed.
pub(super) fn change(
    test: &mut TestCase,
    position: usize,
    instance: &StubInstance,
    factory: &TestFactory<'_>,
    rng: &mut SearchRng,
) -> bool {
    if instance.returns.is_empty() {
        return false;
    }
    let index = rng.random_range(0..instance.returns.len());
    let mut changed = instance.clone();
    if let StubReturn::Polynomial { coefficients, .. } = &mut changed.returns[index]
        && !rng.random_bool(factory.config.mutation.redraw)
    {
        move_coefficient(coefficients, rng);
        test.replace(position, Statement::Stub(Box::new(changed)));
        return true;
    }
    let stub = factory.cluster.stub(instance.stub);
    let Some(method) = stub.giving_methods().nth(index) else { return false };
    let mut fragment = Fragment::new(test, position, factory.config.max_length);
    let Some(returned) = factory.stub_return(&mut fragment, method, 0.0, 0, rng) else { return false };
    let statements = fragment.into_statements();
    changed.returns[index] = returned;
    let inserted = statements.len();
    test.insert(position, statements);
    // What the stub read comes before it and has not moved.
    test.replace(position + inserted, Statement::Stub(Box::new(changed)));
    true
}

/// Half of the steps are small, as roots are found between numbers of a few digits.
fn move_coefficient(coefficients: &mut [f64; 3], rng: &mut SearchRng) {
    let first = usize::from(coefficients[0] == 0.0);
    let coefficient = &mut coefficients[rng.random_range(first..3)];
    let step: f64 = StandardNormal.sample(rng);
    let step = if rng.random() { step } else { 10.0 * step };
    *coefficient = ((*coefficient + step) * 4.0).round() / 4.0;
}
