//! One test by names, kept as its own text: cheap to copy, compare, store and send.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use evoke_analysis::TestCluster;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::description::describe;
use super::parser::{NumberedLines, ParseError, parse_test};
use super::printer::write_test;
use super::syntax::Line;
use crate::TestCase;

/// A test that means the same beside any analysis of the classes it names. Equal if the text is; ordered by it.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SymbolicTest {
    /// As printed, without spaces or comments of a user's own.
    text: Arc<str>,
}

impl SymbolicTest {
    /// The test by the names that the cluster has for its ids, all of which have to be of the cluster.
    pub fn of(test: &TestCase, cluster: &TestCluster) -> Self {
        Self::print(describe(test, cluster))
    }

    /// The text, from `test {` to `}`.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Reads a test whose first line was read already.
    pub(super) fn parse(opening: &str, lines: &mut NumberedLines<'_>) -> Result<Self, ParseError> {
        parse_test(opening, lines).map(Self::print)
    }

    /// The syntax tree.
    pub(super) fn lines(&self) -> Result<Vec<Line<'_>>, ParseError> {
        let mut lines = NumberedLines::new(&self.text);
        let opening = lines.next().unwrap_or_default();
        parse_test(opening, &mut lines)
    }

    fn print<'a>(lines: impl IntoIterator<Item = Line<'a>>) -> Self {
        let mut text = String::new();
        // A `String` takes everything.
        let written = write_test(&mut text, lines);
        debug_assert!(written.is_ok());
        Self { text: text.into() }
    }
}

impl fmt::Display for SymbolicTest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl fmt::Debug for SymbolicTest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl FromStr for SymbolicTest {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let mut lines = NumberedLines::new(text);
        let opening = lines.next().ok_or_else(|| lines.error("there is no test"))?;
        let test = Self::parse(opening, &mut lines)?;
        match lines.next() {
            None => Ok(test),
            Some(_) => Err(lines.error("something follows the test")),
        }
    }
}

impl Serialize for SymbolicTest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.text)
    }
}

impl<'de> Deserialize<'de> for SymbolicTest {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}
