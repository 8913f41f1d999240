//! Lists as Java.

use super::test_scope::TestScope;
use crate::java::{Expression, literal};

/// A list that equals every other one of these elements: `Arrays.asList("a", "b")`.
pub(super) fn list(scope: &mut TestScope<'_, '_>, elements: Vec<Expression>) -> Expression {
    let (class, method) = match elements.as_slice() {
        [] => ("java/util/Collections", "emptyList"),
        // A single `null` would count as an array that is not there.
        [only] if *only == literal::null() => ("java/util/Collections", "singletonList"),
        _ => ("java/util/Arrays", "asList"),
    };
    Expression::Class(scope.class(&class.into())).call(method, elements)
}
