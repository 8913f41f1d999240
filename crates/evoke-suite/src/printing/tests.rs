//! Tests that print are given what catches it, and lose it where nothing is asserted of it.

use evoke_analysis::{CallableId, CallableKind, PrintCalls, Setting, TypeTable};
use evoke_testcase::{
    ExecutionOutcome, ExecutionResult, ExecutionTrace, Executor, Observations, ObservedValue, Observer,
    Statement, TestCase, Value, VariableRef,
};

use super::{catch_printed, printed_on, without_idle_catches};
use crate::asserted_test::AssertedTest;
use crate::covering_test::CoveringTest;
use crate::deadline::Deadline;
use crate::testing::{Demo, Member, call, int, seen, string, test_of, value};

/// `print()` prints on `System.out`, which the demo can catch, and so on `System.err`.
struct PrintWorld {
    demo: Demo,
    print: CallableId,
    set_out: CallableId,
    text: CallableId,
}

impl PrintWorld {
    fn new() -> Self {
        let mut demo = Demo::new();
        let [buffer, stream] = ["java/io/ByteArrayOutputStream", "java/io/PrintStream"]
            .map(|it| demo.cluster.types.intern_class(it));
        let mut add = |kind, owner, name, parameters, returns, is_static| {
            demo.add(Member { kind, owner, name, descriptor: "", is_static, parameters, returns })
        };
        let (constructor, method) = (CallableKind::Constructor, CallableKind::Method);
        let new_buffer = add(constructor, "java/io/ByteArrayOutputStream", "<init>", vec![], buffer, false);
        let new_stream = add(constructor, "java/io/PrintStream", "<init>", vec![buffer], stream, false);
        let [set_out, set_err] = ["setOut", "setErr"]
            .map(|name| add(method, "java/lang/System", name, vec![stream], TypeTable::VOID, true));
        let text = add(method, "java/io/ByteArrayOutputStream", "toString", vec![], TypeTable::STRING, false);
        let print = demo.static_method("print", "()V", &[], TypeTable::VOID);
        let setters = vec![(Setting::StandardOutput, set_out), (Setting::StandardError, set_err)];
        demo.cluster.settings.print_calls = Some(PrintCalls { new_buffer, new_stream, setters });
        Self { demo, print, set_out, text }
    }

    fn caught(&self, statements: Vec<Statement>) -> TestCase {
        let covering = CoveringTest::new(test_of(statements), Vec::new());
        let mut observer = FakeObserver { world: self };
        let caught = catch_printed(&mut observer, &self.demo.cluster, vec![covering], &mut Deadline::never());
        caught[0].test.clone()
    }
}

/// Shows what the buffer behind `System.out` holds, if the test prints.
struct FakeObserver<'a> {
    world: &'a PrintWorld,
}

impl Executor for FakeObserver<'_> {
    fn execute(&mut self, _: &TestCase) -> ExecutionResult {
        ExecutionResult {
            outcome: ExecutionOutcome::Completed,
            executed: 0,
            trace: ExecutionTrace::default(),
        }
    }
}

impl Observer for FakeObserver<'_> {
    fn observe(&mut self, test: &TestCase) -> Observations {
        let prints = test.statements().contains(&call(self.world.print, None, &[]));
        let buffers = (0..test.len() as u32).filter_map(|position| {
            Some((position, printed_on(test, &self.world.demo.cluster, VariableRef(position))?))
        });
        let shown =
            |setting| string(if prints && setting == Setting::StandardOutput { "a line\n" } else { "" });
        let values = buffers.map(|(buffer, setting)| seen(buffer, Some(self.world.text), shown(setting)));
        Observations { result: self.execute(test), values: values.collect() }
    }
}

#[test]
fn what_a_test_prints_is_caught_on_the_stream_that_it_prints_on() {
    let world = PrintWorld::new();
    let caught = world.caught(vec![call(world.print, None, &[])]);
    assert_eq!(caught.len(), 4, "{caught:?}");
    assert_eq!(printed_on(&caught, &world.demo.cluster, VariableRef(0)), Some(Setting::StandardOutput));
    assert_eq!(printed_on(&caught, &world.demo.cluster, VariableRef(1)), None);
    assert_eq!(*caught.definition(VariableRef(2)), call(world.set_out, None, &[VariableRef(1)]));
    assert_eq!(caught.statements()[3], call(world.print, None, &[]));
}

#[test]
fn test_that_prints_nothing_stays_as_it_is() {
    let mut world = PrintWorld::new();
    let silent = world.demo.static_method("work", "()V", &[], TypeTable::VOID);
    let statements = vec![call(silent, None, &[])];
    assert_eq!(world.caught(statements.clone()), test_of(statements));
}

/// Catches what is printed, makes an account, and prints.
fn catching_test(world: &PrintWorld, account: CallableId, name: Statement) -> TestCase {
    let calls = world.demo.cluster.settings.print_calls.as_ref().expect("calls that catch what is printed");
    test_of(vec![
        call(calls.new_buffer, None, &[]),
        call(calls.new_stream, None, &[VariableRef(0)]),
        call(calls.setters[0].1, None, &[VariableRef(1)]),
        name,
        call(account, None, &[VariableRef(3)]),
        call(world.print, None, &[]),
    ])
}

#[test]
fn catch_of_which_nothing_is_asserted_goes_and_what_comes_after_it_is_renumbered() {
    let mut world = PrintWorld::new();
    let account = world.demo.constructor();
    let balance = world.demo.method("getBalance", "()I", &[], int());
    let name = value(Value::String("Ann".into()));
    let test = catching_test(&world, account, name.clone());
    let asserted = |assertions| AssertedTest {
        test: test.clone(),
        goals: Vec::new(),
        exception: None,
        assertions,
        stub_calls: None,
    };
    let cluster = &world.demo.cluster;
    let printed = seen(0, Some(world.text), string("a line\n"));
    let of_account = |position| seen(position, Some(balance), ObservedValue::Int(7));
    let kept = without_idle_catches(asserted(vec![printed.clone(), of_account(4)]), cluster);
    assert_eq!((kept.test.len(), kept.assertions), (6, vec![printed, of_account(4)]));
    let gone = without_idle_catches(asserted(vec![of_account(4)]), cluster);
    let short = test_of(vec![name, call(account, None, &[VariableRef(0)]), call(world.print, None, &[])]);
    assert_eq!((gone.test, gone.assertions), (short, vec![of_account(1)]));
}
