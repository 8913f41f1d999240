//! What the verifier takes out of suites, with real compilers and real JUnit.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use evoke_analysis::GoalId;
use evoke_classfile::Jdk;
use tempfile::TempDir;

use super::repair::fall_back;
use super::{
    DroppedAssertion, DroppedTest, RunnerPool, SuiteVerifier, VerifyError, VerifyLimits, VerifyReport,
};
use crate::fixture::{Fixture, FixtureKind, Hook, RestoredSetting};
use crate::java::{Assertion, ClassType, Expression, Instantiation, Statement, TypeArgument};
use crate::no_throw::say_no_throw;
use crate::test_body::{TestBody, ThrowsClause};
use crate::test_source::CaseKey;
pub(super) use crate::testing::test_source as test;
use crate::testing::{compile, compile_account, jdks};
use crate::{JUnitEnvironment, JUnitVersion, SuiteSource, TestSource, locate_junit};

/// Any Java, as long as it ends where a semicolon may follow.
pub(super) fn java(text: &str) -> Expression {
    Expression::Literal(text.to_owned())
}

pub(super) fn code(text: &str) -> Statement {
    Statement::Expression(java(text))
}

/// `assertEquals(expected, actual);`
pub(super) fn check(version: JUnitVersion, expected: &str, actual: &str) -> Statement {
    let check = Expression::ImportedCall {
        class: version.assertions_class().to_owned(),
        method: "assertEquals".to_owned(),
        arguments: vec![java(expected), java(actual)],
    };
    Statement::Assertion(Assertion { check, call: None })
}

pub(super) fn suite(version: JUnitVersion, tests: Vec<TestSource>) -> SuiteSource {
    SuiteSource {
        package: "demo".to_owned(),
        class_name: "AccountEvokeTest".to_owned(),
        command: None,
        version,
        qualified_annotation: false,
        says_no_throw: false,
        fixtures: Vec::new(),
        tests,
        specimens: Vec::new(),
    }
}

/// Verifies the suite on every JDK; all must agree.
pub(super) fn verify(suite: &mut SuiteSource) -> VerifyReport {
    let original = suite.clone();
    let mut reports = Vec::new();
    for jdk in jdks() {
        *suite = original.clone();
        let limits = VerifyLimits { per_test: Duration::from_secs(4), ..VerifyLimits::default() };
        reports.push(verify_on(&jdk, suite, limits).0);
    }
    let last = reports.pop().unwrap();
    assert!(reports.iter().all(|report| report.passed == last.passed));
    last
}

/// Verifies the suite in the folder `work` of the one that is given back.
fn verify_on(jdk: &Jdk, suite: &mut SuiteSource, limits: VerifyLimits) -> (VerifyReport, TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let classes = compile_account(folder.path(), jdk);
    let report = verify_in(folder.path(), jdk, classes, suite, limits);
    (report, folder)
}

fn verify_in(
    folder: &Path,
    jdk: &Jdk,
    classes: PathBuf,
    suite: &mut SuiteSource,
    limits: VerifyLimits,
) -> VerifyReport {
    let environment = JUnitEnvironment {
        class_path: vec![classes],
        junit_jars: locate_junit(suite.version, &[]).unwrap(),
        agents: Vec::new(),
        version: suite.version,
        jdk: jdk.clone(),
    };
    let runners = Arc::new(RunnerPool::in_folders(folder, folder, 0));
    let verifier = SuiteVerifier { environment, says_no_throw: false, wrap: Vec::new(), runners };
    let verification = verifier.begin(&folder.join("work")).unwrap();
    verification.finish(suite, limits).unwrap()
}

pub(super) fn names(suite: &SuiteSource) -> Vec<&str> {
    suite.tests.iter().map(|test| test.name.as_str()).collect()
}

#[test]
fn passing_suite_is_left_alone_in_one_round() {
    for version in [JUnitVersion::V4, JUnitVersion::V5] {
        let sum = check(version, "3", "Account.sum(1, 2)");
        let mut suite = suite(version, vec![test("sums", vec![sum])]);
        let before = suite.clone();
        let report = verify(&mut suite);
        assert_eq!(report, VerifyReport { rounds: 1, passed: 1, ..VerifyReport::default() });
        assert_eq!(suite, before);
    }
}

