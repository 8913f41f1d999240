//! What may stand in for a type, and which calls give it: tables over the cluster that are made once per search.

use std::collections::BTreeMap;

use evoke_analysis::{Callable, CallableId, CallableKind, TestCluster, TypeCategory, TypeId, TypeTable};
use evoke_testcase::is_nameable;

use super::fragment::Source;

/// For every type, what may stand in for it besides its generators, and which calls give it.
pub(super) struct ClusterIndex {
    /// By wanted type: array types whose values fit; the type itself only, if it is an array type.
    arrays: Vec<Vec<TypeId>>,
    /// Calls that may replace each other, by result type: members under test, generators and modifiers.
    by_result: BTreeMap<TypeId, Vec<CallableId>>,
    /// By wanted type: types of which the code under test asks whether an object is one.
    tested: Vec<Vec<TypeId>>,
    /// By wanted type: specimens that fit, and those of which the class literal fits.
    specimens: BTreeMap<TypeId, Vec<SpecimenUse>>,
    /// By wanted type: positions of look-ups in the cluster that give a member, or the type of one, which fits.
    lookups: BTreeMap<TypeId, Vec<usize>>,
    /// By type: calls that put something into an object of it.
    fillers: BTreeMap<TypeId, Vec<CallableId>>,
    /// By type: calls that change another object and take one of it, with the position of the reference to it.
    takers: Vec<Vec<(CallableId, usize)>>,
    /// By type: calls that change an object of it and take another object.
    relators: BTreeMap<TypeId, Vec<CallableId>>,
    /// By wanted type: literals that fit of classes which the code under test names.
    named_literals: BTreeMap<TypeId, Vec<TypeId>>,
    /// By type: calls with arguments that give an object of it when called on one.
    links: BTreeMap<TypeId, Vec<CallableId>>,
    /// By type of what connects to another machine over something that it is given.
    clients: BTreeMap<TypeId, Client>,
    /// By callable: what strings are for that it is given.
    sources: Vec<Source>,
}

/// What of a specimen fits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SpecimenUse {
    /// An object of this type.
    Object(TypeId),
    /// The literal of this class.
    ClassLiteral(TypeId),
}

/// How an object is connected to another machine, or to what a test puts in its place.
pub(super) struct Client {
    /// Calls that give it what it connects with: a socket, or what makes one.
    pub(super) equip: Vec<CallableId>,
    /// Calls that connect it.
    pub(super) connect: Vec<CallableId>,
}

/// How methods are called that put something into their receiver.
const FILLER_NAMES: [&str; 8] = ["add", "append", "enqueue", "insert", "offer", "push", "put", "register"];

impl ClusterIndex {
    pub(super) fn new(cluster: &TestCluster) -> Self {
        let types = || (0..cluster.types.len() as u32).map(TypeId);
        let is_array = |ty: &TypeId| matches!(cluster.types.category(*ty), TypeCategory::Array(_));
        let arrays: Vec<TypeId> = types().filter(is_array).filter(|ty| is_nameable(cluster, *ty)).collect();
        let arrays = types()
            .map(|wanted| match cluster.types.category(wanted) {
                TypeCategory::Array(_) => vec![wanted],
                TypeCategory::Object => {
                    arrays.iter().copied().filter(|ty| cluster.is_assignable(*ty, wanted)).collect()
                }
                _ => Vec::new(),
            })
            .collect();
        let tested = types()
            .map(|wanted| match cluster.types.category(wanted) {
                TypeCategory::Object | TypeCategory::Array(_) => {
                    let fits = |ty: &TypeId| *ty != wanted && cluster.is_assignable(*ty, wanted);
                    cluster.tested_types.iter().copied().filter(fits).collect()
                }
                _ => Vec::new(),
            })
            .collect();
        Self {
            arrays,
            tested,
            by_result: calls_by_result(cluster),
            specimens: specimens(cluster),
            lookups: lookups(cluster),
            fillers: fillers(cluster),
            takers: takers(cluster),
            relators: relators(cluster),
            named_literals: named_literals(cluster),
            links: links(cluster),
            clients: clients(cluster),
            sources: cluster.callables.iter().map(source).collect(),
        }
    }

    /// Subtypes of `wanted` of which the code under test asks whether an object is one.
    pub(super) fn tested(&self, wanted: TypeId) -> &[TypeId] {
        &self.tested[wanted.index()]
    }

    /// Specimens that fit where `wanted` is wanted, as objects or as class literals.
    pub(super) fn specimens(&self, wanted: TypeId) -> &[SpecimenUse] {
        self.specimens.get(&wanted).map_or(&[], Vec::as_slice)
    }

    /// Positions in the cluster of look-ups that give a member where `wanted` is wanted.
    pub(super) fn lookups(&self, wanted: TypeId) -> &[usize] {
        self.lookups.get(&wanted).map_or(&[], Vec::as_slice)
    }

