//! What the methods of a stub may call on their arguments: a listener is handed the source of an event, an executor the task
//! that it is to run, a visitor what it visits. Such calls reach code that the class under test passes on and never gives to
//! a test, its lambdas and private classes above all.
//!
//! Interfaces are called, and classes of the user's; of other classes of the JDK a test has better objects of its own. Calls
//! that declare exceptions which the method may not throw are left out.

use evoke_classfile::{ClassName, access};

use super::builder::Builder;
use super::exceptions::may_be_thrown;
use super::stub_type::{PossibleCallback, StubType};
use crate::{CallableId, CallableKind, TypeCategory, TypeId, TypeTable};

/// Stubs further from the class under test call nothing.
const MAX_DEPTH: u32 = 4;
/// Calls on one argument.
const MAX_CALLS: usize = 12;

impl Builder<'_> {
    /// Finds what can be called on the arguments that the stub's methods are given.
    pub(super) fn modify_arguments(&mut self, stub: &StubType, depth: u32) {
        if depth > MAX_DEPTH {
            return;
        }
        for ty in stub.methods.iter().flat_map(|method| &method.parameters) {
            if self.can_be_called_back(*ty) && !self.modifiers.contains_key(ty) {
                self.modify(*ty, depth);
            }
        }
    }

    fn can_be_called_back(&self, ty: TypeId) -> bool {
        if ty == TypeTable::OBJECT || self.cluster.types.category(ty) != TypeCategory::Object {
            return false;
        }
        let Some(name) = self.cluster.types.class_name(ty) else { return false };
        let is_interface =
            || self.library.get(name).is_some_and(|class| class.access_flags & access::INTERFACE != 0);
        self.library.is_accessible(name, &self.package)
            && (self.library.is_on_class_path(name) || is_interface())
    }

    /// Tells all methods of stubs what they may call. All that changes objects has to be known.
    pub(super) fn add_callbacks(&mut self) {
        let mut stubs = std::mem::take(&mut self.cluster.stubs);
        for method in stubs.iter_mut().flat_map(|stub| &mut stub.methods) {
            let mut callbacks = Vec::new();
            for (parameter, ty) in (0..=u8::MAX).zip(&method.parameters) {
                if !self.can_be_called_back(*ty) {
                    continue;
                }
                let calls = self.modifiers.get(ty).into_iter().flatten();
                let calls = calls.copied().filter(|id| self.may_be_called_in(*id, &method.exceptions));
                callbacks
                    .extend(calls.take(MAX_CALLS).map(|callable| PossibleCallback { parameter, callable }));
            }
            method.callbacks = callbacks;
        }
        self.cluster.stubs = stubs;
    }

    /// Whether a method that declares these exceptions may make the call.
    fn may_be_called_in(&self, callable: CallableId, declared: &[ClassName]) -> bool {
        let callable = self.cluster.callable(callable);
        callable.kind == CallableKind::Method
            && callable.exceptions.iter().all(|thrown| {
                self.library.is_accessible(thrown, &self.package)
                    && may_be_thrown(self.library, thrown, declared)
            })
    }
}
