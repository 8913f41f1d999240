//! The alternating variable method (Korel, 1990) on the literals of a test: one after the other is moved by a small step to
//! either side and, as long as that helps, by twice the step again. Strings lose, change and get characters, and the
//! characters move as numbers do (Fraser, Arcuri and `McMinn`, 2015). So do the lengths of arrays.
//!
//! It goes downhill only, so it is of use where a fitness has a slope, and ends where nothing helps.

use std::sync::Arc;

use evoke_testcase::{JavaString, Statement, TestCase, Value};

use crate::array_length::resize_one;
use crate::generation::MAX_ARRAY_LENGTH;

/// Decimal digits to which floating numbers are searched.
const DIGITS: i32 = 7;

/// Longest string that is searched character by character.
const MAX_STRING_LENGTH: usize = 40;

/// What a new character starts from.
const NEW_CHAR: u16 = b'a' as u16;

/// A test and its fitness.
#[derive(Clone, Debug)]
pub(crate) struct RatedTest {
    pub(crate) test: Arc<TestCase>,
    pub(crate) fitness: f64,
}

/// Runs a test; `None` once no more may be run. What cannot be run to its end is infinitely far. The test of the result may
/// be shorter than what was given.
pub(crate) type Evaluate<'e> = dyn FnMut(TestCase) -> Option<RatedTest> + 'e;

/// The best test found from `start` downhill, which is `start` itself if nothing helped.
pub(crate) fn climb(start: RatedTest, evaluate: &mut Evaluate<'_>) -> RatedTest {
    let mut climb = Climb { best: start, evaluate, is_over: false };
    loop {
        let before = climb.best.fitness;
        // Literals of the last calls first: what a test was kept for is mostly at its end.
        for position in (0..climb.best.test.len()).rev() {
            climb.improve_statement(position);
            if climb.is_over || climb.best.fitness == 0.0 {
                return climb.best;
            }
        }
        if climb.best.fitness >= before {
            return climb.best;
        }
    }
}

struct Climb<'c, 'e> {
    best: RatedTest,
    evaluate: &'c mut Evaluate<'e>,
    is_over: bool,
}

impl Climb<'_, '_> {
    fn literal(&self, position: usize) -> Option<&Value> {
        match self.best.test.statements().get(position)? {
            Statement::Value(value) => Some(value),
            _ => None,
        }
    }

    /// Whether the best test with another literal is better; it then takes its place.
    fn try_literal(&mut self, position: usize, value: Value) -> bool {
        self.try_edit(|test| test.replace(position, Statement::Value(value)))
    }

    /// Whether the best test is better when it is edited so; it then takes its place.
    fn try_edit(&mut self, edit: impl FnOnce(&mut TestCase)) -> bool {
        if self.is_over || self.best.fitness == 0.0 {
            return false;
        }
        let mut test = TestCase::clone(&self.best.test);
        edit(&mut test);
        let Some(tried) = (self.evaluate)(test) else {
            self.is_over = true;
            return false;
        };
        let is_better = tried.fitness < self.best.fitness;
        if is_better {
            self.best = tried;
        }
        is_better
    }

    fn improve_statement(&mut self, position: usize) {
        if let Some(Statement::NewArray { .. }) = self.best.test.statements().get(position) {
            self.improve_length(position);
        }
        match self.literal(position) {
            Some(Value::Boolean(value)) => {
                let negated = Value::Boolean(!value);
                self.try_literal(position, negated);
            }
            Some(Value::Float(_) | Value::Double(_)) => {
                for digits in 0..=DIGITS {
                    self.improve_number(position, 10_f64.powi(-digits), moved_floating);
                }
            }
            Some(Value::String(_)) => self.improve_string(position),
            Some(_) => self.improve_number(position, 1.0, moved_integer),
            None => {}
        }
    }

