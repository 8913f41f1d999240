//! What came of the tests of a run when they were verified, as JUnit XML: those that passed, those that were dropped and why, and classes
//! without a suite.

use std::time::Duration;

use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

use crate::record::{ClassRecord, RecordError, RunRecord, Status};

impl RunRecord {
    /// A suite for each class, a case for each test that was run. What was dropped is told as skipped, since it is not in the suite; a test
    /// of an earlier run that no longer passes is a failure, and a class that came to no end an error.
    pub fn to_junit_xml(&self) -> Result<String, RecordError> {
        let mut report = Report::new("Evoke");
        report.add_test_suites(self.classes.iter().map(suite));
        report.to_string().map_err(RecordError::Xml)
    }
}

fn suite(class: &ClassRecord) -> TestSuite {
    let mut suite = TestSuite::new(class.name());
    suite.set_time(seconds(class.seconds.verify));
    for test in &class.verified {
        let status = test.dropped.as_ref().map_or_else(TestCaseStatus::success, |reason| skipped(reason));
        suite.add_test_case(case(class, &test.name, status));
    }
    for change in &class.changes {
        let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
        status.set_message(change.to_string());
        suite.add_test_case(case(class, &format!("{} (earlier run)", change.test), status));
    }
    if let Some(reason) = &class.reason {
        let status = if class.status == Status::Failed {
            let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
            status.set_message(reason.as_str());
            status
        } else {
            skipped(reason)
        };
        suite.add_test_case(case(class, "suite", status));
    }
    suite
}

fn skipped(reason: &str) -> TestCaseStatus {
    let mut status = TestCaseStatus::skipped();
    status.set_message(reason);
    status
}

fn case(class: &ClassRecord, name: &str, status: TestCaseStatus) -> TestCase {
    let mut case = TestCase::new(name, status);
    case.set_classname(class.name());
    case
}

fn seconds(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::TestRecord;

    #[test]
    fn test_that_was_dropped_is_skipped_with_the_reason() {
        let test = |name: &str, dropped: Option<&str>| TestRecord {
            name: name.to_owned(),
            dropped: dropped.map(str::to_owned),
            lines: Vec::new(),
            notices: Vec::new(),
        };
        let verified = vec![test("adds", None), test("waits", Some("took <too> long"))];
        let class = ClassRecord { verified, ..ClassRecord::new("shop.Order", Status::Ok) };
        let failed = ClassRecord::without_suite("shop.Line", Status::Failed, "no time");
        let text = RunRecord::new("0.1.0", vec![class, failed]).to_junit_xml().unwrap();
        for part in [
            r#"<testcase name="adds" classname="shop.Order"/>"#,
            r#"<skipped message="took &lt;too&gt; long"/>"#,
            r#"<error message="no time"/>"#,
        ] {
            assert!(text.contains(part), "{part}: {text}");
        }
    }
}
