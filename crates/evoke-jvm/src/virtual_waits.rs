//! Waiting on the thread that runs tests, replaced: a wait for a time ends at once, with the clocks moved by that time, where nothing
//! else runs that could end it; a wait that nothing can end is ended as the time limit ends a test. The idea is that of
//! discrete-event simulation: time in which nothing happens is skipped.
//!
//! So a test that sleeps, polls an empty queue or borrows from an empty pool costs no more than any other, and ends in the same way
//! whenever it runs. A test may wait for so much time in all, since whoever runs the suite waits for it in truth.
//!
//! As long as threads of tests are there, waits are real, in short slices, and are over when all of them wait too. Monitors that a
//! thread waits to enter, and streams, are left to the watchdog. Threads other than the one that runs tests wait as ever, but for a
//! moment of the clock that they see (`virtual_clock.rs`), not of the system's.
//!
//! In haste, short waits are over at once although threads of tests are there: what depends on who is faster is seen to do so.

use std::ffi::c_void;
use std::mem::transmute;
use std::ptr;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicPtr, AtomicU32, Ordering};
use std::time::{Duration, Instant};

use evoke_runtime::members::time_exhausted;
use jni_sys::{JNIEnv, jboolean, jclass, jlong, jmethodID, jobject};

use crate::jni::{Env, Fault};
use crate::jvm_functions::MonitorWait;
use crate::jvm_parts::JvmParts;
use crate::native_methods::{NativeMethod, NativeMethods};
use crate::other_threads::OtherThreads;
use crate::virtual_clock::VirtualClock;

const NANOS_A_MILLI: i64 = 1_000_000;

/// What a test may wait for in all.
const MAX_WAIT_NANOS: i64 = 100 * NANOS_A_MILLI;

/// A real wait while there are other threads.
const SLICE: Duration = Duration::from_millis(1);

/// Waits without an end that a test may begin in vain. Whoever is woken for no reason looks again and waits again.
const MAX_VAIN_WAITS: u32 = 4;

/// Longest wait that is over at once in haste: in longer ones threads of tests do what they have to on any machine.
const SHORT_NANOS: i64 = 500 * NANOS_A_MILLI;

/// Waits of a test that are over at once in haste. Whoever waits in a loop for another thread gets what it waits for after them.
const MAX_HASTY_WAITS: u32 = 20;

/// Makes `Unsafe.park` take a permit that is there, and wait for none.
const NO_TIME: i64 = -1;

type Park = extern "system" fn(*mut JNIEnv, jobject, jboolean, jlong);
type Sleep = extern "system" fn(*mut JNIEnv, jclass, jlong);

/// Native methods are given nothing but their arguments, and a process has one JVM.
static RUN: WaitingRun = WaitingRun {
    runner: AtomicPtr::new(ptr::null_mut()),
    waited_nanos: AtomicI64::new(0),
    vain_waits: AtomicU32::new(0),
    is_exhausted: AtomicBool::new(false),
    is_in_haste: AtomicBool::new(false),
    hasty_waits_left: AtomicU32::new(0),
};
static INSTALLED: OnceLock<Installed> = OnceLock::new();

/// What the running test has waited for.
struct WaitingRun {
    /// The environment of the thread that runs it, while it runs.
    runner: AtomicPtr<JNIEnv>,
    waited_nanos: AtomicI64,
    vain_waits: AtomicU32,
    is_exhausted: AtomicBool,
    /// Whether tests that begin are in haste.
    is_in_haste: AtomicBool,
    hasty_waits_left: AtomicU32,
}

/// What stands behind the native methods.
struct Installed {
    park: Park,
    sleep: Sleep,
    /// Nanoseconds in the unit of its argument.
    sleep_unit: i64,
    monitor_wait: MonitorWait,
    clock: VirtualClock,
    others: OtherThreads,
    exception: ExceptionClass,
}

/// What is thrown at a test that has waited for too long.
struct ExceptionClass {
    class: jclass,
    constructor: jmethodID,
}

