//! Whether a method changes nothing that outlives it, as far as its bytecode shows.
//!
//! A method is taken as pure if it writes no field and no array element and calls only pure methods, a few steps
//! deep. What cannot be seen (abstract, native, too deep) is judged by its name; an abstract method that declares checked exceptions does more than
//! ask, whatever it is called (`XMLStreamReader.getElementText`). A wrong guess costs an assertion, which verification then drops, never a wrong suite.

use evoke_classfile::{ClassFile, ClassName, Instruction, Method, Operands, access, opcode};

use super::exceptions::may_be_thrown;
use crate::ClassLibrary;

const MAX_DEPTH: u32 = 3;

/// Whether a call of the method is expected to leave no trace.
pub(super) fn is_pure(library: &ClassLibrary<'_>, class: &ClassFile, method: &Method) -> bool {
    Check { library, may_construct: true }.method(class, method, MAX_DEPTH)
}

/// Whether it is, and gives no object that it makes itself, but for those of the JDK: what `getOwner` gives was there before, what `copy` or
/// `printer` gives was not.
pub(super) fn gives_what_is_there(library: &ClassLibrary<'_>, class: &ClassFile, method: &Method) -> bool {
    Check { library, may_construct: false }.method(class, method, MAX_DEPTH)
}

/// Looks at code, and at the code that this calls.
struct Check<'a> {
    library: &'a ClassLibrary<'a>,
    /// Whether objects of other classes than the JDK's may be made.
    may_construct: bool,
}

impl Check<'_> {
    fn method(&self, class: &ClassFile, method: &Method, depth: u32) -> bool {
        let Some(code) = &method.code else { return self.is_pure_by_declaration(method) };
        if depth == 0 {
            return is_pure_by_name(&method.name);
        }
        code.instructions.iter().all(|instruction| self.instruction(class, instruction, depth))
    }

    fn is_pure_by_declaration(&self, method: &Method) -> bool {
        is_pure_by_name(&method.name)
            && method.exceptions.iter().all(|exception| may_be_thrown(self.library, exception, &[]))
    }

    fn instruction(&self, class: &ClassFile, instruction: &Instruction, depth: u32) -> bool {
        match (instruction.opcode, &instruction.operands) {
            (
                opcode::PUTFIELD
                | opcode::PUTSTATIC
                | opcode::MONITORENTER
                | opcode::IASTORE..=opcode::SASTORE,
                _,
            ) => false,
            (opcode::NEW, Operands::Constant(index)) => {
                self.may_construct
                    || class.constant_pool.class(*index).is_some_and(|made| made.starts_with("java/"))
            }
            (
                opcode::INVOKEVIRTUAL
                | opcode::INVOKESPECIAL
                | opcode::INVOKESTATIC
                | opcode::INVOKEINTERFACE,
                Operands::Constant(index),
            ) => class.constant_pool.member(*index).is_some_and(|member| {
                self.callee(&ClassName::new(member.owner), member.name, member.descriptor, depth - 1)
            }),
            _ => true,
        }
    }

    fn callee(&self, owner: &ClassName, name: &str, descriptor: &str, depth: u32) -> bool {
        // Building exceptions and strings writes fields of fresh objects only.
        let builds = owner.as_str().starts_with("java/lang/StringBu") || name == "<init>";
        if builds || owner.as_str() == "java/lang/String" || owner.as_str() == "java/lang/Math" {
            return true;
        }
        let Some(class) = self.library.get(owner) else { return is_pure_by_name(name) };
        let callee = class
            .methods
            .iter()
            .find(|method| method.name == name && method.descriptor.to_string() == descriptor);
        match callee {
            Some(callee) if callee.access_flags & access::NATIVE == 0 => self.method(&class, callee, depth),
            _ => is_pure_by_name(name),
        }
    }
}

/// Names that by convention ask and do not tell.
pub(crate) fn is_pure_by_name(name: &str) -> bool {
    const WHOLE: [&str; 12] = [
        "size",
        "isEmpty",
        "length",
        "toString",
        "hashCode",
        "equals",
        "compareTo",
        "contains",
        "charAt",
        "ordinal",
        "name",
        "intValue",
    ];
    let has_prefix = |prefix: &str| {
        name.strip_prefix(prefix).is_some_and(|rest| rest.starts_with(|first: char| first.is_uppercase()))
    };
    WHOLE.contains(&name)
        || has_prefix("get")
        || has_prefix("is")
        || has_prefix("has")
        || name.ends_with("Value")
}
