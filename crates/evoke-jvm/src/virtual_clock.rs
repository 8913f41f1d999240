//! The clocks of the JVM, replaced: on the thread that runs tests they start where they are told to and advance a
//! little with every reading, so that a test sees the same times whenever it runs, and a loop that waits for time
//! to pass ends. Other threads see time pass at its own pace.
//!
//! What waits on that thread moves them by the time that it waits for: see `virtual_waits.rs`.

use std::ffi::c_void;
use std::ptr;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicI64, AtomicPtr, AtomicU32, Ordering};
use std::time::Instant;

use jni_sys::{JNIEnv, jclass, jlong};

use crate::jni::{Env, Fault};
use crate::surroundings::{EARLIER_MILLIS, Surroundings};

const NANOS_A_SECOND: i64 = 1_000_000_000;
const NANOS_A_MILLI: i64 = 1_000_000;

/// `System.nanoTime()` counts from an arbitrary point; this one lies a day before the start.
const NANO_TIME_AT_START: i64 = 86_400 * NANOS_A_SECOND;

/// What `VM.getNanoTimeAdjustment` says when the offset that it is given is too far away.
const MAX_OFFSET_SECONDS: i64 = 1 << 32;

/// Native methods are given nothing but their arguments, and a process has one JVM: hence a clock for the process.
static CLOCK: ProcessClock = ProcessClock {
    usual_start_millis: AtomicI64::new(0),
    start_millis: AtomicI64::new(0),
    step_nanos: AtomicI64::new(0),
    elapsed_nanos: AtomicI64::new(0),
    dates_read: AtomicU32::new(0),
    test_thread: AtomicPtr::new(ptr::null_mut()),
    started: OnceLock::new(),
};

struct ProcessClock {
    usual_start_millis: AtomicI64,
    start_millis: AtomicI64,
    step_nanos: AtomicI64,
    /// Of the running test.
    elapsed_nanos: AtomicI64,
    /// By the running test.
    dates_read: AtomicU32,
    /// Tells the thread that runs tests; compared, never used.
    test_thread: AtomicPtr<JNIEnv>,
    started: OnceLock<Instant>,
}

