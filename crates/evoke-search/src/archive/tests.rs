//! Which test the archive keeps for a goal.

use evoke_analysis::{CallableId, StubId};
use evoke_testcase::StubInstance;

use super::*;

fn test_of_length(length: usize) -> Arc<TestCase> {
    let call =
        || Statement::Invoke { callable: CallableId(0), receiver: None, arguments: [].into_iter().collect() };
    Arc::new(TestCase::new((0..length).map(|_| call()).collect()))
}

#[test]
fn shorter_test_replaces_longer_one() {
    let mut archive = Archive::new(GuidingGoals::all(1));
    assert!(archive.offer(GoalId(0), &test_of_length(3)));
    assert!(!archive.offer(GoalId(0), &test_of_length(2)));
    assert_eq!(archive.tests()[0].test.len(), 2);
}

fn cost(rest: f64) -> Cost {
    Cost { is_doubtful: false, throws: false, n_stubs: 0, rest, slowness: 0 }
}

#[test]
fn test_that_completes_replaces_a_shorter_one_that_throws() {
    let mut archive = Archive::new(GuidingGoals::all(1));
    let throwing = Cost { throws: true, ..cost(2.0) };
    assert!(archive.offer_at_cost(GoalId(0), &test_of_length(2), throwing));
    archive.offer_at_cost(GoalId(0), &test_of_length(3), cost(3.0));
    assert_eq!(archive.tests()[0].test.len(), 3);
    archive.offer_at_cost(GoalId(0), &test_of_length(1), Cost { throws: true, ..cost(1.0) });
    assert_eq!(archive.tests()[0].test.len(), 3, "shorter, but throws");
}

#[test]
fn goal_that_only_a_test_covers_which_throws_is_known() {
    let mut archive = Archive::new(GuidingGoals::all(2));
    assert!(!archive.has_throwing());
    archive.offer_at_cost(GoalId(1), &test_of_length(2), Cost { throws: true, ..cost(2.0) });
    assert!(archive.has_throwing());
    archive.offer_at_cost(GoalId(1), &test_of_length(3), cost(3.0));
    assert!(!archive.has_throwing());
}

#[test]
fn test_with_fewer_stubs_replaces_a_shorter_one() {
    let instance = StubInstance {
        stub: StubId(0),
        arguments: [].into_iter().collect(),
        returns: Vec::new(),
        callbacks: Vec::new(),
    };
    let stub = Statement::Stub(Box::new(instance));
    let with_stub = Arc::new(TestCase::new(vec![stub]));
    let mut archive = Archive::new(GuidingGoals::all(1));
    archive.offer(GoalId(0), &with_stub);
    archive.offer(GoalId(0), &test_of_length(5));
    assert_eq!(archive.tests()[0].test.len(), 5);
    archive.offer(GoalId(0), &with_stub);
    assert_eq!(archive.tests()[0].test.len(), 5, "shorter, with a stub");
}

#[test]
fn equally_long_test_does_not_replace() {
    let mut archive = Archive::new(GuidingGoals::all(1));
    let first = test_of_length(2);
    archive.offer(GoalId(0), &first);
    archive.offer(GoalId(0), &test_of_length(2));
    assert!(Arc::ptr_eq(&archive.tests()[0].test, &first));
}

#[test]
fn equally_long_test_replaces_a_much_slower_one() {
    let mut archive = Archive::new(GuidingGoals::all(1));
    let within = |milliseconds| cost(2.0).with_time(Duration::from_millis(milliseconds));
    archive.offer_at_cost(GoalId(0), &test_of_length(1), within(310));
    archive.offer_at_cost(GoalId(0), &test_of_length(2), within(300));
    let slow = &archive.tests()[0];
    assert_eq!((slow.test.len(), slow.slowness), (1, 3), "hardly quicker");
    archive.offer_at_cost(GoalId(0), &test_of_length(3), within(40));
    let quick = &archive.tests()[0];
    assert_eq!((quick.test.len(), quick.slowness), (3, 0));
}

