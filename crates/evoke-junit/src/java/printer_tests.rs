//! How trees look on the page, and that what is printed means the tree to a compiler.

use std::process::Command;

use super::literal::{double, int, null, string};
use super::*;
use crate::testing::jdks;

fn variable(name: &str) -> Expression {
    Expression::variable(name)
}

fn class(name: &str) -> Expression {
    Expression::Class(ClassType::named(name))
}

fn statement(expression: Expression) -> Statement {
    Statement::Expression(expression)
}

fn text(expression: Expression) -> String {
    on_one_line(&statement(expression)).trim_end_matches(';').to_owned()
}

fn lines(statement: Statement) -> Vec<String> {
    printed(&[statement], 2).into_iter().map(|line| line.text).collect()
}

fn ints(values: std::ops::Range<i32>) -> Expression {
    Expression::ArrayInitializer { ty: Type::keyword("int").array(), elements: values.map(int).collect() }
}

fn lambda(body: Expression) -> Expression {
    Expression::Lambda { parameters: Vec::new(), body: LambdaBody::Expression(Box::new(body)) }
}

#[test]
fn target_of_a_member_is_in_parentheses_unless_a_dot_may_follow_it() {
    let account = || ClassType::named("Account");
    assert_eq!(text(variable("object").cast(account()).call("close", vec![])), "((Account) object).close()");
    assert_eq!(text(null().cast(account()).field("limit")), "((Account) null).limit");
    assert_eq!(text(ints(0..2).field("length")), "(new int[] {0, 1}).length");
    assert_eq!(text(int(-1).call("hashCode", vec![])), "(-1).hashCode()");
    assert_eq!(
        text(Expression::new_object(account(), vec![]).call("close", vec![])),
        "new Account().close()"
    );
    assert_eq!(text(class("Account").call("sum", vec![int(-1)])), "Account.sum(-1)");
}

#[test]
fn cast_of_a_negative_number_is_no_subtraction() {
    assert_eq!(text(int(-1).cast(Type::keyword("long"))), "(long) -1");
    assert_eq!(text(int(-1).cast(ClassType::named("Object"))), "(Object) (-1)");
    let byte = int(-1).cast(Type::keyword("byte"));
    assert_eq!(text(byte.cast(ClassType::named("Object"))), "(Object) (byte) -1");
    assert_eq!(text(int(-1).negated()), "-(-1)");
}

#[test]
fn lambda_is_in_parentheses_where_it_would_take_what_follows() {
    let rule = || lambda(variable("sum").assigned(int(1)));
    assert_eq!(text(rule()), "() -> sum = 1");
    assert_eq!(text(rule().cast(ClassType::named("Rule"))), "(Rule) (() -> sum = 1)");
    assert_eq!(
        text(rule().cast(ClassType::named("Rule")).call("run", vec![])),
        "((Rule) (() -> sum = 1)).run()"
    );
    assert_eq!(text(variable("rule").assigned(rule())), "rule = () -> sum = 1");
}

#[test]
fn length_of_an_array_belongs_to_its_first_brackets() {
    let ty = || Type::keyword("int").array().array();
    assert_eq!(text(Expression::NewArray { ty: ty(), length: 3 }), "new int[3][]");
    let array = Box::new(Expression::NewArray { ty: ty(), length: 3 });
    assert_eq!(text(Expression::Element { array, index: 0 }.assigned(null())), "(new int[3][])[0] = null");
}

#[test]
fn inner_class_is_made_from_its_outer_object() {
    let instantiation = Instantiation {
        outer: Some(variable("object").cast(ClassType::named("Account"))),
        class: ClassType::named("Entry"),
        has_diamond: true,
        arguments: vec![string(&[0x61])],
        body: None,
    };
    assert_eq!(text(Expression::New(Box::new(instantiation))), "((Account) object).new Entry<>(\"a\")");
}

#[test]
fn short_line_stays() {
    let call = variable("f").call("apply", vec![int(1), int(2)]);
    assert_eq!(lines(statement(call)), ["        f.apply(1, 2);"]);
}

#[test]
fn line_is_broken_where_the_rest_fits_one_line() {
    let fraction = class("Fraction").call("getFraction", vec![int(524_287), int(-524_287)]);
    let exception = || ClassType::named("ArithmeticException");
    let value = Expression::ImportedCall {
        class: "org.junit.jupiter.api.Assertions".to_owned(),
        method: "assertThrows".to_owned(),
        arguments: vec![Expression::ClassLiteral(exception().into()), lambda(fraction)],
    };
    let name = "exception".to_owned();
    assert_eq!(
        lines(Statement::Declaration { ty: exception().into(), name, value }),
        [
            "        ArithmeticException exception =",
            "                assertThrows(ArithmeticException.class, () -> Fraction.getFraction(524287, -524287));"
        ]
    );
}

#[test]
fn outermost_list_is_broken_first() {
    let inner = |name: &str| class("Account").call(name, (100_000..100_006).map(int).collect());
    let call = class("Account").call("merge", vec![inner("first"), inner("second")]);
    assert_eq!(
        lines(statement(call)),
        [
            "        Account.merge(Account.first(100000, 100001, 100002, 100003, 100004, 100005),",
            "                Account.second(100000, 100001, 100002, 100003, 100004, 100005));"
        ]
    );
}

