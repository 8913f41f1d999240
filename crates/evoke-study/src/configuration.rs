//! A named way to generate tests: a command of Evoke and options for it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// Options by name, without dashes, with their values as the command line takes them; a flag has none.
pub type Options = BTreeMap<String, Option<String>>;

/// What a run does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum StudyCommand {
    /// Searches and writes no suite: measures nothing but the search.
    Search,
    /// Generates a suite of a class. Where the subject is a pair it is a suite of the caller, and what counts are the coupled branches
    /// of the pair that its tests cover.
    Generate,
    /// Generates a suite of a pair.
    Integrate,
}

impl StudyCommand {
    /// All, in the order of messages.
    pub const ALL: [Self; 3] = [Self::Search, Self::Generate, Self::Integrate];

    /// Its name in study files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Search => "search",
            Self::Generate => "generate",
            Self::Integrate => "integrate",
        }
    }
}

/// A configuration of a study.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Configuration {
    /// Its name in tables.
    pub name: String,
    /// What its runs do.
    pub command: StudyCommand,
    /// How they do it.
    pub options: Options,
}

/// Options as the command line takes them.
pub fn arguments(options: &Options) -> Vec<String> {
    let argument = |(name, value): (&String, &Option<String>)| match value {
        Some(value) => format!("--{name}={value}"),
        None => format!("--{name}"),
    };
    options.iter().map(argument).collect()
}

/// Knows the options of the commands. A study file is checked by it before anything runs.
pub trait OptionCheck {
    /// Names of the options that a study may set, without dashes.
    fn names(&self, command: StudyCommand) -> Vec<String>;

    /// Whether the command takes these options.
    ///
    /// # Errors
    ///
    /// What is wrong and what is allowed, in one line.
    fn check(&self, command: StudyCommand, options: &Options) -> Result<(), String>;
}
