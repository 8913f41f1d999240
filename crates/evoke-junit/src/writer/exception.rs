//! The statement that is expected to throw: `assertThrows` for JUnit 5, `try`, `fail` and `catch` for JUnit 4, whose
//! older versions have nothing else.

use std::collections::BTreeSet;

use evoke_analysis::Callable;
use evoke_classfile::ClassName;

use super::junit_call::junit_call;
use super::throws::is_checked;
use crate::class_names::ClassNames;
use crate::java::{Assertion, ClassType, Expression, LambdaBody, Statement, Try, literal};
use crate::junit_version::JUnitVersion;
use crate::names::unique;

/// What the caught exception is called.
pub(super) const VARIABLE: &str = "exception";

/// Whether `catch` of the class compiles around the call and does not also catch what `fail` throws.
pub(super) fn can_catch(classes: &dyn ClassNames, callable: Option<&Callable>, class: &ClassName) -> bool {
    let catches_failure = classes.is_subclass(&"java/lang/AssertionError".into(), class);
    let may_throw =
        |declared: &ClassName| classes.is_subclass(declared, class) || classes.is_subclass(class, declared);
    let is_declared = || callable.is_some_and(|callable| callable.exceptions.iter().any(may_throw));
    let is_everything = matches!(class.as_str(), "java/lang/Exception" | "java/lang/Throwable");
    !catches_failure && (is_everything || !is_checked(classes, class) || is_declared())
}

/// `try { call; fail(…); } catch (class exception) { … }`
pub(super) fn try_and_catch(
    version: JUnitVersion,
    call: Statement,
    class: ClassType,
    message: Option<Expression>,
) -> Statement {
    let expected: Vec<u16> = format!("expected {}", class.name).encode_utf16().collect();
    let fail = junit_call(version, "fail", vec![literal::string(&expected)]);
    Statement::Try(Try {
        body: vec![call, Statement::Expression(fail)],
        exception: class,
        variable: VARIABLE.to_owned(),
        handler: message.map(|message| message_check(version, message)).into_iter().collect(),
    })
}

/// `assertThrows(class, () -> call)`, and a check of the message.
pub(super) fn assert_throws(
    version: JUnitVersion,
    call: LambdaBody,
    class: ClassType,
    message: Option<Expression>,
) -> Vec<Statement> {
    let lambda = Expression::Lambda { parameters: Vec::new(), body: call };
    let literal = Expression::ClassLiteral(class.clone().into());
    let assertion = junit_call(version, "assertThrows", vec![literal, lambda]);
    match message {
        Some(message) => vec![
            Statement::Declaration { ty: class.into(), name: VARIABLE.to_owned(), value: assertion },
            message_check(version, message),
        ],
        None => vec![Statement::Expression(assertion)],
    }
}

/// What reads a field, inside the lambda: it is no statement in Java, so that it takes a variable, which is not to be called as one of the test's.
pub(super) fn lambda_that_reads(field: Expression, mut taken: BTreeSet<String>) -> LambdaBody {
    let ty = ClassType::named("Object").into();
    let name = unique("value", &mut taken);
    LambdaBody::Block(vec![Statement::Declaration { ty, name, value: field }])
}

fn message_check(version: JUnitVersion, message: Expression) -> Statement {
    let actual = Expression::variable(VARIABLE).call("getMessage", Vec::new());
    let check = junit_call(version, "assertEquals", vec![message, actual]);
    Statement::Assertion(Assertion { check, call: None })
}
