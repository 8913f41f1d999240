//! Builds the test cluster breadth first: from the members of the class under test to the types they need, to what
//! gives those types, to the types that needs, until nothing new is needed or the limits are reached.

mod neighbours;

use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;

use evoke_classfile::{ClassFile, ClassName, Method, TypeSignature, access};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::cluster::files::writes_files;
use crate::cluster::members::{MemberKey, MemberResolver};
use crate::cluster::ranking::preferred_subtypes;
use crate::generics::{Bindings, Resolver, as_supertype, own_signature};
use crate::subtyping::Subtyping;
use crate::{
    Callable, CallableId, CallableKind, ClassHierarchy, ClassLibrary, ClassUnderTest, MethodId, Primitive,
    StubId, TestCluster, Type, TypeCategory, TypeId, TypeTable,
};

/// Bounds of the closed world; what lies beyond them is generated as `null`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClusterLimits {
    /// How many steps away from the class under test types are still generated.
    pub depth: u32,
    /// Types that are given generators.
    pub types: usize,
    /// Subclasses tried for a type.
    pub subtypes: usize,
    /// Generators of one type.
    pub generators: usize,
    /// Modifiers of one type that is not under test.
    pub modifiers: usize,
}

impl Default for ClusterLimits {
    fn default() -> Self {
        Self { depth: 4, types: 160, subtypes: 6, generators: 24, modifiers: 20 }
    }
}

impl TestCluster {
    /// What a test in the package of the class under test can call and build.
    pub fn build(
        library: &ClassLibrary<'_>,
        hierarchy: &ClassHierarchy,
        under_test: &ClassUnderTest,
        limits: ClusterLimits,
    ) -> Self {
        let Some(name) = under_test.name() else { return Self::default() };
        let mut builder = Builder::new(library, hierarchy, name.package(), limits);
        builder.index_methods(under_test);
        for class in &under_test.classes {
            builder.add_class_under_test(class);
        }
        let files: Vec<_> = under_test.classes.iter().filter_map(|class| library.get(class)).collect();
        builder.add_tested_types(&files);
        builder.add_subclasses_of_results();
        builder.close();
        builder.add_hidden_classes(under_test);
        builder.close();
        builder.finish()
    }
}

pub(super) struct Builder<'a> {
    pub(super) library: &'a ClassLibrary<'a>,
    pub(super) hierarchy: &'a ClassHierarchy,
    pub(super) package: String,
    limits: ClusterLimits,
    pub(super) cluster: TestCluster,
    subtyping: Subtyping<'a>,
    known: FxHashMap<MemberKey, CallableId>,
    methods: FxHashMap<(ClassName, String, String), MethodId>,
    queue: VecDeque<(TypeId, u32)>,
    queued: FxHashSet<TypeId>,
    generators: BTreeMap<TypeId, Vec<CallableId>>,
    modifiers: BTreeMap<TypeId, Vec<CallableId>>,
}

impl<'a> Builder<'a> {
    fn new(
        library: &'a ClassLibrary<'a>,
        hierarchy: &'a ClassHierarchy,
        package: &str,
        limits: ClusterLimits,
    ) -> Self {
        Self {
            library,
            hierarchy,
            package: package.to_owned(),
            limits,
            cluster: TestCluster {
                types: TypeTable::new(),
                package: package.to_owned(),
                ..TestCluster::default()
            },
            subtyping: Subtyping::new(library),
            known: FxHashMap::default(),
            methods: FxHashMap::default(),
            queue: VecDeque::new(),
            queued: FxHashSet::default(),
            generators: BTreeMap::new(),
            modifiers: BTreeMap::new(),
        }
    }

    fn index_methods(&mut self, under_test: &ClassUnderTest) {
        for method in &under_test.methods {
            let key = (method.class.clone(), method.name.clone(), method.descriptor.clone());
            self.methods.insert(key, method.id);
        }
    }

    fn add_class_under_test(&mut self, name: &ClassName) {
        if !self.library.is_accessible(name, &self.package) {
            return;
        }
        let Some(class) = self.library.get(name) else { return };
        let ty = self.canonical_type(&class);
        let callables = self.members().all_of(&class, ty);
        for callable in callables {
            let kind = callable.kind;
            let id = self.add(callable, 1);
            match kind {
                CallableKind::Constructor | CallableKind::Method => self.cluster.under_test.push(id),
                CallableKind::FieldWrite => self.modifiers.entry(ty).or_default().push(id),
                CallableKind::FieldRead => {}
            }
        }
        self.need(ty, 0);
    }