// SAFETY: a global reference and an id, which any attached thread may use.
unsafe impl Send for ExceptionClass {}
// SAFETY: as above.
unsafe impl Sync for ExceptionClass {}

/// How a real wait ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SliceEnd {
    /// Before its time.
    Woken,
    /// After its time, while other threads work.
    Over,
    /// After its time, while nothing happens.
    InVain,
}

/// The waits of a JVM, replaced.
#[derive(Clone, Copy)]
pub(crate) struct VirtualWaits {
    runner: *mut JNIEnv,
}

impl VirtualWaits {
    /// Replaces the waits of the JVM; the calling thread is the one that runs tests.
    pub(crate) fn install(env: Env, clock: VirtualClock, parts: &JvmParts<'_>) -> Result<Self, Fault> {
        let natives = NativeMethods::open(env)?;
        let park_method = park_of_jdk(env)?;
        let (sleep_method, sleep_unit) = sleep_of_jdk(env, parts.jdk_feature)?;
        let wait_method = wait_of_jdk(env)?;
        let park_function = natives.replace(park_method, park as *mut c_void)?;
        let sleep_function = natives.replace(sleep_method, sleep as *mut c_void)?;
        let class = parts.runtime.time_exhausted;
        let constructor = env.method(class, time_exhausted::NEW.name, time_exhausted::NEW.descriptor)?;
        let others = OtherThreads::from_now_on(env)?;
        INSTALLED.get_or_init(|| Installed {
            // SAFETY: what the JDK had bound to these methods has their type.
            park: unsafe { transmute::<*mut c_void, Park>(park_function) },
            // SAFETY: as above.
            sleep: unsafe { transmute::<*mut c_void, Sleep>(sleep_function) },
            sleep_unit,
            monitor_wait: parts.functions.monitor_wait,
            clock,
            others,
            exception: ExceptionClass { class, constructor },
        });
        let NativeMethod { class, name, descriptor, .. } = wait_method;
        env.register_native(class, name, descriptor, wait as *mut c_void)?;
        Ok(Self { runner: env.as_ptr() })
    }

    /// A test begins, which has waited for nothing.
    pub(crate) fn begin(self) {
        RUN.waited_nanos.store(0, Ordering::Relaxed);
        RUN.vain_waits.store(0, Ordering::Relaxed);
        RUN.is_exhausted.store(false, Ordering::Relaxed);
        let hasty_waits = if RUN.is_in_haste.load(Ordering::Relaxed) { MAX_HASTY_WAITS } else { 0 };
        RUN.hasty_waits_left.store(hasty_waits, Ordering::Relaxed);
        RUN.runner.store(self.runner, Ordering::Relaxed);
    }

    /// Has short waits of later tests be over at once, also where other threads are there, or not.
    pub(crate) fn set_haste(is_in_haste: bool) {
        RUN.is_in_haste.store(is_in_haste, Ordering::Relaxed);
    }

    /// Whether short waits are over at once.
    pub(crate) fn are_in_haste() -> bool {
        RUN.is_in_haste.load(Ordering::Relaxed)
    }

    /// It ends; tells whether it has waited for too long.
    pub(crate) fn end() -> bool {
        RUN.runner.store(ptr::null_mut(), Ordering::Relaxed);
        RUN.is_exhausted.load(Ordering::Relaxed)
    }
}

impl Installed {
    /// What is behind a native method, and the thread's environment if it is the one that runs a test.
    fn of(env: *mut JNIEnv) -> Option<(&'static Self, Option<Env>)> {
        let installed = INSTALLED.get()?;
        let is_runner = RUN.runner.load(Ordering::Relaxed) == env;
        // SAFETY: the JVM passes the environment of the current thread.
        Some((installed, is_runner.then(|| unsafe { Env::new(env) })))
    }

