//! The part of the classes that one of several machines works on: the same on each, and of about the same size.

use std::cmp::Reverse;
use std::str::FromStr;

/// One of several parts, counted from 1: `2/3`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Which part.
    pub number: u32,
    /// How many parts there are.
    pub of: u32,
}

/// The text names no part.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no part: expected `K/N` with K from 1 to N, such as `2/3`")]
pub struct ShardError(String);

impl FromStr for Shard {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Self, ShardError> {
        let parts =
            text.split_once('/').and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
        match parts {
            Some((number, of)) if (1..=of).contains(&number) => Ok(Self { number, of }),
            _ => Err(ShardError(text.to_owned())),
        }
    }
}

impl Shard {
    /// Positions of the items of this part, in their order: the largest item goes first, to the part that has least so far. Equal
    /// items go by name, so that every machine comes to the same.
    pub fn positions<T>(
        self,
        items: &[T],
        size: impl Fn(&T) -> u64,
        name: impl Fn(&T) -> String,
    ) -> Vec<usize> {
        let mut order: Vec<usize> = (0..items.len()).collect();
        order.sort_by_cached_key(|position| (Reverse(size(&items[*position])), name(&items[*position])));
        let mut loads = vec![0_u64; self.of as usize];
        let mut own = Vec::new();
        for position in order {
            let Some((part, load)) = loads.iter_mut().enumerate().min_by_key(|(part, load)| (**load, *part))
            else {
                break;
            };
            *load += size(&items[position]).max(1);
            if part + 1 == self.number as usize {
                own.push(position);
            }
        }
        own.sort_unstable();
        own
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ITEMS: [(&str, u64); 6] = [("a", 10), ("b", 90), ("c", 50), ("d", 50), ("e", 0), ("f", 40)];

    fn part(number: u32, of: u32) -> Vec<usize> {
        Shard { number, of }.positions(&ITEMS, |item| item.1, |item| item.0.to_owned())
    }

    #[test]
    fn every_item_is_in_one_part_and_the_parts_are_of_about_one_size() {
        let parts = [part(1, 2), part(2, 2)];
        let mut all = parts.concat();
        all.sort_unstable();
        assert_eq!(all, [0, 1, 2, 3, 4, 5]);
        let size = |part: &Vec<usize>| part.iter().map(|position| ITEMS[*position].1).sum::<u64>();
        assert!(size(&parts[0]).abs_diff(size(&parts[1])) <= 20, "{parts:?}");
    }

    #[test]
    fn more_parts_than_items_leaves_some_empty() {
        assert_eq!((1..=9).map(|number| part(number, 9).len()).sum::<usize>(), 6);
    }

    #[test]
    fn part_is_read_as_typed() {
        assert_eq!("2/3".parse(), Ok(Shard { number: 2, of: 3 }));
        for wrong in ["0/3", "4/3", "2", "a/b", "1/0"] {
            assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
        }
    }
}
