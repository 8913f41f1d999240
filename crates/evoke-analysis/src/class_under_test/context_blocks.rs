//! Numbers the predicates and the entries of methods in each of their contexts.

use std::ops::Range;

use crate::{ClassUnderTest, ContextBlock, MethodId};

impl ClassUnderTest {
    /// Every method in each of its contexts, by context, then method; numbers ascend.
    pub fn context_blocks(&self) -> Vec<ContextBlock> {
        let (mut first, mut entry) = (self.predicates.len() as u32, self.methods.len() as u32);
        let mut blocks = Vec::new();
        for context in &self.contexts {
            for method in &context.targets {
                let own = self.predicates_of(*method);
                let length = own.end - own.start;
                blocks.push(ContextBlock { context: context.id, method: *method, own, first, entry });
                first += length;
                entry += 1;
            }
        }
        blocks
    }

    /// Ids of a method's predicates, which follow each other.
    fn predicates_of(&self, method: MethodId) -> Range<u32> {
        let start = self.predicates.partition_point(|predicate| predicate.method < method);
        let end = self.predicates.partition_point(|predicate| predicate.method <= method);
        start as u32..end as u32
    }
}
