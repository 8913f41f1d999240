//! What values of calls turned out to be when tests ran.

use std::collections::BTreeMap;

use evoke_analysis::{CallableId, TypeId};
use evoke_testcase::Statement;

/// Types by the call that gave them.
#[derive(Default)]
pub(crate) struct RunTimeTypes {
    by_callable: BTreeMap<CallableId, Vec<TypeId>>,
}

impl RunTimeTypes {
    /// A value that the callable gave was of this type.
    pub(crate) fn note(&mut self, callable: CallableId, ty: TypeId) {
        self.by_callable.entry(callable).or_default().push(ty);
    }

    /// Whether a value that the callable gave was of this type.
    pub(super) fn gives(&self, callable: CallableId, ty: TypeId) -> bool {
        self.by_callable.get(&callable).is_some_and(|types| types.contains(&ty))
    }

    /// Whether nothing was noted.
    pub(super) fn is_empty(&self) -> bool {
        self.by_callable.is_empty()
    }

    /// The types of what a statement defines that it is not declared to be of.
    pub(super) fn of(&self, definition: &Statement) -> &[TypeId] {
        let Statement::Invoke { callable, .. } = definition else { return &[] };
        self.by_callable.get(callable).map_or(&[], Vec::as_slice)
    }
}
