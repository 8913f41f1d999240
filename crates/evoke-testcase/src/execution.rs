//! What a run of a test showed, and the seam behind which tests are run.

use evoke_analysis::{CallableId, GoalKind, MutantId, StubId, TypeId};
use evoke_classfile::ClassName;
use serde::{Deserialize, Serialize};

use crate::{
    ExecutionTrace, JavaString, MutantAim, ObservedValue, Operand, StubCall, TestCase, UnnoticedMutant,
    VariableRef,
};

/// Runs tests. A result is a fact about the test, never a failure of Evoke; an executor that can no longer run
/// anything ends its process.
pub trait Executor {
    /// Runs the test once, from its first statement to its last or to the first exception.
    fn execute(&mut self, test: &TestCase) -> ExecutionResult;

    /// Runs the test likewise, but with so many steps of code under test in place of those that any test has, as far as the
    /// executor allows. One that counts no steps grants what it always does.
    fn execute_within(&mut self, test: &TestCase, _steps: u32) -> ExecutionResult {
        self.execute(test)
    }

    /// Runs the test likewise and tells what its comparisons compared, as far as one of their outcomes did not
    /// happen in the run, and the message of what it threw; slower. An executor that does not look at operands tells none.
    fn execute_with_operands(&mut self, test: &TestCase) -> (ExecutionResult, Vec<Operand>) {
        (self.execute(test), Vec::new())
    }

    /// Which narrower types values given by calls turned out to be of since this was last asked, each once. An executor
    /// that does not look at values tells none.
    fn take_returned_types(&mut self) -> Vec<(CallableId, TypeId)> {
        Vec::new()
    }

    /// Which methods of stubs, by their positions in [`evoke_analysis::StubType::methods`], were called since this was last asked
    /// and never before. An executor that does not look at calls tells none.
    fn take_called_stub_methods(&mut self) -> Vec<(StubId, usize)> {
        Vec::new()
    }

    /// Has the traces of later runs tell of mutants, or not, which makes runs faster. An executor that cannot do without tells of them
    /// always.
    fn tell_mutants(&mut self, _tells: bool) {}

    /// Has later tests find the static state that those before them left, or not. An executor that cannot put it back leaves it always.
    fn keep_static_state(&mut self, _keeps: bool) {}

    /// Gives later runs all the time that a run may take, though earlier ones had to be stopped: for tests that are known to end. An executor
    /// that stops none need do nothing.
    fn be_patient(&mut self) {}

    /// Has later runs be repeated on mutants, so that their traces tell which of these a test notices ([`ExecutionTrace::kills`]). An
    /// executor that runs no mutants tells of none.
    fn aim_at_mutants(&mut self, _aim: MutantAim) {}

    /// The mutants that tests were run on and none was seen to notice, ascending.
    fn unnoticed_mutants(&self) -> Vec<UnnoticedMutant> {
        Vec::new()
    }
}

/// How fast the pool works that all tests share (`ForkJoinPool.commonPool`), which no test waits for by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PoolPace {
    /// It is done with what a statement gave it to do before the next one begins.
    Ahead,
    /// It begins nothing until the test waits for something, or what it shows was looked at.
    Late,
}

/// When files of a test seem to have been written that it writes itself: how fast it does so is for the machine to decide, and file systems
/// round times.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileTimes {
    /// All at one moment.
    AtOnce,
    /// Those of one statement a minute after those of the one before.
    Apart,
}

/// Other moments that an observer can have tests begin at.
pub const N_MOMENTS: usize = 6;

/// Runs a test and shows the values it produced; much slower than [`Executor::execute`].
pub trait Observer: Executor {
    /// Runs the test once and reads every variable after its statement, then every inspector of every object left, then what these hold.
    fn observe(&mut self, test: &TestCase) -> Observations;

    /// Runs the test likewise, but with short waits that are over before other threads did anything, as they can be on a machine that others
    /// keep busy. An observer that does not know of waits runs it as ever.
    fn observe_in_haste(&mut self, test: &TestCase) -> Observations {
        self.observe(test)
    }

    /// Runs the test likewise, but the pool that all tests share works at this pace
    /// ([`ExecutionTrace::uses_pool`](crate::ExecutionTrace::uses_pool)). An observer that has no hand in that runs it as ever.
    fn observe_at_pace(&mut self, test: &TestCase, _pace: PoolPace) -> Observations {
        self.observe(test)
    }

    /// Runs the test likewise, but the files that it writes seem to be written then
    /// ([`ExecutionTrace::leaves_files`](crate::ExecutionTrace::leaves_files)). An observer that has no hand in that runs it as ever.
    fn observe_with_file_times(&mut self, test: &TestCase, _times: FileTimes) -> Observations {
        self.observe(test)
    }

    /// Runs the test likewise, but the number that it draws at this place, from 1 on, is the least that there is
    /// ([`ExecutionTrace::draws`](crate::ExecutionTrace::draws)). An observer that has no hand in that runs it as ever.
    fn observe_by_rare_luck(&mut self, test: &TestCase, _draw: u32) -> Observations {
        self.observe(test)
    }

