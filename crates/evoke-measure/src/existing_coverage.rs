//! What a suite that is there already does for a class, in a form that outlives the analysis of that run: what a search need not do
//! again.
//!
//! Only what stable tests do counts: those that pass twice in a JVM, each time covering the goal. Goals are told by their positions
//! among those of their criterion, which are the same in every analysis of the same class files, whatever other criteria it is for.

use std::collections::{BTreeMap, BTreeSet};

use evoke_analysis::{ClassUnderTest, Criterion, EscapedException, GoalId, MethodId, Outcome, PredicateId};
use evoke_classfile::ClassName;
use serde::{Deserialize, Serialize};

use crate::coverage::{CoveredGoals, covered_goals, found_exceptions};
use crate::suite_test::TestRun;

/// What stable tests cover of a class.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExistingCoverage {
    /// By criterion that was measured.
    pub goals: BTreeMap<Criterion, CoveredPositions>,
    /// What leaves calls of the tests, where exceptions were measured.
    pub exceptions: BTreeSet<EscapedException>,
    /// The ways in which the tests take branches, whatever the criteria.
    pub taken: BTreeSet<(PredicateId, Outcome)>,
}

/// Of the goals of a criterion those that are covered.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CoveredPositions {
    /// Number of goals.
    pub total: u32,
    /// Positions of the covered ones among them.
    pub covered: BTreeSet<u32>,
}

/// A test's first run and, if that passed and there was time, a second one.
#[derive(Clone, Debug)]
pub struct RepeatedRun {
    /// The first.
    pub first: TestRun,
    /// The second; `None` where there was none.
    pub second: Option<TestRun>,
}

impl RepeatedRun {
    /// Whether the test passed whenever it was run.
    pub fn is_stable(&self) -> bool {
        self.first.passed() && self.second.as_ref().is_none_or(TestRun::passed)
    }
}

impl ExistingCoverage {
    /// What the stable ones of these runs cover of goals of these criteria.
    pub fn of(tables: &ClassUnderTest, criteria: &[Criterion], runs: &[RepeatedRun]) -> Self {
        StableRuns::new(tables, runs).cover(criteria, |_| true)
    }

    /// The same of one of several top-level classes in the tables, with what is nested in it, as an analysis of it alone would have it. For
    /// criteria that are about classes, and not about what tests call.
    pub fn of_each(
        tables: &ClassUnderTest,
        classes: &[ClassName],
        criteria: &[Criterion],
        runs: &[RepeatedRun],
    ) -> Vec<Self> {
        let stable = StableRuns::new(tables, runs);
        let of_class = |class: &ClassName| {
            let own = methods_of(tables, class);
            stable.cover(criteria, |method| own.contains(&method))
        };
        classes.iter().map(of_class).collect()
    }

    /// Adds what was measured by other criteria.
    pub fn add(&mut self, other: Self) {
        self.goals.extend(other.goals);
        self.exceptions.extend(other.exceptions);
        self.taken.extend(other.taken);
    }

    /// The covered goals of an analysis that gave goals of these criteria, in the order of their ids; none of a criterion that has another
    /// number of goals there, which is one of another version of the class.
    pub fn goals_among(&self, criteria: impl Iterator<Item = Criterion>) -> BTreeSet<GoalId> {
        let mut by_criterion: BTreeMap<Criterion, Vec<GoalId>> = BTreeMap::new();
        for (criterion, id) in criteria.zip(0..) {
            by_criterion.entry(criterion).or_default().push(GoalId(id));
        }
        let mut found = BTreeSet::new();
        for (criterion, positions) in &self.goals {
            let goals = by_criterion.get(criterion).map_or(&[][..], Vec::as_slice);
            if goals.len() == positions.total as usize {
                found.extend(positions.covered.iter().filter_map(|position| goals.get(*position as usize)));
            }
        }
        found
    }

    /// Whether nothing of these criteria is left to cover, and there is something to cover. Of exceptions there may always be more.
    pub fn is_complete_for(&self, criteria: &[Criterion]) -> bool {
        let of = |criterion: &Criterion| self.goals.get(criterion).cloned().unwrap_or_default();
        let is_left = |criterion: &Criterion| {
            let positions = of(criterion);
            *criterion == Criterion::Exception
                || !self.goals.contains_key(criterion)
                || positions.covered.len() < positions.total as usize
        };
        criteria.iter().any(|criterion| of(criterion).total > 0) && !criteria.iter().any(is_left)
    }
}

/// The methods of a top-level class and of what is nested in it.
pub fn methods_of(tables: &ClassUnderTest, class: &ClassName) -> BTreeSet<MethodId> {
    let nested = format!("{}$", class.as_str());
    let is_of_class = |name: &ClassName| name == class || name.as_str().starts_with(&nested);
    tables.methods.iter().filter(|method| is_of_class(&method.class)).map(|method| method.id).collect()
}

/// Runs that count, and what they cover.
struct StableRuns<'a> {
    tables: &'a ClassUnderTest,
    covered: BTreeSet<GoalId>,
    exceptions: BTreeSet<EscapedException>,
    taken: BTreeSet<(PredicateId, Outcome)>,
}

impl<'a> StableRuns<'a> {
    fn new(tables: &'a ClassUnderTest, runs: &[RepeatedRun]) -> Self {
        let stable: Vec<&RepeatedRun> = runs.iter().filter(|run| run.is_stable()).collect();
        let first: Vec<TestRun> = stable.iter().map(|run| run.first.clone()).collect();
        let second: Vec<TestRun> =
            stable.iter().map(|run| run.second.as_ref().unwrap_or(&run.first).clone()).collect();
        let (one, other) = (found_exceptions(&first), found_exceptions(&second));
        Self {
            tables,
            covered: both(&covered_goals(tables, &first), &covered_goals(tables, &second)),
            exceptions: one.into_keys().filter(|escaped| other.contains_key(escaped)).collect(),
            taken: taken(&first).intersection(&taken(&second)).copied().collect(),
        }
    }

