//! Methods that need no implementation, but that a subclass in a test can override to change what the class under test does: those of its
//! own that it calls, and those of other types that it asks.

use evoke_classfile::{ClassFile, ClassName, Instruction, Method, Operands, access, opcode};
use rustc_hash::FxHashSet;

use super::ranking::is_of_jdk;

/// What code under test calls that gives something.
#[derive(Default)]
pub(super) struct Hooks {
    /// The classes under test.
    classes: FxHashSet<ClassName>,
    /// Names and descriptors of what is called of these classes, inherited methods included.
    own: FxHashSet<(String, String)>,
    /// Those of what is called of others.
    asked: FxHashSet<(String, String)>,
}

impl Hooks {
    /// Those of these classes.
    pub(super) fn of<'c>(files: impl Iterator<Item = &'c ClassFile> + Clone) -> Self {
        let mut hooks =
            Self { classes: files.clone().map(|file| file.name.clone()).collect(), ..Self::default() };
        for (owner, name, descriptor) in files.flat_map(giving_calls) {
            let called = if hooks.classes.contains(&owner) { &mut hooks.own } else { &mut hooks.asked };
            called.insert((name, descriptor));
        }
        hooks
    }

    /// Whether the method, which `class` has or inherits from `declaring`, is one. Interfaces of the JDK mean what they say.
    pub(super) fn contains(&self, class: &ClassFile, declaring: &ClassName, method: &Method) -> bool {
        const CLOSED: u16 = access::STATIC | access::PRIVATE | access::FINAL | access::SYNTHETIC;
        let called = if self.classes.contains(&class.name) {
            &self.own
        } else if class.access_flags & access::INTERFACE != 0 && is_of_jdk(&class.name) {
            return false;
        } else {
            &self.asked
        };
        method.access_flags & CLOSED == 0
            && declaring.as_str() != "java/lang/Object"
            && called.contains(&(method.name.clone(), method.descriptor.to_string()))
    }
}

/// What the code of a class calls that can be overridden: owner, name and descriptor. A method that gives nothing decides nothing.
fn giving_calls(file: &ClassFile) -> Vec<(ClassName, String, String)> {
    let instructions =
        file.methods.iter().filter_map(|it| it.code.as_ref()).flat_map(|code| &code.instructions);
    let member = |instruction: &Instruction| match (instruction.opcode, &instruction.operands) {
        (opcode::INVOKEVIRTUAL | opcode::INVOKEINTERFACE, Operands::Constant(index)) => {
            file.constant_pool.member(*index)
        }
        _ => None,
    };
    let giving = instructions.filter_map(member).filter(|member| !member.descriptor.ends_with(")V"));
    giving.map(|it| (ClassName::new(it.owner), it.name.to_owned(), it.descriptor.to_owned())).collect()
}
