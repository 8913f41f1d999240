//! What the record of a part of a run says of the whole.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

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
