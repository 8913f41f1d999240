//! The greedy set cover of tests: again and again the test with most of what is missing per statement, then the shorter, then the earlier.

use std::collections::{BTreeMap, BTreeSet};

/// A cover under way, of whatever tests have.
pub(crate) struct GreedyCover<'s, T> {
    /// What each test has.
    sets: Vec<&'s BTreeSet<T>>,
    lengths: Vec<usize>,
    /// The tests that have a thing.
    holders: BTreeMap<&'s T, Vec<usize>>,
    missing: BTreeSet<T>,
    /// By test: how much of what is missing it has.
    gains: Vec<usize>,
}

impl<'s, T: Ord + Copy> GreedyCover<'s, T> {
    /// A cover of what is missing by tests of these lengths, at least 1 each.
    pub(crate) fn new(sets: Vec<&'s BTreeSet<T>>, lengths: Vec<usize>, missing: BTreeSet<T>) -> Self {
        let mut holders: BTreeMap<&T, Vec<usize>> = BTreeMap::new();
        let mut gains = vec![0; sets.len()];
        for (position, set) in sets.iter().enumerate() {
            for thing in set.iter().filter(|thing| missing.contains(thing)) {
                holders.entry(thing).or_default().push(position);
                gains[position] += 1;
            }
        }
        Self { sets, lengths, holders, missing, gains }
    }

    /// The next test, with what of it was missing, ascending; `None` once no test has any of what is.
    pub(crate) fn take(&mut self) -> Option<(usize, Vec<T>)> {
        let best = (0..self.gains.len()).reduce(|best, position| {
            let value = self.gains[position] * self.lengths[best];
            let best_value = self.gains[best] * self.lengths[position];
            let is_better =
                value > best_value || value == best_value && self.lengths[position] < self.lengths[best];
            if is_better { position } else { best }
        });
        let best = best.filter(|best| self.gains[*best] > 0)?;
        let set = self.sets[best];
        let new: Vec<T> = set.iter().filter(|thing| self.missing.contains(thing)).copied().collect();
        for thing in &new {
            self.missing.remove(thing);
            for holder in self.holders.get(thing).into_iter().flatten() {
                self.gains[*holder] -= 1;
            }
        }
        Some((best, new))
    }

    /// What no test has that was taken.
    pub(crate) fn into_missing(self) -> BTreeSet<T> {
        self.missing
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cover(sets: &[&[u32]], lengths: &[usize], missing: &[u32]) -> (Vec<(usize, Vec<u32>)>, Vec<u32>) {
        let sets: Vec<BTreeSet<u32>> = sets.iter().map(|set| set.iter().copied().collect()).collect();
        let missing = missing.iter().copied().collect();
        let mut cover = GreedyCover::new(sets.iter().collect(), lengths.to_vec(), missing);
        let taken = std::iter::from_fn(|| cover.take()).collect();
        (taken, cover.into_missing().into_iter().collect())
    }

    #[test]
    fn test_with_most_new_per_statement_comes_first_and_others_give_what_is_left() {
        let (taken, missing) = cover(&[&[1, 2, 3], &[1, 2], &[3, 4]], &[9, 2, 3], &[1, 2, 3, 4, 5]);
        assert_eq!(taken, [(1, vec![1, 2]), (2, vec![3, 4])]);
        assert_eq!(missing, [5]);
    }

    #[test]
    fn of_equal_tests_the_shorter_is_taken_and_then_the_earlier() {
        assert_eq!(cover(&[&[1, 2], &[1], &[1]], &[2, 1, 1], &[1]).0, [(1, vec![1])]);
        assert_eq!(cover(&[&[1, 2], &[1], &[1]], &[2, 1, 1], &[1, 2]).0, [(1, vec![1]), (0, vec![2])]);
    }
}
