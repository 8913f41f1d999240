//! What fails because texts are written otherwise where the suite runs: its tests are given the locale of the place they were made at.

use super::fault::Fault;
use super::runner_process::Surroundings;
use crate::fixture::FixtureKind;
use crate::suite::SuiteSource;
use crate::test_source::TestSource;

/// What the message of an assertion that fails says after the value that was expected.
const BUT_WAS: &str = "but was:";
/// How a message ends that was cut.
const CUT: char = '…';
/// The first of the digits that `String.format` writes in Egypt, the others follow.
const ARABIC_ZERO: u32 = 0x660;
/// What Turkish has where others have `I` and `i`.
const TURKISH: [char; 2] = ['İ', 'ı'];

/// Has a suite set the locale where the message of one that fails shows that another one may be why, for all that failed there, and gives the
/// other faults: all, where it sets the locale already. What fails then, too, does not need it.
pub(super) fn fix_locale(
    suite: &mut SuiteSource,
    surroundings: Surroundings,
    faults: Vec<Fault>,
) -> Vec<Fault> {
    if suite.tests.iter().any(TestSource::has_fixed_locale) {
        for fault in &faults {
            suite.tests[fault.test].body.fixtures.remove(&FixtureKind::FixedLocale);
        }
        return faults;
    }
    if !faults.iter().any(|fault| is_of_locale(surroundings, &fault.reason)) {
        return faults;
    }
    for fault in faults {
        suite.tests[fault.test].body.fixtures.insert(FixtureKind::FixedLocale);
    }
    Vec::new()
}

/// Whether the message of a test that fails there shows that texts are written otherwise in that locale.
fn is_of_locale(surroundings: Surroundings, message: &str) -> bool {
    let Some((expected, found)) = expected_and_found(message) else {
        return surroundings == Surroundings::West && message.contains(TURKISH);
    };
    is_of_format(expected, found)
        || match surroundings {
            Surroundings::Home => false,
            Surroundings::East => has_letters_of_its_own(expected, found, is_arabic),
            Surroundings::West => has_letters_of_its_own(expected, found, |it| TURKISH.contains(&it)),
            Surroundings::HomeTranslated | Surroundings::Translated | Surroundings::Application => {
                letters(expected) != letters(found)
            }
        }
}

/// What was expected, and what was found.
fn expected_and_found(message: &str) -> Option<(&str, &str)> {
    let (expected, found) = message.split_once(BUT_WAS)?;
    let (_, expected) = expected.split_once("expected:")?;
    Some((expected.trim(), found.trim()))
}

/// Whether the two differ in digits of another script, or in what stands between digits and around them. Line ends, which messages show as
/// a space each, are no difference.
fn is_of_format(expected: &str, found: &str) -> bool {
    if expected == found {
        return false;
    }
    let is_cut = found.ends_with(CUT);
    let (expected, found) = (letters_and_digits(expected), letters_and_digits(found));
    let has_digit = found.contains(|it: char| it.is_ascii_digit());
    has_digit && (expected == found || is_cut && expected.starts_with(&found))
}

fn has_letters_of_its_own(expected: &str, found: &str, is_own: impl Fn(char) -> bool) -> bool {
    found.contains(&is_own) && !expected.contains(&is_own)
}

fn is_arabic(character: char) -> bool {
    ('\u{600}'..='\u{6ff}').contains(&character)
}

/// The text without all else.
fn letters(text: &str) -> String {
    text.chars().filter(|it| it.is_alphabetic()).collect()
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
    fn other_digits_and_separators_are_of_the_locale_everywhere() {
        for message in [
            "org.opentest4j.AssertionFailedError: expected: <[Error 20] No data.> but was: <[Error ٢٠] No data.>",
            "org.opentest4j.AssertionFailedError: expected: <1,234.5> but was: <1.234,5>",
            "org.junit.ComparisonFailure: expected:<after [2] tries> but was:<after [٢] tries>",
            "expected: <a 12 that is long, longer> but was: <a ١٢ that is…",
        ] {
            assert!(is_of_locale(Surroundings::East, message), "{message}");
            assert!(is_of_locale(Surroundings::West, message), "{message}");
        }
    }

    #[test]
    fn other_words_are_where_there_is_another_language() {
        let words = "org.opentest4j.AssertionFailedError: expected: <usage: a > but was: <Benutzung: a >";
        assert!(is_of_locale(Surroundings::HomeTranslated, words));
        assert!(!is_of_locale(Surroundings::West, words));
        let capital = "org.opentest4j.AssertionFailedError: expected: <title> but was: <tıtle>";
        assert!(is_of_locale(Surroundings::West, capital));
        assert!(!is_of_locale(Surroundings::East, capital));
        let constant = "java.lang.IllegalArgumentException: No enum constant Kind.TİTLE";
        assert!(is_of_locale(Surroundings::West, constant));
        let month = "org.opentest4j.AssertionFailedError: expected: <January> but was: <يناير>";
        assert!(is_of_locale(Surroundings::East, month));
    }

    #[test]
    fn other_numbers_and_line_ends_are_not() {
        for message in [
            "org.opentest4j.AssertionFailedError: expected: <20> but was: <21>",
            "org.opentest4j.AssertionFailedError: expected: <a, b> but was: <a b>",
            "org.opentest4j.AssertionFailedError: expected: <line 1 line 2 > but was: <line 1 line 2 >",
            "java.lang.NullPointerException: no 20",
        ] {
            for surroundings in [Surroundings::HomeTranslated, Surroundings::East, Surroundings::West] {
                assert!(!is_of_locale(surroundings, message), "{message}");
            }
        }
    }
}
