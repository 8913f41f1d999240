//! The fingerprint of an analysis: a hash over the tables that ids point into. Where a change of the class, of the class path or
//! of an option changes what an id means, it changes a table and with it the fingerprint.

use std::fmt::{self, Write};
use std::hash::Hasher as _;

use evoke_analysis::{ClassUnderTest, TestCluster};
use rustc_hash::FxHasher;

use crate::process::handover::Fingerprint;

/// The fingerprint of the tables that a test, its goals and its observations point into.
pub(super) fn fingerprint(class: &ClassUnderTest, cluster: &TestCluster) -> Fingerprint {
    let mut hash = HashedText(FxHasher::default());
    for goal in &class.goals {
        hash.add(format_args!("{}:{}", goal.criterion, goal.name));
    }
    for caller in class.coupling.iter().flat_map(|coupling| &coupling.callers) {
        hash.add(format_args!("{} {}", caller.name, caller.first));
    }
    for callable in &cluster.callables {
        let receiver = callable.receiver.map(|ty| ty.0);
        hash.add(format_args!(
            "{:?} {} {} {} {receiver:?} {}",
            callable.kind, callable.owner, callable.name, callable.descriptor, callable.return_type.0
        ));
        hash.add(format_args!("{:?}", callable.parameters));
    }
    for id in 0..cluster.types.len() {
        hash.add(format_args!("{}", cluster.types.display(evoke_analysis::TypeId(id as u32))));
    }
    for stub in &cluster.stubs {
        hash.add(format_args!("{stub:?}"));
    }
    Fingerprint(hash.0.finish())
}

/// A hash of everything that is written to it.
struct HashedText(FxHasher);

impl HashedText {
    fn add(&mut self, entry: fmt::Arguments<'_>) {
        // Hashing does not fail.
        let _ = self.write_fmt(entry);
        self.0.write_u8(0);
    }
}

impl Write for HashedText {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.write(text.as_bytes());
        Ok(())
    }
}
