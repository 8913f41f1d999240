//! Changes of literals: numbers move by a Gaussian delta, get other bits or are redrawn; what happens to strings is in a file of its own.

use evoke_testcase::{TestCase, Value};
use rand::Rng;
use rand_distr::StandardNormal;

use super::text;
use crate::SearchRng;
use crate::generation::{TestFactory, number_type};

/// Most decimal digits to which a floating number is rounded.
const MAX_DIGITS: i32 = 7;

/// The changed literal of a test; `None` where there is nothing to change it to.
pub(super) fn change(
    value: &Value,
    test: &TestCase,
    factory: &TestFactory<'_>,
    rng: &mut SearchRng,
) -> Option<Value> {
    let deviation = factory.config.mutation.delta_deviation;
    if let Some(primitive) = number_type(value)
        && rng.random_bool(factory.config.mutation.redraw)
    {
        return Some(factory.literals().primitive(primitive, rng));
    }
    if let Some(masked) = masked(value, factory, rng) {
        return Some(masked);
    }
    Some(match value {
        Value::Boolean(value) => Value::Boolean(!value),
        Value::Byte(value) => Value::Byte(value.wrapping_add(delta(deviation, rng) as i8)),
        Value::Short(value) => Value::Short(value.wrapping_add(delta(deviation, rng) as i16)),
        Value::Char(value) => Value::Char(value.wrapping_add_signed(delta(deviation, rng) as i16)),
        Value::Int(value) => Value::Int(value.wrapping_add(delta(deviation, rng) as i32)),
        Value::Long(value) => Value::Long(value.wrapping_add(delta(deviation, rng))),
        Value::Float(value) => Value::Float(moved(f64::from(*value), deviation, rng) as f32),
        Value::Double(value) => Value::Double(moved(*value, deviation, rng)),
        Value::String(value) => Value::String(text::edited(value, test, factory, rng)),
        Value::Class(_) | Value::Null(_) => return None,
    })
}

/// A whole number with other bits.
fn masked(value: &Value, factory: &TestFactory<'_>, rng: &mut SearchRng) -> Option<Value> {
    let mut with_bits = |number: i64| factory.literals().masked(number, rng);
    Some(match value {
        Value::Byte(number) => Value::Byte(with_bits(i64::from(*number))? as i8),
        Value::Short(number) => Value::Short(with_bits(i64::from(*number))? as i16),
        Value::Int(number) => Value::Int(with_bits(i64::from(*number))? as i32),
        Value::Long(number) => Value::Long(with_bits(*number)?),
        _ => return None,
    })
}

/// A whole Gaussian step, never 0.
fn delta(deviation: f64, rng: &mut SearchRng) -> i64 {
    let step = rng.sample::<f64, _>(StandardNormal) * deviation;
    let away_from_zero = if step < 0.0 { step.floor() } else { step.ceil() };
    if away_from_zero == 0.0 { 1 } else { away_from_zero as i64 }
}

/// A large step, a step of about one, or fewer digits, with equal chances.
fn moved(value: f64, deviation: f64, rng: &mut SearchRng) -> f64 {
    match rng.random_range(0..3) {
        0 => value + rng.sample::<f64, _>(StandardNormal) * deviation,
        1 => value + rng.sample::<f64, _>(StandardNormal),
        _ => {
            let scale = 10_f64.powi(rng.random_range(0..=MAX_DIGITS));
            let rounded = (value * scale).round() / scale;
            if rounded.is_finite() { rounded } else { value }
        }
    }
}