    /// Literals that fit where `wanted` is wanted of classes which the code under test names.
    pub(super) fn named_literals(&self, wanted: TypeId) -> &[TypeId] {
        self.named_literals.get(&wanted).map_or(&[], Vec::as_slice)
    }

    /// Calls that put something into an object of the type.
    pub(super) fn fillers(&self, ty: TypeId) -> &[CallableId] {
        self.fillers.get(&ty).map_or(&[], Vec::as_slice)
    }

    /// Calls that change another object and take one of the type, with the position of the reference to it.
    pub(super) fn takers(&self, ty: TypeId) -> &[(CallableId, usize)] {
        &self.takers[ty.index()]
    }

    /// Calls that change an object of the type and take another object.
    pub(super) fn relators(&self, ty: TypeId) -> &[CallableId] {
        self.relators.get(&ty).map_or(&[], Vec::as_slice)
    }

    /// Whether any call changes one object and takes another.
    pub(super) fn has_relators(&self) -> bool {
        !self.relators.is_empty()
    }

    /// Calls with arguments that give an object of the type when called on one.
    pub(super) fn links(&self, ty: TypeId) -> &[CallableId] {
        self.links.get(&ty).map_or(&[], Vec::as_slice)
    }

    /// How an object of the type is connected to another machine, if it can be.
    pub(super) fn client(&self, ty: TypeId) -> Option<&Client> {
        self.clients.get(&ty)
    }

    /// What strings are for that the call is given.
    pub(super) fn source(&self, callable: CallableId) -> Source {
        self.sources[callable.index()]
    }

    /// Array types whose values fit where `wanted` is wanted.
    pub(super) fn arrays(&self, wanted: TypeId) -> &[TypeId] {
        &self.arrays[wanted.index()]
    }

    /// Calls with this result type.
    pub(super) fn calls_with_result(&self, result: TypeId) -> &[CallableId] {
        self.by_result.get(&result).map_or(&[], Vec::as_slice)
    }
}

/// Packages of the JDK have parsers of XML and their sources.
fn source(callable: &Callable) -> Source {
    match callable.owner.package() {
        package if package.starts_with("javax/xml/") || package == "org/xml/sax" => Source::Parser,
        _ if callable.connects() => Source::Connection,
        _ => Source::Any,
    }
}

/// Where any object fits, a member is as good as any other.
fn lookups(cluster: &TestCluster) -> BTreeMap<TypeId, Vec<usize>> {
    let types = (0..cluster.types.len() as u32).map(TypeId).filter(|ty| *ty != TypeTable::OBJECT);
    let fitting = |wanted: TypeId| {
        let gives = |callable| cluster.is_assignable(cluster.callable(callable).return_type, wanted);
        let all = cluster.member_lookups.iter().enumerate();
        all.filter(|(_, lookup)| gives(lookup.last_call())).map(|(position, _)| position).collect()
    };
    if cluster.member_lookups.is_empty() {
        return BTreeMap::new();
    }
    types.map(|ty| (ty, fitting(ty))).filter(|(_, found): &(_, Vec<_>)| !found.is_empty()).collect()
}

/// As objects only where any object fits, since elsewhere the specimen itself is wanted; an interface has none of its own.
fn specimens(cluster: &TestCluster) -> BTreeMap<TypeId, Vec<SpecimenUse>> {
    let types = || (0..cluster.types.len() as u32).map(TypeId);
    let specimens: Vec<TypeId> = types().filter(|ty| cluster.specimen(*ty).is_some()).collect();
    let uses_of = |wanted: TypeId| {
        let literals = cluster.class_literals(wanted);
        let literals = specimens.iter().filter(|ty| literals.binary_search(ty).is_ok());
        let mut uses: Vec<SpecimenUse> = literals.map(|ty| SpecimenUse::ClassLiteral(*ty)).collect();
        if wanted == TypeTable::OBJECT {
            let is_class = |ty: &&TypeId| cluster.specimen(**ty).is_some_and(|it| !it.is_interface);
            uses.extend(specimens.iter().filter(is_class).map(|ty| SpecimenUse::Object(*ty)));
        }
        uses
    };
    if specimens.is_empty() {
        return BTreeMap::new();
    }
    types().map(|wanted| (wanted, uses_of(wanted))).filter(|(_, uses)| !uses.is_empty()).collect()
}

fn named_literals(cluster: &TestCluster) -> BTreeMap<TypeId, Vec<TypeId>> {
    let named = |wanted: TypeId| {
        let literals = cluster.class_literals(wanted);
        cluster.named_classes.iter().copied().filter(|it| literals.binary_search(it).is_ok()).collect()
    };
    let types = (0..cluster.types.len() as u32).map(TypeId);
    types.map(|wanted| (wanted, named(wanted))).filter(|(_, named): &(_, Vec<_>)| !named.is_empty()).collect()
}

