//! Test suites as individuals, and their fitness by the whole-suite paper (Fraser and Arcuri, 2011): the methods never
//! entered, plus for every goal how far the nearest test of the suite was from it.
//!
//! A test keeps what it came near to from its one run, so that the fitness of a suite is a merge; nothing is run again.

use std::sync::Arc;

use evoke_analysis::{ClassUnderTest, GoalId, GoalKind, MethodId, MethodUnderTest, Outcome, PredicateId};
use evoke_testcase::{ExecutionTrace, is_covered};

use crate::fitness::{NearGoal, NearGoals, normalise};
use crate::run::EvaluatedTest;
use crate::{Archive, GuidingGoals};

/// A test of a suite, shared with the suites that inherit it.
#[derive(Clone, Debug)]
pub(super) struct SuiteTest {
    pub(super) evaluated: EvaluatedTest,
    near: Vec<NearGoal>,
}

/// A suite with its fitness.
#[derive(Clone, Debug)]
pub(super) struct Suite {
    pub(super) tests: Vec<Arc<SuiteTest>>,
    /// At least 0; lower is better.
    pub(super) fitness: f64,
}

impl Suite {
    /// Sum of the lengths of its tests.
    pub(super) fn len(&self) -> usize {
        self.tests.iter().map(|test| test.evaluated.test.len()).sum()
    }

    /// Fitter comes first, the shorter of equals.
    pub(super) fn order(&self, other: &Self) -> std::cmp::Ordering {
        self.fitness.total_cmp(&other.fitness).then_with(|| self.len().cmp(&other.len()))
    }
}

/// All executions of one predicate by a suite.
#[derive(Clone, Copy, Debug)]
struct Merged {
    distances: [f64; 2],
    executions: u32,
}

const NEVER_RAN: Merged = Merged { distances: [f64::INFINITY; 2], executions: 0 };

/// What becomes of goals once they are covered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Archiving {
    /// They stay in the fitness; what counts in the end is the best suite.
    BestSuite,
    /// They leave the fitness, and their tests are kept apart.
    EveryTest,
}

/// What was done already and does not count any more.
#[derive(Clone, Copy, Debug)]
pub(super) struct Settled<'r> {
    pub(super) archive: &'r Archive,
    /// By method: whether any test entered it.
    pub(super) entered_methods: &'r [bool],
    /// Whether that is all that any test did, or only what class initialisers did: they run once in a JVM, so that a
    /// suite is not worse than the one that happened to come first.
    pub(super) archiving: Archiving,
}

/// Computes fitness values of suites for one class.
pub(super) struct SuiteFitness<'a> {
    class: &'a ClassUnderTest,
    near_goals: NearGoals<'a>,
    branch_goals: Vec<(GoalId, PredicateId, Outcome)>,
    /// Each with the method that its place is in.
    other_goals: Vec<(GoalId, MethodId)>,
    /// By method: whether it is a class initialiser.
    is_initializer: Vec<bool>,
    /// Scratch by branch, by goal and by method.
    predicates: Vec<Merged>,
    nearest: Vec<f64>,
    entered: Vec<bool>,
}

impl<'a> SuiteFitness<'a> {
    pub(super) fn new(class: &'a ClassUnderTest, guides: &GuidingGoals) -> Self {
        let near_goals = NearGoals::new(class, guides);
        let mut branch_goals = Vec::new();
        let mut other_goals = Vec::new();
        for goal in class.goals.iter().filter(|goal| guides.contains(goal.id)) {
            match &goal.kind {
                GoalKind::Branch(predicate, outcome) => branch_goals.push((goal.id, *predicate, *outcome)),
                kind => other_goals.push((goal.id, class.method_of(kind))),
            }
        }
        Self {
            class,
            branch_goals,
            other_goals,
            is_initializer: class.methods.iter().map(MethodUnderTest::is_class_initializer).collect(),
            predicates: vec![NEVER_RAN; class.predicates.len()],
            nearest: near_goals.farthest().to_vec(),
            entered: vec![false; class.methods.len()],
            near_goals,
        }
    }

