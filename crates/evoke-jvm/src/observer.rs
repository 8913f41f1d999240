//! Runs a test and notes the values it produces: each variable after its statement, and in the end what the
//! inspectors of each object and of its parts show, and what arrays hold that calls were given; of what a call returns also whether it is
//! one of its operands. An inspector that throws or does not end shows nothing.

use std::time::{Duration, SystemTime};

use evoke_analysis::{CallableId, MutantId, TestCluster, TypeCategory, TypeId};
use evoke_testcase::{
    AbortReason, Aspect, ExecutionOutcome, Executor, FileTimes, MutantObserver, MutantRecord, Observation,
    Observations, ObservedValue, Observer, PoolPace, Statement, StubCall, TestCase, VariableRef,
};
use jni_sys::jvalue;

use crate::executor::{JvmExecutor, Run};
use crate::interpreter::Interpreter;
use crate::jni::JniType;
use crate::stub_recording::{record_commands, recorded_commands};
use crate::surroundings::OTHER_MOMENTS;
use crate::variable::Variable;
use crate::virtual_waits::VirtualWaits;

/// Most inspectors of one part: what an object holds is less its own than what it shows itself.
const MAX_OF_PART: usize = 10;

/// How long before the test files seem to be written, so that it is known which were written since: longer than tests have statements, at
/// [`BETWEEN_STATEMENTS`].
const BEFORE: Duration = Duration::from_secs(24 * 60 * 60);
/// File systems take the time of the last tick of the system's clock, which may have been before the test.
const TICK: Duration = Duration::from_millis(100);
const BETWEEN_STATEMENTS: Duration = Duration::from_secs(60);

/// How long threads of a test may take, all its statements together, where they are waited for: less than ends a test for its time.
const TIME_TO_FINISH: Duration = Duration::from_millis(150);

struct Recorder<'t> {
    test: &'t TestCase,
    /// All that is looked at after the last statement, if not everything.
    wanted: Option<&'t [Observation]>,
    values: Vec<Observation>,
    /// Mutants that inspectors reached, where that is asked for.
    mutants: Option<Vec<MutantRecord>>,
    /// How fast the common pool is, if not as it is.
    pace: Option<PoolPace>,
    /// When files seem to be written, if not when they are.
    file_times: Option<FileTimes>,
}

impl Observer for JvmExecutor<'_> {
    fn observe(&mut self, test: &TestCase) -> Observations {
        Recorder::of_everything(test).record(self, self.max_steps())
    }

    fn observe_in_haste(&mut self, test: &TestCase) -> Observations {
        VirtualWaits::set_haste(true);
        let observations = self.observe(test);
        VirtualWaits::set_haste(false);
        observations
    }

    fn observe_at_pace(&mut self, test: &TestCase, pace: PoolPace) -> Observations {
        let is_late = pace == PoolPace::Late;
        if is_late {
            self.interpreter.tracer.delay_pool();
        }
        let observations =
            Recorder { pace: Some(pace), ..Recorder::of_everything(test) }.record(self, self.max_steps());
        if is_late {
            self.interpreter.tracer.let_pool_go_on();
        }
        observations
    }

    fn observe_with_file_times(&mut self, test: &TestCase, times: FileTimes) -> Observations {
        let recorder = Recorder { file_times: Some(times), ..Recorder::of_everything(test) };
        recorder.record(self, self.max_steps())
    }

    fn observe_by_rare_luck(&mut self, test: &TestCase, draw: u32) -> Observations {
        self.surroundings.make_least(Some(draw));
        let observations = self.observe(test);
        self.surroundings.make_least(None);
        observations
    }

    fn observe_at_moment(&mut self, test: &TestCase, moment: usize) -> Observations {
        self.surroundings.begin_at(OTHER_MOMENTS.get(moment).copied());
        let observations = self.observe(test);
        self.surroundings.begin_at(None);
        observations
    }

    fn stub_calls(
        &mut self,
        test: &TestCase,
        inspections: &[(VariableRef, CallableId)],
    ) -> Option<Vec<StubCall>> {
        self.record_stub_calls(test, inspections)
    }

    fn execute_in_sequence(&mut self, tests: &[&TestCase]) -> Vec<ExecutionOutcome> {
        let mut outcomes = Vec::with_capacity(tests.len());
        for test in tests {
            outcomes.push(self.execute(test).outcome);
            self.keeps_static_state = true;
        }
        self.keeps_static_state = false;
        outcomes
    }
}

