//! Hybrid multi-level crossover (Olsthoorn et al., 2021): crosses the data of two children of a single-point crossover.
//! For every constructor and every method that both call, one call of each is picked, and their arguments are crossed
//! pairwise: numbers by simulated binary crossover, strings at a cut point of each.
//!
//! An argument is crossed where a literal of the test defines it; results of other calls stay. The literal is changed in
//! place, so other readers of the variable see the new value too.

use std::collections::BTreeMap;

use evoke_analysis::{CallableId, CallableKind, TestCluster};
use evoke_testcase::{Statement, TestCase, Value, VariableRef};
use rand::Rng;

use super::data_crossover::{cross_strings, simulated_binary_crossover};
use crate::SearchRng;

/// Positions of calls by what is called. A callable stands for its signature: class, name, parameters and result.
type Calls = BTreeMap<CallableId, Vec<usize>>;

/// Crosses the data of two tests in place.
pub(super) fn cross_data(
    first: &mut TestCase,
    second: &mut TestCase,
    distribution_index: f64,
    cluster: &TestCluster,
    rng: &mut SearchRng,
) {
    // The paper loops over constructors, then over methods; they are apart here because no callable is both.
    for kind in [CallableKind::Constructor, CallableKind::Method] {
        let second_calls = calls(second, kind, cluster);
        for (callable, positions) in calls(first, kind, cluster) {
            let Some(others) = second_calls.get(&callable) else { continue };
            let position = positions[rng.random_range(0..positions.len())];
            let other = others[rng.random_range(0..others.len())];
            cross_arguments((first, position), (second, other), distribution_index, rng);
        }
    }
}

fn calls(test: &TestCase, kind: CallableKind, cluster: &TestCluster) -> Calls {
    let mut calls = Calls::new();
    for (position, statement) in test.statements().iter().enumerate() {
        if let Statement::Invoke { callable, .. } = statement
            && cluster.callable(*callable).kind == kind
        {
            calls.entry(*callable).or_default().push(position);
        }
    }
    calls
}

fn cross_arguments(
    (first, position): (&mut TestCase, usize),
    (second, other): (&mut TestCase, usize),
    distribution_index: f64,
    rng: &mut SearchRng,
) {
    let pairs: Vec<(VariableRef, VariableRef)> =
        arguments(first, position).iter().copied().zip(arguments(second, other).iter().copied()).collect();
    for (variable, other) in pairs {
        let (Statement::Value(value), Statement::Value(other_value)) =
            (first.definition(variable), second.definition(other))
        else {
            continue;
        };
        if let Some((crossed, other_crossed)) = cross_values(value, other_value, distribution_index, rng) {
            first.replace(variable.index(), Statement::Value(crossed));
            second.replace(other.index(), Statement::Value(other_crossed));
        }
    }
}

fn arguments(test: &TestCase, position: usize) -> &[VariableRef] {
    match &test.statements()[position] {
        Statement::Invoke { arguments, .. } => arguments,
        _ => &[],
    }
}

/// Two new values; `None` where they are not both numbers or both strings.
fn cross_values(
    first: &Value,
    second: &Value,
    distribution_index: f64,
    rng: &mut SearchRng,
) -> Option<(Value, Value)> {
    if let (Value::String(first), Value::String(second)) = (first, second) {
        let (first, second) = cross_strings(first, second, rng);
        return Some((Value::String(first), Value::String(second)));
    }
    let (x, y) = (number(first)?, number(second)?);
    let crossed = simulated_binary_crossover(x, y, distribution_index, rng);
    let other = simulated_binary_crossover(y, x, distribution_index, rng);
    Some((with_number(first, crossed), with_number(second, other)))
}

fn number(value: &Value) -> Option<f64> {
    Some(match value {
        Value::Boolean(value) => f64::from(u8::from(*value)),
        Value::Byte(value) => f64::from(*value),
        Value::Short(value) => f64::from(*value),
        Value::Char(value) => f64::from(*value),
        Value::Int(value) => f64::from(*value),
        Value::Long(value) => *value as f64,
        Value::Float(value) => f64::from(*value),
        Value::Double(value) => *value,
        _ => return None,
    })
}

/// The number as a value of the same type: integers rounded, clamped to the type. What is no number leaves the value.
fn with_number(value: &Value, number: f64) -> Value {
    if number.is_nan() {
        return value.clone();
    }
    // A cast of a floating number to an integer clamps.
    let rounded = number.round();
    match value {
        Value::Boolean(_) => Value::Boolean(rounded >= 1.0),
        Value::Byte(_) => Value::Byte(rounded as i8),
        Value::Short(_) => Value::Short(rounded as i16),
        Value::Char(_) => Value::Char(rounded as u16),
        Value::Int(_) => Value::Int(rounded as i32),
        // Beyond 53 bits a `f64` would lose digits of a value that did not move.
        Value::Long(old) if *old as f64 == rounded => Value::Long(*old),
        Value::Long(_) => Value::Long(rounded as i64),
        Value::Float(_) => Value::Float(number.clamp(f64::from(f32::MIN), f64::from(f32::MAX)) as f32),
        Value::Double(_) => Value::Double(number.clamp(f64::MIN, f64::MAX)),
        other => other.clone(),
    }
}

#[cfg(test)]
mod tests;
