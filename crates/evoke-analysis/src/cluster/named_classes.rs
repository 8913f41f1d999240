//! Classes that the code under test names itself, by a class literal or by the field `TYPE` of a class that boxes a primitive: what a
//! parameter of type `Class` is compared with.

use std::collections::BTreeSet;
use std::rc::Rc;

use evoke_classfile::{ClassFile, Constant, FieldType, Operands, opcode};

use super::builder::Builder;
use crate::Primitive;

/// Classes that are looked at.
const MAX_NAMED: usize = 80;

impl Builder<'_> {
    /// Makes them types of which a test can write literals.
    pub(super) fn add_named_classes(&mut self, classes: &[Rc<ClassFile>]) {
        let descriptors: BTreeSet<String> = classes.iter().flat_map(|class| named_in(class)).collect();
        for descriptor in descriptors.into_iter().take(MAX_NAMED) {
            if let Ok(named) = FieldType::parse(&descriptor) {
                let ty = self.members().resolver().erased(&named);
                self.cluster.named_classes.push(ty);
            }
        }
    }
}

/// Their descriptors.
fn named_in(class: &ClassFile) -> impl Iterator<Item = String> {
    let instructions =
        class.methods.iter().filter_map(|method| method.code.as_ref()).flat_map(|code| &code.instructions);
    instructions.filter_map(|instruction| match (instruction.opcode, &instruction.operands) {
        (opcode::LDC | opcode::LDC_W, Operands::Constant(index)) => {
            match class.constant_pool.loadable(*index)? {
                Constant::Class(name) if name.starts_with('[') => Some(name),
                Constant::Class(name) => Some(format!("L{name};")),
                _ => None,
            }
        }
        (opcode::GETSTATIC, Operands::Constant(index)) => {
            let field = class.constant_pool.member(*index).filter(|field| field.name == "TYPE")?;
            let boxed = Primitive::ALL.into_iter().find(|primitive| primitive.box_class() == field.owner)?;
            Some(boxed.field_type().to_string())
        }
        _ => None,
    })
}