    pub(super) fn members(&mut self) -> MemberResolver<'_, 'a> {
        MemberResolver {
            library: self.library,
            types: &mut self.cluster.types,
            subtyping: &mut self.subtyping,
            package: &self.package,
        }
    }

    /// The type of a class under test whose parameters are chosen so that most of its static factories can give it.
    pub(super) fn canonical_type(&mut self, class: &ClassFile) -> TypeId {
        self.members().canonical_type(class)
    }

    /// Adds a callable once and asks for the types it needs.
    pub(super) fn add(&mut self, mut callable: Callable, depth: u32) -> CallableId {
        let key = MemberKey::of(&callable);
        if let Some(id) = self.known.get(&key) {
            return *id;
        }
        let id = CallableId(self.cluster.callables.len() as u32);
        callable.id = id;
        let method = (callable.owner.clone(), callable.name.clone(), callable.descriptor.clone());
        callable.under_test = self.methods.get(&method).copied();
        let needed: Vec<TypeId> = callable.receiver.iter().chain(&callable.parameters).copied().collect();
        self.cluster.callables.push(callable);
        self.known.insert(key, id);
        for ty in needed {
            self.need(ty, depth);
        }
        id
    }

    pub(super) fn need(&mut self, ty: TypeId, depth: u32) {
        let component = match self.cluster.types.category(ty) {
            TypeCategory::Array(component) => Some(component),
            TypeCategory::Boxed(_) | TypeCategory::Enum | TypeCategory::Object => None,
            _ => return,
        };
        if let Some(component) = component {
            self.need(component, depth);
        } else if depth <= self.limits.depth
            && self.queued.len() < self.limits.types
            && self.queued.insert(ty)
        {
            self.queue.push_back((ty, depth));
        }
    }

    /// Has a type be given by what methods under test return, and by nothing else unless more was asked for.
    pub(super) fn mark_as_needed(&mut self, ty: TypeId) {
        self.queued.insert(ty);
    }

    /// Takes a callable as generator of a type, whatever others there are.
    pub(super) fn give(&mut self, callable: CallableId, ty: TypeId) {
        let generators = self.generators.entry(ty).or_default();
        if !generators.contains(&callable) {
            generators.push(callable);
        }
    }

    pub(super) fn add_modifier(&mut self, ty: TypeId, callable: CallableId) {
        self.modifiers.entry(ty).or_default().push(callable);
    }

    /// The id of a method of a class under test.
    pub(super) fn method_under_test(&self, class: &ClassName, method: &Method) -> Option<MethodId> {
        let key = (class.clone(), method.name.clone(), method.descriptor.to_string());
        self.methods.get(&key).copied()
    }

    fn close(&mut self) {
        while let Some((ty, depth)) = self.queue.pop_front() {
            self.generate(ty, depth + 1);
            if depth <= 1 {
                self.modify(ty, depth + 1);
                self.modify_what_is_given(ty, depth + 1);
            }
        }
    }

    /// Finds what gives a value of the type.
    fn generate(&mut self, ty: TypeId, depth: u32) {
        let Some(name) = self.cluster.types.class_name(ty).cloned() else { return };
        match self.cluster.types.category(ty) {
            TypeCategory::Boxed(primitive) => self.generate_boxed(ty, primitive, depth),
            _ if ty == TypeTable::OBJECT => self.generate_object(depth),
            _ => self.generate_class(ty, &name, depth),
        }
    }

    fn generate_boxed(&mut self, ty: TypeId, primitive: Primitive, depth: u32) {
        let Some(class) = self.library.get(&primitive.box_class().into()) else { return };
        let descriptor = format!("({})L{};", primitive.field_type(), primitive.box_class());
        let value_of = class
            .methods
            .iter()
            .find(|method| method.name == "valueOf" && method.descriptor.to_string() == descriptor);
        if let Some(method) = value_of
            && let Some(callable) = self.members().method(&class, method, None, &Bindings::new())
        {
            self.offer(ty, callable, depth);
        }
    }

    /// `Object` is satisfied by nearly everything a test holds; a few plain values are enough.
    fn generate_object(&mut self, depth: u32) {
        if let Some(class) = self.library.get(&"java/lang/Object".into()) {
            for callable in self.members().constructors(&class, TypeTable::OBJECT) {
                self.offer(TypeTable::OBJECT, callable, depth);
            }
        }
        let Some(class) = self.library.get(&Primitive::Int.box_class().into()) else { return };
        let value_of = class
            .methods
            .iter()
            .find(|method| method.name == "valueOf" && method.descriptor.to_string().starts_with("(I)"));
        if let Some(method) = value_of
            && let Some(callable) = self.members().method(&class, method, None, &Bindings::new())
        {
            self.offer(TypeTable::OBJECT, callable, depth);
        }
    }

