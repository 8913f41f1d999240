//! What sorting, crowding, frontiers, tournaments and crossovers are for, shown by what a search achieves with them: the
//! algorithms alone, all techniques switched off, over twenty seeds. `docs/results/search-tests.md` lists what each test
//! catches when a part of the search is broken.

use std::collections::BTreeSet;

use evoke_analysis::{Criterion, GoalId};
use evoke_search::{
    AlgorithmName, CrossoverName, SearchBudget, SearchConfig, SearchResult, StopReason, StoppingCondition,
    Technique, search,
};

use crate::fake::{Block, Condition, FakeClass, Method};

const SEEDS: std::ops::Range<u64> = 0..20;

/// The defaults of an algorithm without any technique.
fn bare(algorithm: AlgorithmName) -> SearchConfig {
    SearchConfig { disabled: BTreeSet::from(Technique::ALL), ..SearchConfig::for_algorithm(algorithm) }
}

/// One result a seed.
fn results(fake: &FakeClass, config: &SearchConfig, n_tests: u64) -> Vec<SearchResult> {
    let search_with = |seed| {
        let config = SearchConfig { seed, ..config.clone() };
        let problem = fake.problem();
        let budget = SearchBudget { tests: Some(n_tests), ..SearchBudget::default() };
        let stopping = StoppingCondition::without_clock(budget);
        search(&config, &problem, &mut fake.executor(), stopping, Vec::new(), &mut ())
    };
    SEEDS.map(search_with).collect()
}

/// How many seeds covered everything.
fn n_complete(results: &[SearchResult]) -> usize {
    results.iter().filter(|result| result.stop_reason == StopReason::AllCovered).count()
}

/// Goals covered, over all seeds.
fn n_covered(results: &[SearchResult]) -> usize {
    results.iter().map(|result| result.covered().len()).sum()
}

/// Tests run, over all seeds.
fn n_tests(results: &[SearchResult]) -> u64 {
    results.iter().map(|result| result.statistics.tests).sum()
}

/// One condition in the other, each on a parameter of its own.
fn nested(constants: &[i32]) -> FakeClass {
    let mut body = vec![Block::Line];
    for (parameter, constant) in constants.iter().enumerate().rev() {
        body = vec![Block::If(Condition::Equal(parameter, *constant), body, vec![])];
    }
    FakeClass::new(vec![Method { n_parameters: constants.len(), body }])
}

/// Conditions side by side on one parameter: a call can be near to one of them only.
fn side_by_side(n_conditions: i32) -> FakeClass {
    let condition = |index: i32| Block::If(Condition::Equal(0, 157 * index - 1_003), vec![], vec![]);
    FakeClass::new(vec![Method { n_parameters: 1, body: (0..n_conditions).map(condition).collect() }])
}

#[test]
fn guided_searches_get_through_nested_conditions_and_random_search_does_not() {
    let fake = nested(&[310, -205, 120]);
    let complete = |algorithm| n_complete(&results(&fake, &bare(algorithm), 12_000));
    let found = [AlgorithmName::Dynamosa, AlgorithmName::Mosa, AlgorithmName::Mio, AlgorithmName::Random]
        .map(complete);
    assert!(found[..3].iter().all(|n| *n >= 18) && found[3] == 0, "{found:?}");
}

#[test]
fn goal_behind_an_uncovered_branch_is_looked_at_by_mosa_and_not_by_dynamosa() {
    // No number is below -1 and 7.
    let impossible = Block::If(Condition::Equal(0, 7), vec![Block::Line], vec![]);
    let fake = FakeClass::new(vec![Method {
        n_parameters: 1,
        body: vec![Block::If(Condition::Less(0, -1), vec![impossible], vec![])],
    }]);
    let nearest = |algorithm| -> Vec<Vec<bool>> {
        let results = results(&fake, &bare(algorithm), 1_000);
        let looked_at = |result: &SearchResult| -> Vec<bool> {
            result.uncovered.iter().map(|goal| goal.nearest.is_some()).collect()
        };
        results.iter().map(looked_at).collect()
    };
    assert_eq!(nearest(AlgorithmName::Dynamosa), vec![vec![true, false]; 20], "the condition, not its line");
    assert_eq!(nearest(AlgorithmName::Adynamosa), vec![vec![true, false]; 20]);
    assert_eq!(nearest(AlgorithmName::Mosa), vec![vec![true, true]; 20]);
}