    /// What they cover in some methods, in which predicates are counted from 0.
    fn cover(&self, criteria: &[Criterion], is_meant: impl Fn(MethodId) -> bool) -> ExistingCoverage {
        let mut goals: BTreeMap<Criterion, CoveredPositions> =
            criteria.iter().map(|criterion| (*criterion, CoveredPositions::default())).collect();
        for goal in self.tables.goals.iter().filter(|goal| is_meant(self.tables.method_of(&goal.kind))) {
            let Some(positions) = goals.get_mut(&goal.criterion) else { continue };
            if self.covered.contains(&goal.id) {
                positions.covered.insert(positions.total);
            }
            positions.total += 1;
        }
        let own: Vec<PredicateId> =
            self.tables.predicates.iter().filter(|it| is_meant(it.method)).map(|it| it.id).collect();
        let taken = self.taken.iter().filter_map(|(predicate, outcome)| {
            Some((PredicateId(own.binary_search(predicate).ok()? as u32), *outcome))
        });
        let exceptions = self.exceptions.iter().filter(|escaped| is_meant(escaped.method)).cloned();
        ExistingCoverage { goals, exceptions: exceptions.collect(), taken: taken.collect() }
    }
}

/// The ways in which these runs take branches.
fn taken(runs: &[TestRun]) -> BTreeSet<(PredicateId, Outcome)> {
    let predicates = runs.iter().flat_map(|run| &run.trace.predicates);
    predicates.flat_map(|record| record.taken().map(|outcome| (record.predicate, outcome))).collect()
}

/// Goals that one test at least covers both times.
fn both(first: &CoveredGoals, second: &CoveredGoals) -> BTreeSet<GoalId> {
    let again = |(goal, tests): (&GoalId, &BTreeSet<usize>)| {
        let by = second.get(goal)?;
        (!tests.is_disjoint(by)).then_some(*goal)
    };
    first.iter().filter_map(again).collect()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use evoke_analysis::{Goal, GoalKind, Line, LineId, MethodUnderTest};
    use evoke_testcase::ExecutionTrace;

    use super::*;
    use crate::suite_test::TestEnd;

    /// Two lines and a method.
    fn tables(criteria: &[Criterion]) -> ClassUnderTest {
        let all = [
            (Criterion::Line, GoalKind::Line(LineId(0))),
            (Criterion::Line, GoalKind::Line(LineId(1))),
            (Criterion::Method, GoalKind::MethodEntry(MethodId(0))),
        ];
        let mut tables = ClassUnderTest::default();
        tables.methods.push(MethodUnderTest {
            id: MethodId(0),
            class: "demo/Account".into(),
            name: "deposit".to_owned(),
            descriptor: "()V".to_owned(),
            source_name: "Account.deposit()".to_owned(),
            access_flags: 0,
            has_goals: true,
        });
        for number in 0..2 {
            let (id, method, dependences) = (LineId(number.into()), MethodId(0), Vec::new());
            tables.lines.push(Line { id, method, number, dependences, ends_block_of: 0 });
        }
        for (criterion, kind) in all.into_iter().filter(|(criterion, _)| criteria.contains(criterion)) {
            let id = GoalId(tables.goals.len() as u32);
            tables.goals.push(Goal { id, criterion, kind, name: String::new() });
        }
        tables
    }

    fn run(end: TestEnd, lines: &[u32]) -> TestRun {
        let lines = lines.iter().map(|line| LineId(*line)).collect();
        let trace = ExecutionTrace { lines, methods: vec![MethodId(0)], ..ExecutionTrace::default() };
        TestRun { end, trace, escaped: BTreeSet::new(), time: Duration::ZERO }
    }

    #[test]
    fn what_fails_or_is_not_covered_again_counts_for_nothing() {
        let passed = |lines| run(TestEnd::Passed, lines);
        let failed = run(TestEnd::Failed(String::new()), &[0, 1]);
        let of = |first: TestRun, second| {
            let runs = [RepeatedRun { first, second }];
            let tables = tables(&[Criterion::Line]);
            ExistingCoverage::of(&tables, &[Criterion::Line], &runs).goals[&Criterion::Line].covered.len()
        };
        assert_eq!(of(passed(&[0, 1]), Some(passed(&[0, 1]))), 2);
        assert_eq!(of(passed(&[0, 1]), Some(passed(&[0]))), 1);
        assert_eq!(of(passed(&[0, 1]), Some(failed.clone())), 0);
        assert_eq!(of(failed, None), 0);
        assert_eq!(of(passed(&[1]), None), 1);
    }

    #[test]
    fn goals_are_found_again_beside_those_of_other_criteria() {
        let (line, method) = (Criterion::Line, Criterion::Method);
        let runs = [RepeatedRun { first: run(TestEnd::Passed, &[1]), second: None }];
        let mut coverage = ExistingCoverage::of(&tables(&[line]), &[line], &runs);
        coverage.add(ExistingCoverage::of(&tables(&[method]), &[method], &runs));
        let criteria = [line, line, method].into_iter();
        assert_eq!(coverage.goals_among(criteria), BTreeSet::from([GoalId(1), GoalId(2)]));
        assert!(coverage.is_complete_for(&[method]) && !coverage.is_complete_for(&[line, method]));
        let other = [line, method].into_iter();
        assert_eq!(coverage.goals_among(other), BTreeSet::from([GoalId(1)]), "another version of the class");
    }
}
