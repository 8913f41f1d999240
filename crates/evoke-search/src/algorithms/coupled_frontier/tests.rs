//! When coupled branches join and leave the frontier.

use std::collections::BTreeSet;
use std::sync::Arc;

use evoke_analysis::{CallContext, CoupledWith, MethodUnderTest, Predicate, PredicateKind};
use evoke_testcase::{ContextTrace, ExecutionTrace, PredicateRecord, TestCase};

use super::*;
use crate::GuidingGoals;
use crate::algorithms::frontier::Frontier;

/// A caller with this many predicates and a callee with as many as that, each in one method. Both outcomes of each predicate of the caller
/// lead to a site of their own, which calls the callee's method.
fn class(n_caller: u32, n_callee: u32) -> ClassUnderTest {
    let mut class = ClassUnderTest::default();
    for (method, n_predicates) in [(MethodId(0), n_caller), (MethodId(1), n_callee)] {
        class.methods.push(MethodUnderTest {
            id: method,
            class: "Fake".into(),
            name: format!("m{}", method.0),
            descriptor: "()V".to_owned(),
            source_name: String::new(),
            access_flags: 0,
            has_goals: true,
        });
        for _ in 0..n_predicates {
            let id = PredicateId(class.predicates.len() as u32);
            let kind = PredicateKind::Jump(0x9f);
            class.predicates.push(Predicate {
                id,
                method,
                offset: id.0,
                kind,
                line: None,
                dependences: Vec::new(),
            });
        }
    }
    let outcomes = |first: u32, n: u32| {
        (first..first + n)
            .flat_map(|id| [Outcome::True, Outcome::False].map(|outcome| (PredicateId(id), outcome)))
    };
    let callees: BTreeSet<_> = outcomes(n_caller, n_callee).collect();
    let mut coupled = BTreeMap::new();
    class.contexts.push(CallContext { id: ContextId::TEST, sites: Vec::new(), targets: Vec::new() });
    for (predicate, outcome) in outcomes(0, n_caller) {
        let id = ContextId(class.contexts.len() as u32);
        class.contexts.push(CallContext { id, sites: Vec::new(), targets: vec![MethodId(1)] });
        let with = CoupledWith { callees: callees.clone(), contexts: vec![id] };
        coupled.insert(GoalKind::Branch(predicate, outcome), with);
    }
    class.coupling = Some(Coupling::new(coupled, |_| String::new()));
    class
}

fn took(predicate: u32, outcome: Outcome) -> PredicateRecord {
    let distance = |wanted: Outcome| if wanted == outcome { 0.0 } else { 1.0 };
    PredicateRecord {
        predicate: PredicateId(predicate),
        distance_true: distance(Outcome::True),
        distance_false: distance(Outcome::False),
        executions: 1,
    }
}

/// A run that took a branch of the caller, and in the context of its site one of the callee.
fn run(caller: u32, context: u32, callee: u32) -> ExecutionTrace {
    let contexts = vec![ContextTrace {
        context: ContextId(context),
        predicates: vec![took(callee, Outcome::True)],
        methods: vec![MethodId(1)],
    }];
    ExecutionTrace { predicates: vec![took(caller, Outcome::True)], contexts, ..ExecutionTrace::default() }
}

fn filled(frontier: &mut Frontier, archive: &Archive) -> Vec<u32> {
    frontier.drop_covered(archive);
    frontier.active().iter().map(|goal| goal.0).collect()
}

#[test]
fn one_coupled_branch_stands_for_all_until_its_callers_branch_is_taken() {
    let class = class(1, 2);
    let guides = GuidingGoals::all(class.n_goals());
    let archive = Archive::new(guides.clone());
    let mut frontier = Frontier::all(&class, &guides);
    assert_eq!(filled(&mut frontier, &archive), [0, 4]);
    // What the call reached comes first.
    frontier.observe(&run(0, 1, 2));
    assert_eq!(filled(&mut frontier, &archive), [0, 4, 2, 3, 1]);
}

#[test]
fn dynamic_frontier_waits_for_the_condition_to_be_reached_from_the_site() {
    let class = class(1, 2);
    let guides = GuidingGoals::all(class.n_goals());
    let archive = Archive::new(guides.clone());
    let mut frontier = Frontier::dynamic(&class, &guides);
    frontier.observe(&run(0, 1, 2));
    assert_eq!(filled(&mut frontier, &archive), [0, 4, 2, 3]);
    frontier.observe(&run(0, 1, 1));
    assert_eq!(filled(&mut frontier, &archive), [0, 4, 2, 3, 1]);
    // In a call from the other site it is another goal, whose caller's branch no test took.
    frontier.observe(&run(0, 2, 1));
    assert_eq!(filled(&mut frontier, &archive), [0, 4, 2, 3, 1]);
}

#[test]
fn covered_ones_leave() {
    let class = class(1, 1);
    let guides = GuidingGoals::all(class.n_goals());
    let mut archive = Archive::new(guides.clone());
    let mut frontier = Frontier::all(&class, &guides);
    frontier.observe(&run(0, 1, 1));
    assert_eq!(filled(&mut frontier, &archive), [0, 2, 1]);
    archive.offer(GoalId(0), &Arc::new(TestCase::default()));
    assert_eq!(filled(&mut frontier, &archive), [2, 1]);
}

#[test]
fn more_than_can_be_ranked_take_turns() {
    let n_callee = 2 * MAX_ACTIVE as u32;
    let class = class(1, n_callee);
    let guides = GuidingGoals::all(class.n_goals());
    let archive = Archive::new(guides.clone());
    let mut frontier = Frontier::all(&class, &guides);
    for callee in 1..=n_callee {
        frontier.observe(&run(0, 1, callee));
    }
    let before = filled(&mut frontier, &archive);
    assert_eq!(before.len(), MAX_ACTIVE);
    let after = filled(&mut frontier, &archive);
    assert_eq!(after.len(), MAX_ACTIVE);
    assert_eq!(after[..MAX_ACTIVE - TURNS], before[TURNS..]);
    assert!(after[MAX_ACTIVE - TURNS..].iter().all(|goal| !before.contains(goal)));
}

#[test]
fn what_no_call_reached_finds_less_room() {
    let class = class(1, MAX_ACTIVE as u32);
    let guides = GuidingGoals::all(class.n_goals());
    let archive = Archive::new(guides.clone());
    let mut frontier = Frontier::all(&class, &guides);
    frontier.observe(&run(0, 1, 1));
    assert_eq!(filled(&mut frontier, &archive).len(), MAX_WITH_FAR);
}
