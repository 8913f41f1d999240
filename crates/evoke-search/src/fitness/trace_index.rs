//! A trace made searchable in constant time: a scratch table over all that goals of the class can ask for, reused from run
//! to run by counting epochs instead of clearing.

use evoke_analysis::{ClassUnderTest, ContextId, GoalKind, MethodId, Outcome, PredicateId};
use evoke_testcase::ExecutionTrace;

use crate::kind_positions::KindPositions;

/// The scratch table of one class.
pub(crate) struct TraceIndex {
    epoch: u32,
    positions: KindPositions,
    /// By position: the epoch in which it was last reached, and from how far.
    distances: Vec<(u32, f64)>,
}

/// A trace in the table.
pub(crate) struct IndexedTrace<'a> {
    index: &'a TraceIndex,
}

/// The activations of methods in a trace, or some of them.
#[derive(Clone, Copy)]
pub(crate) struct Activations<'a> {
    index: &'a TraceIndex,
    /// `None` for all.
    context: Option<ContextId>,
}

impl TraceIndex {
    pub(crate) fn new(class: &ClassUnderTest) -> Self {
        let positions = KindPositions::new(class);
        Self { epoch: 0, distances: vec![(0, 0.0); positions.len()], positions }
    }

    /// Indexes a trace of this class.
    pub(crate) fn index(&mut self, trace: &ExecutionTrace) -> IndexedTrace<'_> {
        if self.epoch == u32::MAX {
            self.distances.fill((0, 0.0));
            self.epoch = 0;
        }
        self.epoch += 1;
        let Self { epoch, positions, distances } = self;
        positions.for_each_reached(trace, |position, distance| distances[position] = (*epoch, distance));
        IndexedTrace { index: self }
    }

    fn look_up(&self, position: usize) -> Option<f64> {
        let (epoch, distance) = self.distances[position];
        (epoch == self.epoch).then_some(distance)
    }
}

impl<'a> IndexedTrace<'a> {
    /// How far the run stayed from what goals at a position of [`KindPositions`] ask for, if it reached it.
    pub(crate) fn distance_at(&self, position: usize) -> Option<f64> {
        self.index.look_up(position)
    }

    /// How far the run stayed from what a goal asks for, if it reached it.
    pub(crate) fn distance_to(&self, kind: &GoalKind) -> Option<f64> {
        self.distance_at(self.index.positions.of(kind)?)
    }

    /// All activations.
    pub(crate) fn all(&self) -> Activations<'a> {
        Activations { index: self.index, context: None }
    }

    /// The activations that were called from the context.
    pub(crate) fn in_context(&self, context: ContextId) -> Activations<'a> {
        Activations { index: self.index, context: Some(context) }
    }
}

impl Activations<'_> {
    /// How far a predicate was from an outcome, if it ran.
    pub(crate) fn distance(&self, predicate: PredicateId, outcome: Outcome) -> Option<f64> {
        self.index.look_up(self.index.positions.branch(self.context, predicate, outcome)?)
    }

    /// Whether the method was entered.
    pub(crate) fn entered(&self, method: MethodId) -> bool {
        let position = self.index.positions.entry(self.context, method);
        position.is_some_and(|position| self.index.look_up(position).is_some())
    }
}
