//! How much of the world around a class under test becomes part of the test cluster.

/// Bounds of the closed world; what lies beyond them is generated as `null`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClusterLimits {
    /// How many steps away from the class under test types are still generated.
    pub depth: u32,
    /// Types that are given generators.
    pub types: usize,
    /// Subclasses tried for a type.
    pub subtypes: usize,
    /// Generators of one type.
    pub generators: usize,
    /// Modifiers of one type that is not under test.
    pub modifiers: usize,
}

impl Default for ClusterLimits {
    fn default() -> Self {
        Self { depth: 4, types: 160, subtypes: 6, generators: 24, modifiers: 20 }
    }
}