    /// Steps to either side that double while they help, until not even the smallest one does.
    fn improve_number(
        &mut self,
        position: usize,
        smallest: f64,
        moved: impl Fn(&Value, f64) -> Option<Value>,
    ) {
        let mut improved = true;
        while improved {
            improved = false;
            for direction in [1.0, -1.0] {
                let mut step = smallest * direction;
                while let Some(next) = self.literal(position).and_then(|value| moved(value, step)) {
                    if !self.try_literal(position, next) {
                        break;
                    }
                    improved = true;
                    step *= 2.0;
                }
            }
        }
    }

    /// Steps as for a number.
    fn improve_length(&mut self, position: usize) {
        let mut improved = true;
        while improved {
            improved = false;
            for direction in [1_i64, -1] {
                let mut step = direction;
                while let Some(Statement::NewArray { length, .. }) = self.best.test.statements().get(position)
                    && let Ok(next) = u32::try_from(i64::from(*length) + step)
                    && next <= MAX_ARRAY_LENGTH
                    && self.try_edit(|test| resize_one(test, position, next))
                {
                    improved = true;
                    step *= 2;
                }
            }
        }
    }

    fn improve_string(&mut self, position: usize) {
        self.remove_characters(position);
        let length = self.units(position).map_or(0, |units| units.len());
        for index in 0..length.min(MAX_STRING_LENGTH) {
            self.improve_number(position, 1.0, |value, step| moved_character(value, index, step));
        }
        self.append_characters(position);
    }

    fn units(&self, position: usize) -> Option<Vec<u16>> {
        match self.literal(position)? {
            Value::String(string) => Some(string.units().to_vec()),
            _ => None,
        }
    }

    fn remove_characters(&mut self, position: usize) {
        let Some(units) = self.units(position) else { return };
        for index in (0..units.len().min(MAX_STRING_LENGTH)).rev() {
            let Some(mut units) = self.units(position).filter(|units| index < units.len()) else { return };
            units.remove(index);
            self.try_literal(position, string(&units));
        }
    }

    /// Appends characters as long as that helps, each moved to where it helps most.
    fn append_characters(&mut self, position: usize) {
        while let Some(mut units) = self.units(position).filter(|units| units.len() < MAX_STRING_LENGTH) {
            let index = units.len();
            units.push(NEW_CHAR);
            if !self.try_literal(position, string(&units)) {
                return;
            }
            self.improve_number(position, 1.0, |value, step| moved_character(value, index, step));
        }
    }
}

fn string(units: &[u16]) -> Value {
    Value::String(JavaString::from_units(units))
}

/// The literal moved by whole steps; `None` outside its type.
fn moved_integer(value: &Value, step: f64) -> Option<Value> {
    let step = step as i64;
    Some(match value {
        Value::Byte(value) => Value::Byte(i64::from(*value).checked_add(step)?.try_into().ok()?),
        Value::Short(value) => Value::Short(i64::from(*value).checked_add(step)?.try_into().ok()?),
        Value::Char(value) => Value::Char(i64::from(*value).checked_add(step)?.try_into().ok()?),
        Value::Int(value) => Value::Int(i64::from(*value).checked_add(step)?.try_into().ok()?),
        Value::Long(value) => Value::Long(value.checked_add(step)?),
        _ => return None,
    })
}

/// The literal moved; `None` where that changes nothing or it is no number any more.
fn moved_floating(value: &Value, step: f64) -> Option<Value> {
    let is_new = |old: f64, new: f64| new.is_finite() && new != old;
    match value {
        Value::Float(old) => {
            let new = (f64::from(*old) + step) as f32;
            is_new(f64::from(*old), f64::from(new)).then_some(Value::Float(new))
        }
        Value::Double(old) => is_new(*old, old + step).then(|| Value::Double(old + step)),
        _ => None,
    }
}

