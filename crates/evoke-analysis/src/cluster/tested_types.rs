//! Types that the code under test asks objects for, by `instanceof` or a cast: what a parameter declared `Object`, or as some
//! other supertype, is really about.

use std::collections::BTreeSet;

use evoke_classfile::{ClassFile, FieldType, Operands, opcode};

use super::builder::Builder;
use crate::{TypeCategory, TypeId, TypeTable};

/// Types that are looked at.
const MAX_TESTED: usize = 40;

impl Builder<'_> {
    /// Makes the tested types part of the closed world.
    pub(super) fn add_tested_types(&mut self, classes: &[std::rc::Rc<ClassFile>]) {
        let names: BTreeSet<&str> = classes.iter().flat_map(|class| names_tested_in(class)).collect();
        for name in names.into_iter().take(MAX_TESTED) {
            let Some(ty) = self.tested_type(name) else { continue };
            self.cluster.tested_types.push(ty);
            self.need(ty, 1);
        }
    }

    fn tested_type(&mut self, name: &str) -> Option<TypeId> {
        let ty = if name.starts_with('[') {
            let ty = FieldType::parse(name).ok()?;
            self.members().resolver().erased(&ty)
        } else {
            let class = self.library.get(&name.into())?;
            self.canonical_type(&class)
        };
        let is_useful = ty != TypeTable::OBJECT
            && !matches!(self.cluster.types.category(ty), TypeCategory::Class)
            && self.members().is_nameable(ty);
        is_useful.then_some(ty)
    }
}

/// Class names and array descriptors of all `instanceof` and `checkcast`.
fn names_tested_in(class: &ClassFile) -> impl Iterator<Item = &str> {
    let instructions =
        class.methods.iter().filter_map(|method| method.code.as_ref()).flat_map(|code| &code.instructions);
    instructions.filter_map(|instruction| match (instruction.opcode, &instruction.operands) {
        (opcode::INSTANCEOF | opcode::CHECKCAST, Operands::Constant(index)) => {
            class.constant_pool.class(*index)
        }
        _ => None,
    })
}
