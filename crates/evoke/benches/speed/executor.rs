//! (a) How many random tests of commons-lang's `Fraction` run in a second, on one thread: with the classes as they are, with
//! tracing, and with tracing and every test written to a file before it runs, as a worker does. And how many of commons-math's `Complex`,
//! which calls `FastMath`, traced as a pair, with the contexts of calls and without.

use std::fs::File;
use std::os::unix::fs::FileExt as _;
use std::sync::Arc;
use std::time::{Duration, Instant};

use evoke_analysis::{
    ClassHierarchy, ClassLibrary, ClassPair, ClassUnderTest, ClusterLimits, Criterion, TestCluster,
};
use evoke_classfile::{ClassName, ClassPath, Origin};
use evoke_instrument::{InstrumentOptions, Instrumenter};
use evoke_jvm::{
    BeforeExecute, ClassProvider, ExecutionHooks, ExecutionLimits, Jvm, JvmExecutor, JvmOptions,
    Surroundings, TracerSizes, on_test_thread,
};
use evoke_testcase::{Executor, TestCase};

use crate::figures::Figure;
use crate::random_tests::random_tests;
use crate::{Failure, Machine};

const CLASS: &str = "org/apache/commons/lang3/math/Fraction";
const CALLER: &str = "org/apache/commons/math3/complex/Complex";
const CALLEE: &str = "org/apache/commons/math3/util/FastMath";
/// The two ways of tracing a pair take turns, so that what else the machine does is shared between them.
const TURNS: usize = 4;
const WARM_UP: Duration = Duration::from_secs(2);
const MEASURED: Duration = Duration::from_secs(4);

/// Measures with a JVM in this process, which can have no other afterwards.
pub(crate) fn measure(machine: &Machine) -> Result<Vec<Figure>, Failure> {
    on_test_thread(|| run(machine))?
}

fn run(machine: &Machine) -> Result<Vec<Figure>, Failure> {
    let class_path = Arc::new(ClassPath::open(&machine.jars, &machine.jdk)?);
    let (hierarchy, _) = ClassHierarchy::build(&class_path)?;
    let library = ClassLibrary::new(&class_path);
    let files = library.with_nested(&CLASS.into()).ok_or("EVOKE_TEST_JARS has no commons-lang3")?;
    let under_test = Arc::new(ClassUnderTest::analyse(&files, &[Criterion::Branch, Criterion::Line]));
    let cluster = TestCluster::build(&library, &hierarchy, &under_test, ClusterLimits::default());
    let tests = random_tests(&cluster);

    let scratch = tempfile::tempdir()?;
    let current = File::create(scratch.path().join("current"))?;
    let started = Instant::now();
    let jvm = Jvm::start(&JvmOptions {
        jdk: &machine.jdk,
        class_path: class_path.entries(),
        scratch: scratch.path(),
        max_heap_mb: 256,
        surroundings: &Surroundings::REPEATABLE,
        extra_arguments: &[],
    })?;
    let mut figures = vec![Figure::new("a", "start of the JVM", started.elapsed().as_secs_f64() * 1e3, "ms")];
    let write: BeforeExecute = Box::new(move |test| {
        // What matters is the time that it takes.
        let _ = postcard::to_stdvec(test).map(|bytes| current.write_all_at(&bytes, 0));
    });
    for (mode, traced, before_execute) in
        [("as it is", false, None), ("traced", true, None), ("traced and kept", true, Some(write))]
    {
        let provider = Classes {
            class_path: Arc::clone(&class_path),
            under_test: traced.then(|| Arc::clone(&under_test)),
        };
        let sizes = TracerSizes::of(&under_test);
        let hooks = ExecutionHooks { before_execute, ..ExecutionHooks::default() };
        let limits = ExecutionLimits::default();
        let mut executor = JvmExecutor::new(&jvm, &cluster, Box::new(provider), &sizes, limits, hooks)?;
        run_for(&mut executor, &tests, WARM_UP);
        let before = executor.counts();
        let seconds = run_for(&mut executor, &tests, MEASURED).as_secs_f64();
        let after = executor.counts();
        let rate = |before: u64, after: u64| (after - before) as f64 / seconds;
        let statements = rate(before.statements, after.statements);
        figures.push(Figure::new(
            "a",
            format!("executor, {mode}"),
            rate(before.tests, after.tests),
            "tests/s",
        ));
        figures.push(
            Figure::new("a", format!("executor, {mode}"), statements, "statements/s").at_least(500_000.0),
        );
    }
    figures.extend(measure_pair(&jvm, &class_path, &library, &hierarchy)?);
    Ok(figures)
}

/// What it costs to know of every branch of a callee which call of the caller it was taken in.
fn measure_pair(
    jvm: &Jvm,
    class_path: &Arc<ClassPath>,
    library: &ClassLibrary<'_>,
    hierarchy: &ClassHierarchy,
) -> Result<Vec<Figure>, Failure> {
    let pair = ClassPair::read(library, &CALLER.into(), &CALLEE.into())?;
    let with = Arc::new(ClassUnderTest::analyse_pair(library, &pair));
    let without = ClassUnderTest { coupling: None, contexts: Vec::new(), ..ClassUnderTest::clone(&with) };
    let without = Arc::new(without);
    let cluster = TestCluster::build(library, hierarchy, &with, ClusterLimits::default());
    let tests = random_tests(&cluster);
    let open = |class: &Arc<ClassUnderTest>| {
        let provider = Classes { class_path: Arc::clone(class_path), under_test: Some(Arc::clone(class)) };
        let (limits, hooks) = (ExecutionLimits::default(), ExecutionHooks::default());
        JvmExecutor::new(jvm, &cluster, Box::new(provider), &TracerSizes::of(class), limits, hooks)
    };
    let mut statements = [0.0; 2];
    for _ in 0..TURNS {
        for (class, sum) in [&without, &with].into_iter().zip(&mut statements) {
            let mut executor = open(class)?;
            run_for(&mut executor, &tests, WARM_UP);
            let before = executor.counts().statements;
            let seconds = run_for(&mut executor, &tests, MEASURED).as_secs_f64();
            *sum += (executor.counts().statements - before) as f64 / seconds / TURNS as f64;
        }
    }
    let [without, with] = statements;
    let figure = |name: &str, value, unit| Figure::new("a", format!("executor, pair {name}"), value, unit);
    Ok(vec![
        figure("without contexts", without, "statements/s"),
        figure("with contexts", with, "statements/s"),
        figure("with against without", 100.0 * with / without, "%").at_least(85.0),
    ])
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
        let instrumenter = Instrumenter::new(under_test, InstrumentOptions::default());
        let instrumented = if under_test.classes.contains(name) {
            instrumenter.instrument_under_test(name, &bytes)
        } else {
            instrumenter.instrument_dependency(name, &bytes)
        };
        Some(instrumented.bytes)
    }
}
