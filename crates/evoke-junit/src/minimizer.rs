//! Shortens a suite: few tests, each with only the statements and the simplest values that its goals need.
//!
//! Tests are picked greedily by new goals per statement, and taken apart where their parts have nothing to do with each
//! other. Of each test every statement is tried without, from the last to the first; then tests whose goals others cover
//! too are dropped; then values are made simpler. Whatever no
//! longer covers is taken back, so no goal is lost on the way; a test that completed never comes to throw. The number
//! of runs is linear in the number of statements.

mod initializer_goals;
mod parts;

use std::collections::BTreeSet;

use evoke_analysis::{Goal, GoalId, GoalKind, MethodId, TestCluster};
use evoke_testcase::{
    ExecutionOutcome, ExecutionResult, Executor, JavaString, Statement, TestCase, Value, VariableRef,
};

pub use initializer_goals::InitializerGoals;

/// Most simpler values that are tried for one literal.
const MAX_SIMPLER_VALUES: usize = 12;
/// Numbers up to this are not made smaller.
const SMALL_NUMBER: u64 = 10;
/// Plain strings up to this length are not made shorter.
const SHORT_STRING: usize = 3;

/// A short suite, in the order in which the class declares what the tests are about.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Minimised {
    /// Tests with the goals they are kept for.
    pub tests: Vec<(Vec<GoalId>, TestCase)>,
    /// Goals that were covered only by tests that had to be stopped.
    pub lost_goals: Vec<GoalId>,
    /// Goals that no test covered when it was run again: what runs once in a JVM, like the filling of static caches.
    /// The tests that came with them are kept, unshortened.
    pub unconfirmed_goals: Vec<GoalId>,
    /// Tests run.
    pub executions: u64,
}

/// Shortens the tests that cover the goals; each comes with the goals it is said to cover. Once `stop` says so,
/// what is left is kept as it is.
pub fn minimise(
    executor: &mut dyn Executor,
    cluster: &TestCluster,
    goals: &[Goal],
    initializer_goals: &InitializerGoals,
    tests: Vec<(Vec<GoalId>, TestCase)>,
    stop: &mut dyn FnMut() -> bool,
) -> Minimised {
    let claimed: BTreeSet<GoalId> = tests.iter().flat_map(|(goals, _)| goals).copied().collect();
    let mut minimizer = Minimizer {
        executor,
        cluster,
        goals,
        initializer_goals,
        claimed,
        stop,
        stopped: false,
        executions: 0,
    };
    let candidates = minimizer.run_all(tests);
    let (picked, unconfirmed_goals) = minimizer.pick(candidates);
    // Before, since shortening joins objects, and after, since it removes what joined them.
    let mut parts = minimizer.take_all_apart(picked);
    for candidate in parts.iter_mut().filter(|candidate| !candidate.is_fixed) {
        minimizer.shorten(candidate);
    }
    let parts = minimizer.take_all_apart(parts);
    let mut kept = without_redundant(parts);
    for candidate in kept.iter_mut().filter(|candidate| !candidate.is_fixed) {
        minimizer.simplify_values(candidate);
    }
    kept.sort_by_key(|candidate| (subject(&candidate.test, cluster), candidate.throws, candidate.test.len()));
    let covered: BTreeSet<GoalId> = kept.iter().flat_map(|candidate| &candidate.needed).copied().collect();
    let lost_goals = minimizer.claimed.difference(&covered).copied().collect();
    let executions = minimizer.executions;
    let tests =
        kept.into_iter().map(|candidate| (candidate.needed.into_iter().collect(), candidate.test)).collect();
    Minimised { tests, lost_goals, unconfirmed_goals, executions }
}

/// The method of the class under test that the test is about: the last it calls.
fn subject(test: &TestCase, cluster: &TestCluster) -> Option<MethodId> {
    test.statements().iter().rev().find_map(|statement| match statement {
        Statement::Invoke { callable, .. } => cluster.callable(*callable).under_test,
        _ => None,
    })
}

struct Minimizer<'a> {
    executor: &'a mut dyn Executor,
    cluster: &'a TestCluster,
    goals: &'a [Goal],
    initializer_goals: &'a InitializerGoals,
    /// Goals that any test is said to cover; nothing else is looked at.
    claimed: BTreeSet<GoalId>,
    stop: &'a mut dyn FnMut() -> bool,
    stopped: bool,
    executions: u64,
}

