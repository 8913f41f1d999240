//! What is said of goals that a search left uncovered.

use evoke_analysis::{
    Callable, CallableKind, Criterion, Goal, GoalId, MethodUnderTest, Mutant, Mutation, Predicate,
    PredicateKind, TypeTable,
};

use super::*;

/// A method with two conditions, the second of which is only reached if the first is true, and a callable for it on a
/// receiver that nothing gives.
fn sample() -> (ClassUnderTest, TestCluster) {
    let method = MethodUnderTest {
        id: MethodId(0),
        class: "A".into(),
        name: "m".to_owned(),
        descriptor: "()V".to_owned(),
        source_name: "A.m()".to_owned(),
        access_flags: 1,
        has_goals: true,
    };
    let mut class = ClassUnderTest { methods: vec![method], ..ClassUnderTest::default() };
    let first = ControlDependence { predicate: PredicateId(0), outcome: Outcome::True };
    for (id, dependences) in [(PredicateId(0), Vec::new()), (PredicateId(1), vec![first])] {
        let (method, kind) = (MethodId(0), PredicateKind::Jump(0x9a));
        class.predicates.push(Predicate { id, method, offset: id.0, kind, line: None, dependences });
        let goal = GoalId(id.0);
        let (criterion, kind) = (Criterion::Branch, GoalKind::Branch(id, Outcome::True));
        class.goals.push(Goal { id: goal, criterion, kind, name: format!("A.java:{} x > {}", id.0, id.0) });
    }
    let mut cluster = TestCluster::default();
    cluster.types = TypeTable::new();
    let receiver = cluster.types.intern_class("A");
    cluster.callables.push(Callable {
        id: CallableId(0),
        kind: CallableKind::Method,
        owner: "A".into(),
        owner_is_interface: false,
        name: "m".to_owned(),
        descriptor: "()V".to_owned(),
        is_static: false,
        is_varargs: false,
        receiver: Some(receiver),
        parameters: Vec::new(),
        parameter_names: Vec::new(),
        takes_outer_instance: false,
        return_type: TypeTable::VOID,
        exceptions: Vec::new(),
        under_test: Some(MethodId(0)),
        is_pure: false,
        has_namesake: false,
    });
    cluster.under_test.push(CallableId(0));
    (class, cluster)
}

fn left(goal: u32, nearest: Option<f64>, method_entered: bool) -> UncoveredGoal {
    UncoveredGoal { goal: GoalId(goal), nearest, method_entered, guided: true, reason: String::new() }
}

fn reason_of_last(uncovered: &[UncoveredGoal], calls: CallCounts) -> String {
    let (class, cluster) = sample();
    Reasons::new(&class, &cluster, (&[calls], &MissingClasses::default(), &[]), uncovered)
        .of(&uncovered[uncovered.len() - 1])
}

#[test]
fn method_of_an_object_that_nothing_gives_names_its_type() {
    let reason = reason_of_last(&[left(0, None, false)], CallCounts::default());
    assert_eq!(reason, "its method was never entered: no generator for type A");
}

#[test]
fn goal_behind_a_condition_that_never_held_names_it() {
    let uncovered = [left(0, Some(0.5), true), left(1, None, true)];
    let reason = reason_of_last(&uncovered, CallCounts { returned: 1, ..CallCounts::default() });
    assert_eq!(reason, "its condition was never reached: it needs A.java:0 x > 0");
}

#[test]
fn goal_that_nothing_but_an_exception_can_keep_away_says_so() {
    let reason =
        reason_of_last(&[left(1, Some(1.5), true)], CallCounts { thrown: 3, ..CallCounts::default() });
    assert_eq!(
        reason,
        "its condition was never reached: every call of the method threw before; nearest distance 1.500"
    );
}

#[test]
fn mutant_that_no_test_notices_says_how_far_tests_came() {
    let (mut class, cluster) = sample();
    class.mutants.push(Mutant {
        id: MutantId(0),
        method: MethodId(0),
        offset: 0,
        line: None,
        mutation: Mutation::CallDeletion,
        dependences: Vec::new(),
    });
    let (criterion, kind) = (Criterion::StrongMutation, GoalKind::Kill(MutantId(0)));
    class.goals.push(Goal { id: GoalId(2), criterion, kind, name: "A.java:1 call deleted".to_owned() });
    let reason = |nearest, in_vain: &[UnnoticedMutant]| {
        let uncovered = [left(2, Some(nearest), true)];
        let missing = MissingClasses::default();
        let calls = [CallCounts::default()];
        Reasons::new(&class, &cluster, (&calls, &missing, in_vain), &uncovered).of(&uncovered[0])
    };
    let run = |runs, is_given_up| [UnnoticedMutant { mutant: MutantId(0), runs, is_given_up }];
    assert_eq!(reason(1.5, &[]), "it was reached but made no difference; nearest distance 1.500");
    assert_eq!(reason(1.0, &[]), "its state came to differ, but no test was run on it");
    assert_eq!(
        reason(1.0, &run(1, false)),
        "its state came to differ in 1 test that was run on it, but nothing else was different"
    );
    assert_eq!(
        reason(0.25, &run(50, true)),
        "its state came to differ in 50 tests that were run on it, and other code ran, but all that a test can see was the \
         same; then it was given up"
    );
}
