//! Study files, good and wrong.

use std::path::Path;
use std::time::Duration;

use super::Study;
use crate::budget::Budget;
use crate::configuration::{OptionCheck, Options, StudyCommand};
use crate::subject::{Origin, Subject};

/// Knows two options, one of which takes two values.
struct TwoOptions;

impl OptionCheck for TwoOptions {
    fn names(&self, _command: StudyCommand) -> Vec<String> {
        vec!["algorithm".to_owned(), "criteria".to_owned()]
    }

    fn check(&self, _command: StudyCommand, options: &Options) -> Result<(), String> {
        match options.get("algorithm").and_then(Option::as_deref) {
            None | Some("mosa" | "mio") => Ok(()),
            Some(other) => Err(format!("unknown algorithm `{other}`; known: mosa, mio")),
        }
    }
}

const GOOD: &str = r#"name = "two algorithms"
command = "search"
seeds = 10
budget = { statements = 1000 }

[options]
criteria = ["branch", "line"]

[[subjects]]
classpath = "a.jar:b"
classes = ["x.Y", "x.Z", "x.Y"]

[configurations.second-by-name]
algorithm = "mosa"

[configurations.a]
algorithm = "mio"
criteria = "branch"
"#;

fn parse(text: &str) -> Result<Study, String> {
    Study::parse(Path::new("d/s.toml"), text, &TwoOptions).map_err(|error| error.to_string())
}

fn error(change: (&str, &str)) -> String {
    assert!(GOOD.contains(change.0), "nothing to change");
    parse(&GOOD.replace(change.0, change.1)).unwrap_err()
}

#[test]
fn good_file_is_read_in_its_order() {
    let study = parse(GOOD).unwrap();
    assert_eq!(study.seeds, (1..=10).collect::<Vec<u64>>());
    assert_eq!(study.budget, Budget::Statements(1000));
    assert_eq!(study.subjects.len(), 2, "each class once");
    assert_eq!(study.subject_lines, [11, 11]);
    assert_eq!(study.subjects[0].origin, Origin::ClassPath("d/a.jar:d/b".to_owned()));
    let names: Vec<&str> = study.configurations.iter().map(|each| each.name.as_str()).collect();
    assert_eq!(names, ["second-by-name", "a"]);
    assert_eq!(study.configurations[0].options["criteria"].as_deref(), Some("branch,line"));
    assert_eq!(study.configurations[1].options["criteria"].as_deref(), Some("branch"), "its own wins");
}

#[test]
fn class_that_two_tables_name_is_one_subject_and_of_two_class_paths_an_error() {
    let also = "\n[[subjects]]\nclasspath = \"a.jar:b\"\nclasses = [\"x.Z\", \"x.A\"]\n";
    let study = parse(&format!("{GOOD}{also}")).unwrap();
    let names: Vec<String> = study.subjects.iter().map(Subject::name).collect();
    assert_eq!(names, ["x.Y", "x.Z", "x.A"]);
    assert_eq!(
        parse(&format!("{GOOD}{}", also.replace("a.jar:b", "a-2.jar"))).unwrap_err(),
        "d/s.toml:22: `x.Z` is a subject of `d/a.jar:d/b` already (line 11), and a study tells subjects apart by their names"
    );
}

#[test]
fn one_number_scales_budget_and_seeds() {
    let study = parse(&GOOD.replace("seeds = 10", "seeds = 10\nscale = 0.2")).unwrap();
    assert_eq!((study.budget, study.seeds), (Budget::Statements(200), vec![1, 2]));
    let least = parse(&GOOD.replace("seeds = 10", "seeds = 10\nscale = 0.0001")).unwrap();
    assert_eq!((least.budget, least.seeds), (Budget::Statements(1), vec![1]));
}

#[test]
fn budget_can_be_time_and_seeds_can_be_listed() {
    let text =
        GOOD.replace("{ statements = 1000 }", "{ time = \"2m\" }").replace("seeds = 10", "seeds = [4, 2]");
    let study = parse(&text).unwrap();
    assert_eq!(study.budget, Budget::Time(Duration::from_secs(120)));
    assert_eq!(study.seeds, [4, 2]);
    assert!(study.timeout > Duration::from_secs(120));
}

#[test]
fn command_of_a_configuration_can_be_its_own() {
    let study =
        parse(&GOOD.replace("[configurations.a]", "[configurations.a]\ncommand = \"generate\"")).unwrap();
    assert_eq!(study.configurations[0].command, StudyCommand::Search);
    assert_eq!(study.configurations[1].command, StudyCommand::Generate);
}

#[test]
fn what_is_wrong_is_told_with_its_line_and_what_is_allowed() {
    assert_eq!(
        error(("command = \"search\"", "command = \"find\"")),
        "d/s.toml:2: unknown command `find`, expected one of search, generate, integrate"
    );
    assert_eq!(error(("\"mosa\"", "\"moza\"")), "d/s.toml:14: unknown algorithm `moza`; known: mosa, mio");
    assert_eq!(
        error(("algorithm = \"mio\"", "algoritm = \"mio\"")),
        "d/s.toml:17: `algoritm` is no option of `search` that a study can set, expected one of algorithm, criteria"
    );
    assert_eq!(
        error(("algorithm = \"mio\"", "algorithm = 2020-01-01")),
        "d/s.toml:17: `algorithm` is text, a number, true, false, or a list of these"
    );
    assert_eq!(
        error(("statements = 1000", "statements = 0")),
        "d/s.toml:4: a budget has at least one statement"
    );
    assert_eq!(
        error(("{ statements = 1000 }", "{ statements = 1, time = \"2s\" }")),
        "d/s.toml:4: a budget is `{ statements = 100000 }` or `{ time = \"30s\" }`, one of the two"
    );
    assert_eq!(
        error(("seeds = 10", "seeds = 0")),
        "d/s.toml:3: expected at least one seed, each once and not below 0"
    );
    assert_eq!(
        error(("seeds = 10", "seeds = [1, 1]")),
        "d/s.toml:3: expected at least one seed, each once and not below 0"
    );
    assert_eq!(
        error(("seeds = 10", "seeds = \"ten\"")),
        "d/s.toml:3: expected a number of seeds, or a list of seeds as in `[1, 2, 3]`"
    );
    assert_eq!(
        error(("classpath = \"a.jar:b\"", "classpath = \"a.jar:b\"\ncsv = \"x.csv\"")),
        "d/s.toml:9: subjects have one of `csv`, `maven` and `classpath`"
    );
    assert_eq!(
        error(("classpath = \"a.jar:b\"", "maven = \"guava\"")),
        "d/s.toml:10: `guava` are no coordinates, expected group:artifact:version"
    );
}

#[test]
fn classes_are_named_one_by_one() {
    assert_eq!(
        error(("\"x.Z\"", "\"x.*\"")),
        "d/s.toml:11: `x.*` is no class; a study names each of its classes"
    );
}

#[test]
fn integration_needs_pairs() {
    let message = error(("command = \"search\"", "command = \"integrate\""));
    assert_eq!(
        message,
        "d/s.toml:11: `x.Y` is no pair; `integrate` needs `pairs`, or a CSV with a column `callee`"
    );
    let pairs = GOOD
        .replace("command = \"search\"", "command = \"integrate\"")
        .replace("classes = [\"x.Y\", \"x.Z\", \"x.Y\"]", "pairs = [[\"x.Y\", \"x.Z\"]]");
    assert_eq!(parse(&pairs).unwrap().subjects[0].name(), "x.Y -> x.Z");
}
