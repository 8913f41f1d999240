//! What a run shows: how it ended, and what instrumented code reported.

use crate::support::{ClusterBuilder, TestBuilder, for_every_jdk, thrown};
use evoke_analysis::{LineId, MethodId, PredicateId};
use evoke_jvm::TracerSizes;
use evoke_testcase::{
    ExecutionOutcome, Executor, JavaString, Observer, Operand, OperandValue, PredicateRecord, Value,
};

#[test]
fn completed_run_gives_its_trace_sorted_by_id() {
    for_every_jdk("outcomes::completed_run_gives_its_trace_sorted_by_id", |world| {
        let mut builder = ClusterBuilder::new();
        let traced = builder.static_method("sample/Calls", "traced", "(I)I");
        let jvm = world.start_jvm();
        let mut executor = world.executor(&jvm, &builder.cluster);
        let mut test = TestBuilder::new();
        let (seven, twelve) = (test.int(7), test.int(12));
        test.call(traced, &[seven]);
        test.call(traced, &[twelve]);
        let test = test.build();

        for _ in 0..3 {
            let result = executor.execute(&test);
            assert_eq!(result.outcome, ExecutionOutcome::Completed);
            assert_eq!(result.executed, 4);
            assert_eq!(result.trace.methods, [MethodId(1)]);
            assert_eq!(result.trace.lines, [LineId(0), LineId(2)]);
            let expected = PredicateRecord {
                predicate: PredicateId(3),
                distance_true: 0.0,
                distance_false: 0.0,
                executions: 2,
            };
            assert_eq!(result.trace.predicates, [expected]);
        }
        assert_eq!((executor.counts().tests, executor.counts().statements), (3, 12));
    });
}

/// `new Calls(1).fail("no")`, which throws at the fourth statement.
fn failing_test(builder: &mut ClusterBuilder) -> TestBuilder {
    let create = builder.constructor("sample/Calls", "(I)V");
    let fail = builder.method("sample/Calls", "fail", "(Ljava/lang/String;)V");
    let mut test = TestBuilder::new();
    let one = test.int(1);
    let object = test.call(create, &[one]);
    let text = test.string("no");
    test.call_on(object, fail, &[text]);
    test
}

#[test]
fn exception_ends_a_run_with_its_class_and_statement() {
    for_every_jdk("outcomes::exception_ends_a_run_with_its_class_and_statement", |world| {
        let mut builder = ClusterBuilder::new();
        let mut test = failing_test(&mut builder);
        let jvm = world.start_jvm();
        let mut executor = world.executor(&jvm, &builder.cluster);
        test.int(2);

        let result = executor.execute(&test.build());
        assert_eq!(thrown(&result.outcome), Some("java/lang/IllegalStateException"));
        assert!(matches!(result.outcome, ExecutionOutcome::Threw { statement: 3, .. }));
        assert_eq!(result.executed, 4);
    });
}

#[test]
fn operands_of_predicates_that_came_out_one_way_are_told_when_asked_for() {
    let name = "outcomes::operands_of_predicates_that_came_out_one_way_are_told_when_asked_for";
    for_every_jdk(name, |world| {
        let mut builder = ClusterBuilder::new();
        let compared = builder.static_method("sample/Calls", "compared", "(IJDLjava/lang/String;)V");
        let jvm = world.start_jvm();
        let mut executor = world.executor(&jvm, &builder.cluster);
        let mut test = TestBuilder::new();
        let number = test.int(42);
        let large = test.value(Value::Long(7_000_000_000));
        let real = test.value(Value::Double(0.75));
        let text = test.string("no");
        test.call(compared, &[number, large, real, text]);
        let test = test.build();

        let plain = executor.execute(&test);
        let (result, operands) = executor.execute_with_operands(&test);
        assert_eq!(result, plain);
        let string = |text: &str| OperandValue::String(JavaString::from(text));
        let pattern = OperandValue::Pattern(JavaString::from("[0-9]+"));
        let pair = |predicate, left, right| Operand { predicate: PredicateId(predicate), left, right };
        let expected = [
            pair(0, OperandValue::Int(42), OperandValue::Int(10)),
            pair(1, OperandValue::Long(7_000_000_000), OperandValue::Long(5)),
            pair(2, OperandValue::Double(0.75), OperandValue::Double(0.5)),
            pair(3, string("no"), string("yes")),
            pair(3, string("no"), pattern),
        ];
        assert_eq!(operands, expected);
    });
}

#[test]
fn message_of_what_was_thrown_is_told_with_the_operands() {
    let name = "outcomes::message_of_what_was_thrown_is_told_with_the_operands";
    for_every_jdk(name, |world| {
        let mut builder = ClusterBuilder::new();
        let test = failing_test(&mut builder);
        let jvm = world.start_jvm();
        let mut executor = world.executor(&jvm, &builder.cluster);
        let (result, _) = executor.execute_with_operands(&test.build());
        let ExecutionOutcome::Threw { exception, .. } = result.outcome else {
            panic!("{:?}", result.outcome)
        };
        assert_eq!(exception.message, Some(JavaString::from("no")));
    });
}

#[test]
fn what_java_throws_while_an_executor_is_made_is_an_error_and_leaves_nothing_behind() {
    let name = "outcomes::what_java_throws_while_an_executor_is_made_is_an_error_and_leaves_nothing_behind";
    for_every_jdk(name, |world| {
        let mut builder = ClusterBuilder::new();
        let next = builder.static_method("sample/Calls", "next", "(I)I");
        let jvm = world.start_jvm();
        let sizes = TracerSizes { predicates: i32::MAX as usize, ..TracerSizes::default() };
        let error = world.executor_of_size(&jvm, &builder.cluster, &sizes).err().expect("an error");
        assert_eq!(error.to_string(), "make room for the trace: java threw `java.lang.OutOfMemoryError`");
        let mut executor = world.executor(&jvm, &builder.cluster);
        let mut test = TestBuilder::new();
        let one = test.int(1);
        test.call(next, &[one]);
        assert_eq!(executor.execute(&test.build()).outcome, ExecutionOutcome::Completed);
    });
}

#[test]
fn what_the_jdk_may_not_do_stops_a_run_and_what_other_code_throws_ends_it() {
    for_every_jdk(
        "outcomes::what_the_jdk_may_not_do_stops_a_run_and_what_other_code_throws_ends_it",
        |world| {
            let mut builder = ClusterBuilder::new();
            let calls = ["resolve", "resolveInMap", "deny", "denyUnchecked"];
            let calls = calls.map(|name| builder.static_method("sample/Refusals", name, "()V"));
            let jvm = world.start_jvm();
            let mut executor = world.executor(&jvm, &builder.cluster);
            let ends = calls.map(|call| {
                let mut test = TestBuilder::new();
                test.call(call, &[]);
                let test = test.build();
                let end = |outcome| match outcome {
                    ExecutionOutcome::Threw { exception, .. } => exception.class.binary(),
                    other => format!("{other:?}"),
                };
                [executor.execute(&test).outcome, executor.observe(&test).result.outcome].map(end)
            });
            let expected = [
                "Aborted { statement: 0, reason: Sandbox }",
                "java.net.UnknownHostException",
                "java.nio.file.AccessDeniedException",
                "java.lang.IllegalStateException",
            ];
            assert_eq!(ends, expected.map(|end| [end, end].map(str::to_owned)));
        },
    );
}
