//! Which goals a trace covers, read off the trace alone: the cost is that of the trace, not of the number of goals.

use evoke_analysis::{ClassUnderTest, GoalId, GoalKind, Outcome};
use evoke_testcase::{ExecutionTrace, PredicateRecord};

/// Goals by what covers them.
pub(crate) struct CoverageTable {
    predicates: OutcomeGoals,
    direct_predicates: OutcomeGoals,
    lines: Vec<Option<GoalId>>,
    /// By method: goals of its entry, of which several criteria may have one.
    methods: Vec<Vec<GoalId>>,
    direct_methods: Vec<Option<GoalId>>,
    mutants: Vec<Option<GoalId>>,
    calls: Vec<Option<GoalId>>,
    returns: Vec<Option<GoalId>>,
    parts: Vec<Option<GoalId>>,
}

/// By branch: goals of its true and of its false outcome.
type OutcomeGoals = Vec<[Option<GoalId>; 2]>;

impl CoverageTable {
    pub(crate) fn new(class: &ClassUnderTest) -> Self {
        let n_methods = class.methods.len();
        let mut table = Self {
            predicates: vec![[None; 2]; class.predicates.len()],
            direct_predicates: vec![[None; 2]; class.predicates.len()],
            lines: vec![None; class.lines.len()],
            methods: vec![Vec::new(); n_methods],
            direct_methods: vec![None; n_methods],
            mutants: vec![None; class.mutants.len()],
            calls: vec![None; n_methods],
            returns: vec![None; n_methods],
            parts: vec![None; class.n_parts()],
        };
        for goal in &class.goals {
            table.add(&goal.kind, goal.id);
        }
        table
    }

    fn add(&mut self, kind: &GoalKind, goal: GoalId) {
        let entry = match kind {
            GoalKind::Branch(predicate, outcome) => {
                &mut self.predicates[predicate.index()][*outcome as usize]
            }
            GoalKind::DirectBranch(predicate, outcome) => {
                &mut self.direct_predicates[predicate.index()][*outcome as usize]
            }
            GoalKind::Line(line) => &mut self.lines[line.index()],
            GoalKind::MethodEntry(method) => return self.methods[method.index()].push(goal),
            GoalKind::DirectEntry(method) => &mut self.direct_methods[method.index()],
            GoalKind::Mutant(mutant) => &mut self.mutants[mutant.index()],
            GoalKind::Call(method) => &mut self.calls[method.index()],
            GoalKind::Return(method) => &mut self.returns[method.index()],
            GoalKind::ValuePart(part) => &mut self.parts[part.index()],
            // Found while searching; see `ExceptionGoals`.
            GoalKind::Exception(_) => return,
        };
        *entry = Some(goal);
    }

    /// The goals that the trace covers.
    pub(crate) fn covered<'a>(&'a self, trace: &'a ExecutionTrace) -> impl Iterator<Item = GoalId> + 'a {
        let lines = trace.lines.iter().filter_map(|line| self.lines[line.index()]);
        let methods = trace.methods.iter().flat_map(|method| self.methods[method.index()].iter().copied());
        let direct_methods =
            trace.direct_methods.iter().filter_map(|method| self.direct_methods[method.index()]);
        let mutants = trace.mutants.iter().filter(|record| record.infection_distance == 0.0);
        let mutants = mutants.filter_map(|record| self.mutants[record.mutant.index()]);
        let calls = trace.calls.iter().flat_map(|record| {
            let method = record.method.index();
            self.calls[method].into_iter().chain(self.returns[method].filter(|_| record.returned))
        });
        let values = trace.values.iter().filter(|record| record.distance == 0.0);
        let values = values.filter_map(|record| self.parts[record.part.index()]);
        taken(&self.predicates, &trace.predicates)
            .chain(lines)
            .chain(methods)
            .chain(taken(&self.direct_predicates, &trace.direct_predicates))
            .chain(direct_methods)
            .chain(mutants)
            .chain(calls)
            .chain(values)
    }
}

/// Goals of the outcomes that occurred.
fn taken<'a>(
    goals: &'a OutcomeGoals,
    records: &'a [PredicateRecord],
) -> impl Iterator<Item = GoalId> + use<'a> {
    records.iter().flat_map(move |record| {
        let goals = &goals[record.predicate.index()];
        taken_outcomes(record).filter_map(move |outcome| goals[outcome as usize])
    })
}

/// The outcomes of a predicate that occurred.
pub(crate) fn taken_outcomes(record: &PredicateRecord) -> impl Iterator<Item = Outcome> + use<> {
    let record = *record;
    [Outcome::True, Outcome::False].into_iter().filter(move |outcome| record.distance(*outcome) == 0.0)
}
