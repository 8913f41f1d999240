//! A small set of values that give away every mutant that any value gives away: the greedy cover, which takes the value next that
//! gives away most of the mutants left. Mutants that a test's ending gives away need no value.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};

use crate::kill::{Evidence, KillMatrix};

/// A value of a test: the position of the test, then that of the value.
type Place = (usize, usize);

/// For each of so many tests the positions of the values taken. Of values that give away equally many, the one with the
/// higher score is taken, then the first; those without a score cannot be asserted. `taken` are asserted anyway.
pub(super) fn cover(
    n_tests: usize,
    kills: &KillMatrix,
    taken: &[BTreeSet<usize>],
    score: impl Fn(Place) -> Option<i32>,
) -> Vec<BTreeSet<usize>> {
    let mutants = mutants_by_places(kills);
    let is_taken = |(test, value): &Place| taken.get(test.to_owned()).is_some_and(|it| it.contains(value));
    let mut left: BTreeSet<usize> =
        (0..mutants.len()).filter(|mutant| !mutants[*mutant].iter().any(is_taken)).collect();
    let mut by_place: BTreeMap<Place, Vec<usize>> = BTreeMap::new();
    for mutant in &left {
        for place in &mutants[*mutant] {
            by_place.entry(*place).or_default().push(*mutant);
        }
    }
    let mut queue: BinaryHeap<(usize, i32, Reverse<Place>)> = by_place
        .iter()
        .filter_map(|(place, mutants)| Some((mutants.len(), score(*place)?, Reverse(*place))))
        .collect();
    let mut chosen = vec![BTreeSet::new(); n_tests];
    while let Some((expected, score, Reverse(place))) = queue.pop() {
        let gives_away = by_place[&place].iter().filter(|mutant| left.contains(mutant)).count();
        if gives_away < expected {
            // What it gave away was taken care of meanwhile; it waits for its new turn.
            if gives_away > 0 {
                queue.push((gives_away, score, Reverse(place)));
            }
            continue;
        }
        chosen[place.0].insert(place.1);
        for mutant in &by_place[&place] {
            left.remove(mutant);
        }
    }
    chosen
}

/// For each mutant that only values give away: these values.
fn mutants_by_places(kills: &KillMatrix) -> Vec<Vec<Place>> {
    let places = kills.killed().map(|kills| {
        let mut places = Vec::new();
        for kill in kills {
            match &kill.evidence {
                Evidence::Ending => return None,
                Evidence::Values(values) => places.extend(values.iter().map(|value| (kill.test, *value))),
            }
        }
        Some(places)
    });
    places.flatten().collect()
}

#[cfg(test)]
mod tests {
    use evoke_analysis::MutantId;

    use super::*;
    use crate::kill::Kill;

    fn matrix(kills: &[(u32, usize, &[usize])]) -> KillMatrix {
        let mut matrix = KillMatrix::default();
        for (mutant, test, values) in kills {
            let evidence =
                if values.is_empty() { Evidence::Ending } else { Evidence::Values(values.to_vec()) };
            matrix.note_kill(MutantId(*mutant), Kill { test: *test, evidence });
        }
        matrix
    }

    fn chosen(kills: &[(u32, usize, &[usize])], score: fn(Place) -> Option<i32>) -> Vec<Vec<usize>> {
        let cover = cover(2, &matrix(kills), &[], score);
        cover.into_iter().map(|values| values.into_iter().collect()).collect()
    }

    #[test]
    fn value_that_gives_away_most_is_taken_first_and_makes_others_needless() {
        let kills: &[(u32, usize, &[usize])] =
            &[(0, 0, &[0, 1]), (1, 0, &[1, 2]), (2, 1, &[0]), (3, 0, &[1])];
        assert_eq!(chosen(kills, |_| Some(0)), [vec![1], vec![0]]);
    }

    #[test]
    fn mutant_that_ends_a_test_otherwise_needs_no_value() {
        assert_eq!(chosen(&[(0, 0, &[3]), (0, 1, &[])], |_| Some(0)), [vec![], Vec::<usize>::new()]);
    }

    #[test]
    fn of_equal_values_the_one_that_reads_best_is_taken_and_none_that_cannot_be_asserted() {
        let kills: &[(u32, usize, &[usize])] = &[(0, 0, &[0, 1, 2])];
        let score = |(_, value): Place| [Some(1), Some(2), None][value];
        assert_eq!(chosen(kills, score), [vec![1], vec![]]);
    }

    #[test]
    fn mutants_that_taken_values_give_away_need_no_other() {
        let kills = matrix(&[(0, 0, &[0, 1]), (1, 0, &[1])]);
        let taken = [BTreeSet::from([1]), BTreeSet::new()];
        assert_eq!(cover(2, &kills, &taken, |_| Some(0)), [BTreeSet::new(), BTreeSet::new()]);
    }
}
