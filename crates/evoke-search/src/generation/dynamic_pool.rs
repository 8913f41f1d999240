//! The dynamic pool: operands that comparisons had at run time, the most recent ones.

use std::collections::VecDeque;

use evoke_testcase::{JavaString, OperandValue};
use rand::Rng;

use super::pool::{Pool, ValueKind};
use super::regular_expression::RegularExpression;
use crate::SearchRng;

/// The most recent operands of each kind, each once.
pub(crate) struct DynamicPool {
    capacity: usize,
    integers: VecDeque<i64>,
    floats: VecDeque<f64>,
    strings: VecDeque<JavaString>,
    patterns: VecDeque<RegularExpression>,
}

/// Longer strings are not kept: tests should not hold them.
const MAX_STRING_LENGTH: usize = 100;

/// Integers below the blank are counts more often than characters, but for these.
const LINE_ENDS_AND_TAB: [u16; 3] = [9, 10, 13];

impl DynamicPool {
    pub(super) fn new(capacity: usize) -> Self {
        Self {
            capacity,
            integers: VecDeque::default(),
            floats: VecDeque::default(),
            strings: VecDeque::default(),
            patterns: VecDeque::default(),
        }
    }

    /// Notes an operand as the most recent one of its kind; the oldest goes if there are too many.
    pub(crate) fn note(&mut self, operand: &OperandValue) {
        match operand {
            OperandValue::Int(value) => insert(&mut self.integers, self.capacity, i64::from(*value)),
            OperandValue::Long(value) => insert(&mut self.integers, self.capacity, *value),
            OperandValue::Double(value) if !value.is_nan() => insert(&mut self.floats, self.capacity, *value),
            OperandValue::String(value) if value.len() <= MAX_STRING_LENGTH => {
                insert(&mut self.strings, self.capacity, value.clone());
            }
            OperandValue::Pattern(pattern) => {
                if let Some(pattern) = RegularExpression::parse(pattern.units()) {
                    insert(&mut self.patterns, self.capacity, pattern);
                }
            }
            OperandValue::Double(_) | OperandValue::String(_) => {}
        }
    }
}

impl Pool for DynamicPool {
    fn has(&self, kind: ValueKind) -> bool {
        match kind {
            ValueKind::Integer | ValueKind::Char => !self.integers.is_empty(),
            ValueKind::Floating => !self.integers.is_empty() || !self.floats.is_empty(),
            ValueKind::String => !self.strings.is_empty() || !self.patterns.is_empty(),
        }
    }

    fn integer(&self, rng: &mut SearchRng) -> Option<i64> {
        draw(&self.integers, rng)
    }

    fn floating(&self, rng: &mut SearchRng) -> Option<f64> {
        if rng.random() {
            draw(&self.floats, rng)
        } else {
            draw(&self.integers, rng).map(|value| value as f64)
        }
    }

    fn char(&self, rng: &mut SearchRng) -> Option<u16> {
        let drawn = draw(&self.integers, rng).and_then(|value| u16::try_from(value).ok());
        drawn.filter(|unit| *unit >= u16::from(b' ') || LINE_ENDS_AND_TAB.contains(unit))
    }

    fn string(&self, rng: &mut SearchRng) -> Option<JavaString> {
        let n_strings = self.strings.len();
        let n_patterns = self.patterns.len();
        let drawn = rng.random_range(0..(n_strings + n_patterns).max(1));
        if drawn < n_strings {
            return self.strings.get(drawn).cloned();
        }
        self.patterns.get(drawn - n_strings).map(|pattern| pattern.draw(rng))
    }
}

/// Puts a value first, whether it was there or not.
fn insert<T: PartialEq>(values: &mut VecDeque<T>, capacity: usize, value: T) {
    values.retain(|other| *other != value);
    values.push_front(value);
    values.truncate(capacity);
}

fn draw<T: Clone>(values: &VecDeque<T>, rng: &mut SearchRng) -> Option<T> {
    if values.is_empty() { None } else { values.get(rng.random_range(0..values.len())).cloned() }
}
