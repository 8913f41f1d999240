//! Which methods of one side of a pair a call may run, by the class it names and the hierarchy (JVMS 5.4.3.3, 5.4.6).
//!
//! A call through a supertype counts where the callee declares what it overrides; one through a type of the JDK never does, since
//! `Object.equals` may mean anything. What a lambda or a method reference runs is called where its object is made.

use std::collections::BTreeMap;
use std::rc::Rc;

use evoke_classfile::{ClassFile, ClassName, Instruction, MemberRef};

use super::class_pair::{Side, inherited_from};
use crate::called_member::called_member;
use crate::{ClassLibrary, MethodId, MethodUnderTest};

/// Resolves calls to methods of one side.
pub(super) struct CallResolver<'a> {
    library: &'a ClassLibrary<'a>,
    side: &'a Side,
    /// Methods of the side.
    methods: BTreeMap<(&'a str, &'a str, &'a str), MethodId>,
}

impl<'a> CallResolver<'a> {
    pub(super) fn new(library: &'a ClassLibrary<'a>, side: &'a Side, methods: &'a [MethodUnderTest]) -> Self {
        let of_side =
            methods.iter().filter(|method| side.has(&method.class, &method.name, &method.descriptor));
        let key = |method: &'a MethodUnderTest| {
            (method.class.as_str(), method.name.as_str(), method.descriptor.as_str())
        };
        Self { library, side, methods: of_side.map(|method| (key(method), method.id)).collect() }
    }

    /// Whether the method is of the side.
    pub(super) fn is_of_side(&self, method: &MethodUnderTest) -> bool {
        self.methods.contains_key(&(method.class.as_str(), method.name.as_str(), method.descriptor.as_str()))
    }

    /// Methods of the side that the instruction of `class` may run, or that the object runs that it makes of a lambda or of a method
    /// reference, ascending.
    pub(super) fn called_at(&self, class: &ClassFile, instruction: &Instruction) -> Vec<MethodId> {
        let Some((member, is_virtual)) = called_member(class, instruction) else { return Vec::new() };
        let mut found: Vec<MethodId> = self.exact_target(class, &member).into_iter().collect();
        if is_virtual {
            found.extend(self.overriding_targets(&member));
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The method that the call names. One that the side inherits is meant where the side itself calls it, or where it is called on an
    /// object of the side: others may inherit it too.
    fn exact_target(&self, class: &ClassFile, member: &MemberRef<'_>) -> Option<MethodId> {
        let owner = ClassName::new(member.owner);
        let (declaring, method) = self.declared_above(&owner, member)?;
        let is_meant =
            self.side.owns(&declaring) || self.side.consists_of(&class.name) || self.is_of_this_side(&owner);
        is_meant.then_some(method)
    }

    fn is_of_this_side(&self, owner: &ClassName) -> bool {
        let main = self.side.own.first();
        let is_below = |main: &ClassFile| {
            let owner = self.library.get(owner);
            owner.is_some_and(|owner| self.is_supertype(&main.name, &owner))
        };
        self.side.owns(owner) || main.is_some_and(is_below)
    }

    /// What a call on a supertype runs on objects of the side.
    fn overriding_targets(&self, member: &MemberRef<'_>) -> Vec<MethodId> {
        let owner = ClassName::new(member.owner);
        let mut found = Vec::new();
        if !self.library.is_on_class_path(&owner) {
            return found;
        }
        for class in &self.side.own {
            if class.name != owner
                && self.is_supertype(&owner, class)
                && let Some((declaring, method)) = self.declared_above(&class.name, member)
                && self.side.owns(&declaring)
            {
                found.push(method);
            }
        }
        found
    }

    /// The method of the side that a class declares or inherits, with the class that declares it: what a superclass declares goes before
    /// what interfaces do.
    fn declared_above(&self, class: &ClassName, member: &MemberRef<'_>) -> Option<(ClassName, MethodId)> {
        let first = self.library.get(class)?;
        let mut next = Some(class.clone());
        let mut passed: Vec<ClassName> = Vec::new();
        while let Some(name) = next.take().filter(|name| !passed.contains(name)) {
            let file: Rc<ClassFile> = self.library.get(&name)?;
            if declares(&file, member) {
                return self.method_of(&name, member);
            }
            next.clone_from(&file.super_class);
            passed.push(name);
        }
        let above = inherited_from(self.library, &first);
        let declaring = above.iter().find(|ancestor| declares(ancestor, member))?;
        self.method_of(&declaring.name, member)
    }

    fn method_of(&self, class: &ClassName, member: &MemberRef<'_>) -> Option<(ClassName, MethodId)> {
        let method = self.methods.get(&(class.as_str(), member.name, member.descriptor))?;
        Some((class.clone(), *method))
    }

    fn is_supertype(&self, owner: &ClassName, class: &ClassFile) -> bool {
        self.library.ancestors(class).iter().any(|ancestor| ancestor.name == *owner)
    }
}

fn declares(class: &ClassFile, member: &MemberRef<'_>) -> bool {
    let is_same = |method: &evoke_classfile::Method| {
        method.name == member.name && method.descriptor.to_string() == member.descriptor
    };
    class.methods.iter().any(is_same)
}
