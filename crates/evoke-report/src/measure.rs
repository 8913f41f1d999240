//! What suites cover and kill, as the JSON objects `evoke.measure/1` and `evoke.mutate/1`.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{GoalCount, RecordError};

/// Everything that `evoke measure` and `evoke mutate` have to say.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MeasureRecord {
    /// Which of the two it is.
    pub schema: MeasureSchema,
    /// Version of Evoke.
    pub version: String,
    /// The tests, in the order in which they ran; others refer to them by their position.
    pub tests: Vec<MeasuredTestRecord>,
    /// Classes of the suite in which no tests could be looked for, and why.
    pub unreadable: BTreeMap<String, String>,
    /// The classes and pairs that it was measured on.
    pub subjects: Vec<SubjectRecord>,
}

/// Which form a record has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum MeasureSchema {
    /// The form in this module, of `evoke measure`.
    #[default]
    #[serde(rename = "evoke.measure/1")]
    MeasureV1,
    /// The form in this module, of `evoke mutate`: no criteria and no goals.
    #[serde(rename = "evoke.mutate/1")]
    MutateV1,
}

/// A test.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MeasuredTestRecord {
    /// Binary name of its class.
    pub class: String,
    /// Its name.
    pub test: String,
    /// How its run on the original ended.
    pub result: TestResult,
    /// What it threw, where it failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
}

/// How a test ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TestResult {
    /// It passed.
    Passed,
    /// It failed.
    Failed,
    /// JUnit left it out.
    Skipped,
    /// It took more than its time.
    OutOfTime,
    /// It ended the JVM.
    EndedJvm,
}

/// A class, or a pair of classes, with what the suite does to it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SubjectRecord {
    /// The class; of a pair the caller.
    pub class: String,
    /// Of a pair the class that is called, whose mutants these are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub callee: Option<String>,
    /// By criterion.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub criteria: BTreeMap<String, GoalCount>,
    /// Every goal; of coupled branches all that are covered and the first of the others.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub goals: Vec<GoalRecord>,
    /// Strong mutation, where it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mutation: Option<MutationRecord>,
    /// What the class went without when it was instrumented.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
}

/// A goal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GoalRecord {
    /// Its criterion.
    pub criterion: String,
    /// Its name.
    pub goal: String,
    /// Whether a test covers it.
    pub covered: bool,
    /// Positions of the tests that do.
    pub tests: Vec<usize>,
}

/// The mutants of a class.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct MutationRecord {
    /// Killed of all mutants, in percent; 0 where there are none.
    pub score: f64,
    /// All of them.
    pub total: FateCount,
    /// By operator.
    pub operators: BTreeMap<String, FateCount>,
    /// One by one, by method and place.
    pub mutants: Vec<MutantRecord>,
}

/// Mutants by what became of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FateCount {
    /// A test notices them.
    pub killed: u32,
    /// Their state comes to differ in a test, and none notices.
    pub survived: u32,
    /// They are reached in no state in which they differ.
    pub not_infected: u32,
    /// No test reaches them.
    pub not_covered: u32,
}

/// A mutant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MutantRecord {
    /// The operator that makes it.
    pub operator: String,
    /// The method that it is in.
    pub method: String,
    /// Where it is: the line.
    pub place: String,
    /// Which instruction of the method it changes: the byte offset in its code. Mutants of one instruction have the same.
    pub offset: u32,
    /// What it does differently.
    pub change: String,
    /// What became of it.
    pub fate: MutantFate,
    /// Position of the test that notices it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub killed_by: Option<usize>,
    /// How that notices it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub how: Option<String>,
}

/// What became of a mutant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MutantFate {
    /// A test notices it.
    Killed,
    /// Its state comes to differ in a test, and none notices.
    Survived,
    /// It is reached in no state in which it differs.
    NotInfected,
    /// No test reaches it.
    NotCovered,
}

impl MeasureRecord {
    /// Whether every test passed or was left out by JUnit, and every class could be looked at.
    pub fn all_passed(&self) -> bool {
        let is_fine =
            |test: &MeasuredTestRecord| matches!(test.result, TestResult::Passed | TestResult::Skipped);
        self.unreadable.is_empty() && self.tests.iter().all(is_fine)
    }

    /// The record as indented JSON that ends with a line break.
    pub fn to_json(&self) -> Result<String, RecordError> {
        let mut text = serde_json::to_string_pretty(self).map_err(RecordError::Write)?;
        text.push('\n');
        Ok(text)
    }
}

impl MeasuredTestRecord {
    /// Its name with that of its class.
    pub fn full_name(&self) -> String {
        format!("{}.{}", self.class, self.test)
    }
}

impl MutationRecord {
    /// Counts the mutants.
    pub fn new(mutants: Vec<MutantRecord>) -> Self {
        let mut record = Self { mutants, ..Self::default() };
        for mutant in &record.mutants {
            record.total.add(mutant.fate);
            record.operators.entry(mutant.operator.clone()).or_default().add(mutant.fate);
        }
        record.score = record.total.score();
        record
    }
}

impl FateCount {
    fn add(&mut self, fate: MutantFate) {
        *match fate {
            MutantFate::Killed => &mut self.killed,
            MutantFate::Survived => &mut self.survived,
            MutantFate::NotInfected => &mut self.not_infected,
            MutantFate::NotCovered => &mut self.not_covered,
        } += 1;
    }

    /// All of them.
    pub fn total(&self) -> u32 {
        self.covered() + self.not_covered
    }

    /// Those that a test reaches.
    pub fn covered(&self) -> u32 {
        self.killed + self.survived + self.not_infected
    }

    /// Killed of all, in percent.
    pub fn score(&self) -> f64 {
        percent(self.killed, self.total())
    }
}

/// The share in percent; 0 of nothing.
pub(crate) fn percent(part: u32, whole: u32) -> f64 {
    if whole == 0 { 0.0 } else { 100.0 * f64::from(part) / f64::from(whole) }
}
