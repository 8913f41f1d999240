//! Sets of characters, by ranges of UTF-16 code units.

use rand::Rng;

use crate::SearchRng;

/// Characters drawn where a class leaves the choice.
const PRINTABLE: std::ops::Range<u16> = 32..127;

/// A set of characters, or all but a set.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct CharClass {
    ranges: Vec<(u16, u16)>,
    negated: bool,
}

impl CharClass {
    /// Any character.
    pub(super) fn any() -> Self {
        Self { ranges: Vec::new(), negated: true }
    }

    /// A predefined class by the letter of its escape, `\d`, or its POSIX name, `\p{Alpha}`.
    pub(super) fn named(name: &str) -> Option<Self> {
        let ranges: &[(u8, u8)] = match name {
            "d" | "D" | "Digit" | "IsDigit" | "Nd" => &[(b'0', b'9')],
            "w" | "W" => &[(b'a', b'z'), (b'A', b'Z'), (b'0', b'9'), (b'_', b'_')],
            "s" | "S" | "Space" | "IsWhite_Space" => &[(b' ', b' '), (b'\t', b'\t'), (b'\n', b'\n')],
            "h" | "Blank" => &[(b' ', b' '), (b'\t', b'\t')],
            "Alpha" | "L" | "IsAlphabetic" | "IsL" => &[(b'a', b'z'), (b'A', b'Z')],
            "Alnum" => &[(b'a', b'z'), (b'A', b'Z'), (b'0', b'9')],
            "Upper" | "Lu" | "IsLu" => &[(b'A', b'Z')],
            "Lower" | "Ll" | "IsLl" => &[(b'a', b'z')],
            "Punct" | "P" => &[(b'!', b'/'), (b':', b'@'), (b'[', b'`'), (b'{', b'~')],
            "XDigit" => &[(b'0', b'9'), (b'a', b'f'), (b'A', b'F')],
            _ => return None,
        };
        let ranges = ranges.iter().map(|(low, high)| (u16::from(*low), u16::from(*high))).collect();
        Some(Self { ranges, negated: matches!(name, "D" | "W" | "S") })
    }

    pub(super) fn negate(&mut self) {
        self.negated = !self.negated;
    }

    /// Adds all characters from `low` to `high`; nothing if they are the wrong way round.
    pub(super) fn add_range(&mut self, low: u16, high: u16) {
        if low <= high {
            self.ranges.push((low, high));
        }
    }

    /// Adds another class; of a negated one its printable characters.
    pub(super) fn add(&mut self, other: &Self) {
        if other.negated {
            self.ranges.extend(PRINTABLE.filter(|unit| other.contains(*unit)).map(|unit| (unit, unit)));
        } else {
            self.ranges.extend(&other.ranges);
        }
    }

    fn contains(&self, unit: u16) -> bool {
        self.ranges.iter().any(|(low, high)| (*low..=*high).contains(&unit)) != self.negated
    }

    /// One of the characters; of a negated class a printable one. `None` if there is none.
    pub(super) fn draw(&self, rng: &mut SearchRng) -> Option<u16> {
        if self.negated {
            let allowed: Vec<u16> = PRINTABLE.filter(|unit| self.contains(*unit)).collect();
            return (!allowed.is_empty()).then(|| allowed[rng.random_range(0..allowed.len())]);
        }
        if self.ranges.is_empty() {
            return None;
        }
        let (low, high) = self.ranges[rng.random_range(0..self.ranges.len())];
        Some(rng.random_range(low..=high))
    }
}
