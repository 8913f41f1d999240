//! Which types a test can write down. A cluster also holds types that a test cannot name: the table takes in all that
//! signatures mention.
//!
//! What a cluster knows of this: classes whose literals it has, and types that its members give and take, can be named; a
//! class without type arguments that is neither cannot. Of a generic class it may know nothing.

use evoke_analysis::{Argument, Callable, StubType, TestCluster, Type, TypeId, TypeTable};

/// Whether a test in the package can write the type. `false` only if the cluster knows that it cannot.
pub fn is_nameable(cluster: &TestCluster, ty: TypeId) -> bool {
    let literals = cluster.class_literals(TypeTable::CLASS);
    let is_literal = |ty: TypeId| literals.is_empty() || literals.binary_search(&ty).is_ok();
    let is_by_parts = match cluster.types.get(ty) {
        Type::Void | Type::Primitive(_) => true,
        Type::Array(component) => is_nameable(cluster, *component),
        Type::Class { arguments, .. } if arguments.is_empty() => is_literal(ty),
        Type::Class { name, arguments } => {
            let raw = cluster.types.find(&Type::Class { name: name.clone(), arguments: Vec::new() });
            raw.is_none_or(is_literal)
                && arguments.iter().all(|argument| match argument {
                    Argument::Any => true,
                    Argument::Exact(ty) | Argument::Extends(ty) | Argument::Super(ty) => {
                        is_nameable(cluster, *ty)
                    }
                })
        }
    };
    is_by_parts || is_of_a_member(cluster, ty)
}

fn is_of_a_member(cluster: &TestCluster, ty: TypeId) -> bool {
    let is_given_or_taken = |callable: &Callable| {
        callable.return_type == ty || callable.receiver == Some(ty) || callable.parameters.contains(&ty)
    };
    let is_of_stub = |stub: &StubType| {
        stub.parameters.contains(&ty) || stub.decided_methods().any(|method| method.return_type == ty)
    };
    cluster.callables.iter().any(is_given_or_taken) || cluster.stubs.iter().any(is_of_stub)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample_cluster::SampleCluster;

    #[test]
    fn hidden_class_cannot_be_named_nor_what_is_made_of_it() {
        let mut sample = SampleCluster::new();
        let types = &mut sample.cluster.types;
        let array = types.intern(Type::Array(sample.hidden), false);
        let arguments = vec![Argument::Extends(sample.hidden)];
        let list = types.intern(Type::Class { name: "java/util/List".into(), arguments }, false);
        let arguments = vec![Argument::Any, Argument::Exact(sample.boxes)];
        let map = types.intern(Type::Class { name: "java/util/Map".into(), arguments }, false);
        for ty in [sample.hidden, array, list] {
            assert!(!is_nameable(&sample.cluster, ty));
        }
        for ty in [sample.boxes, sample.box_array, map, TypeTable::CLASS, TypeTable::STRING] {
            assert!(is_nameable(&sample.cluster, ty));
        }
    }

    #[test]
    fn type_that_a_member_takes_can_be_named() {
        let mut sample = SampleCluster::new();
        sample.cluster.callables[sample.add.index()].parameters = vec![sample.hidden];
        assert!(is_nameable(&sample.cluster, sample.hidden));
    }
}
