//! Input-to-state correspondence (Aschermann et al., `RedQueen`, 2019): where an operand of a comparison is a literal of the
//! test, or a simple function of one, the other operand, taken back through that function, is written in its place.
//!
//! It needs no slope, only a run that tells operands, and finds magic numbers and words at once. Literals that went through
//! more than one step on their way to the comparison are left to the search.
//!
//! Lengths of arrays are treated like literals, with all arrays of the type and length at once: the rows of a matrix.

use evoke_testcase::{JavaString, Operand, OperandValue, Statement, TestCase, Value};

use crate::SearchRng;
use crate::array_length::resize_alike;
use crate::generation::match_of;

/// A string or array is not made longer than this to get its length right.
const MAX_LENGTH: i64 = 64;

/// Integers this small are everywhere: a literal that equals one need not be where it came from.
const SMALL: i64 = 2;

/// Tests with one literal replaced, each once, the most promising first, at most `limit`.
pub(crate) fn substitutions(
    test: &TestCase,
    operands: &[Operand],
    limit: usize,
    rng: &mut SearchRng,
) -> Vec<TestCase> {
    let mut found: Vec<(bool, usize, Replacement)> = Vec::new();
    for operand in operands {
        for (position, statement) in test.statements().iter().enumerate() {
            for (from, to) in [(&operand.left, &operand.right), (&operand.right, &operand.left)] {
                for replacement in replacements_in(statement, from, to, rng) {
                    let entry = (is_common(from), position, replacement);
                    if !found.contains(&entry) {
                        found.push(entry);
                    }
                }
            }
        }
    }
    found.sort_by_key(|(is_common, ..)| *is_common);
    found.truncate(limit);
    found.into_iter().map(|(_, position, replacement)| replacement.made(test, position)).collect()
}

/// What takes the place of what a statement says.
#[derive(Clone, Debug, PartialEq)]
enum Replacement {
    Literal(Value),
    Length(u32),
}

impl Replacement {
    /// The test with it.
    fn made(self, test: &TestCase, position: usize) -> TestCase {
        let mut test = test.clone();
        match self {
            Self::Literal(value) => test.replace(position, Statement::Value(value)),
            Self::Length(length) => resize_alike(&mut test, position, length),
        }
        test
    }
}

fn replacements_in(
    statement: &Statement,
    from: &OperandValue,
    to: &OperandValue,
    rng: &mut SearchRng,
) -> Vec<Replacement> {
    match statement {
        Statement::Value(value) => {
            let others = replacements(value, from, to, rng).into_iter().filter(|other| other != value);
            others.map(Replacement::Literal).collect()
        }
        Statement::NewArray { length, .. } => {
            let (Some(from), Some(to)) = (integer(from), integer(to)) else { return Vec::new() };
            if i64::from(*length) != from {
                return Vec::new();
            }
            let lengths = [Some(to), to.checked_add(1), to.checked_sub(1)].into_iter().flatten();
            let lengths = lengths.filter(|other| (0..=MAX_LENGTH).contains(other) && *other != from);
            lengths.map(|length| Replacement::Length(length as u32)).collect()
        }
        _ => Vec::new(),
    }
}

/// Whether the operand is likely to equal literals that have nothing to do with it.
fn is_common(operand: &OperandValue) -> bool {
    match operand {
        OperandValue::Int(value) => i64::from(*value).abs() <= SMALL,
        OperandValue::Long(value) => value.abs() <= SMALL,
        OperandValue::Double(value) => value.abs() <= SMALL as f64,
        OperandValue::String(string) | OperandValue::Pattern(string) => string.is_empty(),
    }
}

