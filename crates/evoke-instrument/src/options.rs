//! What a user of the instrumenter decides; what the criteria need is put in without asking.

use evoke_analysis::MutantId;

/// Which probes are put in besides those that the criteria need.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InstrumentOptions {
    /// Gives calls such as `equals`, and switches over strings, distances of their own. Without it what they decide is 0 or 1 away.
    pub string_distances: bool,
    /// Counts what a run costs, which slows it down.
    pub effort: bool,
    /// Leaves out the call that this mutant deletes.
    pub deleted_call: Option<MutantId>,
    /// Has mutants that delete a call which gives nothing switched on and off as others are; else that they are reached is noted only.
    pub switches_calls: bool,
    /// Notes calls that compiled tests make themselves; see [`crate::SuiteInstrumenter`]. Only for criteria without contexts.
    pub test_calls: bool,
    /// Asks at mutated instructions what their mutants give, where the tables have any.
    pub mutants: bool,
    /// Gives each class members that no source has, as agents do that measure coverage, so that what code makes of all members of a class is seen
    /// to depend on them.
    pub marks_classes: bool,
}

impl Default for InstrumentOptions {
    fn default() -> Self {
        Self {
            string_distances: true,
            effort: false,
            deleted_call: None,
            switches_calls: false,
            test_calls: false,
            mutants: true,
            marks_classes: false,
        }
    }
}
