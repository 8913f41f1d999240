//! Stops tests that run for too long in code that counts no steps, by sending them an exception from a thread of its own.
//!
//! What swallows every exception, or cannot be sent one, is reported as stuck, and ending the process is up to the caller.

use std::marker::PhantomData;
use std::ptr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread::JoinHandle;

use evoke_runtime::members::{time_exhausted, tracer};
use evoke_testcase::TestCase;
use jni_sys::{JNI_OK, JNIEnv, JavaVM, jclass, jfieldID, jmethodID};

use crate::hooks::OnStuck;
use crate::jni::{Env, Fault, JniType};
use crate::limits::ExecutionLimits;
use crate::other_threads::OwnThread;
use crate::runtime_classes::{RuntimeClasses, static_field, static_method};
use crate::shared_run::{RunNumber, SharedRun};
use crate::thread_clock::{ThreadClock, ThreadTime};
use crate::thread_stopper::ThreadStopper;
use crate::time_limit::{ObservedRun, TimeLimit};

/// The runner's side.
pub(crate) struct Watchdog {
    env: Env,
    time_exhausted: jclass,
    arrive: jmethodID,
    shared: Arc<Shared>,
    last: RunNumber,
    thread: Option<JoinHandle<()>>,
}

/// A run that is watched, until this ends or is dropped.
pub(crate) struct WatchedRun<'t> {
    env: Env,
    time_exhausted: jclass,
    arrive: jmethodID,
    shared: Arc<Shared>,
    number: RunNumber,
    has_ended: bool,
    test: PhantomData<&'t TestCase>,
}

struct Shared {
    run: Arc<SharedRun>,
    closed: AtomicBool,
    /// Whether every run has all the time there is.
    is_patient: AtomicBool,
}

/// The watchdog's side: everything its thread needs of the JVM.
struct Guard {
    shared: Arc<Shared>,
    vm: *mut JavaVM,
    stopper: ThreadStopper,
    tracer: jclass,
    initializers: jfieldID,
    steps_left: [jfieldID; 2],
    limit: TimeLimit,
    clock: ThreadClock,
    max_attempts: u32,
    on_stuck: Option<OnStuck>,
}

// SAFETY: the pointers are to the JVM and to global references, which any attached thread may use.
unsafe impl Send for Guard {}

impl Watchdog {
    /// Starts to watch the current thread.
    pub(crate) fn start(
        env: Env,
        runtime: &RuntimeClasses,
        limits: &ExecutionLimits,
        on_stuck: Option<OnStuck>,
    ) -> Result<Self, Fault> {
        let time_exhausted = runtime.time_exhausted;
        let arrive = static_method(env, time_exhausted, time_exhausted::ARRIVE)?;
        let shared = Arc::new(Shared {
            run: Arc::new(SharedRun::new()),
            closed: AtomicBool::new(false),
            is_patient: AtomicBool::new(false),
        });
        let guard = Guard {
            shared: Arc::clone(&shared),
            vm: env.java_vm()?,
            stopper: ThreadStopper::of_current_thread(env, time_exhausted)?,
            tracer: runtime.tracer,
            initializers: static_field(env, runtime.tracer, tracer::INITIALIZERS)?,
            steps_left: [
                static_field(env, runtime.tracer, tracer::STEPS_LEFT)?,
                static_field(env, runtime.tracer, tracer::CAREFUL_STEPS_LEFT)?,
            ],
            limit: TimeLimit::new(limits.time),
            clock: ThreadClock::of_current_thread(),
            max_attempts: limits.max_stops,
            on_stuck,
        };
        let (attached, is_attached) = sync_channel(1);
        let thread = std::thread::Builder::new()
            .name("watchdog".to_owned())
            .spawn(move || guard.watch(&attached))
            .map_err(Fault::ThreadNotStarted)?;
        // A thread that ends without a word could not attach.
        is_attached.recv().map_err(|_| Fault::Refused("AttachCurrentThreadAsDaemon"))?;
        Ok(Self { env, time_exhausted, arrive, shared, last: 0, thread: Some(thread) })
    }

    /// The runs that are watched, one after the other.
    pub(crate) fn runs(&self) -> Arc<SharedRun> {
        Arc::clone(&self.shared.run)
    }

