//! Whole test suite generation (Fraser and Arcuri, QSIC 2011, Algorithm 1): a genetic algorithm over suites that aims at
//! all goals at once. Offspring take their parents' place only if they are better, or as good and not longer, and never
//! where they are more than twice as long as the best suite.
//!
//! With an archive (Rojas et al., 2017) covered goals leave the fitness and their tests are kept apart.

use super::generational::Replacement;
use super::suite::Suite;

/// The rule that tells it from its variants.
pub(super) const REPLACEMENT: Replacement = survivors;

/// The children, each unless it is too long, if they are not worse than their parents; else the parents.
fn survivors(parents: [&Suite; 2], children: [Suite; 2], max_length: usize) -> Vec<Suite> {
    let best = |fitness: [f64; 2]| fitness[0].min(fitness[1]);
    let parent_fitness = best(parents.map(|suite| suite.fitness));
    let child_fitness = best([children[0].fitness, children[1].fitness]);
    let parent_length = parents[0].len() + parents[1].len();
    let child_length = children[0].len() + children[1].len();
    let children_win =
        child_fitness < parent_fitness || (child_fitness == parent_fitness && child_length <= parent_length);
    let [child, other] = children;
    let choose = |child: Suite, parent: &Suite| {
        if children_win && child.len() <= max_length { child } else { parent.clone() }
    };
    vec![choose(child, parents[0]), choose(other, parents[1])]
}

#[cfg(test)]
mod tests {
    use super::super::suite::suite_of_length;
    use super::*;

    fn suite(fitness: f64, length: usize) -> Suite {
        Suite { fitness, ..suite_of_length(length) }
    }

    fn fitness_of(suites: &[Suite]) -> Vec<f64> {
        suites.iter().map(|suite| suite.fitness).collect()
    }

    #[test]
    fn better_children_replace_their_parents_even_if_longer() {
        let parents = [suite(5.0, 4), suite(6.0, 4)];
        let kept = survivors([&parents[0], &parents[1]], [suite(4.0, 9), suite(9.0, 9)], 100);
        assert_eq!(fitness_of(&kept), [4.0, 9.0]);
    }

    #[test]
    fn equal_children_replace_their_parents_unless_longer() {
        let parents = [suite(5.0, 4), suite(6.0, 4)];
        let kept = survivors([&parents[0], &parents[1]], [suite(5.0, 4), suite(7.0, 4)], 100);
        assert_eq!(fitness_of(&kept), [5.0, 7.0]);
        let kept = survivors([&parents[0], &parents[1]], [suite(5.0, 4), suite(7.0, 5)], 100);
        assert_eq!(fitness_of(&kept), [5.0, 6.0]);
    }

    #[test]
    fn child_that_is_too_long_gives_way_to_its_parent() {
        let parents = [suite(5.0, 4), suite(6.0, 4)];
        let kept = survivors([&parents[0], &parents[1]], [suite(1.0, 11), suite(2.0, 10)], 10);
        assert_eq!(fitness_of(&kept), [5.0, 2.0]);
    }
}
