//! Random literals: from a pool of constants, special ones, or anything.

use evoke_analysis::Primitive;
use evoke_testcase::Value;
use rand::Rng;
use rand::seq::IteratorRandom as _;
use rand_distr::StandardNormal;

use super::pool::{Pool, ValueKind};
use super::pools::Pools;
use crate::{GenerationConfig, SearchRng};

const SPECIAL_INTEGERS: [i64; 8] = [0, 1, -1, 2, 3, 5, 10, 16];
const SPECIAL_FLOATS: [f64; 9] =
    [0.0, -0.0, 1.0, -1.0, 0.5, f64::NAN, f64::INFINITY, f64::NEG_INFINITY, f64::MAX];
const SPECIAL_CHARS: [u8; 6] = *b" 0aA-.";

/// Share of special integers that are the least or greatest of their type; more would mean many tests that fill the
/// memory or loop to the end of the range.
const EXTREME_PROBABILITY: f64 = 0.1;

/// Fractions are drawn with three digits: what a reader of the test can take in.
const FRACTION_STEP: f64 = 1e-3;

/// Share of characters from all of Unicode's first plane rather than printable ASCII.
const ANY_CHAR_PROBABILITY: f64 = 0.05;

/// Share of numbers from a pool that are moved by one, to either side of what they are compared with.
const NEIGHBOUR_PROBABILITY: f64 = 0.3;

/// Share of changes of an integer that change its bits, where the code asks for some.
const MASKED_PROBABILITY: f64 = 0.3;

/// Draws literals.
#[derive(Clone, Copy)]
pub(crate) struct Literals<'a> {
    pub(super) config: &'a GenerationConfig,
    pub(super) pools: Pools<'a>,
}

impl<'a> Literals<'a> {
    /// A literal of a primitive type.
    pub(crate) fn primitive(&self, primitive: Primitive, rng: &mut SearchRng) -> Value {
        match primitive {
            Primitive::Boolean => Value::Boolean(rng.random()),
            Primitive::Byte => Value::Byte(self.integer(i8::MIN.into(), i8::MAX.into(), rng) as i8),
            Primitive::Short => Value::Short(self.integer(i16::MIN.into(), i16::MAX.into(), rng) as i16),
            Primitive::Int => Value::Int(self.integer(i32::MIN.into(), i32::MAX.into(), rng) as i32),
            Primitive::Long => Value::Long(self.integer(i64::MIN, i64::MAX, rng)),
            Primitive::Char => Value::Char(self.char(rng)),
            Primitive::Float => Value::Float(self.floating(rng) as f32),
            Primitive::Double => Value::Double(self.floating(rng)),
        }
    }

    /// What is not special may lie outside the type; cast, it gives narrow types all their values.
    fn integer(&self, min: i64, max: i64, rng: &mut SearchRng) -> i64 {
        let pooled = self.pool(ValueKind::Integer, rng).and_then(|pool| pool.integer(rng));
        if let Some(value) = pooled.map(|value| value.saturating_add(neighbour(rng)))
            && (min..=max).contains(&value)
        {
            return value;
        }
        if !rng.random_bool(self.config.special_value) {
            self.gaussian(rng).round() as i64
        } else if rng.random_bool(EXTREME_PROBABILITY) {
            if rng.random() { min } else { max }
        } else {
            SPECIAL_INTEGERS[rng.random_range(0..SPECIAL_INTEGERS.len())]
        }
    }

    /// An integer with a bit set, turned or taken away that the code asks for, or with such alone; `None` where it asks for none, and often else.
    pub(crate) fn masked(&self, number: i64, rng: &mut SearchRng) -> Option<i64> {
        let mask = self.pools.mask(rng)?;
        if !rng.random_bool(MASKED_PROBABILITY) {
            return None;
        }
        let bits = (0..i64::BITS).map(|bit| 1_i64 << bit).filter(|bit| mask & bit != 0);
        let bit = bits.choose(rng)?;
        Some(match rng.random_range(0..4) {
            0 => number | bit,
            1 => number ^ bit,
            2 => number & !mask,
            _ => number & mask,
        })
    }

    fn floating(&self, rng: &mut SearchRng) -> f64 {
        if let Some(value) = self.pool(ValueKind::Floating, rng).and_then(|pool| pool.floating(rng)) {
            return value + neighbour(rng) as f64;
        }
        if rng.random_bool(self.config.special_value) {
            return SPECIAL_FLOATS[rng.random_range(0..SPECIAL_FLOATS.len())];
        }
        let number = self.gaussian(rng);
        if rng.random() { number.round() } else { (number / FRACTION_STEP).round() * FRACTION_STEP }
    }

    pub(crate) fn char(&self, rng: &mut SearchRng) -> u16 {
        if let Some(unit) = self.pool(ValueKind::Char, rng).and_then(|pool| pool.char(rng)) {
            return unit;
        }
        if rng.random_bool(self.config.special_value) {
            u16::from(SPECIAL_CHARS[rng.random_range(0..SPECIAL_CHARS.len())])
        } else if rng.random_bool(ANY_CHAR_PROBABILITY) {
            rng.random()
        } else {
            rng.random_range(32..127)
        }
    }

    /// The pool to draw a value of the kind from, or none.
    pub(super) fn pool(&self, kind: ValueKind, rng: &mut SearchRng) -> Option<&'a dyn Pool> {
        let probability = self.config.pool;
        if rng.random_bool(probability) { self.pools.choose(kind, rng) } else { None }
    }

    fn gaussian(&self, rng: &mut SearchRng) -> f64 {
        rng.sample::<f64, _>(StandardNormal) * self.config.number_deviation
    }
}

/// What to add to a number of a pool: mostly nothing, else one to either side.
fn neighbour(rng: &mut SearchRng) -> i64 {
    if !rng.random_bool(NEIGHBOUR_PROBABILITY) {
        0
    } else if rng.random() {
        1
    } else {
        -1
    }
}

/// The type of a number or character.
pub(crate) fn number_type(value: &Value) -> Option<Primitive> {
    Some(match value {
        Value::Byte(_) => Primitive::Byte,
        Value::Short(_) => Primitive::Short,
        Value::Char(_) => Primitive::Char,
        Value::Int(_) => Primitive::Int,
        Value::Long(_) => Primitive::Long,
        Value::Float(_) => Primitive::Float,
        Value::Double(_) => Primitive::Double,
        _ => return None,
    })
}
