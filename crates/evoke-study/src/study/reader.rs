//! What the tables of a study file mean.

use std::collections::BTreeSet;
use std::ops::Range;
use std::time::Duration;

use toml::Value;

use super::definition::Study;
use super::subject_reader::subjects;
use crate::budget::Budget;
use crate::configuration::{Configuration, OptionCheck, Options, StudyCommand};
use crate::duration::parse_duration;
use crate::study_file::{OptionTable, SeedList, StudyFile, StudyFileError};

/// What a run with a budget of statements may take, and what one with a budget of time may take beyond that.
const DEFAULT_TIMEOUT: Duration = Duration::from_secs(900);
/// The key of a configuration that is not an option.
const COMMAND: &str = "command";

/// The study of a file.
pub(super) fn study(file: &StudyFile, check: &dyn OptionCheck) -> Result<Study, StudyFileError> {
    let top = &file.top;
    let command = study_command(file, top.command.get_ref(), &top.command.span())?;
    let share = scale(file)?;
    let budget = budget(file)?.scaled(share);
    let configurations = configurations(file, command, check)?;
    let wants_pairs = configurations.iter().any(|each| each.command == StudyCommand::Integrate);
    let (subjects, subject_lines) = subjects(file, wants_pairs)?.into_iter().unzip();
    Ok(Study {
        name: top.name.clone(),
        subjects,
        subject_lines,
        seeds: seeds(file, share)?,
        jobs: at_least_one(file, top.jobs.as_ref(), "jobs")?.map(|jobs| jobs as usize),
        timeout: timeout(file, budget)?,
        cost_runs: at_least_one(file, top.cost_runs.as_ref(), "cost-runs")?.unwrap_or(0),
        baseline: baseline(file, &configurations)?,
        text: file.text.clone(),
        configurations,
        budget,
    })
}

fn study_command(file: &StudyFile, name: &str, place: &Range<usize>) -> Result<StudyCommand, StudyFileError> {
    StudyCommand::ALL.into_iter().find(|command| command.name() == name).ok_or_else(|| {
        let known = StudyCommand::ALL.map(StudyCommand::name).join(", ");
        file.error(place, format!("unknown command `{name}`, expected one of {known}"))
    })
}

fn scale(file: &StudyFile) -> Result<f64, StudyFileError> {
    let Some(scale) = &file.top.scale else { return Ok(1.0) };
    let share = *scale.get_ref();
    if share > 0.0 && share <= 1000.0 {
        return Ok(share);
    }
    Err(file.error(&scale.span(), format!("`scale` is {share}, expected a number above 0, such as 0.1")))
}

fn budget(file: &StudyFile) -> Result<Budget, StudyFileError> {
    let table = &file.top.budget;
    let wrong = |message: &str| Err(file.error(&table.span(), message));
    match table.get_ref() {
        budget if budget.statements.is_some() == budget.time.is_some() => {
            wrong("a budget is `{ statements = 100000 }` or `{ time = \"30s\" }`, one of the two")
        }
        budget => match (budget.statements, &budget.time) {
            (Some(statements @ 1..), _) => Ok(Budget::Statements(statements as u64)),
            (Some(_), _) => wrong("a budget has at least one statement"),
            (None, time) => parse_duration(time.as_deref().unwrap_or_default())
                .map(Budget::Time)
                .map_err(|message| file.error(&table.span(), message)),
        },
    }
}

/// The seeds, of which a scale takes the first.
fn seeds(file: &StudyFile, share: f64) -> Result<Vec<u64>, StudyFileError> {
    let place = file.top.seeds.span();
    let listed: Vec<i64> = match file.top.seeds.get_ref() {
        SeedList::Count(count) => {
            (1..=((*count as f64 * share).round() as i64).max((*count).min(1))).collect()
        }
        SeedList::Listed(seeds) => {
            let kept = ((seeds.len() as f64 * share).round() as usize).max(1);
            seeds.iter().copied().take(kept).collect()
        }
    };
    let distinct: BTreeSet<i64> = listed.iter().copied().collect();
    if listed.is_empty() || distinct.len() != listed.len() || distinct.first().is_some_and(|&seed| seed < 0) {
        return Err(file.error(&place, "expected at least one seed, each once and not below 0"));
    }
    Ok(listed.into_iter().map(|seed| seed as u64).collect())
}

fn timeout(file: &StudyFile, budget: Budget) -> Result<Duration, StudyFileError> {
    let Some(timeout) = &file.top.timeout else {
        return Ok(match budget {
            Budget::Statements(_) => DEFAULT_TIMEOUT,
            Budget::Time(time) => DEFAULT_TIMEOUT + time,
        });
    };
    parse_duration(timeout.get_ref()).map_err(|message| file.error(&timeout.span(), message))
}

