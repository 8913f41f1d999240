//! Which methods of one side of a pair a call may run, by the class it names and the hierarchy (JVMS 5.4.3.3, 5.4.6).
//!
//! A call through a supertype counts where the callee declares what it overrides; one through a type of the JDK never does, since
//! `Object.equals` may mean anything. What a lambda runs is called where the lambda is made, by the name that `javac` gives it.

use std::collections::BTreeMap;
use std::rc::Rc;

use evoke_classfile::{ClassFile, ClassName, Instruction, MemberRef, Operands, opcode};

use super::class_pair::Side;
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

    /// Methods of the side that the instruction of `class` may run, ascending.
    pub(super) fn called_at(
        &self,
        class: &ClassFile,
        caller: &MethodUnderTest,
        instruction: &Instruction,
    ) -> Vec<MethodId> {
        if instruction.opcode == opcode::INVOKEDYNAMIC {
            return self.lambdas_of(caller);
        }
        let Operands::Constant(index) = instruction.operands else { return Vec::new() };
        let member = match instruction.opcode {
            opcode::INVOKEVIRTUAL
            | opcode::INVOKEINTERFACE
            | opcode::INVOKESPECIAL
            | opcode::INVOKESTATIC => class.constant_pool.member(index),
            _ => None,
        };
        let Some(member) = member else { return Vec::new() };
        let is_virtual = matches!(instruction.opcode, opcode::INVOKEVIRTUAL | opcode::INVOKEINTERFACE);
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

    /// The method of the side that a class declares or inherits, with the class that declares it.
    fn declared_above(&self, class: &ClassName, member: &MemberRef<'_>) -> Option<(ClassName, MethodId)> {
        let mut next = Some(class.clone());
        let mut passed: Vec<ClassName> = Vec::new();
        while let Some(name) = next.take().filter(|name| !passed.contains(name)) {
            let file: Rc<ClassFile> = self.library.get(&name)?;
            let is_same = |method: &&evoke_classfile::Method| {
                method.name == member.name && method.descriptor.to_string() == member.descriptor
            };
            if file.methods.iter().any(|method| is_same(&method)) {
                let method = self.methods.get(&(name.as_str(), member.name, member.descriptor))?;
                return Some((name.clone(), *method));
            }
            next.clone_from(&file.super_class);
            passed.push(name);
        }
        None
    }

    fn is_supertype(&self, owner: &ClassName, class: &ClassFile) -> bool {
        self.library.ancestors(class).iter().any(|ancestor| ancestor.name == *owner)
    }

    /// Bodies of the lambdas that a method makes.
    fn lambdas_of(&self, maker: &MethodUnderTest) -> Vec<MethodId> {
        let holder = match maker.name.as_str() {
            "<init>" => "new",
            "<clinit>" => "static",
            name => name,
        };
        let prefix = format!("lambda${holder}$");
        let of_class = self
            .methods
            .iter()
            .filter(|((class, name, _), _)| *class == maker.class.as_str() && name.starts_with(&prefix));
        of_class.map(|(_, method)| *method).collect()
    }
}
