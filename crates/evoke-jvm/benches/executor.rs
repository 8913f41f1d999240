//! How many random tests of commons-lang's `Fraction` run in a second, on one thread, on the first test JDK: with the
//! classes as they are, with tracing, and with tracing and every test written to a file before it runs.
//!
//! Needs `EVOKE_TEST_JARS` with commons-lang3 among the jars. `EVOKE_TEST_JVM_ARGUMENTS` goes to the JVM.

use std::env;
use std::error::Error;
use std::fs::File;
use std::os::unix::fs::FileExt;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use evoke_analysis::{
    CallableId, ClassHierarchy, ClassLibrary, ClassUnderTest, ClusterLimits, Criterion, Primitive,
    TestCluster, TypeCategory, TypeId,
};
use evoke_classfile::{ClassName, ClassPath, Jdk, Origin};
use evoke_instrument::Instrumenter;
use evoke_jvm::{
    BeforeExecute, ClassProvider, ExecutionHooks, ExecutionLimits, Jvm, JvmExecutor, JvmOptions,
    Surroundings, TracerSizes, on_test_thread,
};
use evoke_testcase::{Arguments, Executor, Statement, TestCase, Value, VariableRef};

const CLASS: &str = "org/apache/commons/lang3/math/Fraction";
const CALLS_A_TEST: usize = 10;
const TESTS: usize = 20_000;
const WARM_UP: Duration = Duration::from_secs(2);
const MEASURED: Duration = Duration::from_secs(4);

type Failure = Box<dyn Error + Send + Sync>;

fn main() -> Result<(), Failure> {
    on_test_thread(measure)?
}

fn measure() -> Result<(), Failure> {
    let jdk = match env::var_os("EVOKE_TEST_JDKS") {
        Some(list) => Jdk::at(&env::split_paths(&list).next().ok_or("EVOKE_TEST_JDKS is empty")?)?,
        None => Jdk::locate(None)?,
    };
    let jars: Vec<PathBuf> =
        env::var_os("EVOKE_TEST_JARS").map(|list| env::split_paths(&list).collect()).unwrap_or_default();
    let class_path = Arc::new(ClassPath::open(&jars, &jdk)?);
    let (hierarchy, _) = ClassHierarchy::build(&class_path)?;
    let library = ClassLibrary::new(&class_path);
    let files = library.with_nested(&CLASS.into()).ok_or("EVOKE_TEST_JARS has no commons-lang3")?;
    let under_test = Arc::new(ClassUnderTest::analyse(&files, &[Criterion::Branch, Criterion::Line]));
    let cluster = TestCluster::build(&library, &hierarchy, &under_test, ClusterLimits::default());
    let tests = random_tests(&cluster);

    let scratch = tempfile::tempdir()?;
    let current = File::create(scratch.path().join("current"))?;
    let extra = env::var("EVOKE_TEST_JVM_ARGUMENTS").unwrap_or_default();
    let extra: Vec<String> = extra.split_whitespace().map(str::to_owned).collect();
    let started = Instant::now();
    let jvm = Jvm::start(&JvmOptions {
        jdk: &jdk,
        class_path: class_path.entries(),
        scratch: scratch.path(),
        max_heap_mb: 256,
        surroundings: &Surroundings::REPEATABLE,
        extra_arguments: &extra,
    })?;
    println!("JDK {} started in {:.0?}; {} tests", jdk.feature, started.elapsed(), tests.len());
    let write: BeforeExecute = Box::new(move |test| {
        let text = format!("{:?}", test.statements().first());
        // What matters is the time that it takes.
        let _ = current.write_all_at(text.as_bytes(), 0);
    });
    for (name, traced, before_execute) in
        [("as it is", false, None), ("traced", true, None), ("traced, recorded", true, Some(write))]
    {
        let provider = Classes {
            class_path: Arc::clone(&class_path),
            under_test: traced.then(|| Arc::clone(&under_test)),
        };
        let sizes = TracerSizes::of(&under_test);
        let hooks = ExecutionHooks { before_execute, on_stuck: None };
        let limits = ExecutionLimits::default();
        let mut executor = JvmExecutor::new(&jvm, &cluster, Box::new(provider), &sizes, limits, hooks)?;
        run_for(&mut executor, &tests, WARM_UP);
        let before = executor.counts();
        let seconds = run_for(&mut executor, &tests, MEASURED).as_secs_f64();
        let after = executor.counts();
        println!(
            "{name:<18} {:>9.0} tests/s {:>9.0} statements/s",
            (after.tests - before.tests) as f64 / seconds,
            (after.statements - before.statements) as f64 / seconds
        );
    }
    Ok(())
}

