//! What instrumented code reported during a run, and the one definition of when a goal is covered.
//!
//! What a goal asks for is reached by a run or not; where it was reached, the run stayed some distance away from it. A goal
//! is covered when that distance is 0. Whatever else speaks of covered goals, an index of them or a fitness, is computed
//! from these distances.

use evoke_analysis::{
    ContextId, CoupledBranch, Coupling, EscapedException, GoalKind, LineId, MethodId, MutantId, Outcome,
    PartId, PredicateId,
};
use serde::{Deserialize, Serialize};

use crate::KillRecord;

/// What instrumented code reported during one run; everything sorted by id.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ExecutionTrace {
    /// Predicates that ran.
    pub predicates: Vec<PredicateRecord>,
    /// Lines that ran.
    pub lines: Vec<LineId>,
    /// Methods that were entered.
    pub methods: Vec<MethodId>,
    /// Steps it took: methods entered and loops gone round, in the class under test and in the classes of its class path.
    pub steps: u32,
    /// What else it cost; all 0 unless the class was instrumented to count it.
    pub effort: Effort,
    /// Threads that the test made, pools' included.
    pub threads: u32,
    /// Whether the pool that all tests share ([`PoolPace`](crate::PoolPace)) did anything meanwhile, or had something to do; only of a run that
    /// is observed.
    pub uses_pool: bool,
    /// Whether there were files in its folder when it was over ([`FileTimes`](crate::FileTimes)); only of a run that is observed.
    pub leaves_files: bool,
    /// Numbers that it drew from generators which start otherwise in every JVM (`ThreadLocalRandom`, `Math.random`); only of a run that is
    /// observed.
    pub draws: u32,
    /// How often it asked for the date or the time of day, on the thread that runs tests; only of a run that is observed.
    pub dates_read: u32,
    /// Identity hash codes that were made for it, and for what looked at its values; only of a run that is observed.
    pub identity_hashes: u32,
    /// What ran in activations of some contexts; only where a criterion tells them apart.
    pub contexts: Vec<ContextTrace>,
    /// Mutants that were reached; only with weak mutation.
    pub mutants: Vec<MutantRecord>,
    /// What runs on mutants showed; only with strong mutation.
    pub kills: Vec<KillRecord>,
    /// Statements begun in these runs, and in those of the original that they were compared with.
    pub mutant_statements: u32,
    /// Methods that statements of the test called; only if a criterion asks for calls.
    pub calls: Vec<CallRecord>,
    /// Values that calls of the test passed or returned; only if a criterion asks for values.
    pub values: Vec<ValueRecord>,
    /// What left the last call of the test; only with exception coverage.
    pub escaped: Option<EscapedException>,
}

/// What ran in the activations of one context.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ContextTrace {
    /// The context.
    pub context: ContextId,
    /// Predicates that ran in these activations.
    pub predicates: Vec<PredicateRecord>,
    /// Methods of which there were such activations.
    pub methods: Vec<MethodId>,
}

/// All executions of one mutant's place in a run.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct MutantRecord {
    /// The mutant.
    pub mutant: MutantId,
    /// Smallest infection distance; 0 exactly if the mutant's state came to differ.
    pub infection_distance: f64,
}

/// All calls of one method by statements of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CallRecord {
    /// The method.
    pub method: MethodId,
    /// Whether one of the calls returned.
    pub returned: bool,
}

/// All values of one slot in a run, as seen from one part of its partition.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct ValueRecord {
    /// The part.
    pub part: PartId,
    /// Smallest distance of a value to it; 0 exactly if one lay in it.
    pub distance: f64,
}

/// What a run did in code under test, as a measure of its cost that does not depend on the machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Effort {
    /// Calls made.
    pub calls: u32,
    /// Objects and arrays made, but for the first at each place.
    pub repeated_allocations: u32,
    /// Lines begun.
    pub lines: u32,
}

