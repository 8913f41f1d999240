//! Which variants are kept, and when the hunt ends.

use std::collections::{BTreeMap, BTreeSet};

use evoke_analysis::{Criterion, Goal, GoalKind};
use evoke_testcase::ObservedValue;

use super::*;
use crate::boundary_class::{BOUNDARY, BoundaryClass, ENTERED_BY_9, EQUIVALENT, first, number};
use crate::coverage_check::CoverageCheck;
use crate::kill::{MutantsKnown, kill};
use crate::testing::{Demo, seen, test_of};

/// The same where nothing but mutants is open.
fn hunted(class: BoundaryClass, numbers: &[i32]) -> (Vec<StableTest>, KillMatrix, BoundaryClass) {
    hunted_for(&CoverageCheck::default(), class, numbers)
}

/// Tests and matrix after a hunt that begins with a test of 7, which covers no goal, and is given one variant after the other.
fn hunted_for(
    check: &CoverageCheck,
    mut class: BoundaryClass,
    numbers: &[i32],
) -> (Vec<StableTest>, KillMatrix, BoundaryClass) {
    let shown = seen(0, None, ObservedValue::Boolean(true));
    let known = StableTest {
        test: number(7),
        goals: Vec::new(),
        exception: None,
        values: vec![shown],
        stub_calls: None,
    };
    let kills =
        kill(&mut class, std::slice::from_ref(&known), MutantsKnown::default(), &mut Deadline::never());
    let mut numbers = numbers.iter();
    let mut vary = |_: &StableTest, lead: Lead<'_>| -> Vec<TestCase> {
        if lead == Lead::Reading {
            return Vec::new();
        }
        vec![number(numbers.next().copied().unwrap_or(7))]
    };
    let cluster = Demo::new().cluster;
    let open = OpenGoals::beyond(check, std::slice::from_ref(&known), &BTreeSet::new());
    let (known, none) = ((vec![known], kills), BTreeSet::new());
    let (tests, kills) =
        hunt_survivors(&mut class, &cluster, known, (&none, open), &mut vary, &mut Deadline::never());
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

/// Of the one goal that tests of 9 cover.
fn check_of_9() -> CoverageCheck {
    let kind = GoalKind::MethodEntry(ENTERED_BY_9);
    let goal = Goal { id: GoalId(0), criterion: Criterion::Method, kind, name: String::new() };
    CoverageCheck::of_goals(vec![goal], BTreeMap::new())
}

fn nothing_open(check: &CoverageCheck) -> OpenGoals<'_> {
    OpenGoals::beyond(check, &[], &BTreeSet::new())
}

#[test]
fn variant_that_covers_what_no_test_does_is_kept_without_what_it_does_not_need() {
    let (tests, kills, _) = hunted_for(&check_of_9(), BoundaryClass::default(), &[8, 9, 9]);
    assert_eq!(tests.len(), 2, "the second one covers nothing new");
    assert_eq!(
        (tests[1].goals.as_slice(), &tests[1].test),
        (&[GoalId(0)][..], &test_of(number(9).statements()[..1].to_vec()))
    );
    assert_eq!(kills.n_killable(), 0);
}

#[test]
fn what_a_variant_shows_only_now_and_then_is_not_kept_with_what_it_covers() {
    let class = BoundaryClass { is_fickle: true, ..BoundaryClass::default() };
    let (tests, _, _) = hunted_for(&check_of_9(), class, &[9]);
    assert_eq!((tests[1].goals.as_slice(), tests[1].values.as_slice()), (&[GoalId(0)][..], &[][..]));
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
fn what_a_test_shows_only_where_no_number_drawn_is_the_least_is_not_worth_keeping() {
    let (tests, kills, _) = hunted(BoundaryClass { draws: true, ..BoundaryClass::default() }, &[5, 5]);
    assert_eq!((tests.len(), kills.n_killable()), (1, 0));
}

#[test]
fn hunt_ends_where_a_mutant_spoilt_what_known_tests_find() {
    let (tests, _, class) = hunted(BoundaryClass { spoils: true, ..BoundaryClass::default() }, &[9, 5, 5]);
    assert_eq!(tests.len(), 1);
    assert!(class.n_runs_on_mutants < 10, "{}", class.n_runs_on_mutants);
}

#[test]
fn hunt_goes_on_where_what_a_mutant_left_can_be_put_back() {
    let class = BoundaryClass { spoils: true, can_put_back: true, ..BoundaryClass::default() };
    let (tests, kills, class) = hunted(class, &[9, 5, 5]);
    assert_eq!(tests.len(), 2);
    assert_eq!(tests[1].values, [seen(0, None, ObservedValue::Boolean(false))]);
    assert_eq!((kills.n_killable(), class.puts_back), (1, true));
}

#[test]
fn test_that_reads_more_covers_what_the_test_does_that_it_goes_on_from() {
    let mut class = BoundaryClass::default();
    let shown = seen(0, None, ObservedValue::Boolean(true));
    let known = StableTest {
        test: test_of(number(7).statements()[..1].to_vec()),
        goals: vec![GoalId(3)],
        exception: None,
        values: vec![shown],
        stub_calls: None,
    };
    let mut leads = Vec::new();
    let mut vary = |_: &StableTest, lead: Lead<'_>| match lead {
        Lead::Reading if leads.is_empty() => {
            leads.push(true);
            // As if the one value were what reading shows.
            vec![number(5)]
        }
        _ => Vec::new(),
    };
    let (tests, kills) = hunt_survivors(
        &mut class,
        &Demo::new().cluster,
        (
            vec![known.clone()],
            kill(&mut BoundaryClass::default(), &[known], MutantsKnown::default(), &mut Deadline::never()),
        ),
        (&BTreeSet::new(), nothing_open(&CoverageCheck::default())),
        &mut vary,
        &mut Deadline::new(deadline_after(200)),
    );
    assert_eq!(tests.len(), 2);
    assert_eq!((tests[1].goals.as_slice(), first(&tests[1].test)), (&[GoalId(3)][..], 5));
    assert_eq!(tests[1].test.len(), 1, "what is read and gives nothing away goes");
    assert_eq!(kills.kills(BOUNDARY).len(), 1);
}

#[test]
fn hunt_goes_on_where_there_was_no_time_for_all_runs() {
    let known = StableTest {
        test: number(7),
        goals: Vec::new(),
        exception: None,
        values: vec![seen(0, None, ObservedValue::Boolean(true))],
        stub_calls: None,
    };
    let mut class = BoundaryClass::default();
    let tests = std::slice::from_ref(&known);
    let kills = kill(&mut class, tests, MutantsKnown::default(), &mut Deadline::new(deadline_after(3)));
    assert_eq!(kills.completeness, Completeness::CutShort);
    let mut vary = |_: &StableTest, lead: Lead<'_>| match lead {
        Lead::Reading => Vec::new(),
        _ => vec![number(5)],
    };
    let hunt = (vec![known.clone()], kills);
    let mut deadline = Deadline::new(deadline_after(200));
    let (cluster, none) = (Demo::new().cluster, BTreeSet::new());
    let check = CoverageCheck::default();
    let wanted = (&none, nothing_open(&check));
    let (tests, _) = hunt_survivors(&mut class, &cluster, hunt, wanted, &mut vary, &mut deadline);
    assert_eq!(tests.len(), 2);
}

/// Is over when it has been asked so often.
fn deadline_after(mut questions: u32) -> impl FnMut() -> bool {
    move || {
        questions = questions.saturating_sub(1);
        questions == 0
    }
}
