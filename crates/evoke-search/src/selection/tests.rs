//! Ranking against slow computations straight from the definitions, on random populations.

use proptest::prelude::*;
use rand_pcg::rand_core::SeedableRng;

use super::*;
use crate::SearchRng;

/// Objective rows with many ties, and lengths.
fn populations() -> impl Strategy<Value = (Vec<Vec<f64>>, Vec<usize>)> {
    (1_usize..25, 0_usize..40).prop_flat_map(|(n_individuals, n_goals)| {
        let row =
            prop::collection::vec(prop_oneof![2 => Just(3.0), 1 => (0_u8..4).prop_map(f64::from)], n_goals);
        (prop::collection::vec(row, n_individuals), prop::collection::vec(1_usize..6, n_individuals))
    })
}

fn objectives(rows: &[Vec<f64>], lengths: &[usize]) -> Objectives {
    let rows: Vec<&[f64]> = rows.iter().map(Vec::as_slice).collect();
    Objectives::new(&rows, lengths.to_vec())
}

fn dominates(first: &[f64], second: &[f64]) -> bool {
    let pairs = || first.iter().zip(second);
    pairs().all(|(a, b)| a <= b) && pairs().any(|(a, b)| a < b)
}

/// Front 0 goal by goal, then repeatedly what no remaining individual dominates.
fn slow_preference_sort(rows: &[Vec<f64>], lengths: &[usize]) -> Vec<Vec<usize>> {
    let mut remaining: Vec<usize> = (0..rows.len()).collect();
    let mut first = Vec::new();
    for goal in 0..rows[0].len() {
        let best = (0..rows.len())
            .min_by(|a, b| rows[*a][goal].total_cmp(&rows[*b][goal]).then(lengths[*a].cmp(&lengths[*b])));
        first.extend(best);
    }
    first.sort_unstable();
    first.dedup();
    remaining.retain(|individual| !first.contains(individual));
    let mut fronts = vec![first];
    while !remaining.is_empty() {
        let front: Vec<usize> = remaining
            .iter()
            .copied()
            .filter(|individual| !remaining.iter().any(|other| dominates(&rows[*other], &rows[*individual])))
            .collect();
        remaining.retain(|individual| !front.contains(individual));
        fronts.push(front);
    }
    fronts
}

proptest! {
    #[test]
    fn preference_sorting_agrees_with_its_definition((rows, lengths) in populations()) {
        let fronts = preference_sort(&objectives(&rows, &lengths), rows.len(), &|_, _| 0);
        prop_assert_eq!(fronts, slow_preference_sort(&rows, &lengths));
    }

    #[test]
    fn fronts_stop_once_they_hold_enough((rows, lengths) in populations(), wanted in 1_usize..25) {
        let fronts = preference_sort(&objectives(&rows, &lengths), wanted, &|_, _| 0);
        let all = slow_preference_sort(&rows, &lengths);
        prop_assert_eq!(&fronts[..], &all[..fronts.len()]);
        let total: usize = fronts.iter().map(Vec::len).sum();
        prop_assert!(total >= wanted.min(rows.len()));
        let without_last: usize = total - fronts.last().map_or(0, Vec::len);
        prop_assert!(fronts.len() == 1 || without_last < wanted);
    }

    #[test]
    fn crowding_distance_agrees_with_its_definition((rows, lengths) in populations()) {
        let front: Vec<usize> = (0..rows.len()).step_by(2).collect();
        let distances = assign_crowding_distances(&objectives(&rows, &lengths), &front);
        for (individual, distance) in front.iter().zip(distances) {
            let better_than = |other: &usize| {
                rows[*individual].iter().zip(&rows[*other]).filter(|(a, b)| a < b).count() as u32
            };
            let expected = front.iter().filter(|other| *other != individual).map(better_than).min();
            prop_assert_eq!(distance, expected.unwrap_or(u32::MAX));
        }
    }
}

#[test]
fn neighbour_distance_is_the_share_of_the_range_between_neighbours() {
    // Along the first objective 0, 2, 3, 10; along the second the other way round; the third tells nobody apart.
    let rows = [vec![0.0, 9.0, 1.0], vec![2.0, 6.0, 1.0], vec![3.0, 5.0, 1.0], vec![10.0, 0.0, 1.0]];
    let distances = assign_neighbour_distances(&objectives(&rows, &[1; 4]), &[0, 1, 2, 3]);
    assert_eq!(distances[0], f64::INFINITY);
    assert_eq!(distances[3], f64::INFINITY);
    assert!((distances[1] - (3.0 / 10.0 + 4.0 / 9.0)).abs() < 1e-12);
    assert!((distances[2] - (8.0 / 10.0 + 6.0 / 9.0)).abs() < 1e-12);
}