#[test]
fn classes_are_of_a_loader_that_is_called_as_that_of_an_application() {
    let lines = vec![
        code("ClassLoader loader = Account.class.getClassLoader()"),
        check(JUnitVersion::V5, "\"app\"", "loader.getName()"),
        check(JUnitVersion::V5, "null", "loader.getName()"),
    ];
    let mut suite = suite(JUnitVersion::V5, vec![test("names", lines)]);
    let report = verify(&mut suite);
    assert_eq!((report.passed, report.dropped_assertions.len()), (1, 1), "{report:?}");
}

#[test]
fn what_is_not_so_under_the_loader_of_an_application_is_dropped() {
    let version = JUnitVersion::V5;
    let loader = "Account.class.getClassLoader()";
    let lines = vec![
        check(version, "3", "Account.sum(1, 2)"),
        check(version, "true", &format!("{loader}.getClass().getName().startsWith(\"evoke.\")")),
        check(version, "false", &format!("{loader} == ClassLoader.getSystemClassLoader()")),
    ];
    let mut suite = suite(version, vec![test("asks", lines)]);
    let report = verify(&mut suite);
    assert_eq!((report.passed, report.dropped_assertions.len()), (1, 2), "{report:?}");
}

#[test]
fn test_that_lost_an_assertion_somewhere_stays_only_if_it_has_passed_there_since() {
    let version = JUnitVersion::V5;
    let is_application = "Account.class.getClassLoader() == ClassLoader.getSystemClassLoader()";
    let throws = format!("if ({is_application}) throw new IllegalStateException()");
    let asks = test("asks", vec![check(version, "false", is_application), code(&throws)]);
    let sums = test("sums", vec![check(version, "3", "Account.sum(1, 2)")]);
    let mut suite = suite(version, vec![sums, asks]);
    // The second round is in the same JVM, where nothing can be part of the application once more.
    let limits = VerifyLimits { max_rounds: 2, ..VerifyLimits::default() };
    let (report, _folder) = verify_on(&jdks().remove(0), &mut suite, limits);
    assert_eq!((names(&suite), report.rounds), (vec!["sums"], 2), "{report:?}");
}

#[test]
fn failing_assertion_is_dropped_and_its_test_kept() {
    for version in [JUnitVersion::V4, JUnitVersion::V5] {
        let lines = vec![
            code("Account account = new Account(\"Ann\")"),
            check(version, "1", "account.getBalance()"),
            check(version, "0", "account.getBalance()"),
        ];
        let mut suite = suite(version, vec![test("balance", lines)]);
        let report = verify(&mut suite);
        assert_eq!(report.dropped_assertions.len(), 1);
        assert_eq!(report.dropped_assertions[0].line, "assertEquals(1, account.getBalance());");
        assert_eq!((suite.tests[0].body.statements.len(), report.passed), (2, 1));
    }
}

#[test]
fn test_that_covers_nothing_goes_with_its_last_assertion() {
    let failing = |name: &str, goals: Vec<GoalId>| {
        let lines = vec![
            code("Account account = new Account(\"Ann\")"),
            check(JUnitVersion::V5, "1", "account.getBalance()"),
        ];
        TestSource { goals, ..test(name, lines) }
    };
    let tests = vec![failing("forMutant", Vec::new()), failing("covers", vec![GoalId(1)])];
    let mut suite = suite(JUnitVersion::V5, tests);
    let report = verify(&mut suite);
    assert_eq!(names(&suite), ["covers"]);
    let dropped: Vec<&str> = report.dropped_tests.iter().map(|test| test.name.as_str()).collect();
    assert_eq!(dropped, ["forMutant"]);
}

#[test]
fn call_inside_a_dropped_assertion_stays() {
    let Statement::Assertion(mut assertion) = check(JUnitVersion::V5, "4", "Account.sum(1, 2)") else {
        unreachable!()
    };
    assertion.call = Some(Box::new(code("Account.sum(1, 2)")));
    let line = Statement::Assertion(assertion);
    let mut suite = suite(JUnitVersion::V5, vec![test("sums", vec![line])]);
    verify(&mut suite);
    assert_eq!(suite.tests[0].body.statements, [code("Account.sum(1, 2)")]);
}

