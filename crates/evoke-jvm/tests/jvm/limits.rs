//! Tests that do not end by themselves are stopped, and the next test runs as if nothing had been.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use evoke_analysis::{CallableId, StubId};
use evoke_jvm::{ExecutionHooks, ExecutionLimits, JvmExecutor};
use evoke_testcase::{AbortReason, ExecutionOutcome, Executor, Statement, StubInstance, TestCase};

use crate::support::{ClusterBuilder, TestBuilder, for_every_jdk};

/// Runs a static method of `Limits` with these arguments, and a harmless test after it, twice.
fn check(test: &str, method: &str, argument: Option<i32>, descriptor: &str, expected: AbortReason) {
    for_every_jdk(test, |world| {
        let mut builder = ClusterBuilder::new();
        let method = builder.static_method("sample/Limits", method, descriptor);
        let recovered = Recovered::new(&mut builder);
        let jvm = world.start_jvm();
        let mut executor = world.executor(&jvm, &builder.cluster);
        for _ in 0..2 {
            let mut test = TestBuilder::new();
            let arguments: Vec<_> = argument.iter().map(|argument| test.int(*argument)).collect();
            test.call(method, &arguments);
            test.int(0);
            let result = executor.execute(&test.build());
            let statement = arguments.len() as u32;
            // What swallows the exception goes on to the next statement, unless the watchdog had to end it.
            assert!(
                matches!(result.outcome, ExecutionOutcome::Aborted { statement: at, reason }
                    if reason == expected && (at == statement || at == statement + 1)),
                "{:?}",
                result.outcome
            );
            recovered.check(&mut executor);
        }
    });
}

/// A test whose results are known.
struct Recovered {
    next: CallableId,
    is_interrupted: CallableId,
    assert_false: CallableId,
}

impl Recovered {
    fn new(builder: &mut ClusterBuilder) -> Self {
        Self {
            next: builder.static_method("sample/Calls", "next", "(I)I"),
            is_interrupted: builder.static_method("sample/Limits", "isInterrupted", "()Z"),
            assert_false: builder.static_method("sample/Calls", "require", "(ZZ)V"),
        }
    }

    fn check(&self, executor: &mut JvmExecutor<'_>) {
        for _ in 0..100 {
            let result = executor.execute(&self.test());
            assert_eq!(result.outcome, ExecutionOutcome::Completed);
        }
    }

    fn test(&self) -> TestCase {
        let mut test = TestBuilder::new();
        let one = test.int(1);
        test.call(self.next, &[one]);
        let interrupted = test.call(self.is_interrupted, &[]);
        let no = test.value(evoke_testcase::Value::Boolean(false));
        test.call(self.assert_false, &[interrupted, no]);
        test.build()
    }
}

#[test]
fn steps_without_end_are_stopped() {
    check("limits::steps_without_end_are_stopped", "stepForEver", None, "()V", AbortReason::Steps);
}

#[test]
fn steps_count_even_if_their_end_is_swallowed() {
    check(
        "limits::steps_count_even_if_their_end_is_swallowed",
        "swallowSteps",
        None,
        "()I",
        AbortReason::Steps,
    );
}

#[test]
fn initialising_a_class_costs_a_test_no_steps() {
    for_every_jdk("limits::initialising_a_class_costs_a_test_no_steps", |world| {
        let mut builder = ClusterBuilder::new();
        let initialize = builder.static_method("sample/Limits", "initialize", "()I");
        let jvm = world.start_jvm();
        let mut executor = world.executor(&jvm, &builder.cluster);
        let mut test = TestBuilder::new();
        test.call(initialize, &[]);
        assert_eq!(executor.execute(&test.build()).outcome, ExecutionOutcome::Completed);
    });
}

#[test]
fn steps_count_again_after_a_class_was_initialised() {
    let test = "limits::steps_count_again_after_a_class_was_initialised";
    check(test, "initializeAndStepForEver", None, "()V", AbortReason::Steps);
}

#[test]
fn exit_is_no_exit() {
    check("limits::exit_is_no_exit", "exit", None, "()V", AbortReason::Exit);
}

#[test]
fn exit_counts_even_if_it_is_swallowed() {
    check("limits::exit_counts_even_if_it_is_swallowed", "swallowExit", None, "()I", AbortReason::Exit);
}

#[test]
fn stack_overflow_is_an_outcome() {
    check("limits::stack_overflow_is_an_outcome", "recurse", Some(0), "(I)I", AbortReason::StackOverflow);
}

