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
    /// Subclasses tried for a type that members of the class under test take, those beyond [`Self::subtypes`] in one way each: of
    /// an interface with twenty implementations one may be the kind that the class asks for.
    pub near_subtypes: usize,
    /// Generators of one type.
    pub generators: usize,
    /// Generators of a type that members of the class under test take.
    pub near_generators: usize,
    /// Modifiers of one type that is not under test.
    pub modifiers: usize,
    /// Modifiers beyond these that set what the class under test asks for.
    pub asked_modifiers: usize,
    /// Modifiers beyond these that take another object: of a class with a hundred methods, what adds a child may be the fiftieth.
    pub relations: usize,
}

/// How many steps from the class under test the types are that its members take.
const NEAR: u32 = 2;

impl ClusterLimits {
    /// Subclasses tried for a type so far from the class under test.
    pub(super) fn subtypes_at(&self, depth: u32) -> usize {
        if depth <= NEAR { self.near_subtypes } else { self.subtypes }
    }

    /// Generators of a type so far from the class under test.
    pub(super) fn generators_at(&self, depth: u32) -> usize {
        if depth <= NEAR { self.near_generators } else { self.generators }
    }
}

impl Default for ClusterLimits {
    fn default() -> Self {
        Self {
            depth: 4,
            types: 160,
            subtypes: 6,
            near_subtypes: 16,
            generators: 24,
            near_generators: 36,
            modifiers: 20,
            asked_modifiers: 40,
            relations: 10,
        }
    }
}
