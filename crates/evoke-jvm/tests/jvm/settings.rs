//! What a test sets of the process is set back after it, and what many leave there goes.

use evoke_analysis::{PrintCalls, Setting};
use evoke_testcase::{ObservedValue, Observer, TestCase, VariableRef};

use crate::support::{ClusterBuilder, TestBuilder, World, for_every_jdk};

/// Runs a test three times, and looks at what its variables hold each time.
fn check_each_time(
    world: &World,
    builder: &ClusterBuilder,
    test: &TestCase,
    expected: &[(VariableRef, ObservedValue)],
) {
    let jvm = world.start_jvm();
    let mut executor = world.executor(&jvm, &builder.cluster);
    for _ in 0..3 {
        let seen = executor.observe(test).values;
        for (variable, value) in expected {
            assert_eq!(seen.iter().find(|seen| seen.variable == *variable).expect("a value").value, *value);
        }
    }
}

#[test]
fn property_that_a_test_sets_is_not_there_for_the_next_one() {
    for_every_jdk("settings::property_that_a_test_sets_is_not_there_for_the_next_one", |world| {
        let mut builder = ClusterBuilder::new();
        let (system, string) = ("java/lang/System", "Ljava/lang/String;");
        let set = builder.static_method(system, "setProperty", &format!("({string}{string}){string}"));
        let get = builder.static_method(system, "getProperty", &format!("({string}){string}"));
        builder.cluster.settings.setters.push((Setting::Property, set));
        let mut test = TestBuilder::new();
        let name = test.string("a.name");
        let before = test.call(get, &[name]);
        let value = test.string("a value");
        test.call(set, &[name, value]);
        let after = test.call(get, &[name]);
        let test = test.build();
        check_each_time(
            world,
            &builder,
            &test,
            &[(before, ObservedValue::Null), (after, ObservedValue::String("a value".into()))],
        );
    });
}

#[test]
fn thread_that_a_test_interrupts_is_not_interrupted_for_the_next_one() {
    for_every_jdk("settings::thread_that_a_test_interrupts_is_not_interrupted_for_the_next_one", |world| {
        let mut builder = ClusterBuilder::new();
        let thread = "java/lang/Thread";
        let current = builder.static_method(thread, "currentThread", "()Ljava/lang/Thread;");
        let interrupt = builder.method(thread, "interrupt", "()V");
        let is_interrupted = builder.method(thread, "isInterrupted", "()Z");
        builder.cluster.settings.setters.push((Setting::Interrupt, interrupt));
        builder.cluster.settings.current_thread = Some(current);
        let mut test = TestBuilder::new();
        let thread = test.call(current, &[]);
        let before = test.call_on(thread, is_interrupted, &[]);
        test.call_on(thread, interrupt, &[]);
        let after = test.call_on(thread, is_interrupted, &[]);
        let test = test.build();
        check_each_time(
            world,
            &builder,
            &test,
            &[(before, ObservedValue::Boolean(false)), (after, ObservedValue::Boolean(true))],
        );
    });
}

