//! Which class literals may stand where a `Class<…>` is wanted: what `javac` checks and the erased call does not.

use crate::{Argument, TestCluster, Type, TypeCategory, TypeId, TypeTable};

impl TestCluster {
    /// Class literals that fit the type, ascending; empty for types that no class literal fits, and for `Object`, which
    /// nearly everything fits.
    pub fn class_literals(&self, ty: TypeId) -> &[TypeId] {
        self.class_literals.get(&ty).map_or(&[], Vec::as_slice)
    }

    /// Fills the table of class literals; `nameable` are the types without arguments that a test can write, ascending.
    /// The assignability of types has to be known.
    pub fn set_class_literals(&mut self, nameable: &[TypeId]) {
        self.class_literals = (0..self.types.len() as u32)
            .map(TypeId)
            .map(|ty| (ty, nameable.iter().copied().filter(|it| self.is_literal_of(*it, ty)).collect()))
            .filter(|(_, literals): &(_, Vec<_>)| !literals.is_empty())
            .collect();
    }

    /// Whether `literal.class` may stand where `wanted` is wanted. It is a `Class<literal>`, never a `Class<literal<…>>`.
    fn is_literal_of(&self, literal: TypeId, wanted: TypeId) -> bool {
        match (self.types.category(wanted), self.types.get(wanted)) {
            (TypeCategory::Class, Type::Class { arguments, .. }) => match arguments.first() {
                None | Some(Argument::Any) => true,
                Some(Argument::Exact(exact)) => literal == *exact,
                Some(Argument::Extends(bound)) => self.is_assignable(literal, *bound),
                Some(Argument::Super(bound)) => self.is_assignable(*bound, literal),
            },
            (TypeCategory::Object, _) => {
                wanted != TypeTable::OBJECT && self.is_assignable(TypeTable::CLASS, wanted)
            }
            _ => false,
        }
    }
}
