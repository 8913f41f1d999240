//! A class written in a test, and its runs: a process with a fresh JVM for every test and JDK.

use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;

use evoke_analysis::{
    ClassHierarchy, ClassLibrary, ClassPair, ClassUnderTest, ClusterLimits, Criterion, GoalId, GoalKind,
    MutantId, PredicateId, TestCluster,
};
use evoke_classfile::{ClassName, ClassPath, Jdk, Origin};
use evoke_instrument::{InstrumentOptions, Instrumenter};
use evoke_jvm::{
    ClassProvider, ExecutionHooks, ExecutionLimits, Jvm, JvmExecutor, JvmOptions, MutantProbes, StaticFields,
    Surroundings, TracerSizes, on_test_thread,
};
use evoke_search::goal_fitness;
use evoke_testcase::{
    AbortReason, ExecutionOutcome, ExecutionTrace, Executor, MutantObserver, ObservedValue, Statement,
    TestCase,
};

const CHILD: &str = "EVOKE_PROBE_TEST_HOME";
const CLASSES: &str = "EVOKE_PROBE_TEST_CLASSES";
const SUBJECT: &str = "probes/Subject";
/// Enough for all mutants that come to an end.
const STEPS_OF_MUTANTS: u32 = 1_000;

/// A class under test, and what is asked of it.
pub(crate) struct Subject<'a> {
    /// Members of the class `Subject`.
    pub(crate) members: &'a str,
    /// Other classes of the file, which are dependencies but for the callee.
    pub(crate) others: &'a str,
    /// The class of them that makes a pair with `Subject`, which calls it.
    pub(crate) callee: Option<&'a str>,
    pub(crate) criteria: &'a [Criterion],
    pub(crate) options: InstrumentOptions,
}

impl<'a> Subject<'a> {
    /// One whose branches are asked for.
    pub(crate) fn new(members: &'a str) -> Self {
        Self {
            members,
            others: "",
            callee: None,
            criteria: &[Criterion::Branch],
            options: InstrumentOptions::default(),
        }
    }

