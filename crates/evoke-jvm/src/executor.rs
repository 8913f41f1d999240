//! Runs a test case statement by statement with direct JNI calls: ids are resolved once, values stay where JNI put
//! them, and the trace is read once a test.
//!
//! JNI checks nothing, so everything a Java compiler or the bytecode verifier would have ensured is checked here
//! before a call, and gives the exception that the emitted Java would throw.

use std::time::Duration;

use evoke_analysis::{CallableId, EscapedException, ExceptionCause, MethodId, TestCluster, TypeId};
use evoke_classfile::{ClassName, FieldType};
use evoke_testcase::{
    AbortReason, ExecutionOutcome, ExecutionResult, ExecutionTrace, Executor, Operand, Statement,
    StubInstance, StubReturn, TestCase, ThrownException, Value, VariableRef,
};
use jni_sys::{jobject, jthrowable, jvalue};
use smallvec::SmallVec;

use crate::callables::{Member, Parameter, ResolveError};
use crate::calls::CallRecorder;
use crate::class_names::ClassNames;
use crate::class_provider::{ClassProvider, open_loader};
use crate::env::{Env, Pending};
use crate::erased_types::{ErasedId, ErasedTypes};
use crate::jvm::{Jvm, JvmError};
use crate::kind::Kind;
use crate::operands::{OperandNotes, OperandReader};
use crate::returned_types::ReturnedTypes;
use crate::strings::StringLiterals;
use crate::stubs::StubClasses;
use crate::surroundings::InstalledSurroundings;
use crate::throwables::abort_reason;
use crate::tracer::{Tracer, TracerSizes};
use crate::value_reader::ValueReader;
use crate::watchdog::{OnStuck, Watchdog};

/// What a test may use up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExecutionLimits {
    /// Method entries and loop iterations of instrumented code.
    pub steps: u32,
    /// Longest array that it may make.
    pub max_array_length: u32,
    /// Processor time; a multiple of it on the wall clock.
    pub time: Duration,
    /// Exceptions sent to a test that runs on before it counts as stuck.
    pub max_stops: u32,
}

/// Told of every test before it runs.
pub type BeforeExecute = Box<dyn FnMut(&TestCase)>;

/// What the caller wants to be told.
#[derive(Default)]
pub struct ExecutionHooks {
    /// Called first, so that a test that kills the process can be named afterwards.
    pub before_execute: Option<BeforeExecute>,
    /// Called, from another thread, when a test cannot be stopped. To end the process, use `_exit`: what runs at a
    /// normal exit would wait for that test.
    pub on_stuck: Option<OnStuck>,
}

/// What has been run so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ExecutionCounts {
    /// Tests.
    pub tests: u64,
    /// Statements begun.
    pub statements: u64,
    /// Tests that used up their steps or their time.
    pub timeouts: u64,
}

/// Runs tests on the thread that started the JVM.
pub struct JvmExecutor<'a> {
    pub(crate) env: Env,
    pub(crate) cluster: &'a TestCluster,
    types: ErasedTypes,
    /// By type of the cluster; `None` for `void`.
    erasures: Vec<Option<ErasedId>>,
    members: Vec<Option<Box<Member>>>,
    returned_types: ReturnedTypes,
    stubs: StubClasses,
    literals: StringLiterals,
    pub(crate) class_names: ClassNames,
    pub(crate) values: ValueReader,
    tracer: Tracer,
    calls: CallRecorder,
    /// Whether anything is to be noted of the test's own calls.
    notes_calls: bool,
    notes_escapes: bool,
    /// The call under way, or the one that threw.
    open_call: Option<(CallableId, MethodId)>,
    pub(crate) operands: OperandNotes,
    surroundings: InstalledSurroundings,
    watchdog: Watchdog,
    limits: ExecutionLimits,
    before_execute: Option<BeforeExecute>,
    counts: ExecutionCounts,
    /// By statement of the running test.
    pub(crate) variables: Vec<Variable>,
}

/// The value of a variable; a reference is a local one of the running test's frame.
#[derive(Clone, Copy)]
pub(crate) struct Variable {
    pub(crate) value: jvalue,
    pub(crate) kind: Kind,
    /// What a reference is known to be.
    ty: ErasedId,
}

