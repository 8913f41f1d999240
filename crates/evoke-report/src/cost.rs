//! What suites cost to run, as the JSON object `evoke.cost/1` and as a table.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::table::{Row, write_aligned};
use crate::{Quartiles, RecordError};

/// Everything that `evoke measure-cost` has to say.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CostRecord {
    /// Always `evoke.cost/1`.
    pub schema: CostSchema,
    /// Version of Evoke.
    pub version: String,
    /// Number of JVMs that the suite was run in.
    pub runs: u32,
    /// All tests together.
    pub total: Cost,
    /// By test class, in the order in which they ran.
    pub classes: Vec<ClassCost>,
}

/// Which form a record has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum CostSchema {
    /// The form in this module.
    #[default]
    #[serde(rename = "evoke.cost/1")]
    V1,
}

/// Quartiles over all runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Cost {
    /// Wall clock.
    pub seconds: Quartiles,
    /// What the thread of the test allocated.
    pub allocated_bytes: Quartiles,
}

/// A test class.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ClassCost {
    /// Its name.
    pub class: String,
    /// All its tests together.
    pub total: Cost,
    /// Its tests, in the order in which they ran.
    pub tests: Vec<TestCost>,
}

/// A test.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TestCost {
    /// Its name.
    pub test: String,
    /// What it cost.
    pub cost: Cost,
    /// Number of runs in which it failed.
    pub failed_runs: u32,
}

/// One run of one test.
#[derive(Clone, Debug, PartialEq)]
pub struct CostSample {
    /// Name of the test class.
    pub class: String,
    /// Name of the test.
    pub test: String,
    /// Wall clock.
    pub seconds: f64,
    /// What its thread allocated.
    pub allocated_bytes: u64,
    /// Whether it passed.
    pub passed: bool,
}

impl Cost {
    /// Of sums, one for each run, of seconds and bytes.
    fn of(sums: &[(f64, f64)]) -> Self {
        Self {
            seconds: Quartiles::of(sums.iter().map(|sum| sum.0)),
            allocated_bytes: Quartiles::of(sums.iter().map(|sum| sum.1)),
        }
    }

    /// Of what is chosen of each run.
    fn of_samples(runs: &[Vec<CostSample>], is_chosen: impl Fn(&CostSample) -> bool) -> Self {
        let sums: Vec<(f64, f64)> = runs
            .iter()
            .map(|samples| {
                let chosen = || samples.iter().filter(|sample| is_chosen(sample));
                let seconds = chosen().map(|sample| sample.seconds).sum();
                (seconds, chosen().map(|sample| sample.allocated_bytes as f64).sum())
            })
            .collect();
        Self::of(&sums)
    }
}

impl CostRecord {
    /// A record of the samples of each run. Classes and tests stand in the order of the first run.
    pub fn new(version: &str, runs: &[Vec<CostSample>]) -> Self {
        let mut names: Vec<(&str, Vec<&str>)> = Vec::new();
        for sample in runs.iter().flatten() {
            let position = names.iter().position(|(class, _)| *class == sample.class).unwrap_or_else(|| {
                names.push((&sample.class, Vec::new()));
                names.len() - 1
            });
            let tests = &mut names[position].1;
            if !tests.contains(&sample.test.as_str()) {
                tests.push(&sample.test);
            }
        }
        let classes = names.into_iter().map(|(class, tests)| class_cost(class, &tests, runs)).collect();
        Self {
            schema: CostSchema::V1,
            version: version.to_owned(),
            runs: runs.len() as u32,
            total: Cost::of_samples(runs, |_| true),
            classes,
        }
    }

    /// Whether every test passed in every run.
    pub fn all_passed(&self) -> bool {
        self.classes.iter().flat_map(|class| &class.tests).all(|test| test.failed_runs == 0)
    }

    /// The record as indented JSON that ends with a line break.
    pub fn to_json(&self) -> Result<String, RecordError> {
        let mut text = serde_json::to_string_pretty(self).map_err(RecordError::Write)?;
        text.push('\n');
        Ok(text)
    }
}

