//! Which tests a suite needs for its goals: a greedy set cover by goals per statement, and what is superfluous after each test
//! was shortened.
//!
//! Tests that end with an exception are only for what no other test covers: what was thrown may have come before the code behind a branch
//! did anything, and coverage tools that note the end of code, as JaCoCo does, see nothing of that branch.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use evoke_analysis::GoalId;

use super::reducible_test::ReducibleTest;
use crate::greedy_cover::GreedyCover;

/// Selects tests until all goals are covered that any test covers, then as many more as it takes for the goals that
/// tests are only said to cover; gives these goals too, ascending.
pub(super) fn select(
    mut tests: Vec<ReducibleTest>,
    missing: BTreeSet<GoalId>,
) -> (Vec<ReducibleTest>, Vec<GoalId>) {
    let none = BTreeSet::new();
    let (taken, missing) = cover(&tests, missing, |test| if test.throws() { &none } else { &test.covered });
    let (throwing, missing) = cover(&tests, missing, |test| &test.covered);
    let taken: Taken = taken.into_iter().chain(throwing).collect();
    for (position, goals) in &taken {
        tests[*position].needed = goals.iter().copied().collect();
    }
    let order: Vec<usize> = taken.into_iter().map(|(position, _)| position).collect();
    let mut tests = with_last(tests, &order);
    let mut unconfirmed = Vec::new();
    for (position, goals) in cover(&tests, missing, |test| &test.claimed).0 {
        let test = &mut tests[position];
        test.is_fixed = true;
        test.needed.extend(&goals);
        test.covered.extend(&goals);
        unconfirmed.extend(goals);
    }
    tests.retain(|test| !test.needed.is_empty());
    unconfirmed.sort_unstable();
    (tests, unconfirmed)
}

/// Tests by their positions, each with the goals that it is taken for.
type Taken = Vec<(usize, Vec<GoalId>)>;

/// The tests that cover what is missing, in the order in which they are taken, and what still is.
fn cover<'t>(
    tests: &'t [ReducibleTest],
    missing: BTreeSet<GoalId>,
    goals: impl Fn(&'t ReducibleTest) -> &'t BTreeSet<GoalId>,
) -> (Taken, BTreeSet<GoalId>) {
    let lengths = tests.iter().map(|test| test.test.len().max(1)).collect();
    let mut cover = GreedyCover::new(tests.iter().map(goals).collect(), lengths, missing);
    let taken = std::iter::from_fn(|| cover.take()).collect();
    (taken, cover.into_missing())
}

/// The tests with those of these positions last, in this order.
fn with_last(tests: Vec<ReducibleTest>, order: &[usize]) -> Vec<ReducibleTest> {
    let mut tests: Vec<Option<ReducibleTest>> = tests.into_iter().map(Some).collect();
    let last: Vec<ReducibleTest> = order.iter().filter_map(|position| tests[*position].take()).collect();
    tests.into_iter().flatten().chain(last).collect()
}

/// Drops tests whose goals the others cover too, the longest first, and gives their goals to those others.
pub(super) fn without_redundant(mut tests: Vec<ReducibleTest>) -> Vec<ReducibleTest> {
    let mut order: Vec<usize> = (0..tests.len()).collect();
    order.sort_by_key(|position| Reverse((tests[*position].test.len(), *position)));
    let mut dropped = BTreeSet::new();
    for position in order {
        let others = |goal: &GoalId| {
            (0..tests.len()).find(|other| {
                *other != position
                    && !dropped.contains(other)
                    && tests[*other].covered.contains(goal)
                    && (tests[position].throws() || !tests[*other].throws())
            })
        };
        let heirs: Option<Vec<(usize, GoalId)>> =
            tests[position].needed.iter().map(|goal| Some((others(goal)?, *goal))).collect();
        if let Some(heirs) = heirs {
            dropped.insert(position);
            for (heir, goal) in heirs {
                tests[heir].needed.insert(goal);
            }
        }
    }
    let mut position = 0;
    tests.retain(|_| {
        position += 1;
        !dropped.contains(&(position - 1))
    });
    tests
}