    /// Runs `body` in a process of its own for every JDK: those in `EVOKE_TEST_JDKS`, else the one that Evoke would use.
    /// `test` is the full name of the calling test.
    pub(crate) fn on_every_jdk(&self, test: &str, body: impl FnOnce(&mut Runs<'_>) + Send) {
        if let Some(home) = env::var_os(CHILD) {
            let jdk = Jdk::at(Path::new(&home)).expect("the JDK that the parent process found");
            on_test_thread(|| self.run_here(&jdk, body)).expect("a thread");
            return;
        }
        for jdk in jdks() {
            let classes = tempfile::tempdir().expect("a folder");
            self.compile(&jdk, classes.path());
            let output = Command::new(env::current_exe().expect("the test binary"))
                .args(["--exact", test, "--nocapture", "--test-threads=1"])
                .env(CHILD, &jdk.home)
                .env(CLASSES, classes.path())
                .output()
                .expect("a child process");
            let shown = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
            assert!(
                output.status.success() && shown(&output.stdout).contains("1 passed"),
                "{test} on {}: {}\n{}\n{}",
                jdk.home.display(),
                output.status,
                shown(&output.stdout),
                shown(&output.stderr)
            );
        }
    }

    fn compile(&self, jdk: &Jdk, classes: &Path) {
        let source = classes.join("Subject.java");
        // The first line of the members is line 1.
        let text = format!("package probes; public class Subject {{ {}\n}}\n{}\n", self.members, self.others);
        fs::write(&source, text).expect("a source file");
        let mut javac = Command::new(jdk.home.join("bin/javac"));
        let output = javac.args(["-g", "-nowarn", "-d"]).arg(classes).arg(&source).output().expect("javac");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }

    fn run_here(&self, jdk: &Jdk, body: impl FnOnce(&mut Runs<'_>)) {
        let classes = env::var_os(CLASSES).expect("the folder that the parent process filled");
        let class_path = ClassPath::open(&[classes.into()], jdk).expect("a class path");
        let (hierarchy, _) = ClassHierarchy::build(&class_path).expect("a hierarchy");
        let library = ClassLibrary::new(&class_path);
        let class = if let Some(callee) = self.callee {
            let pair = ClassPair::read(&library, &SUBJECT.into(), &callee.into()).expect("a pair");
            ClassUnderTest::analyse_pair(&library, &pair)
        } else {
            let files = library.with_nested(&SUBJECT.into()).expect("the class");
            ClassUnderTest::analyse(&files, self.criteria)
        };
        let cluster = TestCluster::build(&library, &hierarchy, &class, ClusterLimits::default());
        let scratch = tempfile::tempdir().expect("a scratch folder");
        let jvm = Jvm::start(&JvmOptions {
            jdk,
            class_path: class_path.entries(),
            scratch: scratch.path(),
            max_heap_mb: 64,
            surroundings: &Surroundings { static_fields: StaticFields::PutBack, ..Surroundings::REPEATABLE },
            extra_arguments: &[],
        })
        .expect("a JVM");
        let provider = InstrumentedClasses {
            class_path: ClassPath::open(class_path.entries(), jdk).expect("a class path"),
            under_test: class.classes.clone(),
            instrumenter: Instrumenter::new(&class, self.options),
        };
        let (sizes, limits) = (TracerSizes::of(&class), ExecutionLimits::default());
        let hooks = ExecutionHooks::default();
        let mut executor =
            JvmExecutor::new(&jvm, &cluster, Box::new(provider), &sizes, limits, hooks).expect("an executor");
        let bytes = class_path.find(&SUBJECT.into()).expect("readable classes").expect("the class");
        let probes = SubjectProbes { class: class.clone(), bytes, options: self.options };
        executor.switch_probes(Box::new(probes)).expect("a JVM that lets classes change");
        body(&mut Runs { class: &class, cluster: &cluster, executor });
    }
}

fn jdks() -> Vec<Jdk> {
    match env::var_os("EVOKE_TEST_JDKS").filter(|list| !list.is_empty()) {
        Some(list) => env::split_paths(&list).map(|home| Jdk::at(&home).expect("a JDK")).collect(),
        None => vec![Jdk::locate(None).expect("a JDK")],
    }
}

struct InstrumentedClasses {
    class_path: ClassPath,
    under_test: Vec<ClassName>,
    instrumenter: Instrumenter,
}

impl ClassProvider for InstrumentedClasses {
    fn class_bytes(&mut self, name: &ClassName) -> Option<Vec<u8>> {
        let Some(Origin::Entry(_)) = self.class_path.origin(name) else { return None };
        let bytes = self.class_path.find(name).expect("readable classes")?;
        let instrumented = if self.under_test.contains(name) {
            self.instrumenter.instrument_under_test(name, &bytes)
        } else {
            self.instrumenter.instrument_dependency(name, &bytes)
        };
        assert_eq!(instrumented.downgrade, None);
        Some(instrumented.bytes)
    }
}

/// The class with the probes of mutants, or without, once it is loaded.
struct SubjectProbes {
    class: ClassUnderTest,
    bytes: Vec<u8>,
    options: InstrumentOptions,
}

impl MutantProbes for SubjectProbes {
    fn switch(&mut self, with_mutants: bool) -> Vec<(ClassName, Vec<u8>)> {
        let options = InstrumentOptions { mutants: with_mutants, ..self.options };
        let instrumented =
            Instrumenter::new(&self.class, options).instrument_under_test(&SUBJECT.into(), &self.bytes);
        vec![(SUBJECT.into(), instrumented.bytes)]
    }
}

/// The class in a JVM.
pub(crate) struct Runs<'a> {
    pub(crate) class: &'a ClassUnderTest,
    cluster: &'a TestCluster,
    executor: JvmExecutor<'a>,
}

impl Runs<'_> {
    /// Calls a static method without parameters, and gives what that reported.
    pub(crate) fn call(&mut self, method: &str) -> ExecutionTrace {
        let result = self.executor.execute(&self.calling(method));
        assert_eq!(result.outcome, ExecutionOutcome::Completed, "{method}");
        result.trace
    }

    /// Whether such a call comes to its end within so many steps; else it ran out of them.
    pub(crate) fn ends_within(&mut self, method: &str, steps: u32) -> bool {
        let outcome = self.executor.execute_within(&self.calling(method), steps).outcome;
        let ran_out = matches!(outcome, ExecutionOutcome::Aborted { reason: AbortReason::Steps, .. });
        assert!(ran_out || outcome == ExecutionOutcome::Completed, "{method}: {outcome:?}");
        !ran_out
    }