#[test]
fn tests_and_assertions_that_do_not_compile_are_dropped() {
    let mut suite = suite(
        JUnitVersion::V5,
        vec![
            test("unknownMethod", vec![code("Account.noSuchMethod()")]),
            test(
                "wrongType",
                vec![code("int sum = Account.sum(1, 2)"), check(JUnitVersion::V5, "3", "sum.intValue()")],
            ),
            test(
                "unknownImport",
                vec![Statement::Declaration {
                    ty: ClassType { import: Some("no.such.Thing".to_owned()), ..ClassType::named("Thing") }
                        .into(),
                    name: "other".to_owned(),
                    value: java("null"),
                }],
            ),
        ],
    );
    let report = verify(&mut suite);
    assert_eq!(names(&suite), ["wrongType"]);
    assert_eq!(report.dropped_assertions.len(), 1);
    let mut dropped: Vec<&str> = report.dropped_tests.iter().map(|test| test.name.as_str()).collect();
    dropped.sort_unstable();
    assert_eq!(dropped, ["unknownImport", "unknownMethod"]);
}

#[test]
fn test_whose_type_arguments_do_not_fit_is_written_without_them() {
    let new_set = Expression::New(Box::new(Instantiation {
        outer: None,
        class: ClassType::named("java.util.TreeSet"),
        has_diamond: true,
        arguments: vec![java("String.CASE_INSENSITIVE_ORDER")],
        body: None,
    }));
    let objects = TypeArgument::Exact(ClassType::named("Object").into());
    let ty = ClassType { arguments: vec![objects], ..ClassType::named("java.util.TreeSet") };
    let declaration = Statement::Declaration { ty: ty.into(), name: "set".to_owned(), value: new_set };
    let mut suite = suite(JUnitVersion::V5, vec![test("orders", vec![declaration])]);
    let report = verify(&mut suite);
    assert_eq!((names(&suite), report.dropped_tests.len()), (vec!["orders"], 0));
    let text = suite.render().text;
    assert!(text.contains("    @SuppressWarnings({\"cast\", \"rawtypes\", \"unchecked\"})\n"), "{text}");
    assert!(text.contains("TreeSet set = new java.util.TreeSet(String.CASE_INSENSITIVE_ORDER);"), "{text}");
}

#[test]
fn tests_that_hang_or_end_the_jvm_are_dropped() {
    let mut suite = suite(
        JUnitVersion::V5,
        vec![
            test("sums", vec![check(JUnitVersion::V5, "3", "Account.sum(1, 2)")]),
            test("spins", vec![code("Account.spin()")]),
            test("leaves", vec![code("Account.leave()")]),
        ],
    );
    let report = verify(&mut suite);
    assert_eq!(names(&suite), ["sums"]);
    // In the order in which JUnit ran them.
    let reasons: BTreeSet<(&str, &str)> =
        report.dropped_tests.iter().map(|test| (test.name.as_str(), test.reason.as_str())).collect();
    assert_eq!(reasons, BTreeSet::from([("spins", "took too long"), ("leaves", "ended the JVM")]));
}

#[test]
fn what_depends_on_the_order_of_tests_is_dropped() {
    let opened = |count: u32| {
        vec![
            code("new Account(\"Ann\")"),
            code(&format!("if (Account.opened != {count}) throw new IllegalStateException()")),
        ]
    };
    let mut suite = suite(
        JUnitVersion::V5,
        vec![
            test("first", opened(1)),
            test("second", opened(2)),
            test(
                "third",
                vec![code("new Account(\"Ann\")"), check(JUnitVersion::V5, "3", "Account.opened()")],
            ),
        ],
    );
    let report = verify(&mut suite);
    assert_eq!(names(&suite), ["third"]);
    assert_eq!(suite.tests[0].body.statements.len(), 1);
    assert_eq!(report.passed, 1);
}

#[test]
fn what_passes_forwards_and_backwards_alone_is_dropped() {
    // Methods run in the order of the hash codes of their names, so that `b` is the second both ways.
    let opens = || vec![code("new Account(\"Ann\")")];
    let is_second = code("if (Account.opened != 1) throw new IllegalStateException()");
    let mut suite =
        suite(JUnitVersion::V5, vec![test("a", opens()), test("b", vec![is_second]), test("c", opens())]);
    verify(&mut suite);
    assert_eq!(names(&suite), ["a", "c"]);
}