/// The clocks of a JVM, replaced.
#[derive(Clone, Copy)]
pub(crate) struct VirtualClock(&'static ProcessClock);

/// By how much more clocks advance that were moved.
const LONGER_STEP_NANOS: i64 = 7_300_037;

impl VirtualClock {
    /// Replaces the clocks of the JVM; the calling thread is the one that runs tests.
    pub(crate) fn install(env: Env, surroundings: &Surroundings) -> Result<Self, Fault> {
        CLOCK.usual_start_millis.store(surroundings.start_millis, Ordering::Relaxed);
        CLOCK.start_millis.store(surroundings.start_millis, Ordering::Relaxed);
        CLOCK.step_nanos.store(surroundings.step_nanos, Ordering::Relaxed);
        CLOCK.test_thread.store(env.as_ptr(), Ordering::Relaxed);
        CLOCK.started.get_or_init(Instant::now);
        let system = env.find_boot_class("java/lang/System")?;
        env.register_native(system, "currentTimeMillis", "()J", current_time_millis as *mut c_void)?;
        env.register_native(system, "nanoTime", "()J", nano_time as *mut c_void)?;
        // Java 8 has no such class: its `java.time` reads milliseconds.
        if let Ok(vm) = env.find_boot_class("jdk/internal/misc/VM") {
            let function = nano_time_adjustment as *mut c_void;
            env.register_native(vm, "getNanoTimeAdjustment", "(J)J", function)?;
        }
        Ok(Self(&CLOCK))
    }

    /// Sets the clocks to their start.
    pub(crate) fn reset(self) {
        self.0.elapsed_nanos.store(0, Ordering::Relaxed);
        self.0.dates_read.store(0, Ordering::Relaxed);
    }

    /// Has the clocks start at this moment, in milliseconds since 1970, or where they did at first.
    pub(crate) fn begin_at(self, millis: Option<i64>) {
        let start = millis.unwrap_or_else(|| self.0.usual_start_millis.load(Ordering::Relaxed));
        self.0.start_millis.store(start, Ordering::Relaxed);
    }

    /// How often the thread that runs tests asked for the date or the time of day since the start. What only measures time does not count.
    pub(crate) fn dates_read(self) -> u32 {
        self.0.dates_read.load(Ordering::Relaxed)
    }

    /// Has the clocks start earlier and go faster, or as late and slowly again.
    pub(crate) fn move_elsewhen(self, moves: bool) {
        let sign = if moves { 1 } else { -1 };
        self.0.start_millis.fetch_sub(sign * EARLIER_MILLIS, Ordering::Relaxed);
        self.0.step_nanos.fetch_add(sign * LONGER_STEP_NANOS, Ordering::Relaxed);
    }

    /// Time passes for the thread that runs tests.
    pub(crate) fn advance(self, nanos: i64) {
        let elapsed = self.0.elapsed_nanos.load(Ordering::Relaxed);
        self.0.elapsed_nanos.store(elapsed.saturating_add(nanos), Ordering::Relaxed);
    }

    /// From now to a moment in milliseconds since 1970, as a thread with this environment sees it. Does not count as a reading.
    pub(crate) fn nanos_until(self, millis: i64, env: *mut JNIEnv) -> i64 {
        let start = self.0.start_millis.load(Ordering::Relaxed);
        let from_start = millis.saturating_sub(start).saturating_mul(NANOS_A_MILLI);
        from_start.saturating_sub(self.0.elapsed(env))
    }
}

impl ProcessClock {
    /// Nanoseconds since the start, as a thread with this environment sees them.
    fn read(&self, env: *mut JNIEnv) -> i64 {
        let elapsed = self.elapsed(env);
        if self.is_test_thread(env) {
            let step = self.step_nanos.load(Ordering::Relaxed);
            self.elapsed_nanos.fetch_add(step, Ordering::Relaxed);
        }
        elapsed
    }

    /// The same, of one who asks what time it is.
    fn read_date(&self, env: *mut JNIEnv) -> i64 {
        if self.is_test_thread(env) {
            self.dates_read.fetch_add(1, Ordering::Relaxed);
        }
        self.read(env)
    }

    /// The same, with the clock left as it is.
    fn elapsed(&self, env: *mut JNIEnv) -> i64 {
        if self.is_test_thread(env) {
            return self.elapsed_nanos.load(Ordering::Relaxed);
        }
        let elapsed = self.started.get().map_or(0, |started| started.elapsed().as_nanos());
        i64::try_from(elapsed).unwrap_or(i64::MAX / 2)
    }

    fn is_test_thread(&self, env: *mut JNIEnv) -> bool {
        env == self.test_thread.load(Ordering::Relaxed)
    }
}

extern "system" fn current_time_millis(env: *mut JNIEnv, _system: jclass) -> jlong {
    let elapsed = CLOCK.read_date(env) / NANOS_A_MILLI;
    CLOCK.start_millis.load(Ordering::Relaxed).saturating_add(elapsed)
}

extern "system" fn nano_time(env: *mut JNIEnv, _system: jclass) -> jlong {
    CLOCK.read(env).saturating_add(NANO_TIME_AT_START)
}

/// Nanoseconds since a moment that is given in seconds since 1970, or -1 if it is too far away.
extern "system" fn nano_time_adjustment(env: *mut JNIEnv, _vm: jclass, offset_seconds: jlong) -> jlong {
    let start = CLOCK.start_millis.load(Ordering::Relaxed).saturating_mul(NANOS_A_MILLI);
    let now = start.saturating_add(CLOCK.read_date(env));
    let seconds = (now / NANOS_A_SECOND).saturating_sub(offset_seconds);
    if (-MAX_OFFSET_SECONDS..MAX_OFFSET_SECONDS).contains(&seconds) {
        seconds * NANOS_A_SECOND + now % NANOS_A_SECOND
    } else {
        -1
    }
}
