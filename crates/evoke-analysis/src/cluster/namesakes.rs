//! Members that a call could mean as well where its arguments are `null`: those of the same name with as many parameters.

use evoke_classfile::{ClassFile, Method, access};

use crate::ClassLibrary;

/// Whether the class or one it extends or implements has a namesake of the method with as many parameters.
pub(super) fn inherits_namesake(library: &ClassLibrary<'_>, class: &ClassFile, method: &Method) -> bool {
    if method.descriptor.parameters.is_empty() {
        return false;
    }
    has_namesake(class, method)
        || library.ancestors(class).iter().any(|ancestor| has_namesake(ancestor, method))
}

/// Whether `declaring` declares another method that a test's call of `method` could mean where arguments are `null`.
pub(super) fn has_namesake(declaring: &ClassFile, method: &Method) -> bool {
    let (name, parameters) = (&method.name, &method.descriptor.parameters);
    declaring.methods.iter().any(|other| {
        let flags = other.access_flags;
        other.name == *name
            && other.descriptor.parameters.len() == parameters.len()
            && other.descriptor.parameters != *parameters
            && flags & (access::PRIVATE | access::SYNTHETIC | access::BRIDGE) == 0
    })
}
