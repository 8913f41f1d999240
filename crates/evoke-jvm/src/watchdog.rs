//! Stops tests that run for too long in code that counts no steps, by sending them an exception (JVMTI `StopThread`).
//!
//! The thread that runs tests and the watchdog's own share one word: the number of the run and its phase. The runner
//! turns a run from running to idle, the watchdog from running to stopping to stopped; whoever comes first wins, so
//! an exception is never sent to a run that is over, and the runner knows when one may still be on its way.
//!
//! Time is processor time of the runner, so that a busy machine does not change results; a run that waits rather than
//! works is stopped after a multiple of that on the wall clock. A class whose tests run into the limit again and again gets
//! a shorter one, since each such test costs as much as thousands of others. What swallows every exception is reported as stuck,
//! and ending the process is up to the caller.

use std::ffi::c_void;
use std::ptr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicU64, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use evoke_runtime::members::{time_exhausted, tracer};
use evoke_testcase::TestCase;
use jni_sys::{JNI_OK, JNIEnv, JavaVM, jclass, jfieldID, jmethodID, jobject};
use jvmti_bindings::sys::jvmti::{jvmtiCapabilities, jvmtiEnv, jvmtiError};

use crate::env::{Env, Pending};
use crate::jvm::Jvm;
use crate::kind::Kind;
use crate::runtime_classes::{static_field, static_method};
use crate::thread_clock::ThreadClock;

const JVMTI_VERSION_1_2: i32 = 0x3001_0200;

/// How many times longer a run may wait than work.
const WAITING_FACTOR: u32 = 4;

/// How many times longer a run may take while it initialises a class, which could not be done again.
const INITIALIZER_FACTOR: u32 = 6;

/// After so many runs that had to be stopped there will be more of them: they are given less time from then on.
const STOPPED_RUNS_BEFORE_HASTE: u32 = 2;

/// How much less.
const HASTE: u32 = 4;

/// A run that waits at this many looks in a row waits for something that will not come: nothing else is running.
const MAX_LOOKS_ASLEEP: u32 = 4;

/// What a run may still work between two looks and count as waiting at both.
const WORK_OF_A_WAITING_RUN: Duration = Duration::from_micros(100);

/// Time between two looks, once there is haste.
const HASTY_INTERVAL: Duration = Duration::from_millis(5);

const IDLE: u64 = 0;
const RUNNING: u64 = 1;
const STOPPING: u64 = 2;
const STOPPED: u64 = 3;
const PHASE_BITS: u32 = 2;
const PHASE: u64 = 3;

/// Told which test cannot be stopped, from the watchdog's thread. The test goes on only when it returns.
pub type OnStuck = Box<dyn FnMut(&TestCase) + Send>;

/// The runner's side.
pub(crate) struct Watchdog {
    env: Env,
    time_exhausted: jclass,
    arrive: jmethodID,
    shared: Arc<Shared>,
    run: u64,
    thread: Option<JoinHandle<()>>,
}

struct Shared {
    /// Number of the run, then its phase in the lowest bits.
    word: AtomicU64,
    closed: AtomicBool,
    /// The test of the run; alive until the run is idle.
    test: AtomicPtr<TestCase>,
}

/// The watchdog's side: everything its thread needs of the JVM.
struct Guard {
    shared: Arc<Shared>,
    vm: *mut JavaVM,
    jvmti: *mut jvmtiEnv,
    /// Global references.
    runner: jobject,
    time_exhausted: jclass,
    tracer: jclass,
    initializers: jfieldID,
    limit: Duration,
    /// How long a run may wait; haste does not shorten it, since a busy machine makes every run wait.
    patience: Duration,
    /// Runs that had to be stopped.
    n_stopped: u32,
    clock: ThreadClock,
    max_stops: u32,
    on_stuck: Option<OnStuck>,
}

// SAFETY: the pointers are to the JVM, its tool interface and global references, which any attached thread may use.
unsafe impl Send for Guard {}

impl Watchdog {
    /// Starts to watch the current thread.
    pub(crate) fn start(
        jvm: &Jvm,
        limit: Duration,
        max_stops: u32,
        on_stuck: Option<OnStuck>,
    ) -> Result<Self, Pending> {
        let env = jvm.env();
        let time_exhausted = jvm.runtime().time_exhausted;
        let shared = Arc::new(Shared {
            word: AtomicU64::new(IDLE),
            closed: AtomicBool::new(false),
            test: AtomicPtr::new(ptr::null_mut()),
        });
        let vm = env.java_vm().ok_or(Pending)?;
        let guard = Guard {
            shared: Arc::clone(&shared),
            vm,
            jvmti: stopping_jvmti(vm)?,
            runner: current_thread(env)?,
            time_exhausted,
            tracer: jvm.runtime().tracer,
            initializers: static_field(env, jvm.runtime().tracer, tracer::INITIALIZERS)?,
            limit,
            patience: limit * WAITING_FACTOR,
            n_stopped: 0,
            clock: ThreadClock::of_current_thread(),
            max_stops,
            on_stuck,
        };
        let thread = std::thread::Builder::new()
            .name("watchdog".to_owned())
            .spawn(|| guard.watch())
            .map_err(|_| Pending)?;
        let arrive = static_method(env, time_exhausted, time_exhausted::ARRIVE)?;
        Ok(Self { env, time_exhausted, arrive, shared, run: 0, thread: Some(thread) })
    }

