//! The way back from what is made of parts, arrays, stubs, chains of calls, to the parts: variables of any type.

use evoke_analysis::CallableId;
use evoke_testcase::VariableRef;

use super::fragment::Fragment;
use super::requirement::Requirement;
use crate::SearchRng;

/// Supplies statements with the variables that they refer to.
pub(crate) trait Supply {
    /// A variable that fits: one that is there, or `null` where allowed, or a new one.
    fn fill(
        &self,
        fragment: &mut Fragment<'_>,
        requirement: Requirement,
        depth: usize,
        rng: &mut SearchRng,
    ) -> Option<VariableRef>;

    /// Appends a call with all it needs; leaves the fragment as it was where something cannot be had. `given` is a
    /// variable to use for one of its references, counted with the receiver first.
    fn call(
        &self,
        fragment: &mut Fragment<'_>,
        callable: CallableId,
        given: Option<(usize, VariableRef)>,
        depth: usize,
        rng: &mut SearchRng,
    ) -> Option<VariableRef>;
}