fn moved_character(value: &Value, index: usize, step: f64) -> Option<Value> {
    let Value::String(old) = value else { return None };
    let mut units = old.units().to_vec();
    let unit = units.get_mut(index)?;
    *unit = u16::try_from(i64::from(*unit).checked_add(step as i64)?).ok()?;
    Some(string(&units))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn test_of(value: Value) -> TestCase {
        TestCase::new(vec![Statement::Value(value)])
    }

    /// Climbs from one literal; gives the literal reached and how many tests that took.
    fn climbed(start: Value, distance: impl Fn(&Value) -> f64) -> (Value, usize) {
        let measure = |test: &TestCase| match &test.statements()[0] {
            Statement::Value(value) => distance(value),
            _ => unreachable!("a literal stays one"),
        };
        let mut n_tests = 0;
        let test = test_of(start);
        let start = RatedTest { fitness: measure(&test), test: Arc::new(test) };
        let best = climb(start, &mut |test| {
            n_tests += 1;
            Some(RatedTest { fitness: measure(&test), test: Arc::new(test) })
        });
        match &best.test.statements()[0] {
            Statement::Value(value) => (value.clone(), n_tests),
            _ => unreachable!("a literal stays one"),
        }
    }

    #[test]
    fn equality_of_integers_takes_a_logarithmic_number_of_tests() {
        let far = 1_234_567_890_i32;
        let (found, n_tests) = climbed(Value::Int(0), |value| match value {
            Value::Int(value) => f64::from(far.abs_diff(*value)),
            _ => f64::INFINITY,
        });
        assert_eq!(found, Value::Int(far));
        assert!(n_tests < 500, "{n_tests}: the square of the number of bits at most");
    }

    #[test]
    fn fractions_are_found_digit_by_digit() {
        let (found, n_tests) = climbed(Value::Double(0.0), |value| match value {
            Value::Double(value) if (value - 12.345).abs() < 1e-6 => 0.0,
            Value::Double(value) => (value - 12.345).abs(),
            _ => f64::INFINITY,
        });
        assert!(matches!(found, Value::Double(value) if (value - 12.345).abs() < 1e-6), "{found:?}");
        assert!(n_tests < 300, "{n_tests}");
    }

    #[test]
    fn strings_lose_change_and_get_characters() {
        let wanted: Vec<u16> = "GMT+1".encode_utf16().collect();
        let distance = |value: &Value| {
            let Value::String(string) = value else { return f64::INFINITY };
            let aligned = string.units().iter().zip(&wanted);
            let differences: f64 = aligned.map(|(one, other)| f64::from(one.abs_diff(*other))).sum();
            differences + 128.0 * string.len().abs_diff(wanted.len()) as f64
        };
        for start in ["", "zz", "a long string"] {
            let (found, _) = climbed(Value::String(JavaString::from(start)), distance);
            assert_eq!(found, Value::String(JavaString::from_units(&wanted)));
        }
    }

    #[test]
    fn climbing_ends_with_the_budget_and_keeps_the_best() {
        let test = test_of(Value::Int(0));
        let mut left = 10;
        let best = climb(RatedTest { test: Arc::new(test), fitness: 1e9 }, &mut |test| {
            left -= 1;
            let Statement::Value(Value::Int(value)) = test.statements()[0] else { return None };
            (left >= 0).then(|| RatedTest { fitness: 1e9 - f64::from(value), test: Arc::new(test) })
        });
        assert_eq!(best.test.statements()[0], Statement::Value(Value::Int(1023)));
    }
    #[test]
    fn array_gets_the_length_that_helps() {
        let array = |length| Statement::NewArray { array_type: evoke_analysis::TypeId(0), length };
        let length = |test: &TestCase| match &test.statements()[0] {
            Statement::NewArray { length, .. } => *length,
            _ => unreachable!("an array stays one"),
        };
        let test = TestCase::new(vec![array(3)]);
        let start = RatedTest { fitness: 51.0 - 3.0, test: Arc::new(test) };
        let best = climb(start, &mut |test| {
            let fitness = f64::from(51_u32.saturating_sub(length(&test)));
            Some(RatedTest { fitness, test: Arc::new(test) })
        });
        assert!((51..=MAX_ARRAY_LENGTH).contains(&length(&best.test)), "{:?}", best.test);
    }
}
