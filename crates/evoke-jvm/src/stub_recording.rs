//! The calls that a run makes on the stubs of its test, read when the run is over.

use evoke_analysis::CallableId;
use evoke_testcase::{
    ExecutionOutcome, ObservedValue, Statement, StubCall, StubMember, TestCase, VariableRef,
};
use jni_sys::{jobject, jvalue};

use crate::executor::JvmExecutor;
use crate::interpreter::Interpreter;
use crate::jni::JniType;
use crate::stub_calls::RecordedCall;

/// More calls of a run are not worth knowing.
const MAX_CALLS: u32 = 256;

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
        calls
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
            self.within_limits(test, |interpreter| {
                interpreter.invoke(*inspector, Some(*variable), &[]).ok().map(|_| ())
            })?;
            calls.extend(stub_calls(&mut self.interpreter, test, Some((*variable, *inspector)))?);
        }
        Some(calls)
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
    let is_known = !matches!(value, ObservedValue::Object { .. } | ObservedValue::Array { .. });
    let variable = if is_known { None } else { interpreter.first_holding(object, |_| true) };
    Some(variable.map_or(value, |variable| ObservedValue::Same { variable }))
}
