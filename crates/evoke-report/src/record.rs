//! The record of a run, as the JSON object `evoke.result/1`.
//!
//! Within a schema version fields are only added, so a reader skips what it does not know. What a reader has to
//! understand differently gets a new [`SchemaVersion`].

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize, Serializer};

use crate::change_record::ChangeRecord;
use crate::existing_record::ExistingRecord;
use crate::goal_count::GoalCount;
use crate::shard_record::{ShardRecord, name_in_parts};

/// Everything that a run of `evoke generate` has to say.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunRecord {
    /// Always `evoke.result/1`; a record that says anything else is not read.
    pub schema: SchemaVersion,
    /// Version of Evoke.
    pub version: String,
    /// One record a class, in the order the classes were asked for.
    pub classes: Vec<ClassRecord>,
    /// Of a project, the classes that were not worked on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<LeftOutRecord>,
    /// Of a part of a project, which one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<ShardRecord>,
}

/// A class of a project that was not worked on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeftOutRecord {
    /// Its module.
    pub module: String,
    /// Binary name.
    pub class: String,
    /// Why not.
    pub reason: String,
}

/// Which form a record has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum SchemaVersion {
    /// The form in this module.
    #[default]
    #[serde(rename = "evoke.result/1")]
    V1,
}

/// What became of one class under test.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ClassRecord {
    /// Binary name; of a pair that of the caller.
    pub class: String,
    /// Of a project the module that the class is in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub module: Option<String>,
    /// Of a class of a project its source, where that is found: as a path from the folder of the build file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// Of a pair the callee.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub callee: Option<String>,
    /// Whether there is a suite.
    pub status: Status,
    /// Why the status is not `ok`.
    pub reason: Option<String>,
    /// The suite's source file.
    pub file: Option<String>,
    /// Tests in the suite.
    pub tests: u32,
    /// By criterion, how many goals the suite covers, of how many; with what tests cover that were there before, where these were run.
    pub goals: BTreeMap<String, GoalCount>,
    /// What tests do that were there before, where these were run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub existing: Option<ExistingRecord>,
    /// Of a pair the coupled branches that the suite covers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub covered: Vec<String>,
    /// The goals left; of very many the first.
    pub uncovered: Vec<UncoveredGoalRecord>,
    /// Tests run by the search.
    pub tests_executed: u64,
    /// Statements of tests run by the search.
    pub statements_executed: u64,
    /// Generations of the search.
    pub generations: u64,
    /// Where the time went.
    pub seconds: PhaseSeconds,
    /// How often a worker had to be replaced.
    pub worker_restarts: u32,
    /// Runs of tests that went into a limit.
    pub timeouts: u64,
    /// Tests left out because they did not end the same way when they were run again, or did not pass when verified.
    pub dropped_tests: u32,
    /// The tests that were run to verify the suite: first those that are in it, then those that were left out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub verified: Vec<TestRecord>,
    /// What a user should know of how the class was run: classes that went without some of their probes, and why.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
    /// What tests of an earlier run say of the class that is no longer so.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<ChangeRecord>,
    /// How coverage grew: a point for each time that the search told of more covered goals, at most ten a second.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub timeline: Vec<TimelinePoint>,
    /// Mutants of the class, where tests were run on them to choose what they assert.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mutants: Option<MutantCount>,
    /// Sums over the tests found of the seven proxies of their cost, I1 to I7; only where a study asked for them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proxies: Option<[f64; 7]>,
}

/// Whether a class has a suite.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// There is a verified suite, or none is needed beside the tests that were there before.
    Ok,
    /// There was nothing to test, or no test was left.
    Empty,
    /// Something went wrong.
    Failed,
}

/// Mutants of the class, and what became of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MutantCount {
    /// All.
    pub total: u32,
    /// Those whose instruction a test ran.
    pub reached: u32,
    /// Those that a test notices.
    pub killed: u32,
}

/// A test that was run to verify a suite.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TestRecord {
    /// Its name.
    pub name: String,
    /// Why it was left out; `None` of one that passed and is in the suite.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dropped: Option<String>,
    /// Lines of the class's source that it covers, ascending, where lines were asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<u32>,
    /// Mutants that it was seen to notice, in words, where strong mutation was asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notices: Vec<String>,
}

/// A goal that the suite does not cover.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UncoveredGoalRecord {
    /// Its name as users see it.
    pub goal: String,
    /// Why it is left, where that is known.
    pub reason: Option<String>,
}