/// Looks on while a test runs.
pub(crate) trait Spectator {
    /// The statement at this position returned; its variable is the last.
    fn after_statement(&mut self, executor: &mut JvmExecutor<'_>, position: usize) {
        let _ = (executor, position);
    }

    /// The run is over; its variables and what it threw (or null) are still there.
    fn after_run(
        &mut self,
        executor: &mut JvmExecutor<'_>,
        result: &mut ExecutionResult,
        thrown: jthrowable,
    ) {
        let _ = (executor, result, thrown);
    }
}

/// Sees nothing.
impl Spectator for () {}

/// Why a statement did not return.
pub(crate) enum Failure {
    /// A Java exception is pending.
    Pending,
    /// Java would throw this; nothing is pending.
    Would(&'static str),
    /// It is not allowed.
    Refused(AbortReason),
}

const NULL_POINTER: Failure = Failure::Would("java/lang/NullPointerException");
const CLASS_CAST: Failure = Failure::Would("java/lang/ClassCastException");

/// Local references that a test's frame has room for before it grows.
const FRAME_CAPACITY: i32 = 64;

impl From<Pending> for Failure {
    fn from(_: Pending) -> Self {
        Self::Pending
    }
}

impl From<ResolveError> for Failure {
    fn from(error: ResolveError) -> Self {
        match error {
            ResolveError::Pending => Self::Pending,
            ResolveError::Malformed => Self::Would("java/lang/ClassFormatError"),
        }
    }
}

impl Default for ExecutionLimits {
    fn default() -> Self {
        Self { steps: 100_000, max_array_length: 1_000_000, time: Duration::from_millis(500), max_stops: 10 }
    }
}

impl Variable {
    const NONE: Self = Self { value: jvalue { j: 0 }, kind: Kind::Void, ty: ErasedTypes::OBJECT };

    fn primitive(kind: Kind, value: jvalue) -> Self {
        Self { value, kind, ty: ErasedTypes::OBJECT }
    }

    fn reference(reference: jobject, ty: ErasedId) -> Self {
        Self { value: jvalue { l: reference }, kind: Kind::Reference, ty }
    }

    /// The reference; `None` for anything else.
    pub(crate) fn as_reference(self) -> Option<jobject> {
        // SAFETY: the kind says which member was written.
        if self.kind == Kind::Reference { Some(unsafe { self.value.l }) } else { None }
    }
}

impl<'a> JvmExecutor<'a> {
    /// Prepares the JVM for one class under test: a loader of its own, room in the tracer, a watchdog.
    pub fn new(
        jvm: &Jvm,
        cluster: &'a TestCluster,
        provider: Box<dyn ClassProvider>,
        sizes: &TracerSizes,
        limits: ExecutionLimits,
        hooks: ExecutionHooks,
    ) -> Result<Self, JvmError> {
        let env = jvm.env();
        let loader = open_loader(jvm, provider).map_err(|_| JvmError::Prepare("opening the class loader"))?;
        let mut types =
            ErasedTypes::new(env, loader).map_err(|_| JvmError::Prepare("finding java.lang.Class"))?;
        let erasures = (0..cluster.types.len())
            .map(|id| Some(types.intern(&cluster.types.erasure(TypeId(id as u32))?)))
            .collect();
        let tracer = Tracer::open(env, jvm.runtime(), sizes, limits.max_array_length)
            .map_err(|_| JvmError::Prepare("making room for the trace"))?;
        let operands = OperandNotes::open(env, jvm.runtime(), sizes.predicates)
            .map_err(|_| JvmError::Prepare("making room for operands"))?;
        let watchdog = Watchdog::start(jvm, limits.time, limits.max_stops, hooks.on_stuck)
            .map_err(|_| JvmError::Prepare("starting the watchdog"))?;
        Ok(Self {
            env,
            cluster,
            types,
            erasures,
            members: cluster.callables.iter().map(|_| None).collect(),
            returned_types: ReturnedTypes::new(cluster),
            stubs: StubClasses::new(loader),
            literals: StringLiterals::new(env).map_err(|_| JvmError::Prepare("finding java.lang.String"))?,
            class_names: ClassNames::new(env).map_err(|_| JvmError::Prepare("finding java.lang.Class"))?,
            values: ValueReader::new(env).map_err(|_| JvmError::Prepare("finding the classes of values"))?,
            tracer,
            calls: CallRecorder::new(env, sizes.calls, &sizes.value_domains)
                .map_err(|_| JvmError::Prepare("finding the classes of values"))?,
            notes_calls: sizes.calls || sizes.escaped_exceptions || !sizes.value_domains.is_empty(),
            notes_escapes: sizes.escaped_exceptions,
            open_call: None,
            operands,
            surroundings: jvm.surroundings(),
            watchdog,
            limits,
            before_execute: hooks.before_execute,
            counts: ExecutionCounts::default(),
            variables: Vec::new(),
        })
    }

