//! Which goals a trace covers, read off the trace alone: the cost is that of the trace, not of the number of goals.

use evoke_analysis::{ClassUnderTest, GoalId, GoalKind, Outcome};
use evoke_testcase::{BranchRecord, ExecutionTrace};

/// Goals by what covers them.
pub(crate) struct CoverageTable {
    /// By branch: goals of its true and of its false outcome.
    branches: Vec<[Option<GoalId>; 2]>,
    lines: Vec<Option<GoalId>>,
    methods: Vec<Option<GoalId>>,
}

impl CoverageTable {
    pub(crate) fn new(class: &ClassUnderTest) -> Self {
        let mut table = Self {
            branches: vec![[None; 2]; class.branches.len()],
            lines: vec![None; class.lines.len()],
            methods: vec![None; class.methods.len()],
        };
        for goal in &class.goals {
            let entry = match goal.kind {
                GoalKind::Branch(branch, outcome) => &mut table.branches[branch.index()][outcome as usize],
                GoalKind::Line(line) => &mut table.lines[line.index()],
                GoalKind::MethodEntry(method) => &mut table.methods[method.index()],
            };
            *entry = Some(goal.id);
        }
        table
    }

    /// The goals that the trace covers.
    pub(crate) fn covered<'a>(&'a self, trace: &'a ExecutionTrace) -> impl Iterator<Item = GoalId> + 'a {
        let outcomes = trace.branches.iter().flat_map(move |record| {
            let goals = &self.branches[record.branch.index()];
            taken_outcomes(record).filter_map(move |outcome| goals[outcome as usize])
        });
        let lines = trace.lines.iter().filter_map(|line| self.lines[line.index()]);
        let methods = trace.methods.iter().filter_map(|method| self.methods[method.index()]);
        outcomes.chain(lines).chain(methods)
    }
}

/// The outcomes of a predicate that occurred.
pub(crate) fn taken_outcomes(record: &BranchRecord) -> impl Iterator<Item = Outcome> + use<> {
    let record = *record;
    [Outcome::True, Outcome::False].into_iter().filter(move |outcome| record.distance(*outcome) == 0.0)
}
