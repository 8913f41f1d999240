//! Waiting, on the thread that runs tests and on others.

use std::iter;

use evoke_jvm::Surroundings;
use evoke_testcase::{AbortReason, ExecutionOutcome, Observations, ObservedValue, Observer, PoolPace};

use crate::support::{ClusterBuilder, TestBuilder, for_every_jdk};

/// How a call of a static method of `Waits` ends, and what it gives, in each run but the first: loading the class reads clocks, too.
fn check(
    test: &str,
    (method, descriptor): (&str, &str),
    argument: Option<i32>,
    expected: impl Fn(&ExecutionOutcome, Option<&ObservedValue>) -> bool + Sync,
) {
    for_every_jdk(test, |world| {
        let mut builder = ClusterBuilder::new();
        let method = builder.static_method("sample/Waits", method, descriptor);
        let jvm = world.start_jvm();
        let mut executor = world.executor(&jvm, &builder.cluster);
        for run in 0..4 {
            let mut test = TestBuilder::new();
            let arguments: Vec<_> = argument.iter().map(|argument| test.int(*argument)).collect();
            test.call(method, &arguments);
            let observed = executor.observe(&test.build());
            let value = observed.values.last().map(|observation| &observation.value);
            assert!(run == 0 || expected(&observed.result.outcome, value), "{observed:?}");
        }
    });
}

fn is_stopped(outcome: &ExecutionOutcome, _: Option<&ObservedValue>) -> bool {
    matches!(outcome, ExecutionOutcome::Aborted { reason: AbortReason::Time, .. })
}

fn gives(expected: ObservedValue) -> impl Fn(&ExecutionOutcome, Option<&ObservedValue>) -> bool + Sync {
    move |outcome, value| *outcome == ExecutionOutcome::Completed && value == Some(&expected)
}

fn throws(class: &str) -> impl Fn(&ExecutionOutcome, Option<&ObservedValue>) -> bool + Sync {
    move |outcome, _| matches!(outcome, ExecutionOutcome::Threw { exception, .. } if exception.class.as_str() == class)
}

#[test]
fn sleep_moves_the_clock_by_its_time() {
    // And by one step between the two readings.
    let expected = gives(ObservedValue::Long(51));
    check("waits::sleep_moves_the_clock_by_its_time", ("sleep", "(I)J"), Some(50), expected);
}

#[test]
fn in_haste_a_short_wait_is_over_before_another_thread_does_anything() {
    for_every_jdk("waits::in_haste_a_short_wait_is_over_before_another_thread_does_anything", |world| {
        let mut builder = ClusterBuilder::new();
        let is_done = builder.static_method("sample/Waits", "isDoneInTime", "(I)Z");
        let jvm = world.start_jvm();
        let mut executor = world.executor(&jvm, &builder.cluster);
        let test = |way: i32| {
            let mut test = TestBuilder::new();
            let way = test.int(way);
            test.call(is_done, &[way]);
            test.build()
        };
        let last = |observed: Observations| observed.values.last().map(|it| it.value.clone());
        for way in [0, 1] {
            executor.observe(&test(way));
            let in_haste = last(executor.observe_in_haste(&test(way)));
            assert_eq!(in_haste, Some(ObservedValue::Boolean(false)), "{way}");
        }
        // Rarely the other thread is seen to wait for the JVM, so that nothing seems to happen.
        let at_leisure = || last(executor.observe(&test(1)));
        assert!(iter::repeat_with(at_leisure).take(5).any(|done| done == Some(ObservedValue::Boolean(true))));
    });
}

