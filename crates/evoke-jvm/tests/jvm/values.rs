//! Every kind of value and of call, and what Java's type rules demand where JNI checks nothing.

use evoke_analysis::{Argument, CallableId, MethodId, PartId, Partition, PartitionKind, Type, ValueDomain};
use evoke_jvm::TracerSizes;
use evoke_testcase::{
    Aspect, ExecutionOutcome, Executor, JavaString, Observations, ObservedValue, Observer, TestCase, Value,
    VariableRef,
};

use crate::support::{ClusterBuilder, TestBuilder, World, for_every_jdk, thrown};

/// The value that a variable had after its statement.
fn seen(observations: &Observations, variable: VariableRef) -> Option<&ObservedValue> {
    let own = |observation: &&evoke_testcase::Observation| {
        observation.variable == variable && observation.is_result()
    };
    observations.values.iter().find(own).map(|observation| &observation.value)
}

fn outcome(world: &World, builder: &ClusterBuilder, test: TestBuilder) -> ExecutionOutcome {
    let jvm = world.start_jvm();
    world.executor(&jvm, &builder.cluster).execute(&test.build()).outcome
}

#[test]
fn primitives_pass_in_and_out() {
    for_every_jdk("values::primitives_pass_in_and_out", |world| {
        let mut builder = ClusterBuilder::new();
        let cases = [
            (Value::Byte(127), "(B)B", ObservedValue::Byte(-128)),
            (Value::Char(0xffff), "(C)C", ObservedValue::Char(0)),
            (Value::Short(-2), "(S)S", ObservedValue::Short(-1)),
            (Value::Int(i32::MAX), "(I)I", ObservedValue::Int(i32::MIN)),
            (Value::Long(i64::MAX), "(J)J", ObservedValue::Long(i64::MIN)),
            (Value::Float(0.5), "(F)F", ObservedValue::Float(1.5)),
            (Value::Double(-0.5), "(D)D", ObservedValue::Double(0.5)),
            // Widened as Java would.
            (Value::Byte(-1), "(J)J", ObservedValue::Long(0)),
            (Value::Char(65), "(D)D", ObservedValue::Double(66.0)),
            (Value::Long(1), "(F)F", ObservedValue::Float(2.0)),
        ];
        let not = builder.static_method("sample/Calls", "not", "(Z)Z");
        let mut test = TestBuilder::new();
        let mut expected = Vec::new();
        let yes = test.value(Value::Boolean(true));
        expected.push((test.call(not, &[yes]), ObservedValue::Boolean(false)));
        for (value, descriptor, result) in cases {
            let next = builder.static_method("sample/Calls", "next", descriptor);
            let argument = test.value(value);
            expected.push((test.call(next, &[argument]), result));
        }
        let jvm = world.start_jvm();
        let observations = world.executor(&jvm, &builder.cluster).observe(&test.build());
        for (variable, value) in expected {
            assert_eq!(seen(&observations, variable), Some(&value));
        }
    });
}

#[test]
fn strings_are_interned_and_keep_their_code_units() {
    for_every_jdk("values::strings_are_interned_and_keep_their_code_units", |world| {
        let mut builder = ClusterBuilder::new();
        let text = "Ljava/lang/String;";
        let join = builder.static_method("sample/Calls", "join", &format!("({text}{text}){text}"));
        let is_interned = builder.static_method("sample/Calls", "isInterned", &format!("({text})Z"));
        let mut test = TestBuilder::new();
        let lone = evoke_testcase::JavaString::from_units(&[0xd800, 0, 0xe9]);
        let (one, other) = (test.string("a\u{1f600}"), test.value(Value::String(lone)));
        let joined = test.call(join, &[one, other]);
        let interned = test.call(is_interned, &[other]);
        let jvm = world.start_jvm();
        let observations = world.executor(&jvm, &builder.cluster).observe(&test.build());
        let units = [0x61, 0xd83d, 0xde00, 0xd800, 0, 0xe9];
        let expected = ObservedValue::String(evoke_testcase::JavaString::from_units(&units));
        assert_eq!(seen(&observations, joined), Some(&expected));
        assert_eq!(seen(&observations, interned), Some(&ObservedValue::Boolean(true)));
    });
}

