//! Calls that are declared to give a supertype and may give a class under test: a singleton behind its interface
//! (`static final Function INSTANCE = new Parse()`), a factory of the package that chooses among subclasses. What they do
//! give is known once they ran.

use evoke_classfile::{ClassFile, ClassName, Method, Operands, access, opcode};

use super::builder::Builder;
use super::callable::Callable;
use super::test_cluster::TestCluster;
use crate::{CallableId, TypeCategory, TypeId, TypeTable};

/// Calls that are kept for a class.
const MAX_WIDER: usize = 8;

impl Builder<'_> {
    /// Finds them for classes that nothing but other objects of them gives, and for abstract classes.
    pub(super) fn add_wider_generators(&mut self, called: &[ClassName]) {
        for name in called {
            let Some(class) = self.library.get(name) else { continue };
            if !self.library.is_accessible(name, &self.package) || class.access_flags & access::INTERFACE != 0
            {
                continue;
            }
            let ty = self.canonical_type(&class);
            if class.access_flags & access::ABSTRACT == 0 && !self.is_given_by_wrappers_alone(ty) {
                continue;
            }
            let mut wider = self.own_wider_generators(&class, ty);
            wider.extend(self.wider_generators_of_neighbours(&class, ty));
            wider.truncate(MAX_WIDER);
            let ids: Vec<CallableId> = wider.into_iter().map(|callable| self.add(callable, 1)).collect();
            if !ids.is_empty() {
                self.cluster.wider_generators.insert(ty, ids);
            }
        }
    }

    fn own_wider_generators(&mut self, class: &ClassFile, ty: TypeId) -> Vec<Callable> {
        let mut members = self.members().all_of(class, ty);
        members.retain(|callable| callable.is_static && self.is_wider(ty, callable.return_type));
        members
    }

    fn wider_generators_of_neighbours(&mut self, class: &ClassFile, ty: TypeId) -> Vec<Callable> {
        let mut found = Vec::new();
        let parents = self.library.ancestors(class);
        for parent in parents.iter().filter(|parent| self.library.is_on_class_path(&parent.name)) {
            let supertype = self.canonical_type(parent);
            if !self.is_wider(ty, supertype) {
                continue;
            }
            for neighbour in self.neighbours_that_give(&parent.name) {
                found.extend(self.members().static_generators(&neighbour, supertype));
                let receiver = self.canonical_type(&neighbour);
                if neighbour.name != class.name && receiver != supertype {
                    found.extend(self.members().instance_generators(&neighbour, receiver, supertype));
                }
            }
        }
        found.retain(|callable| self.is_wider(ty, callable.return_type));
        found.sort_by_cached_key(|callable| {
            (!self.constructs(callable, &class.name), callable.parameters.len())
        });
        found
    }

    /// Whether the method itself makes an object of the class: a curve that makes elements of its own kind, among dozens of methods that
    /// give what elements they have.
    fn constructs(&self, callable: &Callable, class: &ClassName) -> bool {
        let Some(owner) = self.library.get(&callable.owner) else { return false };
        let is_it = |method: &&Method| {
            method.name == callable.name && method.descriptor.to_string() == callable.descriptor
        };
        let code = owner.methods.iter().find(is_it).and_then(|method| method.code.as_ref());
        code.is_some_and(|code| {
            code.instructions.iter().any(|instruction| match (instruction.opcode, &instruction.operands) {
                (opcode::NEW, Operands::Constant(index)) => {
                    owner.constant_pool.class(*index).is_some_and(|made| made == class.as_str())
                }
                _ => false,
            })
        })
    }

    fn is_wider(&mut self, ty: TypeId, wider: TypeId) -> bool {
        wider != ty
            && wider != TypeTable::OBJECT
            && self.cluster.types.category(wider) == TypeCategory::Object
            && self.subtyping.is_assignable(&mut self.cluster.types, ty, wider)
    }
}

impl TestCluster {
    /// Calls that are declared to give a supertype of the type and may give the type.
    pub fn wider_generators(&self, ty: TypeId) -> &[CallableId] {
        self.wider_generators.get(&ty).map_or(&[], Vec::as_slice)
    }

    /// Whether there are any.
    pub fn has_wider_generators(&self) -> bool {
        !self.wider_generators.is_empty()
    }

    /// All of them, by the type that is wanted.
    pub fn all_wider_generators(&self) -> impl Iterator<Item = (TypeId, &[CallableId])> {
        self.wider_generators.iter().map(|(ty, ids)| (*ty, ids.as_slice()))
    }
}
