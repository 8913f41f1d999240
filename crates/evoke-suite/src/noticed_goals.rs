//! The goals of strong mutation that a suite covers: those whose mutants its tests were seen to notice where they were confirmed. That a
//! test of the search noticed a mutant is a claim: what gave it away may be something that does not repeat itself elsewhere.

use std::collections::{BTreeMap, BTreeSet};

use evoke_analysis::{ClassUnderTest, GoalId, MutantId};

use crate::kill::KillMatrix;
use crate::stable_test::StableTest;

/// The goals of noticing mutants of a class.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NoticedGoals {
    by_mutant: BTreeMap<MutantId, GoalId>,
    by_goal: BTreeMap<GoalId, MutantId>,
}

impl NoticedGoals {
    /// Those of a class.
    pub fn of(class: &ClassUnderTest) -> Self {
        Self {
            by_mutant: class.kill_goals().map(|(goal, mutant)| (mutant, goal)).collect(),
            by_goal: class.kill_goals().collect(),
        }
    }

    /// By test: the mutants that it is said to notice.
    pub fn claims(&self, tests: &[StableTest]) -> Vec<BTreeSet<MutantId>> {
        let of_test = |stable: &StableTest| {
            stable.goals.iter().filter_map(|goal| self.by_goal.get(goal).copied()).collect()
        };
        tests.iter().map(of_test).collect()
    }

    /// The tests with the goals of those mutants that they are known to notice, and of no others; and the goals that were
    /// claimed and that no test has any more, ascending.
    pub fn credit(&self, tests: Vec<StableTest>, kills: &KillMatrix) -> (Vec<StableTest>, Vec<GoalId>) {
        if self.by_goal.is_empty() {
            return (tests, Vec::new());
        }
        let claimed: BTreeSet<GoalId> = tests
            .iter()
            .flat_map(|stable| &stable.goals)
            .filter(|goal| self.by_goal.contains_key(goal))
            .copied()
            .collect();
        let mut noticed = BTreeSet::new();
        let credited = tests.into_iter().enumerate().map(|(position, mut stable)| {
            stable.goals.retain(|goal| !self.by_goal.contains_key(goal));
            let goals = kills.noticed_by(position).filter_map(|mutant| self.by_mutant.get(&mutant).copied());
            stable.goals.extend(goals.inspect(|goal| {
                noticed.insert(*goal);
            }));
            stable.goals.sort_unstable();
            stable
        });
        let credited = credited.collect();
        (credited, claimed.difference(&noticed).copied().collect())
    }
}

#[cfg(test)]
mod tests {
    use evoke_analysis::{Criterion, Goal, GoalKind};
    use evoke_testcase::Value;

    use super::*;
    use crate::kill::{Evidence, Kill};
    use crate::testing::{test_of, value};

    fn test(goals: &[u32]) -> StableTest {
        StableTest {
            test: test_of(vec![value(Value::Int(1))]),
            goals: goals.iter().copied().map(GoalId).collect(),
            exception: None,
            values: Vec::new(),
            stub_calls: None,
        }
    }

    /// Goal 10 and those after it are to notice mutants from 0 on.
    fn noticed_goals() -> NoticedGoals {
        let goals = (0..3).map(|mutant| Goal {
            id: GoalId(10 + mutant),
            criterion: Criterion::StrongMutation,
            kind: GoalKind::Kill(MutantId(mutant)),
            name: String::new(),
        });
        NoticedGoals::of(&ClassUnderTest { goals: goals.collect(), ..ClassUnderTest::default() })
    }

    #[test]
    fn tests_are_given_the_goals_of_what_they_notice_and_lose_those_that_were_only_claimed() {
        let mut kills = KillMatrix::default();
        for (mutant, test) in [(1, 0), (2, 1)] {
            kills.note_kill(MutantId(mutant), Kill { test, evidence: Evidence::Ending });
        }
        let tests = vec![test(&[3, 10, 11]), test(&[11])];
        let noticed = noticed_goals();
        assert_eq!(noticed.claims(&tests), [[0, 1].map(MutantId).into(), [MutantId(1)].into()]);
        let (credited, lost) = noticed.credit(tests, &kills);
        assert_eq!(credited, [test(&[3, 11]), test(&[12])]);
        assert_eq!(lost, [GoalId(10)]);
    }

    #[test]
    fn tests_of_a_class_without_such_goals_stay_as_they_are() {
        let tests = vec![test(&[3, 10])];
        let (credited, lost) = NoticedGoals::default().credit(tests.clone(), &KillMatrix::default());
        assert_eq!((credited, lost), (tests, Vec::new()));
    }
}
