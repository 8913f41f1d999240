//! Which tests a suite needs for its goals: a greedy set cover by goals per statement, and what is superfluous after each test
//! was shortened.
//!
//! Tests that end with an exception are only for what no other test covers: what was thrown may have come before the code behind a branch
//! did anything, and coverage tools that note the end of code, as JaCoCo does, see nothing of that branch.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use evoke_analysis::GoalId;

use super::reducible_test::ReducibleTest;

/// Selects tests until all goals are covered that any test covers, then as many more as it takes for the goals that
/// tests are only said to cover; gives these goals too, ascending.
pub(super) fn select(
    mut tests: Vec<ReducibleTest>,
    mut missing: BTreeSet<GoalId>,
) -> (Vec<ReducibleTest>, Vec<GoalId>) {
    let mut selected = Vec::new();
    for may_throw in [false, true] {
        let is_candidate = |test: &ReducibleTest| may_throw || !test.throws();
        while let Some(position) = best_gain(&tests, &missing, is_candidate, |test| &test.covered) {
            let mut test = tests.remove(position);
            test.needed = test.covered.intersection(&missing).copied().collect();
            missing.retain(|goal| !test.needed.contains(goal));
            selected.push(test);
        }
    }
    let mut unconfirmed = Vec::new();
    tests.append(&mut selected);
    while let Some(position) = best_gain(&tests, &missing, |_| true, |test| &test.claimed) {
        let test = &mut tests[position];
        test.is_fixed = true;
        for goal in test.claimed.intersection(&missing) {
            test.needed.insert(*goal);
            test.covered.insert(*goal);
            unconfirmed.push(*goal);
        }
        missing.retain(|goal| !test.needed.contains(goal));
    }
    tests.retain(|test| !test.needed.is_empty());
    unconfirmed.sort_unstable();
    (tests, unconfirmed)
}

/// The test with the most missing goals per statement, then the shorter, then the earlier.
fn best_gain(
    tests: &[ReducibleTest],
    missing: &BTreeSet<GoalId>,
    is_candidate: impl Fn(&ReducibleTest) -> bool,
    goals: impl Fn(&ReducibleTest) -> &BTreeSet<GoalId>,
) -> Option<usize> {
    let mut best: Option<(usize, usize, usize)> = None;
    for (position, test) in tests.iter().enumerate().filter(|(_, test)| is_candidate(test)) {
        let gain = goals(test).intersection(missing).count();
        let length = test.test.len().max(1);
        let is_better = best.is_none_or(|(_, best_gain, best_length)| {
            let (value, best_value) = (gain * best_length, best_gain * length);
            value > best_value || value == best_value && length < best_length
        });
        if gain > 0 && is_better {
            best = Some((position, gain, length));
        }
    }
    best.map(|(position, ..)| position)
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
