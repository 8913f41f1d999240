//! Who survives of a front that is too large.

use std::sync::Arc;
use std::time::Duration;

use evoke_analysis::{Criterion, Goal, GoalKind, MethodId};
use evoke_testcase::{Statement, TestCase, Value};

use super::super::nsga2::Nsga2;
use super::super::spea2::Spea2;
use super::*;
use crate::GuidingGoals;
use crate::performance::PerformanceModel;
use crate::run::EvaluatedTest;

/// An individual with this fitness for the only goal, and a test of this length.
fn individual(fitness: f64, length: usize) -> Individual {
    let test = Arc::new(TestCase::new(vec![Statement::Value(Value::Int(0)); length]));
    let evaluated = EvaluatedTest {
        test,
        trace: ExecutionTrace::default(),
        ends_with_throw: false,
        is_doubtful: false,
        took: Duration::ZERO,
    };
    Individual { fitness: vec![fitness], ..Individual::new(evaluated) }
}

/// Lengths of the two survivors of three, where the last front has room for one of two equals.
fn lengths_of_survivors(heuristic: Option<HeuristicChoice>, progressed: bool) -> Vec<usize> {
    let mut class = ClassUnderTest::default();
    let kind = GoalKind::MethodEntry(MethodId(0));
    class.goals.push(Goal { id: GoalId(0), criterion: Criterion::Branch, kind, name: String::new() });
    let mut survival = PreferenceSurvival::new(&SearchConfig::default(), &class, heuristic);
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

/// Positions of those of these objective vectors that survive; lengths tell them apart.
fn survivors_of(survival: &mut dyn Survival, vectors: &[[f64; 3]], size: usize) -> Vec<usize> {
    let individual = |(position, vector): (usize, &[f64; 3])| Individual {
        fitness: vector.to_vec(),
        ..individual(0.0, position + 1)
    };
    let individuals = vectors.iter().enumerate().map(individual).collect();
    let frontier = Frontier::all(&ClassUnderTest::default(), &GuidingGoals::all(3));
    let survivors = survival.survivors(individuals, size, &frontier);
    let mut kept: Vec<usize> =
        survivors.iter().map(|individual| individual.evaluated.test.len() - 1).collect();
    kept.sort_unstable();
    kept
}

fn preference() -> PreferenceSurvival {
    PreferenceSurvival::new(&SearchConfig::default(), &ClassUnderTest::default(), None)
}

#[test]
fn least_crowded_of_the_last_front_survives() {
    let nearest = [[0.0, 9.0, 9.0], [9.0, 0.0, 9.0], [9.0, 9.0, 0.0]];
    // The last one is better than each of its front in two goals, the others only in one.
    let front = [[3.0, 3.0, 3.0], [2.0, 2.0, 4.0], [1.0, 1.0, 5.0]];
    let vectors = [nearest, front].concat();
    assert_eq!(survivors_of(&mut preference(), &vectors, 4), [0, 1, 2, 5]);
}

#[test]
fn nearest_to_each_goal_survive_although_others_are_good_at_more() {
    // Nobody dominates anybody; the last three are second best everywhere, and least crowded.
    let vectors = [
        [1.0, 1.0, 6.0],
        [1.5, 1.5, 5.0],
        [2.0, 2.0, 4.0],
        [0.0, 9.0, 9.0],
        [9.0, 0.0, 9.0],
        [9.0, 9.0, 0.0],
    ];
    assert_eq!(survivors_of(&mut preference(), &vectors, 3), [3, 4, 5]);
}

#[test]
fn dominated_one_survives_only_where_there_is_room() {
    let vectors = [[5.0, 5.0, 5.0], [4.0, 4.0, 4.0], [0.0, 9.0, 9.0], [9.0, 0.0, 9.0], [9.0, 9.0, 0.0]];
    assert_eq!(survivors_of(&mut preference(), &vectors, 4), [1, 2, 3, 4]);
    assert_eq!(survivors_of(&mut preference(), &vectors, 5), [0, 1, 2, 3, 4]);
}

#[test]
fn dominance_and_neighbours_decide_without_the_preference_criterion() {
    let vectors = [[5.0, 5.0, 5.0], [0.0, 9.0, 1.0], [4.0, 5.0, 1.0], [5.0, 4.0, 1.0], [9.0, 0.0, 1.0]];
    // The first is dominated; of the others the ends of the front, and of the middle none is less crowded.
    assert_eq!(survivors_of(&mut Nsga2, &vectors, 4), [1, 2, 3, 4]);
    assert_eq!(survivors_of(&mut Spea2, &vectors, 4), [1, 2, 3, 4]);
    let crowded = [[0.0, 9.0, 1.0], [1.0, 8.0, 1.0], [5.0, 4.0, 1.0], [9.0, 0.0, 1.0]];
    assert_eq!(survivors_of(&mut Nsga2, &crowded, 3), [0, 2, 3], "the one with a near neighbour goes");
    assert_eq!(survivors_of(&mut Spea2, &crowded, 3), [0, 2, 3]);
}
