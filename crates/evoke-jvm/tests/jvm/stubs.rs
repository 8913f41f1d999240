//! What objects do that the test implements itself.

use evoke_analysis::{DefaultMethod, StubException, StubId, StubMethod, StubType, TypeId, TypeTable};
use evoke_classfile::MethodDescriptor;
use evoke_testcase::{
    AbortReason, Aspect, ExecutionOutcome, Executor as _, JavaString, ObservedCall, ObservedValue, Observer,
    Statement, StubCall, StubCallback, StubInstance, StubMember, StubReturn, TestCase, Value, VariableRef,
};

use crate::support::{ClusterBuilder, TestBuilder, for_every_jdk, thrown};

/// Adds a stub type with these methods, each a name, a descriptor and the type it gives.
fn stub_type(
    builder: &mut ClusterBuilder,
    class: &str,
    constructor: Option<&str>,
    methods: &[(&str, &str, TypeId)],
) -> StubId {
    let id = StubId(builder.cluster.stubs.len() as u32);
    let ty = builder.cluster.types.intern_class(class);
    let methods = methods.iter().map(|(name, descriptor, return_type)| StubMethod {
        name: (*name).to_owned(),
        descriptors: vec![(*descriptor).to_owned()],
        parameters: Vec::new(),
        parameter_names: Vec::new(),
        return_type: *return_type,
        thrown: if *return_type == TypeTable::VOID {
            Vec::new()
        } else {
            vec![
                "java/util/NoSuchElementException".into(),
                StubException { class: "java/lang/SecurityException".into(), takes_text: true },
            ]
        },
        exceptions: Vec::new(),
        callbacks: Vec::new(),
        is_generic: false,
        is_optional: false,
    });
    "sample".clone_into(&mut builder.cluster.package);
    builder.cluster.stubs.push(StubType {
        id,
        ty,
        class: class.into(),
        is_interface: constructor.is_none(),
        is_functional: false,
        parameters: constructor.iter().map(|_| TypeTable::STRING).collect(),
        constructor_descriptor: constructor.unwrap_or("()V").to_owned(),
        exceptions: Vec::new(),
        defaults: Vec::new(),
        methods: methods.collect(),
    });
    id
}

fn stub(stub: StubId, arguments: &[VariableRef], returns: &[StubReturn]) -> Statement {
    let (arguments, returns) = (arguments.iter().copied().collect(), returns.to_vec());
    Statement::Stub(Box::new(StubInstance { stub, arguments, returns, callbacks: Vec::new() }))
}

/// The value of the last statement.
fn last_value(executor: &mut impl Observer, test: &TestCase) -> Option<ObservedValue> {
    let observations = executor.observe(test);
    assert_eq!(observations.result.outcome, ExecutionOutcome::Completed, "{test:?}");
    observations
        .values
        .into_iter()
        .rfind(|seen| seen.variable.index() + 1 == test.len())
        .map(|seen| seen.value)
}

#[test]
fn function_computes_the_polynomial_it_is_said_to() {
    for_every_jdk("stubs::function_computes_the_polynomial_it_is_said_to", |world| {
        let mut builder = ClusterBuilder::new();
        let double = builder.ty("D");
        let class = "java/util/function/DoubleUnaryOperator";
        let function = stub_type(&mut builder, class, None, &[("applyAsDouble", "(D)D", double)]);
        let descriptor = "(Ljava/util/function/DoubleUnaryOperator;D)D";
        let at = builder.static_method("sample/Callbacks", "at", descriptor);
        let jvm = world.start_jvm();
        let mut executor = world.executor(&jvm, &builder.cluster);
        for (coefficients, expected) in
            [([0.0, 2.0, -1.0], 5.0), ([1.0, -1.0, 4.0], 10.0), ([0.0, 0.0, 8.0], 8.0)]
        {
            let polynomial = StubReturn::Polynomial { parameter: 0, coefficients };
            let test = TestCase::new(vec![
                stub(function, &[], &[polynomial]),
                Statement::Value(Value::Double(3.0)),
                Statement::Invoke {
                    callable: at,
                    receiver: None,
                    arguments: [VariableRef(0), VariableRef(1)].as_slice().into(),
                },
            ]);
            assert_eq!(last_value(&mut executor, &test), Some(ObservedValue::Double(expected)));
        }
    });
}

