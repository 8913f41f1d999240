//! Suites whose stubs share a class, with real compilers and real JUnit.

use super::tests::{check, names, suite, test, verify};
use crate::JUnitVersion;
use crate::java::{
    ClassBody, ClassType, Constructor, Expression, Instantiation, Method, Parameter, Statement, Supertype,
    Type, literal,
};
use crate::test_body::ThrowsClause;

/// `CharSequence name = new CharSequence() { … }`, of which a class of its own is declared as that.
fn text_stub(name: &str, supertype: Supertype) -> Statement {
    let int = || Type::keyword("int");
    let class = |name: &str| Type::from(ClassType::named(name));
    let method = |name: &str, parameters: &[&str], return_type: Type| {
        let parameter = |name: &&str| Parameter { ty: int(), name: (*name).to_owned() };
        let parameters = parameters.iter().map(parameter).collect();
        let body = vec![Statement::Return(literal::default_of(&return_type))];
        Method { name: name.to_owned(), parameters, return_type, throws: Vec::new(), body }
    };
    let methods = vec![
        method("length", &[], int()),
        method("charAt", &["index"], Type::keyword("char")),
        method("subSequence", &["start", "end"], class("CharSequence")),
        method("toString", &[], class("String")),
    ];
    let body = ClassBody { methods, supertype: Some(supertype), ..ClassBody::default() };
    let value = Expression::New(Box::new(Instantiation {
        outer: None,
        class: ClassType::named("CharSequence"),
        has_diamond: false,
        arguments: Vec::new(),
        body: Some(body),
    }));
    Statement::Declaration { ty: class("CharSequence"), name: name.to_owned(), value }
}

#[test]
fn stubs_of_a_class_that_does_not_compile_are_written_out_in_their_tests() {
    for (supertype, is_shared) in
        [(Supertype::Interface, true), (Supertype::Class(Constructor::default()), false)]
    {
        let stubbing = |name| {
            let check = check(JUnitVersion::V5, "0", "text.length()");
            test(name, vec![text_stub("text", supertype.clone()), check])
        };
        let mut suite = suite(JUnitVersion::V5, vec![stubbing("first"), stubbing("second")]);
        let report = verify(&mut suite);
        assert_eq!((names(&suite), report.dropped_assertions.len()), (vec!["first", "second"], 0));
        let text = suite.render().text;
        assert_eq!(text.contains("private static class CharSequenceStub"), is_shared, "{text}");
        assert_eq!(text.matches("new CharSequence() {").count(), if is_shared { 0 } else { 2 }, "{text}");
        assert!(!text.contains("@SuppressWarnings"), "{text}");
    }
}

/// `java.io.Reader reader = new java.io.Reader(Boolean.TRUE) { … }`, which reads what has this length.
fn reader_stub(n_read: i32) -> Statement {
    let boolean = || Type::keyword("boolean");
    let method = |name: &str, parameters: &[(&str, Type)], return_type: Type, body| {
        let parameter = |(name, ty): &(&str, Type)| Parameter { ty: ty.clone(), name: (*name).to_owned() };
        let parameters = parameters.iter().map(parameter).collect();
        Method { name: name.to_owned(), parameters, return_type, throws: Vec::new(), body }
    };
    let gives = |value| vec![Statement::Return(value)];
    let no = || Expression::Literal("false".to_owned());
    let int = || Type::keyword("int");
    let part = [("text", Type::keyword("char").array()), ("from", int()), ("length", int())];
    let methods = vec![
        method("read", &part, int(), gives(literal::int(n_read))),
        method("ready", &[], boolean(), gives(no())),
        method("markSupported", &[], boolean(), gives(no())),
        method("close", &[], Type::keyword("void"), Vec::new()),
    ];
    let parameters = vec![Parameter { ty: ClassType::named("Object").into(), name: "x".to_owned() }];
    let constructor = Constructor { parameters, throws: Vec::new() };
    let supertype = Some(Supertype::Class(constructor));
    let class = ClassType::named("java.io.Reader");
    let value = Expression::New(Box::new(Instantiation {
        outer: None,
        class: class.clone(),
        has_diamond: false,
        arguments: vec![Expression::Class(ClassType::named("Boolean")).field("TRUE")],
        body: Some(ClassBody { methods, supertype, ..ClassBody::default() }),
    }));
    Statement::Declaration { ty: class.into(), name: "reader".to_owned(), value }
}

#[test]
fn stubs_of_a_class_whose_constructor_takes_something_share_one() {
    let reading = |name, n_read: i32| {
        let check = check(JUnitVersion::V5, &n_read.to_string(), "reader.read(new char[2], 0, 2)");
        let mut test = test(name, vec![reader_stub(n_read), check]);
        test.body.throws = Some(ThrowsClause::Exception);
        test
    };
    let tests = vec![reading("first", 1), reading("second", 1), reading("third", 2)];
    let mut suite = suite(JUnitVersion::V5, tests);
    let report = verify(&mut suite);
    assert_eq!((names(&suite), report.dropped_assertions.len()), (vec!["first", "second", "third"], 0));
    let text = suite.render().text;
    assert!(
        text.contains("        private ReaderStub(Object x) {\n            super(x);\n        }\n"),
        "{text}"
    );
    assert_eq!(text.matches("= new ReaderStub(Boolean.TRUE);").count(), 2, "{text}");
    assert_eq!(text.matches("= new ReaderStub(Boolean.TRUE) {").count(), 1, "{text}");
}