#[test]
fn common_pool_is_done_before_the_next_statement_or_begins_after_the_last() {
    for_every_jdk("waits::common_pool_is_done_before_the_next_statement_or_begins_after_the_last", |world| {
        let mut builder = ClusterBuilder::new();
        let counter = "Ljava/util/concurrent/atomic/AtomicInteger;";
        let report = builder.static_method("sample/Threads", "reportInCommonPool", "()V");
        let count_later = builder.static_method("sample/Threads", "countLater", &format!("(){counter}"));
        let read = builder.static_method("sample/Threads", "read", &format!("({counter})I"));
        let jvm = world.start_jvm_in(&Surroundings::CONTRASTING);
        let mut executor = world.executor(&jvm, &builder.cluster);
        let mut begin_pool = TestBuilder::new();
        begin_pool.call(report, &[]);
        let mut nothing = TestBuilder::new();
        nothing.int(1);
        let (nothing, begin_pool) = (nothing.build(), begin_pool.build());
        let uses =
            [&nothing, &begin_pool, &nothing].map(|test| executor.observe(test).result.trace.uses_pool);
        assert_eq!(uses, [false, true, false]);
        let mut test = TestBuilder::new();
        let count = test.call(count_later, &[]);
        test.call(read, &[count]);
        let test = test.build();
        assert!(executor.observe(&test).result.trace.uses_pool);
        let last = |observed: Observations| observed.values.last().map(|it| it.value.clone());
        // On a busy machine the thread that runs tests may seem to wait for the pool, or the pool may take too long.
        let mut shows = |pace, expected| {
            let mut runs = (0..5).map(|_| last(executor.observe_at_pace(&test, pace)));
            runs.any(|shown| shown == Some(ObservedValue::Int(expected)))
        };
        assert!(shows(PoolPace::Ahead, 1));
        assert!(shows(PoolPace::Late, 0));
    });
}

#[test]
fn test_that_sleeps_for_too_long_is_stopped() {
    check("waits::test_that_sleeps_for_too_long_is_stopped", ("sleep", "(I)J"), Some(10_000), is_stopped);
}

#[test]
fn poll_of_an_empty_queue_gives_nothing() {
    let method = ("poll", "(I)Ljava/lang/Object;");
    check("waits::poll_of_an_empty_queue_gives_nothing", method, Some(50), gives(ObservedValue::Null));
}

#[test]
fn monitor_that_nobody_notifies_is_waited_for_until_the_time_is_over() {
    let name = "waits::monitor_that_nobody_notifies_is_waited_for_until_the_time_is_over";
    check(name, ("waitOnMonitor", "(I)I"), Some(50), gives(ObservedValue::Int(1)));
}

#[test]
fn monitor_that_nobody_notifies_is_not_waited_for_for_ever() {
    let name = "waits::monitor_that_nobody_notifies_is_not_waited_for_for_ever";
    check(name, ("waitOnMonitor", "(I)I"), Some(0), is_stopped);
}

#[test]
fn wait_that_nothing_can_end_is_stopped() {
    check("waits::wait_that_nothing_can_end_is_stopped", ("acquire", "()I"), None, is_stopped);
}

#[test]
fn wait_that_nothing_can_end_counts_even_if_its_end_is_swallowed() {
    let name = "waits::wait_that_nothing_can_end_counts_even_if_its_end_is_swallowed";
    check(name, ("acquireStubbornly", "()I"), None, is_stopped);
}

#[test]
fn wait_without_the_monitor_throws() {
    let expected = throws("java/lang/IllegalMonitorStateException");
    check("waits::wait_without_the_monitor_throws", ("waitWithoutMonitor", "()V"), None, expected);
}

#[test]
fn sleep_of_an_interrupted_thread_throws() {
    let expected = throws("java/lang/InterruptedException");
    check("waits::sleep_of_an_interrupted_thread_throws", ("sleepInterrupted", "()V"), None, expected);
}

#[test]
fn threads_that_wait_for_each_other_in_turn_come_to_their_end() {
    let name = "waits::threads_that_wait_for_each_other_in_turn_come_to_their_end";
    check(name, ("handOver", "()I"), None, gives(ObservedValue::Int(1)));
}

#[test]
fn other_thread_waits_until_a_moment_of_the_clock_that_it_sees() {
    let name = "waits::other_thread_waits_until_a_moment_of_the_clock_that_it_sees";
    check(name, ("waitsUntilTomorrow", "()Z"), None, gives(ObservedValue::Boolean(true)));
}
