//! The constants of class files as data: each value once, with how often it occurs.

use std::collections::BTreeMap;

/// Constants by type, each once and in ascending order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ClassConstants {
    /// Of type `int` and `long`, and keys of switches.
    pub integers: Vec<Occurring<i64>>,
    /// Those integers of which code asks a number for its bits (`flags & 512`), but for such as cut out whole bytes; among the integers too.
    pub masks: Vec<Occurring<i64>>,
    /// Of type `float` and `double`.
    pub floats: Vec<Occurring<f64>>,
    /// Integers that are compared with a `char` or handed on as one.
    pub chars: Vec<Occurring<u16>>,
    /// Strings, as UTF-16.
    pub strings: Vec<Occurring<Vec<u16>>>,
    /// Strings that are compiled to regular expressions; not among the other strings.
    pub patterns: Vec<Occurring<Vec<u16>>>,
    /// Class literals by binary name.
    pub class_names: Vec<Occurring<String>>,
}

/// A constant and how often it occurs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Occurring<T> {
    /// The constant.
    pub value: T,
    /// How often it occurs, at least 1.
    pub count: u32,
}

impl ClassConstants {
    /// Whether there are none of any type.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Those that are not among others.
    pub(super) fn without(mut self, others: &Self) -> Self {
        self.integers.retain(|it| !has(&others.integers, &it.value));
        self.masks.retain(|it| !has(&others.masks, &it.value));
        self.floats
            .retain(|it| !others.floats.iter().any(|other| other.value.to_bits() == it.value.to_bits()));
        self.chars.retain(|it| !has(&others.chars, &it.value));
        self.strings.retain(|it| !has(&others.strings, &it.value));
        self.patterns.retain(|it| !has(&others.patterns, &it.value));
        self.class_names.retain(|it| !has(&others.class_names, &it.value));
        self
    }

    /// Adds the regular expressions of others that are not there yet.
    pub(super) fn add_patterns(&mut self, others: Self) {
        for pattern in others.patterns {
            if let Err(position) = self.patterns.binary_search_by(|known| known.value.cmp(&pattern.value)) {
                self.patterns.insert(position, pattern);
            }
        }
    }

    /// Adds strings that are not there yet.
    pub fn add_texts<'t>(&mut self, texts: impl Iterator<Item = &'t str>) {
        for text in texts {
            let value: Vec<u16> = text.encode_utf16().collect();
            if let Err(position) = self.strings.binary_search_by(|known| known.value.cmp(&value)) {
                self.strings.insert(position, Occurring { value, count: 1 });
            }
        }
    }
}

fn has<T: Ord>(sorted: &[Occurring<T>], value: &T) -> bool {
    sorted.binary_search_by(|known| known.value.cmp(value)).is_ok()
}

/// Counted values as a list.
pub(super) fn occurring<K, T>(counts: BTreeMap<K, u32>, value: impl Fn(K) -> T) -> Vec<Occurring<T>> {
    counts.into_iter().map(|(key, count)| Occurring { value: value(key), count }).collect()
}
