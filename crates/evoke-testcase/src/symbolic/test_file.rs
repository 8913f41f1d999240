//! Many symbolic tests in one text, under a line that says which version of the form they are in, and by the class that
//! they are for.
//!
//! ```text
//! evoke-tests 1
//! class org.example.Fraction
//! test {
//!   v0 = int 7
//! }
//! ```

use evoke_classfile::ClassName;

use super::parser::{NumberedLines, ParseError};
use super::symbolic_test::SymbolicTest;

/// The version of the form. It changes when a text of the old one would mean something else or nothing.
pub const VERSION: u32 = 1;

/// What stands before the version.
const HEADER: &str = "evoke-tests";

/// What stands before the binary name of a class.
const CLASS: &str = "class ";

/// Tests that are for the same class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestsOfClass {
    /// The class under test.
    pub class: ClassName,
    /// The tests, in the order of the text.
    pub tests: Vec<SymbolicTest>,
}

/// The tests under a line with the version.
pub fn print_tests(classes: &[TestsOfClass]) -> String {
    let mut text = format!("{HEADER} {VERSION}\n");
    for TestsOfClass { class, tests } in classes {
        text.extend([CLASS, class.binary().as_str(), "\n"]);
        for test in tests {
            text.push_str(test.as_str());
            text.push('\n');
        }
    }
    text
}

/// The tests that were printed, in order.
///
/// # Errors
/// When the text begins with no version or with another one, when a test comes before the first class, and when one is not
/// well formed.
pub fn parse_tests(text: &str) -> Result<Vec<TestsOfClass>, ParseError> {
    let mut lines = NumberedLines::new(text);
    check_header(&mut lines)?;
    let mut classes: Vec<TestsOfClass> = Vec::new();
    while let Some(line) = lines.next() {
        if let Some(name) = line.strip_prefix(CLASS) {
            classes.push(TestsOfClass { class: ClassName::from_binary(name.trim()), tests: Vec::new() });
            continue;
        }
        let Some(current) = classes.last_mut() else {
            return Err(lines
                .error(format!("a test comes after a line with its class: `{CLASS}org.example.Fraction`")));
        };
        current.tests.push(SymbolicTest::parse(line, &mut lines)?);
    }
    Ok(classes)
}

fn check_header(lines: &mut NumberedLines<'_>) -> Result<(), ParseError> {
    let header = lines.next().unwrap_or_default();
    match header.strip_prefix(HEADER).map(str::trim) {
        Some(version) if version == VERSION.to_string() => Ok(()),
        Some(version) => {
            let message = format!("the tests are in version {version} of the form, not in {VERSION}");
            Err(lines.error(message))
        }
        None => Err(lines.error(format!("the text does not begin with `{HEADER} {VERSION}`"))),
    }
}
