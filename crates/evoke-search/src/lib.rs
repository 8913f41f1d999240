//! Evolves test cases toward goals. No I/O, no JVM, and no clock but the one given to [`StoppingCondition`].
//!
//! [`search()`] is the way in. The parts, one folder per role and one file per implementation:
//! `generation` builds random tests, `operators` make tests from tests, `fitness` says how far a run was from a goal,
//! `selection` says who survives and breeds, `refinement` makes one test better for one goal, `algorithms` put
//! them together. [`Archive`] keeps the best test for each goal.
//!
//! All randomness comes from one seeded generator, so that the same seed, budget in counted units and executor give the
//! same result.

mod algorithms;
mod archive;
mod config;
mod coverage;
mod exception_goals;
mod fitness;
mod generation;
mod goal_fitness;
mod goal_selection;
mod operators;
mod performance;
mod refinement;
mod run;
#[cfg(test)]
mod sample_cluster;
mod search;
mod selection;
mod stopping;
mod technique;

pub use algorithms::AlgorithmName;
pub use archive::{Archive, ArchivedTest};
pub use config::{
    CrossoverName, GenerationConfig, MioConfig, MutationConfig, PlusStrategy, RefinementConfig, SearchConfig,
    SuiteConfig,
};
pub use generation::CallCounts;
pub use goal_fitness::goal_fitness;
pub use goal_selection::{GoalSelection, GuidingGoals, select_goals};
pub use performance::{PerformanceModel, Proxies};
pub use search::{Problem, Progress, SearchListener, SearchResult, Statistics, UncoveredGoal, search};
pub use stopping::{Budget, StopReason, StoppingCondition};
pub use technique::Technique;

/// The random generator of a search: small, fast, and with the same stream for a seed everywhere.
pub(crate) type SearchRng = rand_pcg::Pcg64Mcg;