    /// Runs the test likewise, but begins at another moment: one of [`N_MOMENTS`], from 0 on, that differ in weekday, month, year and time of day
    /// ([`ExecutionTrace::dates_read`](crate::ExecutionTrace::dates_read)). An observer that has no hand in that runs it as ever.
    fn observe_at_moment(&mut self, test: &TestCase, _moment: usize) -> Observations {
        self.observe(test)
    }

    /// Runs the test once more, then these inspectors of its variables, and gives the calls of methods of its stubs in their order.
    /// `None` where that is not known: the run was stopped, made too many, or the observer does not look at calls.
    fn stub_calls(
        &mut self,
        _test: &TestCase,
        _inspections: &[(VariableRef, CallableId)],
    ) -> Option<Vec<StubCall>> {
        None
    }

    /// Runs tests one after the other, each but the first with the static state that those before it left, and gives how they
    /// ended. To be asked of an executor whose runs are independent of each other otherwise.
    fn execute_in_sequence(&mut self, tests: &[&TestCase]) -> Vec<ExecutionOutcome> {
        tests.iter().map(|test| self.execute(test).outcome).collect()
    }
}

/// Runs tests on mutants of the class under test. One mutant at a time takes the place of the original, which is back when
/// the run is over; what the mutant did to static state stays.
pub trait MutantObserver: Observer {
    /// Observes a run of the original. Its trace has the mutants that inspectors reach too.
    fn observe_reached(&mut self, test: &TestCase) -> Observations;

    /// Observes a run of the original that begins at another time and with other random numbers, in another time zone and with another default
    /// charset, and in which `assert` is checked, as far as an executor decides about these.
    fn observe_elsewhen(&mut self, test: &TestCase) -> Observations {
        self.observe(test)
    }

    /// Takes what static fields hold now for what tests are to find where static state is put back
    /// ([`Executor::keep_static_state`]). Only executors can that put it back.
    fn remember_static_state(&mut self) {}

    /// Observes a run on a mutant, which may take so many steps. After the last statement nothing need be looked at but what these values
    /// were seen of.
    fn observe_mutant(
        &mut self,
        test: &TestCase,
        mutant: MutantId,
        steps: u32,
        seen: &[Observation],
    ) -> Observations;
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
    /// The statement went beyond its step budget or its time, overflowed the stack, ran out of memory, was refused by the
    /// sandbox, or tried to end the JVM: nothing a plain JUnit test should repeat.
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
    /// The sandbox refused what it wanted, and the JDK said so.
    Sandbox,
    /// It once killed a worker and is not run again.
    Quarantined,
}

/// An exception that left the code under test.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ThrownException {
    /// Its class.
    pub class: ClassName,
    /// `getMessage()`, read only when observing or looking at operands, and of a `NoClassDefFoundError`, where it names the class.
    pub message: Option<JavaString>,
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
    /// What of it was seen, and when.
    pub aspect: Aspect,
    /// What it was.
    pub value: ObservedValue,
}

/// What of a variable is seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Aspect {
    /// Itself, right after its statement.
    Result,
    /// What this inspector gives after the last statement.
    Inspector(CallableId),
    /// What an object or array that it holds is after the last statement.
    Part {
        /// What gives it.
        part: CallableId,
        /// What it is asked, if it is not the part itself that was seen.
        inspector: Option<CallableId>,
    },
    /// What an array holds after the last statement.
    Content,
    /// The commands that a stub was given by the statements of the test.
    Calls,
}

impl Observation {
    /// Has it speak of other variables.
    pub fn map_references(&mut self, map: &impl Fn(VariableRef) -> VariableRef) {
        self.variable = map(self.variable);
        self.value.map_references(map);
    }

    /// What the variable was asked, if it is not the variable itself that was seen, or a part of it.
    pub fn inspector(&self) -> Option<CallableId> {
        match self.aspect {
            Aspect::Inspector(inspector) => Some(inspector),
            Aspect::Result | Aspect::Content | Aspect::Calls | Aspect::Part { .. } => None,
        }
    }

    /// What the variable itself was asked, for what it shows or for a part of it.
    pub fn asked(&self) -> Option<CallableId> {
        match self.aspect {
            Aspect::Inspector(asked) | Aspect::Part { part: asked, .. } => Some(asked),
            Aspect::Result | Aspect::Content | Aspect::Calls => None,
        }
    }

    /// The last call that gave what was seen, if it is not the variable itself.
    pub fn question(&self) -> Option<CallableId> {
        match self.aspect {
            Aspect::Inspector(asked)
            | Aspect::Part { inspector: Some(asked), .. }
            | Aspect::Part { part: asked, inspector: None } => Some(asked),
            Aspect::Result | Aspect::Content | Aspect::Calls => None,
        }
    }

    /// Whether it shows the variable right after its statement, and not at the end of the test.
    pub fn is_result(&self) -> bool {
        self.aspect == Aspect::Result
    }
}

impl ExecutionResult {
    /// Whether the run covered what the goal asks for.
    pub fn covers(&self, goal: &GoalKind) -> bool {
        self.trace.covers(goal)
    }

    /// Statements begun, in runs on mutants too.
    pub fn statements(&self) -> u64 {
        u64::from(self.executed) + u64::from(self.trace.mutant_statements)
    }

    /// Whether the run was stopped rather than ending by itself.
    pub fn is_aborted(&self) -> bool {
        matches!(self.outcome, ExecutionOutcome::Aborted { .. })
    }
}
