//! What the process that runs a suite has reported: one line for each test that starts, was measured or failed.

use std::time::Duration;

use evoke_runtime::layout::runner_words as words;

use crate::cost_error::CostError;
use crate::measured_test::MeasuredTest;

/// What a run has reported so far.
#[derive(Default)]
pub(crate) struct RunReports {
    tests: Vec<MeasuredTest>,
    /// The test that was started last.
    started: Option<String>,
}

impl RunReports {
    /// Takes a report; says whether it was the last one.
    pub(crate) fn take(&mut self, report: &str) -> Result<bool, CostError> {
        let fields: Vec<&str> = report.split('\t').collect();
        match fields[..] {
            [words::START, class, test] => self.started = Some(format!("`{class}.{test}`")),
            [words::COST, class, test, nanoseconds, bytes] => self.tests.push(MeasuredTest {
                class: class.to_owned(),
                test: test.to_owned(),
                time: Duration::from_nanos(nanoseconds.parse().unwrap_or(0)),
                allocated_bytes: bytes.parse().unwrap_or(0),
                passed: true,
            }),
            [words::FAIL, class, test] => {
                let mut of_test = self.tests.iter_mut().filter(|it| it.class == class && it.test == test);
                match of_test.next_back() {
                    Some(measured) => measured.passed = false,
                    None => return Err(CostError::Broken(format!("`{class}` fails outside its tests"))),
                }
            }
            [words::DONE] => return Ok(true),
            _ => return Err(CostError::Broken(fields.last().copied().unwrap_or_default().to_owned())),
        }
        Ok(false)
    }

    /// The test that is running, in words.
    pub(crate) fn current(&self) -> String {
        self.started.clone().unwrap_or_else(|| "no test".to_owned())
    }

    /// Whether any test was started.
    pub(crate) fn has_started(&self) -> bool {
        self.started.is_some()
    }

    /// What was measured.
    pub(crate) fn into_tests(self) -> Vec<MeasuredTest> {
        self.tests
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reports_of(reports: &[&str]) -> Result<RunReports, CostError> {
        let mut collected = RunReports::default();
        for report in reports {
            collected.take(report)?;
        }
        Ok(collected)
    }

    #[test]
    fn failure_belongs_to_the_test_that_was_measured() {
        let reports = ["start\tA\tx", "cost\tA\tx\t5\t7", "start\tA\ty", "cost\tA\ty\t1\t2", "fail\tA\tx"];
        let tests = reports_of(&reports).unwrap().tests;
        let passed: Vec<bool> = tests.iter().map(|test| test.passed).collect();
        assert_eq!(passed, [false, true]);
        assert_eq!((tests[0].time, tests[0].allocated_bytes), (Duration::from_nanos(5), 7));
    }

    #[test]
    fn failure_outside_tests_and_unknown_reports_are_errors() {
        assert!(matches!(reports_of(&["fail\tA\tA"]), Err(CostError::Broken(_))));
        let broken = reports_of(&["broken\tno such class"]);
        assert!(matches!(broken, Err(CostError::Broken(message)) if message == "no such class"));
    }
}
