//! Texts of a test as Java.

use evoke_classfile::ClassName;

use super::test_scope::TestScope;
use crate::java::{Expression, literal};

/// From this length on a text that is one character again and again is not written out.
const LONG: usize = 60;

/// A literal, or `String.join("", Collections.nCopies(10241, "a"))`, which Java 8 knows and readers can count.
pub(super) fn text(scope: &mut TestScope<'_, '_>, units: &[u16]) -> Expression {
    let is_repeated = units.len() >= LONG && units.iter().all(|unit| *unit == units[0]);
    if !is_repeated {
        return literal::string(units);
    }
    let mut class = |name| Expression::Class(scope.class(&ClassName::new(name)));
    let (string, collections) = (class("java/lang/String"), class("java/util/Collections"));
    // No text is longer than an `int` counts.
    let count = i32::try_from(units.len()).unwrap_or(i32::MAX);
    let copies = collections.call("nCopies", vec![literal::int(count), literal::string(&units[..1])]);
    string.call("join", vec![literal::string(&[]), copies])
}
