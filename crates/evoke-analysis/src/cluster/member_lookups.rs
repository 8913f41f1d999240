//! Members of classes as objects: a `Method` is what `Sample.class.getDeclaredMethod("getName")` gives. Of all calls of that
//! kind those are told that find something: with members that there are, of specimens, of the class under test and of a few
//! classes everybody knows.
//!
//! Generic types are those of members: a `Type` other than a class is what `Map.class.getDeclaredMethod("entrySet").getGenericReturnType()`
//! gives.

use std::rc::Rc;

use evoke_classfile::{ClassFile, Field, FieldType, Method, access};
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

/// What generic types are wanted as.
const TYPE: &str = "java/lang/reflect/Type";
/// Methods of the JDK that give one kind of type each: parameterized, a variable, an array of such, with wildcards that have bounds or none,
/// and within another type.
const OF_GENERIC_TYPES: [(&str, &str); 7] = [
    ("java/lang/System", "getenv"),
    ("java/util/List", "get"),
    ("java/util/Collection", "toArray"),
    ("java/util/SortedMap", "comparator"),
    ("java/lang/annotation/Annotation", "annotationType"),
    ("java/lang/reflect/Method", "getParameterTypes"),
    ("java/util/Map", "entrySet"),
];

impl Builder<'_> {
    /// Finds look-ups if a member or a type is needed anywhere.
    pub(super) fn add_member_lookups(&mut self, under_test: &ClassUnderTest) {
        if self.is_any_needed(&MEMBER_TYPES) {
            self.add_lookups_of_members(under_test);
        }
        if self.is_any_needed(&[TYPE]) {
            self.add_types_of_methods();
            self.add_types_of_fields(under_test);
        }
    }

    fn is_any_needed(&self, names: &[&str]) -> bool {
        let types = &self.cluster.types;
        let is_named = |ty: &TypeId| types.class_name(*ty).is_some_and(|name| names.contains(&name.as_str()));
        self.queued.iter().any(is_named)
    }

    fn add_lookups_of_members(&mut self, under_test: &ClassUnderTest) {
        let specimens = self.cluster.specimens.iter().map(|specimen| specimen.name.clone());
        let known = WELL_KNOWN.into_iter().map(Into::into);
        let classes: Vec<_> = specimens.chain(under_test.name().cloned()).chain(known).collect();
        let finders = ["getDeclaredMethod", "getDeclaredField", "getDeclaredConstructor"];
        let finders = finders.map(|name| self.finder("java/lang/Class", name));
        for name in classes {
            if let Some(class) = self.library.get(&name)
                && self.library.is_accessible(&name, &self.package)
            {
                self.add_lookups_in(&class, finders);
            }
        }
    }

    /// The types of what a few methods of the JDK give.
    fn add_types_of_methods(&mut self) {
        let Some(callable) = self.finder("java/lang/Class", "getDeclaredMethod") else { return };
        let Some(type_of) = self.finder("java/lang/reflect/Method", "getGenericReturnType") else { return };
        for (class, name) in OF_GENERIC_TYPES {
            let Some(class) = self.library.get(&class.into()) else { continue };
            // Of several methods of the name it is the one that says more than its descriptor.
            let method = class.methods.iter().find(|it| it.name == name && it.signature.is_some());
            let parameters = method.and_then(|method| self.literals_of(&method.descriptor.parameters));
            if let Some(parameters) = parameters {
                let class = self.members().resolver().class(&class.name, Vec::new());
                self.cluster.member_lookups.push(MemberLookup {
                    callable,
                    class,
                    name: Some(name.to_owned()),
                    parameters: Some(parameters),
                    type_of: Some(type_of),
                });
            }
        }
    }

    /// The types of the fields of the class under test that say more than their descriptors.
    fn add_types_of_fields(&mut self, under_test: &ClassUnderTest) {
        let Some(callable) = self.finder("java/lang/Class", "getDeclaredField") else { return };
        let Some(type_of) = self.finder("java/lang/reflect/Field", "getGenericType") else { return };
        let class = under_test.name().and_then(|name| self.library.get(name));
        let Some(class) = class.filter(|class| self.library.is_accessible(&class.name, &self.package)) else {
            return;
        };
        self.add_lookups_of_fields(&class, (callable, Some(type_of)), |field| field.signature.is_some());
    }

    /// A method of a class that tells of classes and their members.
    fn finder(&mut self, class: &str, name: &str) -> Option<CallableId> {
        let class = self.library.get(&class.into())?;
        let method = class.methods.iter().find(|method| method.name == name)?;
        let receiver = match class.name.as_str() {
            "java/lang/Class" => TypeTable::CLASS,
            _ => self.members().resolver().class(&class.name, Vec::new()),
        };
        let mut callable = self.members().method(&class, method, Some(receiver), &Bindings::new())?;
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
                    type_of: None,
                });
            }
        }
        if let Some(of_field) = of_field {
            self.add_lookups_of_fields(class, (of_field, None), |_| true);
        }
    }

    /// Those of the first fields that are wanted, of the fields themselves or of their types.
    fn add_lookups_of_fields(
        &mut self,
        class: &ClassFile,
        (callable, type_of): (CallableId, Option<CallableId>),
        is_wanted: impl Fn(&Field) -> bool,
    ) {
        let ty = self.members().resolver().class(&class.name, Vec::new());
        let fields =
            class.fields.iter().filter(|field| is_lasting(class, field.access_flags) && is_wanted(field));
        let lookups = fields.take(MAX_OF_CLASS).map(|field| MemberLookup {
            callable,
            class: ty,
            name: Some(field.name.clone()),
            parameters: None,
            type_of,
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

/// Whether programmers wrote a member with these flags, and the class has it in other versions, too: what is not public in the JDK comes and goes.
fn is_lasting(class: &ClassFile, flags: u16) -> bool {
    let is_of_jdk = class.name.as_str().starts_with("java/");
    flags & (access::SYNTHETIC | access::BRIDGE) == 0 && (!is_of_jdk || flags & access::PUBLIC != 0)
}

/// The lasting methods; those first that are the first of their kind, as code that is given members asks whether
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
    let methods = class.methods.iter().filter(|method| is_lasting(class, method.access_flags));
    let (mut firsts, others): (Vec<&Method>, Vec<&Method>) = methods.partition(|method| is_first(method));
    firsts.extend(others);
    firsts
}
