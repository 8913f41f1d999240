//! Gives every use of a literal a literal of its own, right before it. Minimising leaves one for several uses wherever that will do, which says
//! nothing about them: tests that differ in literals alone are recognised without it.

use evoke_testcase::{ObservedValue, Statement, TestCase, VariableRef};

use crate::stable_test::StableTest;

/// The same test. One of which calls on stubs are known stays as it is.
pub fn with_own_literals(mut stable: StableTest) -> StableTest {
    if stable.stub_calls.is_some() {
        return stable;
    }
    let (test, places) = separated(&stable.test);
    for observation in &mut stable.values {
        observation.variable = places[observation.variable.index()];
        if let ObservedValue::Same { variable } = &mut observation.value {
            *variable = places[variable.index()];
        }
    }
    StableTest { test, ..stable }
}

/// The test, and where each of its variables is then, of several the first.
fn separated(test: &TestCase) -> (TestCase, Vec<VariableRef>) {
    let readers = test.last_readers();
    let mut separated = TestCase::default();
    let mut places: Vec<Option<VariableRef>> = vec![None; test.len()];
    for (position, statement) in test.statements().iter().enumerate() {
        let is_literal = |variable: VariableRef| matches!(test.definition(variable), Statement::Value(_));
        if is_literal(VariableRef(position as u32)) && readers[position].is_some() {
            continue;
        }
        let mut statement = statement.clone();
        statement.map_references(|variable| {
            let known = places[variable.index()].filter(|_| !is_literal(variable));
            known.unwrap_or_else(|| {
                let own = separated.push(test.definition(variable).clone());
                places[variable.index()].get_or_insert(own);
                own
            })
        });
        places[position] = Some(separated.push(statement));
    }
    (separated, places.into_iter().map(|place| place.unwrap_or(VariableRef(0))).collect())
}

#[cfg(test)]
mod tests {
    use evoke_testcase::Value;

    use super::*;
    use crate::testing::{DepositWorld, call, int, seen, string, test_of, value};

    #[test]
    fn every_use_has_a_literal_of_its_own_and_values_are_of_the_same_variables() {
        let DepositWorld { mut demo, owner, .. } = DepositWorld::new();
        let add = demo.method("add", "(II)I", &[int(), int()], int());
        let v = VariableRef;
        let test = test_of(vec![
            value(Value::Int(3)),
            call(owner, None, &[]),
            call(add, Some(v(1)), &[v(0), v(0)]),
            value(Value::Int(4)),
        ]);
        let values = vec![
            seen(0, None, ObservedValue::Int(3)),
            seen(1, None, string("a")),
            seen(2, None, ObservedValue::Int(6)),
        ];
        let stable = StableTest { test, goals: Vec::new(), exception: None, values, stub_calls: None };
        let separated = with_own_literals(stable);
        let expected = [
            call(owner, None, &[]),
            value(Value::Int(3)),
            value(Value::Int(3)),
            call(add, Some(v(0)), &[v(1), v(2)]),
            value(Value::Int(4)),
        ];
        assert_eq!(separated.test.statements(), expected);
        assert_eq!(separated.values.iter().map(|it| it.variable.0).collect::<Vec<_>>(), [1, 0, 3]);
    }
}