    /// Gives all later runs the whole time, though earlier ones had to be stopped.
    pub(crate) fn be_patient(&self) {
        self.shared.is_patient.store(true, Ordering::Relaxed);
    }

    /// Watches a run of the test, which begins now.
    pub(crate) fn watch<'t>(&mut self, test: &'t TestCase) -> WatchedRun<'t> {
        self.last += 1;
        // SAFETY: the run ends with the value that this gives, which does not outlive the test.
        unsafe { self.shared.run.begin(self.last, test) };
        WatchedRun {
            env: self.env,
            time_exhausted: self.time_exhausted,
            arrive: self.arrive,
            shared: Arc::clone(&self.shared),
            number: self.last,
            has_ended: false,
            test: PhantomData,
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

impl WatchedRun<'_> {
    /// The statement at this position begins.
    pub(crate) fn begin_statement(&self, position: usize) {
        self.shared.run.begin_statement(position);
    }

    /// Whether the run has been sent an exception.
    pub(crate) fn has_stopped(&self) -> bool {
        self.shared.run.has_stopped()
    }

    /// The run is over, and nothing is on its way to it afterwards. Tells whether it was sent an exception.
    pub(crate) fn end(mut self) -> bool {
        self.end_once()
    }

    fn end_once(&mut self) -> bool {
        self.has_ended = true;
        let was_stopped = self.shared.run.end(self.number);
        if was_stopped {
            self.drain();
        }
        was_stopped
    }

    /// Takes exceptions that were sent and have not arrived.
    fn drain(&self) {
        self.env.clear_exception();
        let arrive = || self.env.call_static(self.time_exhausted, self.arrive, JniType::Boolean, &[]);
        // A call to arrive in, and another that shows that nothing else is coming.
        for _ in 0..2 {
            while let Err(fault) = arrive() {
                if let Fault::Threw(thrown) = fault {
                    self.env.delete_local(thrown);
                }
            }
        }
    }
}

impl Drop for WatchedRun<'_> {
    fn drop(&mut self) {
        if !self.has_ended {
            self.end_once();
        }
    }
}

impl Guard {
    fn watch(mut self, attached: &SyncSender<()>) {
        let Some(env) = self.attach() else { return };
        let own = OwnThread::attached();
        // Whoever asked for it waits until it is said.
        let _ = attached.send(());
        let mut observed = ObservedRun::new(0, ThreadTime::default(), 0);
        while !self.shared.closed.load(Ordering::Acquire) {
            std::thread::park_timeout(TimeLimit::interval());
            let Some(number) = self.shared.run.current() else { continue };
            let (now, steps_left) = (self.clock.now(), self.steps_left(env));
            if number != observed.number {
                observed = ObservedRun::new(number, now, steps_left);
                continue;
            }
            observed.look(now, steps_left, || self.clock.waits_in_vain());
            if self.shared.is_patient.load(Ordering::Relaxed) {
                self.limit.be_patient();
            }
            if self.limit.is_exhausted(&observed, now, self.is_initializing(env)) {
                self.stop(env, &mut observed);
            }
        }
        self.detach();
        drop(own);
    }

    fn is_initializing(&self, env: Env) -> bool {
        self.number(env, self.initializers) > 0
    }

    fn steps_left(&self, env: Env) -> i32 {
        self.steps_left.map(|field| self.number(env, field)).into_iter().fold(0, i32::saturating_add)
    }

    /// The value of a field of the tracer that is an `int`.
    fn number(&self, env: Env, field: jfieldID) -> i32 {
        // SAFETY: each field was looked up in this class as an int.
        unsafe { env.get_static(self.tracer, field, JniType::Int).i }
    }

    fn stop(&mut self, env: Env, observed: &mut ObservedRun) {
        let Some(mut claim) = self.shared.run.claim(observed.number) else { return };
        match self.stopper.send(env) {
            Ok(()) => {
                claim.set_stopped();
                if observed.attempts == 0 {
                    self.limit.count_stopped();
                }
            }
            Err(Fault::Threw(thrown)) => env.delete_local(thrown),
            // The run goes on as it was. It is tried again, and reported if that helps as little.
            Err(_) => {}
        }
        observed.count_attempt(self.clock.now());
        if observed.attempts >= self.max_attempts
            && let Some(on_stuck) = &mut self.on_stuck
            && let Some(running) = claim.running()
        {
            on_stuck(running);
        }
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
