//! Members that a test cannot mean by their name on a variable of a subclass, though it can on one of the class that declares
//! them: a subclass has a private or protected one of that name, or stands in another package, which does not inherit what is
//! package-private. A cast of the variable reaches them.

use evoke_classfile::{ClassFile, ClassName, access};

use crate::class_library::can_access;
use crate::{Callable, CallableKind, ClassLibrary};

impl ClassLibrary<'_> {
    /// Whether code in `package` that uses the member on a variable of `class`, a subclass of its owner, would mean another one
    /// or none.
    pub fn hides(&self, class: &ClassName, member: &Callable, package: &str) -> bool {
        let Some(owner) = self.get(&member.owner) else { return false };
        let is_for_package = flags_of(&owner, member)
            .is_some_and(|flags| flags & (access::PUBLIC | access::PROTECTED | access::PRIVATE) == 0);
        let mut passed: Vec<ClassName> = Vec::new();
        let mut current = class.clone();
        while current != member.owner && !passed.contains(&current) {
            let Some(file) = self.get(&current) else { return false };
            if has_other(&file, member, package) || is_for_package && current.package() != package {
                return true;
            }
            let Some(parent) = file.super_class.clone() else { return false };
            passed.push(std::mem::replace(&mut current, parent));
        }
        false
    }
}

fn flags_of(owner: &ClassFile, member: &Callable) -> Option<u16> {
    match member.kind {
        CallableKind::FieldRead | CallableKind::FieldWrite => {
            owner.fields.iter().find(|field| field.name == member.name).map(|field| field.access_flags)
        }
        CallableKind::Method | CallableKind::Constructor => owner
            .methods
            .iter()
            .find(|method| method.name == member.name && method.descriptor.to_string() == member.descriptor)
            .map(|method| method.access_flags),
    }
}

/// Whether a class below the owner has a field of the name, or a method of it with as many parameters that the code cannot
/// access.
fn has_other(class: &ClassFile, member: &Callable, package: &str) -> bool {
    match member.kind {
        CallableKind::FieldRead | CallableKind::FieldWrite => {
            class.fields.iter().any(|field| field.name == member.name)
        }
        CallableKind::Method | CallableKind::Constructor => class.methods.iter().any(|method| {
            method.name == member.name
                && method.descriptor.parameters.len() == member.parameters.len()
                && !can_access(package, &class.name, method.access_flags)
        }),
    }
}
