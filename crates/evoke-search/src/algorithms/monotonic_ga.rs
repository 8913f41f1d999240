//! The monotonic genetic algorithm over suites with an archive (Campos et al., 2018): of two parents and their children
//! only the best goes on, so that the next generation is never worse than the parents that were chosen for it.

use super::generational::Replacement;
use super::suite::Suite;

/// The rule that tells it from its variants.
pub(super) const REPLACEMENT: Replacement = survivors;

/// The best child, unless the best parent is better, or as good and shorter.
fn survivors(parents: [&Suite; 2], children: [Suite; 2], max_length: usize) -> Vec<Suite> {
    let child = children.into_iter().filter(|child| child.len() <= max_length).min_by(Suite::order);
    let parent = parents.into_iter().min_by(|first, second| first.order(second));
    match (child, parent) {
        (Some(child), Some(parent)) if child.order(parent).is_le() => vec![child],
        (_, parent) => parent.into_iter().cloned().collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::suite::suite_of_length;
    use super::*;

    fn suite(fitness: f64, length: usize) -> Suite {
        Suite { fitness, ..suite_of_length(length) }
    }

    fn kept([first, second]: [Suite; 2], children: [Suite; 2]) -> Vec<(f64, usize)> {
        let survivors = survivors([&first, &second], children, 100);
        survivors.iter().map(|suite| (suite.fitness, suite.len())).collect()
    }

    #[test]
    fn only_the_best_of_parents_and_children_goes_on() {
        assert_eq!(kept([suite(5.0, 4), suite(3.0, 4)], [suite(9.0, 1), suite(2.0, 9)]), [(2.0, 9)]);
        assert_eq!(kept([suite(5.0, 4), suite(3.0, 4)], [suite(9.0, 1), suite(4.0, 1)]), [(3.0, 4)]);
    }

    #[test]
    fn equal_child_goes_on_unless_it_is_longer() {
        assert_eq!(kept([suite(5.0, 4), suite(6.0, 4)], [suite(5.0, 4), suite(6.0, 4)]), [(5.0, 4)]);
        assert_eq!(kept([suite(5.0, 3), suite(6.0, 4)], [suite(5.0, 4), suite(6.0, 4)]), [(5.0, 3)]);
    }

    #[test]
    fn children_that_are_too_long_do_not_count() {
        let parents = [suite(5.0, 4), suite(6.0, 4)];
        let survivors = survivors([&parents[0], &parents[1]], [suite(1.0, 11), suite(5.5, 10)], 10);
        assert_eq!(survivors[0].fitness, 5.0);
    }
}
