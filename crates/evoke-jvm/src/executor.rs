//! Runs test cases one after the other, each within limits of its own, and tells what happened. The trace is read once a
//! test.

use evoke_analysis::{CallableId, EscapedException, ExceptionCause, StubId, TestCluster, TypeId};
use evoke_classfile::{ClassName, FieldType};
use evoke_testcase::{
    AbortReason, ExecutionOutcome, ExecutionResult, ExecutionTrace, Executor, Operand, TestCase,
    ThrownException,
};
use jni_sys::jthrowable;

use crate::call_recorder::CallRecorder;
use crate::class_provider::{ClassProvider, open_loader};
use crate::counts::ExecutionCounts;
use crate::crash_report::report_crashes;
use crate::failure::Failure;
use crate::hooks::{BeforeExecute, ExecutionHooks};
use crate::installed_surroundings::InstalledSurroundings;
use crate::interpreter::Interpreter;
use crate::jni::{Env, LocalFrame};
use crate::jvm::Jvm;
use crate::jvm_error::JvmError;
use crate::limits::ExecutionLimits;
use crate::mutant_probes::{ClassRedefiner, MutantProbes};
use crate::operands::OperandNotes;
use crate::settings::Settings;
use crate::stub_calls::StubCalls;
use crate::throwables::{abort_reason, is_of_the_jdk, is_told_by_message, tells_of_the_sandbox};
use crate::tracer::{RunState, Tracer, TracerSizes};
use crate::value_reader::ValueReader;
use crate::virtual_waits::VirtualWaits;
use crate::watchdog::{Watchdog, WatchedRun};

/// Steps after which what a run left in static fields is taken for what had to be computed once.
const LONG_RUN: u32 = 1_000_000;

/// Runs tests on the thread that started the JVM.
pub struct JvmExecutor<'a> {
    pub(crate) interpreter: Interpreter<'a>,
    env: Env,
    notes_escapes: bool,
    operands: OperandNotes,
    pub(crate) surroundings: InstalledSurroundings,
    /// Whether the next test finds what the one before it left in static fields.
    pub(crate) keeps_static_state: bool,
    /// Whether what runs is a mutant, nothing of which is to stay.
    pub(crate) is_mutant: bool,
    watchdog: Watchdog,
    limits: ExecutionLimits,
    before_execute: Option<BeforeExecute>,
    counts: ExecutionCounts,
    /// For runs that are not to tell of mutants.
    mutant_probes: Option<(Box<dyn MutantProbes + 'a>, ClassRedefiner)>,
}

/// A run that is over.
pub(crate) struct Run {
    pub(crate) result: ExecutionResult,
    /// What it threw, as a local reference; null if it threw nothing, or would have thrown.
    pub(crate) thrown: jthrowable,
}