#[test]
fn full_heap_is_an_outcome() {
    check("limits::full_heap_is_an_outcome", "allocateForEver", None, "()V", AbortReason::Memory);
}

#[test]
fn huge_array_is_refused() {
    check("limits::huge_array_is_refused", "allocate", Some(1_000_001), "(I)[I", AbortReason::Memory);
}

#[test]
fn loop_without_probes_is_stopped_by_the_watchdog() {
    check("limits::loop_without_probes_is_stopped_by_the_watchdog", "spin", None, "()V", AbortReason::Time);
}

#[test]
fn loop_inside_the_jdk_is_stopped_by_the_watchdog() {
    check(
        "limits::loop_inside_the_jdk_is_stopped_by_the_watchdog",
        "spinInJdk",
        None,
        "()I",
        AbortReason::Time,
    );
}

#[test]
fn sleep_without_end_is_stopped() {
    check("limits::sleep_without_end_is_stopped", "sleep", None, "()V", AbortReason::Time);
}

#[test]
fn waiting_for_a_thread_that_works_is_not_waiting_in_vain_even_in_haste() {
    let name = "limits::waiting_for_a_thread_that_works_is_not_waiting_in_vain_even_in_haste";
    for_every_jdk(name, |world| {
        let mut builder = ClusterBuilder::new();
        let spin = builder.static_method("sample/Limits", "spin", "()V");
        let wait_for_work = builder.static_method("sample/Limits", "waitForWork", "()I");
        let jvm = world.start_jvm();
        let mut executor = world.executor(&jvm, &builder.cluster);
        let mut outcome = |callable| {
            let mut test = TestBuilder::new();
            test.call(callable, &[]);
            executor.execute(&test.build()).outcome
        };
        for _ in 0..3 {
            let stopped = ExecutionOutcome::Aborted { statement: 0, reason: AbortReason::Time };
            assert_eq!(outcome(spin), stopped);
        }
        for _ in 0..3 {
            assert_eq!(outcome(wait_for_work), ExecutionOutcome::Completed);
        }
    });
}

#[test]
fn loop_that_swallows_the_watchdogs_exception_is_sent_more() {
    let test = "limits::loop_that_swallows_the_watchdogs_exception_is_sent_more";
    check(test, "spinStubbornly", Some(4), "(I)V", AbortReason::Time);
}

#[test]
fn loop_that_swallows_everything_is_reported_as_stuck() {
    for_every_jdk("limits::loop_that_swallows_everything_is_reported_as_stuck", |world| {
        let mut builder = ClusterBuilder::new();
        let spin = builder.static_method("sample/Limits", "spinStubbornly", "(I)V");
        let jvm = world.start_jvm();
        let reports = Arc::new(AtomicU32::new(0));
        let seen = Arc::clone(&reports);
        let hooks = ExecutionHooks {
            on_stuck: Some(Box::new(move |_| {
                seen.fetch_add(1, Ordering::Relaxed);
            })),
            ..ExecutionHooks::default()
        };
        let mut executor = world.executor_with(&jvm, &builder.cluster, hooks);
        let mut test = TestBuilder::new();
        let lives = test.int(12);
        test.call(spin, &[lives]);
        executor.execute(&test.build());
        assert!(reports.load(Ordering::Relaxed) > 0);
    });
}

#[test]
fn test_whose_run_panicked_is_not_watched_any_more() {
    for_every_jdk("limits::test_whose_run_panicked_is_not_watched_any_more", |world| {
        let mut builder = ClusterBuilder::new();
        let recovered = Recovered::new(&mut builder);
        let jvm = world.start_jvm();
        let reports = Arc::new(AtomicU32::new(0));
        let seen = Arc::clone(&reports);
        let hooks = ExecutionHooks {
            on_stuck: Some(Box::new(move |_| {
                seen.fetch_add(1, Ordering::Relaxed);
            })),
            ..ExecutionHooks::default()
        };
        let mut executor = world.executor_with(&jvm, &builder.cluster, hooks);
        let unknown = StubInstance {
            stub: StubId(99),
            arguments: [].into_iter().collect(),
            returns: vec![],
            callbacks: Vec::new(),
        };
        let test = TestCase::new(vec![Statement::Stub(Box::new(unknown))]);
        let run = std::panic::catch_unwind(AssertUnwindSafe(|| executor.execute(&test)));
        assert!(run.is_err());
        drop(test);
        // Far longer than it takes to be reported as stuck.
        std::thread::sleep(20 * ExecutionLimits::default().time);
        assert_eq!(reports.load(Ordering::Relaxed), 0);
        recovered.check(&mut executor);
    });
}
