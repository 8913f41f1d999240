//! What becomes of rows that fail, with real compilers and real JUnit.

use evoke_analysis::GoalId;

use super::VerifyReport;
use super::tests::{check, java, names, suite, test, verify};
use crate::csv_cell::CsvCell;
use crate::java::{ClassType, Parameter, Type};
use crate::parameter_table::{Cell, ParameterTable, Row, TableClasses};
use crate::{JUnitVersion, SuiteSource, TestSource};

const V5: JUnitVersion = JUnitVersion::V5;

fn junit(simple: &str, package: &str) -> Type {
    let import = Some(format!("{package}.{simple}"));
    ClassType { import, ..ClassType::named(simple) }.into()
}

fn cell(value: i32, is_csv: bool) -> Cell {
    let text = value.to_string();
    Cell { java: java(&text), csv: is_csv.then_some(CsvCell::Word(text)) }
}

/// `Account.sum(first, 2)`, which gives what each row expects, or not.
fn sums(rows: &[(i32, i32)], is_csv: bool, ty: &str) -> TestSource {
    let row = |(position, (first, expected)): (usize, &(i32, i32))| Row {
        name: format!("sums{first}"),
        goals: vec![GoalId(position as u32)],
        cells: vec![cell(*first, is_csv), cell(*expected, is_csv)],
        body: test("", vec![check(V5, &expected.to_string(), &format!("Account.sum({first}, 2)"))]).body,
    };
    let parameter = |(name, ty): (&str, &str)| Parameter { ty: Type::keyword(ty), name: name.to_owned() };
    let providers = "org.junit.jupiter.params.provider";
    let table = ParameterTable {
        parameters: [("first", ty), ("expected", "int")].map(parameter).into(),
        n_expected: 1,
        rows: rows.iter().enumerate().map(row).collect(),
        factory: "sumArguments".to_owned(),
        classes: TableClasses {
            annotation: junit("ParameterizedTest", "org.junit.jupiter.params"),
            csv: junit("CsvSource", providers),
            method: junit("MethodSource", providers),
            arguments: junit("Arguments", providers),
            stream: junit("Stream", "java.util.stream"),
        },
    };
    let goals = (0..rows.len()).map(|goal| GoalId(goal as u32)).collect();
    let body = vec![check(V5, "expected", "Account.sum(first, 2)")];
    TestSource { goals, table: Some(table), ..test("sum", body) }
}

fn rows(suite: &SuiteSource) -> Vec<String> {
    suite.cases().map(|case| case.name).collect()
}

#[test]
fn rows_that_pass_are_left_alone_in_one_round_however_they_are_given() {
    for is_csv in [true, false] {
        let mut suite =
            suite(V5, vec![sums(&[(1, 3), (-2, 0), (3, 5)], is_csv, "int"), test("nothing", vec![])]);
        let before = suite.clone();
        assert_eq!(verify(&mut suite), VerifyReport { rounds: 1, passed: 4, ..VerifyReport::default() });
        assert_eq!(suite, before);
        assert_eq!(suite.render().text.contains("@CsvSource"), is_csv);
    }
}

#[test]
fn row_that_fails_is_taken_out_without_its_fellows_and_keeps_what_it_covers() {
    let mut suite = suite(V5, vec![sums(&[(1, 3), (2, 5), (3, 5), (4, 6)], true, "int")]);
    let report = verify(&mut suite);
    assert_eq!(names(&suite), ["sum", "sums2"]);
    assert_eq!(rows(&suite), ["sum[1]", "sum[2]", "sum[3]", "sums2"]);
    assert_eq!(
        [suite.tests[0].goals.as_slice(), &suite.tests[1].goals],
        [&[0, 2, 3].map(GoalId)[..], &[GoalId(1)]]
    );
    assert_eq!((report.dropped_assertions.len(), report.dropped_tests.len(), report.passed), (1, 0, 4));
}

#[test]
fn rows_too_few_for_a_table_become_tests() {
    let mut suite = suite(V5, vec![sums(&[(1, 3), (2, 5), (3, 5)], true, "int")]);
    verify(&mut suite);
    assert_eq!(names(&suite), ["sums1", "sums2", "sums3"]);
}

#[test]
fn test_that_does_not_compile_with_parameters_falls_apart() {
    let mut suite = suite(V5, vec![test("nothing", vec![]), sums(&[(1, 3), (2, 4), (3, 5)], true, "long")]);
    let report = verify(&mut suite);
    assert_eq!(names(&suite), ["nothing", "sums1", "sums2", "sums3"]);
    assert_eq!((report.dropped_assertions.len(), report.dropped_tests.len(), report.passed), (0, 0, 4));
}
