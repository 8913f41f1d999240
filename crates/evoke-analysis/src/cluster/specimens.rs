//! Makes specimens part of the closed world: where code under test is given any object at all, one of them will do.

use super::builder::Builder;
use crate::TypeTable;
use crate::specimen::Specimen;

impl Builder<'_> {
    pub(super) fn add_specimens(&mut self, specimens: Vec<Specimen>) {
        for specimen in &specimens {
            let Some(class) = self.library.get(&specimen.name) else { continue };
            let ty = self.canonical_type(&class);
            for callable in self.members().constructors(&class, ty) {
                let id = self.add(callable, 1);
                self.add_generator(id, ty);
                self.add_generator(id, TypeTable::OBJECT);
            }
            self.need(ty, 0);
        }
        self.cluster.specimens = specimens;
    }
}
