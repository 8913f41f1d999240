//! A call on a class literal that gives one of its members as an object, or the generic type of one.

use crate::{CallableId, TypeId};

/// A call on a class literal that gives a member, which may be asked for its type.
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
    /// The call on the member that gives its generic type, where that is wanted in its place.
    pub type_of: Option<CallableId>,
}

impl MemberLookup {
    /// The last of its calls, which gives what is wanted.
    pub fn last_call(&self) -> CallableId {
        self.type_of.unwrap_or(self.callable)
    }
}