    /// So much time has passed for the test.
    fn pass(&self, env: Env, nanos: i64) {
        self.clock.advance(nanos);
        let waited = RUN.waited_nanos.load(Ordering::Relaxed).saturating_add(nanos);
        RUN.waited_nanos.store(waited, Ordering::Relaxed);
        if waited > MAX_WAIT_NANOS {
            self.exhaust(env);
        }
    }

    /// Whether a wait for so long, while there are other threads, is over at once.
    fn is_over_in_haste(&self, nanos: i64) -> bool {
        let left = RUN.hasty_waits_left.load(Ordering::Relaxed);
        let is_over = left > 0 && (1..=SHORT_NANOS).contains(&nanos);
        if is_over {
            RUN.hasty_waits_left.store(left - 1, Ordering::Relaxed);
            self.clock.advance(nanos);
        }
        is_over
    }

    /// The test waits without an end for what does not come.
    fn wait_in_vain(&self, env: Env) {
        let waits = RUN.vain_waits.load(Ordering::Relaxed) + 1;
        RUN.vain_waits.store(waits, Ordering::Relaxed);
        if waits > MAX_VAIN_WAITS {
            self.exhaust(env);
        }
    }

    fn exhaust(&self, env: Env) {
        RUN.is_exhausted.store(true, Ordering::Relaxed);
        let ExceptionClass { class, constructor } = self.exception;
        // Without memory for the exception another one is thrown, which ends the wait as well.
        match env.new_object(class, constructor, &[]) {
            Ok(exception) => env.throw(exception),
            Err(Fault::Threw(thrown)) => env.throw(thrown),
            Err(_) => {}
        }
    }

    /// Waits for so long, in truth only as long as other threads do something.
    fn wait_for(&self, env: Env, nanos: i64, mut wait: impl FnMut(i64)) {
        let mut left = nanos;
        while left > 0 {
            let end = if self.others.exist(env) { Self::slice(left, &mut wait) } else { SliceEnd::InVain };
            if env.has_exception() || end == SliceEnd::Woken {
                return;
            }
            if end == SliceEnd::InVain {
                return self.pass(env, left);
            }
            let slice = left.min(SLICE.as_nanos() as i64);
            self.clock.advance(slice);
            left -= slice;
        }
    }

    /// Waits in truth, for one slice at most.
    fn slice(nanos: i64, wait: impl FnOnce(i64)) -> SliceEnd {
        let slice = Duration::from_nanos(nanos.unsigned_abs()).min(SLICE);
        let started = Instant::now();
        wait(slice.as_nanos() as i64);
        // Clocks of the system are not that exact.
        if started.elapsed() < slice * 3 / 4 {
            SliceEnd::Woken
        } else if OtherThreads::wait() {
            SliceEnd::InVain
        } else {
            SliceEnd::Over
        }
    }
}

/// In place of `Unsafe.park`, which may end for no reason.
extern "system" fn park(env: *mut JNIEnv, object: jobject, is_absolute: jboolean, time: jlong) {
    let Some((installed, runner)) = Installed::of(env) else { return };
    let nanos =
        if is_absolute { Some(installed.clock.nanos_until(time, env)) } else { (time != 0).then_some(time) };
    let Some(runner) = runner else {
        // The JVM would take a moment for one of the system's clock.
        let nanos = nanos.map_or(0, |nanos| if nanos > 0 { nanos } else { NO_TIME });
        return (installed.park)(env, object, false, nanos);
    };
    if !installed.others.exist(runner) {
        // Takes a permit that is there, and waits for none.
        (installed.park)(env, object, false, NO_TIME);
        match nanos {
            Some(nanos) => installed.pass(runner, nanos.max(0)),
            None => installed.wait_in_vain(runner),
        }
        return;
    }
    if nanos.is_some_and(|nanos| installed.is_over_in_haste(nanos)) {
        return (installed.park)(env, object, false, NO_TIME);
    }
    let end =
        Installed::slice(nanos.unwrap_or(i64::MAX), |slice| (installed.park)(env, object, false, slice));
    match (end, nanos) {
        (SliceEnd::Woken, _) => {}
        (SliceEnd::InVain, Some(nanos)) => installed.pass(runner, nanos.max(0)),
        (SliceEnd::InVain, None) => installed.wait_in_vain(runner),
        // What works has its time from the watchdog.
        (SliceEnd::Over, _) => installed.clock.advance(SLICE.as_nanos() as i64),
    }
}

