//! A test that gives code what it writes to is given a buffer in its place, so that what was written is there to be asserted.

use evoke_analysis::{CallableKind, Collector, TestCluster, TypeId};
use evoke_testcase::{Statement, StubInstance, TestCase, VariableRef};

/// The test with a buffer in place of what this statement makes; `None` where nothing that may write is given it, or it is one
/// already.
pub(super) fn collecting(test: &TestCase, cluster: &TestCluster, position: usize) -> Option<TestCase> {
    let statement = test.statements().get(position)?;
    let variable = VariableRef(position as u32);
    if !is_made_by_test(statement, cluster) {
        return None;
    }
    let collector = cluster.collectors.iter().find(|collector| {
        let given = defined_by(collector, cluster);
        is_wanted(test, cluster, variable, collector.wanted)
            && is_accepted(test, cluster, variable, given)
            && !is_made_by(test, statement, collector)
    })?;
    Some(replaced(test, cluster, position, collector))
}

/// Whether the statement makes an object that is not what is tested, or gets what writes to nothing (`Writer.nullWriter()`).
fn is_made_by_test(statement: &Statement, cluster: &TestCluster) -> bool {
    match statement {
        Statement::Stub(_) => true,
        Statement::Invoke { callable, .. } => {
            let callable = cluster.callable(*callable);
            let is_sink =
                callable.is_static && callable.parameters.is_empty() && callable.name.starts_with("null");
            (callable.kind == CallableKind::Constructor || is_sink) && callable.under_test.is_none()
        }
        _ => false,
    }
}

/// Whether the statement makes what the collector makes.
fn is_made_by(test: &TestCase, statement: &Statement, collector: &Collector) -> bool {
    let Statement::Invoke { callable, arguments, .. } = statement else { return false };
    match collector.new_writer {
        None => *callable == collector.new_buffer,
        Some(new_writer) => {
            let is_buffer = |it: &VariableRef| test.definition(*it).calls(collector.new_buffer);
            *callable == new_writer && arguments.iter().all(is_buffer)
        }
    }
}

/// The type of what the collector gives.
fn defined_by(collector: &Collector, cluster: &TestCluster) -> TypeId {
    cluster.callable(collector.new_writer.unwrap_or(collector.new_buffer)).return_type
}

/// Whether a call that may hand the variable on to code under test, or a stub that gives it, asks for this type there.
fn is_wanted(test: &TestCase, cluster: &TestCluster, variable: VariableRef, wanted: TypeId) -> bool {
    test.statements().iter().any(|statement| match statement {
        Statement::Invoke { callable, arguments, .. } => {
            let callable = cluster.callable(*callable);
            let mut given = arguments.iter().zip(&callable.parameters);
            callable.hands_on() && given.any(|(given, ty)| *given == variable && *ty == wanted)
        }
        Statement::Stub(stub) => given_by(stub, cluster).any(|given| given == (variable, wanted)),
        _ => false,
    })
}

/// The variables that the stub's methods give, with what these are declared to give.
fn given_by<'a>(
    stub: &'a StubInstance,
    cluster: &'a TestCluster,
) -> impl Iterator<Item = (VariableRef, TypeId)> + 'a {
    let methods = cluster.stub(stub.stub).decided_methods().zip(&stub.returns);
    methods.flat_map(|(method, given)| given.variables().iter().map(|given| (*given, method.return_type)))
}

/// Whether all that reads the variable takes this type too.
fn is_accepted(test: &TestCase, cluster: &TestCluster, variable: VariableRef, given: TypeId) -> bool {
    let fits = |wanted: TypeId| given == wanted || cluster.is_assignable(given, wanted);
    test.statements().iter().all(|statement| match statement {
        Statement::Invoke { callable, receiver, arguments } => {
            let callable = cluster.callable(*callable);
            let is_called = *receiver == Some(variable);
            let mut given = arguments.iter().zip(&callable.parameters);
            (!is_called || callable.receiver.is_some_and(fits))
                && given.all(|(given, ty)| *given != variable || fits(*ty))
        }
        Statement::Stub(stub) => {
            let passed = stub.callbacks.iter().flat_map(|callback| &callback.arguments);
            stub.arguments.iter().chain(passed).all(|passed| *passed != variable)
                && given_by(stub, cluster).all(|(given, ty)| given != variable || fits(ty))
        }
        other => !other.references().contains(&variable),
    })
}

fn replaced(test: &TestCase, cluster: &TestCluster, position: usize, collector: &Collector) -> TestCase {
    let needed = test.needed_for(position);
    let call = |callable, arguments: &[VariableRef]| Statement::Invoke {
        callable,
        receiver: None,
        arguments: arguments.iter().copied().collect(),
    };
    let mut changed = test.clone();
    match collector.new_writer {
        None => changed.replace(position, call(collector.new_buffer, &[])),
        Some(new_writer) => {
            changed.insert(position, [call(collector.new_buffer, &[])]);
            changed.replace(position + 1, call(new_writer, &[VariableRef(position as u32)]));
        }
    }
    // What only the object in whose place the buffer is was made of.
    let mut doomed = vec![false; changed.len()];
    for before in (0..position).rev().filter(|before| needed[*before]) {
        let is_left = |(reader, statement): (usize, &Statement)| {
            !doomed[reader] && statement.references().contains(&VariableRef(before as u32))
        };
        let made = &changed.statements()[before];
        let is_idle = !changed.statements().iter().enumerate().any(is_left);
        doomed[before] = is_idle && (matches!(made, Statement::Value(_)) || is_made_by_test(made, cluster));
    }
    changed.remove_all(&mut doomed);
    changed
}