#[test]
fn what_is_printed_goes_where_the_test_has_it_go_and_nowhere_else() {
    for_every_jdk("settings::what_is_printed_goes_where_the_test_has_it_go_and_nowhere_else", |world| {
        let mut builder = ClusterBuilder::new();
        let (system, buffer, stream) =
            ("java/lang/System", "java/io/ByteArrayOutputStream", "java/io/PrintStream");
        let new_buffer = builder.constructor(buffer, "()V");
        let new_stream = builder.constructor(stream, "(Ljava/io/OutputStream;)V");
        let set_out = builder.static_method(system, "setOut", &format!("(L{stream};)V"));
        let out = builder.field_read(system, "out", &format!("L{stream};"), true);
        let print = builder.method(stream, "print", "(Ljava/lang/String;)V");
        let size = builder.method(buffer, "size", "()I");
        let setters = vec![(Setting::StandardOutput, set_out)];
        builder.cluster.settings.print_calls = Some(PrintCalls { new_buffer, new_stream, setters });
        let mut test = TestBuilder::new();
        let printed = test.call(new_buffer, &[]);
        let first = test.call(out, &[]);
        let text = test.string("text");
        test.call_on(first, print, &[text]);
        let before = test.call_on(printed, size, &[]);
        let to_buffer = test.call(new_stream, &[printed]);
        test.call(set_out, &[to_buffer]);
        let second = test.call(out, &[]);
        test.call_on(second, print, &[text]);
        let after = test.call_on(printed, size, &[]);
        let test = test.build();
        let jvm = world.start_jvm();
        let mut executor = world.executor(&jvm, &builder.cluster);
        for _ in 0..3 {
            let seen = executor.observe(&test);
            let value =
                |variable| seen.values.iter().find(|seen| seen.variable == variable).map(|seen| &seen.value);
            assert_eq!(value(before), Some(&ObservedValue::Int(0)), "{:?}", seen.result.outcome);
            assert_eq!(value(after), Some(&ObservedValue::Int(4)), "{:?}", seen.result.outcome);
        }
    });
}

#[test]
fn level_that_a_test_sets_is_not_there_for_the_next_one() {
    for_every_jdk("settings::level_that_a_test_sets_is_not_there_for_the_next_one", |world| {
        let mut builder = ClusterBuilder::new();
        let (logger, level) = ("java/util/logging/Logger", "java/util/logging/Level");
        let manager = "java/util/logging/LogManager";
        let get_manager = builder.static_method(manager, "getLogManager", &format!("()L{manager};"));
        let get = builder.method(manager, "getLogger", &format!("(Ljava/lang/String;)L{logger};"));
        let set = builder.method(logger, "setLevel", &format!("(L{level};)V"));
        let is_loggable = builder.method(logger, "isLoggable", &format!("(L{level};)Z"));
        let all = builder.field_read(level, "ALL", &format!("L{level};"), true);
        let fine = builder.field_read(level, "FINE", &format!("L{level};"), true);
        builder.cluster.settings.setters.push((Setting::LogLevel, set));
        let mut test = TestBuilder::new();
        let log_manager = test.call(get_manager, &[]);
        let [root, global] = ["", "global"].map(|name| test.string(name));
        let [root, other] = [root, global].map(|name| test.call_on(log_manager, get, &[name]));
        let fine = test.call(fine, &[]);
        let before = test.call_on(other, is_loggable, &[fine]);
        let all = test.call(all, &[]);
        test.call_on(root, set, &[all]);
        let after = test.call_on(other, is_loggable, &[fine]);
        let test = test.build();
        let jvm = world.start_jvm();
        let mut executor = world.executor(&jvm, &builder.cluster);
        for _ in 0..3 {
            let seen = executor.observe(&test);
            let value =
                |variable| seen.values.iter().find(|seen| seen.variable == variable).map(|seen| &seen.value);
            assert_eq!(value(before), Some(&ObservedValue::Boolean(false)), "{:?}", seen.result.outcome);
            assert_eq!(value(after), Some(&ObservedValue::Boolean(true)), "{:?}", seen.result.outcome);
        }
    });
}

#[test]
fn beans_that_tests_leave_do_not_pile_up() {
    for_every_jdk("settings::beans_that_tests_leave_do_not_pile_up", |world| {
        let mut builder = ClusterBuilder::new();
        let register = builder.static_method("sample/Beans", "register", "()I");
        let mut test = TestBuilder::new();
        let tried = test.call(register, &[]);
        let test = test.build();
        let jvm = world.start_jvm();
        let mut executor = world.executor(&jvm, &builder.cluster);
        let mut most = 0;
        for _ in 0..100 {
            let seen = executor.observe(&test).values;
            let value = &seen.iter().find(|seen| seen.variable == tried).expect("a value").value;
            let ObservedValue::Int(tried) = value else { panic!("{value:?}") };
            most = most.max(*tried);
        }
        assert!((30..40).contains(&most), "{most}: a few are left, since they may be there for all tests");
    });
}