/// All executions of one predicate in a run.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct PredicateRecord {
    /// The predicate.
    pub predicate: PredicateId,
    /// Smallest distance to its true outcome; 0 exactly if that was taken.
    pub distance_true: f64,
    /// Smallest distance to its false outcome; 0 exactly if that was taken.
    pub distance_false: f64,
    /// How often it ran.
    pub executions: u32,
}

/// Is shown what a run reached, a method for each [`GoalKind`]: the search looks at every run in this way, and has no time for
/// values of an enum. What comes without a distance was covered. A context of `None` stands for all activations.
pub trait ReachVisitor {
    /// An outcome of a predicate that ran.
    fn branch(&mut self, context: Option<ContextId>, predicate: PredicateId, outcome: Outcome, distance: f64);
    /// A method that was entered.
    fn entry(&mut self, context: Option<ContextId>, method: MethodId);
    /// A line that ran.
    fn line(&mut self, line: LineId);
    /// A mutant whose instruction ran.
    fn mutant(&mut self, mutant: MutantId, distance: f64);
    /// A mutant that was infected and that the test was run on.
    fn kill(&mut self, mutant: MutantId, distance: f64);
    /// A method that the test called.
    fn call(&mut self, method: MethodId);
    /// The return of such a method.
    fn returned(&mut self, method: MethodId, distance: f64);
    /// A part of the values of a place where there was one.
    fn value_part(&mut self, part: PartId, distance: f64);
    /// What left the last call.
    fn exception(&mut self, exception: &EscapedException);
}

/// Whether a distance is that of a covered goal.
pub fn is_covered(distance: f64) -> bool {
    distance == 0.0
}

impl ExecutionTrace {
    /// The record of a predicate, if it ran.
    pub fn predicate(&self, predicate: PredicateId) -> Option<&PredicateRecord> {
        find(&self.predicates, predicate, |record| record.predicate)
    }

    /// How far the run stayed from what a goal asks for; `None` if it did not reach it. Takes logarithmic time; who asks for
    /// many goals goes through [`ExecutionTrace::show_reached`].
    pub fn distance(&self, goal: &GoalKind) -> Option<f64> {
        let ran = |is_there: bool| is_there.then_some(0.0);
        match goal {
            GoalKind::Branch(predicate, outcome) => {
                self.predicate(*predicate).map(|record| record.distance(*outcome))
            }
            GoalKind::Line(line) => ran(self.lines.binary_search(line).is_ok()),
            GoalKind::MethodEntry(method) => ran(self.methods.binary_search(method).is_ok()),
            GoalKind::BranchIn(context, predicate, outcome) => {
                find(&self.context(*context)?.predicates, *predicate, |record| record.predicate)
                    .map(|record| record.distance(*outcome))
            }
            GoalKind::EntryIn(context, method) => {
                ran(self.context(*context)?.methods.binary_search(method).is_ok())
            }
            GoalKind::Mutant(mutant) => {
                find(&self.mutants, *mutant, |record| record.mutant).map(|record| record.infection_distance)
            }
            GoalKind::Kill(mutant) => {
                find(&self.kills, *mutant, |record| record.mutant).map(KillRecord::distance)
            }
            GoalKind::Call(method) => ran(self.call(*method).is_some()),
            GoalKind::Return(method) => self.call(*method).map(CallRecord::distance_to_return),
            GoalKind::ValuePart(part) => {
                find(&self.values, *part, |record| record.part).map(|record| record.distance)
            }
            GoalKind::Exception(exception) => ran(self.escaped.as_ref() == Some(exception)),
            GoalKind::Coupled(coupled) => self.distance_to_coupled(coupled),
        }
    }