#[test]
fn method_gives_a_value_or_its_argument() {
    for_every_jdk("stubs::method_gives_a_value_or_its_argument", |world| {
        let mut builder = ClusterBuilder::new();
        let object_to_object = "(Ljava/lang/Object;)Ljava/lang/Object;";
        let class = "java/util/function/UnaryOperator";
        let operator =
            stub_type(&mut builder, class, None, &[("apply", object_to_object, TypeTable::OBJECT)]);
        let descriptor = "(Ljava/util/function/UnaryOperator;Ljava/lang/Object;)Ljava/lang/Object;";
        let apply = builder.static_method("sample/Callbacks", "apply", descriptor);
        let jvm = world.start_jvm();
        let mut executor = world.executor(&jvm, &builder.cluster);
        for (returned, expected) in
            [(StubReturn::Variable(VariableRef(0)), "given"), (StubReturn::Parameter(0), "argument")]
        {
            let mut test = TestCase::new(vec![
                Statement::Value(Value::String("given".into())),
                Statement::Value(Value::String("argument".into())),
            ]);
            let operator = test.push(stub(operator, &[], &[returned]));
            test.push(Statement::Invoke {
                callable: apply,
                receiver: None,
                arguments: [operator, VariableRef(1)].as_slice().into(),
            });
            assert_eq!(
                last_value(&mut executor, &test),
                Some(ObservedValue::String(JavaString::from(expected)))
            );
        }
    });
}

#[test]
fn method_calls_its_argument_before_it_gives_its_value() {
    for_every_jdk("stubs::method_calls_its_argument_before_it_gives_its_value", |world| {
        let mut builder = ClusterBuilder::new();
        let long = builder.ty("J");
        let class = "sample/Callbacks$Reader";
        let descriptor = "(ILsample/Callbacks$Feed;)J";
        let reader = stub_type(&mut builder, class, None, &[("read", descriptor, long)]);
        let skip = builder.method("sample/Callbacks$Feed", "skip", "(JLjava/lang/String;)J");
        builder.cluster.callables[skip.index()].owner_is_interface = true;
        let read = builder.static_method("sample/Callbacks", "read", "(Lsample/Callbacks$Reader;)J");
        let jvm = world.start_jvm();
        let mut executor = world.executor(&jvm, &builder.cluster);
        let mut test = TestCase::new(vec![
            Statement::Value(Value::Long(40)),
            Statement::Value(Value::String("ab".into())),
        ]);
        let arguments = [VariableRef(0), VariableRef(1)].as_slice().into();
        let callback = StubCallback { method: 0, parameter: 1, callable: skip, arguments };
        let reader = test.push(Statement::Stub(Box::new(StubInstance {
            stub: reader,
            arguments: [].as_slice().into(),
            returns: vec![StubReturn::Variable(VariableRef(0))],
            callbacks: vec![callback],
        })));
        test.push(Statement::Invoke {
            callable: read,
            receiver: None,
            arguments: [reader].as_slice().into(),
        });
        // What was skipped and what was given.
        assert_eq!(last_value(&mut executor, &test), Some(ObservedValue::Long(42 + 40)));
    });
}

#[test]
fn method_that_gives_nothing_throws() {
    for_every_jdk("stubs::method_that_gives_nothing_throws", |world| {
        let mut builder = ClusterBuilder::new();
        let double = builder.ty("D");
        let class = "java/util/function/DoubleUnaryOperator";
        let function = stub_type(&mut builder, class, None, &[("applyAsDouble", "(D)D", double)]);
        let descriptor = "(Ljava/util/function/DoubleUnaryOperator;D)D";
        let at = builder.static_method("sample/Callbacks", "at", descriptor);
        let jvm = world.start_jvm();
        let mut executor = world.executor(&jvm, &builder.cluster);
        let mut thrown = |position| {
            let test = TestCase::new(vec![
                stub(function, &[], &[StubReturn::Throw(position)]),
                Statement::Value(Value::Double(3.0)),
                Statement::Invoke {
                    callable: at,
                    receiver: None,
                    arguments: [VariableRef(0), VariableRef(1)].as_slice().into(),
                },
            ]);
            match executor.observe(&test).result.outcome {
                ExecutionOutcome::Threw { exception, .. } => (exception.class.binary(), exception.message),
                other => panic!("{other:?}"),
            }
        };
        assert_eq!(thrown(0), ("java.util.NoSuchElementException".to_owned(), None));
        assert_eq!(thrown(1), ("java.lang.SecurityException".to_owned(), Some("".into())));
    });
}

