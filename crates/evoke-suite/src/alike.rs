//! Tests that are alike: the same is called on the same, and nothing differs but literals and constants of enums.

use std::collections::BTreeSet;

use evoke_analysis::{Callable, CallableKind, TestCluster, TypeCategory, TypeId, TypeTable};
use evoke_testcase::{Statement, TestCase, Value, VariableRef};

/// Whether the tests are alike.
fn are_alike(one: &TestCase, other: &TestCase, cluster: &TestCluster) -> bool {
    let fixed = fixed(one, cluster);
    one.len() == other.len()
        && one.statements().iter().zip(other.statements()).enumerate().all(|(position, (one, other))| {
            let is_open = || !fixed.contains(&position) && literal_type(one, cluster).is_some();
            one == other || is_open() && literal_type(one, cluster) == literal_type(other, cluster)
        })
}

/// Whether the callable reads a constant of an enum.
pub fn is_enum_constant(callable: &Callable, cluster: &TestCluster) -> bool {
    callable.kind == CallableKind::FieldRead
        && callable.is_static
        && cluster.types.category(callable.return_type) == TypeCategory::Enum
        && cluster.types.class_name(callable.return_type) == Some(&callable.owner)
}

/// The positions of tests that are alike, by the first of them, of those that are looked at.
pub fn families<'t>(
    tests: impl Iterator<Item = (usize, &'t TestCase)>,
    cluster: &TestCluster,
) -> Vec<Vec<usize>> {
    let mut families: Vec<(&TestCase, Vec<usize>)> = Vec::new();
    for (position, test) in tests {
        match families.iter_mut().find(|(first, _)| are_alike(first, test, cluster)) {
            Some((_, family)) => family.push(position),
            None => families.push((test, vec![position])),
        }
    }
    families.into_iter().map(|(_, family)| family).collect()
}

/// The literals that stand for something else: names of files.
fn fixed(test: &TestCase, cluster: &TestCluster) -> BTreeSet<usize> {
    let is_on_folder = |statement: &&Statement| match statement {
        Statement::Invoke { callable, .. } => cluster.callable(*callable).folder_call().is_some(),
        _ => false,
    };
    let calls = test.statements().iter().filter(is_on_folder);
    calls.flat_map(Statement::references).map(VariableRef::index).collect()
}

/// The type of what the statement writes down, if it is a literal or a constant of an enum. `null` may stand for a string.
fn literal_type(statement: &Statement, cluster: &TestCluster) -> Option<TypeId> {
    match statement {
        Statement::Value(Value::Class(_)) => None,
        Statement::Value(Value::Null(ty)) => match cluster.types.category(*ty) {
            TypeCategory::Enum => Some(*ty),
            _ => cluster.is_assignable(TypeTable::STRING, *ty).then_some(TypeTable::STRING),
        },
        Statement::Value(value) => Some(value.type_id()),
        Statement::Invoke { callable, .. } => {
            let callable = cluster.callable(*callable);
            is_enum_constant(callable, cluster).then_some(callable.return_type)
        }
        _ => None,
    }
}
