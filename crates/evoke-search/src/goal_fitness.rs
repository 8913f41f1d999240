//! The fitness of one run for one goal, for those who hold both: what a search computes for many at once.

use evoke_analysis::{ClassUnderTest, GoalId};
use evoke_testcase::ExecutionTrace;

use crate::fitness::{FitnessFunctions, TraceIndex};

/// How far a run was from covering a goal of the class: at least 0, and 0 exactly when it covered it. For a branch that is approach
/// level plus normalised branch distance. Takes time linear in the size of the class.
pub fn goal_fitness(class: &ClassUnderTest, goal: GoalId, trace: &ExecutionTrace) -> f64 {
    let mut index = TraceIndex::new(class);
    FitnessFunctions::new(class).fitness(goal, &index.index(trace))
}
