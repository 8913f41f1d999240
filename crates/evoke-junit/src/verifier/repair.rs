//! Takes out of a suite what is at fault, as little as possible at first.

use std::collections::BTreeSet;

use super::error::VerifyError;
use super::fault::Fault;
use super::report::{DroppedAssertion, DroppedTest, LostMocks, VerifyReport};
use crate::parameter_table::Row;
use crate::suite::{RenderedSource, SuiteSource};
use crate::test_source::{CaseKey, TestSource};

/// Rounds after which no failing test is repaired any more.
const REPAIR_ROUNDS: u32 = 8;

/// What does not compile in an assertion around a call is nearly always the call, which would stay and fail again.
pub(super) fn give_up_calls(suite: &SuiteSource, faults: &mut [Fault]) {
    for fault in faults {
        let test = suite.tests.get(fault.test);
        fault.assertion =
            fault.assertion.filter(|assertion| !test.is_some_and(|test| test.keeps_call(*assertion)));
    }
}

/// Writes the tests at fault without mocks that have some, and gives the faults of all others.
pub(super) fn write_plain(
    suite: &mut SuiteSource,
    faults: Vec<Fault>,
    report: &mut VerifyReport,
) -> Vec<Fault> {
    let mut rewritten = BTreeSet::new();
    for Fault { test: position, reason, .. } in &faults {
        if let Some(test) = suite.tests.get_mut(*position)
            && test.make_plain()
        {
            rewritten.insert(*position);
            report.lost_mocks.push(LostMocks { test: test.name.clone(), reason: reason.clone() });
        }
    }
    faults.into_iter().filter(|fault| !rewritten.contains(&fault.test)).collect()
}

/// Writes the stubs out as a whole in the tests at fault that have left some of them to a class for all, and gives the faults of the others.
pub(super) fn write_stubs_out(
    suite: &mut SuiteSource,
    faults: Vec<Fault>,
    rendered: &RenderedSource,
) -> Vec<Fault> {
    let mut rewritten = BTreeSet::new();
    for fault in faults.iter().filter(|fault| rendered.has_shared_stubs(fault.test)) {
        if suite.tests.get_mut(fault.test).is_some_and(TestSource::inline_stubs) {
            rewritten.insert(fault.test);
        }
    }
    faults.into_iter().filter(|fault| !rewritten.contains(&fault.test)).collect()
}

/// Writes the tests that do not compile without type arguments, and gives the faults of those that are written so already.
/// What is wrong with assertions can go without.
pub(super) fn write_raw(suite: &mut SuiteSource, faults: Vec<Fault>) -> Vec<Fault> {
    let mut rewritten = BTreeSet::new();
    for fault in faults.iter().filter(|fault| fault.assertion.is_none()) {
        if suite.tests.get_mut(fault.test).is_some_and(TestSource::make_raw) {
            rewritten.insert(fault.test);
        }
    }
    faults.into_iter().filter(|fault| !rewritten.contains(&fault.test)).collect()
}

/// Leaves the tests that passed, where an error ends the verification before the suite has passed as a whole.
pub(super) fn fall_back(
    suite: &mut SuiteSource,
    passed: &BTreeSet<CaseKey>,
    error: &VerifyError,
    report: &mut VerifyReport,
) {
    report.ended_early = Some(error.to_string());
    let has_passed = |test: &str, row: Option<&Row>| {
        passed.contains(&CaseKey { test: test.to_owned(), row: row.map(|row| row.name.clone()) })
    };
    let mut lost: Vec<TestSource> = Vec::new();
    for mut test in std::mem::take(&mut suite.tests) {
        let name = test.name.clone();
        let lost_rows = test.drop_rows(|row| has_passed(&name, Some(row)));
        lost.extend(lost_rows.into_iter().map(TestSource::of_row));
        let has_rows = test.table.as_ref().map(|table| !table.rows.is_empty());
        match has_rows.unwrap_or_else(|| has_passed(&name, None)) {
            true => suite.tests.push(test),
            false if test.table.is_none() => lost.push(test),
            false => {}
        }
    }
    for test in lost {
        let has_failed = report.dropped_assertions.iter().any(|dropped| dropped.test == test.name);
        let reason = if has_failed {
            format!("it failed once, and could not be run again: {error}")
        } else {
            format!("it could not be run: {error}")
        };
        report.dropped_tests.push(DroppedTest { name: test.name, goals: test.goals, reason });
    }
}

/// Takes out the assertions and tests at fault.
pub(super) fn repair(
    suite: &mut SuiteSource,
    faults: Vec<Fault>,
    report: &mut VerifyReport,
) -> Result<(), VerifyError> {
    let before = (report.dropped_tests.len(), report.dropped_assertions.len());
    let may_repair = report.rounds <= REPAIR_ROUNDS;
    let mut lost_tests: Vec<(usize, String)> = Vec::new();
    let mut lost_assertions: Vec<(usize, usize, String)> = Vec::new();
    for Fault { test, row: _, assertion, reason } in faults {
        match assertion.filter(|_| may_repair) {
            // A run shows only the first failure of a test: where a second one comes up, all that follows is distrusted,
            // or each would take a round.
            Some(assertion) if has_lost_assertions(suite, test, report) => {
                let later = assertion..suite.tests[test].n_assertions();
                lost_assertions.extend(later.map(|later| (test, later, reason.clone())));
            }
            Some(assertion) => lost_assertions.push((test, assertion, reason)),
            None => lost_tests.push((test, reason)),
        }
    }
    lost_assertions.retain(|(test, ..)| lost_tests.iter().all(|(lost, _)| lost != test));
    // From the back, so that positions stay true; of several complaints about one place the first counts.
    lost_assertions.sort_by_key(|(test, assertion, _)| (*test, *assertion));
    lost_assertions.dedup_by_key(|(test, assertion, _)| (*test, *assertion));
    for (position, assertion, reason) in lost_assertions.into_iter().rev() {
        let test = &mut suite.tests[position];
        if let Some(line) = test.drop_assertion(assertion) {
            let (test_name, told) = (test.name.clone(), reason.clone());
            report.dropped_assertions.push(DroppedAssertion { test: test_name, line, reason: told });
            if test.shows_nothing() {
                lost_tests.push((position, reason));
            }
        }
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

fn has_lost_assertions(suite: &SuiteSource, test: usize, report: &VerifyReport) -> bool {
    report.dropped_assertions.iter().any(|dropped| dropped.test == suite.tests[test].name)
}
