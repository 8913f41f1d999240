//! Tests that differ in nothing but literals, as the rows of one: which tests belong together, and where their values differ.
//!
//! Two tests are alike if the same is called on the same and the same is asked of what comes of it. Values differ where a literal or
//! a constant of an enum is written, and where such a value is expected. Tests that end with an exception are
//! alike if it is of the same class.

use evoke_analysis::{TestCluster, TypeTable};
use evoke_classfile::ClassName;
use evoke_suite::{AssertedTest, families, float_tolerance, tolerance};
use evoke_testcase::{ObservedValue, Statement, TestCase, Value};

use crate::hole::Hole;
use crate::parameter_table::MIN_ROWS;

/// A table with more columns is not read at all.
const MAX_HOLES: usize = 7;

/// Tests that are alike.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Group {
    /// Their positions, ascending.
    pub(super) rows: Vec<usize>,
    /// One that stands for all; where values differ it has one that is not null.
    pub(super) template: AssertedTest,
    /// Where values differ: of what is written in the order of the calls that take it, then of what is expected.
    pub(super) holes: Vec<Hole>,
    /// Assertions that expect in every row what a statement writes down, with the position of that.
    pub(super) given_back: Vec<(usize, usize)>,
}

/// The groups of tests that may be grouped, by their first tests; each test is in one group at most.
pub(super) fn groups(drafts: &[AssertedTest], cluster: &TestCluster, may_be: &[bool]) -> Vec<Group> {
    let is_open = |(position, draft): &(usize, &AssertedTest)| {
        may_be[*position] && !draft.exception.as_ref().is_some_and(|exception| exception.is_of_assert)
    };
    let open = drafts.iter().enumerate().filter(is_open);
    let mut groups: Vec<Group> = families(open.map(|(position, draft)| (position, &draft.test)), cluster)
        .into_iter()
        .flat_map(|family| by_assertions(family, drafts))
        .filter(|rows| rows.len() >= MIN_ROWS)
        .filter_map(|rows| Group::of(rows, drafts))
        .collect();
    groups.sort_by_key(|group| group.rows[0]);
    groups
}

/// Parts of the family that ask the same.
fn by_assertions(family: Vec<usize>, drafts: &[AssertedTest]) -> Vec<Vec<usize>> {
    let mut parts: Vec<Vec<usize>> = Vec::new();
    for position in family {
        match parts.iter_mut().find(|part| ask_alike(&drafts[part[0]], &drafts[position])) {
            Some(part) => part.push(position),
            None => parts.push(vec![position]),
        }
    }
    parts
}

impl Group {
    /// The group of these alike tests, if its table would be read.
    fn of(rows: Vec<usize>, drafts: &[AssertedTest]) -> Option<Self> {
        let mut template = drafts[*rows.first()?].clone();
        let mut statements = template.test.statements().to_vec();
        let mut holes = Vec::new();
        for (position, statement) in statements.iter_mut().enumerate() {
            let written = || rows.iter().map(|row| &drafts[*row].test.statements()[position]);
            if written().any(|other| other != statement) {
                holes.push(Hole::Statement(position));
                let is_null = |it: &&Statement| matches!(it, Statement::Value(Value::Null(_)));
                *statement = written().find(|it| !is_null(it)).unwrap_or(statement).clone();
            }
        }
        let test = TestCase::new(statements);
        holes.sort_by_key(|hole| first_use(&test, *hole));
        let inputs = holes.clone();
        let mut given_back = Vec::new();
        for (number, assertion) in template.assertions.iter_mut().enumerate() {
            let seen = || rows.iter().map(|row| &drafts[*row].assertions[number].value);
            if seen().any(|other| is_other(other, &assertion.value)) {
                match input_given_back(&inputs, &rows, drafts, number) {
                    Some(position) => given_back.push((number, position)),
                    None => holes.push(Hole::Assertion(number)),
                }
                let value = seen().find(|value| **value != ObservedValue::Null);
                assertion.value = value.unwrap_or(&assertion.value).clone();
            }
        }
        let messages = || rows.iter().map(|row| drafts[*row].exception.as_ref().map(|it| &it.message));
        if messages().any(|message| Some(message) != messages().next()) {
            holes.push(Hole::Message);
        }
        template.test = test;
        template.goals = Vec::new();
        let is_readable = !inputs.is_empty() && holes.len() <= MAX_HOLES;
        is_readable.then_some(Self { rows, template, holes, given_back })
    }
}