/// A test with what it covers and what it is kept for.
struct Candidate {
    test: TestCase,
    covered: BTreeSet<GoalId>,
    needed: BTreeSet<GoalId>,
    /// What it is said to cover.
    claimed: BTreeSet<GoalId>,
    throws: bool,
    /// Whether it is kept for goals that running it again does not show.
    is_fixed: bool,
}

impl Minimizer<'_> {
    /// Runs every test once and cuts off what comes after an exception. Tests that are stopped are left out.
    fn run_all(&mut self, tests: Vec<(Vec<GoalId>, TestCase)>) -> Vec<Candidate> {
        let mut candidates = Vec::new();
        for (goals, test) in tests {
            let claimed: BTreeSet<GoalId> = goals.into_iter().collect();
            let (test, covered, throws) = match self.execute(&test) {
                None => (test, claimed.clone(), false),
                Some(result) if result.is_aborted() => continue,
                Some(result) => {
                    let (test, throws) = cut_after_exception(test, &result);
                    (test, self.covered(&result), throws)
                }
            };
            let needed = BTreeSet::new();
            candidates.push(Candidate { test, covered, needed, claimed, throws, is_fixed: false });
        }
        candidates
    }

    /// Picks tests until all goals are covered that any test covers, then as many more as it takes for the goals that
    /// tests are only said to cover; gives these goals too.
    fn pick(&self, mut candidates: Vec<Candidate>) -> (Vec<Candidate>, Vec<GoalId>) {
        let mut missing = self.claimed.clone();
        let mut picked = Vec::new();
        while let Some(position) = best_gain(&candidates, &missing, |candidate| &candidate.covered) {
            let mut candidate = candidates.remove(position);
            candidate.needed = candidate.covered.intersection(&missing).copied().collect();
            missing.retain(|goal| !candidate.needed.contains(goal));
            picked.push(candidate);
        }
        let mut unconfirmed = Vec::new();
        candidates.append(&mut picked);
        while let Some(position) = best_gain(&candidates, &missing, |candidate| &candidate.claimed) {
            let candidate = &mut candidates[position];
            candidate.is_fixed = true;
            for goal in candidate.claimed.intersection(&missing) {
                candidate.needed.insert(*goal);
                candidate.covered.insert(*goal);
                unconfirmed.push(*goal);
            }
            missing.retain(|goal| !candidate.needed.contains(goal));
        }
        candidates.retain(|candidate| !candidate.needed.is_empty());
        unconfirmed.sort_unstable();
        (candidates, unconfirmed)
    }

    /// Tries the test without each statement, from the last to the first.
    fn shorten(&mut self, candidate: &mut Candidate) {
        let mut position = candidate.test.len();
        while position > 0 {
            position -= 1;
            if position >= candidate.test.len() {
                continue;
            }
            let rebound = rebound(&candidate.test, self.cluster, position);
            let mut removed = candidate.test.clone();
            removed.remove_with_dependants(position);
            let _ = self.accept(candidate, removed)
                || rebound.is_some_and(|shorter| self.accept(candidate, shorter));
        }
    }

    fn take_all_apart(&mut self, candidates: Vec<Candidate>) -> Vec<Candidate> {
        candidates.into_iter().flat_map(|candidate| self.take_apart(candidate)).collect()
    }

    /// Makes a test of each part of the test, if together they cover what it is kept for.
    fn take_apart(&mut self, candidate: Candidate) -> Vec<Candidate> {
        let parts = parts::parts(&candidate.test);
        if parts.len() < 2 || candidate.is_fixed {
            return vec![candidate];
        }
        let mut missing = candidate.needed.clone();
        let mut apart = Vec::with_capacity(parts.len());
        for part in parts {
            let Some(result) = self.execute(&part).filter(|result| !result.is_aborted()) else {
                return vec![candidate];
            };
            let covered = self.covered(&result);
            let (test, throws) = cut_after_exception(part, &result);
            if throws && !candidate.throws {
                return vec![candidate];
            }
            let needed: BTreeSet<GoalId> = covered.intersection(&missing).copied().collect();
            missing.retain(|goal| !needed.contains(goal));
            if !needed.is_empty() {
                let claimed = candidate.claimed.clone();
                apart.push(Candidate { test, covered, needed, claimed, throws, is_fixed: false });
            }
        }
        if missing.is_empty() { apart } else { vec![candidate] }
    }

    /// Tries simpler values for each literal, and fewer elements for each array.
    fn simplify_values(&mut self, candidate: &mut Candidate) {
        for position in 0..candidate.test.len() {
            let Some(statement) = candidate.test.statements().get(position).cloned() else { break };
            for simpler in simpler_statements(&statement) {
                if self.stopped {
                    return;
                }
                let mut changed = candidate.test.clone();
                changed.replace(position, simpler);
                if self.accept(candidate, changed) {
                    break;
                }
            }
        }
    }

    /// Takes the changed test if it does what the old one is kept for and ends in the same way.
    fn accept(&mut self, candidate: &mut Candidate, changed: TestCase) -> bool {
        let Some(result) = self.execute(&changed) else { return false };
        if result.is_aborted() || changed.is_empty() {
            return false;
        }
        let covered = self.covered(&result);
        let (changed, throws) = cut_after_exception(changed, &result);
        let is_as_good = candidate.needed.is_subset(&covered) && throws == candidate.throws;
        if is_as_good {
            candidate.test = changed;
            candidate.covered = covered;
        }
        is_as_good
    }

    /// Runs a test, unless it is time to stop.
    fn execute(&mut self, test: &TestCase) -> Option<ExecutionResult> {
        self.stopped = self.stopped || (self.stop)();
        if self.stopped {
            return None;
        }
        self.executions += 1;
        Some(self.executor.execute(test))
    }

    fn covered(&self, result: &ExecutionResult) -> BTreeSet<GoalId> {
        let kind =
            |goal: &GoalId| -> Option<&GoalKind> { self.goals.get(goal.index()).map(|goal| &goal.kind) };
        let is_covered = |goal: &&GoalId| {
            kind(goal).is_some_and(|kind| result.covers(kind))
                || self.initializer_goals.is_implied(**goal, &result.trace.methods)
        };
        self.claimed.iter().filter(is_covered).copied().collect()
    }
}