    fn generate_class(&mut self, ty: TypeId, name: &ClassName, depth: u32) {
        let Some(class) = self.library.get(name) else { return };
        let is_concrete = class.access_flags & (access::ABSTRACT | access::INTERFACE) == 0;
        if self.library.is_accessible(name, &self.package) {
            if is_concrete {
                for callable in self.members().constructors(&class, ty) {
                    self.offer(ty, callable, depth);
                }
            }
            for callable in self.members().static_givers(&class, ty) {
                self.offer(ty, callable, depth);
            }
            self.generate_by_nested(ty, &class, depth);
        }
        let wanted = if is_concrete { self.limits.subtypes / 3 } else { self.limits.subtypes };
        for subtype in preferred_subtypes(self.library, self.hierarchy, name, &self.package, wanted) {
            self.generate_by_subtype(ty, name, &subtype, depth);
        }
        if !self.generators.contains_key(&ty) {
            self.generate_by_neighbours(ty, name, depth);
        }
        if !is_concrete {
            self.generate_by_stub(ty, &class, depth);
        }
    }

    /// What the test implements itself: functional interfaces always, other types of the user's, and of the JDK's those
    /// that nothing else gives.
    fn generate_by_stub(&mut self, ty: TypeId, class: &ClassFile, depth: u32) {
        let stubs = self.members().stubs(class, ty);
        let has_generators = self.generators.get(&ty).is_some_and(|generators| !generators.is_empty());
        let is_of_jdk = is_of_jdk(&class.name);
        for mut stub in stubs {
            if is_of_jdk && has_generators && !stub.is_functional {
                continue;
            }
            let known = self.cluster.stubs.iter().find(|known| {
                known.ty == stub.ty && known.constructor_descriptor == stub.constructor_descriptor
            });
            let id = known.map_or(StubId(self.cluster.stubs.len() as u32), |known| known.id);
            if known.is_none() {
                stub.id = id;
                let returned = stub.methods.iter().map(|method| method.return_type);
                let needed: Vec<TypeId> = stub.parameters.iter().copied().chain(returned).collect();
                self.cluster.stubs.push(stub);
                for ty in needed {
                    self.need(ty, depth);
                }
            }
            self.cluster.stubs_by_type.entry(ty).or_default().push(id);
        }
    }

    /// Builders: instance methods of nested classes that give the type.
    fn generate_by_nested(&mut self, ty: TypeId, class: &ClassFile, depth: u32) {
        let nested = class.inner_classes.iter().filter(|row| row.outer.as_ref() == Some(&class.name));
        for row in nested {
            let Some(inner) = self.library.get(&row.name) else { continue };
            if !self.library.is_accessible(&row.name, &self.package) {
                continue;
            }
            let receiver = self.canonical_type(&inner);
            for callable in self.members().instance_givers(&inner, receiver, ty) {
                self.offer(ty, callable, depth);
            }
        }
    }

    fn generate_by_subtype(&mut self, ty: TypeId, wanted: &ClassName, subtype: &ClassName, depth: u32) {
        let Some(class) = self.library.get(subtype) else { return };
        let Some(subtype_id) = self.subtype_for(&class, wanted, ty) else { return };
        if !self.subtyping.is_assignable(&mut self.cluster.types, subtype_id, ty) {
            return;
        }
        let mut givers = self.members().constructors(&class, subtype_id);
        if givers.is_empty() || self.cluster.types.category(subtype_id) == TypeCategory::Enum {
            givers.extend(self.members().static_givers(&class, subtype_id));
        }
        givers.sort_by_key(|callable| callable.parameters.len());
        for callable in givers.into_iter().take(4) {
            self.offer(ty, callable, depth);
        }
    }

