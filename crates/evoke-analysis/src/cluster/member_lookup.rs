//! A call on a class literal that gives one of its members as an object.

use crate::{CallableId, TypeId};

/// A call on a class literal that gives a member.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemberLookup {
    /// A method of `java.lang.Class`.
    pub callable: CallableId,
    /// The class that has the member.
    pub class: TypeId,
    /// The member's name; `None` for a constructor.
    pub name: Option<String>,
    /// Its parameters; `None` for a field.
    pub parameters: Option<Vec<TypeId>>,
}
