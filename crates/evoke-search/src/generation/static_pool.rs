//! The static pool: constants that a class is written with, as values to draw.

use evoke_analysis::ClassConstants;
use evoke_testcase::JavaString;
use rand::Rng;

use super::pool::{Pool, ValueKind};
use super::regular_expression::RegularExpression;
use super::weighted::Weighted;
use crate::SearchRng;

/// Constants of one or several classes.
pub(super) struct StaticPool {
    integers: Weighted<i64>,
    masks: Weighted<i64>,
    floats: Weighted<f64>,
    chars: Weighted<u16>,
    strings: Weighted<JavaString>,
    patterns: Weighted<RegularExpression>,
    class_names: Weighted<JavaString>,
}

/// Share of strings from a pool that match one of its regular expressions, where it has any.
const PATTERN_PROBABILITY: f64 = 0.3;

/// Share of strings from a pool that are names of classes, where it has any.
const CLASS_NAME_PROBABILITY: f64 = 0.05;

impl StaticPool {
    pub(super) fn new(constants: &ClassConstants) -> Self {
        let mut patterns = constants.patterns.clone();
        patterns.retain(|pattern| RegularExpression::parse(&pattern.value).is_some());
        Self {
            integers: Weighted::of(&constants.integers, |value| *value),
            masks: Weighted::of(&constants.masks, |value| *value),
            floats: Weighted::of(&constants.floats, |value| *value),
            chars: Weighted::of(&constants.chars, |unit| *unit),
            strings: Weighted::of(&constants.strings, |units| JavaString::from_units(units)),
            patterns: Weighted::of(&patterns, |units| RegularExpression::parse(units).unwrap_or_default()),
            class_names: Weighted::of(&constants.class_names, |name| JavaString::from(name.as_str())),
        }
    }

    /// What bits of a number are taken by; `None` if none are.
    pub(super) fn mask(&self, rng: &mut SearchRng) -> Option<i64> {
        self.masks.draw(rng).copied()
    }
}

impl Pool for StaticPool {
    fn has(&self, kind: ValueKind) -> bool {
        match kind {
            ValueKind::Integer => !self.integers.is_empty() || !self.chars.is_empty(),
            ValueKind::Floating => !self.integers.is_empty() || !self.floats.is_empty(),
            ValueKind::Char => !self.chars.is_empty(),
            ValueKind::String => !self.strings.is_empty() || !self.patterns.is_empty(),
        }
    }

    /// An integer; what is compared as a character may be asked for as a number, too.
    fn integer(&self, rng: &mut SearchRng) -> Option<i64> {
        if self.integers.is_empty() {
            return self.chars.draw(rng).map(|unit| i64::from(*unit));
        }
        self.integers.draw(rng).copied()
    }

    /// A floating number, or an integer as one.
    fn floating(&self, rng: &mut SearchRng) -> Option<f64> {
        if self.integers.is_empty() || !self.floats.is_empty() && rng.random() {
            return self.floats.draw(rng).copied();
        }
        self.integers.draw(rng).map(|value| *value as f64)
    }

    /// A character: compared as one, or an integer that may be one, or out of a string.
    fn char(&self, rng: &mut SearchRng) -> Option<u16> {
        if !self.chars.is_empty() && rng.random_bool(0.75) {
            return self.chars.draw(rng).copied();
        }
        if rng.random() {
            let integer = self.integers.draw(rng).and_then(|value| u16::try_from(*value).ok());
            return integer.filter(|unit| *unit >= u16::from(b' '));
        }
        let string = self.strings.draw(rng)?;
        (!string.is_empty()).then(|| string.units()[rng.random_range(0..string.len())])
    }

    /// A string as it stands in the code, the name of a class, or one that matches a regular expression.
    fn string(&self, rng: &mut SearchRng) -> Option<JavaString> {
        if !self.class_names.is_empty() && rng.random_bool(CLASS_NAME_PROBABILITY) {
            return self.class_names.draw(rng).cloned();
        }
        if !self.patterns.is_empty() && (self.strings.is_empty() || rng.random_bool(PATTERN_PROBABILITY)) {
            return self.patterns.draw(rng).map(|pattern| pattern.draw(rng));
        }
        self.strings.draw(rng).cloned()
    }
}
