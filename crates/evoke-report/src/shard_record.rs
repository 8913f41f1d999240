//! What the record of a part of a run says of the whole.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::record::ClassRecord;

/// Which part of a run a record is of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShardRecord {
    /// The part, from 1.
    pub number: u32,
    /// How many parts there are.
    pub of: u32,
    /// The classes of all parts together, each with its module.
    pub all: BTreeSet<String>,
}

/// A class as the lists of parts name it.
pub fn name_in_parts(module: &str, class: &str) -> String {
    format!("{module}/{class}")
}

impl ClassRecord {
    /// What tells the class from those of this name in other modules.
    pub fn name_in_parts(&self) -> String {
        name_in_parts(self.module.as_deref().unwrap_or_default(), &self.class)
    }
}
