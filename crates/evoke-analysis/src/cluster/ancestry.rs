//! What a class extends and implements, in the orders that tests care about.

use std::collections::VecDeque;
use std::rc::Rc;

use evoke_classfile::{ClassFile, ClassName, access};
use rustc_hash::FxHashSet;

use crate::ClassLibrary;

/// The class, its superclasses, then its interfaces. `Object` is among them only for interfaces and abstract
/// classes, whose instances are likely to have a `toString` of their own.
pub(super) fn likely_ancestors(library: &ClassLibrary<'_>, name: &ClassName) -> Vec<Rc<ClassFile>> {
    let mut classes: Vec<Rc<ClassFile>> = Vec::new();
    let mut interfaces: VecDeque<ClassName> = VecDeque::new();
    let mut seen = FxHashSet::default();
    let mut next = Some(name.clone());
    while let Some(class) = next.filter(|name| seen.insert(name.clone())).and_then(|name| library.get(&name))
    {
        next = class.super_class.clone().filter(|parent| parent.as_str() != "java/lang/Object");
        interfaces.extend(class.interfaces.iter().cloned());
        classes.push(class);
    }
    while let Some(interface) = interfaces.pop_front() {
        if seen.insert(interface.clone())
            && let Some(class) = library.get(&interface)
        {
            interfaces.extend(class.interfaces.iter().cloned());
            classes.push(class);
        }
    }
    let is_incomplete = |class: &Rc<ClassFile>| class.access_flags & access::ABSTRACT != 0;
    if classes.first().is_some_and(is_incomplete) {
        classes.extend(library.get(&"java/lang/Object".into()));
    }
    classes
}

/// A class and its superclasses, then all interfaces, subtypes before supertypes: the order in which a declaration of a
/// method decides whether it is abstract.
pub(super) fn in_override_order(library: &ClassLibrary<'_>, class: &ClassFile) -> Vec<Rc<ClassFile>> {
    let mut classes = Vec::new();
    let mut interfaces = VecDeque::new();
    let is_interface = class.access_flags & access::INTERFACE != 0;
    // `Comparator` declares `equals`, which every object has.
    let mut next = if is_interface { class.super_class.clone() } else { Some(class.name.clone()) };
    if is_interface {
        interfaces.push_back(class.name.clone());
    }
    while let Some(current) = next.as_ref().and_then(|name| library.get(name)) {
        interfaces.extend(current.interfaces.iter().cloned());
        next.clone_from(&current.super_class);
        classes.push(current);
        if classes.len() > 64 {
            break;
        }
    }
    let mut seen = FxHashSet::default();
    while let Some(name) = interfaces.pop_front() {
        if seen.insert(name.clone())
            && let Some(interface) = library.get(&name)
        {
            interfaces.extend(interface.interfaces.iter().cloned());
            classes.push(interface);
        }
    }
    classes
}