    /// Shows everything that goals can ask for and the run reached, each once and with its distance; but not pairs of these.
    #[inline]
    pub fn show_reached(&self, visitor: &mut impl ReachVisitor) {
        show_branches(&self.predicates, None, visitor);
        for line in &self.lines {
            visitor.line(*line);
        }
        for method in &self.methods {
            visitor.entry(None, *method);
        }
        for of in &self.contexts {
            show_branches(&of.predicates, Some(of.context), visitor);
            for method in &of.methods {
                visitor.entry(Some(of.context), *method);
            }
        }
        for record in &self.mutants {
            visitor.mutant(record.mutant, record.infection_distance);
        }
        for record in &self.kills {
            visitor.kill(record.mutant, record.distance());
        }
        for record in &self.calls {
            visitor.call(record.method);
            visitor.returned(record.method, record.distance_to_return());
        }
        for record in &self.values {
            visitor.value_part(record.part, record.distance);
        }
        if let Some(escaped) = &self.escaped {
            visitor.exception(escaped);
        }
    }

    /// Whether the goal was covered.
    pub fn covers(&self, goal: &GoalKind) -> bool {
        self.distance(goal).is_some_and(is_covered)
    }

    /// How far calls from the sites of a coupled branch stayed from the callee's part of it, if the caller did its own part.
    fn distance_to_coupled(&self, coupled: &CoupledBranch) -> Option<f64> {
        let (predicate, outcome) = coupled.callee;
        let distances = coupled
            .contexts
            .iter()
            .filter_map(|context| self.distance(&GoalKind::BranchIn(*context, predicate, outcome)));
        if self.covers(&coupled.caller) { distances.min_by(f64::total_cmp) } else { None }
    }

    /// Calls `found` with every coupled branch that the run covered: the position of the caller's branch among
    /// [`Coupling::callers`], and the number. One that is coupled by several contexts may come several times.
    pub fn for_each_coupled(&self, coupling: &Coupling, mut found: impl FnMut(usize, u32)) {
        for of_context in &self.contexts {
            for position in coupling.leading_to(of_context.context) {
                let position = *position as usize;
                if !self.covers(&coupling.callers[position].kind) {
                    continue;
                }
                for record in &of_context.predicates {
                    for outcome in record.taken() {
                        if let Some(number) = coupling.number(position, (record.predicate, outcome)) {
                            found(position, number);
                        }
                    }
                }
            }
        }
    }

    /// What ran in the activations of a context, if any did.
    pub fn context(&self, context: ContextId) -> Option<&ContextTrace> {
        find(&self.contexts, context, |of| of.context)
    }

    fn call(&self, method: MethodId) -> Option<&CallRecord> {
        find(&self.calls, method, |record| record.method)
    }
}

/// Shows both outcomes of every predicate that ran.
#[inline]
fn show_branches(records: &[PredicateRecord], context: Option<ContextId>, visitor: &mut impl ReachVisitor) {
    for record in records {
        visitor.branch(context, record.predicate, Outcome::True, record.distance_true);
        visitor.branch(context, record.predicate, Outcome::False, record.distance_false);
    }
}

/// The record with an id, of records sorted by it.
fn find<T, Id: Ord + Copy>(records: &[T], id: Id, id_of: impl Fn(&T) -> Id) -> Option<&T> {
    let position = records.binary_search_by_key(&id, id_of).ok()?;
    records.get(position)
}

impl PredicateRecord {
    /// Smallest distance to an outcome.
    pub fn distance(&self, outcome: Outcome) -> f64 {
        match outcome {
            Outcome::True => self.distance_true,
            Outcome::False => self.distance_false,
        }
    }

    /// The outcomes that it had.
    pub fn taken(&self) -> impl Iterator<Item = Outcome> + use<> {
        let record = *self;
        [Outcome::True, Outcome::False]
            .into_iter()
            .filter(move |outcome| is_covered(record.distance(*outcome)))
    }
}

impl CallRecord {
    /// 0 if one of the calls returned, else 1.
    pub fn distance_to_return(&self) -> f64 {
        if self.returned { 0.0 } else { 1.0 }
    }
}
