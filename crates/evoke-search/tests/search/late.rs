//! Goals that guide only while nothing new is found for the others.

use std::collections::BTreeSet;

use evoke_analysis::Criterion;
use evoke_search::{
    AlgorithmName, GoalSelection, LateGoalsConfig, SearchConfig, SearchResult, StopReason, StoppingCondition,
    search,
};

use super::fake::{Block, Condition, FakeClass, Method};
use super::{nested_equalities, tests};

/// Searches while the lines of the class guide late.
fn run(fake: &FakeClass, algorithm: AlgorithmName, stall: f64, n_tests: u64) -> SearchResult {
    let late =
        LateGoalsConfig { criteria: BTreeSet::from([Criterion::Line]), stall, ..LateGoalsConfig::default() };
    search_with(fake, &SearchConfig { late, seed: 3, ..SearchConfig::for_algorithm(algorithm) }, n_tests)
}

fn search_with(fake: &FakeClass, config: &SearchConfig, n_tests: u64) -> SearchResult {
    let problem = fake.problem();
    let stopping = StoppingCondition::without_clock(tests(n_tests));
    search(config, &problem, &mut fake.executor(), stopping, Vec::new(), &mut ())
}

fn covered(fake: &FakeClass, result: &SearchResult, criterion: Criterion) -> usize {
    let is_of = |goal: &&evoke_analysis::GoalId| fake.class.goals[goal.index()].criterion == criterion;
    result.covered().iter().filter(is_of).count()
}

const WITH_FRONTIER: [AlgorithmName; 5] = [
    AlgorithmName::Dynamosa,
    AlgorithmName::Adynamosa,
    AlgorithmName::Mosa,
    AlgorithmName::Nsga2,
    AlgorithmName::Spea2,
];

#[test]
fn search_runs_the_tests_of_one_without_late_goals_until_it_finds_nothing_new() {
    let never = Block::If(Condition::Equal(0, 7), vec![Block::Line], vec![Block::Line]);
    let impossible = Block::If(Condition::Less(0, 0), vec![never], vec![Block::Line]);
    let easy = Block::If(Condition::Less(1, 0), vec![Block::Line], vec![]);
    let fake = FakeClass::new(vec![Method { n_parameters: 2, body: vec![impossible, easy] }]);
    for algorithm in WITH_FRONTIER {
        let with = run(&fake, algorithm, 1.0, 4_000);
        let branches = SearchConfig {
            goal_selection: GoalSelection::BranchOnly,
            late: LateGoalsConfig { stall: 1.0, ..LateGoalsConfig::default() },
            seed: 3,
            ..SearchConfig::for_algorithm(algorithm)
        };
        let without = search_with(&fake, &branches, 4_000);
        assert_eq!(with.statistics, without.statistics, "{algorithm:?}");
        let branches = |result| covered(&fake, result, Criterion::Branch);
        assert_eq!(branches(&with), branches(&without), "{algorithm:?}");
        assert_eq!(covered(&fake, &with, Criterion::Line), 0, "{algorithm:?}");
    }
}

#[test]
fn late_goals_are_covered_once_nothing_new_is_found() {
    let fake = nested_equalities();
    for algorithm in WITH_FRONTIER {
        let result = run(&fake, algorithm, 0.02, 10_000);
        assert!(covered(&fake, &result, Criterion::Line) > 0, "{algorithm:?}");
    }
}

#[test]
fn search_ends_where_late_goals_alone_are_left_and_no_other_is_found() {
    let inner = Block::If(Condition::Less(0, -5), vec![Block::Throw, Block::Line], vec![Block::Line]);
    let fake = FakeClass::new(vec![Method { n_parameters: 1, body: vec![inner] }]);
    let result = run(&fake, AlgorithmName::Dynamosa, 0.05, 20_000);
    assert_eq!(result.stop_reason, StopReason::Stagnation, "the line after the throw is never reached");
    assert!((2_000..10_000).contains(&result.statistics.tests), "{:?}", result.statistics);
    assert_eq!(covered(&fake, &result, Criterion::Branch), 2);
    assert_eq!(covered(&fake, &result, Criterion::Line), 1);
}

#[test]
fn late_goals_of_tests_to_begin_with_are_not_lost() {
    let fake = nested_equalities();
    let found = run(&fake, AlgorithmName::Dynamosa, 0.02, 10_000);
    let seeds = found.test_cases().map(|test| evoke_testcase::TestCase::clone(test)).collect();
    let late = LateGoalsConfig { criteria: BTreeSet::from([Criterion::Line]), ..LateGoalsConfig::default() };
    let config = SearchConfig { late, ..SearchConfig::default() };
    let problem = fake.problem();
    let stopping = StoppingCondition::without_clock(tests(0));
    let kept = search(&config, &problem, &mut fake.executor(), stopping, seeds, &mut ());
    assert_eq!(kept.covered(), found.covered());
}

#[test]
fn algorithms_without_a_frontier_aim_at_all_goals_always() {
    let fake = nested_equalities();
    let result = run(&fake, AlgorithmName::Random, 1.0, 2_000);
    assert!(covered(&fake, &result, Criterion::Line) > 0);
}