#[test]
fn lines_come_within_reach_as_the_branches_before_them_are_taken() {
    let mut fake = nested(&[310, -205, 120]);
    // No condition is a goal that would lead the way.
    fake.class.criteria = vec![Criterion::Line];
    fake.class.goals.retain(|goal| goal.criterion == Criterion::Line);
    for (position, goal) in fake.class.goals.iter_mut().enumerate() {
        goal.id = GoalId(position as u32);
    }
    let complete = |algorithm| n_complete(&results(&fake, &bare(algorithm), 12_000));
    let found = [AlgorithmName::Dynamosa, AlgorithmName::Mosa].map(complete);
    assert!(found.iter().all(|n| *n >= 18), "{found:?}");
}

#[test]
fn parents_that_won_larger_tournaments_get_there_with_fewer_tests() {
    let fake = nested(&[310, -205, 120]);
    let with = |tournament_size| {
        let config = SearchConfig { tournament_size, ..bare(AlgorithmName::Dynamosa) };
        n_tests(&results(&fake, &config, 12_000))
    };
    let (ten, one) = (with(10), with(1));
    assert!(10 * ten < 9 * one, "{ten} and {one}");
}

#[test]
fn crossing_arguments_reaches_numbers_that_mutation_is_too_slow_for() {
    // Mutation moves a number by some twenty at a time; crossing two spreads as far as they are apart.
    let fake = nested(&[60_000]);
    let complete = |crossover| {
        let config = SearchConfig { crossover, ..bare(AlgorithmName::Dynamosa) };
        n_complete(&results(&fake, &config, 5_000))
    };
    let found = [CrossoverName::Hmx, CrossoverName::SinglePoint].map(complete);
    assert!(found[0] >= 18 && found[1] <= 2, "{found:?}");
}

#[test]
fn preferring_the_nearest_to_each_goal_covers_more_than_dominance_alone() {
    // More conditions than individuals.
    let fake = side_by_side(16);
    let covered = |algorithm| {
        let config = SearchConfig { population_size: 8, ..bare(algorithm) };
        n_covered(&results(&fake, &config, 2_000))
    };
    let found = [AlgorithmName::Mosa, AlgorithmName::Dynamosa, AlgorithmName::Nsga2].map(covered);
    assert!(10 * found[0] > 11 * found[2] && 10 * found[1] > 11 * found[2], "{found:?}");
}

#[test]
fn one_goal_at_a_time_keeps_nothing_that_it_came_upon_by_accident_if_told_so() {
    // Of tests with one call each covers half of the goals, and of these the one aimed at every second time.
    let condition = |index: i32| Block::If(Condition::Less(0, index), vec![], vec![]);
    let fake = FakeClass::new(vec![Method { n_parameters: 1, body: (0..16).map(condition).collect() }]);
    let covered = |disabled| {
        let config = SearchConfig { disabled, max_length: 2, ..bare(AlgorithmName::SingleBranch) };
        results(&fake, &config, 1).iter().map(|result| result.covered().len()).collect::<Vec<_>>()
    };
    let (intended, collateral) = (covered(BTreeSet::from(Technique::ALL)), covered(BTreeSet::new()));
    assert!(collateral.iter().all(|n| *n >= 16), "{collateral:?}");
    let n_missed = intended.iter().filter(|n| **n == 0).count();
    assert!((4..=16).contains(&n_missed), "{intended:?}");
}