#[test]
fn members_of_every_kind_can_be_used() {
    for_every_jdk("values::members_of_every_kind_can_be_used", |world| {
        let (mut builder, owner) = (ClusterBuilder::new(), "sample/Calls");
        let create = builder.constructor(owner, "(I)V");
        let plus = builder.method(owner, "plus", "(I)I");
        let write_real = builder.field_write(owner, "real", "D", false);
        let read_real = builder.field_read(owner, "real", "D", false);
        let write_shared = builder.field_write(owner, "sharedText", "Ljava/lang/String;", true);
        let read_shared = builder.field_read(owner, "sharedText", "Ljava/lang/String;", true);
        let mut test = TestBuilder::new();
        let (two, half) = (test.int(2), test.value(Value::Double(0.5)));
        let object = test.call(create, &[two]);
        let sum = test.call_on(object, plus, &[two]);
        test.call_on(object, write_real, &[half]);
        let real = test.call_on(object, read_real, &[]);
        let text = test.string("new");
        test.call(write_shared, &[text]);
        let shared = test.call(read_shared, &[]);
        let jvm = world.start_jvm();
        let observations = world.executor(&jvm, &builder.cluster).observe(&test.build());
        assert_eq!(observations.result.outcome, ExecutionOutcome::Completed);
        assert_eq!(seen(&observations, object), Some(&ObservedValue::Object { class: owner.into() }));
        assert_eq!(seen(&observations, sum), Some(&ObservedValue::Int(4)));
        assert_eq!(seen(&observations, real), Some(&ObservedValue::Double(0.5)));
        assert_eq!(seen(&observations, shared), Some(&ObservedValue::String("new".into())));
    });
}

#[test]
fn arrays_are_filled_and_shown() {
    for_every_jdk("values::arrays_are_filled_and_shown", |world| {
        let mut builder = ClusterBuilder::new();
        let sum = builder.static_method("sample/Calls", "sum", "([I)I");
        let (ints, texts) = (builder.ty("[I"), builder.ty("[Ljava/lang/String;"));
        let nested = builder.ty("[[I");
        let mut test = TestBuilder::new();
        let (three, text) = (test.int(3), test.string("x"));
        let numbers = test.array(ints, 2);
        test.write(numbers, 1, three);
        let total = test.call(sum, &[numbers]);
        let words = test.array(texts, 2);
        test.write(words, 0, text);
        let long = test.array(ints, 11);
        let grid = test.array(nested, 1);
        test.write(grid, 0, numbers);
        let again = test.array(texts, 2);
        let jvm = world.start_jvm();
        let mut executor = world.executor(&jvm, &builder.cluster);
        let observations = executor.observe(&test.build());
        let array = |length, elements| Some(ObservedValue::Array { length, elements });
        let nulls = vec![ObservedValue::Null, ObservedValue::Null];
        assert_eq!(observations.result.outcome, ExecutionOutcome::Completed);
        assert_eq!(seen(&observations, total), Some(&ObservedValue::Int(3)));
        assert_eq!(seen(&observations, numbers).cloned(), array(2, Some(vec![ObservedValue::Int(0); 2])));
        assert_eq!(seen(&observations, words).cloned(), array(2, Some(nulls.clone())));
        assert_eq!(seen(&observations, again).cloned(), array(2, Some(nulls)));
        assert_eq!(seen(&observations, long).cloned(), array(11, None));
        assert_eq!(seen(&observations, grid).cloned(), array(1, Some(vec![ObservedValue::Null])));
    });
}

#[test]
fn arrays_that_calls_were_given_are_shown_in_the_end_too() {
    for_every_jdk("values::arrays_that_calls_were_given_are_shown_in_the_end_too", |world| {
        let mut builder = ClusterBuilder::new();
        let sort = builder.static_method("java/util/Arrays", "sort", "([I)V");
        let ints = builder.ty("[I");
        let mut test = TestBuilder::new();
        let three = test.int(3);
        let (given, kept) = (test.array(ints, 2), test.array(ints, 2));
        test.write(given, 0, three);
        test.call(sort, &[given]);
        let jvm = world.start_jvm();
        let observations = world.executor(&jvm, &builder.cluster).observe(&test.build());
        let content = |variable| {
            let mut values = observations.values.iter();
            let content = values.find(|seen| seen.variable == variable && seen.aspect == Aspect::Content);
            content.map(|seen| seen.value.clone())
        };
        let elements = vec![ObservedValue::Int(0), ObservedValue::Int(3)];
        let sorted = ObservedValue::Array { length: 2, elements: Some(elements) };
        assert_eq!((content(given), content(kept)), (Some(sorted), None));
    });
}

