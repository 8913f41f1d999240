//! Goals about calls that a test makes: which methods it calls, what they are given and what they return. They
//! need to know what a test can call, so they come after the test cluster.

use std::collections::{BTreeMap, BTreeSet};

use evoke_classfile::{ClassName, FieldType, MethodDescriptor, access};

use crate::value_partition::{Partition, PartitionKind};
use crate::{
    Callable, ClassHierarchy, ClassLibrary, ClassUnderTest, ContextId, Criterion, Goal, GoalId, GoalKind,
    MethodId, PartId, TestCluster, ValueDomain,
};

/// What has a size besides strings and arrays.
const SIZED: [&str; 2] = ["java/util/Collection", "java/util/Map"];

impl ClassUnderTest {
    /// Adds the goals of the criteria asked for that are about calls, for methods that a test can call, and drops
    /// those of direct branches in methods that none can. Goals are numbered anew.
    pub fn add_call_goals(
        &mut self,
        cluster: &TestCluster,
        library: &ClassLibrary<'_>,
        hierarchy: &ClassHierarchy,
    ) {
        let callables = callables_by_method(cluster);
        self.drop_direct_goals(&callables.keys().copied().collect());
        for (method, callable) in &callables {
            let name = self.methods[method.index()].source_name.clone();
            self.add_goal(Criterion::TopLevelMethod, GoalKind::Call(*method), format!("{name} called"));
            let returns = GoalKind::Return(*method);
            self.add_goal(Criterion::NoExceptionTopLevelMethod, returns, format!("{name} returns"));
            for domain in value_domains(callable) {
                self.add_value_goals(*method, domain, library, hierarchy);
            }
        }
        self.goals.sort_by_key(|goal| goal.criterion);
        for (position, goal) in self.goals.iter_mut().enumerate() {
            goal.id = GoalId(position as u32);
        }
    }

    fn drop_direct_goals(&mut self, callable: &BTreeSet<MethodId>) {
        let predicates = &self.predicates;
        self.goals.retain(|goal| match &goal.kind {
            GoalKind::BranchIn(ContextId::TEST, predicate, _) => {
                callable.contains(&predicates[predicate.index()].method)
            }
            GoalKind::EntryIn(ContextId::TEST, method) => callable.contains(method),
            _ => true,
        });
    }

    fn add_goal(&mut self, criterion: Criterion, kind: GoalKind, name: String) {
        if self.criteria.contains(&criterion) {
            self.goals.push(Goal { id: GoalId(self.goals.len() as u32), criterion, kind, name });
        }
    }

    fn add_value_goals(
        &mut self,
        method: MethodId,
        (parameter, ty): (Option<u16>, FieldType),
        library: &ClassLibrary<'_>,
        hierarchy: &ClassHierarchy,
    ) {
        let criterion = if parameter.is_some() { Criterion::Input } else { Criterion::Output };
        if !self.criteria.contains(&criterion) {
            return;
        }
        let partition = partition_of(&ty, library, hierarchy);
        let method_name = self.methods[method.index()].source_name.clone();
        let first_part = PartId(self.n_parts() as u32);
        for (position, part) in (first_part.0..).zip(partition.parts()) {
            let part = partition.name(part);
            let name = match parameter {
                Some(parameter) => format!("{method_name} given {part} as argument {}", parameter + 1),
                None => format!("{method_name} returns {part}"),
            };
            self.add_goal(criterion, GoalKind::ValuePart(PartId(position)), name);
        }
        self.value_domains.push(ValueDomain { method, parameter, partition, first_part });
    }
}

/// A callable for each method of the class under test that a test can call and whose source is shown.
fn callables_by_method(cluster: &TestCluster) -> BTreeMap<MethodId, &Callable> {
    let callables = cluster.under_test.iter().map(|id| cluster.callable(*id));
    callables.filter_map(|callable| Some((callable.under_test?, callable))).collect()
}

/// Parameters that a test chooses freely, then the result. `hashCode` has no result to aim at, and a constructor's is known.
fn value_domains(callable: &Callable) -> Vec<(Option<u16>, FieldType)> {
    let Ok(descriptor) = MethodDescriptor::parse(&callable.descriptor) else { return Vec::new() };
    let outer = usize::from(callable.takes_outer_instance);
    let parameters = descriptor.parameters.into_iter().enumerate().skip(outer);
    let mut domains: Vec<_> = parameters.map(|(position, ty)| (Some(position as u16), ty)).collect();
    let is_hash_code = callable.name == "hashCode" && callable.parameters.is_empty();
    if let Some(ty) = descriptor.return_type.filter(|_| !is_hash_code) {
        domains.push((None, ty));
    }
    domains
}

fn partition_of(ty: &FieldType, library: &ClassLibrary<'_>, hierarchy: &ClassHierarchy) -> Partition {
    let FieldType::Object(name) = ty else { return Partition::of(ty) };
    let is_sized = SIZED.iter().any(|sized| hierarchy.is_subtype(name, &ClassName::new(sized)));
    let kind = match enum_constants(name, library) {
        Some(constants) => PartitionKind::Enum(constants),
        None if is_sized => PartitionKind::Sized,
        None => return Partition::of(ty),
    };
    Partition { kind, is_nullable: true }
}

fn enum_constants(name: &ClassName, library: &ClassLibrary<'_>) -> Option<Vec<String>> {
    if !library.is_enum(name) {
        return None;
    }
    let class = library.get(name)?;
    let constants = class.fields.iter().filter(|field| field.access_flags & access::ENUM != 0);
    Some(constants.map(|field| field.name.clone()).collect())
}
