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
            let test = suite.tests.remove(position);
            let reason = format!("it leaves {} changed", setting.name());
            report.dropped_tests.push(DroppedTest { name: test.name, goals: test.goals, reason });
        }
    }
    is_changed
}
