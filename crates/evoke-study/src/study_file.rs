//! A study file as it is written: TOML with the places of everything that can be wrong. What it means is in [`crate::study`].

use std::collections::BTreeMap;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use toml::Spanned;

/// What is wrong with a study file: one line with the file, the line, what is wrong and what is allowed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}:{line}: {message}", path.display())]
pub struct StudyFileError {
    /// The file.
    pub path: PathBuf,
    /// The line, from 1.
    pub line: usize,
    /// What is wrong, and what is allowed.
    pub message: String,
}

/// The text of a study file with its tables.
#[derive(Debug)]
pub(crate) struct StudyFile {
    pub(crate) path: PathBuf,
    pub(crate) text: String,
    pub(crate) top: TopTable,
}

/// The top of a study file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct TopTable {
    pub(crate) name: String,
    pub(crate) command: Spanned<String>,
    pub(crate) seeds: Spanned<SeedList>,
    pub(crate) budget: Spanned<BudgetTable>,
    pub(crate) scale: Option<Spanned<f64>>,
    pub(crate) jobs: Option<Spanned<i64>>,
    pub(crate) timeout: Option<Spanned<String>>,
    pub(crate) cost_runs: Option<Spanned<i64>>,
    pub(crate) baseline: Option<Spanned<String>>,
    #[serde(default)]
    pub(crate) options: OptionTable,
    pub(crate) subjects: Vec<Spanned<SubjectTable>>,
    pub(crate) configurations: BTreeMap<Spanned<String>, OptionTable>,
}

/// Options by name, without dashes.
pub(crate) type OptionTable = BTreeMap<Spanned<String>, Spanned<toml::Value>>;

/// How many seeds, or which.
#[derive(Debug, Deserialize)]
#[serde(untagged, expecting = "expected a number of seeds, or a list of seeds as in `[1, 2, 3]`")]
pub(crate) enum SeedList {
    Count(i64),
    Listed(Vec<i64>),
}

/// What a run may use.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct BudgetTable {
    pub(crate) statements: Option<i64>,
    pub(crate) time: Option<String>,
}

/// Where some of the classes come from.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SubjectTable {
    pub(crate) csv: Option<Spanned<String>>,
    pub(crate) only: Option<Spanned<Vec<String>>>,
    pub(crate) maven: Option<Spanned<String>>,
    pub(crate) classpath: Option<Spanned<String>>,
    pub(crate) classes: Option<Vec<Spanned<String>>>,
    pub(crate) pairs: Option<Vec<Spanned<(String, String)>>>,
}

impl StudyFile {
    /// Reads the file and its tables.
    pub(crate) fn read(path: &Path) -> Result<Self, StudyFileError> {
        let text = fs::read_to_string(path).map_err(|error| StudyFileError {
            path: path.to_owned(),
            line: 1,
            message: format!("cannot be read: {error}"),
        })?;
        Self::parse(path, text)
    }

    /// Takes the text for that of the file.
    pub(crate) fn parse(path: &Path, text: String) -> Result<Self, StudyFileError> {
        let top = toml::from_str(&text).map_err(|error| StudyFileError {
            path: path.to_owned(),
            line: line_of(&text, &error.span().unwrap_or_default()),
            message: error.message().replace('\n', ": "),
        })?;
        Ok(Self { path: path.to_owned(), text, top })
    }

    /// An error at a place of the file.
    pub(crate) fn error(&self, place: &Range<usize>, message: impl Into<String>) -> StudyFileError {
        StudyFileError { path: self.path.clone(), line: line_of(&self.text, place), message: message.into() }
    }

    /// The line of a place of the file, from 1.
    pub(crate) fn line(&self, place: &Range<usize>) -> usize {
        line_of(&self.text, place)
    }

    /// What a path in the file means: relative ones begin at its folder.
    pub(crate) fn resolve(&self, path: &str) -> PathBuf {
        self.path.parent().unwrap_or(Path::new("")).join(path)
    }
}

fn line_of(text: &str, place: &Range<usize>) -> usize {
    1 + text.get(..place.start).unwrap_or(text).matches('\n').count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        StudyFile::parse(Path::new("s.toml"), text.to_owned()).unwrap_err().to_string()
    }

    #[test]
    fn unknown_field_is_named_with_its_line_and_what_is_allowed() {
        let message = error("name = \"x\"\nsedes = 4\n");
        assert!(message.starts_with("s.toml:2: unknown field `sedes`, expected one of `name`"), "{message}");
        assert_eq!(message.lines().count(), 1);
    }

    #[test]
    fn syntax_error_is_one_line_too() {
        let message = error("name = \"x\"\nseeds = = 4\n");
        assert!(message.starts_with("s.toml:2: "), "{message}");
        assert_eq!(message.lines().count(), 1);
    }

    #[test]
    fn missing_field_is_named() {
        let message = error("name = \"x\"\ncommand = \"search\"\n");
        assert!(message.contains("missing field `seeds`"), "{message}");
    }
}