    /// Has later runs find what those before them leave.
    pub(crate) fn keep_static_state(&mut self) {
        self.executor.keep_static_state(true);
    }

    /// Has later runs tell of mutants, or not.
    pub(crate) fn tell_mutants(&mut self, tells: bool) {
        self.executor.tell_mutants(tells);
    }

    /// Calls the method with a mutant in the place of the original, or without, and gives what it returned or how it ended.
    pub(crate) fn returned(
        &mut self,
        method: &str,
        mutant: Option<MutantId>,
    ) -> Result<ObservedValue, ExecutionOutcome> {
        let test = self.calling(method);
        let mut observations = match mutant {
            Some(mutant) => self.executor.observe_mutant(&test, mutant, STEPS_OF_MUTANTS, &[]),
            None => self.executor.observe_reached(&test),
        };
        match observations.result.outcome {
            ExecutionOutcome::Completed => Ok(observations.values.remove(0).value),
            outcome => Err(outcome),
        }
    }

    /// A test that calls a static method without parameters.
    fn calling(&self, method: &str) -> TestCase {
        let is_it = |name: &str, descriptor: &str| name == method && descriptor.starts_with("()");
        let callable = self
            .cluster
            .callables
            .iter()
            .find(|it| it.owner.as_str() == SUBJECT && it.is_static && is_it(&it.name, &it.descriptor))
            .expect("the method");
        let mut test = TestCase::default();
        test.push(Statement::Invoke { callable: callable.id, receiver: None, arguments: Vec::new().into() });
        test
    }

    /// The fitness of a run for each goal of this kind in a method, with the goal's name without its place, in the order of the goals.
    pub(crate) fn fitness(
        &self,
        method: &str,
        trace: &ExecutionTrace,
        is_of_kind: impl Fn(&GoalKind) -> bool,
    ) -> Vec<(String, f64)> {
        let goals = self.class.goals.iter().filter(|goal| is_of_kind(&goal.kind));
        let goals = goals.filter(|goal| self.method_of(&goal.kind) == Some(method));
        goals
            .map(|goal| {
                let name = goal.name.split_once(' ').map_or("", |(_, name)| name).to_owned();
                (name, goal_fitness(self.class, goal.id, trace))
            })
            .collect()
    }

    /// The coupled branches that a run covers, without their places: `now -> n > 5`.
    pub(crate) fn coupled(&self, trace: &ExecutionTrace) -> Vec<String> {
        let coupling = self.class.coupling.as_ref().expect("a pair");
        let without_place = |side: &str| {
            side.strip_prefix("Subject.java:")
                .map_or(side, |it| it.split_once(' ').map_or(it, |(_, condition)| condition))
                .to_owned()
        };
        (0..coupling.len() as u32)
            .filter(|number| trace.covers(&coupling.kind(*number).expect("a pair of this number")))
            .map(|number| coupling.name(number).expect("a pair of this number"))
            .map(|name| name.split(" -> ").map(without_place).collect::<Vec<_>>().join(" -> "))
            .collect()
    }

    /// The fitness of a run for each coupled branch.
    pub(crate) fn coupled_fitness(&self, trace: &ExecutionTrace) -> Vec<f64> {
        let goals = self.class.goals.len()..self.class.n_goals();
        goals.map(|goal| goal_fitness(self.class, GoalId(goal as u32), trace)).collect()
    }

    /// Predicates of a method, in the order of its code.
    pub(crate) fn predicates(&self, method: &str) -> Vec<PredicateId> {
        let predicates = self.class.predicates.iter();
        let of_method =
            predicates.filter(|predicate| self.class.methods[predicate.method.index()].name == method);
        of_method.map(|predicate| predicate.id).collect()
    }

    fn method_of(&self, kind: &GoalKind) -> Option<&str> {
        let method = match kind {
            GoalKind::Branch(predicate, _) | GoalKind::BranchIn(_, predicate, _) => {
                self.class.predicates[predicate.index()].method
            }
            GoalKind::MethodEntry(method) | GoalKind::EntryIn(_, method) => *method,
            GoalKind::Line(line) => self.class.lines[line.index()].method,
            GoalKind::Mutant(mutant) => self.class.mutants[mutant.index()].method,
            _ => return None,
        };
        Some(&self.class.methods[method.index()].name)
    }
}

/// `nu(x) = x / (x + 1)`.
pub(crate) fn nu(x: f64) -> f64 {
    x / (x + 1.0)
}