/// What the search had covered at a moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TimelinePoint {
    /// Wall-clock seconds since the class was begun.
    #[serde(serialize_with = "milliseconds")]
    pub seconds: f64,
    /// Statements of tests run until then.
    pub statements: u64,
    /// Goals of all criteria covered.
    pub covered: u64,
}

/// Wall-clock seconds of each phase, written with three decimals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PhaseSeconds {
    /// Reading classes, finding goals, building the test cluster.
    #[serde(serialize_with = "milliseconds")]
    pub analysis: f64,
    /// Running and evolving tests.
    #[serde(serialize_with = "milliseconds")]
    pub search: f64,
    /// Of the search, the time in which tests ran; the rest is the search's own.
    #[serde(serialize_with = "milliseconds")]
    pub execution: f64,
    /// Making tests shorter.
    #[serde(serialize_with = "milliseconds")]
    pub minimise: f64,
    /// Observing values and choosing what to assert.
    #[serde(serialize_with = "milliseconds")]
    pub assertions: f64,
    /// Compiling the suite and running it in a fresh JVM.
    #[serde(serialize_with = "milliseconds")]
    pub verify: f64,
    /// From the start of the class to its end; more than the sum of the phases.
    #[serde(serialize_with = "milliseconds")]
    pub total: f64,
}

