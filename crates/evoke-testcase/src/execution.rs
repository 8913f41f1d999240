//! What a run of a test showed, and the seam behind which tests are run.

use evoke_analysis::{
    CallableId, EscapedException, GoalKind, LineId, MethodId, MutantId, Outcome, PartId, PredicateId, TypeId,
};
use evoke_classfile::ClassName;
use serde::{Deserialize, Serialize};

use crate::{JavaString, Operand, TestCase, VariableRef};

/// Runs tests. A result is a fact about the test, never a failure of Evoke; an executor that can no longer run
/// anything ends its process.
pub trait Executor {
    /// Runs the test once, from its first statement to its last or to the first exception.
    fn execute(&mut self, test: &TestCase) -> ExecutionResult;

    /// Runs the test likewise and tells what its comparisons compared, as far as one of their outcomes did not
    /// happen in the run; slower. An executor that does not look at operands tells none.
    fn execute_with_operands(&mut self, test: &TestCase) -> (ExecutionResult, Vec<Operand>) {
        (self.execute(test), Vec::new())
    }

    /// Which narrower types values given by calls turned out to be of since this was last asked, each once. An executor
    /// that does not look at values tells none.
    fn take_returned_types(&mut self) -> Vec<(CallableId, TypeId)> {
        Vec::new()
    }
}

/// Runs a test and shows the values it produced; much slower than [`Executor::execute`].
pub trait Observer: Executor {
    /// Runs the test once and reads every variable after its statement, then every inspector of every object left.
    fn observe(&mut self, test: &TestCase) -> Observations;
}

/// One run of one test.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ExecutionResult {
    /// How it ended.
    pub outcome: ExecutionOutcome,
    /// Statements begun, the one that threw included.
    pub executed: u32,
    /// What instrumented code reported.
    pub trace: ExecutionTrace,
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ExecutionOutcome {
    /// Every statement returned.
    Completed,
    /// The statement at this position threw.
    Threw {
        /// The statement.
        statement: u32,
        /// What it threw.
        exception: ThrownException,
    },
    /// The statement went beyond its step budget or its time, overflowed the stack, ran out of memory, or tried to
    /// end the JVM: nothing a plain JUnit test should repeat.
    Aborted {
        /// The statement.
        statement: u32,
        /// Why it was stopped.
        reason: AbortReason,
    },
}

/// Why a test was stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum AbortReason {
    /// The step budget was used up.
    Steps,
    /// The watchdog stopped it.
    Time,
    /// `StackOverflowError`.
    StackOverflow,
    /// `OutOfMemoryError`, or an array larger than allowed.
    Memory,
    /// `System.exit` or the like.
    Exit,
    /// It once killed a worker and is not run again.
    Quarantined,
}

/// An exception that left the code under test.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ThrownException {
    /// Its class.
    pub class: ClassName,
    /// `getMessage()`, read only when observing.
    pub message: Option<JavaString>,
}

/// What instrumented code reported during one run; everything sorted by id.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ExecutionTrace {
    /// Predicates that ran.
    pub predicates: Vec<PredicateRecord>,
    /// Lines that ran.
    pub lines: Vec<LineId>,
    /// Methods that were entered.
    pub methods: Vec<MethodId>,
    /// What it cost; all 0 unless the class was instrumented to count it.
    pub effort: Effort,
    /// Predicates that ran in activations that the test called; only with direct branch coverage.
    pub direct_predicates: Vec<PredicateRecord>,
    /// Methods that a call of the test entered first; only with direct branch coverage.
    pub direct_methods: Vec<MethodId>,
    /// Mutants that were reached; only with weak mutation.
    pub mutants: Vec<MutantRecord>,
    /// Methods that statements of the test called; only if a criterion asks for calls.
    pub calls: Vec<CallRecord>,
    /// Values that calls of the test passed or returned; only if a criterion asks for values.
    pub values: Vec<ValueRecord>,
    /// What left the last call of the test; only with exception coverage.
    pub escaped: Option<EscapedException>,
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