#[test]
fn enums_boxes_and_classes_are_shown() {
    for_every_jdk("values::enums_boxes_and_classes_are_shown", |world| {
        let mut builder = ClusterBuilder::new();
        let colour = "Lsample/Colour;";
        let green = builder.field_read("sample/Colour", "GREEN", colour, true);
        let value_of = builder.static_method("java/lang/Integer", "valueOf", "(I)Ljava/lang/Integer;");
        let as_object =
            builder.static_method("sample/Calls", "asObject", "(Ljava/lang/Object;)Ljava/lang/Object;");
        let ints = builder.ty("[I");
        let mut test = TestBuilder::new();
        let green = test.call(green, &[]);
        let five = test.int(5);
        let boxed = test.call(value_of, &[five]);
        let shown = test.call(as_object, &[boxed]);
        let class = test.value(Value::Class(ints));
        let jvm = world.start_jvm();
        let observations = world.executor(&jvm, &builder.cluster).observe(&test.build());
        let constant = ObservedValue::Enum { class: "sample/Colour".into(), constant: "GREEN".to_owned() };
        assert_eq!(seen(&observations, green), Some(&constant));
        assert_eq!(seen(&observations, boxed), Some(&ObservedValue::Int(5)));
        assert_eq!(seen(&observations, shown), Some(&ObservedValue::Int(5)));
        assert_eq!(
            seen(&observations, class),
            Some(&ObservedValue::Object { class: "java/lang/Class".into() })
        );
    });
}

#[test]
fn objects_compared_by_identity_that_public_constants_of_their_class_hold_are_shown_as_these() {
    let name =
        "values::objects_compared_by_identity_that_public_constants_of_their_class_hold_are_shown_as_these";
    for_every_jdk(name, |world| {
        let mut builder = ClusterBuilder::new();
        let (class, points) = ("sample/Grade", "sample/Grade$Points");
        let callables = [
            builder.field_read(class, "LOW", "Lsample/Grade;", true),
            builder.field_read(class, "HIGH", "Ljava/util/Comparator;", true),
            builder.static_method(class, "hidden", "()Lsample/Grade;"),
            builder.static_method(class, "another", "()Lsample/Grade;"),
            builder.field_read(points, "NONE", "Lsample/Grade$Points;", true),
            builder.field_read("java/lang/String", "CASE_INSENSITIVE_ORDER", "Ljava/util/Comparator;", true),
        ];
        let mut test = TestBuilder::new();
        let variables = callables.map(|callable| test.call(callable, &[]));
        let jvm = world.start_jvm();
        let observations = world.executor(&jvm, &builder.cluster).observe(&test.build());
        let constant =
            |field: &str| ObservedValue::OwnConstant { class: class.into(), field: field.to_owned() };
        let object = |class: &str| ObservedValue::Object { class: class.into() };
        let expected = [
            constant("LOW"),
            constant("HIGH"),
            object(class),
            object(class),
            object(points),
            object("java/lang/String$CaseInsensitiveComparator"),
        ];
        for (variable, expected) in variables.into_iter().zip(&expected) {
            assert_eq!(seen(&observations, variable), Some(expected));
        }
    });
}

