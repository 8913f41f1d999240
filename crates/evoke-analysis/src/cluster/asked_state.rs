//! State of other objects that the class under test asks for: of a class of seventy settings, what sets those that it reads.

use evoke_classfile::{ClassFile, Method, opcode};
use rustc_hash::FxHashSet;

use super::callable::Callable;
use crate::field_access::accesses;

/// Methods that the class under test calls, by name and descriptor; which class has them is not asked, since a call may name
/// any that inherits them.
#[derive(Debug, Default)]
pub(super) struct AskedState {
    methods: FxHashSet<(String, String)>,
}

impl AskedState {
    /// What these classes call.
    pub(super) fn of(files: &[impl AsRef<ClassFile>]) -> Self {
        let members = files.iter().flat_map(|class| class.as_ref().constant_pool.members());
        let methods = members.filter(|member| member.descriptor.starts_with('('));
        Self { methods: methods.map(|it| (it.name.to_owned(), it.descriptor.to_owned())).collect() }
    }

    /// Whether a method of the class writes a field of its object that one of the methods reads which are called.
    pub(super) fn is_set_by(&self, class: &ClassFile, callable: &Callable) -> bool {
        let setter = class
            .methods
            .iter()
            .find(|it| it.name == callable.name && it.descriptor.to_string() == callable.descriptor);
        let written: FxHashSet<&str> =
            setter.into_iter().flat_map(|setter| own_fields(class, setter, &[opcode::PUTFIELD])).collect();
        let is_read = |method: &Method| {
            let mut read = own_fields(class, method, &[opcode::GETFIELD]);
            read.any(|field| written.contains(field))
        };
        !written.is_empty() && class.methods.iter().filter(|it| self.is_called(it)).any(is_read)
    }

    fn is_called(&self, method: &Method) -> bool {
        self.methods.contains(&(method.name.clone(), method.descriptor.to_string()))
    }
}

/// Fields of the class that instructions of the method with one of these opcodes name.
fn own_fields<'c>(
    class: &'c ClassFile,
    method: &'c Method,
    opcodes: &'c [u8],
) -> impl Iterator<Item = &'c str> {
    let bodies = method.code.iter().flat_map(move |code| accesses(class, &code.instructions, opcodes));
    bodies.filter(|member| member.owner == class.name.as_str()).map(|member| member.name)
}
