//! Which variants are kept, and when the hunt ends.

use std::collections::BTreeSet;

use evoke_testcase::ObservedValue;

use super::*;
use crate::boundary_class::{BOUNDARY, BoundaryClass, EQUIVALENT, first, number};
use crate::kill::kill;
use crate::testing::{Demo, seen};

/// Tests and matrix after a hunt that begins with a test of 7 and is given one variant after the other.
fn hunted(mut class: BoundaryClass, numbers: &[i32]) -> (Vec<StableTest>, KillMatrix, BoundaryClass) {
    let shown = seen(0, None, ObservedValue::Boolean(true));
    let known = StableTest {
        test: number(7),
        goals: Vec::new(),
        exception: None,
        values: vec![shown],
        stub_calls: None,
    };
    let kills = kill(&mut class, std::slice::from_ref(&known), &BTreeSet::new(), &mut Deadline::never());
    let mut numbers = numbers.iter();
    let mut vary = |_: &StableTest, _: Option<&[Operand]>| -> Vec<TestCase> {
        vec![number(numbers.next().copied().unwrap_or(7))]
    };
    let cluster = Demo::new().cluster;
    let (tests, kills) =
        hunt_survivors(&mut class, &cluster, (vec![known], kills), &mut vary, &mut Deadline::never());
    (tests, kills, class)
}

#[test]
fn variant_that_gives_a_mutant_away_is_kept_without_what_it_does_not_need() {
    let (tests, kills, _) = hunted(BoundaryClass::default(), &[9, 5]);
    let kept: Vec<usize> = tests.iter().map(|stable| stable.test.len()).collect();
    assert_eq!(kept, [2, 1], "the second number has nothing to do with it");
    assert_eq!(first(&tests[1].test), 5);
    let noticed: Vec<usize> = kills.kills(BOUNDARY).iter().map(|kill| kill.test).collect();
    assert_eq!(noticed, [1]);
    assert_eq!(kills.survivors().collect::<Vec<_>>(), [EQUIVALENT]);
}

#[test]
fn mutant_that_nothing_gives_away_is_given_up() {
    let (tests, _, class) = hunted(BoundaryClass::default(), &[5]);
    assert_eq!(tests.len(), 2);
    assert!(class.n_runs_on_mutants < 3 * MAX_TRIES, "{}", class.n_runs_on_mutants);
}

#[test]
fn what_a_test_shows_only_now_and_then_is_not_worth_keeping() {
    let (tests, kills, _) = hunted(BoundaryClass { is_fickle: true, ..BoundaryClass::default() }, &[5, 5]);
    assert_eq!((tests.len(), kills.n_killable()), (1, 0));
}

#[test]
fn hunt_ends_where_a_mutant_spoilt_what_known_tests_find() {
    let (tests, _, class) = hunted(BoundaryClass { spoils: true, ..BoundaryClass::default() }, &[9, 5, 5]);
    assert_eq!(tests.len(), 1);
    assert!(class.n_runs_on_mutants < 10, "{}", class.n_runs_on_mutants);
}