#[test]
fn cheaper_test_replaces_dearer_one_however_long() {
    let mut archive = Archive::new(GuidingGoals::all(1));
    assert!(archive.offer_at_cost(GoalId(0), &test_of_length(2), cost(3.5)));
    archive.offer_at_cost(GoalId(0), &test_of_length(1), cost(3.5));
    assert_eq!(archive.tests()[0].test.len(), 2, "as dear");
    archive.offer_at_cost(GoalId(0), &test_of_length(9), cost(3.25));
    assert_eq!(archive.tests()[0].test.len(), 9, "cheaper");
}

#[test]
fn test_of_several_goals_is_listed_once() {
    let mut archive = Archive::new(GuidingGoals::all(3));
    let both = test_of_length(2);
    archive.offer(GoalId(2), &both);
    archive.offer(GoalId(0), &both);
    archive.offer(GoalId(1), &test_of_length(1));
    let goals: Vec<Vec<GoalId>> = archive.tests().into_iter().map(|archived| archived.goals).collect();
    assert_eq!(goals, [vec![GoalId(0), GoalId(2)], vec![GoalId(1)]]);
}

#[test]
fn archive_is_complete_when_every_goal_has_a_test() {
    let mut archive = Archive::new(GuidingGoals::all(2));
    archive.offer(GoalId(0), &test_of_length(1));
    assert!(!archive.is_complete());
    archive.offer(GoalId(1), &test_of_length(1));
    assert!(archive.is_complete() && archive.is_covered(GoalId(1)));
}

#[test]
fn doubtful_test_is_kept_until_another_covers_the_goal_and_not_the_last_word() {
    let mut archive = Archive::new(GuidingGoals::all(1));
    let doubtful = Cost { is_doubtful: true, ..cost(1.0) };
    assert!(archive.offer_at_cost(GoalId(0), &test_of_length(1), doubtful));
    assert!(archive.is_covered(GoalId(0)) && !archive.is_complete());
    archive.offer_at_cost(GoalId(0), &test_of_length(4), cost(4.0));
    assert!(archive.is_complete());
    archive.offer_at_cost(GoalId(0), &test_of_length(1), doubtful);
    assert_eq!(archive.tests()[0].test.len(), 4);
}

#[test]
fn goals_that_do_not_guide_are_kept_but_not_waited_for() {
    let guides = GuidingGoals::of(&[false, true], false);
    let mut archive = Archive::new(guides);
    assert!(!archive.offer(GoalId(0), &test_of_length(1)), "nothing that guides is new");
    assert!(!archive.is_complete() && archive.is_covered(GoalId(0)));
    assert!(archive.draw(&mut SearchRng::new(1)).is_none());
    assert!(archive.offer(GoalId(1), &test_of_length(1)));
    assert!(archive.is_complete());
    assert_eq!((archive.n_covered(), archive.n_covered_guides()), (2, 1));
}

#[test]
fn tests_for_late_goals_are_taken_only_while_these_have_their_turn() {
    let mut archive = Archive::new(GuidingGoals::all(2).with_late(|goal| goal == GoalId(1)));
    assert!(archive.offer(GoalId(0), &test_of_length(2)));
    assert!(!archive.offer(GoalId(1), &test_of_length(2)) && !archive.is_covered(GoalId(1)));
    assert!(archive.is_complete_but_for_late() && !archive.is_complete());
    archive.take_late(true);
    assert!(archive.offer(GoalId(1), &test_of_length(2)));
    archive.take_late(false);
    archive.offer(GoalId(1), &test_of_length(1));
    assert_eq!((archive.n_covered_always(), archive.n_covered_guides()), (1, 2));
    assert_eq!((archive.n_covered_of_asked(), archive.n_covered()), (1, 2));
    assert!(archive.is_complete() && archive.tests().iter().all(|archived| archived.test.len() == 2));
    let drawn: Vec<usize> =
        (0..9).filter_map(|seed| Some(archive.draw(&mut SearchRng::new(seed))?.len())).collect();
    assert_eq!(drawn, [2; 9]);
}
