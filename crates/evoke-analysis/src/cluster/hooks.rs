//! Methods that a subclass of a class under test can override to change what the class does.

use evoke_classfile::{ClassFile, ClassName, Instruction, Method, Operands, access, opcode};
use rustc_hash::FxHashSet;

/// What code under test calls of its own classes, inherited methods included, and what gives something.
#[derive(Default)]
pub(super) struct Hooks {
    /// The classes under test.
    classes: FxHashSet<ClassName>,
    /// Names and descriptors.
    called: FxHashSet<(String, String)>,
}

impl Hooks {
    /// Those of these classes.
    pub(super) fn of<'c>(files: impl Iterator<Item = &'c ClassFile> + Clone) -> Self {
        let classes: FxHashSet<ClassName> = files.clone().map(|file| file.name.clone()).collect();
        let called = files.flat_map(|file| calls(file, &classes)).collect();
        Self { classes, called }
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