#[test]
fn short_lists_of_the_jdk_are_shown_by_their_elements() {
    for_every_jdk("values::short_lists_of_the_jdk_are_shown_by_their_elements", |world| {
        let mut builder = ClusterBuilder::new();
        let copies = builder.static_method(
            "java/util/Collections",
            "nCopies",
            "(ILjava/lang/Object;)Ljava/util/List;",
        );
        let list = builder.constructor("java/util/ArrayList", "(Ljava/util/Collection;)V");
        let value_of = builder.static_method("java/lang/Double", "valueOf", "(D)Ljava/lang/Double;");
        let mut test = TestBuilder::new();
        let [two, many] = [2, 11].map(|count| test.int(count));
        let text = test.string("a");
        let half = test.value(Value::Double(0.5));
        let half = test.call(value_of, &[half]);
        let lists = [(two, text), (many, text), (two, half)].map(|(count, element)| {
            let copies = test.call(copies, &[count, element]);
            (copies, test.call(list, &[copies]))
        });
        let jvm = world.start_jvm();
        let observations = world.executor(&jvm, &builder.cluster).observe(&test.build());
        let object = |class: &str| ObservedValue::Object { class: class.into() };
        let text = ObservedValue::String("a".into());
        let array_list = || object("java/util/ArrayList");
        let expected = [ObservedValue::List(vec![text.clone(), text]), array_list(), array_list()];
        for ((copies, list), expected) in lists.into_iter().zip(&expected) {
            assert_eq!(seen(&observations, copies), Some(&object("java/util/Collections$CopiesList")));
            assert_eq!(seen(&observations, list), Some(expected));
        }
    });
}

#[test]
fn inspectors_show_objects_after_the_last_statement() {
    for_every_jdk("values::inspectors_show_objects_after_the_last_statement", |world| {
        let (mut builder, owner) = (ClusterBuilder::new(), "sample/Calls");
        let create = builder.constructor(owner, "(I)V");
        let read = builder.field_read(owner, "field", "I", false);
        let write = builder.field_write(owner, "field", "I", false);
        let endless = builder.method(owner, "endless", "()I");
        let throwing = builder.method(owner, "throwing", "()I");
        let fail = builder.method(owner, "fail", "(Ljava/lang/String;)V");
        let ty = builder.ty("Lsample/Calls;");
        builder.cluster.inspectors.insert(ty, vec![endless, throwing, read]);
        let mut test = TestBuilder::new();
        let (one, two) = (test.int(1), test.int(2));
        let object = test.call(create, &[one]);
        test.call_on(object, write, &[two]);
        let text = test.string("why");
        test.call_on(object, fail, &[text]);
        let jvm = world.start_jvm();
        let mut executor = world.executor(&jvm, &builder.cluster);
        let observations = executor.observe(&test.build());
        let inspected: Vec<_> = observations
            .values
            .iter()
            .filter_map(|seen| Some((seen.variable, seen.inspector()?, seen.value.clone())))
            .collect();
        assert_eq!(inspected, [(object, read, ObservedValue::Int(2))]);
        let ExecutionOutcome::Threw { exception, .. } = observations.result.outcome else {
            panic!("no exception")
        };
        assert_eq!(exception.message, Some("why".into()));
    });
}

#[test]
fn parts_of_objects_are_looked_into_unless_the_test_has_them_itself() {
    for_every_jdk("values::parts_of_objects_are_looked_into_unless_the_test_has_them_itself", |world| {
        let (mut builder, owner, of_class) = (ClusterBuilder::new(), "sample/Calls", "Lsample/Calls;");
        let create = builder.constructor(owner, "(I)V");
        let field = builder.field_read(owner, "field", "I", false);
        let held = builder.field_read(owner, "held", of_class, false);
        let hold = builder.field_write(owner, "held", of_class, false);
        let numbers = builder.field_read(owner, "numbers", "[I", false);
        let successor = builder.method(owner, "successor", "()Lsample/Calls;");
        let ty = builder.ty(of_class);
        builder.cluster.inspectors.insert(ty, vec![field]);
        builder.cluster.parts.insert(ty, vec![held, numbers, successor]);
        let mut test = TestBuilder::new();
        let (one, five) = (test.int(1), test.int(5));
        let inner = test.call(create, &[one]);
        let outer = test.call(create, &[five]);
        test.call_on(outer, hold, &[inner]);
        let jvm = world.start_jvm();
        let mut executor = world.executor(&jvm, &builder.cluster);
        let observations = executor.observe(&test.build());
        let shown: Vec<_> = observations
            .values
            .iter()
            .filter(|seen| seen.variable == outer && !seen.is_result())
            .map(|seen| (seen.aspect, seen.value.clone()))
            .collect();
        let of_part = |part, inspector| Aspect::Part { part, inspector };
        let class = "sample/Calls".into();
        assert_eq!(
            shown,
            [
                (Aspect::Inspector(field), ObservedValue::Int(5)),
                (of_part(held, None), ObservedValue::Same { variable: inner }),
                (of_part(numbers, None), ObservedValue::Null),
                (of_part(successor, None), ObservedValue::Object { class }),
                (of_part(successor, Some(field)), ObservedValue::Int(6)),
            ]
        );
    });
}

