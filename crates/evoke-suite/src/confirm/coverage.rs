//! What the second runs cover of what tests are said to cover. In the JVM of the search static fields hold what thousands of tests
//! left there: a test may have covered something with their help, and then a suite of it covers less than is told.

use std::collections::BTreeSet;

use evoke_analysis::GoalId;
use evoke_testcase::ExecutionResult;

use crate::coverage_check::CoverageCheck;
use crate::loss::{Loss, LossReason};
use crate::stable_test::StableTest;

/// A test with its second run, if there was time for one.
pub(super) struct Repeated {
    pub(super) test: StableTest,
    pub(super) again: Option<ExecutionResult>,
}

/// Leaves each test the goals that its second run covers, and gives goals that only other tests cover now to the first of these:
/// what happens once in a JVM happens in another test when the order is another. Tests that are left without a goal go. Goals of tests
/// that were not run again stay with them.
pub(super) fn keep_repeated(tests: Vec<Repeated>, check: &CoverageCheck) -> (Vec<StableTest>, Vec<Loss>) {
    let claimed: BTreeSet<GoalId> = tests.iter().flat_map(|it| it.test.goals.iter().copied()).collect();
    let mut covering: Vec<Vec<GoalId>> = tests.iter().map(|it| repeated(it, check)).collect();
    let covered: BTreeSet<GoalId> = covering.iter().flatten().copied().collect();
    let mut lost = Vec::new();
    for goal in claimed.difference(&covered) {
        let covers = |it: &Repeated| it.again.as_ref().is_some_and(|again| check.is_covered(*goal, again));
        match tests.iter().position(covers) {
            Some(position) => covering[position].push(*goal),
            None => lost.push(*goal),
        }
    }
    let mut kept = Vec::new();
    for (Repeated { mut test, .. }, mut goals) in tests.into_iter().zip(covering) {
        if !goals.is_empty() || test.goals.is_empty() {
            goals.sort_unstable();
            test.goals = goals;
            kept.push(test);
        }
    }
    let losses = (!lost.is_empty()).then_some(Loss { goals: lost, reason: LossReason::NotRepeated });
    (kept, losses.into_iter().collect())
}

fn repeated(it: &Repeated, check: &CoverageCheck) -> Vec<GoalId> {
    let goals = it.test.goals.iter().copied();
    match &it.again {
        Some(again) => goals.filter(|goal| !check.knows(*goal) || check.is_covered(*goal, again)).collect(),
        None => goals.collect(),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use evoke_analysis::{Criterion, Goal, GoalKind, LineId};
    use evoke_testcase::{ExecutionOutcome, ExecutionTrace, TestCase};

    use super::*;

    /// Goals 0 to 9 are lines of their numbers.
    fn check() -> CoverageCheck {
        let goal = |line: u32| Goal {
            id: GoalId(line),
            criterion: Criterion::Line,
            kind: GoalKind::Line(LineId(line)),
            name: format!("line {line}"),
        };
        CoverageCheck::of_goals((0..10).map(goal).collect(), BTreeMap::new())
    }

    fn test(goals: &[u32], lines: Option<&[u32]>) -> Repeated {
        let again = lines.map(|lines| ExecutionResult {
            outcome: ExecutionOutcome::Completed,
            executed: 0,
            trace: ExecutionTrace {
                lines: lines.iter().copied().map(LineId).collect(),
                ..ExecutionTrace::default()
            },
        });
        let goals = goals.iter().copied().map(GoalId).collect();
        let test = StableTest {
            test: TestCase::default(),
            goals,
            exception: None,
            values: Vec::new(),
            stub_calls: None,
        };
        Repeated { test, again }
    }

    fn kept(tests: Vec<Repeated>) -> (Vec<Vec<u32>>, Vec<u32>) {
        let (kept, losses) = keep_repeated(tests, &check());
        let numbers = |goals: &[GoalId]| goals.iter().map(|goal| goal.0).collect();
        let lost = losses.iter().flat_map(|loss| loss.goals.iter().map(|goal| goal.0)).collect();
        (kept.iter().map(|test| numbers(&test.goals)).collect(), lost)
    }

    #[test]
    fn goal_that_no_second_run_covers_is_lost_and_the_test_with_it() {
        let tests = vec![test(&[1, 2], Some(&[1])), test(&[3], Some(&[]))];
        assert_eq!(kept(tests), (vec![vec![1]], vec![2, 3]));
    }

    #[test]
    fn goal_that_another_second_run_covers_goes_to_its_test() {
        let tests = vec![test(&[1, 5], Some(&[1])), test(&[2], Some(&[2, 5]))];
        assert_eq!(kept(tests), (vec![vec![1], vec![2, 5]], vec![]));
    }

    #[test]
    fn test_that_was_not_run_again_and_goals_that_are_not_known_are_believed() {
        let tests = vec![test(&[1, 2], None), test(&[3, 40], Some(&[]))];
        assert_eq!(kept(tests), (vec![vec![1, 2], vec![40]], vec![3]));
    }
}
