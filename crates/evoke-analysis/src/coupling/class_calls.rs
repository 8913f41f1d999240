//! Which classes of a class path a class may make a pair with, by the names that its code calls methods of: quick to tell for a whole class
//! path, and never too few but for callees that are only called through a supertype.

use std::collections::BTreeSet;

use evoke_classfile::{ClassFile, ClassName, Operands, opcode};

use super::class_pair::inherited_from;
use crate::ClassLibrary;

impl ClassLibrary<'_> {
    /// Top-level classes of the class path that code of a top-level class names in calls, and what it inherits from.
    pub fn called_classes(&self, caller: &ClassName) -> BTreeSet<ClassName> {
        let files = self.with_nested(caller).unwrap_or_default();
        let mut called: BTreeSet<ClassName> = files.iter().flat_map(owners).collect();
        called.extend(
            files.first().into_iter().flat_map(|file| inherited_from(self, file)).map(|it| it.name.clone()),
        );
        let mut top_level: BTreeSet<ClassName> = called.iter().map(ClassName::top_level).collect();
        top_level.retain(|name| name != caller && self.is_on_class_path(name));
        top_level
    }

    /// Whether a class inherits methods from another one of the class path, directly or not.
    pub fn inherits_from(&self, class: &ClassName, other: &ClassName) -> bool {
        let file = self.get(class);
        file.is_some_and(|file| inherited_from(self, &file).iter().any(|ancestor| ancestor.name == *other))
    }
}

/// Classes that calls name.
fn owners(class: &ClassFile) -> impl Iterator<Item = ClassName> {
    let code = class.methods.iter().filter_map(|method| method.code.as_ref());
    code.flat_map(|code| &code.instructions).filter_map(|instruction| {
        let Operands::Constant(index) = instruction.operands else { return None };
        let is_call = matches!(
            instruction.opcode,
            opcode::INVOKEVIRTUAL | opcode::INVOKESPECIAL | opcode::INVOKESTATIC | opcode::INVOKEINTERFACE
        );
        let member = class.constant_pool.member(index).filter(|_| is_call)?;
        (!member.owner.starts_with('[')).then(|| ClassName::new(member.owner))
    })
}