#[cfg(test)]
mod tests {
    use evoke_analysis::{CallableId, TypeTable};
    use evoke_testcase::StubReturn;

    use super::*;
    use crate::testing::{Demo, Member, call, test_of};

    /// `Account.print(PrintWriter)`, and writers.
    struct Writers {
        demo: Demo,
        new_buffer: CallableId,
        new_writer: CallableId,
        new_pipe: CallableId,
        make: CallableId,
        print: CallableId,
        check: CallableId,
    }

    impl Writers {
        fn new() -> Self {
            let mut demo = Demo::new();
            let [any, buffer, writer, pipe] = ["Writer", "StringWriter", "PrintWriter", "PipedWriter"]
                .map(|name| demo.cluster.types.intern_class(&format!("java/io/{name}")));
            let mut new = |owner, parameters, returns| {
                let kind = CallableKind::Constructor;
                let (name, descriptor) = ("<init>", "");
                demo.add(Member { kind, owner, name, descriptor, is_static: false, parameters, returns })
            };
            let new_buffer = new("java/io/StringWriter", vec![], buffer);
            let new_writer = new("java/io/PrintWriter", vec![any], writer);
            let new_pipe = new("java/io/PipedWriter", vec![], pipe);
            let make = demo.constructor();
            let print = demo.static_method("print", "", &[writer], TypeTable::VOID);
            let check = demo.add(Member {
                kind: CallableKind::Method,
                owner: "java/io/PrintWriter",
                name: "checkError",
                descriptor: "",
                is_static: false,
                parameters: Vec::new(),
                returns: crate::testing::boolean(),
            });
            demo.cluster.collectors =
                vec![Collector { wanted: writer, new_buffer, new_writer: Some(new_writer) }];
            Self { demo, new_buffer, new_writer, new_pipe, make, print, check }
        }

        fn collecting(&self, test: &TestCase) -> Option<TestCase> {
            (0..test.len()).find_map(|position| super::collecting(test, &self.demo.cluster, position))
        }
    }

    const fn v(position: u32) -> VariableRef {
        VariableRef(position)
    }

    #[test]
    fn writer_gets_a_buffer_in_place_of_what_tells_nothing() {
        let it = Writers::new();
        let test = test_of(vec![
            call(it.new_pipe, None, &[]),
            call(it.new_writer, None, &[v(0)]),
            call(it.print, None, &[v(1)]),
            call(it.check, Some(v(1)), &[]),
        ]);
        let expected = test_of(vec![
            call(it.new_buffer, None, &[]),
            call(it.new_writer, None, &[v(0)]),
            call(it.print, None, &[v(1)]),
            call(it.check, Some(v(1)), &[]),
        ]);
        assert_eq!(it.collecting(&test), Some(expected.clone()));
        assert_eq!(it.collecting(&expected), None, "it has one");
    }

    #[test]
    fn what_is_handed_on_by_another_object_is_collected_too() {
        let mut it = Writers::new();
        // `new Printer(writer)` of another class, which code under test may be given.
        it.demo.callable(it.print).under_test = None;
        let test = test_of(vec![
            call(it.new_pipe, None, &[]),
            call(it.new_writer, None, &[v(0)]),
            call(it.print, None, &[v(1)]),
        ]);
        assert_eq!(it.collecting(&test), None, "a method of another class keeps it to itself");
        it.demo.callable(it.print).kind = CallableKind::Constructor;
        assert!(it.collecting(&test).is_some());
    }

    #[test]
    fn what_a_stub_gives_is_collected_too_where_the_buffer_fits() {
        let mut it = Writers::new();
        let [writer, pipe] =
            [it.new_writer, it.new_pipe].map(|constructor| it.demo.callable(constructor).return_type);
        let console = it.demo.interface("demo/Console", &[("writer", writer), ("pipe", pipe)]);
        let test = |given: [StubReturn; 2], new| {
            let (arguments, returns) = ([].as_slice().into(), given.to_vec());
            let stub = StubInstance { stub: console, arguments, returns, callbacks: Vec::new() };
            test_of(vec![
                call(it.new_pipe, None, &[]),
                call(new, None, &[v(0)]),
                Statement::Stub(Box::new(stub)),
            ])
        };
        let given = StubReturn::Variable(v(1));
        let collected = it.collecting(&test([given, StubReturn::Default], it.new_writer)).unwrap();
        assert!(collected.statements()[0].calls(it.new_buffer));
        assert_eq!(it.collecting(&test([StubReturn::Default; 2], it.new_writer)), None);
        let elsewhere = [given, StubReturn::Variable(v(0))];
        assert!(
            it.collecting(&test(elsewhere, it.new_writer)).is_some(),
            "the pipe stays for the other method"
        );
    }

    #[test]
    fn what_no_call_under_test_is_given_stays() {
        let it = Writers::new();
        let test = test_of(vec![call(it.new_pipe, None, &[]), call(it.new_writer, None, &[v(0)])]);
        assert_eq!(it.collecting(&test), None);
    }

    #[test]
    fn what_is_tested_stays() {
        let mut it = Writers::new();
        let callable = it.demo.callable(it.new_writer).clone();
        it.demo.callable(it.new_writer).under_test = it.demo.callable(it.make).under_test;
        let test = test_of(vec![
            call(it.new_pipe, None, &[]),
            call(it.new_writer, None, &[v(0)]),
            call(it.print, None, &[v(1)]),
        ]);
        assert_eq!(it.collecting(&test), None);
        *it.demo.callable(it.new_writer) = callable;
        assert!(it.collecting(&test).is_some());
    }
}
