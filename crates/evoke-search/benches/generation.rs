//! What a generation of DynaMOSA costs apart from running its tests: the executor answers from a stock of traces that
//! never cover anything, so that all goals stay active.

use std::collections::{BTreeMap, BTreeSet};
use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use evoke_analysis::{
    CallContext, Callable, CallableId, CallableKind, ClassUnderTest, Constants, ContextId, CoupledWith,
    Coupling, Goal, GoalId, GoalKind, MethodId, MethodUnderTest, Outcome, Predicate, PredicateId,
    PredicateKind, Primitive, TestCluster, TypeTable,
};
use evoke_search::{AlgorithmName, Problem, SearchBudget, SearchConfig, StoppingCondition, search};
use evoke_testcase::{
    ContextTrace, ExecutionOutcome, ExecutionResult, ExecutionTrace, Executor, PredicateRecord, TestCase,
};
use rand::{Rng, SeedableRng};

const BRANCHES_PER_METHOD: usize = 10;
const METHODS_PER_TEST: usize = 6;
const STOCK: usize = 512;
const GENERATIONS: u64 = 100;

/// Methods `static void m(int, int)` with predicates at their top level, nothing but branch goals.
fn class(n_goals: usize) -> (ClassUnderTest, TestCluster) {
    let n_methods = n_goals.div_ceil(2 * BRANCHES_PER_METHOD);
    let mut class = ClassUnderTest::default();
    let mut cluster = TestCluster::default();
    cluster.types = TypeTable::new();
    for method in 0..n_methods {
        let id = MethodId(method as u32);
        let name = format!("m{method}");
        class.methods.push(MethodUnderTest {
            id,
            class: "Fake".into(),
            name: name.clone(),
            descriptor: "(II)V".to_owned(),
            source_name: name.clone(),
            access_flags: 9,
            has_goals: true,
        });
        cluster.under_test.push(CallableId(method as u32));
        cluster.callables.push(callable(method, name));
        for _ in 0..BRANCHES_PER_METHOD {
            add_branch(&mut class, id);
        }
    }
    cluster.set_assignability(|_, from, to| from == to);
    (class, cluster)
}

fn callable(index: usize, name: String) -> Callable {
    let int = TypeTable::primitive(Primitive::Int);
    Callable {
        id: CallableId(index as u32),
        kind: CallableKind::Method,
        owner: "Fake".into(),
        owner_is_interface: false,
        name,
        descriptor: "(II)V".to_owned(),
        is_static: true,
        is_varargs: false,
        receiver: None,
        parameters: vec![int, int],
        parameter_names: vec![None, None],
        takes_outer_instance: false,
        return_type: TypeTable::VOID,
        exceptions: Vec::new(),
        under_test: Some(MethodId(index as u32)),
        is_pure: false,
        has_namesake: false,
    }
}

fn add_branch(class: &mut ClassUnderTest, method: MethodId) {
    let id = PredicateId(class.predicates.len() as u32);
    class.predicates.push(Predicate {
        id,
        method,
        offset: id.0,
        kind: PredicateKind::Jump(0x9f),
        line: None,
        dependences: Vec::new(),
    });
    for outcome in [Outcome::True, Outcome::False] {
        class.goals.push(Goal {
            id: GoalId(class.goals.len() as u32),
            criterion: evoke_analysis::Criterion::Branch,
            kind: GoalKind::Branch(id, outcome),
            name: String::new(),
        });
    }
}

/// Answers with one trace after the other.
struct StockExecutor {
    traces: Vec<ExecutionTrace>,
    next: usize,
}

impl StockExecutor {
    fn new(class: &ClassUnderTest) -> Self {
        let mut rng = rand_pcg::Pcg64Mcg::seed_from_u64(1);
        let mut trace = || {
            let mut methods: Vec<MethodId> = (0..METHODS_PER_TEST)
                .map(|_| MethodId(rng.random_range(0..class.methods.len()) as u32))
                .collect();
            methods.sort_unstable();
            methods.dedup();
            let predicates = class.predicates.iter().filter(|predicate| methods.contains(&predicate.method));
            let predicates = predicates
                .map(|predicate| PredicateRecord {
                    predicate: predicate.id,
                    distance_true: f64::from(rng.random_range(1..100)),
                    distance_false: f64::from(rng.random_range(1..100)),
                    executions: 1,
                })
                .collect();
            ExecutionTrace { predicates, methods, ..ExecutionTrace::default() }
        };
        Self { traces: (0..STOCK).map(|_| trace()).collect(), next: 0 }
    }
}

impl Executor for StockExecutor {
    fn execute(&mut self, test: &TestCase) -> ExecutionResult {
        self.next = (self.next + 1) % STOCK;
        ExecutionResult {
            outcome: ExecutionOutcome::Completed,
            executed: test.len() as u32,
            trace: self.traces[self.next].clone(),
        }
    }
}

