//! What the phases of a class's run gave, in the words of the result file.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::time::Duration;

use evoke_analysis::{Criterion, GoalId};
use evoke_junit::{Case, DroppedTest, SuiteSource};
use evoke_report::{
    ClassRecord, GoalCount, GoalPlace, MutantCount, PhaseSeconds, Status, TestRecord, UncoveredGoalRecord,
};
use evoke_testcase::SymbolicTest;

use super::context::ClassContext;
use super::mutants_in_words::MutantsInWords;
use super::search_phase::Heard;
use super::verify_phase::Verified;
use super::workers::Workers;
use crate::process::handover::Handover;
use crate::process::message::{Analysed, GoalLabel, LostTest, SearchSeconds, Searched, Written};
use crate::process::time_plan::TimePlan;

/// How a class ends.
pub(super) enum Ending {
    /// A suite was written.
    Saved { file: PathBuf, suite: SuiteSource },
    /// A search alone was asked for and is over.
    SearchOnly,
    /// Tests that are there already cover all.
    NothingLeft,
    /// There is none, for this reason.
    WithoutSuite { status: Status, reason: String },
}

/// Values of phases that are over, each as the phase gave it.
#[derive(Default)]
pub(super) struct History {
    pub(super) workers: Workers,
    pub(super) heard: Heard,
    pub(super) searched: Option<Searched>,
    /// How many tests of the search are not in the suite.
    n_dropped: u32,
    /// What these were kept for, or others covered once and not again.
    lost: Vec<LostTest>,
    /// Goals of noticing mutants that the search alone covered.
    unnoticed: Vec<GoalId>,
    assertion_seconds: f64,
    mutants: Option<MutantCount>,
    /// Tests that verification took out.
    dropped: Vec<TestRecord>,
    verify_seconds: f64,
}

impl Ending {
    /// No suite.
    pub(super) fn without_suite(status: Status, reason: impl Into<String>) -> Self {
        Self::WithoutSuite { status, reason: reason.into() }
    }
}

impl History {
    /// What the search left for the write phase, if it left any test.
    pub(super) fn take_handover(&mut self) -> Option<Handover> {
        self.searched.as_mut()?.handover.take()
    }

    /// Whether analysing took so much of the time that no test was tried.
    pub(super) fn had_no_time(&self) -> bool {
        let is_late = |analysed: &Analysed| {
            let planned = |plan: TimePlan| plan.search_end(Duration::ZERO).as_secs_f64();
            analysed.plan.is_some_and(|plan| 2.0 * analysed.seconds >= planned(plan))
        };
        self.heard.progress.statistics.tests == 0 && self.heard.analysed.as_ref().is_some_and(is_late)
    }

    /// The minimised tests, where they were asked for.
    pub(super) fn take_tests(&mut self) -> Vec<SymbolicTest> {
        self.searched.as_mut().map(|searched| std::mem::take(&mut searched.tests)).unwrap_or_default()
    }

    /// Notes what writing took and lost, and gives the suite.
    pub(super) fn note_written(&mut self, written: Written) -> SuiteSource {
        self.n_dropped += written.n_dropped;
        self.lost.extend(written.lost);
        self.unnoticed = written.unnoticed;
        self.assertion_seconds = written.seconds;
        self.mutants = written.mutants;
        written.suite
    }

    /// Says before each test of a pair which coupled branches it is for.
    pub(super) fn comment(&self, suite: &mut SuiteSource) {
        let names: BTreeMap<GoalId, &str> = self.goals().map(|(id, goal)| (id, goal.name.as_str())).collect();
        for test in &mut suite.tests {
            let of_test: Vec<&str> = test.goals.iter().filter_map(|goal| names.get(goal).copied()).collect();
            test.comment = comment(&of_test);
        }
    }

    /// Says before each test that alone notices a mutant which ones.
    pub(super) fn comment_mutants(&self, suite: &mut SuiteSource) {
        self.mutants_in_words().comment(suite);
    }

    fn mutants_in_words(&self) -> MutantsInWords {
        let of_mutants = self.goals_of(&[Criterion::StrongMutation]);
        MutantsInWords::of(of_mutants.map(|(id, goal)| (id, goal.name.as_str())))
    }

    /// The names of goals.
    fn names(&self, goals: &BTreeSet<GoalId>) -> Vec<String> {
        self.goals().filter(|(id, _)| goals.contains(id)).map(|(_, goal)| goal.name.clone()).collect()
    }

    /// Notes what verification took and lost, and gives the suite.
    pub(super) fn note_verified(&mut self, verified: Verified) -> SuiteSource {
        self.dropped.extend(verified.dropped.iter().map(|dropped| TestRecord {
            name: dropped.name.clone(),
            dropped: Some(dropped.reason.clone()),
            lines: Vec::new(),
            notices: Vec::new(),
        }));
        self.n_dropped += verified.dropped.len() as u32;
        self.lost.extend(verified.dropped.into_iter().map(lost_test));
        self.verify_seconds = verified.seconds;
        verified.suite
    }

