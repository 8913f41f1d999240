//! What an array holds in the end, and whether it is news: not where it is what the test itself put there.

use evoke_testcase::{Observation, ObservedValue, Statement, TestCase, VariableRef};

use crate::value_key::{LiteralKey, ValueKey};

/// Whether the array holds what the test wrote to its elements, and else what a new one holds.
pub(super) fn is_as_written(test: &TestCase, observation: &Observation) -> bool {
    let ObservedValue::Array { elements: Some(elements), .. } = &observation.value else { return false };
    let is_new = matches!(test.definition(observation.variable), Statement::NewArray { .. });
    is_new
        && (0..).zip(elements).all(|(index, element)| match written(test, observation.variable, index) {
            None => is_default(element),
            Some(value) => is_literal(test, value, element),
        })
}

/// What the test wrote last to this place.
fn written(test: &TestCase, array: VariableRef, index: u32) -> Option<VariableRef> {
    test.statements().iter().rev().find_map(|statement| match statement {
        Statement::WriteElement { array: of, index: at, value } if (*of, *at) == (array, index) => {
            Some(*value)
        }
        _ => None,
    })
}

fn is_literal(test: &TestCase, variable: VariableRef, element: &ObservedValue) -> bool {
    let Statement::Value(literal) = test.definition(variable) else { return false };
    match LiteralKey::from(literal) {
        LiteralKey::Value(literal) => literal == ValueKey::from(element),
        LiteralKey::Null(_) => *element == ObservedValue::Null,
        LiteralKey::Class(_) => false,
    }
}

fn is_default(element: &ObservedValue) -> bool {
    match element {
        ObservedValue::Null
        | ObservedValue::Boolean(false)
        | ObservedValue::Byte(0)
        | ObservedValue::Char(0)
        | ObservedValue::Short(0)
        | ObservedValue::Int(0)
        | ObservedValue::Long(0) => true,
        ObservedValue::Float(value) => value.to_bits() == 0,
        ObservedValue::Double(value) => value.to_bits() == 0,
        _ => false,
    }
}