/// Values seen while a test ran.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Observations {
    /// The run itself.
    pub result: ExecutionResult,
    /// What was seen, in the order it was seen.
    pub values: Vec<Observation>,
}

/// One value seen.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Observation {
    /// The variable.
    pub variable: VariableRef,
    /// `None`: the variable itself, right after its statement. Else: what this inspector gave after the last statement.
    pub inspector: Option<CallableId>,
    /// What it was.
    pub value: ObservedValue,
}

/// A value as far as an assertion can speak of it. Boxed values are shown as their primitive.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum ObservedValue {
    /// `null`
    Null,
    /// `boolean`
    Boolean(bool),
    /// `byte`
    Byte(i8),
    /// `char`
    Char(u16),
    /// `short`
    Short(i16),
    /// `int`
    Int(i32),
    /// `long`
    Long(i64),
    /// `float`
    Float(f32),
    /// `double`
    Double(f64),
    /// A string.
    String(JavaString),
    /// A constant of an enum.
    Enum {
        /// The enum's declaring class, also for constants with bodies.
        class: ClassName,
        /// `name()`
        constant: String,
    },
    /// An array; its content only if it is short and of primitives, strings, enums or nulls.
    Array {
        /// Its length.
        length: u32,
        /// Its elements.
        elements: Option<Vec<ObservedValue>>,
    },
    /// Any other object.
    Object {
        /// Its run-time class.
        class: ClassName,
    },
    /// The very object or array that the call was made on or was given.
    Same {
        /// The variable that holds it.
        variable: VariableRef,
    },
}

impl ExecutionResult {
    /// Whether the run covered what the goal asks for.
    pub fn covers(&self, goal: &GoalKind) -> bool {
        self.trace.covers(goal)
    }

    /// Whether the run was stopped rather than ending by itself.
    pub fn is_aborted(&self) -> bool {
        matches!(self.outcome, ExecutionOutcome::Aborted { .. })
    }
}

impl ExecutionTrace {
    /// The record of a predicate, if it ran.
    pub fn predicate(&self, predicate: PredicateId) -> Option<&PredicateRecord> {
        find_predicate(&self.predicates, predicate)
    }

    /// Whether the goal was covered.
    pub fn covers(&self, goal: &GoalKind) -> bool {
        let taken = |record: Option<&PredicateRecord>, outcome| {
            record.is_some_and(|record| record.distance(outcome) == 0.0)
        };
        let call = |method| find(&self.calls, method, |record| record.method);
        match goal {
            GoalKind::Branch(predicate, outcome) => taken(self.predicate(*predicate), *outcome),
            GoalKind::MethodEntry(method) => self.methods.binary_search(method).is_ok(),
            GoalKind::Line(line) => self.lines.binary_search(line).is_ok(),
            GoalKind::DirectBranch(predicate, outcome) => {
                taken(find_predicate(&self.direct_predicates, *predicate), *outcome)
            }
            GoalKind::DirectEntry(method) => self.direct_methods.binary_search(method).is_ok(),
            GoalKind::Mutant(mutant) => find(&self.mutants, *mutant, |record| record.mutant)
                .is_some_and(|record| record.infection_distance == 0.0),
            GoalKind::Call(method) => call(*method).is_some(),
            GoalKind::Return(method) => call(*method).is_some_and(|record| record.returned),
            GoalKind::Exception(exception) => self.escaped.as_ref() == Some(exception),
            GoalKind::ValuePart(part) => {
                find(&self.values, *part, |record| record.part).is_some_and(|record| record.distance == 0.0)
            }
        }
    }
}

fn find_predicate(records: &[PredicateRecord], predicate: PredicateId) -> Option<&PredicateRecord> {
    find(records, predicate, |record| record.predicate)
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
}