impl MutantObserver for JvmExecutor<'_> {
    fn observe_reached(&mut self, test: &TestCase) -> Observations {
        let recorder = Recorder { mutants: Some(Vec::new()), ..Recorder::of_everything(test) };
        recorder.record(self, self.max_steps())
    }

    fn observe_elsewhen(&mut self, test: &TestCase) -> Observations {
        self.surroundings.move_elsewhen(true);
        let observations = self.observe(test);
        self.surroundings.move_elsewhen(false);
        observations
    }

    fn remember_static_state(&mut self) {
        self.surroundings.remember_static_state();
    }

    fn observe_mutant(
        &mut self,
        test: &TestCase,
        mutant: MutantId,
        steps: u32,
        seen: &[Observation],
    ) -> Observations {
        self.interpreter.tracer.switch_on(Some(mutant));
        self.is_mutant = true;
        let recorder = Recorder { wanted: Some(seen), ..Recorder::of_everything(test) };
        let observations = recorder.record(self, steps.min(self.max_steps()));
        self.is_mutant = false;
        self.interpreter.tracer.switch_on(None);
        observations
    }
}

impl<'t> Recorder<'t> {
    fn of_everything(test: &'t TestCase) -> Self {
        Self { test, wanted: None, values: Vec::new(), mutants: None, pace: None, file_times: None }
    }

    /// Runs the test within so many steps, and gives what it showed.
    fn record(mut self, executor: &mut JvmExecutor<'_>, steps: u32) -> Observations {
        let mut result = executor.in_frame(|executor| {
            let surroundings = executor.surroundings;
            record_commands(&mut executor.interpreter, self.test);
            // What a mutant leaves there is not the test's doing.
            let looks_for_litter = !executor.is_mutant;
            if looks_for_litter {
                executor.interpreter.begin_in_clean_folder();
            }
            let first_hash = surroundings.identity_hashes.make();
            let waits_for_none = VirtualWaits::are_in_haste() || self.pace == Some(PoolPace::Late);
            let mut time_to_finish = if waits_for_none { Duration::ZERO } else { TIME_TO_FINISH };
            let mut waits_for_pool = self.pace == Some(PoolPace::Ahead);
            let now = SystemTime::now();
            let began = now.checked_sub(TICK).unwrap_or(now);
            let mut run = executor.run(self.test, steps, |interpreter, position| {
                waits_for_pool = waits_for_pool && interpreter.tracer.wait_for_pool();
                if !time_to_finish.is_zero() && interpreter.tracer.made_threads() {
                    time_to_finish = surroundings.let_threads_finish(time_to_finish);
                }
                if let Some(times) = self.file_times {
                    interpreter.set_file_times(began, time_of_statement(began, times, position));
                }
                self.look_at_variable(interpreter, position);
            });
            run.result.trace.uses_pool = executor.interpreter.tracer.uses_pool();
            run.result.trace.leaves_files = executor.interpreter.has_files();
            run.result.trace.draws = surroundings.draws();
            run.result.trace.dates_read = surroundings.dates_read();
            let commands = recorded_commands(&mut executor.interpreter, self.test);
            // Calls of other threads come in no order.
            if run.result.trace.threads == 0 && !run.result.is_aborted() {
                self.values.extend(commands);
            }
            if looks_for_litter && executor.interpreter.has_litter() {
                let statement = run.result.executed.saturating_sub(1);
                run.result.outcome = ExecutionOutcome::Aborted { statement, reason: AbortReason::Sandbox };
            }
            self.look_at_end(executor, &mut run);
            let last_hash = surroundings.identity_hashes.make();
            if let (Some(first), Some(last)) = (first_hash, last_hash) {
                run.result.trace.identity_hashes = surroundings.identity_hashes.between(first, last);
            }
            run.result
        });
        if let Some(reached) = self.mutants {
            result.trace.mutants = nearest(result.trace.mutants.into_iter().chain(reached));
        }
        Observations { result, values: self.values }
    }

    /// The statement at this position has returned.
    fn look_at_variable(&mut self, interpreter: &mut Interpreter<'_>, position: usize) {
        let Some(variable) = interpreter.variables.get(position).copied() else { return };
        // The test itself says what a stub is.
        if matches!(self.test.statements().get(position), Some(Statement::Stub(_))) {
            return;
        }
        if let Some(mut value) = shown(interpreter, variable.jni_type, variable.value) {
            if value.has_identity()
                && let Some(variable) = self.returned_operand(interpreter, position)
            {
                value = ObservedValue::Same { variable };
            }
            let variable = VariableRef(position as u32);
            self.values.push(Observation { variable, aspect: Aspect::Result, value });
        }
    }