impl<'a> JvmExecutor<'a> {
    /// Prepares the JVM for one class under test: a loader of its own, room in the tracer, a watchdog.
    ///
    /// # Errors
    /// The JVM does not do as it is told, which leaves it as it was.
    pub fn new(
        jvm: &Jvm,
        cluster: &'a TestCluster,
        provider: Box<dyn ClassProvider>,
        sizes: &TracerSizes,
        limits: ExecutionLimits,
        hooks: ExecutionHooks,
    ) -> Result<Self, JvmError> {
        let (env, runtime) = (jvm.env(), jvm.runtime());
        let _frame = LocalFrame::open(env);
        let in_step = |step| JvmError::in_step(env, step);
        let loader = open_loader(jvm, provider).map_err(in_step("open the class loader"))?;
        let tracer = Tracer::open(env, runtime, sizes, limits.max_array_length)
            .map_err(in_step("make room for the trace"))?;
        let operands = OperandNotes::open(env, runtime, &sizes.contexts, &jvm.test_folder().temporary)
            .map_err(in_step("make room for operands"))?;
        let calls = CallRecorder::new(env, sizes).map_err(in_step("find the classes of values"))?;
        let folder = jvm
            .test_folder()
            .open(env, runtime)
            .map_err(in_step("tell the jvm where tests have their folder"))?;
        let settings = Settings::keep(env, runtime).map_err(in_step("look at the settings of the jvm"))?;
        let values = ValueReader::new(env, runtime).map_err(in_step("find what shows values"))?;
        let parts = (tracer, calls, folder, settings, values);
        let stub_calls =
            StubCalls::open(env, runtime, cluster).map_err(in_step("make room for the calls of stubs"))?;
        let interpreter = Interpreter::new(env, cluster, loader, limits.max_array_length, stub_calls, parts)
            .map_err(in_step("find the classes of the jdk"))?;
        let watchdog =
            Watchdog::start(env, runtime, &limits, hooks.on_stuck).map_err(in_step("start the watchdog"))?;
        if let Some(on_crash) = hooks.on_crash {
            report_crashes(watchdog.runs(), on_crash);
        }
        Ok(Self {
            interpreter,
            env,
            notes_escapes: sizes.escaped_exceptions,
            operands,
            surroundings: jvm.surroundings(),
            keeps_static_state: false,
            is_mutant: false,
            watchdog,
            limits,
            before_execute: hooks.before_execute,
            counts: ExecutionCounts::default(),
            mutant_probes: None,
        })
    }

    /// Lets runs go without telling of mutants: classes without their probes come from here.
    ///
    /// # Errors
    /// The JVM does not let classes change.
    pub fn switch_probes(&mut self, probes: Box<dyn MutantProbes + 'a>) -> Result<(), JvmError> {
        let redefiner =
            ClassRedefiner::open(self.env).map_err(JvmError::in_step(self.env, "change classes"))?;
        self.mutant_probes = Some((probes, redefiner));
        Ok(())
    }

    /// The most steps that a run may be granted.
    pub(crate) fn max_steps(&self) -> u32 {
        self.limits.max_steps
    }

    /// What has been run so far.
    pub fn counts(&self) -> ExecutionCounts {
        self.counts
    }

    /// Does something with a frame of local references of its own.
    pub(crate) fn in_frame<T>(&mut self, body: impl FnOnce(&mut Self) -> T) -> T {
        let _frame = LocalFrame::open(self.env);
        body(self)
    }

    /// Runs the test in the current frame, where its variables stay. `after_statement` is called with the position of
    /// each statement that has returned.
    pub(crate) fn run(
        &mut self,
        test: &TestCase,
        steps: u32,
        after_statement: impl FnMut(&mut Interpreter<'a>, usize),
    ) -> Run {
        if let Some(before_execute) = &mut self.before_execute {
            before_execute(test);
        }
        self.interpreter.begin();
        if !self.keeps_static_state {
            self.surroundings.restore_static_state();
        }
        self.surroundings.begin_test();
        let watched = self.begin_limits(test, steps);
        let failed = self.run_statements(test, &watched, after_statement);
        let executed = self.interpreter.variables.len() as u32 + u32::from(failed.is_some());
        let (thrown, outcome) = self.outcome(failed.as_ref());
        let (state, limit) = self.end_limits(watched);
        let outcome = match (outcome, limit) {
            // What swallowed the exception that told it of a limit reached it all the same.
            (ExecutionOutcome::Completed | ExecutionOutcome::Threw { .. }, Some(reason)) => {
                ExecutionOutcome::Aborted { statement: executed.saturating_sub(1), reason }
            }
            (outcome, _) => outcome,
        };
        self.counts.add(executed, &outcome);
        let mut trace = self.trace(&state, thrown, &outcome);
        trace.steps = steps.saturating_sub(state.steps_left);
        self.settle_static_state(&outcome, trace.steps);
        Run { result: ExecutionResult { outcome, executed, trace }, thrown }
    }

    /// A test that was stopped leaves half of what it would have done, which can make a class useless that computes its constants when its
    /// first object is made: static fields are set back after it, also where tests find what others left. What a test took long for
    /// is kept, since every other test would have to compute it again.
    fn settle_static_state(&self, outcome: &ExecutionOutcome, steps: u32) {
        if matches!(outcome, ExecutionOutcome::Aborted { .. }) {
            self.surroundings.undo_static_state();
        } else if steps >= LONG_RUN && !self.is_mutant {
            self.surroundings.keep_static_state();
        }
    }

    fn run_statements(
        &mut self,
        test: &TestCase,
        watched: &WatchedRun<'_>,
        mut after_statement: impl FnMut(&mut Interpreter<'a>, usize),
    ) -> Option<Failure> {
        for (position, statement) in test.statements().iter().enumerate() {
            watched.begin_statement(position);
            let variable = match self.interpreter.step(statement) {
                Ok(variable) => variable,
                Err(failure) => return Some(failure),
            };
            if watched.has_stopped() {
                return Some(Failure::Refused(AbortReason::Time));
            }
            self.interpreter.variables.push(variable);
            after_statement(&mut self.interpreter, position);
        }
        None
    }

    /// Grants a run its steps and its time.
    fn begin_limits<'t>(&mut self, test: &'t TestCase, steps: u32) -> WatchedRun<'t> {
        self.interpreter.tracer.begin(steps);
        self.surroundings.waits.begin();
        self.watchdog.watch(test)
    }

