//! Shortens a suite: few tests, each with only the statements and the simplest values that its goals need.
//!
//! Tests are picked greedily by new goals per statement. Of a picked test each statement is tried without, from the last
//! to the first; then tests whose goals others cover too are dropped; then values are made simpler. Whatever no
//! longer covers is taken back, so no goal is lost on the way; a test that completed never comes to throw. The number
//! of runs is linear in the number of statements.

use std::collections::BTreeSet;

use evoke_analysis::{Goal, GoalId, GoalKind, TestCluster};
use evoke_testcase::{ExecutionOutcome, ExecutionResult, Executor, JavaString, Statement, TestCase, Value};

use crate::edit;

/// Most simpler values that are tried for one literal.
const MAX_SIMPLER_VALUES: usize = 12;

/// A short suite.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Minimised {
    /// Tests with the goals they are kept for, in the order they were picked.
    pub tests: Vec<(Vec<GoalId>, TestCase)>,
    /// Goals that a test came with but did not cover when it was run again, or only by being stopped.
    pub lost_goals: Vec<GoalId>,
    /// Tests run.
    pub executions: u64,
}

/// Shortens the tests that cover the goals; each comes with the goals it is said to cover. Once `stop` says so,
/// what is left is kept as it is.
pub fn minimise(
    executor: &mut dyn Executor,
    cluster: &TestCluster,
    goals: &[Goal],
    tests: Vec<(Vec<GoalId>, TestCase)>,
    stop: &mut dyn FnMut() -> bool,
) -> Minimised {
    let claimed: BTreeSet<GoalId> = tests.iter().flat_map(|(goals, _)| goals).copied().collect();
    let mut minimizer = Minimizer { executor, cluster, goals, claimed, stop, stopped: false, executions: 0 };
    let candidates = minimizer.run_all(tests);
    let mut picked = minimizer.pick(candidates);
    for candidate in &mut picked {
        minimizer.shorten(candidate);
    }
    let mut kept = without_redundant(picked);
    for candidate in &mut kept {
        minimizer.simplify_values(candidate);
    }
    let covered: BTreeSet<GoalId> = kept.iter().flat_map(|candidate| &candidate.needed).copied().collect();
    let lost_goals = minimizer.claimed.difference(&covered).copied().collect();
    let executions = minimizer.executions;
    let tests =
        kept.into_iter().map(|candidate| (candidate.needed.into_iter().collect(), candidate.test)).collect();
    Minimised { tests, lost_goals, executions }
}

struct Minimizer<'a> {
    executor: &'a mut dyn Executor,
    cluster: &'a TestCluster,
    goals: &'a [Goal],
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
    throws: bool,
}

