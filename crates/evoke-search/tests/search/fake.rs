//! Classes that exist in memory only: static methods over `int` made of nested conditions, and an executor that
//! interprets them as instrumented bytecode would report.

use std::collections::{BTreeMap, BTreeSet};

use evoke_analysis::{
    Callable, CallableId, CallableKind, ClassUnderTest, Constants, ControlDependence, Criterion, Goal,
    GoalId, GoalKind, Line, LineId, MethodId, MethodUnderTest, Outcome, Predicate, PredicateId,
    PredicateKind, Primitive, TestCluster, TypeId, TypeTable,
};
use evoke_search::Problem;
use evoke_testcase::{
    AbortReason, Effort, ExecutionOutcome, ExecutionResult, ExecutionTrace, Executor, Operand, OperandValue,
    PredicateRecord, Statement, TestCase, ThrownException, Value,
};

/// A condition on one parameter.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Condition {
    /// `parameter == constant`
    Equal(usize, i32),
    /// `parameter == constant`, without a distance: 1 wherever it does not hold
    Magic(usize, i32),
    /// `parameter < constant`
    Less(usize, i32),
}

/// A part of a method body.
#[derive(Clone, Debug)]
pub(crate) enum Block {
    /// A line of its own.
    Line,
    /// A condition with what runs on either side.
    If(Condition, Vec<Block>, Vec<Block>),
    /// Throws.
    Throw,
    /// Never ends.
    Spin,
}

/// A method `static void m(int, …)`.
#[derive(Clone, Debug)]
pub(crate) struct Method {
    /// Number of parameters.
    pub(crate) n_parameters: usize,
    /// Its body.
    pub(crate) body: Vec<Block>,
}

/// The class, its cluster, and an executor for it.
pub(crate) struct FakeClass {
    pub(crate) class: ClassUnderTest,
    pub(crate) cluster: TestCluster,
    pub(crate) constants: Constants,
    pub(crate) methods: Vec<Method>,
}

/// Runs tests on a [`FakeClass`].
pub(crate) struct FakeExecutor<'a> {
    methods: &'a [Method],
}

impl FakeClass {
    /// What there is to search for, with nothing covered yet.
    pub(crate) fn problem(&self) -> Problem<'_> {
        Problem {
            class: &self.class,
            cluster: &self.cluster,
            constants: &self.constants,
            field_access: None,
            settled: None,
        }
    }

    pub(crate) fn new(methods: Vec<Method>) -> Self {
        let mut class = ClassUnderTest {
            classes: vec!["Fake".into()],
            criteria: vec![Criterion::Branch, Criterion::Line],
            ..ClassUnderTest::default()
        };
        let mut cluster = TestCluster::default();
        cluster.types = TypeTable::new();
        for (index, method) in methods.iter().enumerate() {
            let id = MethodId(index as u32);
            let descriptor = format!("({})V", "I".repeat(method.n_parameters));
            class.methods.push(MethodUnderTest {
                id,
                class: "Fake".into(),
                name: format!("m{index}"),
                descriptor: descriptor.clone(),
                source_name: format!("Fake.m{index}()"),
                access_flags: 9,
                has_goals: true,
            });
            declare(&method.body, id, &[], &mut class);
            let int = TypeTable::primitive(Primitive::Int);
            let callable =
                static_method(cluster.callables.len(), &format!("m{index}"), vec![int; method.n_parameters]);
            cluster.under_test.push(callable.id);
            cluster.callables.push(Callable { descriptor, under_test: Some(id), ..callable });
        }
        add_goals(&mut class);
        cluster.set_assignability(|_, from, to| from == to);
        Self { class, cluster, constants: Constants::default(), methods }
    }

    pub(crate) fn executor(&self) -> FakeExecutor<'_> {
        FakeExecutor { methods: &self.methods }
    }
}

/// A callable `static void name(parameters)`.
pub(crate) fn static_method(index: usize, name: &str, parameters: Vec<TypeId>) -> Callable {
    Callable {
        id: CallableId(index as u32),
        kind: CallableKind::Method,
        owner: "Fake".into(),
        owner_is_interface: false,
        name: name.to_owned(),
        descriptor: String::new(),
        is_static: true,
        is_varargs: false,
        receiver: None,
        parameter_names: vec![None; parameters.len()],
        parameters,
        takes_outer_instance: false,
        return_type: TypeTable::VOID,
        exceptions: Vec::new(),
        under_test: None,
        is_pure: false,
        has_namesake: false,
    }
}

