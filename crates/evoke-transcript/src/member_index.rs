//! The callables of a cluster by what code names them by.

use evoke_analysis::{Callable, CallableId, CallableKind, TestCluster};
use evoke_classfile::MemberRef;
use rustc_hash::FxHashMap;

/// Callables by kind, name and number of parameters.
pub(crate) struct MemberIndex<'a> {
    cluster: &'a TestCluster,
    callables: FxHashMap<(CallableKind, &'a str, usize), Vec<CallableId>>,
}

impl<'a> MemberIndex<'a> {
    pub(crate) fn new(cluster: &'a TestCluster) -> Self {
        let mut callables: FxHashMap<_, Vec<CallableId>> = FxHashMap::default();
        for callable in &cluster.callables {
            let key = (callable.kind, callable.name.as_str(), callable.parameters.len());
            callables.entry(key).or_default().push(callable.id);
        }
        Self { cluster, callables }
    }

    /// What the callables are of.
    pub(crate) fn cluster(&self) -> &'a TestCluster {
        self.cluster
    }

    /// What code may mean that names this member, what fits its name best first: a member is named by any of its class's
    /// subclasses, a method also by the interface that declares it, and a generic class has members for several type arguments.
    pub(crate) fn candidates(
        &self,
        kind: CallableKind,
        member: &MemberRef<'_>,
        n_parameters: usize,
        is_static: bool,
    ) -> Vec<&'a Callable> {
        let named = self.callables.get(&(kind, member.name, n_parameters)).map_or(&[][..], Vec::as_slice);
        let found = named.iter().map(|id| self.cluster.callable(*id));
        let needs_owner = is_static || kind == CallableKind::Constructor;
        let mut found: Vec<&Callable> = found
            .filter(|callable| kind == CallableKind::Constructor || callable.is_static == is_static)
            .filter(|callable| !needs_owner || callable.owner.as_str() == member.owner)
            .filter(|callable| !needs_owner || callable.descriptor == member.descriptor)
            .collect();
        found.sort_by_key(|callable| {
            (callable.descriptor != member.descriptor, callable.owner.as_str() != member.owner, callable.id)
        });
        found
    }
}
