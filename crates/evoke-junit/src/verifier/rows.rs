//! What becomes of rows that fail: tests of their own, which can lose less than a row can, or nothing.

use std::collections::BTreeSet;

use super::fault::Fault;
use super::report::{DroppedTest, VerifyReport};
use crate::suite::SuiteSource;
use crate::test_source::TestSource;

/// Makes the rows at fault tests of their own, and gives the faults of all other tests.
pub(super) fn take_rows_out(suite: &mut SuiteSource, faults: Vec<Fault>) -> Vec<Fault> {
    let (of_rows, others) = of_rows(faults);
    let at_fault: BTreeSet<(usize, String)> =
        of_rows.into_iter().filter_map(|fault| Some((fault.test, fault.row?))).collect();
    replace(suite, others, |position, test| {
        let taken = test.take_rows(|row| !at_fault.contains(&(position, row.name.clone())));
        taken.into_iter().map(TestSource::of_row).collect()
    })
}

/// Makes all rows of tests at fault that have some tests of their own, and gives the faults of all other tests.
pub(super) fn split_tables(suite: &mut SuiteSource, faults: Vec<Fault>) -> Vec<Fault> {
    let has_table = |fault: &Fault| suite.tests.get(fault.test).is_some_and(|test| test.table.is_some());
    let (of_tables, others): (Vec<Fault>, Vec<Fault>) = faults.into_iter().partition(has_table);
    let at_fault: BTreeSet<usize> = of_tables.into_iter().map(|fault| fault.test).collect();
    replace(suite, others, |position, test| {
        let taken = test.take_rows(|_| !at_fault.contains(&position));
        taken.into_iter().map(TestSource::of_row).collect()
    })
}

/// Drops the rows at fault, and gives the faults of all other tests. The rest need not be compiled again.
pub(super) fn drop_rows(
    suite: &mut SuiteSource,
    faults: Vec<Fault>,
    report: &mut VerifyReport,
) -> Vec<Fault> {
    let (of_rows, others) = of_rows(faults);
    for Fault { test, row, reason, .. } in of_rows {
        let dropped = suite.tests[test].drop_rows(|kept| Some(&kept.name) != row.as_ref());
        report.dropped_tests.extend(dropped.into_iter().map(|row| DroppedTest {
            name: row.name,
            goals: row.goals,
            reason: reason.clone(),
        }));
    }
    replace(suite, others, |_, _| Vec::new())
}

fn of_rows(faults: Vec<Fault>) -> (Vec<Fault>, Vec<Fault>) {
    faults.into_iter().partition(|fault| fault.row.is_some())
}

/// Puts after each test what it gives, leaves tests out that have lost all their rows, and gives the faults with the positions that
/// their tests have then.
fn replace(
    suite: &mut SuiteSource,
    faults: Vec<Fault>,
    mut given: impl FnMut(usize, &mut TestSource) -> Vec<TestSource>,
) -> Vec<Fault> {
    let mut positions = Vec::with_capacity(suite.tests.len());
    let mut tests = Vec::with_capacity(suite.tests.len());
    for (position, mut test) in std::mem::take(&mut suite.tests).into_iter().enumerate() {
        positions.push(tests.len());
        let after = given(position, &mut test);
        let is_left = test.table.as_ref().is_none_or(|table| !table.rows.is_empty());
        tests.extend(is_left.then_some(test));
        tests.extend(after);
    }
    suite.tests = tests;
    faults.into_iter().map(|fault| Fault { test: positions[fault.test], ..fault }).collect()
}