#[test]
fn void_method_throws_where_it_is_said_to_and_else_does_nothing() {
    for_every_jdk("stubs::void_method_throws_where_it_is_said_to_and_else_does_nothing", |world| {
        let mut builder = ClusterBuilder::new();
        let class = "java/io/Flushable";
        let flushable = stub_type(&mut builder, class, None, &[("flush", "()V", TypeTable::VOID)]);
        let method = &mut builder.cluster.stubs[flushable.index()].methods[0];
        method.thrown = vec!["java/io/EOFException".into()];
        let flush = builder.method(class, "flush", "()V");
        let jvm = world.start_jvm();
        let mut executor = world.executor(&jvm, &builder.cluster);
        let mut outcome = |returned| {
            let receiver = Some(VariableRef(0));
            let flushing = Statement::Invoke { callable: flush, receiver, arguments: [].as_slice().into() };
            executor.observe(&TestCase::new(vec![stub(flushable, &[], &[returned]), flushing])).result.outcome
        };
        match outcome(StubReturn::Throw(0)) {
            ExecutionOutcome::Threw { exception, .. } => {
                assert_eq!(exception.class.as_str(), "java/io/EOFException");
            }
            other => panic!("{other:?}"),
        }
        assert_eq!(outcome(StubReturn::Default), ExecutionOutcome::Completed);
    });
}

#[test]
fn subclass_gives_its_values_while_its_superclass_is_built() {
    for_every_jdk("stubs::subclass_gives_its_values_while_its_superclass_is_built", |world| {
        let mut builder = ClusterBuilder::new();
        let methods = [("name", "()Ljava/lang/String;", TypeTable::STRING)];
        let class = "sample/Callbacks$Named";
        let named = stub_type(&mut builder, class, Some("(Ljava/lang/String;)V"), &methods);
        let descriptor = "(Lsample/Callbacks$Named;)Ljava/lang/String;";
        let seen = builder.static_method("sample/Callbacks", "seen", descriptor);
        let jvm = world.start_jvm();
        let mut executor = world.executor(&jvm, &builder.cluster);
        let instance = stub(named, &[VariableRef(0)], &[StubReturn::Variable(VariableRef(1))]);
        let mut test = TestCase::new(vec![
            Statement::Value(Value::String("a".into())),
            Statement::Value(Value::String("b".into())),
            instance.clone(),
        ]);
        test.push(Statement::Invoke {
            callable: seen,
            receiver: None,
            arguments: [VariableRef(2)].as_slice().into(),
        });
        assert_eq!(last_value(&mut executor, &test), Some(ObservedValue::String(JavaString::from("ab"))));

        let throwing = TestCase::new(vec![
            Statement::Value(Value::Null(TypeTable::STRING)),
            Statement::Value(Value::String("b".into())),
            instance,
        ]);
        let outcome = executor.observe(&throwing).result.outcome;
        assert_eq!(thrown(&outcome), Some("java/lang/IllegalArgumentException"));
    });
}

#[test]
fn loop_that_asks_a_stub_whether_to_go_on_ends() {
    for_every_jdk("stubs::loop_that_asks_a_stub_whether_to_go_on_ends", |world| {
        let mut builder = ClusterBuilder::new();
        let boolean = builder.ty("Z");
        let methods = [("hasNext", "()Z", boolean), ("next", "()Ljava/lang/Object;", TypeTable::OBJECT)];
        let iterator = stub_type(&mut builder, "java/util/Iterator", None, &methods);
        let count = builder.static_method("sample/Callbacks", "count", "(Ljava/util/Iterator;)I");
        let jvm = world.start_jvm();
        let mut executor = world.executor(&jvm, &builder.cluster);
        let mut test = TestBuilder::new();
        let (yes, nothing) = (test.value(Value::Boolean(true)), test.value(Value::Null(TypeTable::OBJECT)));
        let mut test = test.build();
        let returns = [StubReturn::Variable(yes), StubReturn::Variable(nothing)];
        let iterator = test.push(stub(iterator, &[], &returns));
        test.push(Statement::Invoke {
            callable: count,
            receiver: None,
            arguments: [iterator].as_slice().into(),
        });
        let outcome = executor.observe(&test).result.outcome;
        assert_eq!(outcome, ExecutionOutcome::Aborted { statement: 3, reason: AbortReason::Steps });
    });
}

