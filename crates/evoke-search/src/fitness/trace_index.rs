//! A trace made searchable in constant time: scratch tables over all ids of the class, reused from run to run by
//! counting epochs instead of clearing.

use evoke_analysis::{ClassUnderTest, LineId, MethodId, MutantId, PartId, PredicateId};
use evoke_testcase::{ExecutionTrace, PredicateRecord};

/// Scratch tables for one class.
pub(crate) struct TraceIndex {
    epoch: u32,
    all: ActivationIndex,
    /// Activations that the test itself called.
    direct: ActivationIndex,
    /// By line.
    lines: Table<()>,
    /// By mutant: its infection distance.
    mutants: Table<f64>,
    /// By method: whether a call of the test returned.
    calls: Table<bool>,
    /// By part of a value domain: its distance.
    values: Table<f64>,
}

/// By id: the epoch in which it last occurred, and what was recorded.
type Table<T> = Vec<(u32, T)>;

/// What ran, over some activations of methods.
struct ActivationIndex {
    /// By branch: its record's position in the trace.
    predicates: Table<u32>,
    /// By method.
    methods: Table<()>,
}

/// A trace with its index.
pub(crate) struct IndexedTrace<'a> {
    index: &'a TraceIndex,
    trace: &'a ExecutionTrace,
}

/// The activations of methods in a trace, or some of them.
pub(crate) struct Activations<'a> {
    epoch: u32,
    index: &'a ActivationIndex,
    records: &'a [PredicateRecord],
}

impl TraceIndex {
    pub(crate) fn new(class: &ClassUnderTest) -> Self {
        Self {
            epoch: 0,
            all: ActivationIndex::new(class),
            direct: ActivationIndex::new(class),
            lines: vec![(0, ()); class.lines.len()],
            mutants: vec![(0, 0.0); class.mutants.len()],
            calls: vec![(0, false); class.methods.len()],
            values: vec![(0, 0.0); class.n_parts()],
        }
    }

    /// Indexes a trace of this class.
    pub(crate) fn index<'a>(&'a mut self, trace: &'a ExecutionTrace) -> IndexedTrace<'a> {
        if self.epoch == u32::MAX {
            self.forget();
        }
        self.epoch += 1;
        let epoch = self.epoch;
        self.all.mark(epoch, &trace.predicates, &trace.methods);
        self.direct.mark(epoch, &trace.direct_predicates, &trace.direct_methods);
        for line in &trace.lines {
            self.lines[line.index()].0 = epoch;
        }
        for record in &trace.mutants {
            self.mutants[record.mutant.index()] = (epoch, record.infection_distance);
        }
        for record in &trace.calls {
            self.calls[record.method.index()] = (epoch, record.returned);
        }
        for record in &trace.values {
            self.values[record.part.index()] = (epoch, record.distance);
        }
        IndexedTrace { index: self, trace }
    }

    fn forget(&mut self) {
        for activations in [&mut self.all, &mut self.direct] {
            activations.predicates.fill((0, 0));
            activations.methods.fill((0, ()));
        }
        self.lines.fill((0, ()));
        self.mutants.fill((0, 0.0));
        self.calls.fill((0, false));
        self.values.fill((0, 0.0));
        self.epoch = 0;
    }
}

impl ActivationIndex {
    fn new(class: &ClassUnderTest) -> Self {
        Self { predicates: vec![(0, 0); class.predicates.len()], methods: vec![(0, ()); class.methods.len()] }
    }

    fn mark(&mut self, epoch: u32, records: &[PredicateRecord], methods: &[MethodId]) {
        for (position, record) in records.iter().enumerate() {
            self.predicates[record.predicate.index()] = (epoch, position as u32);
        }
        for method in methods {
            self.methods[method.index()].0 = epoch;
        }
    }
}

impl<'a> IndexedTrace<'a> {
    /// All activations.
    pub(crate) fn all(&self) -> Activations<'a> {
        let (epoch, index) = (self.index.epoch, &self.index.all);
        Activations { epoch, index, records: &self.trace.predicates }
    }

    /// The activations that the test itself called.
    pub(crate) fn direct(&self) -> Activations<'a> {
        let (epoch, index) = (self.index.epoch, &self.index.direct);
        Activations { epoch, index, records: &self.trace.direct_predicates }
    }

    /// Whether the line ran.
    pub(crate) fn ran(&self, line: LineId) -> bool {
        self.look_up(&self.index.lines, line.index()).is_some()
    }

    /// The infection distance of a mutant, if it was reached.
    pub(crate) fn infection_distance(&self, mutant: MutantId) -> Option<f64> {
        self.look_up(&self.index.mutants, mutant.index())
    }

    /// Whether a call of the method by the test returned, if there was one.
    pub(crate) fn call(&self, method: MethodId) -> Option<bool> {
        self.look_up(&self.index.calls, method.index())
    }

    /// The distance to a part of a value slot, if the test passed or got a value there.
    pub(crate) fn value_distance(&self, part: PartId) -> Option<f64> {
        self.look_up(&self.index.values, part.index())
    }

    fn look_up<T: Copy>(&self, table: &Table<T>, position: usize) -> Option<T> {
        let (epoch, value) = table[position];
        (epoch == self.index.epoch).then_some(value)
    }
}

impl<'a> Activations<'a> {
    /// The record of a predicate, if it ran.
    pub(crate) fn predicate(&self, predicate: PredicateId) -> Option<&'a PredicateRecord> {
        let (epoch, position) = self.index.predicates[predicate.index()];
        (epoch == self.epoch).then(|| &self.records[position as usize])
    }

    /// Whether the method was entered.
    pub(crate) fn entered(&self, method: MethodId) -> bool {
        self.index.methods[method.index()].0 == self.epoch
    }
}
