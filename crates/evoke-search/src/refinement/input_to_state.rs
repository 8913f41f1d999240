//! Input-to-state correspondence (Aschermann et al., `RedQueen`, 2019): where an operand of a comparison is a literal of the
//! test, or a simple function of one, the other operand, taken back through that function, is written in its place.
//!
//! It needs no slope, only a run that tells operands, and finds magic numbers and words at once. Literals that went through
//! more than one step on their way to the comparison are left to the search. What is done to texts, which
//! are also what byte arrays and streams are made of, is in a file of its own.
//!
//! Lengths of arrays are treated like literals, with all arrays of the type and length at once: the rows of a matrix.

mod texts;

use evoke_testcase::{Operand, OperandValue, Statement, TestCase, Value};
use rand::seq::SliceRandom;

use crate::SearchRng;
use crate::array_length::resize_alike;
use crate::generation::{MAX_ARRAY_LENGTH, match_of};

/// Integers this small are everywhere: a literal that equals one need not be where it came from.
const SMALL: u64 = 2;

/// A change of one statement.
#[derive(Clone, Debug, PartialEq)]
enum Edit {
    /// Another literal.
    Literal(Value),
    /// Another length for a new array.
    Length(u32),
}

/// Tests with one literal or one length of an array replaced, each once, at most `limit`; of more, those that are likelier
/// right go before the others, among which chance decides.
pub(crate) fn substitutions(
    test: &TestCase,
    operands: &[Operand],
    limit: usize,
    rng: &mut SearchRng,
) -> Vec<TestCase> {
    let mut found: Vec<(bool, usize, Edit)> = Vec::new();
    for operand in operands {
        for (position, statement) in test.statements().iter().enumerate() {
            for (from, to) in [(&operand.left, &operand.right), (&operand.right, &operand.left)] {
                for edit in edits(statement, from, to, rng) {
                    let entry = (is_common(from) && !is_end_of_text(statement, from), position, edit);
                    if !found.contains(&entry) {
                        found.push(entry);
                    }
                }
            }
        }
    }
    if found.len() > limit {
        found.shuffle(rng);
    }
    found.sort_by_key(|(is_common, ..)| *is_common);
    found.truncate(limit);
    found.into_iter().map(|(_, position, edit)| edited(test, position, edit)).collect()
}

fn edited(test: &TestCase, position: usize, edit: Edit) -> TestCase {
    let mut test = test.clone();
    match edit {
        Edit::Literal(value) => test.replace(position, Statement::Value(value)),
        Edit::Length(length) => resize_alike(&mut test, position, length),
    }
    test
}

/// The changes of a statement that `from` may stem from, none of which leaves it as it is.
fn edits(statement: &Statement, from: &OperandValue, to: &OperandValue, rng: &mut SearchRng) -> Vec<Edit> {
    match statement {
        Statement::Value(value) => replacements(value, from, to, rng)
            .into_iter()
            .filter(|replacement| replacement != value)
            .map(Edit::Literal)
            .collect(),
        Statement::NewArray { length, .. } => {
            let (Some(from), Some(to)) = (from.as_integer(), to.as_integer()) else { return Vec::new() };
            replaced_integer(i64::from(*length), from, to)
                .into_iter()
                .filter_map(|new| u32::try_from(new).ok())
                .filter(|new| *new <= MAX_ARRAY_LENGTH && new != length)
                .map(Edit::Length)
                .collect()
        }
        _ => Vec::new(),
    }
}

/// Whether the operand is what reading beyond the end of a text gives.
fn is_end_of_text(statement: &Statement, operand: &OperandValue) -> bool {
    matches!(statement, Statement::Value(Value::String(_))) && *operand == OperandValue::Int(texts::END)
}