#[test]
fn null_receiver_throws_as_in_java() {
    for_every_jdk("values::null_receiver_throws_as_in_java", |world| {
        let mut builder = ClusterBuilder::new();
        let plus = builder.method("sample/Calls", "plus", "(I)I");
        let ty = builder.ty("Lsample/Calls;");
        let mut test = TestBuilder::new();
        let (null, one) = (test.value(Value::Null(ty)), test.int(1));
        test.call_on(null, plus, &[one]);
        assert_eq!(thrown(&outcome(world, &builder, test)), Some("java/lang/NullPointerException"));
    });
}

#[test]
fn null_outer_instance_throws_as_in_java() {
    for_every_jdk("values::null_outer_instance_throws_as_in_java", |world| {
        let mut builder = ClusterBuilder::new();
        let create = builder.constructor("sample/Calls$Inner", "(Lsample/Calls;)V");
        builder.cluster.callables[create.index()].takes_outer_instance = true;
        let ty = builder.ty("Lsample/Calls;");
        let mut test = TestBuilder::new();
        let null = test.value(Value::Null(ty));
        test.call(create, &[null]);
        assert_eq!(thrown(&outcome(world, &builder, test)), Some("java/lang/NullPointerException"));
    });
}

/// `List<String>` whose first element is taken by a `get` that gives a `String`, as the cluster resolves it.
fn first_of_strings(builder: &mut ClusterBuilder) -> CallableId {
    let string = builder.ty("Ljava/lang/String;");
    let list = Type::Class { name: "java/util/List".into(), arguments: vec![Argument::Exact(string)] };
    let list = builder.cluster.types.intern(list, false);
    let get = builder.method("java/util/List", "get", "(I)Ljava/lang/Object;");
    let callable = &mut builder.cluster.callables[get.index()];
    callable.receiver = Some(list);
    callable.return_type = string;
    get
}

#[test]
fn polluted_list_throws_where_java_would_cast() {
    for_every_jdk("values::polluted_list_throws_where_java_would_cast", |world| {
        let mut builder = ClusterBuilder::new();
        let get = first_of_strings(&mut builder);
        let polluted = builder.static_method("sample/Calls", "polluted", "()Ljava/util/List;");
        let mut test = TestBuilder::new();
        let (list, zero) = (test.call(polluted, &[]), test.int(0));
        test.call_on(list, get, &[zero]);
        assert_eq!(thrown(&outcome(world, &builder, test)), Some("java/lang/ClassCastException"));
    });
}

#[test]
fn arguments_of_a_wrong_type_never_reach_the_jvm() {
    for_every_jdk("values::arguments_of_a_wrong_type_never_reach_the_jvm", |world| {
        let mut builder = ClusterBuilder::new();
        let length = builder.static_method("sample/Calls", "lengthOf", "([Ljava/lang/String;)I");
        let next = builder.static_method("sample/Calls", "next", "(I)I");
        let ints = builder.ty("[I");
        let jvm = world.start_jvm();
        let mut executor = world.executor(&jvm, &builder.cluster);
        let tests: [fn(&mut TestBuilder, evoke_analysis::TypeId) -> VariableRef; 4] = [
            |test, ints| test.array(ints, 1),
            |test, _| test.string("x"),
            |test, _| test.int(1),
            |_, _| VariableRef(9),
        ];
        for argument in tests {
            let mut test = TestBuilder::new();
            let argument = argument(&mut test, ints);
            test.call(length, &[argument]);
            let outcome = executor.execute(&test.build()).outcome;
            assert_eq!(thrown(&outcome), Some("java/lang/ClassCastException"));
        }
        let mut test = TestBuilder::new();
        let text = test.string("x");
        test.call(next, &[text]);
        assert_eq!(thrown(&executor.execute(&test.build()).outcome), Some("java/lang/ClassCastException"));
        let mut test = TestBuilder::new();
        test.call(next, &[]);
        assert_eq!(thrown(&executor.execute(&test.build()).outcome), Some("java/lang/ClassCastException"));
    });
}

