//! What a run gave: read from the records that its processes wrote.

use std::collections::BTreeMap;

use evoke_report::{ClassRecord, CostRecord, GoalCount, Status, TimelinePoint};
use serde::{Deserialize, Serialize};

use crate::figure::Figure;

/// What is kept of a run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    /// How it ended.
    pub status: RunStatus,
    /// Why not well.
    pub reason: Option<String>,
    /// By criterion.
    pub goals: BTreeMap<String, GoalCount>,
    /// How coverage grew.
    pub timeline: Vec<TimelinePoint>,
    /// Figures by their names.
    pub figures: BTreeMap<String, f64>,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RunStatus {
    /// With a record.
    Ok,
    /// With a record that says there was nothing to test, or that no test was left.
    Empty,
    /// With a record that says something went wrong.
    Failed,
    /// Without a record.
    #[default]
    Crashed,
    /// It took longer than it may.
    Timeout,
}

impl RunStatus {
    const ALL: [Self; 5] = [Self::Ok, Self::Empty, Self::Failed, Self::Crashed, Self::Timeout];

    /// Its name in the database and in tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Empty => "empty",
            Self::Failed => "failed",
            Self::Crashed => "crashed",
            Self::Timeout => "timeout",
        }
    }

    /// The status of that name.
    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.name() == name)
    }
}

impl Outcome {
    /// That of a run without a record.
    pub fn without_record(status: RunStatus, reason: String) -> Self {
        Self { status, reason: Some(reason), ..Self::default() }
    }

    /// What the record of a class says.
    pub fn of_record(record: ClassRecord) -> Self {
        let mut outcome = Self {
            status: match record.status {
                Status::Ok => RunStatus::Ok,
                Status::Empty => RunStatus::Empty,
                Status::Failed => RunStatus::Failed,
            },
            reason: record.reason,
            goals: record.goals,
            timeline: record.timeline,
            figures: BTreeMap::new(),
        };
        outcome.set(Figure::Tests, f64::from(record.tests));
        outcome.set(Figure::SearchSeconds, record.seconds.search);
        outcome.set(Figure::TotalSeconds, record.seconds.total);
        outcome.set(Figure::TestsExecuted, record.tests_executed as f64);
        outcome.set(Figure::StatementsExecuted, record.statements_executed as f64);
        outcome.set(Figure::Generations, record.generations as f64);
        outcome.set(Figure::WorkerRestarts, f64::from(record.worker_restarts));
        outcome.set(Figure::Timeouts, record.timeouts as f64);
        outcome.set(Figure::DroppedTests, f64::from(record.dropped_tests));
        for (figure, value) in Figure::PROXIES.into_iter().zip(record.proxies.iter().flatten()) {
            outcome.set(figure, *value);
        }
        if let Some(mutants) = record.mutants {
            outcome.set(Figure::Mutants, f64::from(mutants.total));
            outcome.set(Figure::MutantsKilled, f64::from(mutants.killed));
            if mutants.total > 0 {
                outcome.set(Figure::MutationScore, f64::from(mutants.killed) / f64::from(mutants.total));
            }
        }
        outcome
    }

    /// Adds what the suite costs to run.
    pub fn add_cost(&mut self, cost: &CostRecord) {
        self.set(Figure::CostSeconds, cost.total.seconds.median);
        self.set(Figure::CostBytes, cost.total.allocated_bytes.median);
    }

    /// Sets a figure.
    pub fn set(&mut self, figure: Figure, value: f64) {
        self.figures.insert(figure.name().to_owned(), value);
    }
}
