//! Processor time of one thread, and whether it waits, readable from another thread where the system tells.

use std::time::Duration;

/// A clock that runs while the thread runs.
#[derive(Clone, Copy)]
pub(crate) struct ThreadClock {
    #[cfg(target_os = "linux")]
    id: Option<libc::clockid_t>,
    #[cfg(target_os = "linux")]
    thread: libc::pid_t,
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

    /// Processor time of the whole process, the JVM's own threads included; zero where it is not told.
    #[cfg(target_os = "linux")]
    pub(crate) fn of_process() -> Duration {
        let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
        // SAFETY: the time is written to a live value.
        if unsafe { libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &raw mut time) } != 0 {
            return Duration::ZERO;
        }
        Duration::new(u64::try_from(time.tv_sec).unwrap_or(0), u32::try_from(time.tv_nsec).unwrap_or(0))
    }

    /// Nobody tells.
    #[cfg(not(target_os = "linux"))]
    pub(crate) fn of_process() -> Duration {
        Duration::ZERO
    }

    /// Whether the thread waits for something other than a processor at this moment.
    #[cfg(target_os = "linux")]
    pub(crate) fn is_waiting(self) -> bool {
        let Ok(stat) = std::fs::read_to_string(format!("/proc/self/task/{}/stat", self.thread)) else {
            return false;
        };
        // The state follows the name in parentheses, which may hold anything (proc_pid_stat(5)).
        stat.rsplit_once(") ").is_some_and(|(_, rest)| rest.starts_with('S'))
    }

    /// Nobody tells.
    #[cfg(not(target_os = "linux"))]
    pub(crate) fn is_waiting(self) -> bool {
        false
    }

    /// Zero at all times where there is no such clock; the wall clock has to do then.
    #[cfg(not(target_os = "linux"))]
    pub(crate) fn of_current_thread() -> Self {
        Self {}
    }

    #[cfg(target_os = "linux")]
    pub(crate) fn now(self) -> Duration {
        let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
        let Some(id) = self.id else { return Duration::ZERO };
        // SAFETY: the time is written to a live value; an id of a thread that has ended is refused.
        if unsafe { libc::clock_gettime(id, &raw mut time) } != 0 {
            return Duration::ZERO;
        }
        Duration::new(u64::try_from(time.tv_sec).unwrap_or(0), u32::try_from(time.tv_nsec).unwrap_or(0))
    }

    #[cfg(not(target_os = "linux"))]
    pub(crate) fn now(self) -> Duration {
        Duration::ZERO
    }
}