#[test]
fn values_are_given_one_after_the_other_and_from_the_first_in_each_run() {
    let name = "stubs::values_are_given_one_after_the_other_and_from_the_first_in_each_run";
    for_every_jdk(name, |world| {
        let mut builder = ClusterBuilder::new();
        let boolean = builder.ty("Z");
        let methods = [("hasNext", "()Z", boolean), ("next", "()Ljava/lang/Object;", TypeTable::OBJECT)];
        let iterator = stub_type(&mut builder, "java/util/Iterator", None, &methods);
        let count = builder.static_method("sample/Callbacks", "count", "(Ljava/util/Iterator;)I");
        let jvm = world.start_jvm();
        let mut executor = world.executor(&jvm, &builder.cluster);
        let mut test = TestBuilder::new();
        let (yes, no) = (test.value(Value::Boolean(true)), test.value(Value::Boolean(false)));
        let mut test = test.build();
        let returns = [StubReturn::Successive([yes, yes, no, no]), StubReturn::Default];
        let iterator = test.push(stub(iterator, &[], &returns));
        test.push(Statement::Invoke {
            callable: count,
            receiver: None,
            arguments: [iterator].as_slice().into(),
        });
        for _ in 0..2 {
            assert_eq!(last_value(&mut executor, &test), Some(ObservedValue::Int(2)));
        }
    });
}

#[test]
fn stub_whose_superclass_does_not_initialise_leaves_the_others_their_names() {
    let name = "stubs::stub_whose_superclass_does_not_initialise_leaves_the_others_their_names";
    for_every_jdk(name, |world| {
        let mut builder = ClusterBuilder::new();
        let methods = [("name", "()Ljava/lang/String;", TypeTable::STRING)];
        let constructor = Some("(Ljava/lang/String;)V");
        let broken = stub_type(&mut builder, "sample/Callbacks$Broken", constructor, &methods);
        let named = stub_type(&mut builder, "sample/Callbacks$Named", constructor, &methods);
        let jvm = world.start_jvm();
        let mut executor = world.executor(&jvm, &builder.cluster);
        let mut run = |id, returned: StubReturn| {
            let test = TestCase::new(vec![
                Statement::Value(Value::String("a".into())),
                stub(id, &[VariableRef(0)], &[returned]),
            ]);
            thrown(&executor.execute(&test).outcome).map(str::to_owned)
        };
        let value = || StubReturn::Variable(VariableRef(0));
        assert_eq!(run(broken, value()).as_deref(), Some("java/lang/ExceptionInInitializerError"));
        assert_eq!(run(broken, value()).as_deref(), Some("java/lang/NoClassDefFoundError"));
        assert_eq!(run(broken, StubReturn::Throw(0)).as_deref(), Some("java/lang/NoClassDefFoundError"));
        assert_eq!(run(named, value()), None);
    });
}

