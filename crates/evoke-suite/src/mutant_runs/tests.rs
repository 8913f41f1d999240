//! Which mutants a test is run on, what that shows, and when it is over.

use std::collections::BTreeSet;

use super::ledger::MAX_RUNS;
use super::*;
use crate::boundary_class::{BOUNDARY, BoundaryClass, EQUIVALENT, number};
use crate::testing::Demo;

/// Results of tests that begin with these numbers, and how often any was run on a mutant.
fn results(class: BoundaryClass, aim: &MutantAim, numbers: &[i32]) -> (Vec<ExecutionResult>, u32, bool) {
    let cluster = Demo::new().cluster;
    let mut runs = MutantRuns::new(class, &cluster);
    runs.aim_at_mutants(aim.clone());
    let results = numbers.iter().map(|first| runs.execute(&number(*first))).collect();
    let is_spoilt = runs.is_spoilt();
    (results, runs.observer.n_runs_on_mutants, is_spoilt)
}

fn both() -> BTreeSet<MutantId> {
    BTreeSet::from([BOUNDARY, EQUIVALENT])
}

fn kills(result: &ExecutionResult) -> Vec<(MutantId, Difference)> {
    result.trace.kills.iter().map(|kill| (kill.mutant, kill.difference)).collect()
}

#[test]
fn trace_tells_which_mutants_a_test_notices_and_what_that_took() {
    let (results, ..) = results(BoundaryClass::default(), &MutantAim::Open(both()), &[7, 5]);
    let nothing = Difference::Unnoticed(0);
    assert_eq!(kills(&results[0]), [(BOUNDARY, nothing), (EQUIVALENT, nothing)]);
    assert_eq!(kills(&results[1]), [(BOUNDARY, Difference::Noticed), (EQUIVALENT, nothing)]);
    // Twice before the mutants, once on each of two, once after: a statement each time.
    assert_eq!(results[1].trace.mutant_statements, 5);
}

#[test]
fn nothing_is_run_on_mutants_that_nobody_aims_at() {
    let aims = [MutantAim::Nothing, MutantAim::Open(BTreeSet::new()), MutantAim::Each(BTreeSet::new())];
    for aim in aims {
        let (results, n_runs, _) = results(BoundaryClass::default(), &aim, &[5]);
        assert_eq!((kills(&results[0]), results[0].trace.mutant_statements, n_runs), (Vec::new(), 0, 0));
    }
    let (results, ..) = results(BoundaryClass::default(), &MutantAim::Open([BOUNDARY].into()), &[5]);
    assert_eq!(kills(&results[0]), [(BOUNDARY, Difference::Noticed)]);
}

#[test]
fn what_a_test_shows_only_now_and_then_is_no_difference() {
    let class = BoundaryClass { is_fickle: true, ..BoundaryClass::default() };
    let (results, ..) = results(class, &MutantAim::Open(both()), &[5]);
    assert_eq!(kills(&results[0])[0], (BOUNDARY, Difference::Unnoticed(0)));
}

#[test]
fn nothing_is_believed_nor_run_once_a_mutant_spoilt_what_known_tests_find() {
    let class = BoundaryClass { spoils: true, ..BoundaryClass::default() };
    let (results, n_runs, is_spoilt) = results(class, &MutantAim::Open(both()), &[7, 5, 5, 5]);
    assert!(is_spoilt);
    assert_eq!(results[1..].iter().map(kills).collect::<Vec<_>>(), [vec![], vec![], vec![]]);
    assert_eq!(n_runs, 4);
}

#[test]
fn mutant_that_nothing_gives_away_is_given_up_but_where_each_run_is_asked_for() {
    let numbers = vec![7; 2 * MAX_RUNS as usize];
    let only = || BTreeSet::from([EQUIVALENT]);
    let (_, n_runs, _) = results(BoundaryClass::default(), &MutantAim::Open(only()), &numbers);
    assert_eq!(n_runs, MAX_RUNS);
    let (_, n_runs, _) = results(BoundaryClass::default(), &MutantAim::Each(only()), &numbers);
    assert_eq!(n_runs, 2 * MAX_RUNS);
}
