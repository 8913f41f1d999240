//! Goals that are covered by tests alone that end in an exception.

use evoke_search::{AlgorithmName, SearchConfig, StopReason, StoppingCondition, search};

use super::fake::{Block, Condition, FakeClass, Method};
use super::tests;

/// Tests that are run until all is covered that a class with this body has, and so many more if one ends in an exception.
fn n_tests(body: &[Block], tests_after_covered: u64) -> u64 {
    let fake = FakeClass::new(vec![Method { n_parameters: 1, body: body.to_vec() }]);
    let config =
        SearchConfig { tests_after_covered, seed: 3, ..SearchConfig::for_algorithm(AlgorithmName::Dynamosa) };
    let stopping = StoppingCondition::without_clock(tests(20_000));
    let result = search(&config, &fake.problem(), &mut fake.executor(), stopping, Vec::new(), &mut ());
    assert_eq!(result.stop_reason, StopReason::AllCovered);
    result.statistics.tests
}

#[test]
fn search_goes_on_for_a_while_where_a_goal_is_only_covered_by_tests_that_throw() {
    let throwing = [Block::If(Condition::Less(0, 0), vec![Block::Throw], vec![Block::Line])];
    let more = n_tests(&throwing, 200) - n_tests(&throwing, 0);
    assert!((200..400).contains(&more), "{more}");
    let completing = [Block::If(Condition::Less(0, 0), vec![Block::Line], vec![Block::Line])];
    assert_eq!(n_tests(&completing, 200), n_tests(&completing, 0));
}