    /// The type of `class` that is a `ty`: `ArrayList<String>` for `Collection<? extends String>`.
    pub(super) fn subtype_for(
        &mut self,
        class: &ClassFile,
        wanted: &ClassName,
        ty: TypeId,
    ) -> Option<TypeId> {
        let parameters = class.signature.as_ref().map_or(&[][..], |signature| &signature.type_parameters);
        let seen = as_supertype(self.library, &own_signature(&class.name, parameters), wanted)?;
        let Type::Class { arguments, .. } = self.cluster.types.get(ty).clone() else { return None };
        let mut bindings = Bindings::new();
        let resolver = Resolver { library: self.library, types: &mut self.cluster.types };
        if !resolver.unify_arguments(&seen.arguments, &arguments, &mut bindings) {
            return None;
        }
        let chosen = self.members().complete(parameters, bindings)?;
        let arguments =
            parameters.iter().filter_map(|parameter| chosen.get(&parameter.name).copied()).collect();
        let mut resolver = Resolver { library: self.library, types: &mut self.cluster.types };
        Some(resolver.class(&class.name, arguments))
    }

    /// Takes a callable as generator of a type if there is room for one more.
    fn offer(&mut self, ty: TypeId, callable: Callable, depth: u32) {
        let count = self.generators.get(&ty).map_or(0, Vec::len);
        if count >= self.limits.generators || is_random_number(&callable) || writes_files(&callable) {
            return;
        }
        let id = self.add(callable, depth);
        self.give(id, ty);
    }

    /// An `ArrayList<Integer>` made for a `Collection<? extends Integer>` can be filled, which the wanted type
    /// alone would not allow. So can the builder that gives an object.
    fn modify_what_is_given(&mut self, ty: TypeId, depth: u32) {
        let given: Vec<TypeId> = self
            .generators
            .get(&ty)
            .into_iter()
            .flatten()
            .map(|id| &self.cluster.callables[id.index()])
            .flat_map(|callable| callable.receiver.into_iter().chain([callable.return_type]))
            .collect();
        for given in given {
            if given != ty && !self.modifiers.contains_key(&given) {
                self.modify(given, depth);
            }
        }
    }

    /// Finds what changes an object of the type, inherited members included.
    pub(super) fn modify(&mut self, ty: TypeId, depth: u32) {
        let Some(mut name) = self.cluster.types.class_name(ty).cloned() else { return };
        if ty == TypeTable::OBJECT || !matches!(self.cluster.types.category(ty), TypeCategory::Object) {
            return;
        }
        let mut seen = FxHashSet::default();
        for _ in 0..8 {
            let Some(class) = self.library.get(&name) else { break };
            let callables = self.members().modifiers(&class, ty);
            for callable in callables {
                let is_full = self.modifiers.get(&ty).map_or(0, Vec::len) >= self.limits.modifiers;
                if !is_full
                    && !writes_files(&callable)
                    && seen.insert((callable.name.clone(), callable.parameters.clone()))
                {
                    let id = self.add(callable, depth);
                    self.add_modifier(ty, id);
                }
            }
            match class.super_class.clone() {
                Some(parent) if parent.as_str() != "java/lang/Object" => name = parent,
                _ => break,
            }
        }
    }

    fn finish(mut self) -> TestCluster {
        self.add_givers_under_test();
        self.add_inspectors();
        let generators = std::mem::take(&mut self.generators);
        let callables = &self.cluster.callables;
        self.cluster.generators = generators
            .into_iter()
            .map(|(ty, mut ids)| {
                ids.sort_by_key(|id| (callables[id.index()].parameters.len(), *id));
                (ty, ids)
            })
            .collect();
        self.cluster.modifiers = std::mem::take(&mut self.modifiers);
        let (subtyping, mut scratch) = (&mut self.subtyping, self.cluster.types.clone());
        self.cluster.set_assignability(|_, from, to| subtyping.is_assignable(&mut scratch, from, to));
        let literals = self.nameable_classes();
        self.cluster.set_class_literals(&literals);
        self.cluster.set_narrower();
        self.cluster
    }

    /// Types of which a test can write a class literal.
    fn nameable_classes(&self) -> Vec<TypeId> {
        let types = &self.cluster.types;
        let is_nameable = |ty: &TypeId| match types.get(*ty) {
            Type::Class { name, arguments } => {
                arguments.is_empty() && self.library.is_accessible(name, &self.package)
            }
            _ => false,
        };
        (0..types.len() as u32).map(TypeId).filter(is_nameable).collect()
    }

