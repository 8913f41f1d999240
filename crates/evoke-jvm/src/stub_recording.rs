//! The calls that a run makes on the stubs of its test, read when the run is over.

use std::collections::BTreeMap;

use evoke_analysis::{CallableId, StubMethod, TestCluster};
use evoke_testcase::{
    Aspect, ExecutionOutcome, Observation, ObservedCall, ObservedValue, Statement, StubCall, StubMember,
    TestCase, VariableRef,
};
use jni_sys::{jobject, jvalue};

use crate::executor::JvmExecutor;
use crate::interpreter::Interpreter;
use crate::jni::JniType;
use crate::stub_calls::RecordedCall;

/// More calls of a run are not worth knowing.
const MAX_CALLS: u32 = 256;
/// More commands to one stub are not worth reading.
const MAX_COMMANDS: usize = 10;
/// That nothing was commanded is told of stubs with no more commands than this.
const MAX_SILENT: usize = 3;
/// Longest text that is told of what a command was given.
const MAX_TEXT: usize = 120;

impl JvmExecutor<'_> {
    /// See [`evoke_testcase::Observer::stub_calls`].
    pub(crate) fn record_stub_calls(
        &mut self,
        test: &TestCase,
        inspections: &[(VariableRef, CallableId)],
    ) -> Option<Vec<StubCall>> {
        self.interpreter.stubs.records = true;
        let calls = self.in_frame(|executor| executor.run_recorded(test, inspections));
        self.interpreter.stubs.records = false;
        // Else what they were given would live as long as the JVM.
        let is_forgotten = self.interpreter.stubs.calls.record(0).is_ok();
        calls.filter(|_| is_forgotten)
    }

    fn run_recorded(
        &mut self,
        test: &TestCase,
        inspections: &[(VariableRef, CallableId)],
    ) -> Option<Vec<StubCall>> {
        self.interpreter.stubs.calls.record(MAX_CALLS).ok()?;
        let run = self.run(test, self.max_steps(), |_, _| {});
        if matches!(run.result.outcome, ExecutionOutcome::Aborted { .. }) {
            return None;
        }
        let mut calls = stub_calls(&mut self.interpreter, test, None)?;
        for (variable, inspector) in inspections {
            self.interpreter.stubs.calls.record(MAX_CALLS).ok()?;
            self.within_limits(test, |interpreter| interpreter.ask(*inspector, *variable).ok().map(|_| ()))?;
            calls.extend(stub_calls(&mut self.interpreter, test, Some((*variable, *inspector)))?);
        }
        Some(calls)
    }
}

/// Records the calls of stubs in the run that comes, if the test has a stub that can be given commands.
pub(crate) fn record_commands(interpreter: &mut Interpreter<'_>, test: &TestCase) {
    interpreter.stubs.records = commanded(interpreter.cluster, test).next().is_some()
        && interpreter.stubs.calls.record(MAX_CALLS).is_ok();
}

/// The stubs of the test that can be given commands, with the number of these.
fn commanded(cluster: &TestCluster, test: &TestCase) -> impl Iterator<Item = (VariableRef, usize)> {
    let n_commands = |(position, statement): (usize, &Statement)| match statement {
        Statement::Stub(instance) => {
            let n_commands = instance.commands(cluster.stub(instance.stub)).count();
            (n_commands > 0).then_some((VariableRef(position as u32), n_commands))
        }
        _ => None,
    };
    test.statements().iter().enumerate().filter_map(n_commands)
}

/// The commands that each stub of the test was given since [`record_commands`], where these are few; ends the recording.
pub(crate) fn recorded_commands(interpreter: &mut Interpreter<'_>, test: &TestCase) -> Vec<Observation> {
    if !std::mem::take(&mut interpreter.stubs.records) {
        return Vec::new();
    }
    let recorded = interpreter.stubs.calls.recorded();
    // As above.
    let is_forgotten = interpreter.stubs.calls.record(0).is_ok();
    let Some(recorded) = recorded.filter(|_| is_forgotten) else { return Vec::new() };
    let mut by_stub: BTreeMap<VariableRef, Vec<ObservedCall>> = BTreeMap::new();
    for RecordedCall { stub, method, arguments } in recorded {
        let Some(stub) = interpreter.first_holding(stub, |_| true) else { continue };
        if is_command(interpreter.cluster, test, stub, method) {
            let arguments = arguments.into_iter().map(|argument| told(interpreter, argument)).collect();
            by_stub.entry(stub).or_default().push(ObservedCall { method, arguments });
        }
    }
    // Of those that were made.
    let n_variables = interpreter.variables.len();
    for (stub, n_commands) in commanded(interpreter.cluster, test) {
        if n_commands <= MAX_SILENT && stub.index() < n_variables {
            by_stub.entry(stub).or_default();
        }
    }
    by_stub.retain(|_, calls| calls.len() <= MAX_COMMANDS);
    let observed = by_stub.into_iter().map(|(variable, mut calls)| {
        tell_alike(&mut calls);
        Observation { variable, aspect: Aspect::Calls, value: ObservedValue::Calls(calls) }
    });
    observed.collect()
}

