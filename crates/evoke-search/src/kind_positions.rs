//! A number for everything that goals of a class can ask for, so that what is kept by it is a plain vector.

use evoke_analysis::call_context::{block_of_method, block_of_predicate};
use evoke_analysis::{
    ClassUnderTest, ContextBlock, ContextId, EscapedException, GoalKind, LineId, MethodId, MutantId, Outcome,
    PartId, PredicateId,
};
use evoke_testcase::{ExecutionTrace, ReachVisitor};

/// Where each kind of goal begins; within a kind the order is that of ids, two outcomes for a predicate.
#[derive(Clone, Debug)]
pub(crate) struct KindPositions {
    /// Of all activations, then of those of each context.
    branches: usize,
    /// Likewise.
    entries: usize,
    lines: usize,
    mutants: usize,
    kills: usize,
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
            kills: begin(class.mutants.len()),
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

    /// Calls `found` with the position and the distance of all that a run reached and that has a position, each once.
    #[inline]
    pub(crate) fn for_each_reached(&self, trace: &ExecutionTrace, found: impl FnMut(usize, f64)) {
        trace.show_reached(&mut Reached { positions: self, found });
    }

    /// The position of what a goal asks for. An exception has none: nobody knows them beforehand. Nor has a pair, which has two.
    #[inline]
    pub(crate) fn of(&self, kind: &GoalKind) -> Option<usize> {
        Some(match kind {
            GoalKind::Branch(predicate, outcome) => return self.branch(None, *predicate, *outcome),
            GoalKind::MethodEntry(method) => return self.entry(None, *method),
            GoalKind::BranchIn(context, predicate, outcome) => {
                return self.branch(Some(*context), *predicate, *outcome);
            }
            GoalKind::EntryIn(context, method) => return self.entry(Some(*context), *method),
            GoalKind::Line(line) => self.line(*line),
            GoalKind::Mutant(mutant) => self.mutant(*mutant),
            GoalKind::Kill(mutant) => self.kill(*mutant),
            GoalKind::Call(method) => self.call(*method),
            GoalKind::Return(method) => self.returned(*method),
            GoalKind::ValuePart(part) => self.value_part(*part),
            GoalKind::Exception(_) | GoalKind::Coupled(_) => return None,
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

    fn line(&self, line: LineId) -> usize {
        self.lines + line.index()
    }

    fn mutant(&self, mutant: MutantId) -> usize {
        self.mutants + mutant.index()
    }

    fn kill(&self, mutant: MutantId) -> usize {
        self.kills + mutant.index()
    }

    fn call(&self, method: MethodId) -> usize {
        self.calls + method.index()
    }

    fn returned(&self, method: MethodId) -> usize {
        self.returns + method.index()
    }

    fn value_part(&self, part: PartId) -> usize {
        self.parts + part.index()
    }
}

/// Hands on where what it is shown has its position.
struct Reached<'a, F> {
    positions: &'a KindPositions,
    found: F,
}

impl<F: FnMut(usize, f64)> ReachVisitor for Reached<'_, F> {
    #[inline]
    fn branch(
        &mut self,
        context: Option<ContextId>,
        predicate: PredicateId,
        outcome: Outcome,
        distance: f64,
    ) {
        if let Some(position) = self.positions.branch(context, predicate, outcome) {
            (self.found)(position, distance);
        }
    }

    #[inline]
    fn entry(&mut self, context: Option<ContextId>, method: MethodId) {
        if let Some(position) = self.positions.entry(context, method) {
            (self.found)(position, 0.0);
        }
    }

    #[inline]
    fn line(&mut self, line: LineId) {
        (self.found)(self.positions.line(line), 0.0);
    }

    #[inline]
    fn mutant(&mut self, mutant: MutantId, distance: f64) {
        (self.found)(self.positions.mutant(mutant), distance);
    }

    #[inline]
    fn kill(&mut self, mutant: MutantId, distance: f64) {
        (self.found)(self.positions.kill(mutant), distance);
    }

    #[inline]
    fn call(&mut self, method: MethodId) {
        (self.found)(self.positions.call(method), 0.0);
    }

    #[inline]
    fn returned(&mut self, method: MethodId, distance: f64) {
        (self.found)(self.positions.returned(method), distance);
    }

    #[inline]
    fn value_part(&mut self, part: PartId, distance: f64) {
        (self.found)(self.positions.value_part(part), distance);
    }

    fn exception(&mut self, _: &EscapedException) {}
}

/// What the context of the test adds to ids, where it is one of all methods, so that nothing has to be looked up.
fn shifts_of_test(blocks: &[ContextBlock], n_methods: usize) -> Option<(u32, u32)> {
    let of_test = blocks.iter().take_while(|block| block.context == ContextId::TEST).count();
    let first = blocks.first().filter(|_| of_test == n_methods)?;
    Some((first.shift(), first.entry - first.method.0))
}
