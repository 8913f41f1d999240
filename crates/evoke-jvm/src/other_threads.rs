//! Whether any thread is there that could wake the one that runs tests, and whether it does anything.

use std::ptr;
use std::sync::atomic::{AtomicI32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use jvmti_bindings::sys::jvmti::jvmtiCapabilities;

use crate::jni::{Env, Fault, JniType};
use crate::jvmti::{Jvmti, succeeded};
use crate::thread_clock::{others_wait, process_time};

/// How long threads are left alone before they are looked at again.
const MOMENT: Duration = Duration::from_millis(1);
/// So often they have to be seen waiting: one that works waits at times, for the JVM.
const LOOKS_IN_A_ROW: u32 = 3;
/// How long they may work at a time. Some never wait.
const MOST_WORK: Duration = Duration::from_millis(50);

/// Threads of Evoke's own that the JVM counts.
static OWN_THREADS: AtomicI32 = AtomicI32::new(0);

/// A thread of Evoke's own while it is attached to the JVM.
pub(crate) struct OwnThread(());

/// The threads of the JVM beside those that it began with.
#[derive(Clone, Copy)]
pub(crate) struct OtherThreads {
    jvmti: Jvmti,
    /// How many it began with.
    n_first: i32,
}

impl OwnThread {
    /// The current thread is attached from now on.
    pub(crate) fn attached() -> Self {
        OWN_THREADS.fetch_add(1, Ordering::Relaxed);
        Self(())
    }
}

impl Drop for OwnThread {
    fn drop(&mut self) {
        OWN_THREADS.fetch_sub(1, Ordering::Relaxed);
    }
}

impl OtherThreads {
    /// Those that are made from now on.
    pub(crate) fn from_now_on(env: Env) -> Result<Self, Fault> {
        let jvmti = Jvmti::open(env.java_vm()?, &jvmtiCapabilities::default())?;
        start_cleaner(env)?;
        let mut threads = Self { jvmti, n_first: 0 };
        threads.n_first = threads.count(env)? - OWN_THREADS.load(Ordering::Relaxed);
        Ok(threads)
    }

    /// Whether there is any. One that cannot be counted is there.
    pub(crate) fn exist(self, env: Env) -> bool {
        !self.count(env).is_ok_and(|n| n - OWN_THREADS.load(Ordering::Relaxed) <= self.n_first)
    }

    /// Whether all of them wait for something at this moment, as does whatever works for the JVM itself.
    pub(crate) fn wait() -> bool {
        others_wait()
    }

    /// Returns once all of them wait, and after [`MOST_WORK`] of the whole process or so much time anyhow. What is left of that time to wait
    /// again; nothing if they do not come to wait.
    pub(crate) fn let_finish(most_time: Duration) -> Duration {
        let (began, work_before) = (Instant::now(), process_time());
        let mut looks_in_a_row = 0;
        while looks_in_a_row < LOOKS_IN_A_ROW {
            // First: one that was just started may not have begun.
            thread::sleep(MOMENT);
            looks_in_a_row = if Self::wait() { looks_in_a_row + 1 } else { 0 };
            if process_time().saturating_sub(work_before) > MOST_WORK || began.elapsed() > most_time {
                return Duration::ZERO;
            }
        }
        most_time.saturating_sub(began.elapsed())
    }

    fn count(self, env: Env) -> Result<i32, Fault> {
        let (mut n, mut threads) = (0, ptr::null_mut());
        let all_threads = self.jvmti.functions().GetAllThreads;
        // SAFETY: both results are written to live values.
        succeeded(all_threads.map(|all| unsafe { all(self.jvmti.as_ptr(), &raw mut n, &raw mut threads) }))?;
        for position in 0..n as usize {
            // SAFETY: as many local references were written.
            env.delete_local(unsafe { *threads.add(position) }.cast());
        }
        let deallocate = self.jvmti.functions().Deallocate;
        // SAFETY: the function above allocated it.
        succeeded(deallocate.map(|free| unsafe { free(self.jvmti.as_ptr(), threads.cast()) }))?;
        Ok(n)
    }
}

/// Starts the JDK's own thread that would else come with whatever needs it first. Java 8 has none.
fn start_cleaner(env: Env) -> Result<(), Fault> {
    let Ok(class) = env.find_boot_class("jdk/internal/ref/CleanerFactory") else { return Ok(()) };
    let cleaner = env.static_method(class, "cleaner", "()Ljava/lang/ref/Cleaner;")?;
    // SAFETY: the call returned a reference.
    env.delete_local(unsafe { env.call_static(class, cleaner, JniType::Reference, &[])?.l });
    Ok(())
}
