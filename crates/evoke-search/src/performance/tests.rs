//! Proxies, scores and heuristics by hand.

use evoke_analysis::{CallableId, MethodId, Predicate, PredicateId, PredicateKind};
use evoke_testcase::{Effort, ExecutionTrace, PredicateRecord, TestCase, Value};

use super::*;

/// Branches 0 and 1 are in a loop, 2 is not.
fn class() -> ClassUnderTest {
    let mut class =
        ClassUnderTest { loop_branches: vec![PredicateId(0), PredicateId(1)], ..ClassUnderTest::default() };
    for id in [PredicateId(0), PredicateId(1), PredicateId(2)] {
        class.predicates.push(Predicate {
            id,
            method: MethodId(0),
            offset: id.0,
            kind: PredicateKind::Jump(0x9f),
            line: None,
            dependences: Vec::new(),
        });
    }
    class
}

#[test]
fn only_predicates_in_loops_count_and_only_above_their_first_execution() {
    let record = |predicate, executions| PredicateRecord {
        predicate: PredicateId(predicate),
        distance_true: 0.0,
        distance_false: 0.0,
        executions,
    };
    let trace = ExecutionTrace {
        predicates: vec![record(0, 6), record(1, 1), record(2, 5)],
        effort: Effort { calls: 3, repeated_allocations: 2, lines: 40 },
        ..ExecutionTrace::default()
    };
    let mut statements = vec![Statement::Value(Value::Int(1)); 4];
    let arguments = [].into_iter().collect();
    statements.push(Statement::Invoke { callable: CallableId(0), receiver: None, arguments });
    let proxies = PerformanceModel::new(&class()).proxies(&TestCase::new(statements), &trace);
    assert_eq!(proxies, [5.0, 3.0, 1.0, 2.0, 40.0, 4.0, 5.0]);
}

#[test]
fn score_is_the_sum_of_normalised_proxies() {
    assert_eq!(score(&[1.0, 0.0, 3.0, 0.0, 0.0, 0.0, 1.0]), 0.5 + 0.75 + 0.5);
}

#[test]
fn heuristic_is_largest_for_the_cheapest_of_a_front() {
    let cheap = [0.0; N_PROXIES];
    let dear = [4.0, 8.0, 2.0, 0.0, 1.0, 1.0, 10.0];
    let middle = [1.0, 8.0, 2.0, 0.0, 1.0, 1.0, 5.0];
    let heuristics = heuristics(&[cheap, dear, middle]);
    assert_eq!(heuristics, [6.0, 0.0, 0.75 + 0.5], "a proxy in which all agree adds nothing");
}
