//! Calls on JUnit, whose static methods are imported by name.

use crate::java::Expression;
use crate::junit_version::JUnitVersion;

/// A call of one of JUnit's assertions.
pub(super) fn junit_call(version: JUnitVersion, method: &str, arguments: Vec<Expression>) -> Expression {
    static_call(version.assertions_class(), method, arguments)
}

/// The assumption that assertions of the code are checked (`-ea`).
pub(super) fn assume_assertions(version: JUnitVersion) -> Expression {
    let class = Expression::variable("this").call("getClass", Vec::new());
    let status = class.call("desiredAssertionStatus", Vec::new());
    static_call(version.assumptions_class(), "assumeTrue", vec![status])
}

fn static_call(class: &str, method: &str, arguments: Vec<Expression>) -> Expression {
    Expression::ImportedCall { class: class.to_owned(), method: method.to_owned(), arguments }
}
