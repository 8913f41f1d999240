//! What a search is about.

use evoke_analysis::{ClassUnderTest, Constants, FieldAccess, TestCluster};

use crate::Settled;

/// What to search for, and with what.
#[derive(Clone, Copy, Debug)]
pub struct Problem<'a> {
    /// What there is to cover.
    pub class: &'a ClassUnderTest,
    /// What a test can call and build.
    pub cluster: &'a TestCluster,
    /// Values worth trying.
    pub constants: &'a Constants,
    /// Which fields methods write and conditions read; only [`crate::Technique::StateWriters`] asks.
    pub field_access: Option<&'a FieldAccess>,
    /// What other tests cover; `None` where there are none.
    pub settled: Option<&'a Settled>,
}
