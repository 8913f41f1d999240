//! What the integration tests share: a process with a fresh JVM for every test and JDK, compiled test classes, and
//! clusters and tests written down by hand.

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, PoisonError};

use evoke_analysis::{Callable, CallableId, CallableKind, Primitive, TestCluster, Type, TypeId, TypeTable};
use evoke_classfile::{ClassName, FieldType, Jdk, MethodDescriptor};
use evoke_jvm::{
    ClassProvider, ExecutionHooks, ExecutionLimits, Jvm, JvmError, JvmExecutor, JvmOptions, Surroundings,
    TracerSizes, on_test_thread,
};
use evoke_testcase::{ExecutionOutcome, Statement, TestCase, Value, VariableRef};

const CHILD: &str = "EVOKE_JVM_TEST_HOME";

/// What a test runs with.
pub(crate) struct World {
    pub(crate) jdk: Jdk,
    pub(crate) classes: PathBuf,
    pub(crate) scratch: PathBuf,
}

/// Runs `body` in a process of its own for every JDK of [`Jdk::for_tests`].
/// `test` is the full name of the calling test.
pub(crate) fn for_every_jdk(test: &str, body: impl FnOnce(&World) + Send) {
    if let Some(home) = env::var_os(CHILD) {
        let jdk = Jdk::at(Path::new(&home)).expect("the JDK that the parent process found");
        let scratch = tempfile::tempdir().expect("a scratch folder");
        let world = World { classes: compiled_classes(&jdk), jdk, scratch: scratch.path().to_owned() };
        on_test_thread(|| body(&world)).expect("a thread");
        return;
    }
    for jdk in jdks() {
        // Compiled here, where nothing is forbidden yet.
        compile_classes(&jdk);
        let output = Command::new(env::current_exe().expect("the test binary"))
            .args(["--exact", test, "--nocapture", "--test-threads=1"])
            .env(CHILD, &jdk.home)
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

fn jdks() -> Vec<Jdk> {
    Jdk::for_tests().expect("a JDK to test on")
}

fn compiled_classes(jdk: &Jdk) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("execution-{}", jdk.feature))
}

/// Compiles `testdata/execution`, once a process.
fn compile_classes(jdk: &Jdk) {
    static COMPILED: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());
    let mut compiled = COMPILED.lock().unwrap_or_else(PoisonError::into_inner);
    if !compiled.insert(jdk.home.clone()) {
        return;
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let runtime = Path::new(env!("CARGO_TARGET_TMPDIR")).join("runtime");
    evoke_runtime::write_class_files(evoke_runtime::SEARCH_CLASSES, &runtime).expect("runtime classes");
    let sources = fs::read_dir(root.join("testdata/execution/sample")).expect("test classes");
    let target = compiled_classes(jdk);
    fs::create_dir_all(&target).expect("a folder");
    let output = Command::new(jdk.home.join("bin/javac"))
        .args(["-g", "-nowarn", "-implicit:none", "-cp"])
        .arg(&runtime)
        .arg("-d")
        .arg(&target)
        .args(sources.map(|entry| entry.expect("an entry").path()))
        .output()
        .expect("javac");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// Class files of a folder.
pub(crate) struct FolderProvider(pub(crate) PathBuf);

impl ClassProvider for FolderProvider {
    fn class_bytes(&mut self, name: &ClassName) -> Option<Vec<u8>> {
        fs::read(self.0.join(name.as_str()).with_extension("class")).ok()
    }
}

impl World {
    pub(crate) fn start_jvm(&self) -> Jvm {
        self.start_jvm_in(&Surroundings::REPEATABLE)
    }

    pub(crate) fn start_jvm_in(&self, surroundings: &Surroundings) -> Jvm {
        let entries = [self.classes.clone()];
        let extra: Vec<String> = env::var("EVOKE_TEST_JVM_ARGUMENTS")
            .iter()
            .flat_map(|all| all.split(' '))
            .map(str::to_owned)
            .collect();
        Jvm::start(&JvmOptions {
            jdk: &self.jdk,
            class_path: &entries,
            scratch: &self.scratch,
            max_heap_mb: 64,
            surroundings,
            extra_arguments: &extra,
        })
        .expect("a JVM")
    }

    pub(crate) fn executor<'a>(&self, jvm: &Jvm, cluster: &'a TestCluster) -> JvmExecutor<'a> {
        self.executor_with(jvm, cluster, ExecutionHooks::default())
    }

    pub(crate) fn executor_with<'a>(
        &self,
        jvm: &Jvm,
        cluster: &'a TestCluster,
        hooks: ExecutionHooks,
    ) -> JvmExecutor<'a> {
        let sizes = TracerSizes { predicates: 5, lines: 5, methods: 5, ..TracerSizes::default() };
        let provider = Box::new(FolderProvider(self.classes.clone()));
        JvmExecutor::new(jvm, cluster, provider, &sizes, ExecutionLimits::default(), hooks)
            .expect("an executor")
    }

    pub(crate) fn executor_of_size<'a>(
        &self,
        jvm: &Jvm,
        cluster: &'a TestCluster,
        sizes: &TracerSizes,
    ) -> Result<JvmExecutor<'a>, JvmError> {
        let provider = Box::new(FolderProvider(self.classes.clone()));
        let (limits, hooks) = (ExecutionLimits::default(), ExecutionHooks::default());
        JvmExecutor::new(jvm, cluster, provider, sizes, limits, hooks)
    }
}

/// A cluster whose callables are named by hand, with the types that their descriptors tell.
pub(crate) struct ClusterBuilder {
    pub(crate) cluster: TestCluster,
}

