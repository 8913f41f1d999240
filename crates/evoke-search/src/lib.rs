//! Evolves test cases toward goals. No I/O, no JVM, and no clock but the one given to [`StoppingCondition`].
//!
//! [`search()`] is the way in. The parts, one folder per role and one file per implementation:
//! `generation` builds random tests, `operators` make tests from tests, `fitness` says how far a run was from a goal,
//! `selection` says who survives and breeds, `refinement` makes one test better for one goal, `algorithms` put
//! them together. [`Archive`] keeps the best test for each goal.
//!
//! All randomness comes from one seeded generator, so that the same seed, budget in counted units and executor give the
//! same result.

mod algorithm_name;
mod algorithms;
mod archive;
mod array_length;
mod config;
mod coupled_goals;
mod coverage;
mod crossover_name;
mod exception_goals;
mod fitness;
mod generation;
mod goal_fitness;
mod goal_selection;
mod guiding_goals;
mod kill_goals;
mod kind_positions;
mod late_goals;
mod listener;
mod long_call;
mod missing_classes;
mod operators;
mod performance;
mod problem;
mod reasons;
mod refinement;
mod rng;
mod run;
#[cfg(test)]
mod sample_cluster;
mod search;
mod selection;
mod self_holding;
mod settled;
mod statistics;
mod step_allowance;
mod stopping;
mod technique;
mod turns;
mod uncovered_goal;
mod variations;

pub use algorithm_name::AlgorithmName;
pub use archive::{Archive, ArchivedTest};
pub use config::{
    GenerationConfig, LateGoalsConfig, MioConfig, MutationConfig, PlusStrategy, RefinementConfig,
    SearchConfig, StepConfig, SuiteConfig,
};
pub use crossover_name::CrossoverName;
pub use generation::CallCounts;
pub use goal_fitness::goal_fitness;
pub use goal_selection::GoalSelection;
pub use guiding_goals::{GuidingGoals, select_goals};
pub use listener::{Progress, SearchListener};
pub use performance::{PerformanceModel, Proxies};
pub use problem::Problem;
pub use reasons::OUT_OF_REACH;
pub use search::{SearchResult, search};
pub use settled::Settled;
pub use statistics::Statistics;
pub use stopping::{SearchBudget, StopReason, StoppingCondition};
pub use technique::Technique;
pub use uncovered_goal::UncoveredGoal;
pub use variations::Variations;

pub(crate) use rng::SearchRng;
