//! Calls that could mean another method as well.

use evoke_analysis::{Argument, Primitive, Type, TypeId, TypeTable};
use evoke_testcase::{ObservedValue, Value};

use super::tests::{body, draft, render, seen, text, v};
use crate::JUnitVersion;
use crate::testing::{Demo, call, int, test_of, value};

#[test]
fn overloads_force_casts_of_null_and_of_wider_parameters() {
    let mut demo = Demo::new();
    let constructor = demo.constructor();
    let seconds = demo.time_unit("SECONDS");
    let unit = demo.cluster.callable(seconds).return_type;
    let integer = demo.cluster.types.intern_class("java/lang/Integer");
    let hint = demo.method(
        "wait",
        "(Ljava/util/concurrent/TimeUnit;Ljava/lang/Object;)Ljava/lang/Integer;",
        &[unit, TypeTable::OBJECT],
        integer,
    );
    demo.callable(hint).exceptions = vec!["java/lang/Exception".into()];
    demo.method(
        "wait",
        "(Ljava/util/concurrent/TimeUnit;Ljava/lang/String;)Ljava/lang/Integer;",
        &[unit, TypeTable::STRING],
        integer,
    );
    let test = test_of(vec![
        text("Ann"),
        call(constructor, None, &[v(0)]),
        call(seconds, None, &[]),
        call(hint, Some(v(1)), &[v(2), v(0)]),
        value(Value::Null(TypeTable::OBJECT)),
        call(hint, Some(v(1)), &[v(2), v(4)]),
    ]);
    insta::assert_snapshot!(render(
        &demo,
        JUnitVersion::V5,
        &[draft(test, vec![seen(3, ObservedValue::Int(60))])]
    ));
}

/// As Kotlin and Scala have them.
#[test]
fn methods_that_only_type_arguments_tell_apart_force_casts_of_what_has_none() {
    let mut demo = Demo::new();
    let mut class = |name: &str, arguments: &[TypeId]| {
        let arguments = arguments.iter().map(|ty| Argument::Exact(*ty)).collect();
        demo.cluster.types.intern(Type::Class { name: name.into(), arguments }, false)
    };
    let integer = class("java/lang/Integer", &[]);
    let raw = class("java/util/List", &[]);
    let (texts, numbers) =
        (class("java/util/List", &[TypeTable::STRING]), class("java/util/List", &[integer]));
    let any = demo.static_method("any", "()Ljava/util/List;", &[], raw);
    let named = demo.static_method("named", "()Ljava/util/List;", &[], texts);
    let of_texts = demo.static_method("sum", "(Ljava/util/List;I)I", &[texts, int()], int());
    demo.static_method(
        "sum",
        "(Ljava/util/List;I)J",
        &[numbers, int()],
        TypeTable::primitive(Primitive::Long),
    );
    let test = test_of(vec![
        call(any, None, &[]),
        value(Value::Null(texts)),
        call(named, None, &[]),
        value(Value::Int(3)),
        call(of_texts, None, &[v(0), v(3)]),
        call(of_texts, None, &[v(1), v(3)]),
        call(of_texts, None, &[v(2), v(3)]),
    ]);
    insta::assert_snapshot!(body(&demo, draft(test, Vec::new())), @r"
    List list = Account.any();
    List<String> list2 = Account.named();
    Account.sum((List<String>) list, 3);
    Account.sum((List<String>) null, 3);
    Account.sum(list2, 3);
    ");
}