impl ClusterBuilder {
    pub(crate) fn new() -> Self {
        let mut cluster = TestCluster::default();
        cluster.types = TypeTable::new();
        Self { cluster }
    }

    pub(crate) fn ty(&mut self, descriptor: &str) -> TypeId {
        self.intern(&FieldType::parse(descriptor).expect("a descriptor"))
    }

    fn intern(&mut self, ty: &FieldType) -> TypeId {
        let resolved = match ty {
            FieldType::Object(name) => return self.cluster.types.intern_class(name.as_str()),
            FieldType::Array(element) => Type::Array(self.intern(element)),
            primitive => Type::Primitive(
                Primitive::ALL
                    .into_iter()
                    .find(|known| known.field_type() == *primitive)
                    .expect("a primitive"),
            ),
        };
        self.cluster.types.intern(resolved, false)
    }

    pub(crate) fn static_method(&mut self, owner: &str, name: &str, descriptor: &str) -> CallableId {
        self.add(CallableKind::Method, owner, name, descriptor, true)
    }

    pub(crate) fn method(&mut self, owner: &str, name: &str, descriptor: &str) -> CallableId {
        self.add(CallableKind::Method, owner, name, descriptor, false)
    }

    pub(crate) fn constructor(&mut self, owner: &str, descriptor: &str) -> CallableId {
        self.add(CallableKind::Constructor, owner, "<init>", descriptor, false)
    }

    pub(crate) fn field_read(
        &mut self,
        owner: &str,
        name: &str,
        descriptor: &str,
        is_static: bool,
    ) -> CallableId {
        self.add(CallableKind::FieldRead, owner, name, descriptor, is_static)
    }

    pub(crate) fn field_write(
        &mut self,
        owner: &str,
        name: &str,
        descriptor: &str,
        is_static: bool,
    ) -> CallableId {
        self.add(CallableKind::FieldWrite, owner, name, descriptor, is_static)
    }

    fn add(
        &mut self,
        kind: CallableKind,
        owner: &str,
        name: &str,
        descriptor: &str,
        is_static: bool,
    ) -> CallableId {
        let owner_type = self.cluster.types.intern_class(owner);
        let (parameters, returned) = match kind {
            CallableKind::FieldRead => {
                (Vec::new(), Some(FieldType::parse(descriptor).expect("a descriptor")))
            }
            CallableKind::FieldWrite => (vec![FieldType::parse(descriptor).expect("a descriptor")], None),
            CallableKind::Constructor | CallableKind::Method => {
                let parsed = MethodDescriptor::parse(descriptor).expect("a descriptor");
                (parsed.parameters, parsed.return_type)
            }
        };
        let parameters: Vec<TypeId> = parameters.iter().map(|ty| self.intern(ty)).collect();
        let return_type = match (kind, returned) {
            (CallableKind::Constructor, _) => owner_type,
            (_, Some(ty)) => self.intern(&ty),
            (_, None) => TypeTable::VOID,
        };
        let id = CallableId(self.cluster.callables.len() as u32);
        let has_receiver = !is_static && kind != CallableKind::Constructor;
        self.cluster.callables.push(Callable {
            id,
            kind,
            owner: owner.into(),
            owner_is_interface: false,
            name: name.to_owned(),
            descriptor: descriptor.to_owned(),
            is_static,
            is_varargs: false,
            receiver: has_receiver.then_some(owner_type),
            parameter_names: vec![None; parameters.len()],
            parameters,
            takes_outer_instance: false,
            return_type,
            exceptions: Vec::new(),
            under_test: None,
            is_pure: false,
            has_namesake: false,
        });
        id
    }
}

/// A test written down statement by statement.
#[derive(Default)]
pub(crate) struct TestBuilder(TestCase);

impl TestBuilder {
    pub(crate) fn new() -> Self {
        Self::default()
    }

    pub(crate) fn value(&mut self, value: Value) -> VariableRef {
        self.0.push(Statement::Value(value))
    }

    pub(crate) fn int(&mut self, value: i32) -> VariableRef {
        self.value(Value::Int(value))
    }

    pub(crate) fn string(&mut self, value: &str) -> VariableRef {
        self.value(Value::String(value.into()))
    }

    pub(crate) fn call(&mut self, callable: CallableId, arguments: &[VariableRef]) -> VariableRef {
        self.push_call(callable, None, arguments)
    }

    pub(crate) fn call_on(
        &mut self,
        receiver: VariableRef,
        callable: CallableId,
        arguments: &[VariableRef],
    ) -> VariableRef {
        self.push_call(callable, Some(receiver), arguments)
    }

    fn push_call(
        &mut self,
        callable: CallableId,
        receiver: Option<VariableRef>,
        arguments: &[VariableRef],
    ) -> VariableRef {
        self.0.push(Statement::Invoke { callable, receiver, arguments: arguments.into() })
    }

    pub(crate) fn array(&mut self, array_type: TypeId, length: u32) -> VariableRef {
        self.0.push(Statement::NewArray { array_type, length })
    }

    pub(crate) fn write(&mut self, array: VariableRef, index: u32, value: VariableRef) {
        self.0.push(Statement::WriteElement { array, index, value });
    }

    pub(crate) fn build(self) -> TestCase {
        self.0
    }
}

/// Class of the exception that ended a run.
pub(crate) fn thrown(outcome: &ExecutionOutcome) -> Option<&str> {
    match outcome {
        ExecutionOutcome::Threw { exception, .. } => Some(exception.class.as_str()),
        _ => None,
    }
}