fn generations(c: &mut Criterion) {
    let mut group = c.benchmark_group("generation");
    group.sample_size(20);
    let constants = Constants::default();
    for n_goals in [50, 500, 2000] {
        let (class, cluster) = class(n_goals);
        let mut executor = StockExecutor::new(&class);
        group.throughput(Throughput::Elements(GENERATIONS));
        group.bench_function(BenchmarkId::from_parameter(n_goals), |bencher| {
            bencher.iter(|| {
                let budget = SearchBudget { generations: Some(GENERATIONS), ..SearchBudget::default() };
                let problem = Problem {
                    class: &class,
                    cluster: &cluster,
                    constants: &constants,
                    field_access: None,
                    settled: None,
                };
                let stopping = StoppingCondition::without_clock(budget);
                black_box(search(
                    &SearchConfig::default(),
                    &problem,
                    &mut executor,
                    stopping,
                    Vec::new(),
                    &mut (),
                ))
            });
        });
    }
    group.finish();
}

/// A pair of two methods, the caller's with sites behind both outcomes of each of its predicates, the callee's called at all of them.
fn pair(n_caller: u32, n_callee: u32) -> (ClassUnderTest, TestCluster) {
    let (mut class, cluster) = class(2 * BRANCHES_PER_METHOD);
    let mut callee = class.methods[0].clone();
    callee.id = MethodId(1);
    class.methods.push(callee);
    class.goals.clear();
    class.predicates.clear();
    (0..n_caller).for_each(|_| add_branch(&mut class, MethodId(0)));
    (0..n_callee).for_each(|_| add_branch(&mut class, MethodId(1)));
    let goals = std::mem::take(&mut class.goals);
    let (callers, callees) = goals.split_at(2 * n_caller as usize);
    let callees: BTreeSet<(PredicateId, Outcome)> = callees
        .iter()
        .filter_map(|goal| match goal.kind {
            GoalKind::Branch(predicate, outcome) => Some((predicate, outcome)),
            _ => None,
        })
        .collect();
    class.contexts.push(CallContext { id: ContextId::TEST, sites: Vec::new(), targets: Vec::new() });
    let mut coupled = BTreeMap::new();
    for caller in callers {
        let id = ContextId(class.contexts.len() as u32);
        class.contexts.push(CallContext { id, sites: Vec::new(), targets: vec![MethodId(1)] });
        coupled.insert(caller.kind.clone(), CoupledWith { callees: callees.clone(), contexts: vec![id] });
    }
    class.coupling = Some(Coupling::new(coupled, |_| String::new()));
    (class, cluster)
}

/// Traces of a pair: a run takes branches of the caller, and in the contexts of some of them comes near to branches of the callee, or takes
/// them.
fn pair_traces(class: &ClassUnderTest, n_caller: u32) -> StockExecutor {
    let mut rng = rand_pcg::Pcg64Mcg::seed_from_u64(1);
    let mut record = |predicate: u32, always: bool| {
        let mut distance = || f64::from(rng.random_range(u32::from(!always)..100));
        let (distance_true, distance_false) = (distance(), distance());
        let distance_true = if always { 0.0 } else { distance_true };
        PredicateRecord { predicate: PredicateId(predicate), distance_true, distance_false, executions: 1 }
    };
    let n_predicates = class.predicates.len() as u32;
    let mut trace = |number: u32| {
        let taken = number * 7 % n_caller;
        let caller = record(taken, true);
        let callees = (n_caller..n_predicates).step_by(10).map(|callee| record(callee, callee % 3 == 0));
        let of_context = ContextTrace {
            context: ContextId(1 + 2 * taken),
            predicates: callees.collect(),
            methods: vec![MethodId(1)],
        };
        let methods = vec![MethodId(0), MethodId(1)];
        ExecutionTrace {
            predicates: vec![caller],
            methods,
            contexts: vec![of_context],
            ..ExecutionTrace::default()
        }
    };
    StockExecutor { traces: (0..STOCK as u32).map(&mut trace).collect(), next: 0 }
}

/// The same for coupled branches, of which there are as many as branches of the caller times branches of the callee.
fn coupled(c: &mut Criterion) {
    let mut group = c.benchmark_group("coupled");
    group.sample_size(10);
    let constants = Constants::default();
    for (n_caller, n_callee) in [(5, 50), (50, 500), (500, 500)] {
        let (class, cluster) = pair(n_caller, n_callee);
        let mut executor = pair_traces(&class, n_caller);
        group.throughput(Throughput::Elements(GENERATIONS));
        group.bench_function(BenchmarkId::from_parameter(class.n_goals()), |bencher| {
            bencher.iter(|| {
                let budget = SearchBudget { generations: Some(GENERATIONS), ..SearchBudget::default() };
                let problem = Problem {
                    class: &class,
                    cluster: &cluster,
                    constants: &constants,
                    field_access: None,
                    settled: None,
                };
                let stopping = StoppingCondition::without_clock(budget);
                let config = SearchConfig::for_algorithm(AlgorithmName::Mosa);
                black_box(search(&config, &problem, &mut executor, stopping, Vec::new(), &mut ()))
            });
        });
    }
    group.finish();
}

criterion_group!(benches, generations, coupled);
criterion_main!(benches);