/// The input that the assertion expects in every row, where they are too different for that to be chance.
fn input_given_back(
    inputs: &[Hole],
    rows: &[usize],
    drafts: &[AssertedTest],
    number: usize,
) -> Option<usize> {
    let seen = |row: &usize| as_literal(&drafts[*row].assertions[number].value);
    let mut different: Vec<Option<Value>> = Vec::new();
    for value in rows.iter().map(seen) {
        if !different.contains(&value) {
            different.push(value);
        }
    }
    let position = |hole: &Hole| match hole {
        Hole::Statement(position) => Some(*position),
        Hole::Assertion(_) | Hole::Message => None,
    };
    let is_same = |position: &usize| {
        rows.iter().all(|row| match (&drafts[*row].test.statements()[*position], seen(row)) {
            (Statement::Value(Value::Null(_)), Some(Value::Null(_))) => true,
            (Statement::Value(written), Some(seen)) => *written == seen,
            _ => false,
        })
    };
    let is_chance = different.len() < MIN_ROWS;
    inputs.iter().filter_map(position).find(|position| !is_chance && is_same(position))
}

/// The literal of an observed value; `None` if there is none, as of constants.
pub(super) fn as_literal(value: &ObservedValue) -> Option<Value> {
    Some(match value {
        ObservedValue::Null => Value::Null(TypeTable::OBJECT),
        ObservedValue::Boolean(value) => Value::Boolean(*value),
        ObservedValue::Byte(value) => Value::Byte(*value),
        ObservedValue::Char(unit) => Value::Char(*unit),
        ObservedValue::Short(value) => Value::Short(*value),
        ObservedValue::Int(value) => Value::Int(*value),
        ObservedValue::Long(value) => Value::Long(*value),
        ObservedValue::Float(value) => Value::Float(*value),
        ObservedValue::Double(value) => Value::Double(*value),
        ObservedValue::String(text) => Value::String(text.clone()),
        ObservedValue::Enum { .. }
        | ObservedValue::OwnConstant { .. }
        | ObservedValue::Array { .. }
        | ObservedValue::List(_)
        | ObservedValue::Object { .. }
        | ObservedValue::Same { .. }
        | ObservedValue::Calls(_) => return None,
    })
}

/// The statement that takes the value first, and where among what it takes.
fn first_use(test: &TestCase, hole: Hole) -> Option<(usize, usize)> {
    let Hole::Statement(position) = hole else { return None };
    let users = test.statements().iter().enumerate().skip(position + 1);
    users.into_iter().find_map(|(user, statement)| {
        let place = statement.references().iter().position(|variable| variable.index() == position)?;
        Some((user, place))
    })
}

/// Whether an assertion of the one value is written otherwise than one of the other.
fn is_other(one: &ObservedValue, other: &ObservedValue) -> bool {
    let are_objects = matches!((one, other), (ObservedValue::Object { .. }, ObservedValue::Object { .. }));
    one != other && !are_objects
}

/// Whether what is asserted of tests that are alike has one form.
fn ask_alike(one: &AssertedTest, other: &AssertedTest) -> bool {
    one.assertions.len() == other.assertions.len()
        && ending(one) == ending(other)
        && one.assertions.iter().zip(&other.assertions).all(|(seen, others)| {
            let is_same_question = seen.variable == others.variable && seen.aspect == others.aspect;
            is_same_question && have_one_form(&seen.value, &others.value)
        })
}

/// The exception that ends the test, and whether its message is checked.
fn ending(draft: &AssertedTest) -> Option<(&ClassName, bool)> {
    draft.exception.as_ref().map(|exception| (&exception.class, exception.message.is_some()))
}

/// Whether one assertion could expect either value.
fn have_one_form(one: &ObservedValue, other: &ObservedValue) -> bool {
    use ObservedValue::{Boolean, Byte, Char, Double, Enum, Float, Int, Long, Null, Object, Short, String};
    match (one, other) {
        (Double(one), Double(other)) => tolerance(*one) == tolerance(*other),
        (Float(one), Float(other)) => float_tolerance(*one) == float_tolerance(*other),
        (Enum { class, .. }, Enum { class: other, .. }) => class == other,
        (Boolean(_), Boolean(_))
        | (Byte(_), Byte(_))
        | (Short(_), Short(_))
        | (Char(_), Char(_))
        | (Int(_), Int(_))
        | (Long(_), Long(_))
        | (String(_), String(_) | Null)
        | (Null, String(_))
        | (Object { .. }, Object { .. }) => true,
        _ => one == other,
    }
}