    /// The run is over; its variables and what it threw are still there.
    fn look_at_end(&mut self, executor: &mut JvmExecutor<'_>, run: &mut Run) {
        if run.result.is_aborted() {
            return;
        }
        executor.read_message(self.test, run);
        if run.result.is_aborted() {
            return;
        }
        match self.wanted {
            Some(wanted) => self.look_at_these(executor, wanted),
            None => self.look_at_everything(executor),
        }
    }

    /// Looks at what these values were seen of, as far as they were seen after the last statement.
    fn look_at_these(&mut self, executor: &mut JvmExecutor<'_>, wanted: &[Observation]) {
        let part_of = |seen: &Observation| match seen.aspect {
            Aspect::Part { part, .. } => Some((seen.variable, part)),
            _ => None,
        };
        for group in wanted.chunk_by(|one, other| part_of(one).is_some() && part_of(one) == part_of(other)) {
            let variable = group[0].variable;
            match group[0].aspect {
                Aspect::Result | Aspect::Calls => {}
                Aspect::Content => self.look_at_content(&mut executor.interpreter, variable),
                _ if self.type_of_object(executor, variable).is_none() => {}
                Aspect::Inspector(inspector) => self.inspect(executor, variable, [inspector]),
                Aspect::Part { part, .. } => {
                    let asked = |seen: &Observation| match seen.aspect {
                        Aspect::Part { inspector, .. } => inspector,
                        _ => None,
                    };
                    self.inspect_part(executor, variable, part, group.iter().filter_map(asked));
                }
            }
        }
    }

    fn look_at_everything(&mut self, executor: &mut JvmExecutor<'_>) {
        let cluster = executor.interpreter.cluster;
        for position in 0..executor.interpreter.variables.len() {
            let variable = VariableRef(position as u32);
            if let Some(ty) = self.type_of_object(executor, variable) {
                let inspectors = cluster.inspectors(ty).iter().copied();
                let is_file_known = self.is_named_by_another(cluster, variable);
                let asked =
                    inspectors.filter(|it| !is_file_known || cluster.callable(*it).file_question().is_none());
                self.inspect(executor, variable, asked);
            }
            if self.is_array_in_a_call(executor.interpreter.cluster, variable) {
                self.look_at_content(&mut executor.interpreter, variable);
            }
        }
        // Last: a call that is not as free of effects as it looks changes nothing then that is seen of other variables.
        for position in 0..executor.interpreter.variables.len() {
            let variable = VariableRef(position as u32);
            let Some(ty) = self.type_of_object(executor, variable) else { continue };
            for part in cluster.parts(ty) {
                let inspectors = cluster.inspectors(cluster.callable(*part).return_type).iter().copied();
                let of_objects = inspectors.filter(|it| cluster.callable(*it).file_question().is_none());
                self.inspect_part(executor, variable, *part, of_objects.take(MAX_OF_PART));
            }
        }
    }

    /// Whether the variable names a file that another one of the test names, too, which is asked about it.
    fn is_named_by_another(&self, cluster: &TestCluster, variable: VariableRef) -> bool {
        match self.test.statements().get(variable.index()) {
            Some(Statement::Invoke { callable, .. }) => cluster.callable(*callable).names_the_same_file(),
            _ => false,
        }
    }

    /// Whether a call may have changed the array that the variable holds.
    fn is_array_in_a_call(&self, cluster: &TestCluster, variable: VariableRef) -> bool {
        let statements = self.test.statements();
        let ty = statements[variable.index()].defined_type(cluster);
        let is_array = ty.is_some_and(|ty| matches!(cluster.types.category(ty), TypeCategory::Array(_)));
        let is_given = |statement: &Statement| {
            matches!(statement, Statement::Invoke { .. }) && statement.references().contains(&variable)
        };
        is_array && statements.iter().any(is_given)
    }

    fn look_at_content(&mut self, interpreter: &mut Interpreter<'_>, variable: VariableRef) {
        let Some(held) = interpreter.variables.get(variable.index()).copied() else { return };
        let content = shown(interpreter, held.jni_type, held.value);
        if let Some(value @ ObservedValue::Array { elements: Some(_), .. }) = content {
            self.values.push(Observation { variable, aspect: Aspect::Content, value });
        }
    }

