//! Who survives of a front that is too large.

use std::sync::Arc;

use evoke_analysis::{Criterion, Goal, GoalKind, MethodId};
use evoke_testcase::{Statement, TestCase, Value};

use super::*;
use crate::GuidingGoals;
use crate::performance::PerformanceModel;
use crate::run::EvaluatedTest;

/// An individual with this fitness for the only goal, and a test of this length.
fn individual(fitness: f64, length: usize) -> Individual {
    let test = Arc::new(TestCase::new(vec![Statement::Value(Value::Int(0)); length]));
    let evaluated = EvaluatedTest { test, trace: ExecutionTrace::default(), ends_with_throw: false };
    Individual { fitness: vec![fitness], ..Individual::new(evaluated) }
}

/// Lengths of the two survivors of three, where the last front has room for one of two equals.
fn lengths_of_survivors(heuristic: Option<HeuristicChoice>, progressed: bool) -> Vec<usize> {
    let mut class = ClassUnderTest::default();
    let kind = GoalKind::MethodEntry(MethodId(0));
    class.goals.push(Goal { id: GoalId(0), criterion: Criterion::Branch, kind, name: String::new() });
    let mut survival = PreferenceSurvival::new(&SearchConfig::default(), &class, heuristic);
    survival.progress = None;
    survival.note_progress(progressed);
    let individuals = vec![individual(0.1, 9), individual(0.5, 6), individual(0.5, 2)];
    let survivors = survival.survivors(individuals, 2, &Frontier::all(&class, &GuidingGoals::all(1)));
    survivors.iter().map(|individual| individual.evaluated.test.len()).collect()
}

fn choice() -> HeuristicChoice {
    HeuristicChoice::new(PerformanceModel::new(&ClassUnderTest::default()))
}

#[test]
fn nearest_survives_whatever_it_costs_and_of_the_last_front_the_cheapest() {
    assert_eq!(lengths_of_survivors(Some(choice()), true), [9, 2]);
}

#[test]
fn without_progress_crowding_distance_takes_its_turn() {
    assert_eq!(lengths_of_survivors(Some(choice()), false), [9, 6]);
}

#[test]
fn without_a_choice_the_first_of_equally_crowded_ones_survives() {
    assert_eq!(lengths_of_survivors(None, true), [9, 6]);
}