/// What to write in place of a literal that `from` was made of, so that `to` is made of it instead.
fn replacements(value: &Value, from: &OperandValue, to: &OperandValue, rng: &mut SearchRng) -> Vec<Value> {
    match (value, from, to) {
        (Value::String(text), OperandValue::String(from), OperandValue::String(to)) => {
            replaced_text(text, from, to).into_iter().map(Value::String).collect()
        }
        (Value::String(text), OperandValue::String(from), OperandValue::Pattern(pattern)) if text == from => {
            match_of(pattern, rng).map(Value::String).into_iter().collect()
        }
        (Value::String(text), ..) => {
            let mut replaced: Vec<JavaString> = Vec::new();
            if let (Some(from), Some(to)) = (integer(from), integer(to)) {
                replaced.extend(replaced_characters(text, from, to));
                replaced.extend(resized(text, from, to));
            }
            replaced.extend(replaced_numeral(text, from, to));
            replaced.into_iter().map(Value::String).collect()
        }
        (Value::Float(value), ..) => replaced_floating(f64::from(*value), from, to)
            .into_iter()
            .map(|value| Value::Float(value as f32))
            .collect(),
        (Value::Double(value), ..) => {
            replaced_floating(*value, from, to).into_iter().map(Value::Double).collect()
        }
        _ => {
            let (Some(literal), Some(from), Some(to)) = (integer_of(value), integer(from), integer(to))
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
        replaced.push(to.checked_add(offset));
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
        _ => match (integer(from), integer(to)) {
            (Some(from), Some(to)) if literal as i64 == from => vec![to as f64],
            _ => Vec::new(),
        },
    }
}

/// For a text that is or contains the operand, whatever its case.
fn replaced_text(text: &JavaString, from: &JavaString, to: &JavaString) -> Vec<JavaString> {
    if text == from || folded(text) == folded(from) {
        return vec![to.clone()];
    }
    let length = from.len();
    if length == 0 || length > text.len() {
        return Vec::new();
    }
    let (haystack, needle) = (folded(text), folded(from));
    let Some(position) = haystack.windows(length).position(|window| window == needle) else {
        return Vec::new();
    };
    let (before, after) = (&text.units()[..position], &text.units()[position + length..]);
    vec![JavaString::from_units(&[before, to.units(), after].concat()), to.clone()]
}

/// For a text that contains the operand as a character: at its first and at its last place, and everywhere.
fn replaced_characters(text: &JavaString, from: i64, to: i64) -> Vec<JavaString> {
    let (Ok(from), Ok(to)) = (u16::try_from(from), u16::try_from(to)) else { return Vec::new() };
    let is_from = |unit: &u16| *unit == from;
    let Some(first) = text.units().iter().position(is_from) else { return Vec::new() };
    let last = text.units().iter().rposition(is_from).unwrap_or(first);
    let replaced = |from: usize, to_position: usize| {
        let mut units = text.units().to_vec();
        for unit in units[from..=to_position].iter_mut().filter(|unit| is_from(unit)) {
            *unit = to;
        }
        JavaString::from_units(&units)
    };
    let mut all = vec![replaced(first, first), replaced(last, last), replaced(first, last)];
    all.dedup();
    all
}

/// For a text whose length is the operand: the other length, and one more and less.
fn resized(text: &JavaString, from: i64, to: i64) -> Vec<JavaString> {
    if text.len() as i64 != from {
        return Vec::new();
    }
    let lengths = [to, to.saturating_add(1), to.saturating_sub(1)];
    let filler = if text.is_empty() { &[u16::from(b'a')][..] } else { text.units() };
    lengths
        .into_iter()
        .filter(|length| (0..=MAX_LENGTH).contains(length))
        .map(|length| filler.iter().copied().cycle().take(length as usize).collect::<Vec<u16>>())
        .map(|units| JavaString::from_units(&units))
        .collect()
}

/// For a text that reads as the operand.
fn replaced_numeral(text: &JavaString, from: &OperandValue, to: &OperandValue) -> Option<JavaString> {
    let read = String::from_utf16(text.units()).ok()?;
    let written = match (from, to) {
        (OperandValue::Double(from), OperandValue::Double(to)) => {
            (read.trim().parse::<f64>().ok()? == *from).then(|| to.to_string())
        }
        _ => (read.trim().parse::<i64>().ok()? == integer(from)?).then_some(integer(to)?.to_string()),
    };
    Some(JavaString::from(written?.as_str()))
}

/// ASCII in lower case: what folding means for the words of a program.
fn folded(text: &JavaString) -> Vec<u16> {
    let upper = u16::from(b'A')..=u16::from(b'Z');
    text.units().iter().map(|unit| if upper.contains(unit) { unit + 32 } else { *unit }).collect()
}

fn integer(operand: &OperandValue) -> Option<i64> {
    match operand {
        OperandValue::Int(value) => Some(i64::from(*value)),
        OperandValue::Long(value) => Some(*value),
        _ => None,
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
