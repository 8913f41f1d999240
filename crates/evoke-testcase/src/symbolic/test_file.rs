//! Many symbolic tests in one text, under a line that says which version of the form they are in.

use super::parser::{NumberedLines, ParseError};
use super::symbolic_test::SymbolicTest;

/// The version of the form. It changes when a text of the old one would mean something else or nothing.
pub const VERSION: u32 = 1;

/// What stands before the version.
const HEADER: &str = "evoke-tests";

/// The tests under a line with the version.
pub fn print_tests(tests: &[SymbolicTest]) -> String {
    let mut text = format!("{HEADER} {VERSION}\n");
    for test in tests {
        text.push_str(test.as_str());
        text.push('\n');
    }
    text
}

/// The tests that were printed, in order.
///
/// # Errors
/// When the text begins with no version or with another one, and when a test is not well formed.
pub fn parse_tests(text: &str) -> Result<Vec<SymbolicTest>, ParseError> {
    let mut lines = NumberedLines::new(text);
    let header = lines.next().unwrap_or_default();
    match header.strip_prefix(HEADER).map(str::trim) {
        Some(version) if version == VERSION.to_string() => {}
        Some(version) => {
            let message = format!("the tests are in version {version} of the form, not in {VERSION}");
            return Err(lines.error(message));
        }
        None => return Err(lines.error(format!("the text does not begin with `{HEADER} {VERSION}`"))),
    }
    let mut tests = Vec::new();
    while let Some(opening) = lines.next() {
        tests.push(SymbolicTest::parse(opening, &mut lines)?);
    }
    Ok(tests)
}