    /// Prepares a test for suites.
    pub(super) fn test(&mut self, evaluated: EvaluatedTest) -> Arc<SuiteTest> {
        let near = self.near_goals.of(&evaluated.trace);
        Arc::new(SuiteTest { evaluated, near })
    }

    /// The fitness of a suite. What is settled does not count.
    pub(super) fn of(&mut self, tests: &[Arc<SuiteTest>], settled: Settled<'_>) -> f64 {
        self.predicates.fill(NEVER_RAN);
        self.nearest.copy_from_slice(self.near_goals.farthest());
        self.entered.fill(false);
        for test in tests {
            self.merge(&test.evaluated.trace, &test.near);
        }
        let may_settle = |method: MethodId| {
            settled.archiving == Archiving::EveryTest || self.is_initializer[method.index()]
        };
        let counts = |goal: GoalId, method| !(may_settle(method) && settled.archive.is_covered(goal));
        let is_missing = |method: MethodId| {
            let is_settled = may_settle(method) && settled.entered_methods[method.index()];
            !self.entered[method.index()] && !is_settled
        };
        let methods = self.class.methods.iter().filter(|method| method.has_goals);
        let not_entered = methods.filter(|method| is_missing(method.id)).count();
        let method_of = |predicate: PredicateId| self.class.predicates[predicate.index()].method;
        let predicates =
            self.branch_goals.iter().filter(|(goal, predicate, _)| counts(*goal, method_of(*predicate)));
        let others = self.other_goals.iter().filter(|(goal, method)| counts(*goal, *method));
        not_entered as f64
            + predicates
                .map(|(_, predicate, outcome)| branch_distance(self.predicates[predicate.index()], *outcome))
                .sum::<f64>()
            + others.map(|(goal, _)| normalise(self.nearest[goal.index()])).sum::<f64>()
    }

    fn merge(&mut self, trace: &ExecutionTrace, near: &[NearGoal]) {
        for record in &trace.predicates {
            let merged = &mut self.predicates[record.predicate.index()];
            merged.executions = merged.executions.saturating_add(record.executions);
            for outcome in [Outcome::True, Outcome::False] {
                let distance = &mut merged.distances[outcome as usize];
                *distance = distance.min(record.distance(outcome));
            }
        }
        for (goal, fitness) in near {
            let nearest = &mut self.nearest[goal.index()];
            *nearest = nearest.min(*fitness);
        }
        for method in &trace.methods {
            self.entered[method.index()] = true;
        }
    }
}

/// The rule of two executions: a predicate that ran once keeps the outcome it had, else a suite would lose the one by
/// moving to the other.
fn branch_distance(merged: Merged, outcome: Outcome) -> f64 {
    let distance = merged.distances[outcome as usize];
    if is_covered(distance) {
        0.0
    } else if merged.executions >= 2 {
        normalise(distance)
    } else {
        1.0
    }
}

/// Notes the lowest fitness that tests of the suites had for each goal.
pub(super) fn note_nearest(suites: &[Suite], nearest: &mut [Option<f64>]) {
    for (goal, fitness) in suites.iter().flat_map(|suite| &suite.tests).flat_map(|test| &test.near) {
        let entry = &mut nearest[goal.index()];
        *entry = Some(entry.map_or(*fitness, |nearest| nearest.min(*fitness)));
    }
}

/// A suite of one test of this length.
#[cfg(test)]
pub(super) fn suite_of_length(length: usize) -> Suite {
    use evoke_testcase::{Statement, TestCase, Value};
    let test = TestCase::new(vec![Statement::Value(Value::Int(0)); length]);
    let evaluated = EvaluatedTest {
        test: Arc::new(test),
        trace: ExecutionTrace::default(),
        ends_with_throw: false,
        is_doubtful: false,
        took: std::time::Duration::ZERO,
    };
    Suite { tests: vec![Arc::new(SuiteTest { evaluated, near: Vec::new() })], fitness: 0.0 }
}

#[cfg(test)]
mod tests;