#[test]
fn array_writes_are_checked_as_in_java() {
    for_every_jdk("values::array_writes_are_checked_as_in_java", |world| {
        let mut builder = ClusterBuilder::new();
        let (ints, texts) = (builder.ty("[I"), builder.ty("[Ljava/lang/String;"));
        let as_objects =
            builder.static_method("sample/Calls", "asObjects", "([Ljava/lang/String;)[Ljava/lang/Object;");
        let create = builder.constructor("sample/Calls", "(I)V");
        let jvm = world.start_jvm();
        let mut executor = world.executor(&jvm, &builder.cluster);
        let mut check = |test: TestCase, expected: &str| {
            assert_eq!(thrown(&executor.execute(&test).outcome), Some(expected));
        };
        let mut test = TestBuilder::new();
        let (array, one) = (test.array(ints, 1), test.int(1));
        test.write(array, 1, one);
        check(test.build(), "java/lang/ArrayIndexOutOfBoundsException");

        let mut test = TestBuilder::new();
        let (array, one) = (test.value(Value::Null(ints)), test.int(1));
        test.write(array, 0, one);
        check(test.build(), "java/lang/NullPointerException");

        let mut test = TestBuilder::new();
        let (array, one) = (test.array(texts, 1), test.int(1));
        let objects = test.call(as_objects, &[array]);
        let object = test.call(create, &[one]);
        test.write(objects, 0, object);
        check(test.build(), "java/lang/ArrayStoreException");
    });
}

#[test]
fn classes_that_do_not_load_or_initialise_throw_as_in_java() {
    for_every_jdk("values::classes_that_do_not_load_or_initialise_throw_as_in_java", |world| {
        let mut builder = ClusterBuilder::new();
        let broken = builder.static_method("sample/Calls$Broken", "value", "()I");
        let missing = builder.static_method("sample/Missing", "value", "()I");
        let absent = builder.static_method("sample/Calls", "absent", "()I");
        let jvm = world.start_jvm();
        let mut executor = world.executor(&jvm, &builder.cluster);
        let mut run = |callable: CallableId| {
            let mut test = TestBuilder::new();
            test.call(callable, &[]);
            thrown(&executor.execute(&test.build()).outcome).map(str::to_owned)
        };
        assert_eq!(run(broken).as_deref(), Some("java/lang/ExceptionInInitializerError"));
        assert_eq!(run(broken).as_deref(), Some("java/lang/NoClassDefFoundError"));
        assert_eq!(run(missing).as_deref(), Some("java/lang/NoClassDefFoundError"));
        assert_eq!(run(absent).as_deref(), Some("java/lang/NoSuchMethodError"));
    });
}

#[test]
fn code_under_test_sees_its_own_loader_and_not_the_streams_of_evoke() {
    for_every_jdk("values::code_under_test_sees_its_own_loader_and_not_the_streams_of_evoke", |world| {
        let mut builder = ClusterBuilder::new();
        let context = builder.static_method("sample/Calls", "contextLoads", "()Z");
        let print = builder.static_method("sample/Calls", "print", "()I");
        let mut test = TestBuilder::new();
        let loads = test.call(context, &[]);
        let end_of_input = test.call(print, &[]);
        let jvm = world.start_jvm();
        let observations = world.executor(&jvm, &builder.cluster).observe(&test.build());
        assert_eq!(seen(&observations, loads), Some(&ObservedValue::Boolean(true)));
        assert_eq!(seen(&observations, end_of_input), Some(&ObservedValue::Int(-1)));
    });
}

#[test]
fn narrower_type_of_a_returned_value_is_told_once() {
    for_every_jdk("values::narrower_type_of_a_returned_value_is_told_once", |world| {
        let mut builder = ClusterBuilder::new();
        let empty = builder.static_method("java/util/Collections", "emptyList", "()Ljava/util/List;");
        let declared = builder.cluster.callable(empty).return_type;
        let [narrower, other] = ["java/util/AbstractList", "java/util/Vector"]
            .map(|name| builder.cluster.types.intern_class(name));
        for ty in [narrower, other] {
            builder.cluster.modifiers.insert(ty, vec![empty]);
        }
        builder.cluster.set_assignability(|_, from, to| to == declared && from != declared);
        builder.cluster.set_narrower();
        let jvm = world.start_jvm();
        let mut executor = world.executor(&jvm, &builder.cluster);
        let call = evoke_testcase::Statement::Invoke {
            callable: empty,
            receiver: None,
            arguments: [].as_slice().into(),
        };
        executor.execute(&TestCase::new(vec![call.clone(), call]));
        assert_eq!(executor.take_returned_types(), [(empty, narrower)]);
        assert_eq!(executor.take_returned_types(), []);
    });
}

