//! What a search has to say of a goal that it did not cover.

use evoke_analysis::GoalId;
use serde::{Deserialize, Serialize};

/// A goal that was not covered, and how near the search came.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct UncoveredGoal {
    /// The goal.
    pub goal: GoalId,
    /// The lowest fitness seen; `None` if the algorithm never looked, because what the goal depends on was not covered.
    pub nearest: Option<f64>,
    /// Whether any test entered the goal's method.
    pub method_entered: bool,
    /// Whether the goal guided the search.
    pub guided: bool,
    /// Why it was not covered, as far as the search can tell, in words.
    pub reason: String,
}
