//! Starts HotSpot in this process and prepares it for running tests.
//!
//! A process can create one JVM, ever, and it cannot be ended without ending the process: there is no `Drop` that
//! destroys it. What the class under test must not notice or reach (locale, time zone, streams, the working folder)
//! is fixed here, so that two machines run a test the same way.

use std::ffi::{CString, c_void};
use std::path::{Path, PathBuf};
use std::ptr;

use evoke_classfile::Jdk;
use evoke_runtime::members::process_setup;
use jni_sys::{
    JNI_EEXIST, JNI_OK, JNI_VERSION_1_8, JNIEnv, JavaVM, JavaVMInitArgs, JavaVMOption, jint, jvalue,
};

use crate::crash_report::install_handlers;
use crate::installed_surroundings::InstalledSurroundings;
use crate::jni::{Env, Fault, JniType};
use crate::jvm_error::JvmError;
use crate::jvm_functions::{DeclaredMembers, JvmFunctions, MonitorWait};
use crate::jvm_parts::JvmParts;
use crate::runtime_classes::{self, RuntimeClasses};
use crate::scratch_folders::ScratchFolders;
use crate::surroundings::Surroundings;
use crate::test_folder::TestFolder;

/// How to start the JVM.
#[derive(Clone, Debug)]
pub struct JvmOptions<'a> {
    /// Whose `libjvm` to load.
    pub jdk: &'a Jdk,
    /// Class path entries, for resources and the property `java.class.path`; absolute.
    pub class_path: &'a [PathBuf],
    /// Folder below which are the [`ScratchFolders`]; exists and is absolute.
    pub scratch: &'a Path,
    /// Largest Java heap.
    pub max_heap_mb: u32,
    /// What the class under test sees of the moment and the place.
    pub surroundings: &'a Surroundings,
    /// More arguments, after Evoke's own.
    pub extra_arguments: &'a [String],
}

/// The JVM of this process, seen from the thread that started it.
pub struct Jvm {
    env: Env,
    runtime: RuntimeClasses,
    class_path: Vec<String>,
    surroundings: InstalledSurroundings,
    checks_assertions: bool,
    test_folder: TestFolder,
}

type CreateJavaVm = unsafe extern "system" fn(*mut *mut JavaVM, *mut *mut c_void, *mut c_void) -> jint;

impl Jvm {
    /// Starts the JVM and enters the working folder. Tests run on the calling thread, whose stack is then the stack
    /// that tests have: see [`on_test_thread`](crate::on_test_thread).
    pub fn start(options: &JvmOptions<'_>) -> Result<Self, JvmError> {
        let in_scratch = |source| JvmError::Scratch { path: options.scratch.to_owned(), source };
        let folders = ScratchFolders::create(options.scratch).map_err(in_scratch)?;
        if options.surroundings.has_foreign_files {
            folders.crowd().map_err(in_scratch)?;
        }
        std::env::set_current_dir(&folders.working).map_err(in_scratch)?;
        install_handlers();
        let (env, functions) = create(&options.jdk.libjvm(), &arguments(options, &folders))?;
        let test_folder = TestFolder {
            path: folders.temporary.join(options.surroundings.test_folder),
            temporary: folders.temporary,
        };
        let runtime =
            runtime_classes::define(env).map_err(JvmError::in_step(env, "define the runtime classes"))?;
        let class_path: Vec<String> =
            options.class_path.iter().map(|entry| entry.display().to_string()).collect();
        set_up_process(env, &runtime, &class_path)
            .map_err(JvmError::in_step(env, "redirect the streams of the jvm"))?;
        let parts = JvmParts { runtime: &runtime, functions, jdk_feature: options.jdk.feature };
        let surroundings = InstalledSurroundings::install(env, options.surroundings, &parts).map_err(
            JvmError::in_step(env, "replace the clocks, the waits and the order of members of the jvm"),
        )?;
        let checks_assertions = options.surroundings.checks_assertions;
        Ok(Self { env, runtime, class_path, surroundings, checks_assertions, test_folder })
    }

    pub(crate) fn surroundings(&self) -> InstalledSurroundings {
        self.surroundings
    }

    /// Whether `assert` of the user's classes is checked.
    pub(crate) fn checks_assertions(&self) -> bool {
        self.checks_assertions
    }

    pub(crate) fn test_folder(&self) -> &TestFolder {
        &self.test_folder
    }

    pub(crate) fn env(&self) -> Env {
        self.env
    }

    pub(crate) fn runtime(&self) -> &RuntimeClasses {
        &self.runtime
    }

    pub(crate) fn class_path(&self) -> &[String] {
        &self.class_path
    }
}