    /// What has been run so far.
    pub fn counts(&self) -> ExecutionCounts {
        self.counts
    }

    /// Runs the test in a frame of local references.
    pub(crate) fn run(&mut self, test: &TestCase, spectator: &mut impl Spectator) -> ExecutionResult {
        if let Some(before_execute) = &mut self.before_execute {
            before_execute(test);
        }
        self.literals.trim();
        self.variables.clear();
        self.calls.begin();
        self.open_call = None;
        self.surroundings.begin_test();
        if !self.env.push_local_frame(FRAME_CAPACITY) {
            // Only room is missing; JNI makes it when it is needed.
            self.env.clear_exception();
        }
        self.begin_limits(test);
        let failed = self.run_statements(test, spectator);
        let executed = self.variables.len() as u32 + u32::from(failed.is_some());
        let (thrown, outcome) = self.outcome(failed.as_ref());
        let limit = self.end_limits();
        let outcome = match (outcome, limit) {
            // What swallowed the exception that told it of a limit reached it all the same.
            (ExecutionOutcome::Completed | ExecutionOutcome::Threw { .. }, Some(reason)) => {
                ExecutionOutcome::Aborted { statement: executed.saturating_sub(1), reason }
            }
            (outcome, _) => outcome,
        };
        self.count(executed, &outcome);
        let trace = self.trace(thrown, &outcome);
        let mut result = ExecutionResult { outcome, executed, trace };
        spectator.after_run(self, &mut result, thrown);
        self.env.pop_local_frame();
        result
    }

    fn run_statements(&mut self, test: &TestCase, spectator: &mut impl Spectator) -> Option<Failure> {
        for (position, statement) in test.statements().iter().enumerate() {
            match self.step(statement) {
                Ok(variable) => self.variables.push(variable),
                Err(failure) => return Some(failure),
            }
            spectator.after_statement(self, position);
        }
        None
    }

    /// Grants a run its steps and its time.
    fn begin_limits(&mut self, test: &TestCase) {
        self.tracer.begin(self.limits.steps);
        self.watchdog.begin(test);
    }

    /// Ends the time of a run and tells the limit that it reached. No exception may be pending.
    fn end_limits(&mut self) -> Option<AbortReason> {
        let stopped = self.watchdog.end();
        let state = self.tracer.run_state();
        if stopped {
            Some(AbortReason::Time)
        } else if state.exit_attempted {
            Some(AbortReason::Exit)
        } else {
            state.steps_exhausted.then_some(AbortReason::Steps)
        }
    }

    /// Runs code under test with steps and time of its own; `None` if it reached a limit or threw.
    /// A limit it cannot be made to keep is put down to `test`.
    pub(crate) fn within_limits<T>(
        &mut self,
        test: &TestCase,
        body: impl FnOnce(&mut Self) -> Option<T>,
    ) -> Option<T> {
        self.begin_limits(test);
        let value = body(self);
        self.env.clear_exception();
        let limit = self.end_limits();
        if limit.is_some() { None } else { value }
    }

    fn count(&mut self, executed: u32, outcome: &ExecutionOutcome) {
        self.counts.tests += 1;
        self.counts.statements += u64::from(executed);
        let timed_out = matches!(
            outcome,
            ExecutionOutcome::Aborted { reason: AbortReason::Steps | AbortReason::Time, .. }
        );
        self.counts.timeouts += u64::from(timed_out);
    }

