//! Names that are given once: what comes again is numbered.

use std::collections::BTreeMap;

/// Names already given; a name that comes again gets ` #2`, ` #3`, ….
#[derive(Default)]
pub(crate) struct UniqueNames {
    times_given: BTreeMap<String, u32>,
}

impl UniqueNames {
    pub(crate) fn make_unique(&mut self, name: String) -> String {
        let times = self.times_given.entry(name.clone()).or_default();
        *times += 1;
        if *times == 1 { name } else { format!("{name} #{times}") }
    }
}
