//! Random strings: special ones, any characters, or out of a pool. From there they come as they are, or made of what is there, since programs also look for parts of strings and read
//! them piece by piece.

use evoke_testcase::JavaString;
use rand::Rng;

use super::literals::Literals;
use super::pool::Pool;
use super::{format_pieces, numeric_strings};
use crate::SearchRng;

/// Longest string that is put together from characters.
const MAX_CHARS: usize = 8;

const SPECIAL_STRINGS: [&str; 6] = ["", " ", "a", "0", "1", "-1"];

impl Literals<'_> {
    /// A string of any kind.
    pub(crate) fn string(&self, rng: &mut SearchRng) -> JavaString {
        if let Some(pool) = self.pool(rng) {
            return pooled(pool, self, rng);
        }
        if rng.random_bool(self.config.special_value) {
            return JavaString::from(SPECIAL_STRINGS[rng.random_range(0..SPECIAL_STRINGS.len())]);
        }
        let length = rng.random_range(0..=self.config.max_string_length);
        let units: Vec<u16> = (0..length).map(|_| self.char(rng)).collect();
        JavaString::from_units(&units)
    }
}

/// A string from the pool or made of what is in it; `values` gives what else is needed.
fn pooled(pool: &dyn Pool, values: &Literals<'_>, rng: &mut SearchRng) -> JavaString {
    let choice = rng.random_range(0..20);
    if choice < 3 {
        return numeric_strings::draw(rng);
    }
    if choice < 6 {
        return of_chars(pool, values, rng);
    }
    let Some(string) = pool.string(rng) else { return of_chars(pool, values, rng) };
    match choice {
        6..14 => string,
        14 => concatenated(&string, pool.string(rng).as_ref()),
        15 => part(&string, rng),
        16 => with_char(&string, values.char(rng), rng),
        17 => concatenated(&string, Some(&numeric_strings::draw(rng))),
        18 => format_pieces::filled_in(&string, rng),
        _ => format_pieces::edited(&string, rng),
    }
}

/// Characters of the pool, and some others.
fn of_chars(pool: &dyn Pool, values: &Literals<'_>, rng: &mut SearchRng) -> JavaString {
    let length = rng.random_range(1..=MAX_CHARS);
    let units: Vec<u16> = (0..length).map(|_| pool.char(rng).unwrap_or_else(|| values.char(rng))).collect();
    JavaString::from_units(&units)
}

fn concatenated(first: &JavaString, second: Option<&JavaString>) -> JavaString {
    let second = second.map_or(&[][..], JavaString::units);
    JavaString::from_units(&[first.units(), second].concat())
}

/// A prefix or a suffix.
fn part(string: &JavaString, rng: &mut SearchRng) -> JavaString {
    let (before, after) = string.units().split_at(rng.random_range(0..=string.len()));
    JavaString::from_units(if rng.random() { before } else { after })
}

/// A character put somewhere, mostly at an end.
fn with_char(string: &JavaString, unit: u16, rng: &mut SearchRng) -> JavaString {
    let position = match rng.random_range(0..3) {
        0 => 0,
        1 => string.len(),
        _ => rng.random_range(0..=string.len()),
    };
    let mut units = string.units().to_vec();
    units.insert(position, unit);
    JavaString::from_units(&units)
}