    /// Ends the time of a run and tells how it stands, and the limit that it reached.
    fn end_limits(&self, watched: WatchedRun<'_>) -> (RunState, Option<AbortReason>) {
        let has_waited = VirtualWaits::end();
        let stopped = watched.end() || has_waited;
        let state = self.interpreter.tracer.run_state();
        let limit = if stopped {
            Some(AbortReason::Time)
        } else if state.exit_attempted() {
            Some(AbortReason::Exit)
        } else if state.was_refused() {
            Some(AbortReason::Sandbox)
        } else {
            (state.steps_left == 0).then_some(AbortReason::Steps)
        };
        (state, limit)
    }

    /// Runs code under test with steps and time of its own; `None` if it reached a limit or threw.
    /// A limit it cannot be made to keep is put down to `test`.
    pub(crate) fn within_limits<T>(
        &mut self,
        test: &TestCase,
        body: impl FnOnce(&mut Interpreter<'a>) -> Option<T>,
    ) -> Option<T> {
        let watched = self.begin_limits(test, self.limits.steps);
        let value = body(&mut self.interpreter);
        let (_, limit) = self.end_limits(watched);
        if limit.is_some() { None } else { value }
    }

    /// Asks what was thrown for its message, which may run code under test, and may tell that the sandbox refused something.
    pub(crate) fn read_message(&mut self, test: &TestCase, run: &mut Run) {
        if let ExecutionOutcome::Threw { statement, exception } = &mut run.result.outcome
            && !run.thrown.is_null()
        {
            exception.message =
                self.within_limits(test, |interpreter| interpreter.values.message(run.thrown));
            if self.is_refusal(run.thrown, exception) {
                let statement = *statement;
                run.result.outcome = ExecutionOutcome::Aborted { statement, reason: AbortReason::Sandbox };
            }
        }
    }

    /// Whether the JDK threw the exception because of what tests may not do. What other code throws of its own accord, a class that looks
    /// hosts up in a map say, it throws everywhere.
    fn is_refusal(&self, thrown: jthrowable, exception: &ThrownException) -> bool {
        tells_of_the_sandbox(exception)
            && !thrown.is_null()
            && self.interpreter.values.maker(thrown).is_some_and(|class| is_of_the_jdk(&class))
    }

    /// What the failure of the statement after the last variable means, and the exception if there is one.
    fn outcome(&mut self, failed: Option<&Failure>) -> (jthrowable, ExecutionOutcome) {
        let statement = self.interpreter.variables.len() as u32;
        let (thrown, class) = match failed {
            None => return (std::ptr::null_mut(), ExecutionOutcome::Completed),
            Some(Failure::Refused(reason)) => {
                return (std::ptr::null_mut(), ExecutionOutcome::Aborted { statement, reason: *reason });
            }
            Some(Failure::Would(class)) => (std::ptr::null_mut(), ClassName::new(class)),
            Some(Failure::Threw(thrown)) => (*thrown, self.interpreter.values.class_name(*thrown)),
        };
        let outcome = if let Some(reason) = abort_reason(&class) {
            ExecutionOutcome::Aborted { statement, reason }
        } else {
            let is_told = is_told_by_message(&class) && !thrown.is_null();
            let message = if is_told { self.interpreter.values.message(thrown) } else { None };
            let exception = ThrownException { class, message };
            if self.is_refusal(thrown, &exception) {
                ExecutionOutcome::Aborted { statement, reason: AbortReason::Sandbox }
            } else {
                ExecutionOutcome::Threw { statement, exception }
            }
        };
        (thrown, outcome)
    }

    /// What the run showed, by probes and by its own calls.
    fn trace(&mut self, state: &RunState, thrown: jthrowable, outcome: &ExecutionOutcome) -> ExecutionTrace {
        let mut trace = self.interpreter.tracer.trace(state);
        if self.interpreter.calls.is_active() {
            trace.calls = self.interpreter.calls.calls();
            trace.values = self.interpreter.calls.values();
        }
        if let ExecutionOutcome::Threw { exception, .. } = outcome
            && self.notes_escapes
            && !thrown.is_null()
        {
            trace.escaped = self.escaped(thrown, &exception.class);
        }
        trace
    }

    /// The exception as exception coverage sees it, if it left a call on the class under test.
    fn escaped(&mut self, thrown: jthrowable, class: &ClassName) -> Option<EscapedException> {
        let (callable, method) = self.interpreter.calls.open_call()?;
        let declared = &self.interpreter.cluster.callable(callable).exceptions;
        let mut is_instance =
            |class: &ClassName| self.interpreter.is_instance(thrown, &FieldType::Object(class.clone()));
        let cause = if declared.iter().any(&mut is_instance) {
            ExceptionCause::Declared
        } else if self.interpreter.tracer.was_thrown_explicitly(thrown) {
            ExceptionCause::Explicit
        } else {
            ExceptionCause::Implicit
        };
        Some(EscapedException { method, class: class.clone(), cause })
    }
}

impl Executor for JvmExecutor<'_> {
    fn execute(&mut self, test: &TestCase) -> ExecutionResult {
        self.execute_within(test, self.limits.steps)
    }