fn at_least_one(
    file: &StudyFile,
    value: Option<&toml::Spanned<i64>>,
    name: &str,
) -> Result<Option<u32>, StudyFileError> {
    let Some(value) = value else { return Ok(None) };
    match u32::try_from(*value.get_ref()) {
        Ok(number @ 1..=10_000) => Ok(Some(number)),
        _ => Err(file.error(&value.span(), format!("`{name}` is a number from 1 to 10000"))),
    }
}

fn baseline(file: &StudyFile, configurations: &[Configuration]) -> Result<Option<String>, StudyFileError> {
    let Some(name) = &file.top.baseline else { return Ok(None) };
    let known: Vec<&str> = configurations.iter().map(|each| each.name.as_str()).collect();
    if known.contains(&name.get_ref().as_str()) {
        return Ok(Some(name.get_ref().clone()));
    }
    let message =
        format!("there is no configuration `{}`, expected one of {}", name.get_ref(), known.join(", "));
    Err(file.error(&name.span(), message))
}

fn configurations(
    file: &StudyFile,
    command: StudyCommand,
    check: &dyn OptionCheck,
) -> Result<Vec<Configuration>, StudyFileError> {
    // Tables are sorted by name; reports have them as the file does.
    let mut tables: Vec<_> = file.top.configurations.iter().collect();
    tables.sort_by_key(|(name, _)| name.span().start);
    if tables.is_empty() {
        return Err(file.error(
            &(0..0),
            "there is no configuration, expected a table such as [configurations.dynamosa]",
        ));
    }
    let mut found: Vec<Configuration> = Vec::new();
    for (name, table) in tables {
        let configuration = configuration(file, name.get_ref(), table, command, check)?;
        let own = configuration.command;
        check.check(own, &configuration.options).map_err(|message| {
            file.error(&name.span(), format!("configuration `{}`: {message}", name.get_ref()))
        })?;
        found.push(configuration);
    }
    Ok(found)
}

fn configuration(
    file: &StudyFile,
    name: &str,
    table: &OptionTable,
    command: StudyCommand,
    check: &dyn OptionCheck,
) -> Result<Configuration, StudyFileError> {
    let own_command = table.iter().find(|(key, _)| key.get_ref() == COMMAND);
    let command = match own_command {
        Some((_, value)) => study_command(file, value.get_ref().as_str().unwrap_or_default(), &value.span())?,
        None => command,
    };
    let mut options = Options::new();
    for (key, value) in file.top.options.iter().chain(table) {
        if key.get_ref() == COMMAND {
            continue;
        }
        let names = check.names(command);
        if !names.contains(key.get_ref()) {
            let message = format!(
                "`{}` is no option of `{}` that a study can set, expected one of {}",
                key.get_ref(),
                command.name(),
                names.join(", ")
            );
            return Err(file.error(&key.span(), message));
        }
        let value_place = value.span();
        let Some(text) = text_of(value.get_ref()) else {
            let message = format!("`{}` is text, a number, true, false, or a list of these", key.get_ref());
            return Err(file.error(&value_place, message));
        };
        let alone = match text {
            OptionText::Off => None,
            OptionText::Flag => Some(None),
            OptionText::Value(text) => Some(Some(text)),
        };
        options.remove(key.get_ref());
        if let Some(value) = alone {
            let alone = Options::from([(key.get_ref().clone(), value)]);
            check.check(command, &alone).map_err(|message| file.error(&value_place, message))?;
            options.extend(alone);
        }
    }
    Ok(Configuration { name: name.to_owned(), command, options })
}

/// What a value in the file is on the command line.
enum OptionText {
    /// The option is left out.
    Off,
    /// It is there without a value.
    Flag,
    /// It is there with this value.
    Value(String),
}

fn text_of(value: &Value) -> Option<OptionText> {
    Some(match value {
        Value::Boolean(true) => OptionText::Flag,
        Value::Boolean(false) => OptionText::Off,
        Value::Array(values) => {
            let texts: Option<Vec<String>> = values.iter().map(scalar).collect();
            let texts = texts?;
            if texts.is_empty() { OptionText::Off } else { OptionText::Value(texts.join(",")) }
        }
        value => OptionText::Value(scalar(value)?),
    })
}

fn scalar(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Integer(number) => Some(number.to_string()),
        Value::Float(number) => Some(number.to_string()),
        _ => None,
    }
}
