//! What a user sees while classes are worked on: a live line each on a terminal, plain lines elsewhere. A live line is never wider than the
//! terminal: one that wraps would be left behind when it is drawn again.

use std::io::IsTerminal as _;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use evoke_search::Progress;
use indicatif::{MultiProgress, ProgressBar, ProgressStyle};

use crate::options::Verbosity;

/// The screen of a run.
pub(crate) struct Screen {
    lines: Option<MultiProgress>,
    verbosity: Verbosity,
    warned: AtomicBool,
}

/// The line of one class; gone from the screen when dropped.
pub(crate) struct ClassLine {
    name: String,
    bar: Option<ProgressBar>,
}

/// Characters of a name that are shown: the rest of its line says more than its packages.
const LONGEST_NAME: usize = 32;

/// The bar of a whole project.
pub(crate) struct WholeLine {
    bar: Option<ProgressBar>,
}

impl Screen {
    /// A screen on standard error, live if that is a terminal.
    pub(crate) fn new(verbosity: Verbosity) -> Self {
        let live = verbosity > Verbosity::Quiet && std::io::stderr().is_terminal();
        Self { lines: live.then(MultiProgress::new), verbosity, warned: AtomicBool::new(false) }
    }

    /// A live line for a class of this name.
    pub(crate) fn class(&self, name: &str) -> ClassLine {
        let bar = self.lines.as_ref().map(|lines| {
            let bar = lines.add(ProgressBar::new_spinner());
            bar.set_style(
                ProgressStyle::with_template("{spinner} {wide_msg}")
                    .unwrap_or_else(|_| ProgressStyle::default_spinner()),
            );
            bar.set_message(shortened(name));
            bar.enable_steady_tick(Duration::from_millis(120));
            bar
        });
        ClassLine { name: shortened(name), bar }
    }

    /// A live bar for so many classes, gone from the screen when dropped.
    pub(crate) fn whole(&self, n_classes: usize) -> WholeLine {
        let bar = self.lines.as_ref().map(|lines| {
            let bar = lines.add(ProgressBar::new(n_classes as u64));
            bar.set_style(
                ProgressStyle::with_template("[{pos}/{len}] {msg} {wide_bar}")
                    .unwrap_or_else(|_| ProgressStyle::default_bar()),
            );
            bar
        });
        WholeLine { bar }
    }

    /// Prints a line above the live ones, unless quiet.
    pub(crate) fn say(&self, text: &str) {
        if self.verbosity > Verbosity::Quiet {
            self.print(text);
        }
    }

    /// Says once a run which protections this kernel does not have.
    pub(crate) fn warn_of_missing_protections(&self, missing: &[String]) {
        if !missing.is_empty() && !self.warned.swap(true, Ordering::Relaxed) {
            self.print(&format!(
                "warning: this kernel lacks {}; code under test is less confined than it should be",
                missing.join(", ")
            ));
        }
    }

    /// Prints a line for those who asked for more.
    pub(crate) fn detail(&self, text: &str) {
        if self.verbosity >= Verbosity::Verbose {
            self.print(text);
        }
    }

    fn print(&self, text: &str) {
        match &self.lines {
            Some(lines) => lines.suspend(|| eprintln!("{text}")),
            None => eprintln!("{text}"),
        }
    }
}

impl WholeLine {
    /// Shows how many classes have had a turn, and what there is to say of all.
    pub(crate) fn show(&self, n_done: usize, text: String) {
        if let Some(bar) = &self.bar {
            bar.set_position(n_done as u64);
            bar.set_message(text);
        }
    }
}

impl Drop for WholeLine {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

impl ClassLine {
    /// Names the phase.
    pub(crate) fn phase(&self, phase: &str) {
        if let Some(bar) = &self.bar {
            bar.set_message(format!("{}: {phase}", self.name));
        }
    }

    /// Shows how far the search is.
    pub(crate) fn search(&self, progress: &Progress, elapsed: Duration) {
        if let Some(bar) = &self.bar {
            bar.set_message(format!(
                "{}: {}/{} goals, {} tests, {:.0} s",
                self.name,
                progress.n_covered,
                progress.n_goals,
                progress.statistics.tests,
                elapsed.as_secs_f64()
            ));
        }
    }
}

impl Drop for ClassLine {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// The end of a long name.
fn shortened(name: &str) -> String {
    let n_left_out = name.chars().count().saturating_sub(LONGEST_NAME);
    if n_left_out == 0 {
        return name.to_owned();
    }
    let end: String = name.chars().skip(n_left_out + 1).collect();
    format!("…{end}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn end_of_a_long_name_is_shown() {
        assert_eq!(shortened("shop.orders.Order"), "shop.orders.Order");
        let long = shortened("com.example.shop.backend.orders.OrderService");
        assert_eq!((long.as_str(), long.chars().count()), ("…hop.backend.orders.OrderService", LONGEST_NAME));
    }
}
