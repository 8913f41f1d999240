//! The suite that an earlier run wrote for a class that has changed since: what it still expects and is no longer so is told before a new one
//! takes its place.

use std::path::Path;
use std::time::Duration;

use evoke_junit::{Recheck, TestComplaint, VerifyLimits};
use evoke_report::{ChangeKind, ChangeRecord};

use super::module_plan::ModulePlan;
use super::plan::ClassTask;
use crate::progress::Screen;

/// What running it may take at most.
const LONGEST: Duration = Duration::from_secs(20);

/// The tests of the suite that do not hold any more. `scratch` is a folder of its own.
pub(super) fn changes(
    task: &ClassTask,
    module: &ModulePlan,
    screen: &Screen,
    scratch: &Path,
) -> Vec<ChangeRecord> {
    let package = module.options.suite_package(&task.class.name).replace('/', ".");
    let suite = &task.destination.suite_name;
    let class = if package.is_empty() { suite.clone() } else { format!("{package}.{suite}") };
    let limits = VerifyLimits { total: LONGEST, at_most: LONGEST, ..VerifyLimits::default() };
    match module.verifier.recheck(&class, &task.destination.path, scratch, &limits) {
        Ok(Recheck::Passes) => Vec::new(),
        Ok(Recheck::Changed(tests)) => records(&tests, ChangeKind::Behaviour),
        Ok(Recheck::Gone(tests)) => records(&tests, ChangeKind::Gone),
        Err(error) => {
            screen.detail(&format!("note: the suite of the last run could not be run: {error}"));
            Vec::new()
        }
    }
}

fn records(tests: &[TestComplaint], kind: ChangeKind) -> Vec<ChangeRecord> {
    let record = |complaint: &TestComplaint| {
        let difference = complaint.difference();
        ChangeRecord {
            test: complaint.test.clone(),
            kind,
            expected: difference.map(|(expected, _)| expected.to_owned()),
            now: difference.map(|(_, now)| now.to_owned()),
            message: complaint.message.clone(),
            line: complaint.line.clone(),
        }
    };
    tests.iter().map(record).collect()
}