    /// What the failure of the statement after the last variable means, and the exception if there is one.
    fn outcome(&mut self, failed: Option<&Failure>) -> (jthrowable, ExecutionOutcome) {
        let statement = self.variables.len() as u32;
        let (thrown, class) = match failed {
            None => return (std::ptr::null_mut(), ExecutionOutcome::Completed),
            Some(Failure::Refused(reason)) => {
                return (std::ptr::null_mut(), ExecutionOutcome::Aborted { statement, reason: *reason });
            }
            Some(Failure::Would(class)) => (std::ptr::null_mut(), ClassName::new(class)),
            Some(Failure::Pending) => {
                let thrown = self.env.take_exception();
                if thrown.is_null() {
                    // JNI refuses names that no class file can hold without throwing.
                    (thrown, ClassName::new("java/lang/NoClassDefFoundError"))
                } else {
                    (thrown, self.class_names.of(thrown))
                }
            }
        };
        let outcome = match abort_reason(&class) {
            Some(reason) => ExecutionOutcome::Aborted { statement, reason },
            None => {
                ExecutionOutcome::Threw { statement, exception: ThrownException { class, message: None } }
            }
        };
        (thrown, outcome)
    }

    /// What the run showed, by probes and by its own calls.
    fn trace(&mut self, thrown: jthrowable, outcome: &ExecutionOutcome) -> ExecutionTrace {
        let mut trace = self.tracer.trace();
        if self.notes_calls {
            trace.calls = self.calls.calls();
            trace.values = self.calls.values();
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
        let (callable, method) = self.open_call?;
        let mut is_declared = |declared: &ClassName| {
            let declared = self.types.intern(&FieldType::Object(declared.clone()));
            let class = self.types.class(declared).inspect_err(|_| self.env.clear_exception());
            class.is_ok_and(|class| self.env.is_instance(thrown, class))
        };
        let cause = if self.cluster.callable(callable).exceptions.iter().any(&mut is_declared) {
            ExceptionCause::Declared
        } else if self.tracer.was_thrown_explicitly(thrown) {
            ExceptionCause::Explicit
        } else {
            ExceptionCause::Implicit
        };
        Some(EscapedException { method, class: class.clone(), cause })
    }

    fn step(&mut self, statement: &Statement) -> Result<Variable, Failure> {
        let variable = match statement {
            Statement::Value(value) => return self.literal(value),
            Statement::Invoke { callable, receiver, arguments } => {
                self.invoke(*callable, *receiver, arguments)?
            }
            Statement::Stub(instance) => self.new_stub(instance)?,
            Statement::NewArray { array_type, length } => self.new_array(*array_type, *length)?,
            Statement::WriteElement { array, index, value } => self.write_element(*array, *index, *value)?,
        };
        if self.watchdog.has_stopped() { Err(Failure::Refused(AbortReason::Time)) } else { Ok(variable) }
    }

    fn literal(&mut self, value: &Value) -> Result<Variable, Failure> {
        let (kind, primitive) = match value {
            Value::Boolean(value) => (Kind::Boolean, jvalue { z: *value }),
            Value::Byte(value) => (Kind::Byte, jvalue { b: *value }),
            Value::Char(value) => (Kind::Char, jvalue { c: *value }),
            Value::Short(value) => (Kind::Short, jvalue { s: *value }),
            Value::Int(value) => (Kind::Int, jvalue { i: *value }),
            Value::Long(value) => (Kind::Long, jvalue { j: *value }),
            Value::Float(value) => (Kind::Float, jvalue { f: *value }),
            Value::Double(value) => (Kind::Double, jvalue { d: *value }),
            Value::String(text) => {
                let ty = self.erasure(value.type_id())?;
                return Ok(Variable::reference(self.literals.get(text)?, ty));
            }
            Value::Null(ty) => return Ok(Variable::reference(std::ptr::null_mut(), self.erasure(*ty)?)),
            Value::Class(ty) => {
                // `void.class` has no erasure and is not written by any test.
                let class = self.types.class(self.erasure(*ty)?)?;
                return Ok(Variable::reference(class, self.erasure(value.type_id())?));
            }
        };
        Ok(Variable::primitive(kind, primitive))
    }

    /// Calls a callable on variables of the running test.
    pub(crate) fn invoke(
        &mut self,
        callable: CallableId,
        receiver: Option<VariableRef>,
        arguments: &[VariableRef],
    ) -> Result<Variable, Failure> {
        let env = self.env;
        let slot = self.members.get_mut(callable.index()).ok_or(CLASS_CAST)?;
        let member = if let Some(member) = slot {
            &**member
        } else {
            let callable = self.cluster.callable(callable);
            slot.insert(Box::new(Member::resolve(env, &mut self.types, self.cluster, callable)?))
        };
        let receiver = match member.receiver {
            None => std::ptr::null_mut(),
            Some(ty) => {
                let parameter = Parameter { kind: Kind::Reference, ty };
                let variable = receiver.and_then(|receiver| self.variables.get(receiver.index()));
                // SAFETY: a converted value of kind reference is one.
                let object = unsafe { convert(env, &mut self.types, variable, parameter)?.l };
                if object.is_null() {
                    return Err(NULL_POINTER);
                }
                object
            }
        };
        if arguments.len() != member.parameters.len() {
            return Err(CLASS_CAST);
        }
        let mut values: SmallVec<[jvalue; 8]> = SmallVec::new();
        for (argument, parameter) in arguments.iter().zip(&member.parameters) {
            values.push(convert(env, &mut self.types, self.variables.get(argument.index()), *parameter)?);
        }
        // SAFETY: an outer instance is a reference.
        if member.first_argument_is_outer && values.first().is_some_and(|outer| unsafe { outer.l }.is_null())
        {
            return Err(NULL_POINTER);
        }
        let under_test = self.cluster.callable(callable).under_test;
        if let Some(method) = under_test {
            if self.notes_calls {
                self.open_call = Some((callable, method));
                let kinds = member.parameters.iter().map(|parameter| parameter.kind);
                let arguments: SmallVec<[(Kind, jvalue); 8]> = kinds.zip(values.iter().copied()).collect();
                self.calls.called(method, &arguments, (&self.values, &mut self.class_names));
            }
            self.tracer.set_direct_call(true);
        }
        let value = member.call(env, receiver, &values);
        if env.is_exception_pending() {
            return Err(Failure::Pending);
        }
        if under_test.is_some() {
            self.tracer.set_direct_call(false);
        }
        if let Some(method) = under_test.filter(|_| self.notes_calls) {
            self.open_call = None;
            self.calls.returned(method, (member.result, value), (&self.values, &mut self.class_names));
        }
        let variable = Variable { value, kind: member.result, ty: member.result_type };
        if member.casts_result {
            let promised = Parameter { kind: variable.kind, ty: member.result_type };
            cast(env, &mut self.types, value, promised)?;
        }
        if self.returned_types.wants(callable)
            && let Some(object) = variable.as_reference().filter(|object| !object.is_null())
        {
            let known = (self.cluster, self.erasures.as_slice());
            self.returned_types.look(callable, object, (env, &mut self.types), known);
        }
        Ok(variable)
    }

    fn new_stub(&mut self, instance: &StubInstance) -> Result<Variable, Failure> {
        let env = self.env;
        let stub = self.stubs.class_of(env, &mut self.types, self.cluster, instance)?;
        let mut values: SmallVec<[jvalue; 8]> = SmallVec::new();
        let mut convert_next = |values: &mut SmallVec<[jvalue; 8]>, variable: VariableRef| {
            let parameter = *stub.parameters.get(values.len()).ok_or(CLASS_CAST)?;
            let variable = self.variables.get(variable.index());
            values.push(convert(env, &mut self.types, variable, parameter)?);
            Ok::<(), Failure>(())
        };
        for argument in &instance.arguments {
            convert_next(&mut values, *argument)?;
        }
        for returned in &instance.returns {
            match returned {
                StubReturn::Variable(variable) => convert_next(&mut values, *variable)?,
                StubReturn::Parameter(_) | StubReturn::Throw => {}
                StubReturn::Polynomial { coefficients, .. } => {
                    let first = usize::from(coefficients[0] == 0.0);
                    values.extend(coefficients[first..].iter().map(|value| jvalue { d: *value }));
                }
            }
        }
        if values.len() != stub.parameters.len() {
            return Err(CLASS_CAST);
        }
        let object = env.new_object(stub.class, stub.constructor, &values);
        if env.is_exception_pending() {
            return Err(Failure::Pending);
        }
        // SAFETY: a constructor gives a reference.
        Ok(Variable::reference(unsafe { object.l }, stub.ty))
    }

    fn new_array(&mut self, array_type: TypeId, length: u32) -> Result<Variable, Failure> {
        let ty = self.erasure(array_type)?;
        if length > self.limits.max_array_length {
            return Err(Failure::Refused(AbortReason::Memory));
        }
        let FieldType::Array(element) = self.types.get(ty) else { return Err(CLASS_CAST) };
        let (kind, element) = (Kind::of(element), FieldType::clone(element));
        let length = length as i32;
        let array = if kind == Kind::Reference {
            let element = self.types.intern(&element);
            self.env.new_object_array(self.types.class(element)?, length)?
        } else {
            self.env.new_primitive_array(kind, length)?
        };
        Ok(Variable::reference(array, ty))
    }

    fn write_element(
        &mut self,
        array: VariableRef,
        index: u32,
        value: VariableRef,
    ) -> Result<Variable, Failure> {
        let array = *self.variables.get(array.index()).ok_or(CLASS_CAST)?;
        let FieldType::Array(element) = self.types.get(array.ty) else { return Err(CLASS_CAST) };
        let element = FieldType::clone(element);
        let target = array.as_reference().ok_or(CLASS_CAST)?;
        let parameter = Parameter { kind: Kind::of(&element), ty: self.types.intern(&element) };
        let value = convert(self.env, &mut self.types, self.variables.get(value.index()), parameter)?;
        if target.is_null() {
            return Err(NULL_POINTER);
        }
        // The JVM checks bounds and, for references, the store.
        let index = i32::try_from(index).unwrap_or(i32::MAX);
        self.env.set_element(target, parameter.kind, index, value);
        if self.env.is_exception_pending() { Err(Failure::Pending) } else { Ok(Variable::NONE) }
    }

    fn erasure(&self, ty: TypeId) -> Result<ErasedId, Failure> {
        self.erasures.get(ty.index()).copied().flatten().ok_or(CLASS_CAST)
    }
}

/// The variable's value where the parameter is wanted: widened if primitive, proven to be an instance if a reference.
fn convert(
    env: Env,
    types: &mut ErasedTypes,
    variable: Option<&Variable>,
    parameter: Parameter,
) -> Result<jvalue, Failure> {
    let variable = variable.ok_or(CLASS_CAST)?;
    let value = variable.kind.widen(variable.value, parameter.kind).ok_or(CLASS_CAST)?;
    if parameter.kind == Kind::Reference && variable.ty != parameter.ty {
        cast(env, types, value, parameter)?;
    }
    Ok(value)
}

/// Java's `checkcast`.
fn cast(env: Env, types: &mut ErasedTypes, value: jvalue, wanted: Parameter) -> Result<(), Failure> {
    if wanted.kind != Kind::Reference || wanted.ty == ErasedTypes::OBJECT {
        return Ok(());
    }
    let class = types.class(wanted.ty)?;
    // SAFETY: the kind says that it is a reference.
    let object = unsafe { value.l };
    if env.is_instance(object, class) { Ok(()) } else { Err(CLASS_CAST) }
}

impl Executor for JvmExecutor<'_> {
    fn execute(&mut self, test: &TestCase) -> ExecutionResult {
        self.run(test, &mut ())
    }

    fn execute_with_operands(&mut self, test: &TestCase) -> (ExecutionResult, Vec<Operand>) {
        let mut reader = OperandReader::default();
        self.operands.record(true);
        let result = self.run(test, &mut reader);
        self.operands.record(false);
        (result, reader.operands)
    }

    fn take_returned_types(&mut self) -> Vec<(CallableId, TypeId)> {
        self.returned_types.take()
    }
}
