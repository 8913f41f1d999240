//! Tests that leave something changed which all tests of a JVM share, those of the user too.

use std::collections::BTreeSet;

use super::report::{DroppedTest, VerifyReport};
use crate::fixture::{FixtureKind, RestoredSetting};
use crate::suite::SuiteSource;

/// Has these tests, each with what it left, set it back, and drops those that leave it changed though they do; whether any test is written
/// otherwise.
pub(super) fn set_back(
    suite: &mut SuiteSource,
    left: BTreeSet<(String, RestoredSetting)>,
    report: &mut VerifyReport,
) -> bool {
    let mut is_changed = false;
    for (name, setting) in left {
        let Some(position) = suite.tests.iter().position(|test| test.name == name) else { continue };
        if suite.tests[position].body.fixtures.insert(FixtureKind::Restored(setting)) {
            is_changed = true;
        } else {
            drop_leaving(suite, position, setting, report);
        }
    }
    is_changed
}

/// Drops the tests that leave something changed now and then, when a suite is not to be written otherwise any more.
pub(super) fn drop_all_leaving(
    suite: &mut SuiteSource,
    left: BTreeSet<(String, RestoredSetting)>,
    report: &mut VerifyReport,
) {
    for (name, setting) in left {
        if let Some(position) = suite.tests.iter().position(|test| test.name == name) {
            drop_leaving(suite, position, setting, report);
        }
    }
}

fn drop_leaving(
    suite: &mut SuiteSource,
    position: usize,
    setting: RestoredSetting,
    report: &mut VerifyReport,
) {
    let test = suite.tests.remove(position);
    let reason = format!("it leaves {} changed", setting.name());
    report.dropped_tests.push(DroppedTest { name: test.name, goals: test.goals, reason });
}
