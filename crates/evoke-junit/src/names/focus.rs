//! The call that a test is about.

use std::collections::BTreeSet;

use evoke_analysis::{Callable, CallableKind, MethodId, TestCluster};
use evoke_suite::AssertedTest;
use evoke_testcase::{Statement, TestCase, VariableRef};

use super::conditions::Conditions;

/// The call the test is about: the one that throws, else one on the class under test, else the last that leads there, else the last at all.
pub(super) fn focus(
    asserted: &AssertedTest,
    cluster: &TestCluster,
    conditions: &Conditions,
) -> Option<usize> {
    let statements = asserted.test.statements();
    if let Some(position) = asserted.throwing_statement()
        && matches!(statements[position], Statement::Invoke { .. })
    {
        return Some(position);
    }
    let last = |is_wanted: &dyn Fn(&Callable) -> bool| {
        let wanted = calls(&asserted.test, cluster).filter(|(_, callable, _)| is_wanted(callable));
        wanted.map(|(position, ..)| position).last()
    };
    call_on_subject(&asserted.test, cluster, &conditions.methods_of(&asserted.goals))
        .or_else(|| last(&|callable| cluster.is_caller(callable.id)))
        .or_else(|| last(&|_| true))
}

/// The same with what is called.
pub(super) fn focused_call<'c>(
    asserted: &AssertedTest,
    cluster: &'c TestCluster,
    conditions: &Conditions,
) -> Option<(usize, &'c Callable)> {
    let focus = focus(asserted, cluster, conditions)?;
    match &asserted.test.statements()[focus] {
        Statement::Invoke { callable, .. } => Some((focus, cluster.callable(*callable))),
        _ => None,
    }
}

/// The call on the class under test that a test is about which is there for goals in these methods: where it calls all of them itself the last that has
/// one, a method before a constructor. Where other code leads to goals, the last call, or what was called last on a new object if that only made it.
fn call_on_subject(test: &TestCase, cluster: &TestCluster, methods: &BTreeSet<MethodId>) -> Option<usize> {
    let of_subject: Vec<(usize, &Callable)> = calls(test, cluster)
        .filter(|(_, callable, _)| callable.is_of_subject())
        .map(|(position, callable, _)| (position, callable))
        .collect();
    let makes = |callable: &Callable| callable.kind == CallableKind::Constructor;
    let with_goals: Vec<&(usize, &Callable)> = of_subject
        .iter()
        .filter(|(_, callable)| callable.under_test.is_some_and(|method| methods.contains(&method)))
        .collect();
    let called: BTreeSet<MethodId> =
        with_goals.iter().filter_map(|(_, callable)| callable.under_test).collect();
    if called == *methods
        && let Some((position, _)) =
            with_goals.iter().rfind(|(_, callable)| !makes(callable)).or(with_goals.last())
    {
        return Some(*position);
    }
    let (position, callable) = of_subject.last()?;
    let inherited = if makes(callable) { last_call_on(test, cluster, *position) } else { None };
    Some(inherited.unwrap_or(*position))
}

/// The position of the last method that is called on what this statement made.
fn last_call_on(test: &TestCase, cluster: &TestCluster, made: usize) -> Option<usize> {
    let made = Some(VariableRef(made as u32));
    let of_it = calls(test, cluster)
        .filter(|(_, callable, receiver)| callable.kind == CallableKind::Method && *receiver == made);
    of_it.map(|(position, ..)| position).last()
}

/// What the test calls, with its position and what it is called on.
fn calls<'a>(
    test: &'a TestCase,
    cluster: &'a TestCluster,
) -> impl Iterator<Item = (usize, &'a Callable, Option<VariableRef>)> {
    test.statements().iter().enumerate().filter_map(|(position, statement)| match statement {
        Statement::Invoke { callable, receiver, .. } => {
            Some((position, cluster.callable(*callable), *receiver))
        }
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use evoke_analysis::{CallableId, GoalId, TypeTable};

    use super::*;
    use crate::testing::{Demo, Member, boolean, call, int, test_of};

    /// `new Account()`, `close()`, `isOpen()` and `print()`, which it inherits.
    struct World {
        demo: Demo,
        make: CallableId,
        close: CallableId,
        is_open: CallableId,
        print: CallableId,
    }

    /// Goals in the constructor, in `close()`, and in a method that `print()` calls.
    const GOALS: [GoalId; 3] = [GoalId(0), GoalId(1), GoalId(2)];

    impl World {
        fn new() -> Self {
            let mut demo = Demo::new();
            let make = demo.constructor();
            let close = demo.method("close", "()V", &[], TypeTable::VOID);
            let is_open = demo.method("isOpen", "()Z", &[], boolean());
            let print = demo.add(Member {
                kind: CallableKind::Method,
                owner: "demo/Printed",
                name: "print",
                descriptor: "()I",
                is_static: false,
                parameters: Vec::new(),
                returns: int(),
            });
            for (callable, method) in [(make, 0), (close, 1), (is_open, 2)] {
                demo.cluster.callables[callable.index()].under_test = Some(MethodId(method));
            }
            demo.cluster.callables[print.index()].under_test = None;
            Self { demo, make, close, is_open, print }
        }

        /// Of the calls on a new account, in a test that is there for these goals.
        fn focus(&self, calls: &[CallableId], goals: &[GoalId]) -> Option<usize> {
            let mut statements = vec![call(self.make, None, &[])];
            statements.extend(calls.iter().map(|callable| call(*callable, Some(VariableRef(0)), &[])));
            let (test, goals) = (test_of(statements), goals.to_vec());
            let asserted =
                AssertedTest { test, goals, exception: None, assertions: Vec::new(), stub_calls: None };
            let methods = [(GOALS[0], MethodId(0)), (GOALS[1], MethodId(1)), (GOALS[2], MethodId(3))];
            focus(&asserted, &self.demo.cluster, &Conditions::with_methods(&methods))
        }
    }

    #[test]
    fn test_is_about_the_last_method_that_has_one_of_its_goals() {
        let world = World::new();
        let World { close, is_open, .. } = world;
        assert_eq!(world.focus(&[close, is_open], &[]), Some(2));
        assert_eq!(world.focus(&[close, is_open], &[GOALS[2]]), Some(2), "the goal is in none of them");
        assert_eq!(world.focus(&[close, is_open], &GOALS[..2]), Some(1));
        assert_eq!(world.focus(&[close, is_open], &GOALS), Some(2), "nor is one of them");
        assert_eq!(world.focus(&[is_open], &[GOALS[0]]), Some(0));
    }

    #[test]
    fn test_of_inherited_code_is_about_what_was_called_on_the_new_object() {
        let world = World::new();
        let World { print, .. } = world;
        assert_eq!(world.focus(&[print], &[GOALS[2]]), Some(1));
        assert_eq!(world.focus(&[print], &[GOALS[0], GOALS[2]]), Some(1));
        assert_eq!(world.focus(&[print], &[]), Some(1));
        assert_eq!(world.focus(&[print], &[GOALS[0]]), Some(0));
    }
}