/// Assigns branches and lines in code order, as the interpreter does.
fn declare(body: &[Block], method: MethodId, dependences: &[ControlDependence], class: &mut ClassUnderTest) {
    for block in body {
        match block {
            Block::Line => {
                let id = LineId(class.lines.len() as u32);
                class.lines.push(Line {
                    id,
                    method,
                    number: id.0 as u16 + 1,
                    dependences: dependences.to_vec(),
                    ends_block_of: 1,
                });
            }
            Block::If(_, then, otherwise) => {
                let id = PredicateId(class.predicates.len() as u32);
                class.predicates.push(Predicate {
                    id,
                    method,
                    offset: id.0,
                    kind: PredicateKind::Jump(0x9f),
                    line: None,
                    dependences: dependences.to_vec(),
                });
                declare(then, method, &[ControlDependence { predicate: id, outcome: Outcome::True }], class);
                declare(
                    otherwise,
                    method,
                    &[ControlDependence { predicate: id, outcome: Outcome::False }],
                    class,
                );
            }
            Block::Throw | Block::Spin => {}
        }
    }
}

fn add_goals(class: &mut ClassUnderTest) {
    let mut kinds = Vec::new();
    for predicate in &class.predicates {
        kinds.push((Criterion::Branch, GoalKind::Branch(predicate.id, Outcome::True)));
        kinds.push((Criterion::Branch, GoalKind::Branch(predicate.id, Outcome::False)));
    }
    for method in &class.methods {
        if class.predicates.iter().all(|predicate| predicate.method != method.id) {
            kinds.push((Criterion::Branch, GoalKind::MethodEntry(method.id)));
        }
    }
    kinds.extend(class.lines.iter().map(|line| (Criterion::Line, GoalKind::Line(line.id))));
    class.goals = kinds
        .into_iter()
        .enumerate()
        .map(|(index, (criterion, kind))| Goal {
            id: GoalId(index as u32),
            criterion,
            name: format!("{kind:?}"),
            kind,
        })
        .collect();
}

/// How a body ended.
enum Ending {
    Fell,
    Threw,
    Spun,
}

/// What one test has touched so far.
#[derive(Default)]
struct Tracer {
    predicates: BTreeMap<PredicateId, PredicateRecord>,
    lines: BTreeSet<LineId>,
    methods: BTreeSet<MethodId>,
    operands: Vec<Operand>,
    line_executions: u32,
}

impl Executor for FakeExecutor<'_> {
    fn execute(&mut self, test: &TestCase) -> ExecutionResult {
        self.execute_with_operands(test).0
    }

    fn execute_with_operands(&mut self, test: &TestCase) -> (ExecutionResult, Vec<Operand>) {
        let mut tracer = Tracer::default();
        let mut outcome = ExecutionOutcome::Completed;
        let mut executed = 0;
        for (position, statement) in test.statements().iter().enumerate() {
            executed += 1;
            let Statement::Invoke { callable, arguments, .. } = statement else { continue };
            let arguments: Vec<i32> = arguments
                .iter()
                .map(|variable| match test.definition(*variable) {
                    Statement::Value(Value::Int(value)) => *value,
                    other => unreachable!("all parameters are ints: {other:?}"),
                })
                .collect();
            let statement = position as u32;
            match self.call(callable.index(), &arguments, &mut tracer) {
                Ending::Fell => {}
                Ending::Threw => {
                    let exception =
                        ThrownException { class: "java/lang/RuntimeException".into(), message: None };
                    outcome = ExecutionOutcome::Threw { statement, exception };
                    break;
                }
                Ending::Spun => {
                    outcome = ExecutionOutcome::Aborted { statement, reason: AbortReason::Steps };
                    break;
                }
            }
        }
        let mut operands = tracer.operands;
        let trace = ExecutionTrace {
            predicates: tracer.predicates.into_values().collect(),
            lines: tracer.lines.into_iter().collect(),
            methods: tracer.methods.into_iter().collect(),
            effort: Effort { lines: tracer.line_executions, ..Effort::default() },
            ..ExecutionTrace::default()
        };
        operands.retain(|operand| {
            let record = trace.predicate(operand.predicate);
            record.is_some_and(|record| record.distance_true > 0.0 || record.distance_false > 0.0)
        });
        (ExecutionResult { outcome, executed, trace }, operands)
    }
}

