//! Which exceptions a caller has to reckon with.

use std::iter::successors;

use evoke_classfile::ClassName;

use crate::ClassLibrary;

/// Longer chains of superclasses are circles of hostile class files.
const MAX_SUPERCLASSES: usize = 32;
/// Superclasses of all exceptions that need not be declared.
const UNCHECKED: [&str; 2] = ["java/lang/RuntimeException", "java/lang/Error"];

/// Whether the exception is unchecked or covered by one that is declared.
pub(super) fn may_be_thrown(
    library: &ClassLibrary<'_>,
    exception: &ClassName,
    declared: &[ClassName],
) -> bool {
    let superclass = |name: &ClassName| library.get(name)?.super_class.clone();
    successors(Some(exception.clone()), superclass)
        .take(MAX_SUPERCLASSES)
        .any(|name| declared.contains(&name) || UNCHECKED.contains(&name.as_str()))
}
