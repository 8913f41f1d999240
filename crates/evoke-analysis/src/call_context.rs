//! Contexts: where the call comes from that begins an activation of a method under test. Criteria that ask for a branch in
//! some activations only tell activations by them.
//!
//! In each of its contexts a method has numbers of its own for its predicates and for its entry, which follow those of the
//! class. Which context an activation is in is known when it begins, so that the numbers differ by an amount that is the
//! same for the whole activation.

use std::collections::BTreeMap;
use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::{ContextId, MethodId, PredicateId};

/// A place that calls come from, with the methods that it may call.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CallContext {
    /// Its position in [`crate::ClassUnderTest::contexts`].
    pub id: ContextId,
    /// The instructions of the class under test that it stands for; none for the statements of the test.
    pub sites: Vec<CallSite>,
    /// The methods whose activations are told apart by it, ascending.
    pub targets: Vec<MethodId>,
}

/// An instruction that calls a method.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct CallSite {
    /// The method that it is in.
    pub method: MethodId,
    /// Its byte offset.
    pub offset: u32,
    /// Its source line, where the line table tells.
    pub line: Option<u16>,
}

/// A method in one of its contexts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContextBlock {
    /// The context.
    pub context: ContextId,
    /// The method.
    pub method: MethodId,
    /// The method's predicates.
    pub own: Range<u32>,
    /// Number of the first of them in this context.
    pub first: u32,
    /// Number of the method's entry in this context.
    pub entry: u32,
}

/// The blocks of one method, one for each context from the first on, some of which may have none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContextColumns {
    /// The first context.
    pub first: ContextId,
    /// What it and each after it adds to the ids of the method's predicates; 0 where there is no block.
    pub shifts: Vec<i32>,
    /// The method's entry in each; 0 where there is no block.
    pub entries: Vec<i32>,
}

/// Blocks, which are in the order of contexts, by method.
pub fn columns_by_method(blocks: &[ContextBlock]) -> BTreeMap<MethodId, ContextColumns> {
    let mut by_method: BTreeMap<MethodId, ContextColumns> = BTreeMap::new();
    for block in blocks {
        let none = || ContextColumns { first: block.context, shifts: Vec::new(), entries: Vec::new() };
        let columns = by_method.entry(block.method).or_insert_with(none);
        let n_before = (block.context.0 - columns.first.0) as usize;
        columns.shifts.resize(n_before, 0);
        columns.entries.resize(n_before, 0);
        columns.shifts.push(block.shift() as i32);
        columns.entries.push(block.entry as i32);
    }
    by_method
}

impl ContextId {
    /// Calls that statements of the test make.
    pub const TEST: Self = Self(0);
}

impl ContextBlock {
    /// What is added to the ids of the method's predicates in this context.
    pub fn shift(&self) -> u32 {
        self.first - self.own.start
    }
}

/// The block that a predicate in a context belongs to, of blocks in the order of [`crate::ClassUnderTest::context_blocks`].
pub fn block_of_predicate(
    blocks: &[ContextBlock],
    context: ContextId,
    predicate: PredicateId,
) -> Option<&ContextBlock> {
    let after = blocks.partition_point(|block| (block.context, block.own.start) <= (context, predicate.0));
    let block = blocks.get(after.checked_sub(1)?)?;
    (block.context == context && block.own.contains(&predicate.0)).then_some(block)
}

/// The block that a number of a predicate in a context belongs to, of the same blocks; `None` for numbers of the class itself.
pub fn block_of_number(blocks: &[ContextBlock], number: PredicateId) -> Option<&ContextBlock> {
    let after = blocks.partition_point(|block| block.first <= number.0);
    blocks.get(after.checked_sub(1)?)
}

/// The block of a method in a context, likewise.
pub fn block_of_method(
    blocks: &[ContextBlock],
    context: ContextId,
    method: MethodId,
) -> Option<&ContextBlock> {
    let position = blocks.binary_search_by_key(&(context, method), |block| (block.context, block.method));
    blocks.get(position.ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_have_a_place_for_every_context_from_the_first_to_the_last() {
        let block = |context, method, first, entry| ContextBlock {
            context: ContextId(context),
            method: MethodId(method),
            own: 4..6,
            first,
            entry,
        };
        let columns = columns_by_method(&[block(2, 1, 20, 9), block(3, 0, 22, 10), block(5, 1, 24, 11)]);
        let of_first = ContextColumns { first: ContextId(3), shifts: vec![18], entries: vec![10] };
        let of_second =
            ContextColumns { first: ContextId(2), shifts: vec![16, 0, 0, 20], entries: vec![9, 0, 0, 11] };
        assert_eq!(columns, BTreeMap::from([(MethodId(0), of_first), (MethodId(1), of_second)]));
    }
}