    /// The receiver or argument that the call at this position returned.
    fn returned_operand(&self, interpreter: &Interpreter<'_>, position: usize) -> Option<VariableRef> {
        let statement = self.test.statements().get(position)?;
        if !matches!(statement, Statement::Invoke { .. }) {
            return None;
        }
        let object_of = |position: usize| interpreter.variables.get(position)?.as_reference();
        let returned = object_of(position)?;
        statement.references().into_iter().find(|operand| {
            object_of(operand.index()).is_some_and(|object| interpreter.env.is_same(object, returned))
        })
    }

    fn inspect(
        &mut self,
        executor: &mut JvmExecutor<'_>,
        variable: VariableRef,
        inspectors: impl IntoIterator<Item = CallableId>,
    ) {
        for inspector in inspectors {
            if let Some((_, Some(value))) = self.ask(executor, inspector, variable) {
                self.values.push(Observation { variable, aspect: Aspect::Inspector(inspector), value });
            }
        }
    }

    /// The declared type of the object that the variable holds, if it holds one.
    fn type_of_object(&self, executor: &JvmExecutor<'_>, variable: VariableRef) -> Option<TypeId> {
        let value = executor.interpreter.variables.get(variable.index())?;
        value.as_reference().filter(|object| !object.is_null())?;
        self.test.statements()[variable.index()].defined_type(executor.interpreter.cluster)
    }

    /// Looks at what an object holds, and at what these inspectors show of that.
    fn inspect_part(
        &mut self,
        executor: &mut JvmExecutor<'_>,
        variable: VariableRef,
        part: CallableId,
        inspectors: impl IntoIterator<Item = CallableId>,
    ) {
        let Some((held, Some(mut value))) = self.ask(executor, part, variable) else { return };
        let interpreter = &mut executor.interpreter;
        if value.has_identity()
            && let Some(variable) = self.holder(interpreter, held)
        {
            value = ObservedValue::Same { variable };
        }
        let is_looked_into = matches!(value, ObservedValue::Object { .. });
        self.values.push(Observation { variable, aspect: Aspect::Part { part, inspector: None }, value });
        if !is_looked_into {
            return;
        }
        // As the receiver of what it is asked it is a variable as others are, until then.
        let n_variables = interpreter.variables.len();
        interpreter.variables.push(held);
        for inspector in inspectors {
            let shown = self.ask(executor, inspector, VariableRef(n_variables as u32));
            if let Some((_, Some(value))) = shown {
                let aspect = Aspect::Part { part, inspector: Some(inspector) };
                self.values.push(Observation { variable, aspect, value });
            }
        }
        executor.interpreter.variables.truncate(n_variables);
    }

    /// The first variable that is more than a literal and holds the same object.
    fn holder(&self, interpreter: &Interpreter<'_>, held: Variable) -> Option<VariableRef> {
        let statements = self.test.statements();
        let is_more = |position: usize| !matches!(statements.get(position), Some(Statement::Value(_)) | None);
        interpreter.first_holding(held.as_reference()?, is_more)
    }

    /// What a call without arguments gives, or a question about a file, and what of it an assertion may speak of; `None` if it throws or reaches a limit.
    fn ask(
        &mut self,
        executor: &mut JvmExecutor<'_>,
        question: CallableId,
        variable: VariableRef,
    ) -> Option<(Variable, Option<ObservedValue>)> {
        let answer = executor.within_limits(self.test, |interpreter| {
            let value = interpreter.ask(question, variable).ok()?;
            Some((value, shown(interpreter, value.jni_type, value.value)))
        });
        if let Some(reached) = &mut self.mutants {
            reached.extend(executor.interpreter.tracer.reached_mutants());
        }
        answer
    }
}

/// When the files of the statement at this position seem to be written.
fn time_of_statement(began: SystemTime, times: FileTimes, position: usize) -> SystemTime {
    let start = began.checked_sub(BEFORE).unwrap_or(began);
    match times {
        FileTimes::AtOnce => start,
        FileTimes::Apart => start + BETWEEN_STATEMENTS * position as u32,
    }
}

/// The records of each mutant as one, sorted by mutant.
fn nearest(records: impl Iterator<Item = MutantRecord>) -> Vec<MutantRecord> {
    let mut records: Vec<MutantRecord> = records.collect();
    records.sort_by(|one, other| {
        let nearer = one.infection_distance.total_cmp(&other.infection_distance);
        one.mutant.cmp(&other.mutant).then(nearer)
    });
    records.dedup_by_key(|record| record.mutant);
    records
}

/// The value as an assertion may speak of it; `None` if it cannot be read.
fn shown(interpreter: &mut Interpreter<'_>, jni_type: JniType, value: jvalue) -> Option<ObservedValue> {
    interpreter.values.read(jni_type, value).ok().flatten()
}