    /// What went wrong, with the reason that most goals have for being uncovered, the first of several.
    pub(super) fn with_usual_reason(&self, what: &str) -> String {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for reason in self.reasons().into_values() {
            *counts.entry(reason).or_default() += 1;
        }
        let usual = counts.into_iter().max_by_key(|(reason, count)| (*count, Reverse(*reason)));
        usual.map_or_else(|| what.to_owned(), |(reason, _)| format!("{what}; of most goals: {reason}"))
    }

    /// The record of the class.
    pub(super) fn into_record(
        self,
        context: &ClassContext<'_>,
        ending: Ending,
        total: Duration,
    ) -> ClassRecord {
        let covered = &self.covered(&ending) | &self.settled(context);
        let criteria = &context.options.config.criteria;
        let uncovered = self.uncovered(criteria, &covered, &ending);
        let verified = self.verified(&ending);
        let (status, reason, file, n_tests) = match ending {
            Ending::Saved { file, suite } => (Status::Ok, None, Some(file), suite.cases().count()),
            Ending::SearchOnly => (Status::Ok, None, None, self.n_tests_of_search()),
            Ending::NothingLeft => {
                let reason = "existing tests cover all there is to cover".to_owned();
                (Status::Ok, Some(reason), None, 0)
            }
            Ending::WithoutSuite { status, reason } => (status, Some(reason), None, 0),
        };
        let progress = &self.heard.progress.statistics;
        let goals = self.counts(context, &covered);
        ClassRecord {
            class: context.class.binary(),
            module: None,
            source: None,
            callee: context.callee.map(|callee| callee.class.binary()),
            status,
            reason,
            file: file.map(|file| file.display().to_string()),
            tests: n_tests as u32,
            existing: context.existing.as_ref().map(|existing| existing.record(&goals)),
            goals,
            covered: if context.callee.is_some() { self.names(&covered) } else { Vec::new() },
            uncovered,
            tests_executed: progress.tests,
            statements_executed: progress.statements,
            generations: progress.generations,
            seconds: self.seconds(total),
            worker_restarts: self.workers.restarts,
            timeouts: progress.aborted,
            dropped_tests: self.n_dropped,
            verified,
            warnings: self.searched.as_ref().map(|searched| searched.warnings.clone()).unwrap_or_default(),
            changes: Vec::new(),
            mutants: self.mutants,
            proxies: self.searched.as_ref().and_then(|searched| searched.proxies),
            timeline: self.heard.timeline,
        }
    }

    /// The tests of the suite with the lines they cover, then those that were taken out.
    fn verified(&self, ending: &Ending) -> Vec<TestRecord> {
        let of_lines = self.goals().filter(|(_, goal)| goal.criterion == Criterion::Line);
        let lines: BTreeMap<GoalId, u32> =
            of_lines.filter_map(|(id, goal)| Some((id, GoalPlace::of(&goal.name)?.line))).collect();
        let mutants = self.mutants_in_words();
        let passed: Vec<Case> = match ending {
            Ending::Saved { suite, .. } => suite.cases().collect(),
            Ending::SearchOnly | Ending::NothingLeft | Ending::WithoutSuite { .. } => Vec::new(),
        };
        let record = |test: &Case| {
            let covered: BTreeSet<u32> =
                test.goals.iter().filter_map(|goal| lines.get(goal).copied()).collect();
            let lines = covered.into_iter().collect();
            TestRecord {
                name: test.name.clone(),
                dropped: None,
                lines,
                notices: mutants.noticed(&test.goals),
            }
        };
        passed.iter().map(record).chain(self.dropped.iter().cloned()).collect()
    }

    fn n_tests_of_search(&self) -> usize {
        self.searched.as_ref().map_or(0, |searched| searched.n_tests as usize)
    }

    /// All goals, in the order of their ids.
    fn goals(&self) -> impl Iterator<Item = (GoalId, &GoalLabel)> {
        let analysed = self.heard.analysed.iter().flat_map(|analysed| &analysed.goals);
        let found = self.searched.iter().flat_map(|searched| &searched.new_goals);
        analysed.chain(found).enumerate().map(|(position, goal)| (GoalId(position as u32), goal))
    }

    /// The goals of these criteria.
    fn goals_of(&self, criteria: &[Criterion]) -> impl Iterator<Item = (GoalId, &GoalLabel)> {
        self.goals().filter(|(_, goal)| criteria.contains(&goal.criterion))
    }

    /// What tests cover that are there already.
    fn settled(&self, context: &ClassContext<'_>) -> BTreeSet<GoalId> {
        let criteria = || self.goals().map(|(_, goal)| goal.criterion);
        context.existing.as_ref().map_or_else(BTreeSet::new, |it| it.coverage.goals_among(criteria()))
    }

    /// What the suite covers, or the tests of a search that is all that was asked for.
    fn covered(&self, ending: &Ending) -> BTreeSet<GoalId> {
        match (ending, &self.searched) {
            (Ending::Saved { suite, .. }, _) => {
                suite.tests.iter().flat_map(|test| &test.goals).copied().collect()
            }
            (Ending::SearchOnly, Some(searched)) => {
                let uncovered: BTreeSet<GoalId> = searched.uncovered.iter().map(|(goal, _)| *goal).collect();
                self.goals().map(|(goal, _)| goal).filter(|goal| !uncovered.contains(goal)).collect()
            }
            _ => BTreeSet::new(),
        }
    }