impl FakeExecutor<'_> {
    fn call(&self, method: usize, arguments: &[i32], tracer: &mut Tracer) -> Ending {
        tracer.methods.insert(MethodId(method as u32));
        let (mut predicate, mut line) = (0, 0);
        for earlier in &self.methods[..method] {
            let (predicates, lines) = size(&earlier.body);
            predicate += predicates;
            line += lines;
        }
        interpret(&self.methods[method].body, arguments, predicate, line, tracer)
    }
}

/// Numbers of branches and lines in a body.
fn size(body: &[Block]) -> (u32, u32) {
    let (mut predicates, mut lines) = (0, 0);
    for block in body {
        match block {
            Block::Line => lines += 1,
            Block::If(_, then, otherwise) => {
                predicates += 1;
                for side in [then, otherwise] {
                    let (inner_branches, inner_lines) = size(side);
                    predicates += inner_branches;
                    lines += inner_lines;
                }
            }
            Block::Throw | Block::Spin => {}
        }
    }
    (predicates, lines)
}

fn interpret(
    body: &[Block],
    arguments: &[i32],
    mut predicate: u32,
    mut line: u32,
    tracer: &mut Tracer,
) -> Ending {
    for block in body {
        match block {
            Block::Line => {
                tracer.lines.insert(LineId(line));
                tracer.line_executions += 1;
                line += 1;
            }
            Block::If(condition, then, otherwise) => {
                let holds = tracer.decide(PredicateId(predicate), *condition, arguments);
                let (then_branches, then_lines) = size(then);
                let (otherwise_branches, otherwise_lines) = size(otherwise);
                let ending = if holds {
                    interpret(then, arguments, predicate + 1, line, tracer)
                } else {
                    interpret(otherwise, arguments, predicate + 1 + then_branches, line + then_lines, tracer)
                };
                if !matches!(ending, Ending::Fell) {
                    return ending;
                }
                predicate += 1 + then_branches + otherwise_branches;
                line += then_lines + otherwise_lines;
            }
            Block::Throw => return Ending::Threw,
            Block::Spin => return Ending::Spun,
        }
    }
    Ending::Fell
}

impl Tracer {
    fn decide(&mut self, predicate: PredicateId, condition: Condition, arguments: &[i32]) -> bool {
        let (Condition::Equal(parameter, constant)
        | Condition::Magic(parameter, constant)
        | Condition::Less(parameter, constant)) = condition;
        self.operands.push(Operand {
            predicate,
            left: OperandValue::Int(arguments[parameter]),
            right: OperandValue::Int(constant),
        });
        let (holds, distance_true, distance_false) = match condition {
            Condition::Equal(parameter, constant) => {
                let difference = (f64::from(arguments[parameter]) - f64::from(constant)).abs();
                (difference == 0.0, difference, f64::from(u8::from(difference == 0.0)))
            }
            Condition::Magic(parameter, constant) => {
                let holds = arguments[parameter] == constant;
                (holds, f64::from(u8::from(!holds)), f64::from(u8::from(holds)))
            }
            Condition::Less(parameter, constant) => {
                let difference = f64::from(arguments[parameter]) - f64::from(constant);
                let holds = difference < 0.0;
                (holds, if holds { 0.0 } else { difference + 1.0 }, if holds { -difference } else { 0.0 })
            }
        };
        let record = self.predicates.entry(predicate).or_insert(PredicateRecord {
            predicate,
            distance_true,
            distance_false,
            executions: 0,
        });
        record.distance_true = record.distance_true.min(distance_true);
        record.distance_false = record.distance_false.min(distance_false);
        record.executions += 1;
        holds
    }
}
