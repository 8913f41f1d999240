//! The order of tests in a file: those that are named after one method stand together, in the order in which its class declares them.

use std::collections::BTreeMap;

use evoke_analysis::{Callable, TestCluster};
use evoke_suite::AssertedTest;

use super::conditions::Conditions;
use super::focus::focused_call;
use super::test_names::subject;

/// The tests by what they are named after, overloads where the first of them is declared; of one method those that throw last, and short ones
/// before long ones.
pub(crate) fn in_order(
    drafts: &[AssertedTest],
    cluster: &TestCluster,
    conditions: &Conditions,
) -> Vec<AssertedTest> {
    let focuses: Vec<Option<&Callable>> =
        drafts.iter().map(|draft| Some(focused_call(draft, cluster, conditions)?.1)).collect();
    let mut first: BTreeMap<String, Place> = BTreeMap::new();
    for callable in focuses.iter().flatten() {
        let here = place(callable);
        first.entry(subject(callable)).and_modify(|first| *first = (*first).min(here)).or_insert(here);
    }
    let key = |position: &usize| {
        let (focus, draft) = (focuses[*position], &drafts[*position]);
        let places = focus.map(|callable| (first[&subject(callable)], place(callable)));
        (places.is_none(), places, draft.exception.is_some(), draft.test.len())
    };
    let mut order: Vec<usize> = (0..drafts.len()).collect();
    order.sort_by_cached_key(key);
    order.into_iter().map(|position| drafts[position].clone()).collect()
}

/// Where a callable stands: methods under test as they are declared, then others.
type Place = (u32, u32);

fn place(callable: &Callable) -> Place {
    (callable.under_test.map_or(u32::MAX, |method| method.0), callable.id.0)
}

#[cfg(test)]
mod tests {
    use evoke_analysis::TypeTable;

    use super::*;
    use crate::testing::{Demo, boolean, call, int, test_of, value};
    use evoke_testcase::{Value, VariableRef};

    #[test]
    fn tests_of_one_method_stand_together_and_short_ones_come_first() {
        let mut demo = Demo::new();
        let constructor = demo.constructor();
        let deposit = demo.method("deposit", "(I)Z", &[int()], boolean());
        let close = demo.method("close", "()V", &[], TypeTable::VOID);
        let test = |calls: &[_]| {
            let mut statements = vec![
                value(Value::String("Ann".into())),
                call(constructor, None, &[VariableRef(0)]),
                value(Value::Int(7)),
            ];
            for callable in calls {
                let arguments: &[VariableRef] = if *callable == deposit { &[VariableRef(2)] } else { &[] };
                statements.push(call(*callable, Some(VariableRef(1)), arguments));
            }
            AssertedTest {
                test: test_of(statements),
                goals: Vec::new(),
                exception: None,
                assertions: Vec::new(),
                stub_calls: None,
            }
        };
        let drafts = [test(&[close]), test(&[close, deposit]), test(&[deposit, close]), test(&[deposit])];
        let ordered = in_order(&drafts, &demo.cluster, &Conditions::default());
        assert_eq!(ordered, [3, 1, 0, 2].map(|position: usize| drafts[position].clone()));
    }
}
