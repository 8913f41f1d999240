//! Where objects that a test implements itself can change what classes under test do: methods that a subclass can override, and exceptions
//! that they make a difference between.

use std::collections::BTreeSet;

use evoke_classfile::{ClassFile, ClassName, Instruction, Method, Operands, access, opcode};
use rustc_hash::FxHashSet;

/// Exceptions that are looked at.
const MAX_CAUGHT: usize = 40;

/// What says nothing of an exception.
const ANY: [&str; 4] =
    ["java/lang/Throwable", "java/lang/Exception", "java/lang/RuntimeException", "java/lang/Error"];

/// What code under test calls of its own classes, inherited methods included, and what gives something; and what it catches.
#[derive(Default)]
pub(super) struct Hooks {
    /// The classes under test.
    classes: FxHashSet<ClassName>,
    /// Names and descriptors.
    called: FxHashSet<(String, String)>,
    /// What is caught, and what values are asked to be, exceptions or not, ascending.
    caught: Vec<ClassName>,
}

impl Hooks {
    /// Those of these classes.
    pub(super) fn of<'c>(files: impl Iterator<Item = &'c ClassFile> + Clone) -> Self {
        let classes: FxHashSet<ClassName> = files.clone().map(|file| file.name.clone()).collect();
        let called = files.clone().flat_map(|file| calls(file, &classes)).collect();
        let caught: BTreeSet<ClassName> = files.flat_map(caught).collect();
        Self { classes, called, caught: caught.into_iter().take(MAX_CAUGHT).collect() }
    }

    /// Classes that the code catches or asks for, those of exceptions among them.
    pub(super) fn caught(&self) -> &[ClassName] {
        &self.caught
    }

    /// Whether the method, which `class` has or inherits from `declaring`, is one.
    pub(super) fn contains(&self, class: &ClassName, declaring: &ClassName, method: &Method) -> bool {
        const CLOSED: u16 = access::STATIC | access::PRIVATE | access::FINAL | access::SYNTHETIC;
        method.access_flags & CLOSED == 0
            && declaring.as_str() != "java/lang/Object"
            && self.classes.contains(class)
            && self.called.contains(&(method.name.clone(), method.descriptor.to_string()))
    }
}

/// What its code calls of these classes. A method that gives nothing decides nothing.
fn calls(file: &ClassFile, classes: &FxHashSet<ClassName>) -> Vec<(String, String)> {
    let instructions =
        file.methods.iter().filter_map(|it| it.code.as_ref()).flat_map(|code| &code.instructions);
    let member = |instruction: &Instruction| match (instruction.opcode, &instruction.operands) {
        (opcode::INVOKEVIRTUAL | opcode::INVOKEINTERFACE, Operands::Constant(index)) => {
            file.constant_pool.member(*index)
        }
        _ => None,
    };
    let of_own = instructions.filter_map(member).filter(|member| {
        !member.descriptor.ends_with(")V") && classes.contains(&ClassName::new(member.owner))
    });
    of_own.map(|member| (member.name.to_owned(), member.descriptor.to_owned())).collect()
}

/// The classes that handlers of its code catch, and those that it asks values for.
fn caught(file: &ClassFile) -> impl Iterator<Item = ClassName> {
    let codes = file.methods.iter().filter_map(|method| method.code.as_ref());
    let tested = codes.clone().flat_map(|code| &code.instructions).filter_map(|instruction| {
        match (instruction.opcode, &instruction.operands) {
            (opcode::INSTANCEOF, Operands::Constant(index)) => file.constant_pool.class(*index),
            _ => None,
        }
    });
    let tested = tested.filter(|name| !name.starts_with('[')).map(ClassName::new);
    let caught = codes.flat_map(|code| &code.exception_table).filter_map(|row| row.catch_type.clone());
    tested.chain(caught).filter(|class| !ANY.contains(&class.as_str()))
}