#[test]
fn each_test_of_a_few_is_run_before_all_others() {
    let others = || {
        vec![
            code("if (Account.opened >= 100) throw new IllegalStateException()"),
            code("new Account(\"Ann\")"),
        ]
    };
    for spoiling in ["b", "c", "d"] {
        let spoils = || vec![code("if (Account.opened == 0) Account.opened = 100")];
        let body = |name: &str| if name == spoiling { spoils() } else { others() };
        let tests = ["a", "b", "c", "d", "e"].map(|name| test(name, body(name)));
        let mut suite = suite(JUnitVersion::V5, tests.into());
        verify(&mut suite);
        assert_eq!(suite.tests.len(), 4);
        assert!(!names(&suite).contains(&spoiling), "{spoiling}");
    }
}

#[test]
fn tests_that_set_something_are_run_before_all_others_first() {
    for name in ["opens1d", "opens2e"] {
        let opens = |number: i32| test(&format!("opens{number}"), vec![code("new Account(\"Ann\")")]);
        let mut tests: Vec<TestSource> = (0..36).map(opens).collect();
        let checks = vec![
            code("if (Account.opened == 0) Account.opened = 100"),
            check(JUnitVersion::V5, "false", "Account.opened >= 100"),
        ];
        let mut sets = test(name, checks);
        sets.body.fixtures.insert(FixtureKind::Restored(RestoredSetting::Properties));
        tests.push(sets);
        let mut suite = suite(JUnitVersion::V5, tests);
        let report = verify(&mut suite);
        assert_eq!(report.dropped_assertions.len(), 1, "{name}: {report:?}");
    }
}

#[test]
fn tests_after_one_that_leaves_a_class_uninitialised_are_run_without_it() {
    let page = || code("Ledger.page()");
    let opens = || code("new Account(\"Ann\")");
    let mut suite = suite(
        JUnitVersion::V5,
        vec![test("a", vec![page()]), test("b", vec![opens(), page()]), test("c", vec![opens(), page()])],
    );
    let report = verify(&mut suite);
    assert_eq!(names(&suite), ["b", "c"]);
    assert_eq!(
        report.dropped_tests[0].reason,
        "java.lang.ExceptionInInitializerError (java.lang.ArithmeticException: / by zero)"
    );
}

#[test]
fn one_test_that_many_fail_after_is_dropped_in_their_place() {
    // `b` runs between the others, in whatever order they run.
    let is_first = || vec![check(JUnitVersion::V5, "0", "Account.opened()")];
    let mut tests: Vec<TestSource> = ["a", "c", "d", "e", "f"].map(|name| test(name, is_first())).into();
    tests.insert(1, test("b", vec![code("new Account(\"Ann\")")]));
    let mut suite = suite(JUnitVersion::V5, tests);
    let report = verify(&mut suite);
    assert_eq!(names(&suite), ["a", "c", "d", "e", "f"]);
    assert!(suite.tests.iter().all(|test| test.body.statements.len() == 1));
    let reasons: Vec<&str> = report.dropped_tests.iter().map(|test| test.reason.as_str()).collect();
    assert!(
        matches!(reasons[..], [reason] if reason.ends_with("other tests do not pass after it")),
        "{reasons:?}"
    );
}