    /// A run of the test begins; the test must stay where it is until [`Watchdog::end`].
    pub(crate) fn begin(&mut self, test: &TestCase) {
        self.run += 1;
        self.shared.test.store(ptr::from_ref(test).cast_mut(), Ordering::Relaxed);
        self.shared.word.store(self.run << PHASE_BITS | RUNNING, Ordering::Release);
    }

    /// Whether the run has been sent an exception.
    pub(crate) fn has_stopped(&self) -> bool {
        self.shared.word.load(Ordering::Acquire) & PHASE >= STOPPING
    }

    /// The run is over, and nothing is on its way to it afterwards. Tells whether it was sent an exception. None may be
    /// pending.
    pub(crate) fn end(&mut self) -> bool {
        let word = &self.shared.word;
        let running = self.run << PHASE_BITS | RUNNING;
        if word.compare_exchange(running, IDLE, Ordering::AcqRel, Ordering::Acquire).is_ok() {
            return false;
        }
        let stopped = self.run << PHASE_BITS | STOPPED;
        while word.compare_exchange(stopped, IDLE, Ordering::AcqRel, Ordering::Acquire).is_err() {
            std::thread::yield_now();
        }
        self.drain();
        true
    }

    /// Takes exceptions that were sent and have not arrived.
    fn drain(&self) {
        let arrive = || self.env.try_call_static(self.time_exhausted, self.arrive, Kind::Boolean, &[]);
        // A call to arrive in, and another that shows that nothing else is coming.
        for _ in 0..2 {
            while arrive().is_err() {
                self.env.clear_exception();
            }
        }
    }
}

impl Drop for Watchdog {
    fn drop(&mut self) {
        self.shared.closed.store(true, Ordering::Release);
        if let Some(thread) = self.thread.take() {
            thread.thread().unpark();
            // A panic there has been reported by the panic hook, and nothing here depends on it.
            let _ = thread.join();
        }
    }
}

/// What the watchdog knows of the run it saw last.
struct Watched {
    run: u64,
    worked: Duration,
    since: Instant,
    stops: u32,
    /// Looks in a row that found the runner waiting for something.
    asleep: u32,
    /// Processor time of the runner at the last look.
    last: Duration,
}

impl Watched {
    fn new(run: u64, worked: Duration) -> Self {
        Self { run, worked, since: Instant::now(), stops: 0, asleep: 0, last: worked }
    }
}

impl Guard {
    fn watch(mut self) {
        let Some(env) = self.attach() else { return };
        let interval = (self.limit / 10).max(Duration::from_millis(1));
        let mut watched = Watched::new(0, Duration::ZERO);
        while !self.shared.closed.load(Ordering::Acquire) {
            std::thread::park_timeout(if self.is_in_haste() { HASTY_INTERVAL } else { interval });
            let word = self.shared.word.load(Ordering::Acquire);
            let run = word >> PHASE_BITS;
            if word & PHASE == IDLE {
                continue;
            }
            if run != watched.run {
                watched = Watched::new(run, self.clock.now());
                continue;
            }
            watched.asleep = if self.is_asleep(&mut watched) { watched.asleep + 1 } else { 0 };
            if self.is_exhausted(env, &watched, interval) {
                self.stop(env, word, &mut watched);
            }
        }
        self.detach();
    }

    /// Whether the runner waits and nothing works on its behalf, as the garbage collector would.
    fn is_asleep(&self, watched: &mut Watched) -> bool {
        let worked = self.clock.now();
        let since_last = worked.saturating_sub(watched.last);
        watched.last = worked;
        since_last < WORK_OF_A_WAITING_RUN && self.clock.waits_in_vain()
    }

    /// Whether so many runs had to be stopped that the next ones get less time.
    fn is_in_haste(&self) -> bool {
        self.n_stopped >= STOPPED_RUNS_BEFORE_HASTE
    }

