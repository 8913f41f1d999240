//! Threads that a test starts: they count for that test, and for no other.

use evoke_analysis::{CallableId, LineId, MethodId, PredicateId};
use evoke_jvm::{JvmExecutor, Surroundings};
use evoke_testcase::{ExecutionOutcome, ExecutionTrace, Executor, ObservedValue, Observer};

use crate::support::{ClusterBuilder, TestBuilder, for_every_jdk};

/// What a completed test that calls this method showed.
fn trace_of(executor: &mut JvmExecutor<'_>, method: CallableId) -> ExecutionTrace {
    let mut test = TestBuilder::new();
    test.call(method, &[]);
    let result = executor.execute(&test.build());
    assert_eq!(result.outcome, ExecutionOutcome::Completed);
    result.trace
}

/// What a test shows during which a thread works that an earlier test left behind.
fn trace_beside_leftover(test: &str, leave: &str) {
    for_every_jdk(test, |world| {
        let mut builder = ClusterBuilder::new();
        let leave = builder.static_method("sample/Threads", leave, "()V");
        let let_go = builder.static_method("sample/Threads", "letGo", "()V");
        let jvm = world.start_jvm();
        let mut executor = world.executor(&jvm, &builder.cluster);
        for _ in 0..2 {
            trace_of(&mut executor, leave);
            assert_eq!(trace_of(&mut executor, let_go), ExecutionTrace::default());
        }
    });
}

#[test]
fn thread_of_an_earlier_test_reports_nothing() {
    trace_beside_leftover("threads::thread_of_an_earlier_test_reports_nothing", "leaveReporter");
}

#[test]
fn thread_of_another_class_under_test_reports_nothing() {
    for_every_jdk("threads::thread_of_another_class_under_test_reports_nothing", |world| {
        let mut builder = ClusterBuilder::new();
        let leave = builder.static_method("sample/Threads", "leaveReporter", "()V");
        let let_go = builder.static_method("sample/Threads", "letGo", "()V");
        let jvm = world.start_jvm();
        trace_of(&mut world.executor(&jvm, &builder.cluster), leave);
        let trace = trace_of(&mut world.executor(&jvm, &builder.cluster), let_go);
        assert_eq!(trace, ExecutionTrace::default());
    });
}

#[test]
fn thread_that_such_a_thread_starts_reports_nothing() {
    trace_beside_leftover(
        "threads::thread_that_such_a_thread_starts_reports_nothing",
        "leaveParentOfReporter",
    );
}

#[test]
fn thread_of_an_earlier_test_runs_out_of_steps_of_its_own() {
    trace_beside_leftover("threads::thread_of_an_earlier_test_runs_out_of_steps_of_its_own", "leaveStepper");
}

#[test]
fn exit_of_an_earlier_tests_thread_is_not_the_tests() {
    trace_beside_leftover("threads::exit_of_an_earlier_tests_thread_is_not_the_tests", "leaveExit");
}

#[test]
fn comparison_in_an_earlier_tests_thread_is_not_taken_for_the_tests() {
    for_every_jdk("threads::comparison_in_an_earlier_tests_thread_is_not_taken_for_the_tests", |world| {
        let mut builder = ClusterBuilder::new();
        let leave = builder.static_method("sample/Threads", "leaveComparer", "()V");
        let compare = builder.static_method("sample/Threads", "compareWhileLettingGo", "()V");
        let jvm = world.start_jvm();
        let mut executor = world.executor(&jvm, &builder.cluster);
        trace_of(&mut executor, leave);
        let trace = trace_of(&mut executor, compare);
        let distances: Vec<f64> = trace.predicates.iter().map(|record| record.distance_true).collect();
        assert_eq!(distances, [3.0]);
    });
}

#[test]
fn thread_of_the_test_itself_reports() {
    let name = "threads::thread_of_the_test_itself_reports";
    check_reports(name, "reportElsewhere");
}

#[test]
fn pool_that_all_tests_share_reports_to_the_test_whose_work_it_does() {
    let name = "threads::pool_that_all_tests_share_reports_to_the_test_whose_work_it_does";
    check_reports(name, "reportInCommonPool");
}

/// Each of three tests that call this method sees what its threads did.
fn check_reports(test: &str, method: &str) {
    for_every_jdk(test, |world| {
        let mut builder = ClusterBuilder::new();
        let report = builder.static_method("sample/Threads", method, "()V");
        let jvm = world.start_jvm();
        let mut executor = world.executor(&jvm, &builder.cluster);
        for _ in 0..3 {
            let trace = trace_of(&mut executor, report);
            assert_eq!(trace.methods, [MethodId(2)]);
            assert_eq!(trace.lines, [LineId(3)]);
            assert_eq!(
                trace.predicates.iter().map(|record| record.predicate).collect::<Vec<_>>(),
                [PredicateId(4)]
            );
        }
    });
}

#[test]
fn contrasting_surroundings_wait_for_threads_before_a_value_is_looked_at() {
    let name = "threads::contrasting_surroundings_wait_for_threads_before_a_value_is_looked_at";
    for_every_jdk(name, |world| {
        let mut builder = ClusterBuilder::new();
        let start = builder.static_method("sample/Threads", "startWorker", "()V");
        let has_worked = builder.static_method("sample/Threads", "hasWorked", "()Z");
        let jvm = world.start_jvm_in(&Surroundings::CONTRASTING);
        let mut executor = world.executor(&jvm, &builder.cluster);
        let mut test = TestBuilder::new();
        test.call(start, &[]);
        test.call(has_worked, &[]);
        let values = executor.observe(&test.build()).values;
        assert_eq!(values.last().map(|seen| &seen.value), Some(&ObservedValue::Boolean(true)));
    });
}
