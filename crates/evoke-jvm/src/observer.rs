//! Runs a test and notes the values it produces: each variable after its statement, and in the end what the
//! inspectors of each object show; of what a call returns also whether it is one of its operands. An inspector that throws or does not end shows nothing.

use evoke_testcase::{
    ExecutionOutcome, ExecutionResult, Observation, Observations, ObservedValue, Observer, Statement,
    TestCase, VariableRef,
};
use jni_sys::{jthrowable, jvalue};

use crate::executor::{JvmExecutor, Spectator};
use crate::kind::Kind;

struct Recorder<'t> {
    test: &'t TestCase,
    values: Vec<Observation>,
}

impl Observer for JvmExecutor<'_> {
    fn observe(&mut self, test: &TestCase) -> Observations {
        let mut recorder = Recorder { test, values: Vec::new() };
        let result = self.run(test, &mut recorder);
        Observations { result, values: recorder.values }
    }
}

impl Spectator for Recorder<'_> {
    fn after_statement(&mut self, executor: &mut JvmExecutor<'_>, position: usize) {
        let Some(variable) = executor.variables.get(position).copied() else { return };
        // The test itself says what a stub is.
        if matches!(self.test.statements().get(position), Some(Statement::Stub(_))) {
            return;
        }
        if let Some(mut value) = executor.read_value(variable.kind, variable.value) {
            if matches!(value, ObservedValue::Object { .. } | ObservedValue::Array { .. })
                && let Some(variable) = self.returned_operand(executor, position)
            {
                value = ObservedValue::Same { variable };
            }
            let variable = VariableRef(position as u32);
            self.values.push(Observation { variable, inspector: None, value });
        }
    }

    fn after_run(
        &mut self,
        executor: &mut JvmExecutor<'_>,
        result: &mut ExecutionResult,
        thrown: jthrowable,
    ) {
        if result.is_aborted() {
            return;
        }
        if let ExecutionOutcome::Threw { exception, .. } = &mut result.outcome
            && !thrown.is_null()
        {
            exception.message = executor.within_limits(self.test, |executor| executor.values.message(thrown));
        }
        for position in 0..executor.variables.len() {
            self.inspect(executor, VariableRef(position as u32));
        }
    }
}

impl Recorder<'_> {
    /// The receiver or argument that the call at this position returned.
    fn returned_operand(&self, executor: &JvmExecutor<'_>, position: usize) -> Option<VariableRef> {
        let statement = self.test.statements().get(position)?;
        if !matches!(statement, Statement::Invoke { .. }) {
            return None;
        }
        let object_of = |position: usize| executor.variables.get(position)?.as_reference();
        let returned = object_of(position)?;
        statement.references().into_iter().find(|operand| {
            object_of(operand.index()).is_some_and(|object| executor.env.is_same(object, returned))
        })
    }

    fn inspect(&mut self, executor: &mut JvmExecutor<'_>, variable: VariableRef) {
        let is_object = executor.variables.get(variable.index()).and_then(|value| value.as_reference());
        if is_object.is_none_or(<*mut _>::is_null) {
            return;
        }
        let cluster = executor.cluster;
        let statement = &self.test.statements()[variable.index()];
        let Some(ty) = statement.defined_type(cluster) else { return };
        for inspector in cluster.inspectors(ty) {
            let shown = executor.within_limits(self.test, |executor| {
                let shown = executor.invoke(*inspector, Some(variable), &[]).ok()?;
                executor.read_value(shown.kind, shown.value)
            });
            if let Some(value) = shown {
                self.values.push(Observation { variable, inspector: Some(*inspector), value });
            }
        }
    }
}

impl JvmExecutor<'_> {
    fn read_value(&mut self, kind: Kind, value: jvalue) -> Option<ObservedValue> {
        let read = self.values.read(&mut self.class_names, kind, value);
        read.unwrap_or_else(|_| {
            self.env.clear_exception();
            None
        })
    }
}