#[test]
fn literals_and_types_are_never_broken() {
    let long = "a, (\" = ".repeat(20).encode_utf16().collect::<Vec<u16>>();
    let call = statement(variable("f").call("apply", vec![string(&long)]));
    let broken = lines(call);
    assert_eq!((broken.len(), broken[0].as_str()), (2, "        f.apply("));

    let name = "java.util.AnUncommonlyLongNameOfAClass";
    let arguments = vec![TypeArgument::Exact(ClassType::named(name).into()); 2];
    let ty = ClassType { arguments, ..ClassType::named("Pair") }.into();
    let value = variable(&"a".repeat(40));
    let declaration = lines(Statement::Declaration { ty, name: "pair".to_owned(), value });
    assert_eq!(declaration.len(), 2);
    assert!(declaration[0].ends_with("> pair ="), "{declaration:?}");
}

#[test]
fn breaking_never_changes_the_code() {
    let array = || statement(ints(1000..1060));
    let broken = lines(array());
    assert!(broken.len() > 2 && broken.iter().all(|line| line.len() <= 120));
    let joined: String = broken.concat();
    assert_eq!(joined.replace(' ', ""), on_one_line(&array()).replace(' ', ""));
}

#[test]
fn lines_of_an_assertion_are_marked_in_nested_blocks_too() {
    let assertion = |name: &str, n: i32| {
        let arguments = (100_000..100_000 + n).map(int).collect();
        let check = variable(name).call("holds", arguments);
        Statement::Assertion(Assertion { check, call: None })
    };
    let nested = Try {
        body: vec![statement(variable("a").call("run", vec![]))],
        exception: ClassType::named("Exception"),
        variable: "exception".to_owned(),
        handler: vec![assertion("b", 1)],
    };
    let statements = [assertion("a", 20), Statement::Try(nested), assertion("c", 1)];
    let marks: Vec<Option<usize>> = printed(&statements, 2).into_iter().map(|line| line.assertion).collect();
    assert_eq!(marks, [Some(0), Some(0), None, None, None, Some(1), None, Some(2)]);
}

/// A number as Java computes it.
#[derive(Clone, Copy)]
enum Number {
    Int(i32),
    Double(f64),
}

impl Number {
    fn double(self) -> f64 {
        match self {
            Self::Int(value) => f64::from(value),
            Self::Double(value) => value,
        }
    }

    fn combined(self, operator: Operator, other: Self) -> Self {
        match (self, other, operator) {
            (Self::Int(a), Self::Int(b), Operator::Plus) => Self::Int(a.wrapping_add(b)),
            (Self::Int(a), Self::Int(b), Operator::Minus) => Self::Int(a.wrapping_sub(b)),
            (Self::Int(a), Self::Int(b), Operator::Times) => Self::Int(a.wrapping_mul(b)),
            (a, b, Operator::Plus) => Self::Double(a.double() + b.double()),
            (a, b, Operator::Minus) => Self::Double(a.double() - b.double()),
            (a, b, Operator::Times) => Self::Double(a.double() * b.double()),
            (_, _, Operator::Less) => unreachable!("a comparison is no number"),
        }
    }
}

/// A tree from the digits of a number, and what it computes.
fn tree(seed: &mut u64, height: u32) -> (Expression, Number) {
    let mut below = |n: u64| {
        *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (*seed >> 33) % n
    };
    let (choice, digit) = (below(if height == 0 { 2 } else { 9 }), below(9) as i32 - 4);
    match choice {
        0 => (int(digit), Number::Int(digit)),
        1 => (double(f64::from(digit) / 2.0), Number::Double(f64::from(digit) / 2.0)),
        2 => {
            let (operand, value) = tree(seed, height - 1);
            let negative = match value {
                Number::Int(value) => Number::Int(value.wrapping_neg()),
                Number::Double(value) => Number::Double(-value),
            };
            (operand.negated(), negative)
        }
        3 => {
            let (operand, value) = tree(seed, height - 1);
            (operand.cast(Type::keyword("int")), Number::Int(value.double() as i32))
        }
        // Boxed by one cast and taken out of it by a call on another.
        4 => {
            let (operand, value) = tree(seed, height - 1);
            let boxed = operand.cast(ClassType::named("Object")).cast(ClassType::named("Number"));
            (boxed.call("doubleValue", vec![]), Number::Double(value.double()))
        }
        _ => {
            let operator = [Operator::Plus, Operator::Minus, Operator::Times][choice as usize % 3];
            let ((left, one), (right, other)) = (tree(seed, height - 1), tree(seed, height - 1));
            (left.combined(operator, right), one.combined(operator, other))
        }
    }
}

#[test]
fn compiler_reads_every_printed_tree_as_the_tree() {
    let mut seed = 1;
    let trees: Vec<(Expression, Number)> = (0..300).map(|_| tree(&mut seed, 4)).collect();
    let mut source = String::from("class Trees {\n    public static void main(String[] arguments) {\n");
    for (expression, _) in &trees {
        let out = class("System").field("out");
        let bits = class("Double").call("doubleToLongBits", vec![expression.clone()]);
        for line in printed(&[statement(out.call("println", vec![bits]))], 2) {
            source += &line.text;
            source.push('\n');
        }
    }
    source += "    }\n}\n";
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("Trees.java");
    std::fs::write(&file, &source).unwrap();
    let jdk = jdks().pop().unwrap();
    let run = Command::new(jdk.home.join("bin/java")).arg(&file).output().unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    let results: Vec<f64> = String::from_utf8(run.stdout)
        .unwrap()
        .lines()
        .map(|line| f64::from_bits(line.parse::<i64>().unwrap() as u64))
        .collect();
    assert_eq!(results.len(), trees.len());
    for ((expression, expected), found) in trees.iter().zip(results) {
        let expected = expected.double();
        let is_same = expected.to_bits() == found.to_bits() || expected.is_nan() && found.is_nan();
        assert!(is_same, "{} is {found} and not {expected}", text(expression.clone()));
    }
}
