//! `evoke list`: the names that an option can be given, for people and for completion scripts.

use std::io::Write as _;

use anyhow::{Context, Result};
use evoke_analysis::Criterion;
use evoke_search::{AlgorithmName, CrossoverName, GoalSelection, Technique};
use evoke_suite::AssertionChoice;

use crate::cli::ListTopic;
use crate::exit_code::ExitCode;

/// Prints the names on standard output, one a line.
pub(crate) fn run(topic: ListTopic) -> Result<ExitCode> {
    let mut text = names(topic).join("\n");
    text.push('\n');
    std::io::stdout().write_all(text.as_bytes()).context("write the list")?;
    Ok(ExitCode::Success)
}

fn names(topic: ListTopic) -> Vec<&'static str> {
    match topic {
        ListTopic::Algorithms => AlgorithmName::ALL.iter().map(|algorithm| algorithm.name()).collect(),
        ListTopic::Assertions => AssertionChoice::ALL.iter().map(|choice| choice.name()).collect(),
        ListTopic::Criteria => {
            let of_one_class = Criterion::ALL.into_iter().filter(|criterion| criterion.is_of_one_class());
            of_one_class.map(Criterion::name).collect()
        }
        ListTopic::Crossovers => CrossoverName::ALL.iter().map(|crossover| crossover.name()).collect(),
        ListTopic::Techniques => Technique::ALL.iter().map(|technique| technique.name()).collect(),
        ListTopic::TechniquesOffByDefault => {
            Technique::OFF_BY_DEFAULT.iter().map(|technique| technique.name()).collect()
        }
        ListTopic::GoalSelections => GoalSelection::ALL.iter().map(|selection| selection.name()).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_listed_name_is_one_that_its_option_takes() {
        assert!(names(ListTopic::Algorithms).iter().all(|name| name.parse::<AlgorithmName>().is_ok()));
        assert!(names(ListTopic::Assertions).iter().all(|name| name.parse::<AssertionChoice>().is_ok()));
        assert!(names(ListTopic::Criteria).iter().all(|name| name.parse::<Criterion>().is_ok()));
        assert!(names(ListTopic::Crossovers).iter().all(|name| name.parse::<CrossoverName>().is_ok()));
        assert!(names(ListTopic::Techniques).iter().all(|name| name.parse::<Technique>().is_ok()));
        assert!(names(ListTopic::GoalSelections).iter().all(|name| name.parse::<GoalSelection>().is_ok()));
    }
}
