//! Drops tests that a suite does not need: what they cover others cover, and the mutants that they notice others notice.
//!
//! A search that is guided by mutants leaves a test for each way to infect the state of the class; many of these tests notice
//! nothing that others do not. The suite is the greedy cover of needed goals and of noticed mutants by tests, most per statement
//! first.

use std::collections::BTreeSet;

use evoke_analysis::{GoalId, MutantId};

use crate::greedy_cover::GreedyCover;
use crate::kill::{Completeness, KillMatrix};
use crate::stable_test::StableTest;

/// What a goal that a test covers is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// It is asked for: some test has to cover it.
    Asked,
    /// It is to infect a mutant, which a test should notice.
    Infect(MutantId),
    /// It only guided the search.
    Guide,
}

/// What a test may be needed for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Need {
    Goal(GoalId),
    Mutant(MutantId),
}

/// The tests that cover the goals that are asked for and notice all mutants that any test notices, in their order, and the matrix
/// of these tests.
pub fn without_idle_tests(
    tests: Vec<StableTest>,
    kills: &KillMatrix,
    purpose: impl Fn(GoalId) -> Purpose,
) -> (Vec<StableTest>, KillMatrix) {
    let needs: Vec<BTreeSet<Need>> =
        tests.iter().enumerate().map(|(position, test)| needs_of(position, test, kills, &purpose)).collect();
    let lengths: Vec<usize> = tests.iter().map(|stable| stable.test.len().max(1)).collect();
    let kept = cover(&needs, lengths);
    let matrix = kills.of_tests(&kept);
    let kept_tests = tests.into_iter().enumerate().filter(|(position, _)| kept.contains(position));
    (kept_tests.map(|(_, test)| test).collect(), matrix)
}

/// The goals that have to be covered, and the mutants that the test notices; where not all mutants were run, those too that were
/// not and that it comes to infect.
pub(crate) fn needs_of(
    position: usize,
    stable: &StableTest,
    kills: &KillMatrix,
    purpose: impl Fn(GoalId) -> Purpose,
) -> BTreeSet<Need> {
    let needed_goal = |goal: &GoalId| match purpose(*goal) {
        Purpose::Asked => Some(Need::Goal(*goal)),
        Purpose::Infect(mutant) => (kills.completeness != Completeness::Whole && kills.was_left_out(mutant))
            .then_some(Need::Mutant(mutant)),
        Purpose::Guide => None,
    };
    let noticed = kills.noticed_by(position).map(Need::Mutant);
    stable.goals.iter().filter_map(needed_goal).chain(noticed).collect()
}

/// Positions of tests that together have every need, ascending.
fn cover(needs: &[BTreeSet<Need>], lengths: Vec<usize>) -> BTreeSet<usize> {
    let all: BTreeSet<Need> = needs.iter().flatten().copied().collect();
    let mut cover = GreedyCover::new(needs.iter().collect(), lengths, all);
    std::iter::from_fn(|| cover.take()).map(|(position, _)| position).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kill::{Evidence, Kill};
    use crate::testing::{test_of, value};
    use evoke_testcase::Value;

    fn test(goals: &[u32], length: usize) -> StableTest {
        StableTest {
            test: test_of(vec![value(Value::Int(1)); length]),
            goals: goals.iter().map(|goal| GoalId(*goal)).collect(),
            exception: None,
            values: Vec::new(),
            stub_calls: None,
        }
    }

    /// Goals from 10 on are those of mutants.
    fn purpose(goal: GoalId) -> Purpose {
        goal.0.checked_sub(10).map_or(Purpose::Asked, |mutant| Purpose::Infect(MutantId(mutant)))
    }

    fn noticing(kills: &[(u32, usize)]) -> KillMatrix {
        let mut matrix = KillMatrix::default();
        for (mutant, test) in kills {
            matrix.note_kill(MutantId(*mutant), Kill { test: *test, evidence: Evidence::Ending });
        }
        matrix
    }

    #[test]
    fn test_that_only_infects_is_dropped_and_one_that_notices_is_kept() {
        let tests = vec![test(&[1, 10], 3), test(&[1, 11], 3), test(&[1, 12], 3)];
        let (kept, matrix) = without_idle_tests(tests, &noticing(&[(1, 1)]), purpose);
        assert_eq!(kept, [test(&[1, 11], 3)]);
        assert_eq!(matrix.kills(MutantId(1))[0].test, 0);
    }

    #[test]
    fn needed_goal_keeps_the_shortest_test_for_it() {
        let tests = vec![test(&[1], 5), test(&[1], 2)];
        let (kept, _) = without_idle_tests(tests, &KillMatrix::default(), purpose);
        assert_eq!(kept, [test(&[1], 2)]);
    }

    #[test]
    fn test_for_a_mutant_that_was_not_run_is_kept_if_time_was_short() {
        let tests = vec![test(&[1], 2), test(&[1, 10], 3)];
        let mut matrix = KillMatrix::default();
        matrix.completeness = Completeness::CutShort;
        let (kept, _) = without_idle_tests(tests.clone(), &matrix, purpose);
        assert_eq!(kept, [test(&[1, 10], 3)]);
        let (kept, _) = without_idle_tests(tests, &KillMatrix::default(), purpose);
        assert_eq!(kept, [test(&[1], 2)]);
    }
}
