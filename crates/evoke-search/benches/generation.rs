//! What a generation of DynaMOSA costs apart from running its tests: the executor answers from a stock of traces that
//! never cover anything, so that all goals stay active.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use evoke_analysis::{
    Callable, CallableId, CallableKind, ClassUnderTest, Constants, Goal, GoalId, GoalKind, MethodId,
    MethodUnderTest, Outcome, Predicate, PredicateId, PredicateKind, Primitive, TestCluster, TypeTable,
};
use evoke_search::{Problem, SearchBudget, SearchConfig, StoppingCondition, search};
use evoke_testcase::{
    ExecutionOutcome, ExecutionResult, ExecutionTrace, Executor, PredicateRecord, TestCase,
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
                let problem =
                    Problem { class: &class, cluster: &cluster, constants: &constants, field_access: None };
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

criterion_group!(benches, generations);
criterion_main!(benches);
