//! Runs a suite that was written for an earlier version of its class, as it lies in the project: what it still expects and is no longer so is
//! what changed.

use std::fs;
use std::path::Path;

use super::error::VerifyError;
use super::limits::{Deadlines, VerifyLimits};
use super::runner_process::{Complaint, RunEnd, RunnerProcess, Surroundings, TestFailure, TestRun};
use super::suite_verifier::SuiteVerifier;

/// What has become of the tests of a suite.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Recheck {
    /// All pass.
    Passes,
    /// The suite does not compile any more: the complaints, each with the test that it is about where that is known.
    Gone(Vec<TestComplaint>),
    /// Tests that do not pass any more.
    Changed(Vec<TestComplaint>),
}

/// A test and what is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestComplaint {
    /// Its name; empty where that is not known.
    pub test: String,
    /// What the compiler or JUnit says.
    pub message: String,
    /// The line of the suite that it is about.
    pub line: Option<String>,
}

impl TestComplaint {
    /// What the test expects and what is now, where JUnit's message says both.
    pub fn difference(&self) -> Option<(&str, &str)> {
        let (_, after) = self.message.split_once("expected:")?;
        let (expected, now) = after.split_once(" but was:")?;
        Some((unquoted(expected), unquoted(now)))
    }
}

/// `<3>` is 3.
fn unquoted(value: &str) -> &str {
    let value = value.trim();
    value.strip_prefix('<').and_then(|value| value.strip_suffix('>')).unwrap_or(value)
}

impl SuiteVerifier {
    /// Compiles and runs the suite of this class, which is in this file. `work_dir` is a folder of its own.
    ///
    /// # Errors
    /// The file cannot be read, or the JVM fails outside any test, or is out of time.
    pub fn recheck(
        &self,
        class: &str,
        file: &Path,
        work_dir: &Path,
        limits: &VerifyLimits,
    ) -> Result<Recheck, VerifyError> {
        let text = fs::read_to_string(file)?;
        let suite = WrittenSuite { class, file: &std::path::absolute(file)?, text: &text };
        let process = self.begin(work_dir)?.into_process();
        let has_other_suites = process.n_other_suites() > 0;
        let found = self.recheck_in(process, &suite, &work_dir.join("classes"), limits)?;
        if found == Recheck::Passes || !has_other_suites {
            return Ok(found);
        }
        // What others left in the JVM may be to blame.
        let process = self.runners.start(&self.environment, &self.wrap)?;
        self.recheck_in(process, &suite, &work_dir.join("classes-again"), limits)
    }

    fn recheck_in(
        &self,
        mut process: RunnerProcess,
        suite: &WrittenSuite<'_>,
        classes: &Path,
        limits: &VerifyLimits,
    ) -> Result<Recheck, VerifyError> {
        let deadlines = Deadlines::of(limits);
        fs::create_dir_all(classes)?;
        let complaints = process.compile(suite.file, classes, deadlines.end(None))?.errors;
        if !complaints.is_empty() {
            let gone = complaints.into_iter().map(|it| complaint(suite.text, it));
            return Ok(Recheck::Gone(gone.collect()));
        }
        let run = TestRun {
            class: suite.class,
            classes,
            surroundings: Surroundings::Home,
            tests: &tests_of(suite.text),
            per_test: limits.per_test,
            deadlines,
            first_pass: None,
        };
        let report = process.run(&run)?;
        let failures = report.failures.into_iter();
        let mut changed: Vec<TestComplaint> = failures.map(|it| failed(suite.text, it)).collect();
        let has_threads = matches!(report.end, RunEnd::Done { has_threads: true });
        match report.end {
            RunEnd::Done { .. } => {}
            RunEnd::Lost { test, reason } => {
                changed.push(TestComplaint { test: test.unwrap_or_default(), message: reason, line: None });
            }
            RunEnd::OutOfTime => return Err(VerifyError::OutOfTime),
        }
        if !changed.is_empty() {
            return Ok(Recheck::Changed(changed));
        }
        if !has_threads {
            self.runners.give_back(process);
        }
        Ok(Recheck::Passes)
    }
}