/// Whether the operand is likely to equal literals that have nothing to do with it.
fn is_common(operand: &OperandValue) -> bool {
    match operand {
        OperandValue::Int(value) => i64::from(*value).unsigned_abs() <= SMALL,
        OperandValue::Long(value) => value.unsigned_abs() <= SMALL,
        OperandValue::Double(value) => value.abs() <= SMALL as f64,
        OperandValue::String(string) | OperandValue::Pattern(string) => string.is_empty(),
    }
}

/// What to write in place of a literal that `from` was made of, so that `to` is made of it instead.
fn replacements(value: &Value, from: &OperandValue, to: &OperandValue, rng: &mut SearchRng) -> Vec<Value> {
    match (value, from, to) {
        (Value::String(text), OperandValue::String(from), OperandValue::Pattern(pattern)) if text == from => {
            match_of(pattern, rng).map(Value::String).into_iter().collect()
        }
        (Value::String(text), ..) => {
            texts::replacements(text, from, to).into_iter().map(Value::String).collect()
        }
        (Value::Float(value), ..) => replaced_floating(f64::from(*value), from, to)
            .into_iter()
            .map(|value| Value::Float(value as f32))
            .collect(),
        (Value::Double(value), ..) => {
            replaced_floating(*value, from, to).into_iter().map(Value::Double).collect()
        }
        _ => {
            let (Some(literal), Some(from), Some(to)) =
                (integer_of(value), from.as_integer(), to.as_integer())
            else {
                return Vec::new();
            };
            replaced_integer(literal, from, to)
                .into_iter()
                .filter_map(|new| of_same_type(value, new))
                .collect()
        }
    }
}

/// For an integer that is the operand, next to it, its half, its double or its negation.
fn replaced_integer(literal: i64, from: i64, to: i64) -> Vec<i64> {
    let mut replaced = Vec::new();
    if literal == from {
        replaced.extend([Some(to), to.checked_add(1), to.checked_sub(1)]);
    } else if let Some(offset @ (-1 | 1)) = literal.checked_sub(from) {
        let to = to.checked_add(offset);
        replaced.extend([to, to.and_then(|to| to.checked_add(offset))]);
    }
    if from != 0 {
        if literal.checked_mul(2) == Some(from) {
            replaced.push(Some(to / 2));
        }
        if from.checked_mul(2) == Some(literal) {
            replaced.push(to.checked_mul(2));
        }
        if from.checked_neg() == Some(literal) {
            replaced.push(to.checked_neg());
        }
    }
    replaced.into_iter().flatten().collect()
}

/// For a floating number that is the operand, as it is or without its fraction.
fn replaced_floating(literal: f64, from: &OperandValue, to: &OperandValue) -> Vec<f64> {
    match (from, to) {
        (OperandValue::Double(from), OperandValue::Double(to)) if literal == *from => {
            vec![*to, to + 1.0, to - 1.0]
        }
        (OperandValue::Double(from), OperandValue::Double(to)) if literal == -from => vec![-to],
        _ => match (from.as_integer(), to.as_integer()) {
            (Some(from), Some(to)) if literal as i64 == from => vec![to as f64],
            _ => Vec::new(),
        },
    }
}

fn integer_of(value: &Value) -> Option<i64> {
    Some(match value {
        Value::Byte(value) => i64::from(*value),
        Value::Short(value) => i64::from(*value),
        Value::Char(value) => i64::from(*value),
        Value::Int(value) => i64::from(*value),
        Value::Long(value) => *value,
        _ => return None,
    })
}

/// The number as a literal of the same type, if it lies in that.
fn of_same_type(value: &Value, new: i64) -> Option<Value> {
    Some(match value {
        Value::Byte(_) => Value::Byte(new.try_into().ok()?),
        Value::Short(_) => Value::Short(new.try_into().ok()?),
        Value::Char(_) => Value::Char(new.try_into().ok()?),
        Value::Int(_) => Value::Int(new.try_into().ok()?),
        Value::Long(_) => Value::Long(new),
        _ => return None,
    })
}

#[cfg(test)]
mod tests;