/// In place of `Thread.sleep`.
extern "system" fn sleep(env: *mut JNIEnv, class: jclass, time: jlong) {
    let Some((installed, runner)) = Installed::of(env) else { return };
    let Some(runner) = runner else { return (installed.sleep)(env, class, time) };
    let unit = installed.sleep_unit;
    // One that is interrupted throws.
    (installed.sleep)(env, class, 0);
    if !runner.has_exception() {
        let nanos = time.saturating_mul(unit);
        if installed.others.exist(runner) && installed.is_over_in_haste(nanos) {
            return;
        }
        installed.wait_for(runner, nanos, |slice| (installed.sleep)(env, class, (slice + unit - 1) / unit));
    }
}

/// In place of `Object.wait`.
extern "system" fn wait(env: *mut JNIEnv, object: jobject, millis: jlong) {
    let Some((installed, runner)) = Installed::of(env) else { return };
    let alone = |runner: Env| !installed.others.exist(runner);
    // A wait without an end cannot be cut into slices: whoever is woken between two of them is not waiting.
    let Some(runner) = runner.filter(|runner| millis > 0 || millis == 0 && alone(*runner)) else {
        return (installed.monitor_wait)(env, object, millis);
    };
    let nanos = millis.saturating_mul(NANOS_A_MILLI);
    if !alone(runner) && installed.is_over_in_haste(nanos) {
        return;
    }
    // Throws if the thread is interrupted, or does not hold the monitor.
    let end = Installed::slice(SLICE.as_nanos() as i64, |_| (installed.monitor_wait)(env, object, 1));
    if runner.has_exception() || end == SliceEnd::Woken {
        return;
    }
    if millis == 0 {
        return installed.exhaust(runner);
    }
    installed.wait_for(runner, nanos, |slice| {
        (installed.monitor_wait)(env, object, (slice + NANOS_A_MILLI - 1) / NANOS_A_MILLI);
    });
}

fn park_of_jdk(env: Env) -> Result<NativeMethod<'static>, Fault> {
    // Java 8 has it elsewhere.
    let class = env
        .find_boot_class("jdk/internal/misc/Unsafe")
        .or_else(|_| env.find_boot_class("sun/misc/Unsafe"))?;
    let (name, descriptor) = ("park", "(ZJ)V");
    Ok(NativeMethod { class, name, descriptor, id: env.method(class, name, descriptor)? })
}

/// The method behind `Thread.sleep`, and how many nanoseconds are in the unit of its argument.
fn sleep_of_jdk(env: Env, jdk_feature: u16) -> Result<(NativeMethod<'static>, i64), Fault> {
    let class = env.find_boot_class("java/lang/Thread")?;
    let of_name = |name| {
        let descriptor = "(J)V";
        Ok(NativeMethod { class, name, descriptor, id: env.static_method(class, name, descriptor)? })
    };
    let method =
        of_name("sleepNanos0").or_else(|_: Fault| of_name("sleep0")).or_else(|_| of_name("sleep"))?;
    let unit = if jdk_feature > 20 { 1 } else { NANOS_A_MILLI };
    Ok((method, unit))
}

/// The method behind `Object.wait`.
fn wait_of_jdk(env: Env) -> Result<NativeMethod<'static>, Fault> {
    let class = env.find_boot_class("java/lang/Object")?;
    let of_name = |name| {
        let descriptor = "(J)V";
        Ok(NativeMethod { class, name, descriptor, id: env.method(class, name, descriptor)? })
    };
    of_name("wait0").or_else(|_: Fault| of_name("wait"))
}