    fn is_exhausted(&self, env: Env, watched: &Watched, interval: Duration) -> bool {
        // What survived one exception gets the next one soon.
        let (limit, patience) = match watched.stops {
            0 if self.is_initializing(env) => {
                (self.limit * INITIALIZER_FACTOR, self.patience * INITIALIZER_FACTOR)
            }
            0 => (self.limit, self.patience),
            _ => (interval * 2, interval * 2 * WAITING_FACTOR),
        };
        let worked = self.clock.now().saturating_sub(watched.worked);
        worked >= limit || watched.asleep >= MAX_LOOKS_ASLEEP || watched.since.elapsed() >= patience
    }

    fn is_initializing(&self, env: Env) -> bool {
        // SAFETY: the field was looked up in this class as an int.
        unsafe { env.get_static(self.tracer, self.initializers, Kind::Int).i > 0 }
    }

    fn stop(&mut self, env: Env, word: u64, watched: &mut Watched) {
        let stopping = watched.run << PHASE_BITS | STOPPING;
        let claimed =
            self.shared.word.compare_exchange(word, stopping, Ordering::AcqRel, Ordering::Acquire).is_ok();
        if !claimed {
            return;
        }
        self.send(env);
        if watched.stops == 0 {
            self.n_stopped += 1;
            if self.n_stopped == STOPPED_RUNS_BEFORE_HASTE {
                self.limit /= HASTE;
            }
        }
        watched.stops += 1;
        watched.worked = self.clock.now();
        watched.since = Instant::now();
        watched.asleep = 0;
        if watched.stops >= self.max_stops
            && let Some(on_stuck) = &mut self.on_stuck
        {
            let test = self.shared.test.load(Ordering::Relaxed);
            // SAFETY: `begin` stored the test of this run, and the runner cannot end the run, and with it the borrow of
            // the test, while the phase is STOPPING.
            if let Some(test) = unsafe { test.as_ref() } {
                on_stuck(test);
            }
        }
        self.shared.word.store(watched.run << PHASE_BITS | STOPPED, Ordering::Release);
    }

    /// Sends a fresh exception to the runner.
    fn send(&self, env: Env) {
        let Ok(constructor) =
            env.method(self.time_exhausted, time_exhausted::NEW.name, time_exhausted::NEW.descriptor)
        else {
            env.clear_exception();
            return;
        };
        // SAFETY: the constructor gives a reference.
        let exception = unsafe { env.new_object(self.time_exhausted, constructor, &[]).l };
        if exception.is_null() {
            env.clear_exception();
            return;
        }
        // SAFETY: the tool interface lives as long as the JVM, and both references are live.
        unsafe {
            if let Some(stop_thread) = (*(*self.jvmti).functions).StopThread {
                stop_thread(self.jvmti, self.runner.cast(), exception.cast());
            }
        }
        env.delete_local(exception);
    }

    fn attach(&self) -> Option<Env> {
        let mut env: *mut JNIEnv = ptr::null_mut();
        // SAFETY: the JVM lives as long as the process; it writes this thread's environment.
        let result = unsafe {
            ((**self.vm).v1_4.AttachCurrentThreadAsDaemon)(self.vm, (&raw mut env).cast(), ptr::null_mut())
        };
        // SAFETY: the environment is this thread's; the guard uses global references only.
        (result == JNI_OK).then(|| unsafe { Env::new(env) })
    }

    fn detach(&self) {
        // SAFETY: `attach` attached this thread, and no Java code is running on it.
        unsafe { ((**self.vm).v1_4.DetachCurrentThread)(self.vm) };
    }
}

/// A tool interface that may stop threads.
fn stopping_jvmti(vm: *mut JavaVM) -> Result<*mut jvmtiEnv, Pending> {
    let mut jvmti: *mut c_void = ptr::null_mut();
    // SAFETY: the JVM lives as long as the process; it writes a pointer to the interface.
    if unsafe { ((**vm).v1_4.GetEnv)(vm, &raw mut jvmti, JVMTI_VERSION_1_2) } != JNI_OK {
        return Err(Pending);
    }
    let jvmti: *mut jvmtiEnv = jvmti.cast();
    let mut capabilities = jvmtiCapabilities::default();
    capabilities.set_can_signal_thread(true);
    // SAFETY: the interface has just been given out, and the capabilities are a live value.
    let added =
        unsafe { (*(*jvmti).functions).AddCapabilities.map(|add| add(jvmti, &raw const capabilities)) };
    if added == Some(jvmtiError::NONE) { Ok(jvmti) } else { Err(Pending) }
}

fn current_thread(env: Env) -> Result<jobject, Pending> {
    let class = env.find_boot_class("java/lang/Thread")?;
    let current = env.static_method(class, "currentThread", "()Ljava/lang/Thread;")?;
    let thread = env.try_call_static(class, current, Kind::Reference, &[])?;
    env.delete_global(class);
    // SAFETY: the call returned a reference.
    env.globalize(unsafe { thread.l })
}
