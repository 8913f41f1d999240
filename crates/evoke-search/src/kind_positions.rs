//! A number for everything that goals of a class can ask for, so that what is kept by it is a plain vector.

use evoke_analysis::{ClassUnderTest, GoalKind, MethodId, Outcome, PredicateId};

/// Where each kind of goal begins; within a kind the order is that of ids, two outcomes for a predicate.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KindPositions {
    outcomes: OutcomePositions,
    direct_outcomes: OutcomePositions,
    lines: usize,
    mutants: usize,
    calls: usize,
    returns: usize,
    parts: usize,
    end: usize,
}

/// Where outcomes of predicates and entries of methods begin, over some activations.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OutcomePositions {
    branches: usize,
    entries: usize,
}

impl KindPositions {
    pub(crate) fn new(class: &ClassUnderTest) -> Self {
        let mut end = 0;
        let mut begin = |n: usize| {
            end += n;
            end - n
        };
        let (n_outcomes, n_methods) = (2 * class.predicates.len(), class.methods.len());
        Self {
            outcomes: OutcomePositions { branches: begin(n_outcomes), entries: begin(n_methods) },
            direct_outcomes: OutcomePositions { branches: begin(n_outcomes), entries: begin(n_methods) },
            lines: begin(class.lines.len()),
            mutants: begin(class.mutants.len()),
            calls: begin(n_methods),
            returns: begin(n_methods),
            parts: begin(class.n_parts()),
            end,
        }
    }

    /// How many positions there are.
    pub(crate) fn len(&self) -> usize {
        self.end
    }

    /// The position of what a goal asks for. An exception has none: nobody knows them beforehand.
    pub(crate) fn of(&self, kind: &GoalKind) -> Option<usize> {
        Some(match kind {
            GoalKind::Branch(predicate, outcome) => self.outcomes.branch(*predicate, *outcome),
            GoalKind::MethodEntry(method) => self.outcomes.entry(*method),
            GoalKind::Line(line) => self.lines + line.index(),
            GoalKind::DirectBranch(predicate, outcome) => self.direct_outcomes.branch(*predicate, *outcome),
            GoalKind::DirectEntry(method) => self.direct_outcomes.entry(*method),
            GoalKind::Mutant(mutant) => self.mutants + mutant.index(),
            GoalKind::Call(method) => self.calls + method.index(),
            GoalKind::Return(method) => self.returns + method.index(),
            GoalKind::ValuePart(part) => self.parts + part.index(),
            GoalKind::Exception(_) => return None,
        })
    }

    /// Positions over all activations of methods.
    pub(crate) fn all(&self) -> OutcomePositions {
        self.outcomes
    }

    /// Positions over the activations that the test itself called.
    pub(crate) fn direct(&self) -> OutcomePositions {
        self.direct_outcomes
    }
}

impl OutcomePositions {
    /// The position of an outcome.
    pub(crate) fn branch(&self, predicate: PredicateId, outcome: Outcome) -> usize {
        self.branches + 2 * predicate.index() + outcome as usize
    }

    /// The position of the entry of a method.
    pub(crate) fn entry(&self, method: MethodId) -> usize {
        self.entries + method.index()
    }
}
