//! Inserts at random positions after the first; the `k`-th time with probability `0.5^k`.

use evoke_testcase::TestCase;
use rand::Rng;

use crate::SearchRng;
use crate::generation::TestFactory;

/// Says whether anything was inserted.
pub(in crate::operators) fn insert(
    test: &mut TestCase,
    last_throws: bool,
    factory: &TestFactory<'_>,
    rng: &mut SearchRng,
) -> bool {
    let base = factory.config.mutation.insertion_probability;
    let mut probability = if test.is_empty() { 1.0 } else { base };
    let mut inserted = false;
    while test.len() < factory.config.max_length && rng.random_bool(probability) {
        let end = test.len() - usize::from(last_throws && !test.is_empty());
        let position = rng.random_range(end.min(1)..=end);
        inserted |= factory.insert(test, position, rng);
        probability *= base;
    }
    inserted
}