fn run_for(executor: &mut JvmExecutor<'_>, tests: &[TestCase], time: Duration) -> Duration {
    let started = Instant::now();
    while started.elapsed() < time {
        for test in tests {
            std::hint::black_box(executor.execute(test));
        }
    }
    started.elapsed()
}

struct Classes {
    class_path: Arc<ClassPath>,
    /// `None`: nothing is instrumented.
    under_test: Option<Arc<ClassUnderTest>>,
}

impl ClassProvider for Classes {
    fn class_bytes(&mut self, name: &ClassName) -> Option<Vec<u8>> {
        let Some(Origin::Entry(_)) = self.class_path.origin(name) else { return None };
        let bytes = self.class_path.find(name).ok().flatten()?;
        let Some(under_test) = &self.under_test else { return Some(bytes) };
        let instrumenter = Instrumenter::new(under_test);
        let instrumented = if under_test.classes.contains(name) {
            instrumenter.instrument_under_test(&bytes)
        } else {
            instrumenter.instrument_dependency(&bytes)
        };
        Some(instrumented.map_or(bytes, |instrumented| instrumented.bytes))
    }
}

/// Xorshift: the tests are the same in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % bound
    }
}

fn random_tests(cluster: &TestCluster) -> Vec<TestCase> {
    let mut random = Random(88_172_645_463_325_252);
    (0..TESTS).map(|_| random_test(cluster, &mut random)).collect()
}

fn random_test(cluster: &TestCluster, random: &mut Random) -> TestCase {
    let mut test = TestCase::default();
    for _ in 0..CALLS_A_TEST {
        let callable = cluster.under_test[random.below(cluster.under_test.len())];
        push_call(cluster, random, &mut test, callable);
    }
    test
}

/// Appends the call with its arguments; nothing if an object is wanted that the test does not have.
fn push_call(cluster: &TestCluster, random: &mut Random, test: &mut TestCase, callable: CallableId) {
    let known = cluster.callable(callable);
    let receiver = match known.receiver {
        None => None,
        Some(ty) => match existing(cluster, random, test, ty) {
            Some(variable) => Some(variable),
            None => return,
        },
    };
    let mut arguments = Arguments::new();
    for parameter in &known.parameters {
        let argument = match literal(cluster, random, *parameter) {
            Some(value) => Some(test.push(Statement::Value(value))),
            None => existing(cluster, random, test, *parameter),
        };
        match argument {
            Some(argument) => arguments.push(argument),
            None => return,
        }
    }
    test.push(Statement::Invoke { callable, receiver, arguments });
}

fn existing(cluster: &TestCluster, random: &mut Random, test: &TestCase, ty: TypeId) -> Option<VariableRef> {
    let fits = |(position, statement): (usize, &Statement)| {
        let defined = statement.defined_type(cluster)?;
        cluster.is_assignable(defined, ty).then_some(VariableRef(position as u32))
    };
    let candidates: Vec<VariableRef> = test.statements().iter().enumerate().filter_map(fits).collect();
    (!candidates.is_empty()).then(|| candidates[random.below(candidates.len())])
}

fn literal(cluster: &TestCluster, random: &mut Random, ty: TypeId) -> Option<Value> {
    let small = random.below(21) as i32 - 10;
    Some(match cluster.types.category(ty) {
        TypeCategory::Primitive(Primitive::Int) => Value::Int(small),
        TypeCategory::Primitive(Primitive::Double) => Value::Double(f64::from(small) / 4.0),
        TypeCategory::String => {
            Value::String(["1/2", "3 4/5", "0.75", "abc", "-1/0", "", "7"][random.below(7)].into())
        }
        _ => return None,
    })
}