/// A record that cannot be written or read.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// Not JSON, not this schema, or a field is missing or of the wrong kind.
    #[error("read result record")]
    Read(#[source] serde_json::Error),
    /// The record could not be put into XML.
    #[error("write verification as XML")]
    Xml(#[source] quick_junit::SerializeError),
    /// The record could not be put into JSON.
    #[error("write result record")]
    Write(#[source] serde_json::Error),
}

impl RunRecord {
    /// A record of the current schema.
    pub fn new(version: &str, classes: Vec<ClassRecord>) -> Self {
        Self {
            schema: SchemaVersion::V1,
            version: version.to_owned(),
            classes,
            left_out: Vec::new(),
            shard: None,
        }
    }

    /// Whether every class has a verified suite.
    pub fn all_ok(&self) -> bool {
        self.classes.iter().all(|class| class.status == Status::Ok)
    }

    /// The record as indented JSON that ends with a line break.
    pub fn to_json(&self) -> Result<String, RecordError> {
        let mut text = serde_json::to_string_pretty(self).map_err(RecordError::Write)?;
        text.push('\n');
        Ok(text)
    }

    /// Reads a record of this schema. Fields that later versions of Evoke added are skipped.
    pub fn from_json(text: &str) -> Result<Self, RecordError> {
        serde_json::from_str(text).map_err(RecordError::Read)
    }
}

impl ClassRecord {
    /// What tells the class from those of this name in other modules.
    pub fn name_in_parts(&self) -> String {
        name_in_parts(self.module.as_deref().unwrap_or_default(), &self.class)
    }

    /// A record of a class for which nothing has been counted.
    pub fn new(class: &str, status: Status) -> Self {
        Self {
            class: class.to_owned(),
            module: None,
            source: None,
            callee: None,
            status,
            reason: None,
            file: None,
            tests: 0,
            goals: BTreeMap::new(),
            existing: None,
            covered: Vec::new(),
            uncovered: Vec::new(),
            tests_executed: 0,
            statements_executed: 0,
            generations: 0,
            seconds: PhaseSeconds::default(),
            worker_restarts: 0,
            timeouts: 0,
            dropped_tests: 0,
            verified: Vec::new(),
            warnings: Vec::new(),
            changes: Vec::new(),
            timeline: Vec::new(),
            mutants: None,
            proxies: None,
        }
    }

    /// What a user calls the class, or the pair.
    pub fn name(&self) -> String {
        match &self.callee {
            Some(callee) => format!("{} -> {callee}", self.class),
            None => self.class.clone(),
        }
    }

    /// A record of a class that has no suite, and why.
    pub fn without_suite(class: &str, status: Status, reason: &str) -> Self {
        Self { reason: Some(reason.to_owned()), ..Self::new(class, status) }
    }
}

/// More digits than a wall clock is worth would only make records hard to read.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde calls")]
fn milliseconds<S: Serializer>(seconds: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64((seconds * 1000.0).round() / 1000.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ACCOUNT: &str = r#"{
  "schema": "evoke.result/1",
  "version": "0.1.0",
  "classes": [
    {
      "class": "com.example.Account",
      "status": "ok",
      "reason": null,
      "file": "evoke-tests/com/example/AccountEvokeTest.java",
      "tests": 12,
      "goals": {
        "branch": {
          "covered": 30,
          "total": 32
        },
        "line": {
          "covered": 58,
          "total": 60
        }
      },
      "uncovered": [
        {
          "goal": "Account.java:42 true branch of balance < 0",
          "reason": null
        },
        {
          "goal": "Account.java:50 false branch of open",
          "reason": "its method was never called without a timeout"
        }
      ],
      "tests_executed": 200000,
      "statements_executed": 1300000,
      "generations": 4000,
      "seconds": {
        "analysis": 0.1,
        "search": 20.0,
        "execution": 12.0,
        "minimise": 1.235,
        "assertions": 0.5,
        "verify": 2.0,
        "total": 24.0
      },
      "worker_restarts": 1,
      "timeouts": 7,
      "dropped_tests": 2,
      "timeline": [
        {
          "seconds": 0.712,
          "statements": 1200,
          "covered": 61
        }
      ]
    }
  ]
}
"#;

    fn account() -> ClassRecord {
        let left = |goal: &str, reason: Option<&str>| UncoveredGoalRecord {
            goal: goal.to_owned(),
            reason: reason.map(str::to_owned),
        };
        ClassRecord {
            class: "com.example.Account".to_owned(),
            module: None,
            source: None,
            callee: None,
            status: Status::Ok,
            reason: None,
            file: Some("evoke-tests/com/example/AccountEvokeTest.java".to_owned()),
            tests: 12,
            goals: BTreeMap::from([
                ("line".to_owned(), GoalCount { covered: 58, total: 60 }),
                ("branch".to_owned(), GoalCount { covered: 30, total: 32 }),
            ]),
            existing: None,
            covered: Vec::new(),
            uncovered: vec![
                left("Account.java:42 true branch of balance < 0", None),
                left(
                    "Account.java:50 false branch of open",
                    Some("its method was never called without a timeout"),
                ),
            ],
            tests_executed: 200_000,
            statements_executed: 1_300_000,
            generations: 4000,
            seconds: PhaseSeconds {
                analysis: 0.1,
                search: 20.0,
                execution: 12.0,
                minimise: 1.234_567,
                assertions: 0.5,
                verify: 2.0,
                total: 24.0,
            },
            worker_restarts: 1,
            timeouts: 7,
            dropped_tests: 2,
            verified: Vec::new(),
            timeline: vec![TimelinePoint { seconds: 0.712, statements: 1200, covered: 61 }],
            warnings: Vec::new(),
            changes: Vec::new(),
            mutants: None,
            proxies: None,
        }
    }

    #[test]
    fn record_is_written_in_the_documented_form() {
        let record = RunRecord::new("0.1.0", vec![account()]);
        assert_eq!(record.to_json().unwrap(), ACCOUNT);
    }

    #[test]
    fn written_record_reads_back_with_times_in_milliseconds() {
        let mut expected = account();
        expected.seconds.minimise = 1.235;
        assert_eq!(RunRecord::from_json(ACCOUNT).unwrap(), RunRecord::new("0.1.0", vec![expected]));
    }

    #[test]
    fn class_without_suite_says_why_and_has_no_file() {
        let class = ClassRecord::without_suite("com.example.Api", Status::Empty, "it is an interface");
        let json = serde_json::to_string(&class).unwrap();
        let start = r#"{"class":"com.example.Api","status":"empty","reason":"it is an interface","file":null,"tests":0,"goals":{},"uncovered":[]"#;
        assert!(json.starts_with(start), "{json}");
        assert!(!RunRecord::new("0.1.0", vec![account(), class]).all_ok());
        assert!(RunRecord::new("0.1.0", vec![account()]).all_ok());
    }

    #[test]
    fn fields_of_later_versions_are_skipped_and_other_schemas_refused() {
        let later = ACCOUNT.replace("\"tests\": 12,", "\"tests\": 12, \"ghosts\": [1, 2],");
        assert_eq!(RunRecord::from_json(&later).unwrap(), RunRecord::from_json(ACCOUNT).unwrap());
        let other = ACCOUNT.replace("evoke.result/1", "evoke.result/2");
        let RecordError::Read(source) = RunRecord::from_json(&other).unwrap_err() else {
            panic!("not a read error")
        };
        assert!(source.to_string().contains("evoke.result/2"), "{source}");
    }
}
