//! Takes out of a suite what is at fault, as little as possible at first.

use super::error::VerifyError;
use super::fault::Fault;
use super::report::{DroppedAssertion, DroppedTest, VerifyReport};
use crate::suite::{LineKind, SuiteSource};

/// Rounds after which no failing test is repaired any more.
const REPAIR_ROUNDS: u32 = 8;

/// What does not compile in an assertion around a call is nearly always the call, which would stay and fail again.
pub(super) fn give_up_calls(suite: &SuiteSource, faults: &mut [Fault]) {
    for fault in faults {
        let line = fault.line.and_then(|line| suite.tests.get(fault.test)?.lines.get(line));
        if matches!(line.map(|line| &line.kind), Some(LineKind::Assertion { call: Some(_) })) {
            fault.line = None;
        }
    }
}

/// The tests of a suite that had no part in its failures.
pub(super) fn without_faulty(suite: &SuiteSource, faults: &[Fault]) -> SuiteSource {
    let mut passed = suite.clone();
    let mut position = 0;
    passed.tests.retain(|_| {
        position += 1;
        faults.iter().all(|fault| fault.test != position - 1)
    });
    passed
}

/// Goes back to tests that passed in the last whole round.
pub(super) fn fall_back(suite: &mut SuiteSource, passed: SuiteSource, report: &mut VerifyReport) {
    report.out_of_time = true;
    for test in suite.tests.drain(..) {
        if passed.tests.iter().all(|kept| kept.name != test.name) {
            let reason = "it failed once, and there was no time to run it again".to_owned();
            report.dropped_tests.push(DroppedTest { name: test.name, goals: test.goals, reason });
        }
    }
    *suite = passed;
}

/// Takes out the lines and tests at fault.
pub(super) fn repair(
    suite: &mut SuiteSource,
    faults: Vec<Fault>,
    report: &mut VerifyReport,
) -> Result<(), VerifyError> {
    let before = (report.dropped_tests.len(), report.dropped_assertions.len());
    let may_repair = report.rounds <= REPAIR_ROUNDS;
    let mut lost_tests: Vec<(usize, String)> = Vec::new();
    let mut lost_lines: Vec<(usize, usize, String)> = Vec::new();
    for Fault { test, line, reason } in faults {
        let repairable = line.filter(|line| {
            let lines = suite.tests.get(test).map(|test| &test.lines);
            let kind = lines.and_then(|lines| lines.get(*line)).map(|line| &line.kind);
            may_repair && matches!(kind, Some(LineKind::Assertion { .. }))
        });
        match repairable {
            Some(line) if has_lost_lines(suite, test, report) => {
                lost_lines
                    .extend(later_assertions(suite, test, line).map(|line| (test, line, reason.clone())));
            }
            Some(line) => lost_lines.push((test, line, reason)),
            None => lost_tests.push((test, reason)),
        }
    }
    lost_lines.retain(|(test, ..)| lost_tests.iter().all(|(lost, _)| lost != test));
    // From the back, so that positions stay true; of several complaints about one place the first counts.
    lost_lines.sort_by_key(|(test, line, _)| (*test, *line));
    lost_lines.dedup_by_key(|(test, line, _)| (*test, *line));
    for (test, line, reason) in lost_lines.into_iter().rev() {
        drop_line(suite, test, line, reason, report);
    }
    lost_tests.sort_by_key(|(test, _)| *test);
    lost_tests.dedup_by_key(|(test, _)| *test);
    for (test, reason) in lost_tests.into_iter().rev() {
        let test = suite.tests.remove(test);
        report.dropped_tests.push(DroppedTest { name: test.name, goals: test.goals, reason });
    }
    if before == (report.dropped_tests.len(), report.dropped_assertions.len()) {
        return Err(VerifyError::Unrepairable("a failure names no test".to_owned()));
    }
    Ok(())
}

fn has_lost_lines(suite: &SuiteSource, test: usize, report: &VerifyReport) -> bool {
    report.dropped_assertions.iter().any(|dropped| dropped.test == suite.tests[test].name)
}

/// A run shows only the first failure of a test: where a second one comes up, all that follows is distrusted, or each
/// would take a round.
fn later_assertions(suite: &SuiteSource, test: usize, from: usize) -> impl Iterator<Item = usize> {
    let lines = suite.tests[test].lines.iter().enumerate().skip(from);
    let is_assertion = |kind: &LineKind| matches!(kind, LineKind::Assertion { .. });
    lines.filter(move |(_, line)| is_assertion(&line.kind)).map(|(number, _)| number)
}

fn drop_line(suite: &mut SuiteSource, test: usize, line: usize, reason: String, report: &mut VerifyReport) {
    let test = &mut suite.tests[test];
    let dropped = test.lines.remove(line);
    if let LineKind::Assertion { call: Some(call) } = dropped.kind {
        test.lines.insert(line, *call);
    }
    report.dropped_assertions.push(DroppedAssertion { test: test.name.clone(), line: dropped.text, reason });
}
