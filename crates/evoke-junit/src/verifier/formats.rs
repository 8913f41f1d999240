//! What fails because numbers are written otherwise where the suite runs: such tests are given the formats of the place they were made at.

use super::fault::Fault;
use crate::fixture::FixtureKind;
use crate::suite::SuiteSource;
use crate::test_source::TestSource;

/// What the message of an assertion that fails says after the value that was expected.
const BUT_WAS: &str = "but was:";
/// How a message ends that was cut.
const CUT: char = '…';
/// The first of the digits that `String.format` writes in Egypt, the others follow.
const ARABIC_ZERO: u32 = 0x660;

/// Has a suite set the locale of formats where assertions fail that another one explains, and gives the other faults: all, where it sets
/// that already.
pub(super) fn set_formats(suite: &mut SuiteSource, faults: Vec<Fault>) -> Vec<Fault> {
    if suite.tests.iter().any(TestSource::sets_formats) {
        return faults;
    }
    let (of_formats, others): (Vec<Fault>, Vec<Fault>) =
        faults.into_iter().partition(|fault| fault.assertion.is_some() && is_of_format(&fault.reason));
    for fault in of_formats {
        suite.tests[fault.test].body.fixtures.insert(FixtureKind::FormatLocale);
    }
    others
}

/// Whether what was expected and what was found differ in digits of another script, or in what stands between digits and around them.
fn is_of_format(message: &str) -> bool {
    let Some((expected, found)) = message.split_once(BUT_WAS) else { return false };
    let Some((_, expected)) = expected.split_once("expected:") else { return false };
    let (expected, found) = (letters_and_digits(expected), letters_and_digits(found));
    let has_digit = found.contains(|it: char| it.is_ascii_digit());
    has_digit && (expected == found || message.ends_with(CUT) && expected.starts_with(&found))
}

/// The text without all else, with the digits of ASCII.
fn letters_and_digits(text: &str) -> String {
    text.chars().filter(|it| it.is_alphanumeric()).map(in_ascii).collect()
}

fn in_ascii(character: char) -> char {
    u32::from(character)
        .checked_sub(ARABIC_ZERO)
        .and_then(|digit| char::from_digit(digit, 10))
        .unwrap_or(character)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_digits_and_separators_are_of_formats() {
        for message in [
            "org.opentest4j.AssertionFailedError: expected: <[Error 20] No data.> but was: <[Error ٢٠] No data.>",
            "org.opentest4j.AssertionFailedError: expected: <1,234.5> but was: <1.234,5>",
            "org.junit.ComparisonFailure: expected:<after [2] tries> but was:<after [٢] tries>",
            "expected: <a 12 that is long, longer> but was: <a ١٢ that is…",
        ] {
            assert!(is_of_format(message), "{message}");
        }
    }

    #[test]
    fn other_letters_and_numbers_are_not() {
        for message in [
            "org.opentest4j.AssertionFailedError: expected: <20> but was: <21>",
            "org.opentest4j.AssertionFailedError: expected: <title> but was: <tıtle>",
            "org.opentest4j.AssertionFailedError: expected: <a, b> but was: <a b>",
            "java.lang.NullPointerException: no 20",
        ] {
            assert!(!is_of_format(message), "{message}");
        }
    }
}