#[test]
fn calls_of_stubs_are_told_with_their_arguments() {
    for_every_jdk("stubs::calls_of_stubs_are_told_with_their_arguments", |world| {
        let mut builder = ClusterBuilder::new();
        let object_to_object = "(Ljava/lang/Object;)Ljava/lang/Object;";
        let class = "java/util/function/UnaryOperator";
        let operator =
            stub_type(&mut builder, class, None, &[("apply", object_to_object, TypeTable::OBJECT)]);
        let descriptor = "(Ljava/util/function/UnaryOperator;Ljava/lang/Object;)Ljava/lang/Object;";
        let apply = builder.static_method("sample/Callbacks", "apply", descriptor);
        let two = builder.ty("D");
        let class = "java/util/function/DoubleUnaryOperator";
        let function = stub_type(&mut builder, class, None, &[("applyAsDouble", "(D)D", two)]);
        let then = "(Ljava/util/function/DoubleUnaryOperator;)Ljava/util/function/DoubleUnaryOperator;";
        builder.cluster.stubs[function.index()].defaults = vec![DefaultMethod {
            name: "andThen".to_owned(),
            descriptor: MethodDescriptor::parse(then).unwrap(),
            exceptions: Vec::new(),
        }];
        let and_then = builder.method(class, "andThen", then);
        let at = builder.method(class, "applyAsDouble", "(D)D");
        let jvm = world.start_jvm();
        let mut executor = world.executor(&jvm, &builder.cluster);
        let text = VariableRef(0);
        let invoke = |callable, receiver, arguments: &[VariableRef]| Statement::Invoke {
            callable,
            receiver,
            arguments: arguments.into(),
        };
        let test = TestCase::new(vec![
            Statement::Value(Value::String("given".into())),
            stub(operator, &[], &[StubReturn::Variable(text)]),
            invoke(apply, None, &[VariableRef(1), text]),
            invoke(apply, None, &[VariableRef(1), VariableRef(1)]),
            stub(function, &[], &[StubReturn::Parameter(0)]),
            invoke(and_then, Some(VariableRef(4)), &[VariableRef(4)]),
            Statement::Value(Value::Double(2.5)),
            invoke(at, Some(VariableRef(5)), &[VariableRef(6)]),
        ]);
        let call = |stub, member, argument| StubCall {
            stub: VariableRef(stub),
            member,
            arguments: vec![argument],
            inspection: None,
        };
        let same = |variable| ObservedValue::Same { variable: VariableRef(variable) };
        let applied = StubMember::Implemented(0);
        let expected = vec![
            call(1, applied, ObservedValue::String("given".into())),
            call(1, applied, same(1)),
            call(4, StubMember::Default(0), same(4)),
            call(4, applied, ObservedValue::Double(2.5)),
            call(4, applied, ObservedValue::Double(2.5)),
        ];
        assert_eq!(executor.stub_calls(&test, &[]), Some(expected));
        // What is recorded once is not recorded ever after.
        assert_eq!(executor.observe(&test).result.outcome, ExecutionOutcome::Completed);
    });
}

#[test]
fn commands_to_stubs_are_observed_with_what_has_a_text() {
    for_every_jdk("stubs::commands_to_stubs_are_observed_with_what_has_a_text", |world| {
        let mut builder = ClusterBuilder::new();
        let class = "java/util/function/BiConsumer";
        let descriptor = "(Ljava/lang/Object;Ljava/lang/Object;)V";
        let consumer = stub_type(&mut builder, class, None, &[("accept", descriptor, TypeTable::VOID)]);
        let accept = builder.method(class, "accept", descriptor);
        let (class, descriptor) =
            ("java/util/function/UnaryOperator", "(Ljava/lang/Object;)Ljava/lang/Object;");
        let operator = stub_type(&mut builder, class, None, &[("apply", descriptor, TypeTable::OBJECT)]);
        let apply = builder.method(class, "apply", descriptor);
        let class = "java/util/function/DoubleConsumer";
        let numbers = stub_type(&mut builder, class, None, &[("accept", "(D)V", TypeTable::VOID)]);
        let accept_number = builder.method(class, "accept", "(D)V");
        let jvm = world.start_jvm();
        let mut executor = world.executor(&jvm, &builder.cluster);
        let invoke = |callable, receiver, arguments: &[u32]| Statement::Invoke {
            callable,
            receiver: Some(VariableRef(receiver)),
            arguments: arguments.iter().copied().map(VariableRef).collect(),
        };
        let mut statements = vec![
            Statement::Value(Value::String("a".into())),
            Statement::Value(Value::Double(-2.5)),
            stub(consumer, &[], &[]),
            stub(consumer, &[], &[]),
            stub(operator, &[], &[StubReturn::Parameter(0)]),
            invoke(accept, 2, &[0, 4]),
            invoke(accept, 2, &[0, 0]),
            invoke(accept, 3, &[2, 0]),
            invoke(apply, 4, &[0]),
            stub(numbers, &[], &[]),
            invoke(accept_number, 9, &[1]),
        ];
        let mut commands = |statements: &[Statement]| -> Vec<(u32, ObservedValue)> {
            let values = executor.observe(&TestCase::new(statements.to_vec())).values;
            let commands = values.into_iter().filter(|seen| seen.aspect == Aspect::Calls);
            commands.map(|seen| (seen.variable.0, seen.value)).collect()
        };
        let given = |arguments: [bool; 2]| ObservedCall {
            method: 0,
            arguments: arguments.map(|told| told.then(|| ObservedValue::String("a".into()))).to_vec(),
        };
        // What is not told of one call is not told of the others; an operator is asked, not commanded.
        let silent = |stub| (stub, ObservedValue::Calls(Vec::new()));
        assert_eq!(commands(&statements[..5]), [silent(2), silent(3)]);
        let expected = vec![
            (2, ObservedValue::Calls(vec![given([true, false]), given([true, false])])),
            (3, ObservedValue::Calls(vec![given([false, true])])),
            (
                9,
                ObservedValue::Calls(vec![ObservedCall {
                    method: 0,
                    arguments: vec![Some(ObservedValue::Double(-2.5))],
                }]),
            ),
        ];
        assert_eq!(commands(&statements), expected);
        statements.extend(vec![invoke(accept, 3, &[0, 0]); 10]);
        assert_eq!(commands(&statements), [expected[0].clone(), expected[2].clone()]);
    });
}

