//! How far a study is: a live bar on a terminal, elsewhere a line now and then.

use std::io::IsTerminal as _;
use std::time::{Duration, Instant};

use evoke_study::{Outcome, PlannedRun, RunStatus};
use indicatif::{HumanDuration, ProgressBar, ProgressStyle};

/// How often a line is printed where there is no terminal.
const INTERVAL: Duration = Duration::from_secs(30);

/// The progress of a study.
pub(super) struct ProgressLine {
    bar: Option<ProgressBar>,
    is_quiet: bool,
    n_before: usize,
    n_total: usize,
    n_done: usize,
    n_failed: usize,
    begun: Instant,
    told: Instant,
}

impl ProgressLine {
    /// Of a study of so many runs, of which some were done before.
    pub(super) fn new(n_before: usize, n_total: usize, is_quiet: bool) -> Self {
        let live = !is_quiet && std::io::stderr().is_terminal();
        let bar = live.then(|| {
            let bar = ProgressBar::new(n_total as u64);
            let template = "{bar:30} {pos}/{len} runs, {msg}";
            bar.set_style(
                ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar()),
            );
            bar.set_position(n_before as u64);
            bar.set_message("time left not known yet");
            bar.enable_steady_tick(Duration::from_millis(500));
            bar
        });
        let now = Instant::now();
        Self { bar, is_quiet, n_before, n_total, n_done: 0, n_failed: 0, begun: now, told: now }
    }

    /// A run is done and kept.
    pub(super) fn finished(&mut self, run: &PlannedRun, outcome: &Outcome) {
        self.n_done += 1;
        let status = outcome.status;
        if status != RunStatus::Ok {
            self.n_failed += usize::from(status != RunStatus::Empty);
            let reason = outcome.reason.as_deref().unwrap_or("no reason given");
            let name = run.subject.name();
            self.say(&format!(
                "{name}, {}, seed {}: {}: {reason}",
                run.configuration,
                run.seed,
                status.name()
            ));
        }
        let left = self.left();
        if let Some(bar) = &self.bar {
            bar.set_position((self.n_before + self.n_done) as u64);
            bar.set_message(left);
        } else if self.told.elapsed() >= INTERVAL {
            self.told = Instant::now();
            self.say(&format!("{} of {} runs, {left}", self.n_before + self.n_done, self.n_total));
        }
    }

    /// How many runs of this time did not end well.
    pub(super) fn n_failed(&self) -> usize {
        self.n_failed
    }

    /// The time that the runs left need at the speed so far, in words.
    fn left(&self) -> String {
        let n_left = (self.n_total - self.n_before).saturating_sub(self.n_done);
        let each = self.begun.elapsed().div_f64(self.n_done.max(1) as f64);
        format!("about {} left", HumanDuration(each.mul_f64(n_left as f64)))
    }

    /// Prints a line above the bar, unless all is to be quiet.
    pub(super) fn say(&self, text: &str) {
        match &self.bar {
            Some(bar) => bar.suspend(|| eprintln!("{text}")),
            None if !self.is_quiet => eprintln!("{text}"),
            None => {}
        }
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
