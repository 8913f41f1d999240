//! What a user is told of a project before work on it begins.

use std::time::Duration;

use evoke_project::BuildTool;

use super::plan::Plan;
use crate::options::Verbosity;

impl Plan {
    /// What a user is told before it begins.
    pub(super) fn announcement(&self) -> Vec<String> {
        let n_modules = self.project.modules.len();
        let tool = match self.project.tool {
            BuildTool::None => "folders of classes".to_owned(),
            tool => format!("{} project, {}", tool.name(), counted(n_modules, "module")),
        };
        let junit = self.modules.first().map_or("", |module| module.options.config.junit.number());
        let mut lines = vec![format!(
            "{tool}: {} to test with JUnit {junit}, {} left out",
            counted_classes(self.tasks.len()),
            self.left_out.len()
        )];
        let lacking = self.modules.iter().filter(|module| module.lacks_parameters);
        lines.extend(lacking.map(|module| {
            let name = &module.name;
            format!(
                "no test of {name} is parameterised: the class path of its tests has no junit-jupiter-params"
            )
        }));
        let is_verbose = self.verbosity >= Verbosity::Verbose;
        if is_verbose || self.left_out.len() <= 10 {
            lines.extend(self.left_out.iter().map(|it| format!("left out {}: {}", it.class, it.reason)));
        }
        if !self.unchanged.is_empty() {
            let what = counted_classes(self.unchanged.len());
            lines.push(format!("{what} unchanged since the last run; --again works on them all the same"));
        }
        if !self.covered.is_empty() {
            let what = counted_classes(self.covered.len());
            lines.push(format!("existing tests cover all there is to cover in {what}"));
        }
        if self.tasks.is_empty() {
            return lines;
        }
        let default = if self.budget_is_given { "" } else { ", unless --budget says otherwise" };
        lines.push(format!("this takes at most {}{default}", told(self.budget)));
        lines
    }
}

fn counted(count: usize, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

fn counted_classes(count: usize) -> String {
    if count == 1 { "1 class".to_owned() } else { format!("{count} classes") }
}

/// `90 s` or `12 min`.
fn told(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    if seconds <= 120.0 { format!("{seconds:.0} s") } else { format!("{:.0} min", (seconds / 60.0).ceil()) }
}