#[test]
fn commands_that_a_pool_gives_are_not_observed() {
    for_every_jdk("stubs::commands_that_a_pool_gives_are_not_observed", |world| {
        let mut builder = ClusterBuilder::new();
        let stub_of_work =
            stub_type(&mut builder, "java/lang/Runnable", None, &[("run", "()V", TypeTable::VOID)]);
        let run = builder.method("java/lang/Runnable", "run", "()V");
        let run_in_pool =
            builder.static_method("sample/Threads", "runInCommonPool", "(Ljava/lang/Runnable;)V");
        let jvm = world.start_jvm();
        let mut executor = world.executor(&jvm, &builder.cluster);
        let work = VariableRef(0);
        let here = Statement::Invoke { callable: run, receiver: Some(work), arguments: Vec::new().into() };
        let in_pool =
            Statement::Invoke { callable: run_in_pool, receiver: None, arguments: vec![work].into() };
        let mut n_commands = |calls: &[Statement]| {
            let mut statements = vec![stub(stub_of_work, &[], &[])];
            statements.extend_from_slice(calls);
            let observation = executor.observe(&TestCase::new(statements));
            assert_eq!(observation.result.outcome, ExecutionOutcome::Completed);
            let commands = observation.values.into_iter().find(|seen| seen.aspect == Aspect::Calls)?;
            let ObservedValue::Calls(calls) = commands.value else { panic!("{commands:?}") };
            Some(calls.len())
        };
        assert_eq!(n_commands(&[here.clone(), here.clone()]), Some(2));
        assert_eq!(n_commands(&[here.clone(), in_pool]), None);
        assert_eq!(n_commands(&[here]), Some(1));
    });
}

#[test]
fn optional_method_is_inherited_or_overridden() {
    for_every_jdk("stubs::optional_method_is_inherited_or_overridden", |world| {
        let mut builder = ClusterBuilder::new();
        let int = builder.ty("I");
        let class = "java/util/Comparator";
        let descriptor = "()Ljava/util/Comparator;";
        let comparator = builder.cluster.types.intern_class(class);
        let methods = [
            ("compare", "(Ljava/lang/Object;Ljava/lang/Object;)I", int),
            ("reversed", descriptor, comparator),
        ];
        let stub_id = stub_type(&mut builder, class, None, &methods);
        let stub_type = &mut builder.cluster.stubs[stub_id.index()];
        stub_type.methods[1].is_optional = true;
        stub_type.defaults = vec![DefaultMethod {
            name: "reversed".to_owned(),
            descriptor: MethodDescriptor::parse(descriptor).unwrap(),
            exceptions: Vec::new(),
        }];
        let reversed = builder.method(class, "reversed", descriptor);
        let jvm = world.start_jvm();
        let mut executor = world.executor(&jvm, &builder.cluster);
        for (returned, is_null) in [(StubReturn::Inherited, false), (StubReturn::Default, true)] {
            let call = Statement::Invoke {
                callable: reversed,
                receiver: Some(VariableRef(0)),
                arguments: [].as_slice().into(),
            };
            let test = TestCase::new(vec![stub(stub_id, &[], &[StubReturn::Default, returned]), call]);
            let value = last_value(&mut executor, &test);
            assert_eq!(value == Some(ObservedValue::Null), is_null, "{returned:?}: {value:?}");
        }
    });
}