fn class_cost(class: &str, tests: &[&str], runs: &[Vec<CostSample>]) -> ClassCost {
    let is_of = |sample: &CostSample, test: &str| sample.class == class && sample.test == test;
    let tests = tests.iter().map(|test| TestCost {
        test: (*test).to_owned(),
        cost: Cost::of_samples(runs, |sample| is_of(sample, test)),
        failed_runs: runs
            .iter()
            .filter(|samples| samples.iter().any(|sample| is_of(sample, test) && !sample.passed))
            .count() as u32,
    });
    ClassCost {
        class: class.to_owned(),
        total: Cost::of_samples(runs, |sample| sample.class == class),
        tests: tests.collect(),
    }
}

impl fmt::Display for CostRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let titles = ["test", "ms", "quartiles", "KiB", "quartiles", "result"];
        let mut rows: Vec<Row> = vec![titles.map(str::to_owned).to_vec()];
        for class in &self.classes {
            rows.push(row(class.class.clone(), &class.total, ""));
            rows.extend(class.tests.iter().map(|test| {
                let result = match test.failed_runs {
                    0 => "passed".to_owned(),
                    failed => format!("failed in {failed} of {} runs", self.runs),
                };
                row(format!("  {}", test.test), &test.cost, &result)
            }));
        }
        if self.classes.len() > 1 {
            rows.push(row("total".to_owned(), &self.total, ""));
        }
        write_aligned(f, &rows)
    }
}

fn row(name: String, cost: &Cost, result: &str) -> Row {
    let mut row = vec![name];
    for (quartiles, unit) in [(cost.seconds, 0.001), (cost.allocated_bytes, 1024.0)] {
        let number = |value: f64| format!("{:.2}", value / unit);
        row.push(number(quartiles.median));
        row.push(format!("{}..{}", number(quartiles.lower), number(quartiles.upper)));
    }
    row.push(result.to_owned());
    row
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(class: &str, test: &str, seconds: f64, allocated_bytes: u64) -> CostSample {
        CostSample { class: class.to_owned(), test: test.to_owned(), seconds, allocated_bytes, passed: true }
    }

    fn record() -> CostRecord {
        let mut runs = [0.001, 0.003, 0.002].map(|seconds| {
            vec![
                sample("demo.ATest", "adds", seconds, 1024),
                sample("demo.ATest", "subtracts", 0.5, 2048),
                sample("demo.BTest", "adds", 1.0, 0),
            ]
        });
        runs[1][1].passed = false;
        CostRecord::new("0.1.0", &runs)
    }

    #[test]
    fn classes_and_the_whole_are_quartiles_of_sums() {
        let record = record();
        assert_eq!(record.runs, 3);
        let first = &record.classes[0];
        assert_eq!(first.tests[0].cost.seconds, Quartiles { lower: 0.0015, median: 0.002, upper: 0.0025 });
        assert_eq!(first.total.allocated_bytes.median, 3072.0);
        assert!((first.total.seconds.median - 0.502).abs() < 1e-9);
        assert!((record.total.seconds.median - 1.502).abs() < 1e-9);
        assert_eq!(record.classes[1].tests.len(), 1, "a test of the same name is another class's own");
    }

    #[test]
    fn failed_runs_are_counted() {
        let record = record();
        assert!(!record.all_passed());
        let failed: Vec<u32> = record.classes[0].tests.iter().map(|test| test.failed_runs).collect();
        assert_eq!(failed, [0, 1]);
    }

    #[test]
    fn table_shows_milliseconds_and_kibibytes_in_aligned_columns() {
        let expected = "\
test              ms         quartiles   KiB   quartiles  result
demo.ATest    502.00    501.50..502.50  3.00  3.00..3.00
  adds          2.00        1.50..2.50  1.00  1.00..1.00  passed
  subtracts   500.00    500.00..500.00  2.00  2.00..2.00  failed in 1 of 3 runs
demo.BTest   1000.00  1000.00..1000.00  0.00  0.00..0.00
  adds       1000.00  1000.00..1000.00  0.00  0.00..0.00  passed
total        1502.00  1501.50..1502.50  3.00  3.00..3.00
";
        assert_eq!(record().to_string(), expected);
    }

    #[test]
    fn json_names_its_form() {
        let json = record().to_json().unwrap();
        assert!(json.starts_with("{\n  \"schema\": \"evoke.cost/1\","), "{json}");
        assert_eq!(serde_json::from_str::<CostRecord>(&json).unwrap(), record());
    }
}
