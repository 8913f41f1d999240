//! Members of classes as objects: a `Method` is what `Sample.class.getDeclaredMethod("getName")` gives. Of all calls of that
//! kind those are told that find something: with members that there are, of specimens, of the class under test and of a few
//! classes everybody knows.

use std::rc::Rc;

use evoke_classfile::{ClassFile, FieldType, Method, access};
use rustc_hash::FxHashSet;

use super::builder::Builder;
use super::member_lookup::MemberLookup;
use crate::generics::Bindings;
use crate::{Argument, CallableId, ClassUnderTest, Type, TypeId, TypeTable};

/// Besides specimens and the class under test.
const WELL_KNOWN: [&str; 3] = ["java/lang/String", "java/util/List", "java/lang/Integer"];
/// Methods, fields and constructors of one class.
const MAX_OF_CLASS: usize = 6;
/// Members with more parameters are left out.
const MAX_PARAMETERS: usize = 2;
/// What a member may be wanted as.
const MEMBER_TYPES: [&str; 8] = [
    "java/lang/reflect/Method",
    "java/lang/reflect/Field",
    "java/lang/reflect/Constructor",
    "java/lang/reflect/Executable",
    "java/lang/reflect/AccessibleObject",
    "java/lang/reflect/AnnotatedElement",
    "java/lang/reflect/GenericDeclaration",
    "java/lang/reflect/Member",
];

impl Builder<'_> {
    /// Finds look-ups if a member is needed anywhere.
    pub(super) fn add_member_lookups(&mut self, under_test: &ClassUnderTest) {
        let types = &self.cluster.types;
        let is_member =
            |ty: &TypeId| types.class_name(*ty).is_some_and(|name| MEMBER_TYPES.contains(&name.as_str()));
        if !self.queued.iter().any(is_member) {
            return;
        }
        let specimens = self.cluster.specimens.iter().map(|specimen| specimen.name.clone());
        let known = WELL_KNOWN.into_iter().map(Into::into);
        let classes: Vec<_> = specimens.chain(under_test.name().cloned()).chain(known).collect();
        let Some(finder) = self.library.get(&"java/lang/Class".into()) else { return };
        let find = |name: &str| finder.methods.iter().find(|method| method.name == name).cloned();
        let finders = [find("getDeclaredMethod"), find("getDeclaredField"), find("getDeclaredConstructor")];
        let finders = finders.map(|method| self.finder(&finder, &method?));
        for name in classes {
            if let Some(class) = self.library.get(&name)
                && self.library.is_accessible(&name, &self.package)
            {
                self.add_lookups_in(&class, finders);
            }
        }
    }

    fn finder(&mut self, class: &ClassFile, method: &Method) -> Option<CallableId> {
        let mut callable = self.members().method(class, method, Some(TypeTable::CLASS), &Bindings::new())?;
        if let Type::Class { name, arguments } = self.cluster.types.get(callable.return_type).clone() {
            // The look-up is made on classes of all types: a `Constructor<?>`.
            let any = vec![Argument::Any; arguments.len()];
            callable.return_type = self.members().resolver().class(&name, any);
        }
        Some(self.add(callable, self.limits.depth + 1))
    }

    fn add_lookups_in(&mut self, class: &Rc<ClassFile>, finders: [Option<CallableId>; 3]) {
        let ty = self.members().resolver().class(&class.name, Vec::new());
        let [of_method, of_field, of_constructor] = finders;
        let mut n_found = [0; 2];
        for method in varied(class) {
            let is_constructor = method.name == "<init>";
            let found = &mut n_found[usize::from(is_constructor)];
            let callable = if is_constructor { of_constructor } else { of_method };
            if method.name == "<clinit>" || *found == MAX_OF_CLASS {
                continue;
            }
            if let (Some(callable), Some(parameters)) =
                (callable, self.literals_of(&method.descriptor.parameters))
            {
                *found += 1;
                let name = (!is_constructor).then(|| method.name.clone());
                self.cluster.member_lookups.push(MemberLookup {
                    callable,
                    class: ty,
                    name,
                    parameters: Some(parameters),
                });
            }
        }
        let fields = class.fields.iter().filter(|field| is_plain(field.access_flags)).take(MAX_OF_CLASS);
        let lookups = fields.zip(of_field.into_iter().cycle()).map(|(field, callable)| MemberLookup {
            callable,
            class: ty,
            name: Some(field.name.clone()),
            parameters: None,
        });
        self.cluster.member_lookups.extend(lookups);
    }

    /// The parameters as types of class literals; `None` if there are too many or one cannot be named.
    fn literals_of(&mut self, parameters: &[FieldType]) -> Option<Vec<TypeId>> {
        if parameters.len() > MAX_PARAMETERS {
            return None;
        }
        let mut literals = Vec::with_capacity(parameters.len());
        for parameter in parameters {
            let mut members = self.members();
            let ty = members.resolver().erased(parameter);
            if !members.is_nameable(ty) {
                return None;
            }
            literals.push(ty);
        }
        Some(literals)
    }
}

fn is_plain(flags: u16) -> bool {
    flags & (access::SYNTHETIC | access::BRIDGE) == 0
}

/// The methods that programmers wrote; those first that are the first of their kind, as code that is given members asks whether
/// they are static, take a variable number of arguments, are open, or give something.
fn varied(class: &ClassFile) -> Vec<&Method> {
    const KINDS: u16 = access::STATIC
        | access::VARARGS
        | access::PUBLIC
        | access::PRIVATE
        | access::ABSTRACT
        | access::FINAL;
    let mut seen = FxHashSet::default();
    let mut is_first = |method: &&Method| {
        let gives = method.descriptor.return_type.is_some();
        seen.insert((method.name == "<init>", method.access_flags & KINDS, gives))
    };
    let methods = class.methods.iter().filter(|method| is_plain(method.access_flags));
    let (mut firsts, others): (Vec<&Method>, Vec<&Method>) = methods.partition(|method| is_first(method));
    firsts.extend(others);
    firsts
}
