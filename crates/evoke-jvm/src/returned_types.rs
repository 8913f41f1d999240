//! What values turn out to be that calls are declared to give as something wider. Only the first few values of a callable
//! are looked at, so that this costs nothing in the long run.

use evoke_analysis::{CallableId, TestCluster, TypeId};
use jni_sys::jobject;

use crate::erased_types::{ErasedId, ErasedTypes};
use crate::jni::Env;

/// Values of one callable that are looked at.
const MAX_LOOKS: u8 = 16;

/// What has been seen.
pub(crate) struct ReturnedTypes {
    /// By callable: values that may still be looked at.
    looks: Vec<u8>,
    seen: Vec<(CallableId, TypeId)>,
    n_taken: usize,
}

impl ReturnedTypes {
    pub(crate) fn new(cluster: &TestCluster) -> Self {
        let looks = cluster
            .callables
            .iter()
            .map(|callable| if cluster.narrower(callable.return_type).is_empty() { 0 } else { MAX_LOOKS });
        Self { looks: looks.collect(), seen: Vec::new(), n_taken: 0 }
    }

    /// Whether the next value of the callable is to be looked at.
    pub(crate) fn wants(&self, callable: CallableId) -> bool {
        self.looks[callable.index()] > 0
    }

    /// Looks at a value that is not null.
    pub(crate) fn look(
        &mut self,
        callable: CallableId,
        value: jobject,
        (env, types): (Env, &mut ErasedTypes),
        (cluster, erasures): (&TestCluster, &[Option<ErasedId>]),
    ) {
        self.looks[callable.index()] -= 1;
        for ty in cluster.narrower(cluster.callable(callable).return_type) {
            let Some(erased) = erasures[ty.index()] else { continue };
            let Ok(class) = types.class(erased) else { continue };
            if env.is_instance(value, class) && !self.seen.contains(&(callable, *ty)) {
                self.seen.push((callable, *ty));
            }
        }
    }

    /// What was seen since this was last asked.
    pub(crate) fn take(&mut self) -> Vec<(CallableId, TypeId)> {
        let new = self.seen[self.n_taken..].to_vec();
        self.n_taken = self.seen.len();
        new
    }
}