#[test]
fn fitness_by_strength_sums_what_dominators_dominate() {
    // 0 dominates 2 and 3, 1 dominates 3, 2 dominates 3: raw fitness 0, 0, 2, 4.
    let rows = [vec![1.0, 4.0], vec![4.0, 1.0], vec![2.0, 5.0], vec![5.0, 6.0]];
    let selected = select_by_strength(&objectives(&rows, &[1; 4]), 4);
    let raw: Vec<(usize, f64)> =
        selected.iter().map(|(individual, fitness)| (*individual, fitness.floor())).collect();
    assert_eq!(raw[2..], [(2, 2.0), (3, 4.0)]);
    assert!(selected[..2].iter().all(|(_, fitness)| (0.0..1.0).contains(fitness)));
    // The second nearest of four counts for the density: of individual 2 that is 3, at the root of 10.
    assert!((selected[2].1 - (2.0 + 1.0 / (10_f64.sqrt() + 2.0))).abs() < 1e-12);
}

#[test]
fn of_too_many_that_nobody_dominates_the_one_nearest_to_another_goes() {
    let rows = [vec![0.0, 10.0], vec![4.0, 6.0], vec![5.0, 5.0], vec![10.0, 0.0]];
    let mut kept: Vec<usize> = select_by_strength(&objectives(&rows, &[1; 4]), 3)
        .into_iter()
        .map(|(individual, _)| individual)
        .collect();
    kept.sort_unstable();
    // 1 and 2 are nearest to each other, and 1 is nearer to its next neighbour.
    assert_eq!(kept, [0, 2, 3]);
}

#[test]
fn goals_that_all_are_equally_far_from_prefer_the_shortest() {
    let rows = vec![vec![1.0, 5.0], vec![2.0, 5.0], vec![3.0, 5.0]];
    let fronts = preference_sort(&objectives(&rows, &[9, 8, 2]), 3, &|_, _| 0);
    assert_eq!(fronts, [vec![0, 2], vec![1]]);
}

#[test]
fn lone_member_of_a_front_is_least_crowded() {
    let objectives = objectives(&[vec![1.0], vec![2.0]], &[1, 1]);
    assert_eq!(assign_crowding_distances(&objectives, &[1]), [u32::MAX]);
}

#[test]
fn lower_rank_wins_and_larger_distance_breaks_ties() {
    let standing = |rank, crowding_distance| Standing { rank, crowding_distance };
    assert!(standing(0, 1.0).beats(standing(1, 9.0)));
    assert!(standing(1, 9.0).beats(standing(1, 3.0)));
    assert!(!standing(1, 3.0).beats(standing(1, 3.0)));
}

#[test]
fn larger_tournaments_choose_better_individuals() {
    let mut rng = SearchRng::seed_from_u64(1);
    let mut mean_rank = |size| {
        let standing = |individual| Standing { rank: individual as u32, crowding_distance: 0.0 };
        (0..5_000).map(|_| tournament(100, size, standing, &mut rng)).sum::<usize>() as f64 / 5_000.0
    };
    // The least of `k` uniform draws from 0..100 is 99 / (k + 1) on average, up to discretisation.
    assert!((47.0..52.0).contains(&mean_rank(1)));
    assert!((7.5..10.0).contains(&mean_rank(10)));
}

#[test]
fn of_individuals_equally_near_the_better_by_the_secondary_objective_is_preferred() {
    let rows = [vec![1.0, 7.0], vec![1.0, 7.0], vec![2.0, 7.0]];
    let lines = |individual: usize, goal: usize| {
        assert_eq!(goal, 0, "the other goal tells nobody apart");
        [3, 5, 9][individual]
    };
    let fronts = preference_sort(&objectives(&rows, &[4, 6, 9]), 1, &lines);
    assert!(fronts[0].contains(&1), "more lines go before a shorter test");
    let fronts = preference_sort(&objectives(&rows, &[4, 6, 9]), 1, &|_, _| 0);
    assert_eq!(fronts[0], [0], "without it the shorter one is taken");
}
