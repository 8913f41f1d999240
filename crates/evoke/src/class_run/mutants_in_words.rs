//! The mutants that tests of a suite notice, in words: those of goals of strong mutation, for records and for comments.

use std::collections::BTreeMap;

use evoke_analysis::{Goal, GoalId};
use evoke_junit::SuiteSource;

/// Mutants that a comment names.
const MAX_NAMED: usize = 3;

/// What the mutants of goals do, by goal.
pub(super) struct MutantsInWords(BTreeMap<GoalId, String>);

impl MutantsInWords {
    /// Those of goals of noticing a mutant, with their names.
    pub(super) fn of<'a>(goals: impl Iterator<Item = (GoalId, &'a str)>) -> Self {
        Self(goals.map(|(goal, name)| (goal, name.replacen(Goal::NOTICED, "", 1))).collect())
    }

    /// The mutants among these goals, which a test covers.
    pub(super) fn noticed(&self, goals: &[GoalId]) -> Vec<String> {
        self.of_goals(goals.iter()).map(str::to_owned).collect()
    }

    /// Says before each test of a suite that alone notices some mutants which ones.
    pub(super) fn comment(&self, suite: &mut SuiteSource) {
        let mut n_tests: BTreeMap<GoalId, usize> = BTreeMap::new();
        for goal in suite.tests.iter().flat_map(|test| &test.goals) {
            *n_tests.entry(*goal).or_default() += 1;
        }
        for test in &mut suite.tests {
            let alone: Vec<&str> =
                self.of_goals(test.goals.iter().filter(|goal| n_tests[goal] == 1)).collect();
            test.comment = comment(&alone);
        }
    }

    fn of_goals<'g>(&'g self, goals: impl Iterator<Item = &'g GoalId>) -> impl Iterator<Item = &'g str> {
        goals.filter_map(|goal| self.0.get(goal)).map(String::as_str)
    }
}

/// What a test alone notices, in lines.
fn comment(mutants: &[&str]) -> Vec<String> {
    let mut lines: Vec<String> =
        mutants.iter().take(MAX_NAMED).map(|mutant| format!("fails if {mutant}")).collect();
    if mutants.len() > MAX_NAMED {
        lines.push(format!("and for {} more changes that no other test notices", mutants.len() - MAX_NAMED));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comment_names_the_first_mutants_and_counts_the_rest() {
        let mutants = [
            "A.java:1 + becomes -",
            "A.java:2 < becomes <=",
            "A.java:3 call deleted",
            "A.java:4",
            "A.java:5",
        ];
        assert_eq!(comment(&mutants[..1]), ["fails if A.java:1 + becomes -"]);
        assert_eq!(comment(&mutants).last().unwrap(), "and for 2 more changes that no other test notices");
        assert_eq!(comment(&[]), Vec::<String>::new());
    }
}
