//! What a test method has to declare, from the checked exceptions of what it calls.

use evoke_classfile::ClassName;

use crate::class_names::ClassNames;
use crate::test_body::ThrowsClause;

/// Whether the compiler wants the exception to be caught or declared.
pub(super) fn is_checked(classes: &dyn ClassNames, class: &ClassName) -> bool {
    !classes.is_subclass(class, &"java/lang/RuntimeException".into())
        && !classes.is_subclass(class, &"java/lang/Error".into())
}

/// The widest clause that the exceptions need; `None` if all are unchecked.
pub(super) fn throws_clause<'c>(
    classes: &dyn ClassNames,
    exceptions: impl IntoIterator<Item = &'c ClassName>,
) -> Option<ThrowsClause> {
    let clause = |class: &ClassName| {
        let is_exception = classes.is_subclass(class, &"java/lang/Exception".into());
        if is_exception { ThrowsClause::Exception } else { ThrowsClause::Throwable }
    };
    exceptions.into_iter().filter(|class| is_checked(classes, class)).map(clause).max()
}