    fn counts(&self, context: &ClassContext<'_>, covered: &BTreeSet<GoalId>) -> BTreeMap<String, GoalCount> {
        let mut counts: BTreeMap<String, GoalCount> = BTreeMap::new();
        if let (Some(existing), None) = (&context.existing, &self.heard.analysed) {
            return existing.counts();
        }
        if self.searched.is_some() {
            // A criterion without goals is reported too: it was asked for.
            let criteria = &context.options.config.criteria;
            counts.extend(criteria.iter().map(|it| (it.name().to_owned(), GoalCount::default())));
        }
        for (id, goal) in self.goals_of(&context.options.config.criteria) {
            let count = counts.entry(goal.criterion.name().to_owned()).or_default();
            count.total += 1;
            count.covered += u32::from(covered.contains(&id));
        }
        if let Some(existing) = &context.existing {
            let found = existing.coverage.exceptions.len() as u32;
            if found > 0 {
                let count = counts.entry(Criterion::Exception.name().to_owned()).or_default();
                *count = GoalCount { covered: count.covered + found, total: count.total + found };
            }
        }
        let n_untold = self.searched.as_ref().map_or(0, |searched| searched.n_untold);
        if n_untold > 0 {
            counts.entry(Criterion::CoupledBranch.name().to_owned()).or_default().total += n_untold;
        }
        counts
    }

    /// The goals left: the search's reason, or how the test was lost that covered it, or why there is no suite.
    fn uncovered(
        &self,
        criteria: &[Criterion],
        covered: &BTreeSet<GoalId>,
        ending: &Ending,
    ) -> Vec<UncoveredGoalRecord> {
        let of_all = match ending {
            Ending::WithoutSuite { reason, .. } => format!("there is no suite: {reason}"),
            Ending::Saved { .. } | Ending::SearchOnly | Ending::NothingLeft => {
                "the search covered it, but no test of the suite is kept for it".to_owned()
            }
        };
        let reasons = self.reasons();
        self.goals_of(criteria)
            .filter(|(id, _)| !covered.contains(id))
            .map(|(id, goal)| UncoveredGoalRecord {
                goal: goal.name.clone(),
                reason: Some(reasons.get(&id).copied().unwrap_or(&of_all).to_owned()),
            })
            .collect()
    }

    /// Of goals that the search left, or that lost their test after it.
    fn reasons(&self) -> BTreeMap<GoalId, &str> {
        let mut reasons: BTreeMap<GoalId, &str> = BTreeMap::new();
        for (goal, reason) in self.searched.iter().flat_map(|searched| &searched.uncovered) {
            reasons.extend(reason.as_deref().map(|reason| (*goal, reason)));
        }
        reasons.extend(self.unnoticed.iter().map(|goal| (*goal, UNNOTICED)));
        for lost in &self.lost {
            reasons.extend(lost.goals.iter().map(|goal| (*goal, lost.reason.as_str())));
        }
        reasons
    }

    fn seconds(&self, total: Duration) -> PhaseSeconds {
        let SearchSeconds { search, execution, minimise, observe } =
            self.searched.as_ref().map(|searched| searched.seconds).unwrap_or_default();
        PhaseSeconds {
            analysis: self.heard.analysis_seconds,
            search,
            execution,
            minimise,
            assertions: observe + self.assertion_seconds,
            verify: self.verify_seconds,
            total: total.as_secs_f64(),
        }
    }
}

/// Why a goal of noticing a mutant is lost after the search.
const UNNOTICED: &str =
    "a test of the search noticed it, but where the tests were run again none was seen to";

/// Coupled branches that a comment names.
const MAX_NAMED: usize = 3;

/// What a test is for, in lines.
fn comment(goals: &[&str]) -> Vec<String> {
    let mut lines: Vec<String> = goals.iter().take(MAX_NAMED).map(|name| (*name).to_owned()).collect();
    if goals.len() > MAX_NAMED {
        lines.push(format!("and {} more coupled branches", goals.len() - MAX_NAMED));
    }
    lines
}

fn lost_test(dropped: DroppedTest) -> LostTest {
    let reason = format!("its test was dropped when it was verified: {}", dropped.reason);
    LostTest { goals: dropped.goals, reason }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn class_whose_analysis_took_the_time_was_not_looked_at() {
        let after = |seconds: f64, n_tests: u64| {
            let plan = Some(TimePlan::cautious(Duration::from_secs(3)));
            let analysed = Analysed { goals: Vec::new(), seconds, diagnostics: Vec::new(), plan };
            let mut history = History::default();
            history.heard.analysed = Some(analysed);
            history.heard.progress.statistics.tests = n_tests;
            history.had_no_time()
        };
        assert!(after(2.0, 0));
        assert!(!after(2.0, 1) && !after(0.1, 0));
    }
}
