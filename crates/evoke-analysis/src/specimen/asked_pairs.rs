//! Pairs of interfaces that one value may have to implement both: code asks a value that is declared as one whether it is the other.

use std::collections::BTreeMap;
use std::rc::Rc;

use evoke_classfile::{
    ClassFile, ClassName, Code, FieldType, Instruction, Method, MethodDescriptor, Operands, access, opcode,
};

use crate::{ClassHierarchy, ClassLibrary};

/// Pairs that are looked at.
const MAX_PAIRS: usize = 6;

/// What the code of these files declares a value as, and what it asks it for, as far as an interface in `package` can extend both.
pub(super) fn asked_pairs(
    library: &ClassLibrary<'_>,
    hierarchy: &ClassHierarchy,
    files: &[ClassFile],
    package: &str,
) -> Vec<(ClassName, ClassName)> {
    let mut pairs: Vec<(ClassName, ClassName)> = Vec::new();
    for pair in files.iter().flat_map(asked_in) {
        let (declared, asked) = &pair;
        let are_apart = !hierarchy.is_subtype(declared, asked) && !hierarchy.is_subtype(asked, declared);
        if pairs.len() < MAX_PAIRS
            && !pairs.contains(&pair)
            && are_apart
            && can_be_joined(library, [declared, asked], package)
        {
            pairs.push(pair);
        }
    }
    pairs
}

/// The declared types of values and what they are asked for.
fn asked_in(class: &ClassFile) -> impl Iterator<Item = (ClassName, ClassName)> {
    let codes = class.methods.iter().filter_map(|method| Some((method, method.code.as_ref()?)));
    codes.flat_map(move |(method, code)| {
        code.instructions.iter().enumerate().filter_map(move |(index, instruction)| {
            let asked = match (instruction.opcode, &instruction.operands) {
                (opcode::INSTANCEOF, Operands::Constant(asked)) => class.constant_pool.class(*asked)?,
                _ => return None,
            };
            Some((declared_before(class, method, code, index)?, ClassName::new(asked)))
        })
    })
}

/// The class as which the value is declared that is on top of the stack before the instruction at `index`, where that is easily seen.
fn declared_before(class: &ClassFile, method: &Method, code: &Code, index: usize) -> Option<ClassName> {
    let index = index.checked_sub(1)?;
    let Instruction { opcode, operands, .. } = code.instructions.get(index)?;
    match (*opcode, operands) {
        (opcode::ALOAD | opcode::ALOAD_0..=opcode::ALOAD_3, Operands::Local(slot)) => {
            parameter_in(method, *slot).or_else(|| {
                let is_stored = |at: &usize| stores(&code.instructions[*at], *slot);
                declared_before(class, method, code, (0..index).rev().find(is_stored)?)
            })
        }
        (opcode::CHECKCAST, Operands::Constant(at)) => class.constant_pool.class(*at).map(ClassName::new),
        (opcode::GETFIELD | opcode::GETSTATIC, Operands::Constant(at)) => {
            class_of(&FieldType::parse(class.constant_pool.member(*at)?.descriptor).ok()?)
        }
        (opcode::INVOKEVIRTUAL | opcode::INVOKEINTERFACE | opcode::INVOKESTATIC, Operands::Constant(at)) => {
            let called = MethodDescriptor::parse(class.constant_pool.member(*at)?.descriptor).ok()?;
            class_of(called.return_type.as_ref()?)
        }
        _ => None,
    }
}

fn class_of(ty: &FieldType) -> Option<ClassName> {
    match ty {
        FieldType::Object(name) => Some(name.clone()),
        _ => None,
    }
}

/// The class of the parameter that a method finds in this local variable.
fn parameter_in(method: &Method, slot: u16) -> Option<ClassName> {
    let mut next = u16::from(method.access_flags & access::STATIC == 0);
    for parameter in &method.descriptor.parameters {
        if next == slot {
            return class_of(parameter);
        }
        next += parameter.slots();
    }
    None
}

fn stores(instruction: &Instruction, slot: u16) -> bool {
    matches!(
        (instruction.opcode, &instruction.operands),
        (opcode::ASTORE | opcode::ASTORE_0..=opcode::ASTORE_3, Operands::Local(stored)) if *stored == slot
    )
}

/// Whether an interface in the package can extend both: neither has type parameters, and no method of one could be taken for a method of
/// the other.
fn can_be_joined(library: &ClassLibrary<'_>, pair: [&ClassName; 2], package: &str) -> bool {
    let is_plain =
        |class: &ClassFile| class.signature.as_ref().is_none_or(|it| it.type_parameters.is_empty());
    let is_open = |class: &ClassFile| {
        class.access_flags & access::INTERFACE != 0
            && class.access_flags & access::ANNOTATION == 0
            && class.permitted_subclasses.is_none()
            && library.is_accessible(&class.name, package)
    };
    let [Some(one), Some(other)] = pair.map(|name| library.get(name)) else { return false };
    if ![&one, &other].into_iter().all(|class| is_open(class) && is_plain(class)) {
        return false;
    }
    let [of_one, of_other] = [one, other].map(|class| with_ancestors(library, class));
    let shared = of_one.iter().filter(|class| of_other.iter().any(|it| it.name == class.name));
    let declaring = declaring_classes(&of_one);
    let is_other = |(method, class): (&MethodKey, &ClassName)| {
        declaring.get(method).is_some_and(|declaring| declaring != class)
    };
    shared.clone().all(|class| is_plain(class)) && !declaring_classes(&of_other).iter().any(is_other)
}

/// Name and parameters.
type MethodKey = (String, Vec<FieldType>);

/// The class that declares each of the methods that an implementation has or inherits.
fn declaring_classes(classes: &[Rc<ClassFile>]) -> BTreeMap<MethodKey, ClassName> {
    const OTHERS: u16 = access::STATIC | access::PRIVATE | access::SYNTHETIC;
    let mut declaring = BTreeMap::new();
    for class in classes {
        for method in class.methods.iter().filter(|method| method.access_flags & OTHERS == 0) {
            let key = (method.name.clone(), method.descriptor.parameters.clone());
            declaring.entry(key).or_insert_with(|| class.name.clone());
        }
    }
    declaring
}

fn with_ancestors(library: &ClassLibrary<'_>, class: Rc<ClassFile>) -> Vec<Rc<ClassFile>> {
    let ancestors = library.ancestors(&class).into_iter();
    let interfaces = ancestors.filter(|ancestor| ancestor.access_flags & access::INTERFACE != 0);
    std::iter::once(class).chain(interfaces).collect()
}