impl Minimizer<'_> {
    /// Runs every test once and cuts off what comes after an exception. Tests that are stopped are left out.
    fn run_all(&mut self, tests: Vec<(Vec<GoalId>, TestCase)>) -> Vec<Candidate> {
        let mut candidates = Vec::new();
        for (goals, test) in tests {
            let Some(result) = self.execute(&test) else {
                let covered: BTreeSet<GoalId> = goals.into_iter().collect();
                candidates.push(Candidate { test, covered, needed: BTreeSet::new(), throws: false });
                continue;
            };
            if !result.is_aborted() {
                let covered = self.covered(&result);
                let (test, throws) = cut_after_exception(test, &result);
                candidates.push(Candidate { test, covered, needed: BTreeSet::new(), throws });
            }
        }
        candidates
    }

    /// Picks tests until all goals are covered: the most new goals per statement first, then the shorter, then the
    /// earlier.
    fn pick(&self, mut candidates: Vec<Candidate>) -> Vec<Candidate> {
        let mut missing = self.claimed.clone();
        let mut picked = Vec::new();
        loop {
            let mut best: Option<(usize, usize, usize)> = None;
            for (position, candidate) in candidates.iter().enumerate() {
                let gain = candidate.covered.intersection(&missing).count();
                let length = candidate.test.len().max(1);
                let is_better = best.is_none_or(|(_, best_gain, best_length)| {
                    let (value, best_value) = (gain * best_length, best_gain * length);
                    value > best_value || value == best_value && length < best_length
                });
                if gain > 0 && is_better {
                    best = Some((position, gain, length));
                }
            }
            let Some((position, ..)) = best else { return picked };
            let mut candidate = candidates.remove(position);
            candidate.needed = candidate.covered.intersection(&missing).copied().collect();
            missing.retain(|goal| !candidate.needed.contains(goal));
            picked.push(candidate);
        }
    }

    /// Tries the test without each statement, from the last to the first.
    fn shorten(&mut self, candidate: &mut Candidate) {
        let mut position = candidate.test.len();
        while position > 0 {
            position -= 1;
            if position >= candidate.test.len() {
                continue;
            }
            let rebound = edit::rebound(&candidate.test, self.cluster, position);
            let removed = edit::without_dependants(&candidate.test, position);
            let _ = self.accept(candidate, removed)
                || rebound.is_some_and(|shorter| self.accept(candidate, shorter));
        }
    }

    /// Tries simpler values for each literal, and fewer elements for each array.
    fn simplify_values(&mut self, candidate: &mut Candidate) {
        for position in 0..candidate.test.len() {
            let Some(statement) = candidate.test.statements().get(position).cloned() else { break };
            for simpler in simpler_statements(&statement) {
                if self.stopped {
                    return;
                }
                let changed = edit::replaced(&candidate.test, position, simpler);
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
        let kind = |goal: &GoalId| -> Option<GoalKind> { self.goals.get(goal.index()).map(|goal| goal.kind) };
        let is_covered = |goal: &&GoalId| kind(goal).is_some_and(|kind| result.covers(kind));
        self.claimed.iter().filter(is_covered).copied().collect()
    }
}

fn cut_after_exception(test: TestCase, result: &ExecutionResult) -> (TestCase, bool) {
    match result.outcome {
        ExecutionOutcome::Threw { statement, .. } => (edit::truncated(&test, statement as usize + 1), true),
        _ => (test, false),
    }
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

/// 0, 1, -1, 2, then halves of the value from small to large, then small round numbers below it.
fn simpler_integers(value: i64) -> Vec<i64> {
    let mut simpler: Vec<i64> = vec![0, 1, -1, 2];
    let mut half = value / 2;
    let mut halves = Vec::new();
    while half != 0 && halves.len() < MAX_SIMPLER_VALUES {
        halves.push(half);
        half /= 2;
    }
    // The largest steps first would stop far from the smallest value that will do.
    simpler.extend(halves.into_iter().rev());
    let mut seen = BTreeSet::new();
    simpler.retain(|found| {
        found.unsigned_abs() <= value.unsigned_abs() && *found != value && seen.insert(*found)
    });
    if let Some(own) = simpler.iter().position(|found| *found == -value) {
        // Of a number and its opposite the positive one is simpler.
        simpler.truncate(if value > 0 { own } else { simpler.len() });
    }
    simpler
}

fn simpler_reals(value: f64) -> Vec<f64> {
    let candidates = [0.0, 1.0, -1.0, value.trunc(), (value * 10.0).trunc() / 10.0];
    candidates
        .into_iter()
        .filter(|found| found.is_finite() && found.to_bits() != value.to_bits())
        .filter(|found| !value.is_finite() || found.abs() <= value.abs())
        .collect()
}

/// The empty string, halves, the string without one character, and the same with every character plain.
fn simpler_strings(text: &JavaString) -> Vec<JavaString> {
    let units = text.units();
    if units.is_empty() {
        return Vec::new();
    }
    let mut simpler = vec![Vec::new(), units[..1].to_vec(), units[..units.len() / 2].to_vec()];
    simpler.push(units[units.len() / 2..].to_vec());
    for position in 0..units.len().min(MAX_SIMPLER_VALUES) {
        let mut shorter = units.to_vec();
        shorter.remove(position);
        simpler.push(shorter);
    }
    simpler.retain(|found| found.len() < units.len());
    let mut seen = BTreeSet::new();
    simpler.retain(|found| seen.insert(found.clone()));
    let plain: Vec<u16> =
        units.iter().map(|unit| if is_plain(*unit) { *unit } else { u16::from(b'a') }).collect();
    if plain != units {
        simpler.insert(0, plain);
    }
    simpler.into_iter().map(|units| JavaString::from_units(&units)).collect()
}

fn is_plain(unit: u16) -> bool {
    (0x20..0x7f).contains(&unit)
}

#[cfg(test)]
mod tests;