/// Calls without a result are only those under test: others say nothing about what they are good for.
fn calls_by_result(cluster: &TestCluster) -> BTreeMap<TypeId, Vec<CallableId>> {
    let mut by_result: BTreeMap<TypeId, Vec<CallableId>> = BTreeMap::new();
    for callable in &cluster.under_test {
        by_result.entry(cluster.callable(*callable).return_type).or_default().push(*callable);
    }
    for callable in cluster.generators.values().chain(cluster.modifiers.values()).flatten() {
        let result = cluster.callable(*callable).return_type;
        if result != TypeTable::VOID {
            by_result.entry(result).or_default().push(*callable);
        }
    }
    for callables in by_result.values_mut() {
        callables.sort_unstable();
        callables.dedup();
    }
    by_result
}

/// Known by their names: an argument that is kept and one that is only looked at are the same to the bytecode.
fn fillers(cluster: &TestCluster) -> BTreeMap<TypeId, Vec<CallableId>> {
    let is_filler = |id: &CallableId| {
        let callable = cluster.callable(*id);
        callable.kind == CallableKind::Method
            && callable.receiver.is_some()
            && !callable.parameters.is_empty()
            && FILLER_NAMES.iter().any(|name| callable.name.starts_with(name))
    };
    let by_type = cluster.modifiers.iter();
    by_type.map(|(ty, ids)| (*ty, ids.iter().copied().filter(is_filler).collect())).collect()
}

/// Parameters that any object fits say nothing of what belongs together.
fn takers(cluster: &TestCluster) -> Vec<Vec<(CallableId, usize)>> {
    let mut modifiers: Vec<CallableId> = cluster.modifiers.values().flatten().copied().collect();
    modifiers.sort_unstable();
    modifiers.dedup();
    let taken = modifiers.into_iter().flat_map(|id| {
        let callable = cluster.callable(id);
        let first = usize::from(callable.receiver.is_some());
        callable.parameters.iter().enumerate().map(move |(index, ty)| (id, first + index, *ty))
    });
    let of_objects: Vec<(CallableId, usize, TypeId)> =
        taken.filter(|(_, _, ty)| *ty != TypeTable::OBJECT && is_object(cluster, *ty)).collect();
    let takes = |given: TypeId| {
        let fitting = of_objects.iter().filter(|(_, _, ty)| cluster.is_assignable(given, *ty));
        fitting.map(|(id, reference, _)| (*id, *reference)).collect()
    };
    let types = (0..cluster.types.len() as u32).map(TypeId);
    types.map(|ty| if is_object(cluster, ty) { takes(ty) } else { Vec::new() }).collect()
}

/// Calls that take texts and numbers alone are inserted often enough as it is.
fn relators(cluster: &TestCluster) -> BTreeMap<TypeId, Vec<CallableId>> {
    let takes_object = |id: &CallableId| {
        let callable = cluster.callable(*id);
        callable.receiver.is_some() && callable.parameters.iter().any(|ty| is_object(cluster, *ty))
    };
    let by_type = cluster.modifiers.iter().map(|(ty, ids)| {
        let relators: Vec<CallableId> = ids.iter().copied().filter(takes_object).collect();
        (*ty, relators)
    });
    by_type.filter(|(_, relators)| !relators.is_empty()).collect()
}

/// Whether values of the type are objects with a state of their own, as texts and constants of enums are not.
pub(super) fn is_object(cluster: &TestCluster, ty: TypeId) -> bool {
    cluster.types.category(ty) == TypeCategory::Object
}

fn clients(cluster: &TestCluster) -> BTreeMap<TypeId, Client> {
    let client = |ids: &Vec<CallableId>| {
        let on_objects = || ids.iter().copied().filter(|id| cluster.callable(*id).receiver.is_some());
        let equip: Vec<CallableId> =
            on_objects().filter(|id| cluster.takes_connection(cluster.callable(*id))).collect();
        let connects = |id: &CallableId| cluster.callable(*id).connects() && !equip.contains(id);
        let connect: Vec<CallableId> = on_objects().filter(connects).collect();
        (!equip.is_empty() && !connect.is_empty()).then_some(Client { equip, connect })
    };
    cluster.modifiers.iter().filter_map(|(ty, ids)| Some((*ty, client(ids)?))).collect()
}

fn links(cluster: &TestCluster) -> BTreeMap<TypeId, Vec<CallableId>> {
    let mut links: BTreeMap<TypeId, Vec<CallableId>> = BTreeMap::new();
    for callable in &cluster.callables {
        if let Some(receiver) = callable.receiver
            && callable.kind == CallableKind::Method
            && callable.return_type == receiver
            && !callable.parameters.is_empty()
        {
            links.entry(receiver).or_default().push(callable.id);
        }
    }
    links
}
