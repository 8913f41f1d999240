//! The test cluster while it is built: what is known, what is still needed, and the generators and modifiers found so far.

use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;

use evoke_classfile::{ClassFile, ClassName, Method};
use rustc_hash::{FxHashMap, FxHashSet};

use super::asked_state::AskedState;
use super::callable::Callable;
use super::files::writes_files;
use super::hooks::Hooks;
use super::limits::ClusterLimits;
use super::member_key::MemberKey;
use super::member_resolver::MemberResolver;
use super::setting::Setting;
use super::test_cluster::TestCluster;
use crate::generics::{Bindings, Resolver, as_supertype, own_signature};
use crate::subtyping::Subtyping;
use crate::{
    CallableId, ClassHierarchy, ClassLibrary, ClassUnderTest, MethodId, Type, TypeCategory, TypeId, TypeTable,
};

/// What encodings are.
pub(super) const CHARSET: &str = "java/nio/charset/Charset";

/// A test cluster in the making.
pub(super) struct Builder<'a> {
    pub(super) library: &'a ClassLibrary<'a>,
    pub(super) hierarchy: &'a ClassHierarchy,
    pub(super) package: String,
    pub(super) limits: ClusterLimits,
    pub(super) cluster: TestCluster,
    pub(super) subtyping: Subtyping<'a>,
    pub(super) known: FxHashMap<MemberKey, CallableId>,
    pub(super) methods: FxHashMap<(ClassName, String, String), MethodId>,
    pub(super) hooks: Rc<Hooks>,
    pub(super) asked_state: AskedState,
    /// What is printed on, with the name of the method of `System` that sets it.
    pub(super) printed: Vec<(Setting, &'static str)>,
    pub(super) queue: VecDeque<(TypeId, u32)>,
    pub(super) queued: FxHashSet<TypeId>,
    pub(super) generators: BTreeMap<TypeId, Vec<CallableId>>,
    pub(super) modifiers: BTreeMap<TypeId, Vec<CallableId>>,
}

impl<'a> Builder<'a> {
    pub(super) fn new(
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
            hooks: Rc::default(),
            asked_state: AskedState::default(),
            printed: Vec::new(),
            queue: VecDeque::new(),
            queued: FxHashSet::default(),
            generators: BTreeMap::new(),
            modifiers: BTreeMap::new(),
        }
    }

    pub(super) fn index_methods(&mut self, under_test: &ClassUnderTest) {
        for method in &under_test.methods {
            let key = (method.class.clone(), method.name.clone(), method.descriptor.clone());
            self.methods.insert(key, method.id);
        }
    }

    pub(super) fn members(&mut self) -> MemberResolver<'_, 'a> {
        MemberResolver {
            library: self.library,
            hierarchy: self.hierarchy,
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
        let category = self.cluster.types.category(ty);
        if let TypeCategory::Array(component) = category {
            self.need(component, depth);
        }
        let is_given = match category {
            TypeCategory::Boxed(_) | TypeCategory::Enum | TypeCategory::Object => depth <= self.limits.depth,
            // What is read piece by piece is also made of a string, which leads no further: a stream is worth what it holds.
            TypeCategory::Array(_) => self.cluster.types.is_text_array(ty),
            _ => false,
        };
        if is_given && self.queued.len() < self.limits.types && self.queued.insert(ty) {
            self.queue.push_back((ty, depth));
        }
    }

    /// Has a type be given by what methods under test return, and by nothing else unless more was asked for.
    pub(super) fn mark_as_needed(&mut self, ty: TypeId) {
        self.queued.insert(ty);
    }

    /// Takes a callable as generator of a type, whatever others there are.
    pub(super) fn add_generator(&mut self, callable: CallableId, ty: TypeId) {
        let generators = self.generators.entry(ty).or_default();
        if !generators.contains(&callable) {
            generators.push(callable);
        }
    }

    /// Takes a callable as generator of a type if there is room for one more.
    pub(super) fn offer_generator(&mut self, ty: TypeId, callable: Callable, depth: u32) {
        let count = self.generators.get(&ty).map_or(0, Vec::len);
        if count >= self.limits.generators_at(depth)
            || is_unseeded(&callable, self.cluster.types.class_name(ty))
            || is_of_the_process(&callable)
            || writes_files(&callable)
        {
            return;
        }
        let id = self.add(callable, depth);
        self.add_generator(id, ty);
    }

    pub(super) fn add_modifier(&mut self, ty: TypeId, callable: CallableId) {
        let modifiers = self.modifiers.entry(ty).or_default();
        if !modifiers.contains(&callable) {
            modifiers.push(callable);
        }
    }

    /// The id of a method of a class under test.
    pub(super) fn method_under_test(&self, class: &ClassName, method: &Method) -> Option<MethodId> {
        let key = (class.clone(), method.name.clone(), method.descriptor.to_string());
        self.methods.get(&key).copied()
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
}

/// What is another one in every run where a seed, or given numbers, would make it the same, unless nothing else is `wanted`; and large random numbers, of
/// which looking for a prime one takes longer than thousands of tests.
fn is_unseeded(callable: &Callable, wanted: Option<&ClassName>) -> bool {
    match callable.owner.as_str() {
        "java/util/Random" | "java/util/SplittableRandom" => callable.parameters.is_empty(),
        "java/security/SecureRandom" | "java/util/concurrent/ThreadLocalRandom" => {
            wanted != Some(&callable.owner)
        }
        "java/math/BigInteger" => callable.descriptor.contains("Ljava/util/Random;"),
        "java/util/UUID" => callable.name == "randomUUID",
        _ => false,
    }
}

/// What the JVM was started with differs from where the suite is run: standard streams may be closed, or waited on for ever, and the
/// system's class loader may know other classes.
fn is_of_the_process(callable: &Callable) -> bool {
    match callable.owner.as_str() {
        "java/lang/System" => callable.name == "in",
        "java/io/FileDescriptor" => matches!(callable.name.as_str(), "in" | "out" | "err"),
        "java/lang/ClassLoader" => callable.name == "getSystemClassLoader",
        // The name of the machine, which it may not know itself.
        "java/net/InetAddress" => callable.name == "getLocalHost",
        // Each has a thread and one of the few descriptors that a user has, until it is closed.
        "java/nio/file/FileSystem" => callable.name == "newWatchService",
        _ => is_of_the_moment(callable),
    }
}

/// What differs by the day or by the machine's settings, of classes whose objects can be made otherwise: `LocalDate.of(2024, 2, 29)` is the same
/// date tomorrow.
fn is_of_the_moment(callable: &Callable) -> bool {
    let name = callable.name.as_str();
    match callable.owner.as_str() {
        "java/time/Clock" => {
            name.starts_with("system") || matches!(name, "tickMillis" | "tickSeconds" | "tickMinutes")
        }
        "java/time/ZoneId" => name == "systemDefault",
        "java/util/Calendar" => name == "getInstance",
        "java/util/Date" | "java/util/GregorianCalendar" => {
            name == "<init>" && callable.parameters.is_empty()
        }
        "java/util/Locale" | "java/util/TimeZone" => name == "getDefault",
        // `forName` throws for nearly all texts.
        CHARSET => matches!(name, "defaultCharset" | "forName"),
        owner => owner.starts_with("java/time/") && name == "now",
    }
}
