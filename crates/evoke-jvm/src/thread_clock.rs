//! Processor time of one thread, how long it waited for a processor, and whether it waits now, readable from another thread where the
//! system tells.

use std::time::Duration;

/// A clock that runs while the thread runs.
#[derive(Clone, Copy)]
pub(crate) struct ThreadClock {
    #[cfg(target_os = "linux")]
    id: Option<libc::clockid_t>,
    #[cfg(target_os = "linux")]
    thread: libc::pid_t,
}

/// What a thread has had and what it was kept from.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ThreadTime {
    /// On a processor.
    pub(crate) worked: Duration,
    /// Ready to work, while processors did something else.
    pub(crate) queued: Duration,
}

/// Whether a thread with this `id (name` is one of HotSpot's compilers, which nothing waits for.
#[cfg(target_os = "linux")]
fn compiles(name: &str) -> bool {
    name.ends_with("(C1 CompilerThre") || name.ends_with("(C2 CompilerThre")
}

/// Whether a thread of this process waits for something other than a processor, or compiles.
#[cfg(target_os = "linux")]
fn waits(thread: libc::pid_t) -> bool {
    let Ok(stat) = std::fs::read_to_string(format!("/proc/self/task/{thread}/stat")) else { return false };
    // The state follows the name in parentheses, which may hold anything (proc_pid_stat(5)).
    stat.rsplit_once(") ").is_some_and(|(name, rest)| rest.starts_with('S') || compiles(name))
}

/// Whether at this moment every thread of this process but the current one waits for something other than a processor, or
/// compiles.
#[cfg(target_os = "linux")]
pub(crate) fn others_wait() -> bool {
    // SAFETY: the call has no preconditions.
    let current = unsafe { libc::gettid() };
    let Ok(threads) = std::fs::read_dir("/proc/self/task") else { return false };
    threads
        .flatten()
        .filter_map(|thread| thread.file_name().to_str()?.parse().ok())
        .all(|thread| thread == current || waits(thread))
}

/// Nobody tells.
#[cfg(not(target_os = "linux"))]
pub(crate) fn others_wait() -> bool {
    false
}

/// Processor time of all threads of this process together.
#[cfg(target_os = "linux")]
pub(crate) fn process_time() -> Duration {
    clock_time(libc::CLOCK_PROCESS_CPUTIME_ID)
}

/// Time of the wall clock instead.
#[cfg(not(target_os = "linux"))]
pub(crate) fn process_time() -> Duration {
    std::time::SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default()
}

/// Zero for a clock of a thread that has ended.
#[cfg(target_os = "linux")]
fn clock_time(clock: libc::clockid_t) -> Duration {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the time is written to a live value; an id of a thread that has ended is refused.
    if unsafe { libc::clock_gettime(clock, &raw mut time) } != 0 {
        return Duration::ZERO;
    }
    Duration::new(u64::try_from(time.tv_sec).unwrap_or(0), u32::try_from(time.tv_nsec).unwrap_or(0))
}

impl ThreadClock {
    #[cfg(target_os = "linux")]
    pub(crate) fn of_current_thread() -> Self {
        let mut id: libc::clockid_t = 0;
        // SAFETY: the thread is the current one and the result is written to a live value.
        let result = unsafe { libc::pthread_getcpuclockid(libc::pthread_self(), &raw mut id) };
        // SAFETY: the call has no preconditions.
        let thread = unsafe { libc::gettid() };
        Self { id: (result == 0).then_some(id), thread }
    }

    /// Whether the thread waits for something other than a processor at this moment, and so does every other thread of the
    /// process that could wake it: all but the current one, and those that compile.
    #[cfg(target_os = "linux")]
    pub(crate) fn waits_in_vain(self) -> bool {
        waits(self.thread) && others_wait()
    }

    /// Nobody tells.
    #[cfg(not(target_os = "linux"))]
    pub(crate) fn waits_in_vain(self) -> bool {
        false
    }

    /// Zero at all times where there is no such clock; the wall clock has to do then.
    #[cfg(not(target_os = "linux"))]
    pub(crate) fn of_current_thread() -> Self {
        Self {}
    }

    /// Both since the thread began.
    pub(crate) fn now(self) -> ThreadTime {
        ThreadTime { worked: self.worked(), queued: self.queued() }
    }

    /// Zero at all times where the kernel does not tell.
    #[cfg(target_os = "linux")]
    fn queued(self) -> Duration {
        let stat = std::fs::read_to_string(format!("/proc/self/task/{}/schedstat", self.thread));
        // Nanoseconds on a processor, and in the queue for one (Documentation/scheduler/sched-stats of Linux).
        let nanos = stat.ok().and_then(|stat| stat.split_ascii_whitespace().nth(1)?.parse().ok());
        nanos.map_or(Duration::ZERO, Duration::from_nanos)
    }

    #[cfg(not(target_os = "linux"))]
    fn queued(self) -> Duration {
        Duration::ZERO
    }

    #[cfg(target_os = "linux")]
    fn worked(self) -> Duration {
        self.id.map_or(Duration::ZERO, clock_time)
    }

    #[cfg(not(target_os = "linux"))]
    fn worked(self) -> Duration {
        Duration::ZERO
    }
}