#[test]
fn what_depends_on_locale_or_time_zone_is_dropped() {
    let check = |expected: &str, actual: &str| vec![check(JUnitVersion::V5, expected, actual)];
    let mut suite = suite(
        JUnitVersion::V5,
        vec![
            test("locale", check("\"0.5\"", "String.format(\"%.1f\", 0.5)")),
            test("digits", check("\"7\"", "String.format(\"%d\", 7)")),
            test("zone", check("\"Asia/Kolkata\"", "java.util.TimeZone.getDefault().getID()")),
            test("property", check("\"Asia/Kolkata\"", "System.getProperty(\"user.timezone\")")),
            test(
                "west",
                check("1", "new java.util.GregorianCalendar(1970, 0, 1).getTimeInMillis() > 0 ? 2 : 1"),
            ),
            test("letters", check("\"i\"", "\"I\".toLowerCase()")),
            test("language", check("false", "java.util.Locale.getDefault().getLanguage().equals(\"de\")")),
            test("german", check("false", "java.util.Locale.getDefault().equals(java.util.Locale.GERMAN)")),
            test("germany", check("false", "java.util.Locale.getDefault().equals(java.util.Locale.GERMANY)")),
            test("fixed", check("\"0.5\"", "String.valueOf(0.5)")),
        ],
    );
    verify(&mut suite);
    let n_statements: Vec<usize> = suite.tests.iter().map(|test| test.body.statements.len()).collect();
    assert_eq!(n_statements, [0, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
}

#[test]
fn texts_stay_asserted_with_the_locale_of_where_the_suite_was_made() {
    const SET: &str = "java.util.Locale.setDefault(java.util.Locale.US)";
    for version in [JUnitVersion::V4, JUnitVersion::V5] {
        let annotations = match version {
            JUnitVersion::V4 => ["org.junit.Before", "org.junit.After"],
            JUnitVersion::V5 => ["org.junit.jupiter.api.BeforeEach", "org.junit.jupiter.api.AfterEach"],
        };
        let hook = |annotation: &str, name: &str, call: &str| {
            let [annotation, name, call] = [annotation, name, call].map(str::to_owned);
            Some(Hook { annotation, name, calls: vec![call] })
        };
        let before = hook(annotations[0], "setLocale", SET);
        let after = hook(annotations[1], "restoreLocale", "java.util.Locale.setDefault(locale)");
        let fields =
            vec!["private final java.util.Locale locale = java.util.Locale.getDefault();".to_owned()];
        let check = |expected: &str, actual: &str| vec![check(version, expected, actual)];
        let mut suite = suite(
            version,
            vec![
                test("digits", check("\"7\"", "String.format(\"%d\", 7)")),
                test("plain", check("\"0.5\"", "String.valueOf(0.5)")),
                test("point", check("\"0.5\"", "String.format(\"%.1f\", 0.5)")),
                test("letters", check("\"i\"", "\"I\".toLowerCase()")),
                test("kept", check("\"0.5\"", "Price.FORMAT.format(0.5)")),
            ],
        );
        suite.fixtures.push(Fixture { fields, before, after, ..Fixture::new(FixtureKind::FixedLocale) });
        let report = verify(&mut suite);
        let mut dropped: Vec<&str> = report.dropped_assertions.iter().map(|it| it.test.as_str()).collect();
        dropped.sort_unstable();
        assert_eq!(dropped, ["kept"]);
        assert!(suite.render().text.contains(SET));
        suite.tests.retain(|test| test.name == "plain");
        assert!(!suite.render().text.contains(SET));
    }
}

#[test]
fn what_the_jdk_says_in_the_language_that_it_was_first_asked_in_is_dropped() {
    let version = JUnitVersion::V5;
    let rejected = "String said = null; try { javax.xml.parsers.DocumentBuilderFactory.newInstance().newDocumentBuilder()\
                    .newDocument().createElement(\"1\"); } catch (org.w3c.dom.DOMException rejected) \
                    { said = rejected.getMessage(); }";
    let english = "said.contains(\"An invalid or illegal XML character is specified\")";
    let lines = vec![code(rejected), check(version, "true", "said != null"), check(version, "true", english)];
    let mut suite = suite(version, vec![test("rejects", lines)]);
    suite.tests[0].body.throws = Some(ThrowsClause::Exception);
    let report = verify(&mut suite);
    let dropped: Vec<&str> = report.dropped_assertions.iter().map(|it| it.line.as_str()).collect();
    assert_eq!(dropped, [format!("assertEquals(true, {english});")]);
}

#[test]
fn what_a_test_reads_of_a_standard_input_that_another_closes_is_dropped() {
    let version = JUnitVersion::V5;
    let tests = vec![
        test("closes", vec![code("System.in.close()")]),
        test("harmless", vec![check(version, "3", "Account.sum(1, 2)")]),
        test("reads", vec![check(version, "-1", "System.in.read()")]),
    ];
    let mut suite = suite(version, tests);
    for test in &mut suite.tests {
        test.body.throws = Some(ThrowsClause::Exception);
    }
    verify(&mut suite);
    let n_statements: Vec<usize> = suite.tests.iter().map(|test| test.body.statements.len()).collect();
    assert_eq!(n_statements, [1, 1, 0]);
}

#[test]
fn identity_hash_codes_are_shorter_than_where_tests_were_written() {
    let version = JUnitVersion::V5;
    let is_long = |expected: &str| {
        vec![check(version, expected, "Integer.toHexString(new Object().hashCode()).length() > 6")]
    };
    let mut suite = suite(version, vec![test("asWritten", is_long("true")), test("here", is_long("false"))]);
    verify(&mut suite);
    let n_statements: Vec<usize> = suite.tests.iter().map(|test| test.body.statements.len()).collect();
    assert_eq!(n_statements, [0, 1]);
}

#[test]
fn sets_and_maps_are_iterated_the_other_way_round_than_where_tests_were_written() {
    let version = JUnitVersion::V5;
    let check = |collection: &str, expected: &str| {
        vec![check(version, &format!("\"{expected}\""), &format!("{collection}.toString()"))]
    };
    let set = "java.util.Set.of(\"a\", \"b\")";
    let map = "java.util.Map.of(\"a\", 1, \"b\", 2)";
    let tests = vec![
        test("setAsWritten", check(set, "[a, b]")),
        test("setHere", check(set, "[b, a]")),
        test("mapAsWritten", check(map, "{b=2, a=1}")),
        test("mapHere", check(map, "{a=1, b=2}")),
    ];
    let mut suite = suite(version, tests);
    verify(&mut suite);
    let n_statements: Vec<usize> = suite.tests.iter().map(|test| test.body.statements.len()).collect();
    assert_eq!(n_statements, [0, 1, 0, 1]);
}

#[test]
fn output_of_tests_is_not_mistaken_for_reports() {
    let print = "System.out.println(\"\\nevoke-00000000\\tdone\"); System.err.println(System.in)";
    let mut suite = suite(JUnitVersion::V5, vec![test("prints", vec![code(print)])]);
    assert_eq!(verify(&mut suite).passed, 1);
}

#[test]
fn test_that_throws_though_it_says_that_it_does_not_is_told_by_what_it_throws() {
    let mut statements = vec![code("Integer.parseInt(\"x\")")];
    say_no_throw(&mut statements, JUnitVersion::V5);
    let mut suite = suite(JUnitVersion::V5, vec![test("parses", statements)]);
    let report = verify(&mut suite);
    assert_eq!(report.dropped_tests[0].reason, "java.lang.NumberFormatException: For input string: \"x\"");
}

#[test]
fn wrapper_that_fails_is_an_error_and_not_a_fault_of_the_tests() {
    let jdk = jdks().remove(0);
    let folder = tempfile::tempdir().unwrap();
    let environment = JUnitEnvironment {
        class_path: Vec::new(),
        junit_jars: Vec::new(),
        agents: Vec::new(),
        version: JUnitVersion::V5,
        jdk,
    };
    let runners = Arc::new(RunnerPool::in_folders(folder.path(), folder.path(), 0));
    let verifier = SuiteVerifier { environment, says_no_throw: false, wrap: vec!["false".into()], runners };
    let mut suite = suite(JUnitVersion::V5, vec![test("nothing", Vec::new())]);
    let result = verifier
        .begin(folder.path())
        .and_then(|verification| verification.finish(&mut suite, VerifyLimits::default()));
    assert!(matches!(result, Err(VerifyError::Runner { .. })), "{result:?}");
    assert_eq!(suite.tests.len(), 1);
}

#[test]
fn suite_that_runs_out_of_time_falls_back_to_tests_that_passed() {
    let [good, repaired, late] =
        ["good", "repaired", "late"].map(|name| test(name, vec![code("int one = 1")]));
    let mut suite = suite(JUnitVersion::V5, vec![good, repaired, late]);
    suite.tests[1].goals = vec![GoalId(3)];
    let dropped =
        DroppedAssertion { test: "repaired".to_owned(), line: String::new(), reason: String::new() };
    let mut report = VerifyReport { dropped_assertions: vec![dropped], ..VerifyReport::default() };

    let good = CaseKey { test: "good".to_owned(), row: None };
    fall_back(&mut suite, &BTreeSet::from([good]), &VerifyError::OutOfTime, &mut report);

    assert_eq!(names(&suite), ["good"]);
    assert_eq!(report.ended_early.as_deref(), Some("verification took too long"));
    let lost = |name: &str, goals: Vec<GoalId>, reason: &str| DroppedTest {
        name: name.to_owned(),
        goals,
        reason: format!("{reason}: verification took too long"),
    };
    assert_eq!(
        report.dropped_tests,
        [
            lost("repaired", vec![GoalId(3)], "it failed once, and could not be run again"),
            lost("late", vec![GoalId(0)], "it could not be run")
        ]
    );
}

#[test]
fn verification_that_is_late_from_the_start_goes_on_until_a_test_has_passed() {
    let passing = |name: &str| test(name, vec![code("int one = 1")]);
    let mut suite = suite(JUnitVersion::V5, vec![passing("one"), passing("two")]);
    let limits = VerifyLimits { total: Duration::ZERO, ..VerifyLimits::default() };
    let (report, _folder) = verify_on(&jdks().remove(0), &mut suite, limits);
    assert!(report.passed > 0);
}

#[test]
fn suite_is_not_compiled_again_after_whole_tests_were_lost() {
    for version in [JUnitVersion::V4, JUnitVersion::V5] {
        let failing = "throw new IllegalStateException()";
        let mut suite = suite(
            version,
            vec![
                test("spins", vec![code("Account.spin()")]),
                test("fails", vec![code(&format!("if (Account.opened == 0) {failing}"))]),
                test("sums", vec![check(version, "3", "Account.sum(1, 2)")]),
            ],
        );
        let limits = VerifyLimits { per_test: Duration::from_secs(2), ..VerifyLimits::default() };
        let (report, folder) = verify_on(&jdks().remove(0), &mut suite, limits);
        assert_eq!((names(&suite), report.ended_early), (vec!["sums"], None));
        let compiled = |round: u32| folder.path().join(format!("work/round{round}")).exists();
        assert!(compiled(1) && !(2..=report.rounds).any(compiled));
    }
}

#[test]
fn test_that_replaces_the_folder_for_temporary_files_harms_no_other() {
    let ruin = "java.io.File temporary = new java.io.File(System.getProperty(\"java.io.tmpdir\")); \
                new java.io.File(temporary, \"kept/file\").delete(); new java.io.File(temporary, \"kept\").delete(); \
                new java.io.File(temporary, \"of another program.txt\").delete(); \
                temporary.delete(); new java.io.FileOutputStream(temporary).close()";
    let version = JUnitVersion::V5;
    let tests = vec![
        test("ruins", vec![code(ruin)]),
        test("harmless", vec![check(version, "3", "Account.sum(1, 2)")]),
        test("leaves", vec![code(ruin), code("Account.leave()")]),
    ];
    let mut suite = suite(version, tests);
    for test in &mut suite.tests {
        test.body.throws = Some(ThrowsClause::Exception);
    }
    let report = verify(&mut suite);
    assert_eq!(names(&suite), ["harmless"]);
    let reason = |name: &str| &report.dropped_tests.iter().find(|test| test.name == name).unwrap().reason;
    assert_eq!(reason("ruins"), "it deletes the folder for temporary files");
    assert_eq!(reason("leaves"), "ended the JVM");
}

#[test]
fn test_that_leaves_or_deletes_files_where_it_runs_is_dropped() {
    let version = JUnitVersion::V5;
    let tests = vec![
        test("leaves", vec![code("new java.io.FileOutputStream(\"left\").close()")]),
        test("harmless", vec![check(version, "3", "Account.sum(1, 2)")]),
        test("deletes", vec![code("new java.io.File(\"kept/file\").delete()")]),
        test("temporary", vec![code("java.io.File.createTempFile(\"abc\", \"b\")")]),
    ];
    let mut suite = suite(version, tests);
    for test in &mut suite.tests {
        test.body.throws = Some(ThrowsClause::Exception);
    }
    let report = verify(&mut suite);
    assert_eq!(names(&suite), ["harmless", "temporary"]);
    let reasons: Vec<&str> = report.dropped_tests.iter().map(|dropped| dropped.reason.as_str()).collect();
    assert_eq!(reasons, ["it deletes files in the working folder", "it leaves `left` in the working folder"]);
}

#[test]
fn folder_for_temporary_files_holds_something_whatever_tests_delete() {
    let version = JUnitVersion::V5;
    let file = |name: &str| format!("new java.io.File(System.getProperty(\"java.io.tmpdir\"), \"{name}\")");
    let length = format!("(int) {}.length()", file("kept/file"));
    let mut suite = suite(
        version,
        vec![
            test("deletes", vec![code(&format!("{}.delete()", file("of another program.txt")))]),
            test("measures", vec![check(version, "0", &length)]),
        ],
    );
    let report = verify(&mut suite);
    let dropped: Vec<&str> = report.dropped_assertions.iter().map(|dropped| dropped.test.as_str()).collect();
    assert_eq!((names(&suite), dropped), (vec!["deletes", "measures"], vec!["measures"]));
}

#[test]
fn suite_that_makes_threads_is_run_until_a_test_fails_that_passed_before() {
    let code_of = |is_threaded: bool| {
        let thread = if is_threaded { "new Thread().start(); " } else { "" };
        code(&format!(
            "{thread}int runs = Integer.getInteger(\"sun.runs\", 0); System.setProperty(\"sun.runs\", String.valueOf(runs + 1)); \
             if (runs == 13) throw new IllegalStateException()"
        ))
    };
    for (is_threaded, n_dropped) in [(true, 1), (false, 0)] {
        let mut suite = suite(JUnitVersion::V5, vec![test("counts", vec![code_of(is_threaded)])]);
        let report = verify(&mut suite);
        assert_eq!(report.dropped_tests.len(), n_dropped);
        for dropped in &report.dropped_tests {
            assert_eq!(dropped.reason, "it passed, but not always: java.lang.IllegalStateException");
        }
    }
}

/// A test whose statements take the place of mocks, which can go for the plain ones.
fn mocking(name: &str, statements: Vec<Statement>, plain: Vec<Statement>) -> TestSource {
    let plain = TestBody { statements: plain, ..TestBody::default() };
    TestSource { plain: Some(Box::new(plain)), ..test(name, statements) }
}

#[test]
fn test_that_does_not_compile_or_not_pass_with_mocks_goes_without() {
    let version = JUnitVersion::V5;
    let sum = |expected| vec![check(version, expected, "Account.sum(1, 2)")];
    let tests = vec![
        mocking("behavesOtherwise", sum("4"), sum("3")),
        mocking("doesNotCompile", vec![code("mock(Missing.class)")], sum("3")),
        mocking("passes", sum("3"), sum("4")),
        mocking("throwsAnother", vec![code("Account.sum(null)")], sum("3")),
    ];
    let mut suite = suite(version, tests);
    let report = verify(&mut suite);
    assert_eq!(report.passed, 4, "{report:?}");
    let lost: BTreeSet<&str> = report.lost_mocks.iter().map(|lost| lost.test.as_str()).collect();
    assert_eq!(lost, BTreeSet::from(["behavesOtherwise", "doesNotCompile", "throwsAnother"]));
    assert!(report.dropped_assertions.is_empty() && report.dropped_tests.is_empty(), "{report:?}");
}

#[test]
fn suite_of_a_class_in_a_package_of_junit_sees_what_is_private_to_it() {
    let source = "package org.junit.own; class Box { static int size() { return 3; } }";
    for jdk in jdks() {
        let folder = tempfile::tempdir().unwrap();
        let classes = compile(folder.path(), &jdk, "Box", source);
        let version = JUnitVersion::V5;
        let mut suite = suite(version, vec![test("size", vec![check(version, "3", "Box.size()")])]);
        suite.package = "org.junit.own".to_owned();
        let report = verify_in(folder.path(), &jdk, classes, &mut suite, VerifyLimits::default());
        assert_eq!(report.passed, 1, "{report:?}");
        assert!(report.dropped_assertions.is_empty(), "{report:?}");
    }
}

#[test]
fn test_says_that_it_knows_what_the_compiler_warns_of() {
    let old = test("isOld", vec![code("new java.util.Date(1, 2, 3).getYear()")]);
    let mut suite = suite(JUnitVersion::V5, vec![test("nothing", Vec::new()), old]);
    assert_eq!(verify(&mut suite).passed, 2);
    let text = suite.render().text;
    assert!(text.contains("    @Test\n    @SuppressWarnings(\"deprecation\")\n    void isOld() {"), "{text}");
    assert_eq!(text.matches("Suppress").count(), 1, "{text}");
}
