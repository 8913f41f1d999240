//! The options that a study may set are those of the command line, read by the command line.

use clap::{CommandFactory as _, Parser as _};
use evoke_study::{OptionCheck, Options, StudyCommand, arguments};

use crate::cli::{Cli, Command};
use crate::integrate::check_algorithm;
use crate::options::class_config;

/// Options that a study sets itself, or that have nothing to do with what is found.
const NOT_FOR_STUDIES: [&str; 17] = [
    "all",
    "budget",
    "budget-statements",
    "classpath",
    "count-effort",
    "help",
    "java-home",
    "jobs",
    "json",
    "out",
    "quiet",
    "save-tests",
    "seed",
    "start-from",
    "top",
    "verbose",
    "version",
];

/// Asks the definition of the command line.
pub(super) struct CommandOptions;

impl OptionCheck for CommandOptions {
    fn names(&self, command: StudyCommand) -> Vec<String> {
        let cli = Cli::command();
        let Some(command) = cli.find_subcommand(subcommand(command)) else { return Vec::new() };
        let names = command.get_arguments().filter_map(|argument| argument.get_long());
        names.filter(|name| !NOT_FOR_STUDIES.contains(name)).map(str::to_owned).collect()
    }

    fn check(&self, command: StudyCommand, options: &Options) -> Result<(), String> {
        let classes: &[&str] = if command == StudyCommand::Integrate { &["A", "B"] } else { &["A"] };
        let mut typed = vec!["evoke".to_owned(), subcommand(command).to_owned()];
        typed.extend(classes.iter().map(|&class| class.to_owned()));
        typed.extend(arguments(options));
        let cli = Cli::try_parse_from(typed).map_err(|error| in_one_line(&error.to_string()))?;
        let checked = match cli.command {
            Command::Generate(args) => class_config(&args.generate).map(drop),
            Command::Search(args) => class_config(&args.generate).map(drop),
            Command::Integrate(args) => {
                class_config(&args.generate).and_then(|config| check_algorithm(config.search.algorithm))
            }
            _ => Ok(()),
        };
        checked.map_err(|failure| failure.in_one_line())
    }
}

/// The command of the command line.
fn subcommand(command: StudyCommand) -> &'static str {
    match command {
        StudyCommand::Search => "__search",
        StudyCommand::Generate | StudyCommand::Integrate => command.name(),
    }
}

/// What clap says, without how to ask for help.
fn in_one_line(message: &str) -> String {
    let lines = message.lines().map(str::trim).take_while(|line| !line.starts_with("For more information"));
    let said: Vec<&str> = lines.filter(|line| !line.is_empty()).collect();
    said.join(" ").trim_start_matches("error: ").to_owned()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::Path;

    use evoke_search::Technique;
    use evoke_study::Study;

    use super::*;

    fn check(command: StudyCommand, name: &str, value: &str) -> Result<(), String> {
        CommandOptions.check(command, &Options::from([(name.to_owned(), Some(value.to_owned()))]))
    }

    #[test]
    fn options_of_the_command_line_can_be_set_but_for_those_that_a_study_sets() {
        let names = CommandOptions.names(StudyCommand::Search);
        for name in
            ["algorithm", "criteria", "crossover", "goal-selection", "disable", "enable", "line-threshold"]
        {
            assert!(names.iter().any(|it| it == name), "{name} is missing in {names:?}");
        }
        assert!(!names.iter().any(|name| name == "seed"));
    }

    /// The studies that come with Evoke.
    fn shipped() -> Vec<Study> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../studies");
        let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        paths.map(|path| Study::read(&path, &CommandOptions).unwrap()).collect()
    }

    #[test]
    fn studies_that_come_with_evoke_are_right() {
        assert!(shipped().len() >= 8);
    }

    #[test]
    fn study_of_the_techniques_has_each_of_them() {
        let study = shipped().into_iter().find(|study| study.name == "Techniques of the search").unwrap();
        let known: BTreeSet<String> = study.configurations.into_iter().map(|each| each.name).collect();
        let mut expected = BTreeSet::from(["as by default".to_owned()]);
        expected.extend(Technique::ALL.iter().map(|technique| {
            let switched = if Technique::OFF_BY_DEFAULT.contains(technique) { "with" } else { "without" };
            format!("{switched} {}", technique.name())
        }));
        assert_eq!(known, expected);
    }

    #[test]
    fn value_that_is_not_allowed_is_told_with_those_that_are() {
        assert_eq!(check(StudyCommand::Search, "algorithm", "mosa"), Ok(()));
        let message = check(StudyCommand::Search, "algorithm", "moza").unwrap_err();
        assert!(message.contains("`moza`") && message.contains("dynamosa"), "{message}");
        let message = check(StudyCommand::Generate, "junit", "3").unwrap_err();
        assert!(message.contains('3') && message.contains("4, 5"), "{message}");
        assert_eq!(message.lines().count(), 1);
        let message = check(StudyCommand::Integrate, "algorithm", "whole-suite").unwrap_err();
        assert!(message.contains("mosa"), "{message}");
    }
}
