//! A number for everything that goals of a class can ask for, so that what is kept by it is a plain vector.

use evoke_analysis::call_context::{block_of_method, block_of_predicate};
use evoke_analysis::{ClassUnderTest, ContextBlock, ContextId, GoalKind, MethodId, Outcome, PredicateId};

/// Where each kind of goal begins; within a kind the order is that of ids, two outcomes for a predicate.
#[derive(Clone, Debug)]
pub(crate) struct KindPositions {
    /// Of all activations, then of those of each context.
    branches: usize,
    /// Likewise.
    entries: usize,
    lines: usize,
    mutants: usize,
    calls: usize,
    returns: usize,
    parts: usize,
    end: usize,
    /// Methods in their contexts, which have numbers of their own.
    blocks: Vec<ContextBlock>,
    /// Of the context of the test, if all methods have it: what is added to the ids of predicates, and of methods.
    test: Option<(u32, u32)>,
}

impl KindPositions {
    pub(crate) fn new(class: &ClassUnderTest) -> Self {
        let mut end = 0;
        let mut begin = |n: usize| {
            end += n;
            end - n
        };
        let blocks = class.context_blocks();
        let in_contexts: usize = blocks.iter().map(|block| block.own.len()).sum();
        let n_methods = class.methods.len();
        Self {
            branches: begin(2 * (class.predicates.len() + in_contexts)),
            entries: begin(n_methods + blocks.len()),
            lines: begin(class.lines.len()),
            mutants: begin(class.mutants.len()),
            calls: begin(n_methods),
            returns: begin(n_methods),
            parts: begin(class.n_parts()),
            end,
            test: shifts_of_test(&blocks, n_methods),
            blocks,
        }
    }

    /// How many positions there are.
    pub(crate) fn len(&self) -> usize {
        self.end
    }

    /// The position of what a goal asks for. An exception has none: nobody knows them beforehand.
    #[inline]
    pub(crate) fn of(&self, kind: &GoalKind) -> Option<usize> {
        Some(match kind {
            GoalKind::Branch(predicate, outcome) => return self.branch(None, *predicate, *outcome),
            GoalKind::MethodEntry(method) => return self.entry(None, *method),
            GoalKind::BranchIn(context, predicate, outcome) => {
                return self.branch(Some(*context), *predicate, *outcome);
            }
            GoalKind::EntryIn(context, method) => return self.entry(Some(*context), *method),
            GoalKind::Line(line) => self.lines + line.index(),
            GoalKind::Mutant(mutant) => self.mutants + mutant.index(),
            GoalKind::Call(method) => self.calls + method.index(),
            GoalKind::Return(method) => self.returns + method.index(),
            GoalKind::ValuePart(part) => self.parts + part.index(),
            GoalKind::Exception(_) => return None,
        })
    }

    /// The position of an outcome, in all activations or in those of a context.
    #[inline]
    pub(crate) fn branch(
        &self,
        context: Option<ContextId>,
        predicate: PredicateId,
        outcome: Outcome,
    ) -> Option<usize> {
        let shift = match (context, self.test) {
            (None, _) => 0,
            (Some(ContextId::TEST), Some((shift, _))) => shift,
            (Some(context), _) => block_of_predicate(&self.blocks, context, predicate)?.shift(),
        };
        Some(self.branches + 2 * (predicate.0 + shift) as usize + outcome as usize)
    }

    /// The position of the entry of a method, likewise.
    #[inline]
    pub(crate) fn entry(&self, context: Option<ContextId>, method: MethodId) -> Option<usize> {
        let number = match (context, self.test) {
            (None, _) => method.0,
            (Some(ContextId::TEST), Some((_, shift))) => method.0 + shift,
            (Some(context), _) => block_of_method(&self.blocks, context, method)?.entry,
        };
        Some(self.entries + number as usize)
    }
}

/// What the context of the test adds to ids, where it is one of all methods, so that nothing has to be looked up.
fn shifts_of_test(blocks: &[ContextBlock], n_methods: usize) -> Option<(u32, u32)> {
    let of_test = blocks.iter().take_while(|block| block.context == ContextId::TEST).count();
    let first = blocks.first().filter(|_| of_test == n_methods)?;
    Some((first.shift(), first.entry - first.method.0))
}
