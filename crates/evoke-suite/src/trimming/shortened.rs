//! A test without one of its calls, with what is still to be seen of it.

use std::collections::BTreeSet;

use evoke_testcase::{Observation, ObservedValue, Statement, VariableRef};

use crate::asserted_test::AssertedTest;
use crate::stable_test::StableTest;

/// The variables that a test asserts something of.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Asserted(BTreeSet<VariableRef>);

impl Asserted {
    /// Those of a test.
    pub(super) fn of(test: &AssertedTest) -> Self {
        let variables = test.assertions.iter().flat_map(|it| {
            let other = match &it.value {
                ObservedValue::Same { variable } => Some(*variable),
                _ => None,
            };
            std::iter::once(it.variable).chain(other)
        });
        Self(variables.collect())
    }
}

/// The test without the call at this position, what needs it, and what only it needs, with the values of what is left, and the variables
/// that are asserted by their new numbers. `None` where there is no call, something is asserted of what would go, or the call that throws would.
pub(super) fn without_call(
    stable: &StableTest,
    Asserted(asserted): &Asserted,
    position: usize,
) -> Option<(StableTest, Asserted)> {
    if !matches!(stable.test.statements().get(position)?, Statement::Invoke { .. }) {
        return None;
    }
    let mut test = stable.test.clone();
    let mut doomed = vec![false; test.len()];
    doomed[position] = true;
    test.remove_all(&mut doomed);
    let mut unused = test.unused_values();
    test.remove_all(&mut unused);
    let (without_call, without_unused) = (numbers_left(&doomed), numbers_left(&unused));
    let numbers: Vec<Option<VariableRef>> =
        without_call.into_iter().map(|number| without_unused[number?.index()]).collect();
    let number = |variable: VariableRef| numbers[variable.index()];
    let loses_end = stable.exception.is_some() && numbers.last().is_some_and(Option::is_none);
    let asserted: Option<BTreeSet<VariableRef>> = asserted.iter().map(|it| number(*it)).collect();
    let asserted = asserted.filter(|_| !loses_end && !test.is_empty())?;
    let values = stable.values.iter().filter_map(|value| renumbered(value, number)).collect();
    let StableTest { goals, exception, .. } = stable.clone();
    Some((StableTest { test, goals, exception, values, stub_calls: None }, Asserted(asserted)))
}

/// The new numbers of variables of which the marked ones are removed.
fn numbers_left(doomed: &[bool]) -> Vec<Option<VariableRef>> {
    let mut next = 0;
    let number = |doomed: &bool| {
        (!doomed).then(|| {
            next += 1;
            VariableRef(next - 1)
        })
    };
    doomed.iter().map(number).collect()
}

/// The value by the new numbers of variables; `None` if one of them is gone.
fn renumbered(
    value: &Observation,
    number: impl Fn(VariableRef) -> Option<VariableRef>,
) -> Option<Observation> {
    let is_left = number(value.variable).is_some()
        && match &value.value {
            ObservedValue::Same { variable } => number(*variable).is_some(),
            _ => true,
        };
    is_left.then(|| {
        let mut value = value.clone();
        value.map_references(&|variable| number(variable).unwrap_or(variable));
        value
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{DepositWorld, seen};

    /// `new Account("Ann").deposit(7)`, which gives `true` and leaves a balance of 7.
    fn deposit() -> (StableTest, DepositWorld) {
        let world = DepositWorld::new();
        let values = vec![
            seen(3, None, ObservedValue::Boolean(true)),
            seen(1, Some(world.balance), ObservedValue::Int(7)),
        ];
        let test = world.test.clone();
        (StableTest { test, goals: Vec::new(), exception: None, values, stub_calls: None }, world)
    }

    fn asserted(variables: &[u32]) -> Asserted {
        Asserted(variables.iter().copied().map(VariableRef).collect())
    }

    #[test]
    fn call_goes_with_its_literals_and_what_was_seen_of_it() {
        let (stable, world) = deposit();
        let (shorter, left) = without_call(&stable, &asserted(&[1]), 3).unwrap();
        assert_eq!(shorter.test.statements(), &world.test.statements()[..2]);
        assert_eq!(shorter.values, [stable.values[1].clone()]);
        assert_eq!(left, asserted(&[1]));
    }

    #[test]
    fn what_comes_after_the_call_is_renumbered() {
        let (mut stable, world) = deposit();
        stable.test.append(&world.test);
        stable.values =
            vec![seen(7, None, ObservedValue::Same { variable: VariableRef(5) }), stable.values[0].clone()];
        let (shorter, left) = without_call(&stable, &asserted(&[5, 7]), 1).unwrap();
        assert_eq!(shorter.test, world.test);
        assert_eq!(shorter.values, [seen(3, None, ObservedValue::Same { variable: VariableRef(1) })]);
        assert_eq!(left, asserted(&[1, 3]));
    }

    #[test]
    fn call_stays_that_something_is_asserted_of_or_that_throws_and_so_does_what_is_no_call() {
        let (mut stable, _) = deposit();
        assert_eq!(without_call(&stable, &asserted(&[3]), 3), None);
        assert_eq!(without_call(&stable, &asserted(&[3]), 1), None, "the asserted call needs it");
        assert_eq!(without_call(&stable, &asserted(&[]), 2), None);
        stable.exception = Some(crate::stable_test::ExpectedException {
            class: "demo/Overdrawn".into(),
            message: None,
            is_of_assert: false,
        });
        assert_eq!(without_call(&stable, &asserted(&[]), 3), None);
    }
}
