//! Calls that write the fields which conditions of uncovered goals read: what to insert before a call of the method that
//! has such a condition, on the same object. From the read and write sets of the bytecode alone.

use std::collections::BTreeSet;

use evoke_analysis::{
    CallableId, ClassUnderTest, FieldAccess, FieldId, GoalId, GoalKind, MethodId, TestCluster,
};
use rand::Rng;

use super::goal_reach::reachable;
use crate::{Archive, SearchRng};

/// The calls worth inserting now.
#[derive(Default)]
pub(crate) struct StateWriters {
    /// By method under test: calls on its receiver that write what its uncovered conditions read.
    by_method: Vec<Vec<CallableId>>,
    n_covered: Option<usize>,
}

impl StateWriters {
    /// Looks at what is still uncovered.
    pub(crate) fn update(
        &mut self,
        class: &ClassUnderTest,
        access: &FieldAccess,
        cluster: &TestCluster,
        archive: &Archive,
    ) {
        if self.n_covered.replace(archive.n_covered()) == Some(archive.n_covered()) {
            return;
        }
        let wanted = wanted_fields(class, access, archive);
        let own: Vec<&BTreeSet<FieldId>> = wanted.iter().collect();
        let writers = (0..class.methods.len() as u32).map(|method| {
            let method = MethodId(method);
            let mut fields = own[method.index()].clone();
            for callee in reachable(class, method) {
                fields.extend(own[callee.index()]);
            }
            writers_of(access, cluster, &fields)
        });
        self.by_method = writers.collect();
    }

    /// One of the writers for a method.
    pub(super) fn choose(
        &self,
        method: MethodId,
        rng: &mut SearchRng,
        fits: impl Fn(CallableId) -> bool,
    ) -> Option<CallableId> {
        let fitting: Vec<CallableId> =
            self.by_method.get(method.index())?.iter().copied().filter(|writer| fits(*writer)).collect();
        if fitting.is_empty() { None } else { Some(fitting[rng.random_range(0..fitting.len())]) }
    }

    /// Whether there are any for a method.
    pub(super) fn has_any(&self, method: MethodId) -> bool {
        self.by_method.get(method.index()).is_some_and(|writers| !writers.is_empty())
    }
}

/// By method: fields that conditions of its uncovered goals read.
fn wanted_fields(class: &ClassUnderTest, access: &FieldAccess, archive: &Archive) -> Vec<BTreeSet<FieldId>> {
    let mut wanted = vec![BTreeSet::new(); class.methods.len()];
    for (position, goal) in class.goals.iter().enumerate() {
        let (GoalKind::Branch(predicate, _) | GoalKind::BranchIn(_, predicate, _)) = goal.kind else {
            continue;
        };
        if !archive.is_covered(GoalId(position as u32)) {
            let read = access.read.get(predicate.index()).into_iter().flatten();
            wanted[class.predicates[predicate.index()].method.index()].extend(read);
        }
    }
    wanted
}

fn writers_of(access: &FieldAccess, cluster: &TestCluster, fields: &BTreeSet<FieldId>) -> Vec<CallableId> {
    let writes = |id: &CallableId| {
        let callable = cluster.callable(*id);
        let written = callable.under_test.and_then(|method| access.written.get(method.index()));
        callable.receiver.is_some()
            && written.is_some_and(|written| written.iter().any(|field| fields.contains(field)))
    };
    if fields.is_empty() { Vec::new() } else { cluster.under_test.iter().copied().filter(writes).collect() }
}
