//! The dynamic pool: operands that comparisons had at run time, the most recent ones.

use std::cell::RefCell;
use std::collections::VecDeque;

use evoke_testcase::{JavaString, OperandValue};
use rand::Rng;

use super::pools::Pool;
use super::regular_expression::RegularExpression;
use crate::SearchRng;

/// The most recent operands of each kind, each once. Shared with the operators that draw while tests run, therefore behind cells.
pub(super) struct DynamicPool {
    capacity: usize,
    integers: RefCell<VecDeque<i64>>,
    floats: RefCell<VecDeque<f64>>,
    strings: RefCell<VecDeque<JavaString>>,
    patterns: RefCell<VecDeque<RegularExpression>>,
}

/// Longer strings are not kept: tests should not hold them.
const MAX_STRING_LENGTH: usize = 100;

impl DynamicPool {
    pub(super) fn new(capacity: usize) -> Self {
        Self {
            capacity,
            integers: RefCell::default(),
            floats: RefCell::default(),
            strings: RefCell::default(),
            patterns: RefCell::default(),
        }
    }

    /// Notes an operand as the most recent one of its kind; the oldest goes if there are too many.
    pub(super) fn note(&self, operand: &OperandValue) {
        match operand {
            OperandValue::Int(value) => self.insert(&self.integers, i64::from(*value)),
            OperandValue::Long(value) => self.insert(&self.integers, *value),
            OperandValue::Double(value) if !value.is_nan() => self.insert(&self.floats, *value),
            OperandValue::String(value) if value.len() <= MAX_STRING_LENGTH => {
                self.insert(&self.strings, value.clone());
            }
            OperandValue::Pattern(pattern) => {
                if let Some(pattern) = RegularExpression::parse(pattern.units()) {
                    self.insert(&self.patterns, pattern);
                }
            }
            OperandValue::Double(_) | OperandValue::String(_) => {}
        }
    }

    fn insert<T: PartialEq>(&self, values: &RefCell<VecDeque<T>>, value: T) {
        let mut values = values.borrow_mut();
        values.retain(|other| *other != value);
        values.push_front(value);
        values.truncate(self.capacity);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.integers.borrow().is_empty()
            && self.floats.borrow().is_empty()
            && self.strings.borrow().is_empty()
            && self.patterns.borrow().is_empty()
    }
}

impl Pool for DynamicPool {
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
        draw(&self.integers, rng).and_then(|value| u16::try_from(value).ok())
    }

    fn string(&self, rng: &mut SearchRng) -> Option<JavaString> {
        let n_strings = self.strings.borrow().len();
        let n_patterns = self.patterns.borrow().len();
        let drawn = rng.random_range(0..(n_strings + n_patterns).max(1));
        if drawn < n_strings {
            return self.strings.borrow().get(drawn).cloned();
        }
        self.patterns.borrow().get(drawn - n_strings).map(|pattern| pattern.draw(rng))
    }
}

fn draw<T: Clone>(values: &RefCell<VecDeque<T>>, rng: &mut SearchRng) -> Option<T> {
    let values = values.borrow();
    if values.is_empty() { None } else { values.get(rng.random_range(0..values.len())).cloned() }
}
