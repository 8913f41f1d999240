//! New arrays with their first elements, and more elements for arrays that are there.
//!
//! Sizes are drawn together where methods mostly want them so: the rows of an array of arrays have one length, often as
//! many as there are rows, and an array often has the length of one that the test has already.

use evoke_analysis::{TypeCategory, TypeId};
use evoke_testcase::{Statement, VariableRef};
use rand::Rng;

use super::pool::ValueKind;
use super::supply::Supply;
use super::{Fragment, Requirement, TestFactory};
use crate::{SearchRng, Technique};

/// Probability that an array of objects is short, with all its elements written: few methods take `null` among them.
const FULL: f64 = 0.5;
/// Probability that the rows of a new array of arrays have one length.
const RECTANGULAR: f64 = 0.8;
/// Probability that this is the number of the rows.
const SQUARE: f64 = 0.6;
/// Elements written in each row of a rectangle; the test has to hold all rows.
const MAX_ROW_WRITES: u32 = 2;

/// An array is not made longer than this: longer ones cost time in every loop over them.
pub(crate) const MAX_ARRAY_LENGTH: u32 = 4096;

impl TestFactory<'_> {
    /// A new array whose first few elements are written; the others keep their default.
    pub(super) fn new_array(
        &self,
        fragment: &mut Fragment<'_>,
        array_type: TypeId,
        depth: usize,
        rng: &mut SearchRng,
    ) -> Option<VariableRef> {
        let config = self.probabilities();
        let TypeCategory::Array(component) = self.cluster.types.category(array_type) else { return None };
        let is_related = self.config.has(Technique::RelatedSizes);
        let is_matrix = matches!(self.cluster.types.category(component), TypeCategory::Array(_));
        if is_related && is_matrix && rng.random_bool(RECTANGULAR) {
            return self.new_rectangle(fragment, array_type, component, depth, rng);
        }
        let is_full = is_related && !self.cluster.types.is_primitive(component) && rng.random_bool(FULL);
        let related = if is_related { Self::related_length(fragment, rng) } else { None };
        let longest = if is_full { config.max_array_writes } else { config.max_array_length };
        let length = related.unwrap_or_else(|| rng.random_range(0..=longest));
        let most = length.min(config.max_array_writes);
        let array = fragment.push(Statement::NewArray { array_type, length })?;
        let writes = if is_full { most } else { rng.random_range(0..=most) };
        self.write_first(fragment, array, array_type, writes, depth, rng);
        Some(array)
    }

    /// An array of arrays of one length.
    fn new_rectangle(
        &self,
        fragment: &mut Fragment<'_>,
        array_type: TypeId,
        row_type: TypeId,
        depth: usize,
        rng: &mut SearchRng,
    ) -> Option<VariableRef> {
        let most = self.probabilities().max_array_writes;
        let n_rows = rng.random_range(1..=most);
        let n_columns = if rng.random_bool(SQUARE) { n_rows } else { rng.random_range(0..=most) };
        let array = fragment.push(Statement::NewArray { array_type, length: n_rows })?;
        for index in 0..n_rows {
            let row = fragment.push(Statement::NewArray { array_type: row_type, length: n_columns });
            let Some(value) = row else { break };
            let writes = rng.random_range(0..=n_columns.min(MAX_ROW_WRITES));
            self.write_first(fragment, value, row_type, writes, depth, rng);
            if fragment.push(Statement::WriteElement { array, index, value }).is_none() {
                break;
            }
        }
        Some(array)
    }

    /// Writes the first elements of an array.
    fn write_first(
        &self,
        fragment: &mut Fragment<'_>,
        array: VariableRef,
        array_type: TypeId,
        writes: u32,
        depth: usize,
        rng: &mut SearchRng,
    ) {
        for index in 0..writes {
            // An element that cannot be had, or for which there is no room, stays at its default.
            if self.write_element(fragment, array, array_type, index, depth, rng).is_none() {
                break;
            }
        }
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

    /// Another length for an array: mostly any short one, else a step, twice as long, or a number that the code speaks of.
    pub(crate) fn other_length(&self, length: u32, rng: &mut SearchRng) -> u32 {
        let other = match rng.random_range(0..8) {
            0 => length.saturating_add(1),
            1 => length.saturating_sub(1),
            2 => length.saturating_mul(2),
            3 => self.pooled_length(rng).unwrap_or(length),
            _ => rng.random_range(0..=self.probabilities().max_array_length),
        };
        other.min(MAX_ARRAY_LENGTH)
    }

    fn pooled_length(&self, rng: &mut SearchRng) -> Option<u32> {
        let number = self.literals().pool(ValueKind::Integer, rng)?.integer(rng)?;
        u32::try_from(number).ok().filter(|length| *length <= MAX_ARRAY_LENGTH)
    }
}
