//! What a class's run found, in the words of the result file.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::time::Duration;

use evoke_classfile::ClassName;
use evoke_report::{ClassRecord, GoalCount, PhaseSeconds, Status, UncoveredGoalRecord};

use super::Findings;

impl Findings {
    /// The record of the class.
    pub(super) fn into_record(
        self,
        class: &ClassName,
        status: Status,
        reason: Option<String>,
        file: Option<PathBuf>,
        total: Duration,
    ) -> ClassRecord {
        let covered: BTreeSet<_> = self.covered.iter().copied().collect();
        let mut goals: BTreeMap<String, GoalCount> = BTreeMap::new();
        if self.found.is_some() {
            // A criterion without goals is reported too: it was asked for.
            goals.extend(self.criteria.iter().map(|it| (it.name().to_owned(), GoalCount::default())));
        }
        for goal in &self.goals {
            let count = goals.entry(goal.criterion.name().to_owned()).or_default();
            count.total += 1;
            count.covered += u32::from(covered.contains(&goal.id));
        }
        let reasons: BTreeMap<_, _> = self.found.iter().flat_map(|found| &found.uncovered).cloned().collect();
        let uncovered = self
            .goals
            .iter()
            .filter(|goal| !covered.contains(&goal.id))
            .map(|goal| UncoveredGoalRecord {
                goal: goal.name.clone(),
                reason: reasons.get(&goal.id).cloned().flatten(),
            })
            .collect();
        let phase = |of: fn(&crate::process::job::Found) -> f64| self.found.as_ref().map_or(0.0, of);
        ClassRecord {
            class: class.binary(),
            status,
            reason,
            file: file.map(|file| file.display().to_string()),
            tests: self.tests as u32,
            goals,
            uncovered,
            tests_executed: self.progress.tests,
            statements_executed: self.progress.statements,
            generations: self.progress.generations,
            seconds: PhaseSeconds {
                analysis: self.analysis_seconds,
                search: phase(|found| found.search_seconds),
                execution: phase(|found| found.execution_seconds),
                minimise: phase(|found| found.minimise_seconds),
                assertions: phase(|found| found.observe_seconds) + self.assertion_seconds,
                verify: self.verify_seconds,
                total: total.as_secs_f64(),
            },
            worker_restarts: self.restarts,
            timeouts: self.progress.timeouts,
            dropped_tests: self.dropped_tests,
            proxies: self.found.as_ref().and_then(|found| found.proxies),
        }
    }
}
