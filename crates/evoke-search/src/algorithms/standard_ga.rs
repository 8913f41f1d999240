//! The standard genetic algorithm over suites with an archive (Campos et al., 2018): children take their parents' place
//! whatever their fitness, unless they are too long. Only the best suite of a generation is safe.

use super::generational::Replacement;
use super::suite::Suite;

/// The rule that tells it from its variants.
pub(super) const REPLACEMENT: Replacement = survivors;

fn survivors(parents: [&Suite; 2], children: [Suite; 2], max_length: usize) -> Vec<Suite> {
    let fitting =
        |(child, parent): (Suite, &Suite)| if child.len() <= max_length { child } else { parent.clone() };
    children.into_iter().zip(parents).map(fitting).collect()
}

#[cfg(test)]
mod tests {
    use super::super::suite::suite_of_length as suite;
    use super::*;

    #[test]
    fn children_replace_their_parents_even_if_worse() {
        let (good, bad) = (|| Suite { fitness: 1.0, ..suite(3) }, || Suite { fitness: 9.0, ..suite(3) });
        let kept = survivors([&good(), &good()], [bad(), bad()], 100);
        assert!(kept.len() == 2 && kept.iter().all(|suite| suite.fitness == 9.0));
    }

    #[test]
    fn child_that_is_too_long_gives_way_to_its_parent() {
        let kept = survivors([&suite(3), &suite(4)], [suite(11), suite(10)], 10);
        let lengths: Vec<usize> = kept.iter().map(Suite::len).collect();
        assert_eq!(lengths, [3, 10]);
    }
}
