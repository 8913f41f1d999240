//! Calls on JUnit, whose static methods are imported by name.

use crate::java::Expression;
use crate::junit_version::JUnitVersion;

/// A call of one of JUnit's assertions.
pub(super) fn junit_call(version: JUnitVersion, method: &str, arguments: Vec<Expression>) -> Expression {
    Expression::ImportedCall {
        class: version.assertions_class().to_owned(),
        method: method.to_owned(),
        arguments,
    }
}
