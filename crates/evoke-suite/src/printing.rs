//! Has tests catch what they print: `System.setOut` and `System.setErr` come first in them, and in the end it is asked what was
//! printed. Nothing else would notice it where a call gives nothing.

use evoke_analysis::{CallableId, PrintCalls, Setting, TestCluster};
use evoke_testcase::{Aspect, ExecutionOutcome, ObservedValue, Observer, Statement, TestCase, VariableRef};

use crate::asserted_test::AssertedTest;
use crate::covering_test::CoveringTest;
use crate::deadline::Deadline;

/// Statements of one catch: the buffer, the stream, the call that sets it.
const STATEMENTS: usize = 3;

/// What is printed on one stream of the process while a test runs.
struct Catch {
    setting: Setting,
    buffer: VariableRef,
    stream: VariableRef,
    setter: usize,
}

/// Gives the tests that are seen to print what catches it. What is not run before the deadline is left as it is.
pub fn catch_printed(
    observer: &mut dyn Observer,
    cluster: &TestCluster,
    mut tests: Vec<CoveringTest>,
    deadline: &mut Deadline<'_>,
) -> Vec<CoveringTest> {
    let Some(calls) = &cluster.settings.print_calls else { return tests };
    let mut slowest_last: Vec<&mut CoveringTest> = tests.iter_mut().collect();
    slowest_last.sort_by_key(|covering| covering.slowness);
    for covering in slowest_last {
        if deadline.is_over() {
            break;
        }
        let setters: Vec<CallableId> = calls.setters.iter().map(|(_, setter)| *setter).collect();
        let catching = catching(&covering.test, calls, &setters);
        let printed = printed_setters(observer, calls, &setters, &catching);
        if !printed.is_empty() {
            covering.test = self::catching(&covering.test, calls, &printed);
        }
    }
    tests
}

/// What is printed on, if the variable is the buffer that it is caught in.
pub fn printed_on(test: &TestCase, cluster: &TestCluster, variable: VariableRef) -> Option<Setting> {
    let mut catches = catches(test, cluster);
    catches.find(|catch| catch.buffer == variable).map(|catch| catch.setting)
}

/// The test without what catches things of which it asserts nothing and which nothing else uses.
pub(crate) fn without_idle_catches(mut asserted: AssertedTest, cluster: &TestCluster) -> AssertedTest {
    let is_asserted = |catch: &Catch| asserted.assertions.iter().any(|it| it.variable == catch.buffer);
    let is_idle = |catch: &Catch| !is_asserted(catch) && !is_used(&asserted.test, catch);
    let idle: Vec<Catch> = catches(&asserted.test, cluster).filter(is_idle).collect();
    if idle.is_empty() {
        return asserted;
    }
    let mut doomed = vec![false; asserted.test.len()];
    for catch in &idle {
        for position in [catch.buffer.index(), catch.stream.index(), catch.setter] {
            doomed[position] = true;
        }
    }
    asserted.test.remove_all(&mut doomed);
    asserted.assertions.retain(|assertion| !doomed[assertion.variable.index()]);
    let renumbered = |variable: VariableRef| {
        let n_gone = doomed[..variable.index()].iter().filter(|is_doomed| **is_doomed).count();
        VariableRef(variable.0 - n_gone as u32)
    };
    asserted.assertions.iter_mut().for_each(|assertion| assertion.map_references(&renumbered));
    asserted.stub_calls.iter_mut().flatten().for_each(|call| call.map_references(&renumbered));
    asserted
}

/// Whether anything but the stream uses the buffer, or anything but the setter the stream.
fn is_used(test: &TestCase, catch: &Catch) -> bool {
    let later = test.statements().iter().enumerate();
    later.filter(|(position, _)| ![catch.stream.index(), catch.setter].contains(position)).any(
        |(_, statement)| {
            let references = statement.references();
            references.contains(&catch.buffer) || references.contains(&catch.stream)
        },
    )
}

/// The test behind calls of these setters, each with a stream and a buffer of its own.
fn catching(test: &TestCase, calls: &PrintCalls, setters: &[CallableId]) -> TestCase {
    let mut catching = test.clone();
    let mut statements = Vec::with_capacity(STATEMENTS * setters.len());
    for setter in setters {
        let buffer = VariableRef(statements.len() as u32);
        let stream = VariableRef(buffer.0 + 1);
        statements.push(invoke(calls.new_buffer, &[]));
        statements.push(invoke(calls.new_stream, &[buffer]));
        statements.push(invoke(*setter, &[stream]));
    }
    catching.insert(0, statements);
    catching
}

fn invoke(callable: CallableId, arguments: &[VariableRef]) -> Statement {
    Statement::Invoke { callable, receiver: None, arguments: arguments.iter().copied().collect() }
}

/// Those of the setters that the test begins with whose buffers hold something in the end; none if it does not come to its end.
fn printed_setters(
    observer: &mut dyn Observer,
    calls: &PrintCalls,
    setters: &[CallableId],
    catching: &TestCase,
) -> Vec<CallableId> {
    let observations = observer.observe(catching);
    if observations.result.outcome != ExecutionOutcome::Completed {
        return Vec::new();
    }
    let holds_something = |buffer: usize| {
        observations.values.iter().any(|seen| {
            let is_text = matches!(&seen.value, ObservedValue::String(text) if !text.is_empty());
            is_text && seen.variable.index() == buffer && matches!(seen.aspect, Aspect::Inspector(_))
        })
    };
    let buffers = catching.statements().iter().enumerate().filter(|(_, it)| it.calls(calls.new_buffer));
    let buffers = buffers.map(|(position, _)| position).zip(setters);
    buffers.filter(|(buffer, _)| holds_something(*buffer)).map(|(_, setter)| *setter).collect()
}

/// What the test catches.
fn catches(test: &TestCase, cluster: &TestCluster) -> impl Iterator<Item = Catch> {
    let calls = cluster.settings.print_calls.as_ref();
    let statements = test.statements().iter().enumerate();
    statements.filter_map(move |(position, statement)| catch_at(test, calls?, position, statement))
}

/// What a test catches from this statement on.
fn catch_at(test: &TestCase, calls: &PrintCalls, position: usize, statement: &Statement) -> Option<Catch> {
    let given = |statement: &Statement, to: CallableId| match statement {
        Statement::Invoke { callable, arguments, .. } if *callable == to => arguments.first().copied(),
        _ => None,
    };
    let setter = calls.setters.iter().find(|(_, setter)| statement.calls(*setter))?;
    let stream = given(statement, setter.1)?;
    let buffer = given(test.definition(stream), calls.new_stream)?;
    test.definition(buffer).calls(calls.new_buffer).then_some(Catch {
        setting: setter.0,
        buffer,
        stream,
        setter: position,
    })
}

#[cfg(test)]
mod tests;
