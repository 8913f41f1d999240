//! The ways to choose the goals that guide a search.

use evoke_analysis::named_enum;

named_enum! {
    /// How the goals that guide are chosen.
    pub enum GoalSelection: "goal selection" {
        /// All goals of all criteria asked for.
        All = "all",
        /// One criterion of each group, and what it does not imply of the others.
        Smart = "smart",
        /// Branches alone.
        BranchOnly = "branch-only",
    }
}
