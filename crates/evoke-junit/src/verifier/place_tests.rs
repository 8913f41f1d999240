//! What becomes of suites that depend on the place where they run, with real compilers and real JUnit.

use super::VerifyReport;
use super::tests::{check, code, names, suite, test, verify};
use crate::fixture::{Fixture, FixtureKind, Hook, RestoredSetting};
use crate::{JUnitVersion, SuiteSource, TestSource};

const V5: JUnitVersion = JUnitVersion::V5;

fn verified(tests: Vec<TestSource>) -> (SuiteSource, VerifyReport) {
    let mut suite = suite(V5, tests);
    let report = verify(&mut suite);
    (suite, report)
}

#[test]
fn texts_are_expected_with_the_line_ends_of_the_place() {
    let expects = |name: &str, expected: &str, actual: &str| test(name, vec![check(V5, expected, actual)]);
    let (suite, report) = verified(vec![
        expects("one", "\"7\\n\"", "String.format(\"%s%n\", 7)"),
        expects("lines", "\"a\\nb\\n\"", "\"a\" + System.lineSeparator() + \"b\" + System.lineSeparator()"),
        expects("own", "\"a\\nb\\n\"", "\"a\\nb\\n\""),
        expects("mixed", "\"a\\nb\\n\"", "\"a\\nb\" + System.lineSeparator()"),
        expects("length", "1", "System.getProperty(\"line.separator\").length()"),
    ]);
    let text = suite.render().text;
    let expected = [
        "assertEquals(\"7\" + System.lineSeparator()",
        "assertEquals(\"a\\nb\\n\".replace(\"\\n\", System.lineSeparator()),",
        "assertEquals(\"a\\nb\\n\", \"a\\nb\\n\");",
    ];
    for line in expected {
        assert!(text.contains(line), "{line} in {text}");
    }
    let mut dropped: Vec<&str> = report.dropped_assertions.iter().map(|it| it.test.as_str()).collect();
    dropped.sort_unstable();
    assert_eq!(dropped, ["length", "mixed"]);
}

#[test]
fn tests_of_a_class_that_cannot_be_initialised_in_a_locale_stay_and_that_is_told() {
    let place = |name: &str, letter: char, place: u32| {
        test(name, vec![check(V5, &place.to_string(), &format!("Alphabet.place('{letter}')"))])
    };
    let (_, report) = verified(vec![place("first", 'I', 9), place("second", 'J', 0), place("third", 'K', 0)]);
    assert_eq!(report.passed, 3, "{report:?}");
    assert!(report.dropped_assertions.is_empty() && report.dropped_tests.is_empty(), "{report:?}");
    let [place] = &report.left_out[..] else { panic!("{report:?}") };
    assert_eq!(place.locale, "tr-TR");
    assert!(place.reason.contains("ArrayIndexOutOfBoundsException"), "{report:?}");
}

#[test]
fn what_fails_in_another_locale_says_in_which() {
    let (_, report) = verified(vec![test("letters", vec![check(V5, "\"I\"", "\"i\".toUpperCase()")])]);
    let [dropped] = &report.dropped_assertions[..] else { panic!("{report:?}") };
    assert!(dropped.reason.starts_with("in the locale tr-TR: "), "{report:?}");
}

#[test]
fn what_tests_leave_changed_is_set_back_where_that_is_possible_and_else_they_are_dropped() {
    let sets = vec![code("java.util.Locale.setDefault(java.util.Locale.FRANCE)")];
    let prints = vec![code("System.setOut(null)")];
    let sums = vec![check(V5, "3", "Account.sum(1, 2)")];
    let mut suite = suite(V5, vec![test("sets", sets), test("prints", prints), test("sums", sums)]);
    let after = Hook {
        annotation: "org.junit.jupiter.api.AfterEach".to_owned(),
        name: "restoreDefaultLocale".to_owned(),
        calls: vec!["java.util.Locale.setDefault(defaultLocale)".to_owned()],
    };
    let field = "private final java.util.Locale defaultLocale = java.util.Locale.getDefault();";
    suite.fixtures.push(Fixture {
        fields: vec![field.to_owned()],
        after: Some(after),
        ..Fixture::new(FixtureKind::Restored(RestoredSetting::Locale))
    });
    let report = verify(&mut suite);
    assert_eq!(names(&suite), ["sets", "sums"], "{report:?}");
    let reasons: Vec<&str> = report.dropped_tests.iter().map(|dropped| dropped.reason.as_str()).collect();
    assert_eq!(reasons, ["it leaves the standard output changed"]);
    assert!(suite.render().text.contains("void restoreDefaultLocale()"));
}