/// A suite as it lies in a project.
struct WrittenSuite<'a> {
    class: &'a str,
    /// Absolute.
    file: &'a Path,
    text: &'a str,
}

fn failed(text: &str, failure: TestFailure) -> TestComplaint {
    let TestFailure { test, complaint: Complaint { line, message } } = failure;
    TestComplaint { test, message, line: line_of(text, line) }
}

fn complaint(text: &str, complaint: Complaint) -> TestComplaint {
    let Complaint { line, message } = complaint;
    let test = declared_tests(text).take_while(|(at, _)| *at <= line).last();
    let test = test.map(|(_, name)| name.to_owned()).unwrap_or_default();
    TestComplaint { test, message, line: line_of(text, line) }
}

fn line_of(text: &str, line: usize) -> Option<String> {
    let line = text.lines().nth(line.checked_sub(1)?)?.trim();
    (!line.is_empty()).then(|| line.to_owned())
}

fn tests_of(text: &str) -> Vec<String> {
    declared_tests(text).map(|(_, name)| name.to_owned()).collect()
}

/// Line, from 1, and name of each test of a file that Evoke wrote: the method after the annotations.
fn declared_tests(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut is_test = false;
    text.lines().enumerate().filter_map(move |(before, line)| {
        let line = line.trim();
        let annotation = line.strip_prefix('@').and_then(|line| line.split('(').next());
        is_test |= annotation.is_some_and(|annotation| annotation.ends_with("Test"));
        let declaration = line.strip_prefix("public ").unwrap_or(line);
        let (name, _) = declaration.strip_prefix("void ")?.split_once('(')?;
        std::mem::take(&mut is_test).then_some((before + 1, name))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const SUITE: &str = "// Generated by Evoke\nclass T {\n    @Test\n    void adds() {\n        check(3, add(1));\n    }\n\n    \
                         @org.junit.jupiter.api.Test\n    void fails() throws Exception {\n    }\n}\n";

    #[test]
    fn tests_of_a_file_are_known_by_name_and_line() {
        assert_eq!(declared_tests(SUITE).collect::<Vec<_>>(), [(4, "adds"), (9, "fails")]);
        let annotated = "    @ParameterizedTest(name = \"a {0}\")\n    @CsvSource({\n        \"void a(\",\n    })\n    void sums(int a) {\n\
                         @Test\n@SuppressWarnings(\"cast\")\npublic void raw() {\n@After\npublic void end() {\n";
        assert_eq!(declared_tests(annotated).collect::<Vec<_>>(), [(5, "sums"), (8, "raw")]);
        let of_line = complaint(SUITE, Complaint { line: 5, message: "no add".to_owned() });
        assert_eq!((of_line.test.as_str(), of_line.line.as_deref()), ("adds", Some("check(3, add(1));")));
        assert_eq!(complaint(SUITE, Complaint { line: 1, message: String::new() }).test, "");
    }

    #[test]
    fn message_of_an_assertion_is_a_difference() {
        let difference = |message: &str| {
            let complaint = TestComplaint { test: String::new(), message: message.to_owned(), line: None };
            complaint.difference().map(|(expected, now)| (expected.to_owned(), now.to_owned()))
        };
        let of = |expected: &str, now: &str| Some((expected.to_owned(), now.to_owned()));
        let prefix = "org.opentest4j.AssertionFailedError: expected: ";
        assert_eq!(difference(&format!("{prefix}<3> but was: <4>")), of("3", "4"));
        assert_eq!(difference("java.lang.AssertionError: expected:<3> but was:<4>"), of("3", "4"));
        assert_eq!(difference("java.lang.IllegalStateException: no"), None);
    }
}