#[test]
fn long_texts_are_cut_before_they_are_shown() {
    for_every_jdk("values::long_texts_are_cut_before_they_are_shown", |world| {
        let mut builder = ClusterBuilder::new();
        let repeated = builder.static_method("sample/Calls", "repeated", "(I)Ljava/lang/String;");
        let texts = builder.static_method("sample/Calls", "texts", "(I)[Ljava/lang/String;");
        let fail = builder.static_method("sample/Calls", "failAtLength", "(I)V");
        let mut test = TestBuilder::new();
        let (short, long) = (test.int(4096), test.int(1_000_000));
        let whole = test.call(repeated, &[short]);
        let cut = test.call(repeated, &[long]);
        let array = test.call(texts, &[long]);
        test.call(fail, &[long]);
        let jvm = world.start_jvm();
        let observations = world.executor(&jvm, &builder.cluster).observe(&test.build());
        let beginning = JavaString::from("x".repeat(4096).as_str());
        assert_eq!(seen(&observations, whole), Some(&ObservedValue::String(beginning.clone())));
        assert_eq!(seen(&observations, cut), Some(&ObservedValue::String(beginning.clone())));
        let elements = Some(vec![ObservedValue::String(beginning.clone())]);
        assert_eq!(seen(&observations, array), Some(&ObservedValue::Array { length: 1, elements }));
        let ExecutionOutcome::Threw { exception, .. } = observations.result.outcome else {
            panic!("no exception")
        };
        assert_eq!(exception.message, Some(beginning));
    });
}

#[test]
fn members_may_have_names_beyond_the_basic_multilingual_plane() {
    for_every_jdk("values::members_may_have_names_beyond_the_basic_multilingual_plane", |world| {
        let (mut builder, owner) = (ClusterBuilder::new(), "sample/Calls");
        let method = builder.static_method(owner, "\u{1d4b3}", "(I)I");
        let field = builder.field_write(owner, "\u{1d4b4}", "I", true);
        let mut test = TestBuilder::new();
        let five = test.int(5);
        test.call(field, &[five]);
        let sum = test.call(method, &[five]);
        let jvm = world.start_jvm();
        let observations = world.executor(&jvm, &builder.cluster).observe(&test.build());
        assert_eq!(observations.result.outcome, ExecutionOutcome::Completed);
        assert_eq!(seen(&observations, sum), Some(&ObservedValue::Int(10)));
    });
}

#[test]
fn length_is_asked_of_nothing_but_strings_arrays_and_collections() {
    for_every_jdk("values::length_is_asked_of_nothing_but_strings_arrays_and_collections", |world| {
        let mut builder = ClusterBuilder::new();
        let under_test = MethodId(0);
        let build = builder.static_method("sample/Calls", "builder", "()Ljava/lang/CharSequence;");
        builder.cluster.callables[build.index()].under_test = Some(under_test);
        let partition = Partition { kind: PartitionKind::Sized, is_nullable: false };
        let slot = ValueDomain { method: under_test, parameter: None, partition, first_part: PartId(0) };
        let parts = slot.partition.parts();
        let sizes = TracerSizes { methods: 1, value_domains: vec![slot], ..TracerSizes::default() };
        let jvm = world.start_jvm();
        let mut executor = world.executor_of_size(&jvm, &builder.cluster, &sizes).expect("an executor");
        let mut test = TestBuilder::new();
        test.call(build, &[]);
        let result = executor.execute(&test.build());
        let distances: Vec<f64> = result.trace.values.iter().map(|record| record.distance).collect();
        let of_an_object: Vec<f64> =
            parts.iter().map(|part| part.distance(evoke_analysis::PartitionedValue::Object)).collect();
        assert_eq!(distances, of_an_object);
    });
}
