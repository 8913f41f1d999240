//! When a budget ends a search.

use super::*;

fn spent(tests: u64, statements: u64, generations: u64) -> Statistics {
    Statistics { tests, statements, generations, aborted: 0 }
}

#[test]
fn first_budget_used_up_stops() {
    let budget = SearchBudget {
        tests: Some(10),
        statements: Some(100),
        generations: Some(5),
        ..SearchBudget::default()
    };
    let mut stopping = StoppingCondition::without_clock(budget);
    assert_eq!(stopping.check(&spent(9, 99, 4)), None);
    assert_eq!(stopping.check(&spent(10, 0, 0)), Some(StopReason::Budget));
    assert_eq!(stopping.check(&spent(0, 100, 0)), Some(StopReason::Budget));
    assert_eq!(stopping.check(&spent(0, 0, 5)), Some(StopReason::Budget));
}

#[test]
fn time_is_what_the_given_clock_says() {
    let now = std::cell::Cell::new(Duration::ZERO);
    let budget = SearchBudget { time: Some(Duration::from_secs(20)), ..SearchBudget::default() };
    let mut stopping = StoppingCondition::new(budget, || now.get());
    now.set(Duration::from_millis(19_999));
    assert_eq!(stopping.check(&spent(0, 0, 0)), None);
    now.set(Duration::from_secs(20));
    assert_eq!(stopping.check(&spent(0, 0, 0)), Some(StopReason::Budget));
}

#[test]
fn search_that_has_covered_nothing_may_have_longer() {
    let now = std::cell::Cell::new(Duration::ZERO);
    let [time, time_until_covered] = [20, 30].map(|seconds| Some(Duration::from_secs(seconds)));
    let budget = SearchBudget { time, time_until_covered, ..SearchBudget::default() };
    let mut stopping = StoppingCondition::new(budget, || now.get());
    now.set(Duration::from_secs(29));
    assert_eq!(stopping.check(&spent(0, 0, 0)), None);
    stopping.note_covered(false);
    assert_eq!(stopping.check(&spent(0, 0, 0)), Some(StopReason::Budget));
    let mut stopping = StoppingCondition::new(budget, || now.get());
    now.set(Duration::from_secs(30));
    assert_eq!(stopping.check(&spent(0, 0, 0)), Some(StopReason::Budget));
}

#[test]
fn improvement_restarts_the_wait_for_stagnation() {
    let budget = SearchBudget { tests: Some(100), stagnation: Some(0.25), ..SearchBudget::default() };
    let mut stopping = StoppingCondition::without_clock(budget);
    assert_eq!(stopping.check(&spent(24, 0, 0)), None);
    stopping.note_improvement(&spent(24, 0, 0));
    assert_eq!(stopping.check(&spent(48, 0, 0)), None);
    assert_eq!(stopping.check(&spent(49, 0, 0)), Some(StopReason::Stagnation));
}

#[test]
fn budget_of_nothing_stops_at_once() {
    let budget = SearchBudget { time: Some(Duration::ZERO), ..SearchBudget::default() };
    let mut stopping = StoppingCondition::new(budget, || Duration::from_nanos(1));
    assert_eq!(stopping.check(&spent(0, 0, 0)), Some(StopReason::Budget));
}

/// A hundred seconds, given up after so many without a find.
fn patient(seconds: u64) -> SearchBudget {
    let (time, patience) = (Some(Duration::from_secs(100)), Some(Duration::from_secs(seconds)));
    SearchBudget { time, patience, ..SearchBudget::default() }
}

#[test]
fn patience_grows_with_the_time_that_the_last_goal_took() {
    let now = std::cell::Cell::new(Duration::ZERO);
    let mut stopping = StoppingCondition::new(patient(5), || now.get());
    let mut at = |seconds: u64, covers: bool| {
        now.set(Duration::from_secs(seconds));
        let ended = stopping.check(&spent(0, 0, 0));
        if covers {
            stopping.note_covered(false);
        }
        ended
    };
    assert_eq!(at(9, false), None, "nothing was covered yet");
    assert_eq!(at(10, true), None);
    assert_eq!(at(19, false), None);
    assert_eq!(at(20, false), Some(StopReason::Stagnation));
}

#[test]
fn patience_of_a_search_that_found_all_at_once_is_the_least() {
    let now = std::cell::Cell::new(Duration::ZERO);
    let mut stopping = StoppingCondition::new(patient(5), || now.get());
    now.set(Duration::from_secs(1));
    stopping.note_covered(false);
    now.set(Duration::from_millis(5999));
    assert_eq!(stopping.check(&spent(0, 0, 0)), None);
    now.set(Duration::from_secs(6));
    assert_eq!(stopping.check(&spent(0, 0, 0)), Some(StopReason::Stagnation));
}

#[test]
fn late_goals_are_waited_for_only_for_a_part_of_the_patience() {
    let now = std::cell::Cell::new(Duration::ZERO);
    let mut stopping = StoppingCondition::new(patient(8), || now.get());
    now.set(Duration::from_secs(1));
    stopping.note_covered(false);
    now.set(Duration::from_secs(8));
    stopping.note_covered(true);
    now.set(Duration::from_millis(9_999));
    assert_eq!(stopping.check(&spent(0, 0, 0)), None);
    now.set(Duration::from_secs(10));
    assert_eq!(stopping.check(&spent(0, 0, 0)), Some(StopReason::Stagnation));
}

#[test]
fn something_else_is_tried_several_times_before_patience_is_over() {
    let now = std::cell::Cell::new(Duration::from_secs(1));
    let mut stopping = StoppingCondition::new(patient(8), || now.get());
    assert!(
        stopping.longest_stall().is_infinite(),
        "nothing was covered yet, so that nothing ends the search early"
    );
    stopping.note_covered(false);
    assert!((stopping.longest_stall() - 0.01).abs() < 1e-9, "a second of a hundred");
    now.set(Duration::from_secs(40));
    stopping.note_covered(false);
    assert!((stopping.longest_stall() - 0.05).abs() < 1e-9, "patience grew");
    let statements = SearchBudget { statements: Some(1000), time: None, ..patient(8) };
    let mut stopping = StoppingCondition::without_clock(statements);
    stopping.note_covered(false);
    assert!(stopping.longest_stall().is_infinite(), "there is no time to be patient for");
}
