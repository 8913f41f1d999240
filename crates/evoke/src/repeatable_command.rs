//! The command that a suite can be made again by, as its file tells it: what was made, the seed, and the options that say what comes out
//! where they are not the defaults. Folders and files are those of one machine and are left out.

use std::time::Duration;

use clap::ValueEnum as _;
use evoke_classfile::ClassName;
use evoke_search::{AlgorithmName, SearchConfig};
use evoke_suite::AssertionChoice;

use crate::cli::{DEFAULT_ALGORITHM_OF_PAIRS, DEFAULT_CRITERIA, DEFAULT_PATIENCE, GenerateArgs, StubChoice};

/// What of a command decides what its suites are.
#[derive(Clone, Debug)]
pub(crate) struct RepeatableCommand {
    /// Whether it was for a project, where a class is none of the arguments.
    is_for_project: bool,
    options: Vec<String>,
}

impl RepeatableCommand {
    pub(crate) fn of(args: &GenerateArgs) -> Self {
        let is_for_project = args.goals.classes.is_empty();
        Self { is_for_project, options: repeatable_options(args, SearchConfig::default().algorithm) }
    }

    pub(crate) fn of_pairs(args: &GenerateArgs) -> Self {
        Self { is_for_project: false, options: repeatable_options(args, DEFAULT_ALGORITHM_OF_PAIRS) }
    }

    /// The command for a class, or for a pair.
    pub(crate) fn line(&self, class: &ClassName, callee: Option<&ClassName>) -> String {
        let class = class.binary();
        let what = match callee {
            Some(callee) => format!("integrate {class} {}", callee.binary()),
            None if self.is_for_project => format!("generate --include {class}"),
            None => format!("generate {class}"),
        };
        format!("evoke {what} {}", self.options.join(" "))
    }
}

/// The options of a command that has this algorithm by default, as far as they decide what its suites are. A budget for a whole project says
/// nothing of one class and is none of them.
fn repeatable_options(args: &GenerateArgs, default_algorithm: AlgorithmName) -> Vec<String> {
    let mut options = vec![format!("--seed {}", args.seed)];
    let mut add = |name: &str, value: Option<String>| {
        options.extend(value.map(|value| format!("--{name} {value}")));
    };
    let goals = &args.goals;
    let unlike = |value: &str, default: &str| (value != default).then(|| value.to_owned());
    let list = |names: &[String]| (!names.is_empty()).then(|| names.join(","));
    let defaults = SearchConfig::default();
    let budget = args.budget.filter(|_| !goals.classes.is_empty());
    add("budget", budget.map(duration));
    add("budget-statements", args.budget_statements.map(|statements| statements.to_string()));
    add("patience", unlike(&args.patience.0.map_or_else(|| "off".to_owned(), duration), DEFAULT_PATIENCE));
    add("criteria", unlike(&goals.criteria.join(","), DEFAULT_CRITERIA));
    add("goal-selection", unlike(&goals.goal_selection, &defaults.goal_selection.to_string()));
    add("line-threshold", unlike(&goals.line_threshold.to_string(), &defaults.line_threshold.to_string()));
    add("algorithm", unlike(&goals.algorithm, default_algorithm.name()));
    add("guide", list(&args.guide));
    add("crossover", unlike(&args.crossover, &defaults.crossover.to_string()));
    add("assertions", unlike(&args.assertions, &AssertionChoice::Mutants.to_string()));
    add("junit", args.junit.clone());
    add(
        "stubs",
        args.stubs
            .to_possible_value()
            .map(|value| value.get_name().to_owned())
            .filter(|_| args.stubs != StubChoice::Auto),
    );
    add("disable", list(&args.disable));
    add("enable", list(&args.enable));
    if args.parameterized {
        options.push("--parameterized".to_owned());
    }
    options
}

/// As options take it: whole seconds, else milliseconds.
fn duration(duration: Duration) -> String {
    match duration.subsec_millis() {
        0 => format!("{}s", duration.as_secs()),
        _ => format!("{}ms", duration.as_millis()),
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;

    use super::*;
    use crate::cli::{Cli, Command};

    fn repeatable(arguments: &str) -> RepeatableCommand {
        let command = std::iter::once("evoke").chain(arguments.split(' '));
        let Command::Generate(command) = Cli::parse_from(command).command else { panic!("generates") };
        RepeatableCommand::of(&command.generate)
    }

    fn options(arguments: &str) -> String {
        repeatable(arguments).options.join(" ")
    }

    #[test]
    fn defaults_are_left_out_and_the_seed_never() {
        assert_eq!(options("generate a.B --classpath x.jar --out y --junit 5"), "--seed 0 --junit 5");
        assert_eq!(options("generate a.B --criteria branch,line --algorithm dynamosa --seed 7"), "--seed 7");
    }

    #[test]
    fn what_decides_the_suite_is_told() {
        let told =
            "--seed 1 --budget 1500ms --criteria default --algorithm mosa --guide none --parameterized";
        assert_eq!(options(&format!("generate a.B {told}")), told);
        assert_eq!(options("generate a.B --budget-statements 500"), "--seed 0 --budget-statements 500");
        assert_eq!(
            options("generate a.B --stubs plain --patience off"),
            "--seed 0 --patience off --stubs plain"
        );
    }

    #[test]
    fn class_of_a_project_is_chosen_from_it() {
        let line = |arguments: &str| repeatable(arguments).line(&"a/B$C".into(), None);
        assert_eq!(
            line("generate --budget 2m --guide none"),
            "evoke generate --include a.B$C --seed 0 --guide none"
        );
        assert_eq!(line("generate a.B$C"), "evoke generate a.B$C --seed 0");
    }

    #[test]
    fn pair_has_another_algorithm_by_default() {
        let line = |algorithm: &str| {
            let arguments = ["evoke", "integrate", "a.B", "a.C", "--algorithm", algorithm];
            let Command::Integrate(args) = Cli::parse_from(arguments).command else { panic!("integrates") };
            RepeatableCommand::of_pairs(&args.generate).line(&"a/B".into(), Some(&"a/C".into()))
        };
        assert_eq!(line("mosa"), "evoke integrate a.B a.C --seed 0");
        assert_eq!(line("dynamosa"), "evoke integrate a.B a.C --seed 0 --algorithm dynamosa");
    }
}
