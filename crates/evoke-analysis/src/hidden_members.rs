//! Members that a test cannot mean by their name on a variable of a subclass, though it can on one of the class that declares
//! them: a subclass has a private or protected one of that name, or stands in another package, which does not inherit what is
//! package-private. A cast of the variable reaches them.

use evoke_classfile::{ClassFile, ClassName, InnerClass, access};

use crate::class_library::{can_access, own_row};
use crate::{Callable, CallableKind, ClassLibrary};

impl ClassLibrary<'_> {
    /// Whether code in `package` that uses the member on a variable of `class`, a subclass of its owner, would mean another one
    /// or none. A constructor that takes an outer instance is used on that instance, and its class is what is meant.
    pub fn hides(&self, class: &ClassName, member: &Callable, package: &str) -> bool {
        let Some(owner) = self.get(&member.owner) else { return false };
        if member.kind == CallableKind::Constructor {
            return self.hides_inner_class(class, &owner);
        }
        let is_for_package = flags_of(&owner, member)
            .is_some_and(|flags| flags & (access::PUBLIC | access::PROTECTED | access::PRIVATE) == 0);
        self.any_below(class, &member.owner, |file| {
            has_other(file, member, package) || is_for_package && file.name.package() != package
        })
    }

    /// Whether a class below the inner class's outer one has a member class of the same name.
    fn hides_inner_class(&self, class: &ClassName, inner: &ClassFile) -> bool {
        let Some(InnerClass { outer: Some(outer), simple_name: Some(simple_name), .. }) = own_row(inner)
        else {
            return false;
        };
        self.any_below(class, outer, |file| {
            file.inner_classes.iter().any(|row| {
                row.outer.as_ref() == Some(&file.name) && row.simple_name.as_ref() == Some(simple_name)
            })
        })
    }

    /// Whether that is true of the class or one of its superclasses that are below `owner`, as far as they can be read.
    fn any_below(&self, class: &ClassName, owner: &ClassName, holds: impl Fn(&ClassFile) -> bool) -> bool {
        let mut passed: Vec<ClassName> = Vec::new();
        let mut current = class.clone();
        while current != *owner && !passed.contains(&current) {
            let Some(file) = self.get(&current) else { return false };
            if holds(&file) {
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
