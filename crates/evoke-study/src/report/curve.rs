//! Coverage over time: the mean share of goals covered after so many statements or seconds.

use super::run_table::RunTable;
use crate::store::StoredRun;

/// Points of a curve.
const N_POINTS: usize = 60;

/// What curves run over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clock {
    /// Executed statements.
    Statements,
    /// Seconds since a class was begun.
    Seconds,
}

/// How coverage grows with a configuration.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// The configuration.
    pub configuration: String,
    /// After so many statements or seconds, the mean share of goals covered.
    pub points: Vec<(f64, f64)>,
}

impl Clock {
    /// Its unit.
    pub fn unit(self) -> &'static str {
        match self {
            Self::Statements => "statements",
            Self::Seconds => "seconds",
        }
    }
}

/// By configuration, over the runs that have a timeline. All are told of as long as the longest.
pub(super) fn curves(table: &RunTable<'_>, clock: Clock) -> Vec<Curve> {
    let longest = table.runs().filter_map(|(_, run)| times(run, clock).last().copied()).fold(0.0, f64::max);
    if longest <= 0.0 {
        return Vec::new();
    }
    let curve = |(configuration, name): (usize, &String)| {
        let runs: Vec<(usize, &StoredRun)> =
            table.runs_of(configuration).filter(|(_, run)| !run.outcome.timeline.is_empty()).collect();
        let point = |index: usize| {
            let time = longest * index as f64 / N_POINTS as f64;
            let shares = runs.iter().map(|&(subject, run)| share(table, subject, run, clock, time));
            (time, shares.sum::<f64>() / runs.len() as f64)
        };
        let points = if runs.is_empty() { Vec::new() } else { (0..=N_POINTS).map(point).collect() };
        Curve { configuration: name.clone(), points }
    };
    table.configurations.iter().enumerate().map(curve).collect()
}

fn times(run: &StoredRun, clock: Clock) -> Vec<f64> {
    let of_point = |point: &evoke_report::TimelinePoint| match clock {
        Clock::Statements => point.statements as f64,
        Clock::Seconds => point.seconds,
    };
    run.outcome.timeline.iter().map(of_point).collect()
}

/// What a run had covered by then.
fn share(table: &RunTable<'_>, subject: usize, run: &StoredRun, clock: Clock, time: f64) -> f64 {
    let total: u32 =
        run.outcome.goals.keys().filter_map(|criterion| table.subjects[subject].totals.get(criterion)).sum();
    let n_before = times(run, clock).iter().take_while(|&&then| then <= time).count();
    let covered = n_before.checked_sub(1).map_or(0, |last| run.outcome.timeline[last].covered);
    if total == 0 { 0.0 } else { (covered as f64 / f64::from(total)).min(1.0) }
}