    /// Methods under test that return a needed type give it, too. For `Object` that would be all of them.
    fn add_givers_under_test(&mut self) {
        let needed: Vec<TypeId> = self.queued.iter().copied().filter(|ty| *ty != TypeTable::OBJECT).collect();
        for id in self.cluster.under_test.clone() {
            let given = self.cluster.callable(id).return_type;
            if given == TypeTable::VOID || self.cluster.types.is_primitive(given) {
                continue;
            }
            for ty in &needed {
                let room = self.generators.get(ty).map_or(0, Vec::len) < self.limits.generators;
                if room && self.subtyping.is_assignable(&mut self.cluster.types, given, *ty) {
                    self.give(id, *ty);
                }
            }
        }
        self.add_receivers_of_object();
    }

    /// Objects of the class under test are passed as `Object`, for `equals` above all.
    fn add_receivers_of_object(&mut self) {
        let constructors: Vec<CallableId> = self
            .cluster
            .under_test
            .iter()
            .copied()
            .filter(|id| {
                let callable = self.cluster.callable(*id);
                callable.kind == CallableKind::Constructor
                    || callable.is_static
                        && self.cluster.types.class_name(callable.return_type) == Some(&callable.owner)
            })
            .take(self.limits.generators / 2)
            .collect();
        if let Some(generators) = self.generators.get_mut(&TypeTable::OBJECT) {
            generators.extend(constructors);
        }
    }

    /// Inspectors of every class type that a test may hold.
    fn add_inspectors(&mut self) {
        let mut held: Vec<TypeId> =
            self.cluster.callables.iter().map(|callable| callable.return_type).collect();
        held.sort_unstable();
        held.dedup();
        for ty in held {
            if self.cluster.types.category(ty) != TypeCategory::Object || ty == TypeTable::OBJECT {
                continue;
            }
            let Some(name) = self.cluster.types.class_name(ty).cloned() else { continue };
            let ids = self.inspectors_of(ty, &name);
            if !ids.is_empty() {
                self.cluster.inspectors.insert(ty, ids);
            }
        }
    }

    /// Declared and inherited inspectors. A method of a class that the test cannot name belongs to the class that it
    /// can.
    fn inspectors_of(&mut self, ty: TypeId, name: &ClassName) -> Vec<CallableId> {
        let mut overridden = FxHashSet::default();
        let mut ids = Vec::new();
        for class in self.with_ancestors(name) {
            let is_nameable = self.library.is_accessible(&class.name, &self.package);
            for mut callable in self.members().inspectors(&class, ty, &mut overridden) {
                if !is_nameable {
                    callable.owner = name.clone();
                    callable.owner_is_interface = false;
                }
                ids.push(self.add(callable, self.limits.depth + 1));
            }
        }
        ids
    }

    /// The class, its superclasses, then its interfaces. `Object` is among them only for interfaces and abstract
    /// classes, whose instances are likely to have a `toString` of their own.
    pub(super) fn with_ancestors(&self, name: &ClassName) -> Vec<Rc<ClassFile>> {
        let mut classes: Vec<Rc<ClassFile>> = Vec::new();
        let mut interfaces: VecDeque<ClassName> = VecDeque::new();
        let mut seen = FxHashSet::default();
        let mut next = Some(name.clone());
        while let Some(class) =
            next.filter(|name| seen.insert(name.clone())).and_then(|name| self.library.get(&name))
        {
            next = class.super_class.clone().filter(|parent| parent.as_str() != "java/lang/Object");
            interfaces.extend(class.interfaces.iter().cloned());
            classes.push(class);
        }
        while let Some(interface) = interfaces.pop_front() {
            if seen.insert(interface.clone())
                && let Some(class) = self.library.get(&interface)
            {
                interfaces.extend(class.interfaces.iter().cloned());
                classes.push(class);
            }
        }
        let is_incomplete = |class: &Rc<ClassFile>| class.access_flags & access::ABSTRACT != 0;
        if classes.first().is_some_and(is_incomplete) {
            classes.extend(self.library.get(&"java/lang/Object".into()));
        }
        classes
    }
}

/// Large random numbers: looking for a prime one takes longer than thousands of tests, and each is another one.
fn is_random_number(callable: &Callable) -> bool {
    callable.owner.as_str() == "java/math/BigInteger" && callable.descriptor.contains("Ljava/util/Random;")
}

fn is_of_jdk(name: &ClassName) -> bool {
    ["java/", "javax/", "org/w3c/", "org/xml/"].iter().any(|prefix| name.as_str().starts_with(prefix))
}

/// Whether the signature is a class type of this name, whatever its arguments.
pub(super) fn is_class(signature: &TypeSignature, name: &ClassName) -> bool {
    matches!(signature, TypeSignature::Class(class) if class.name == *name)
}