/// Whether the method of the stub, as its class numbers them, is one that the stub implements and a command.
fn is_command(cluster: &TestCluster, test: &TestCase, stub: VariableRef, method: usize) -> bool {
    let Some(Statement::Stub(instance)) = test.statements().get(stub.index()) else { return false };
    cluster.stub(instance.stub).methods.get(method).is_some_and(StubMethod::is_command)
}

/// The argument, if Java's text of it says what it is and nothing else.
fn told(interpreter: &mut Interpreter<'_>, argument: jobject) -> Option<ObservedValue> {
    let value = interpreter.values.read(JniType::Reference, jvalue { l: argument }).ok().flatten()?;
    let is_told = match &value {
        ObservedValue::Null
        | ObservedValue::Boolean(_)
        | ObservedValue::Byte(_)
        | ObservedValue::Char(_)
        | ObservedValue::Short(_)
        | ObservedValue::Int(_)
        | ObservedValue::Long(_) => true,
        ObservedValue::String(text) => text.len() <= MAX_TEXT,
        ObservedValue::Float(value) => is_plain(f64::from(*value)),
        ObservedValue::Double(value) => is_plain(*value),
        // What constants and other objects show depends on their class.
        ObservedValue::Enum { .. }
        | ObservedValue::OwnConstant { .. }
        | ObservedValue::Array { .. }
        | ObservedValue::List(_)
        | ObservedValue::Object { .. }
        | ObservedValue::Same { .. }
        | ObservedValue::Calls(_) => false,
    };
    is_told.then_some(value)
}

/// Whether all JDKs write the number alike, without an exponent: 2.5.
fn is_plain(number: f64) -> bool {
    number.abs() < 1e6 && (number * 8.0).fract() == 0.0
}

/// Has a parameter told in all calls of its method or in none: the method is written once.
fn tell_alike(calls: &mut [ObservedCall]) {
    let untold: Vec<(usize, usize)> = calls
        .iter()
        .flat_map(|call| {
            let untold = call.arguments.iter().enumerate().filter(|(_, argument)| argument.is_none());
            untold.map(|(position, _)| (call.method, position))
        })
        .collect();
    for (method, position) in untold {
        for call in calls.iter_mut().filter(|call| call.method == method) {
            call.arguments[position] = None;
        }
    }
}

/// The calls noted, of stubs that the test's variables hold; `None` if there were too many.
fn stub_calls(
    interpreter: &mut Interpreter<'_>,
    test: &TestCase,
    inspection: Option<(VariableRef, CallableId)>,
) -> Option<Vec<StubCall>> {
    let recorded = interpreter.stubs.calls.recorded()?;
    let mut calls = Vec::with_capacity(recorded.len());
    for RecordedCall { stub, method, arguments } in recorded {
        let Some(stub) = interpreter.first_holding(stub, |_| true) else { continue };
        let Some(Statement::Stub(instance)) = test.statements().get(stub.index()) else { continue };
        let n_implemented = interpreter.cluster.stub(instance.stub).methods.len();
        let member = match method.checked_sub(n_implemented) {
            Some(default) => StubMember::Default(default),
            None => StubMember::Implemented(method),
        };
        let arguments = arguments.into_iter().map(|it| argument(interpreter, it)).collect::<Option<_>>()?;
        calls.push(StubCall { stub, member, arguments, inspection });
    }
    Some(calls)
}

/// What a test can say of an argument.
fn argument(interpreter: &mut Interpreter<'_>, object: jobject) -> Option<ObservedValue> {
    let value = interpreter.values.read(JniType::Reference, jvalue { l: object }).ok().flatten()?;
    let variable = if value.has_identity() { interpreter.first_holding(object, |_| true) } else { None };
    Some(variable.map_or(value, |variable| ObservedValue::Same { variable }))
}
