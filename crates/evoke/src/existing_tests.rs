//! What a user's own tests do for a class, as the phases of a run need it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use evoke_analysis::{ClassUnderTest, Criterion, GoalKind, MutantId};
use evoke_measure::ExistingCoverage;
use evoke_report::{ExistingRecord, GoalCount};
use evoke_search::Settled;
use serde::{Deserialize, Serialize};

/// What is known of the tests that are there already, for one class.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct ExistingTests {
    /// Tests that were run.
    pub(crate) n_tests: u32,
    /// Those of them that passed each time; the others count for nothing.
    pub(crate) n_passed: u32,
    pub(crate) coverage: ExistingCoverage,
    /// Mutants of the class that they notice; `None` where they were not run on any.
    pub(crate) killed: Option<BTreeSet<MutantId>>,
    /// Why nothing is known of them, if so.
    pub(crate) problem: Option<String>,
    /// Where they are read, too.
    pub(crate) code: ExistingCode,
}

/// Compiled tests that use the class.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ExistingCode {
    /// Folders and jars.
    pub(crate) entries: Vec<PathBuf>,
    /// Binary names of the classes with tests that enter the class, in the order in which they were found.
    pub(crate) classes: Vec<String>,
}

impl ExistingTests {
    /// Of tests of which nothing is known.
    pub(crate) fn unknown(problem: String) -> Self {
        Self { problem: Some(problem), ..Self::default() }
    }

    /// What a search need not do: of goals that are asked for those that are covered, of mutants that only guide those that are noticed.
    pub(crate) fn settled(&self, asked: &[Criterion], class: &ClassUnderTest) -> Settled {
        let mut goals = self.coverage.goals_among(class.goals.iter().map(|goal| goal.criterion));
        if let Some(killed) = &self.killed {
            let is_noticed = |kind: &GoalKind| match kind {
                GoalKind::Mutant(mutant) | GoalKind::Kill(mutant) => killed.contains(mutant),
                _ => false,
            };
            let guides = class.goals.iter().filter(|goal| !asked.contains(&goal.criterion));
            goals.extend(guides.filter(|goal| is_noticed(&goal.kind)).map(|goal| goal.id));
        }
        let ExistingCoverage { exceptions, taken, .. } = self.coverage.clone();
        Settled { goals, exceptions, taken }
    }

    /// By criterion, what they cover of how many goals. Of exceptions nobody knows how many there are: all that there were are all there is.
    pub(crate) fn counts(&self) -> BTreeMap<String, GoalCount> {
        let counts = self.coverage.goals.iter().map(|(criterion, positions)| {
            let found =
                if *criterion == Criterion::Exception { self.coverage.exceptions.len() as u32 } else { 0 };
            let covered = positions.covered.len() as u32 + found;
            (criterion.name().to_owned(), GoalCount { covered, total: positions.total + found })
        });
        counts.collect()
    }

    /// Their part of a record; `all` is what they and the generated suite cover.
    pub(crate) fn record(&self, all: &BTreeMap<String, GoalCount>) -> ExistingRecord {
        let goals = self.counts();
        let of = |criterion: &String| goals.get(criterion).map_or(0, |count| count.covered);
        let added = all
            .iter()
            .map(|(criterion, count)| (criterion.clone(), count.covered.saturating_sub(of(criterion))));
        ExistingRecord {
            tests: self.n_tests,
            passed: self.n_passed,
            added: added.collect(),
            goals,
            mutants_killed: self.killed.as_ref().map(|killed| killed.len() as u32),
            problem: self.problem.clone(),
        }
    }

    /// What they cover in one line, of these criteria.
    pub(crate) fn in_words(&self, criteria: &[Criterion]) -> String {
        if let Some(problem) = &self.problem {
            return format!("existing tests count for nothing: {problem}");
        }
        let counts = self.counts();
        let told = criteria.iter().filter_map(|criterion| {
            let GoalCount { covered, total } = counts.get(criterion.name())?;
            let what = match criterion {
                Criterion::Branch => "branches".to_owned(),
                Criterion::Line => "lines".to_owned(),
                other => format!("goals of {other}"),
            };
            Some(format!("{covered} of {total} {what}; {} left", total - covered))
        });
        let told: Vec<String> = told.collect();
        let killed = self.killed.as_ref().map(|killed| format!(" (and notice {} mutants)", killed.len()));
        format!("existing tests cover {}{}", told.join(", "), killed.unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use evoke_measure::CoveredPositions;

    use super::*;

    fn covering(covered: &[u32], total: u32) -> ExistingTests {
        let mut existing = ExistingTests::default();
        let covered = covered.iter().copied().collect();
        existing.coverage.goals.insert(Criterion::Branch, CoveredPositions { total, covered });
        existing
    }

    #[test]
    fn what_is_covered_and_left_is_told_in_one_line() {
        let words = covering(&[0, 2], 5).in_words(&[Criterion::Branch, Criterion::Line]);
        assert_eq!(words, "existing tests cover 2 of 5 branches; 3 left");
        let words = ExistingTests::unknown("none passes".to_owned()).in_words(&[Criterion::Branch]);
        assert_eq!(words, "existing tests count for nothing: none passes");
    }

    #[test]
    fn record_has_what_the_generated_suite_adds() {
        let all = BTreeMap::from([("branch".to_owned(), GoalCount { covered: 4, total: 5 })]);
        let record = covering(&[0, 2], 5).record(&all);
        assert_eq!((record.goals["branch"].covered, record.added["branch"]), (2, 2));
    }
}
