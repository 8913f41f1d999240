//! A trace made searchable in constant time: scratch tables over all ids of the class, reused from run to run by
//! counting epochs instead of clearing.

use evoke_analysis::{BranchId, ClassUnderTest, LineId, MethodId};
use evoke_testcase::{BranchRecord, ExecutionTrace};

/// Scratch tables for one class.
pub(crate) struct TraceIndex {
    epoch: u32,
    /// By branch: the epoch in which it last ran, and its record's position in that trace.
    branches: Vec<(u32, u32)>,
    /// By line: the epoch in which it last ran.
    lines: Vec<u32>,
    /// By method: the epoch in which it was last entered.
    methods: Vec<u32>,
}

/// A trace with its index.
pub(crate) struct IndexedTrace<'a> {
    index: &'a TraceIndex,
    records: &'a [BranchRecord],
}

impl TraceIndex {
    pub(crate) fn new(class: &ClassUnderTest) -> Self {
        Self {
            epoch: 0,
            branches: vec![(0, 0); class.branches.len()],
            lines: vec![0; class.lines.len()],
            methods: vec![0; class.methods.len()],
        }
    }

    /// Indexes a trace of this class.
    pub(crate) fn index<'a>(&'a mut self, trace: &'a ExecutionTrace) -> IndexedTrace<'a> {
        if self.epoch == u32::MAX {
            self.branches.fill((0, 0));
            self.lines.fill(0);
            self.methods.fill(0);
            self.epoch = 0;
        }
        self.epoch += 1;
        for (position, record) in trace.branches.iter().enumerate() {
            self.branches[record.branch.index()] = (self.epoch, position as u32);
        }
        for line in &trace.lines {
            self.lines[line.index()] = self.epoch;
        }
        for method in &trace.methods {
            self.methods[method.index()] = self.epoch;
        }
        IndexedTrace { index: self, records: &trace.branches }
    }
}

impl<'a> IndexedTrace<'a> {
    /// The record of a predicate, if it ran.
    pub(crate) fn branch(&self, branch: BranchId) -> Option<&'a BranchRecord> {
        let (epoch, position) = self.index.branches[branch.index()];
        (epoch == self.index.epoch).then(|| &self.records[position as usize])
    }

    /// Whether the line ran.
    pub(crate) fn ran(&self, line: LineId) -> bool {
        self.index.lines[line.index()] == self.index.epoch
    }

    /// Whether the method was entered.
    pub(crate) fn entered(&self, method: MethodId) -> bool {
        self.index.methods[method.index()] == self.index.epoch
    }
}
