//! New arrays with their first elements, and more elements for arrays that are there.

use evoke_analysis::{TypeCategory, TypeId};
use evoke_testcase::{Statement, VariableRef};
use rand::Rng;

use super::supply::Supply;
use super::{Fragment, Requirement, TestFactory};
use crate::SearchRng;

impl TestFactory<'_> {
    /// A new array whose first few elements are written; the others keep their default.
    pub(super) fn new_array(
        &self,
        fragment: &mut Fragment<'_>,
        array_type: TypeId,
        depth: usize,
        rng: &mut SearchRng,
    ) -> Option<VariableRef> {
        let config = &self.config.generation;
        let length = rng.random_range(0..=config.max_array_length);
        let array = fragment.push(Statement::NewArray { array_type, length })?;
        let writes = rng.random_range(0..=length.min(config.max_array_writes));
        for index in 0..writes {
            // An element that cannot be had, or for which there is no room, stays at its default.
            if self.write_element(fragment, array, array_type, index, depth, rng).is_none() {
                break;
            }
        }
        Some(array)
    }

    /// Writes one element of an array. An array does not get itself as an element, which few methods survive.
    pub(super) fn write_element(
        &self,
        fragment: &mut Fragment<'_>,
        array: VariableRef,
        array_type: TypeId,
        index: u32,
        depth: usize,
        rng: &mut SearchRng,
    ) -> Option<VariableRef> {
        let TypeCategory::Array(component) = self.cluster.types.category(array_type) else { return None };
        let start = fragment.len();
        let write = self
            .fill(fragment, Requirement::Argument(component), depth, rng)
            .filter(|value| *value != array)
            .and_then(|value| fragment.push(Statement::WriteElement { array, index, value }));
        if write.is_none() {
            fragment.truncate(start);
        }
        write
    }
}
