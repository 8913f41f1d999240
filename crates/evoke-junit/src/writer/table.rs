//! Writes tests that are alike as one that takes what differs as parameters, with the table of what these are.

use evoke_analysis::{GoalId, TypeCategory};
use evoke_classfile::ClassName;
use evoke_suite::AssertedTest;
use evoke_testcase::{JavaString, ObservedValue, Statement, Value, VariableRef};

use super::expected_value::expected_value;
use super::grouping::{Group, as_literal};
use super::test_scope::TestScope;
use super::type_names::TypeNames;
use super::value::value;
use crate::csv_cell::CsvCell;
use crate::hole::Hole;
use crate::java::{Expression, Parameter, Type, literal};
use crate::parameter_table::{Cell, ParameterTable, Row, TableClasses};
use crate::test_source::TestSource;

/// The table of the group, of which `separate` are the rows as tests of their own. The scope is that of its template and knows the
/// parameters.
pub(super) fn table(
    scope: &mut TestScope<'_, '_>,
    group: &Group,
    drafts: &[AssertedTest],
    separate: Vec<TestSource>,
    factory: String,
    classes: TableClasses,
) -> ParameterTable {
    let parameters = group.holes.iter().map(|hole| parameter(scope, *hole)).collect();
    let n_expected = group.holes.iter().filter(|hole| !matches!(hole, Hole::Statement(_))).count();
    let mut rows = Vec::with_capacity(separate.len());
    for (position, test) in group.rows.iter().zip(separate) {
        let cells = group.holes.iter().map(|hole| cell(scope, &drafts[*position], *hole)).collect();
        rows.push(Row { name: test.name, goals: test.goals, cells, body: test.body });
    }
    ParameterTable { parameters, n_expected, rows, factory, classes }
}

/// What any of the rows covers, ascending.
pub(super) fn goals(table: &ParameterTable) -> Vec<GoalId> {
    let mut goals: Vec<GoalId> = table.rows.iter().flat_map(|row| &row.goals).copied().collect();
    goals.sort_unstable();
    goals.dedup();
    goals
}

/// The classes that a file with tables names.
pub(super) fn table_classes(names: &mut TypeNames<'_>) -> TableClasses {
    let mut junit = |simple: &str, package: &str| -> Type {
        names.junit_class(simple, &format!("org.junit.jupiter.params.{package}{simple}")).into()
    };
    TableClasses {
        annotation: junit("ParameterizedTest", ""),
        csv: junit("CsvSource", "provider."),
        method: junit("MethodSource", "provider."),
        arguments: junit("Arguments", "provider."),
        stream: names.class(&ClassName::new("java/util/stream/Stream")).into(),
    }
}

fn parameter(scope: &mut TestScope<'_, '_>, hole: Hole) -> Parameter {
    let ty = match hole {
        Hole::Statement(position) => {
            let ty = scope.type_of(VariableRef(position as u32));
            ty.map_or_else(|| Type::keyword("int"), |ty| scope.ty(ty))
        }
        Hole::Assertion(number) => expected_type(scope, number),
        Hole::Message => scope.class(&ClassName::new("java/lang/String")).into(),
    };
    let name = match scope.parameter(hole) {
        Some(Expression::Variable(name)) => name,
        _ => String::new(),
    };
    Parameter { ty, name }
}

fn expected_type(scope: &mut TestScope<'_, '_>, number: usize) -> Type {
    Type::keyword(match &scope.draft.assertions[number].value {
        ObservedValue::Boolean(_) => "boolean",
        ObservedValue::Byte(_) => "byte",
        ObservedValue::Char(_) => "char",
        ObservedValue::Short(_) => "short",
        ObservedValue::Long(_) => "long",
        ObservedValue::Float(_) => "float",
        ObservedValue::Double(_) => "double",
        ObservedValue::Enum { class, .. } => return scope.class(class).into(),
        ObservedValue::String(_) => return scope.class(&ClassName::new("java/lang/String")).into(),
        // No other value makes a hole.
        _ => "int",
    })
}

fn cell(scope: &mut TestScope<'_, '_>, draft: &AssertedTest, hole: Hole) -> Cell {
    let nothing = || Cell { java: literal::null(), csv: Some(CsvCell::Null) };
    match hole {
        Hole::Statement(position) => match &draft.test.statements()[position] {
            Statement::Value(literal) => Cell { java: value(scope, literal), csv: csv_of_literal(literal) },
            Statement::Invoke { callable, .. } => {
                let constant = scope.cluster.callable(*callable);
                let class = Expression::Class(scope.class(&constant.owner));
                Cell { java: class.field(&constant.name), csv: Some(CsvCell::Word(constant.name.clone())) }
            }
            _ => nothing(),
        },
        Hole::Assertion(number) => {
            let value = &draft.assertions[number].value;
            // Of `byte` and `short` JUnit wants exactly these.
            let java = expected_value(scope, value, TypeCategory::Object);
            java.map_or_else(nothing, |java| Cell { java, csv: csv_of_observed(value) })
        }
        Hole::Message => message(draft).map_or_else(nothing, |message| Cell {
            java: literal::string(message.units()),
            csv: CsvCell::text(message.units()),
        }),
    }
}

fn message(draft: &AssertedTest) -> Option<&JavaString> {
    draft.exception.as_ref()?.message.as_ref()
}

fn csv_of_literal(value: &Value) -> Option<CsvCell> {
    Some(CsvCell::Word(match value {
        Value::Boolean(value) => value.to_string(),
        Value::Byte(value) => value.to_string(),
        Value::Short(value) => value.to_string(),
        Value::Int(value) => value.to_string(),
        Value::Long(value) => value.to_string(),
        Value::Float(value) => real(f64::from(*value), &format!("{value:?}")),
        Value::Double(value) => real(*value, &format!("{value:?}")),
        Value::Char(unit) => return CsvCell::text(&[*unit]),
        Value::String(text) => return CsvCell::text(text.units()),
        Value::Null(_) => return Some(CsvCell::Null),
        Value::Class(_) => return None,
    }))
}

fn csv_of_observed(value: &ObservedValue) -> Option<CsvCell> {
    match value {
        ObservedValue::Enum { constant, .. } => Some(CsvCell::Word(constant.clone())),
        value => csv_of_literal(&as_literal(value)?),
    }
}

/// The number as `Double.valueOf` and `Float.valueOf` read it, of which this are the digits.
fn real(value: f64, digits: &str) -> String {
    if value.is_infinite() {
        return if value > 0.0 { "Infinity" } else { "-Infinity" }.to_owned();
    }
    digits.to_owned()
}