/// The test with the most missing goals per statement, then the shorter, then the earlier.
fn best_gain(
    candidates: &[Candidate],
    missing: &BTreeSet<GoalId>,
    goals: impl Fn(&Candidate) -> &BTreeSet<GoalId>,
) -> Option<usize> {
    let mut best: Option<(usize, usize, usize)> = None;
    for (position, candidate) in candidates.iter().enumerate() {
        let gain = goals(candidate).intersection(missing).count();
        let length = candidate.test.len().max(1);
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

fn cut_after_exception(mut test: TestCase, result: &ExecutionResult) -> (TestCase, bool) {
    let throws = match result.outcome {
        ExecutionOutcome::Threw { statement, .. } => {
            test.truncate(statement as usize + 1);
            true
        }
        _ => false,
    };
    (test, throws)
}

/// The test without the statement, its readers given the nearest earlier variable that fits; `None` if it has no
/// readers or nothing fits.
fn rebound(test: &TestCase, cluster: &TestCluster, position: usize) -> Option<TestCase> {
    let variable = VariableRef(position as u32);
    let ty = test.statements()[position].defined_type(cluster)?;
    let fits = |statement: &Statement| {
        statement.defined_type(cluster).is_some_and(|found| found == ty || cluster.is_assignable(found, ty))
    };
    let substitute = test.statements()[..position].iter().rposition(fits)?;
    let is_read = test.statements().iter().any(|statement| statement.references().contains(&variable));
    is_read.then(|| {
        let mut rebound = test.clone();
        rebound.redirect(variable, VariableRef(substitute as u32));
        rebound.remove_with_dependants(position);
        rebound
    })
}

/// Drops tests whose goals the others cover too, the longest first, and gives their goals to those others.
fn without_redundant(mut candidates: Vec<Candidate>) -> Vec<Candidate> {
    let mut order: Vec<usize> = (0..candidates.len()).collect();
    order.sort_by_key(|position| std::cmp::Reverse((candidates[*position].test.len(), *position)));
    let mut dropped = BTreeSet::new();
    for position in order {
        let others = |goal: &GoalId| {
            (0..candidates.len()).find(|other| {
                *other != position && !dropped.contains(other) && candidates[*other].covered.contains(goal)
            })
        };
        let heirs: Option<Vec<(usize, GoalId)>> =
            candidates[position].needed.iter().map(|goal| Some((others(goal)?, *goal))).collect();
        if let Some(heirs) = heirs {
            dropped.insert(position);
            for (heir, goal) in heirs {
                candidates[heir].needed.insert(goal);
            }
        }
    }
    let mut position = 0;
    candidates.retain(|_| {
        position += 1;
        !dropped.contains(&(position - 1))
    });
    candidates
}

/// Statements that may take the place of a literal, the simplest first.
fn simpler_statements(statement: &Statement) -> Vec<Statement> {
    let values = match statement {
        Statement::Value(value) => simpler_values(value),
        Statement::NewArray { array_type, length } => {
            let shorter = simpler_integers(i64::from(*length)).into_iter().filter(|value| *value >= 0);
            return shorter
                .map(|length| Statement::NewArray { array_type: *array_type, length: length as u32 })
                .collect();
        }
        _ => Vec::new(),
    };
    values.into_iter().take(MAX_SIMPLER_VALUES).map(Statement::Value).collect()
}

fn simpler_values(value: &Value) -> Vec<Value> {
    match value {
        Value::Byte(value) => simpler_integers(i64::from(*value))
            .into_iter()
            .map(|simpler| Value::Byte(simpler as i8))
            .collect(),
        Value::Short(value) => simpler_integers(i64::from(*value))
            .into_iter()
            .map(|simpler| Value::Short(simpler as i16))
            .collect(),
        Value::Int(value) => simpler_integers(i64::from(*value))
            .into_iter()
            .map(|simpler| Value::Int(simpler as i32))
            .collect(),
        Value::Long(value) => simpler_integers(*value).into_iter().map(Value::Long).collect(),
        Value::Float(value) => {
            simpler_reals(f64::from(*value)).into_iter().map(|simpler| Value::Float(simpler as f32)).collect()
        }
        Value::Double(value) => simpler_reals(*value).into_iter().map(Value::Double).collect(),
        Value::Char(unit) => ['a', 'A', '0', ' ']
            .into_iter()
            .map(|simpler| simpler as u16)
            .take_while(|simpler| simpler != unit)
            .map(Value::Char)
            .collect(),
        Value::String(text) => simpler_strings(text).into_iter().map(Value::String).collect(),
        Value::Boolean(_) | Value::Null(_) | Value::Class(_) => Vec::new(),
    }
}

/// Halves of the value from small to large, then 1 and 0. Small numbers stay: they read well already, and 0 and 1 hide
/// more faults than others.
fn simpler_integers(value: i64) -> Vec<i64> {
    if value.unsigned_abs() <= SMALL_NUMBER {
        return Vec::new();
    }
    let halves =
        std::iter::successors(Some(value / 2), |half| Some(half / 2)).take_while(|half| half.abs() > 1);
    let mut simpler: Vec<i64> = halves.collect();
    // The largest first would stop far from the smallest that will do.
    simpler.reverse();
    simpler.truncate(MAX_SIMPLER_VALUES - 2);
    simpler.extend([1, 0]);
    simpler
}

fn simpler_reals(value: f64) -> Vec<f64> {
    let is_short = (value * 2.0).fract() == 0.0;
    if is_short && value.abs() <= SMALL_NUMBER as f64 {
        return Vec::new();
    }
    let candidates = [2.5_f64.copysign(value), 1.0, 0.0, value.trunc(), (value * 10.0).trunc() / 10.0];
    candidates
        .into_iter()
        .filter(|found| found.is_finite() && found.to_bits() != value.to_bits())
        .filter(|found| !value.is_finite() || found.abs() <= value.abs())
        .collect()
}

/// The string with every character plain, its start, its halves, itself without one character, and nothing. Short
/// plain strings stay.
fn simpler_strings(text: &JavaString) -> Vec<JavaString> {
    let units = text.units();
    let plain: Vec<u16> =
        units.iter().map(|unit| if is_plain(*unit) { *unit } else { u16::from(b'a') }).collect();
    if plain == units && units.len() <= SHORT_STRING {
        return Vec::new();
    }
    let half = units.len() / 2;
    let mut simpler = vec![plain, units[..1].to_vec(), units[..half].to_vec(), units[half..].to_vec()];
    for position in 0..units.len().min(MAX_SIMPLER_VALUES - simpler.len() - 1) {
        let mut shorter = units.to_vec();
        shorter.remove(position);
        simpler.push(shorter);
    }
    simpler.push(Vec::new());
    simpler.retain(|found| found != units);
    simpler.into_iter().map(|units| JavaString::from_units(&units)).collect()
}

fn is_plain(unit: u16) -> bool {
    (0x20..0x7f).contains(&unit)
}

#[cfg(test)]
mod tests;
