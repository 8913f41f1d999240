//! What resolving the members of classes needs: class files, types, subtyping, and the package that tests live in, which
//! decides what they may use and name.

use evoke_classfile::{ClassFile, Method, access};

use crate::class_library::can_access;
use crate::generics::Resolver;
use crate::java_name::is_identifier;
use crate::subtyping::Subtyping;
use crate::{ClassHierarchy, ClassLibrary, Type, TypeCategory, TypeId, TypeTable};

/// Resolves members of classes for tests that live in one package.
pub(super) struct MemberResolver<'b, 'a> {
    pub(super) library: &'a ClassLibrary<'a>,
    pub(super) hierarchy: &'a ClassHierarchy,
    pub(super) types: &'b mut TypeTable,
    pub(super) subtyping: &'b mut Subtyping<'a>,
    pub(super) package: &'b str,
}

impl MemberResolver<'_, '_> {
    pub(super) fn resolver(&mut self) -> Resolver<'_> {
        Resolver { library: self.library, types: self.types }
    }

    pub(super) fn is_enum(&self, ty: TypeId) -> bool {
        self.types.category(ty) == TypeCategory::Enum
    }

    pub(super) fn fits(&mut self, given: TypeId, wanted: TypeId) -> bool {
        given != TypeTable::VOID && self.subtyping.is_assignable(self.types, given, wanted)
    }

    /// Whether the test can declare a variable of the type.
    pub(super) fn is_nameable(&self, ty: TypeId) -> bool {
        match self.types.get(ty) {
            Type::Array(component) => self.is_nameable(*component),
            Type::Class { name, .. } => self.library.is_accessible(name, self.package),
            _ => true,
        }
    }

    pub(super) fn nameable_supertype(&mut self, ty: TypeId) -> TypeId {
        let Some(name) = self.types.class_name(ty).cloned() else { return TypeTable::OBJECT };
        let supertype = self.library.accessible_supertype(&name, self.package);
        self.resolver().class(&supertype, Vec::new())
    }

    pub(super) fn is_usable_method(&self, class: &ClassFile, method: &Method) -> bool {
        let is_constructor = method.name == "<init>";
        self.is_usable(class, method.access_flags)
            && method.access_flags & access::BRIDGE == 0
            && (is_constructor || is_identifier(&method.name))
    }

    pub(super) fn is_usable(&self, class: &ClassFile, flags: u16) -> bool {
        can_access(self.package, &class.name, flags) && flags & access::SYNTHETIC == 0
    }
}
