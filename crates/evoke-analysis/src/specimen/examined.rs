//! What code looks for in the classes it is given: annotation types of which it loads the class literal, and whether it asks
//! classes for their members at all; and whether it answers the calls of interfaces that are implemented at run time. Looked at are the class under test and the classes it uses, two steps far: a command
//! line is given to a facade and read by classes behind it.

use std::collections::BTreeSet;

use evoke_classfile::{ClassFile, ClassName, Constant, FieldType, Instruction, Operands, opcode};

use super::annotation_type::AnnotationType;
use crate::{ClassHierarchy, ClassLibrary};

/// Classes that are looked at, nearest first.
const MAX_CLASSES: usize = 150;
/// How many steps from the class under test.
const MAX_STEPS: usize = 2;
/// Annotation types that specimens are made with.
const MAX_ANNOTATION_TYPES: usize = 16;

/// What is called for the methods of an interface that is implemented at run time.
pub(crate) const INVOCATION_HANDLER: &str = "java/lang/reflect/InvocationHandler";

/// What reflection throws where a member threw.
const THROWN_BY_MEMBERS: &str = "java/lang/reflect/InvocationTargetException";

/// Methods of `Class` that find members of a class that was given.
const FINDERS: [&str; 10] = [
    "getDeclaredFields",
    "getFields",
    "getDeclaredField",
    "getField",
    "getDeclaredMethods",
    "getMethods",
    "getDeclaredMethod",
    "getMethod",
    "getDeclaredConstructors",
    "getConstructors",
];

/// What was found.
#[derive(Debug, Default)]
pub(super) struct Examined {
    /// Annotation types, those nearest to the class under test first.
    pub(super) annotation_types: Vec<AnnotationType>,
    /// Whether members of classes are asked for.
    pub(super) finds_members: bool,
    /// Whether classes are asked for their modifiers.
    pub(super) asks_for_modifiers: bool,
    /// Whether what members of classes throw is caught.
    pub(super) catches_what_members_throw: bool,
    /// Whether the class under test, or one in it, answers the calls of interfaces that are implemented at run time.
    pub(super) answers_for_interfaces: bool,
}

impl Examined {
    /// What the class with these files looks for, and what the classes do that it uses.
    /// Annotation types are those that code in `package` can name.
    pub(super) fn by(
        library: &ClassLibrary<'_>,
        hierarchy: &ClassHierarchy,
        files: &[ClassFile],
        package: &str,
    ) -> Self {
        let mut examined = Self::default();
        let mut known: BTreeSet<ClassName> = files.iter().map(|class| class.name.clone()).collect();
        let mut literals: Vec<ClassName> = Vec::new();
        let mut nearest: Vec<ClassName> = Vec::new();
        for class in files {
            examined.finds_members |=
                class.methods.iter().any(|method| {
                    method.descriptor.parameters.iter().any(
                        |ty| matches!(ty, FieldType::Object(name) if name.package() == "java/lang/reflect"),
                    )
                });
            examined.look_at(class, &mut literals, &mut nearest);
            examined.answers_for_interfaces |= hierarchy.is_subtype(&class.name, &INVOCATION_HANDLER.into());
        }
        for _ in 0..MAX_STEPS {
            let mut next = Vec::new();
            for name in nearest {
                if known.len() < MAX_CLASSES
                    && library.is_on_class_path(&name)
                    && known.insert(name.clone())
                    && let Some(class) = library.get(&name)
                {
                    examined.look_at(&class, &mut literals, &mut next);
                }
            }
            nearest = next;
        }
        let mut seen = BTreeSet::new();
        literals.retain(|name| seen.insert(name.clone()));
        let types = literals.iter().filter_map(|name| AnnotationType::of(name, library, hierarchy, package));
        examined.annotation_types = types.take(MAX_ANNOTATION_TYPES).collect();
        examined
    }

    fn look_at(&mut self, class: &ClassFile, literals: &mut Vec<ClassName>, used: &mut Vec<ClassName>) {
        for code in class.methods.iter().filter_map(|method| method.code.as_ref()) {
            self.catches_what_members_throw |= code
                .exception_table
                .iter()
                .filter_map(|it| it.catch_type.as_ref())
                .any(|it| it.as_str() == THROWN_BY_MEMBERS);
            for instruction in &code.instructions {
                self.look_at_instruction(class, instruction, literals, used);
            }
        }
    }

    fn look_at_instruction(
        &mut self,
        class: &ClassFile,
        instruction: &Instruction,
        literals: &mut Vec<ClassName>,
        used: &mut Vec<ClassName>,
    ) {
        let Operands::Constant(index) = &instruction.operands else { return };
        if matches!(instruction.opcode, opcode::LDC | opcode::LDC_W) {
            if let Some(Constant::Class(name)) = class.constant_pool.loadable(*index)
                && !name.starts_with('[')
            {
                literals.push(ClassName::new(&name));
            }
        } else if let Some(member) = class.constant_pool.member(*index)
            && !member.owner.starts_with('[')
        {
            self.finds_members |= is_finder(member.owner, member.name);
            self.asks_for_modifiers |= (member.owner, member.name) == ("java/lang/Class", "getModifiers");
            used.push(ClassName::new(member.owner));
        }
    }
}

fn is_finder(owner: &str, name: &str) -> bool {
    owner == "java/lang/Class" && FINDERS.contains(&name) || owner == "java/beans/Introspector"
}
