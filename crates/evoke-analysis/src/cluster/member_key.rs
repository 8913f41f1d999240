//! What makes two callables the same.

use evoke_classfile::ClassName;

use super::callable::{Callable, CallableKind};
use crate::TypeId;

/// What makes two callables the same.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct MemberKey {
    kind: CallableKind,
    owner: ClassName,
    name: String,
    descriptor: String,
    receiver: Option<TypeId>,
    parameters: Vec<TypeId>,
    return_type: TypeId,
}

impl MemberKey {
    pub(super) fn of(callable: &Callable) -> Self {
        Self {
            kind: callable.kind,
            owner: callable.owner.clone(),
            name: callable.name.clone(),
            descriptor: callable.descriptor.clone(),
            receiver: callable.receiver,
            parameters: callable.parameters.clone(),
            return_type: callable.return_type,
        }
    }
}
