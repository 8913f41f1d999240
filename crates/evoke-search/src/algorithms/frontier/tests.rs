//! When goals join and leave the frontier.

use std::sync::Arc;

use evoke_analysis::{
    Criterion, Goal, GoalKind, Line, LineId, MethodId, Predicate, PredicateId, PredicateKind,
};
use evoke_testcase::{PredicateRecord, TestCase};

use super::*;

/// Branch `i` depends on `dependences[i]`; then one line for each entry of `lines`. Goals in that order, a true and a
/// false goal for every branch.
fn class(dependences: &[&[(u32, Outcome)]], lines: &[&[(u32, Outcome)]]) -> ClassUnderTest {
    let to_dependences = |pairs: &[(u32, Outcome)]| {
        pairs
            .iter()
            .map(|(predicate, outcome)| ControlDependence {
                predicate: PredicateId(*predicate),
                outcome: *outcome,
            })
            .collect()
    };
    let mut class = ClassUnderTest::default();
    let method = MethodId(0);
    let mut kinds = Vec::new();
    for (index, pairs) in dependences.iter().enumerate() {
        let id = PredicateId(index as u32);
        let kind = PredicateKind::Jump(0x9f);
        let dependences = to_dependences(pairs);
        class.predicates.push(Predicate { id, method, offset: id.0, kind, line: None, dependences });
        kinds.extend([GoalKind::Branch(id, Outcome::True), GoalKind::Branch(id, Outcome::False)]);
    }
    for (index, pairs) in lines.iter().enumerate() {
        let id = LineId(index as u32);
        class.lines.push(Line {
            id,
            method,
            number: 1,
            dependences: to_dependences(pairs),
            ends_block_of: 1,
        });
        kinds.push(GoalKind::Line(id));
    }
    for (index, kind) in kinds.into_iter().enumerate() {
        let id = GoalId(index as u32);
        class.goals.push(Goal { id, criterion: Criterion::Branch, kind, name: String::new() });
    }
    class
}

fn active(frontier: &Frontier) -> Vec<u32> {
    let mut active: Vec<u32> = frontier.active().iter().map(|goal| goal.0).collect();
    active.sort_unstable();
    active
}

fn ran(predicate: u32, taken: Outcome) -> ExecutionTrace {
    let distance = |outcome| if outcome == taken { 0.0 } else { 1.0 };
    let record = PredicateRecord {
        predicate: PredicateId(predicate),
        distance_true: distance(Outcome::True),
        distance_false: distance(Outcome::False),
        executions: 1,
    };
    ExecutionTrace { predicates: vec![record], ..ExecutionTrace::default() }
}

#[test]
fn goals_of_all_criteria_wait_for_the_branch_they_depend_on() {
    let class = class(&[&[], &[(0, Outcome::True)]], &[&[], &[(0, Outcome::False)]]);
    let mut frontier = Frontier::dynamic(&class, &GuidingGoals::all(class.goals.len()));
    assert_eq!(active(&frontier), [0, 1, 4]);
    frontier.observe(&ran(0, Outcome::False));
    assert_eq!(active(&frontier), [0, 1, 4, 5]);
    frontier.observe(&ran(0, Outcome::True));
    assert_eq!(active(&frontier), [0, 1, 2, 3, 4, 5]);
}

#[test]
fn loop_that_depends_on_itself_is_active_from_the_start() {
    let class = class(&[&[(0, Outcome::True)]], &[&[(0, Outcome::True)]]);
    assert_eq!(active(&Frontier::dynamic(&class, &GuidingGoals::all(class.goals.len()))), [0, 1]);
}

#[test]
fn predicates_that_depend_only_on_each_other_are_active_from_the_start() {
    // while (a) { if (b) break; }
    let class = class(&[&[(1, Outcome::False)], &[(0, Outcome::True)]], &[]);
    assert_eq!(active(&Frontier::dynamic(&class, &GuidingGoals::all(class.goals.len()))), [0, 1, 2, 3]);
}

#[test]
fn predicate_that_ran_is_active_whatever_it_depends_on() {
    let class = class(&[&[], &[(0, Outcome::True)]], &[]);
    let mut frontier = Frontier::dynamic(&class, &GuidingGoals::all(class.goals.len()));
    frontier.observe(&ran(1, Outcome::True));
    assert_eq!(active(&frontier), [0, 1, 2, 3]);
}

#[test]
fn covered_goals_leave_and_do_not_come_back() {
    let class = class(&[&[]], &[]);
    let mut frontier = Frontier::dynamic(&class, &GuidingGoals::all(class.goals.len()));
    let mut archive = Archive::new(GuidingGoals::all(2));
    assert_eq!(frontier.drop_covered(&archive), None);
    archive.offer(GoalId(0), &Arc::new(TestCase::default()));
    assert_eq!(frontier.drop_covered(&archive), Some(vec![false, true]));
    frontier.observe(&ran(0, Outcome::True));
    assert_eq!(active(&frontier), [1]);
}

#[test]
fn late_goals_join_and_leave_with_their_turns() {
    let class = class(&[&[], &[(0, Outcome::True)]], &[&[], &[(0, Outcome::True)]]);
    let guides = GuidingGoals::all(class.goals.len()).with_late(|goal| goal.0 >= 4);
    let mut archive = Archive::new(guides.clone());
    for mut frontier in [Frontier::dynamic(&class, &guides), Frontier::all(&class, &guides)] {
        frontier.observe(&ran(0, Outcome::True));
        assert_eq!(active(&frontier), [0, 1, 2, 3]);
        archive.take_late(true);
        archive.offer(GoalId(4), &Arc::new(TestCase::default()));
        frontier.aim_at_late(true, &archive);
        assert_eq!(active(&frontier), [0, 1, 2, 3, 5]);
        frontier.aim_at_late(false, &archive);
        assert_eq!(active(&frontier), [0, 1, 2, 3]);
    }
}