    fn execute_within(&mut self, test: &TestCase, steps: u32) -> ExecutionResult {
        let steps = steps.min(self.limits.max_steps);
        self.in_frame(|executor| executor.run(test, steps, |_, _| {}).result)
    }

    fn execute_with_operands(&mut self, test: &TestCase) -> (ExecutionResult, Vec<Operand>) {
        self.in_frame(|executor| {
            executor.operands.record(true);
            let mut run = executor.run(test, executor.limits.steps, |_, _| {});
            executor.operands.record(false);
            let operands = executor.operands.read(&run.result.trace);
            executor.read_message(test, &mut run);
            (run.result, operands)
        })
    }

    fn take_returned_types(&mut self) -> Vec<(CallableId, TypeId)> {
        self.interpreter.returned_types.take()
    }

    fn take_called_stub_methods(&mut self) -> Vec<(StubId, usize)> {
        self.interpreter.stubs.calls.take()
    }

    fn be_patient(&mut self) {
        self.watchdog.be_patient();
    }

    fn keep_static_state(&mut self, keeps: bool) {
        self.keeps_static_state = keeps;
    }

    fn tell_mutants(&mut self, tells: bool) {
        let Some((probes, redefiner)) = &mut self.mutant_probes else { return };
        for (name, bytes) in probes.switch(tells) {
            // A class that could not be linked cannot change either; nothing of it runs.
            if let Ok(class) = self.interpreter.class_of(&name) {
                let _ = redefiner.redefine(class, &bytes);
            }
        }
    }
}