fn arguments(options: &JvmOptions<'_>, folders: &ScratchFolders) -> Vec<String> {
    let (working, temporary) = (folders.working.display(), folders.temporary.display());
    let mut arguments: Vec<String> = [
        "-XX:+IgnoreUnrecognizedVMOptions",
        "-XX:+UnlockExperimentalVMOptions",
        // Signals belong to the worker; messages of the JVM must not mix with what the worker writes to stdout.
        "-Xrs",
        "-XX:+DisplayVMOutputToStderr",
        // One thread runs tests: the least work beside it, and machine code soon. Measured with `make bench-speed`.
        "-XX:+UseSerialGC",
        "-XX:TieredStopAtLevel=1",
        // All of them from the start: one that comes later draws a number, as scattered identity hash codes are.
        "-XX:-UseDynamicNumberOfCompilerThreads",
        // Probes make methods longer than what is compiled at most, by the mutants of all their instructions above all.
        "-XX:-DontCompileHugeMethods",
        "-Xshare:auto",
        "-XX:-UsePerfData",
        "-XX:MaxDirectMemorySize=64m",
        "-XX:-CreateCoredumpOnCrash",
        "-XX:-OmitStackTraceInFastThrow",
        "-Djava.awt.headless=true",
        "-Duser.language=en",
        "-Duser.country=US",
        "-Duser.variant=",
        "-Dsun.jnu.encoding=UTF-8",
        "-Duser.name=user",
    ]
    .map(str::to_owned)
    .to_vec();
    arguments.push(format!("-Xmx{}m", options.max_heap_mb));
    arguments.push(format!("-XX:ErrorFile={temporary}/hs_err.log"));
    arguments.push(format!("-Duser.dir={working}"));
    arguments.push(format!("-Duser.home={working}"));
    arguments.push(format!("-Djava.io.tmpdir={temporary}"));
    // The user's classes must not be found by the system loader, which would load them as they are.
    arguments.push(format!("-Djava.class.path={working}/no-classes"));
    arguments.extend(options.surroundings.arguments(options.jdk.feature));
    arguments.extend_from_slice(options.extra_arguments);
    arguments
}

/// Makes the JVM; gives also what it exports to its libraries.
fn create(libjvm: &Path, arguments: &[String]) -> Result<(Env, JvmFunctions), JvmError> {
    let load_error = |source| JvmError::Load { path: libjvm.to_owned(), source };
    // SAFETY: loading HotSpot runs its initialisers, which are made for being loaded into any process.
    let library = unsafe { libloading::Library::new(libjvm) }.map_err(load_error)?;
    // SAFETY: the invocation API declares the function with this type.
    let create = *unsafe { library.get::<CreateJavaVm>(b"JNI_CreateJavaVM\0") }.map_err(load_error)?;
    // SAFETY: every version of the JDK that can be had declares the function with this type.
    let monitor_wait = *unsafe { library.get::<MonitorWait>(b"JVM_MonitorWait\0") }.map_err(load_error)?;
    let members = |name: &[u8]| {
        // SAFETY: as above.
        unsafe { library.get::<DeclaredMembers>(name) }.map(|function| *function).map_err(load_error)
    };
    let functions = JvmFunctions {
        monitor_wait,
        declared_methods: members(b"JVM_GetClassDeclaredMethods\0")?,
        declared_constructors: members(b"JVM_GetClassDeclaredConstructors\0")?,
    };
    // The JVM stays until the process ends, and so must its code.
    std::mem::forget(library);

    let texts: Vec<CString> = arguments
        .iter()
        .map(|text| CString::new(text.as_str()).map_err(|_| JvmError::Argument(text.clone())))
        .collect::<Result<_, _>>()?;
    let mut options: Vec<JavaVMOption> = texts
        .iter()
        .map(|text| JavaVMOption { optionString: text.as_ptr().cast_mut(), extraInfo: ptr::null_mut() })
        .collect();
    let mut init = JavaVMInitArgs {
        version: JNI_VERSION_1_8,
        nOptions: options.len() as jint,
        options: options.as_mut_ptr(),
        ignoreUnrecognized: false,
    };
    let mut vm: *mut JavaVM = ptr::null_mut();
    let mut env: *mut JNIEnv = ptr::null_mut();
    // SAFETY: all pointers are to live values of the types that the function documents.
    match unsafe { create(&raw mut vm, (&raw mut env).cast(), (&raw mut init).cast()) } {
        // SAFETY: the JVM has just made this environment for the current thread; `Jvm` is not `Send`.
        JNI_OK => Ok((unsafe { Env::new(env) }, functions)),
        JNI_EEXIST => Err(JvmError::AlreadyStarted),
        error => Err(JvmError::Create(error)),
    }
}

fn set_up_process(env: Env, runtime: &RuntimeClasses, class_path: &[String]) -> Result<(), Fault> {
    let separator = if cfg!(windows) { ";" } else { ":" };
    let text = env.new_text(&class_path.join(separator))?;
    let apply = runtime_classes::static_method(env, runtime.process_setup, process_setup::APPLY)?;
    env.call_static(runtime.process_setup, apply, JniType::Void, &[jvalue { l: text }])?;
    env.delete_local(text);
    Ok(())
}
