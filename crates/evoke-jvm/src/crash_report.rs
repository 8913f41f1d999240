//! Says which test was running when a signal ends the process: native code and `Unsafe` reach memory that is not theirs, and the JVM
//! itself gives up now and then.
//!
//! HotSpot passes a signal that means nothing to it on to the handler that was there before it, so the handlers are installed before
//! the JVM is started. Telling allocates memory, which a signal handler should not; where that fails the process is lost without a
//! word, as it would have been anyway.

use std::ffi::{c_int, c_void};
use std::ptr;
use std::sync::Arc;
use std::sync::atomic::{AtomicPtr, Ordering};

use crate::hooks::OnCrash;
use crate::shared_run::SharedRun;

/// Signals that end a process which did something wrong.
const DEADLY_SIGNALS: [c_int; 5] = [libc::SIGSEGV, libc::SIGBUS, libc::SIGILL, libc::SIGFPE, libc::SIGABRT];

/// Signal handlers are given nothing but the signal.
static REPORT: AtomicPtr<CrashReport> = AtomicPtr::new(ptr::null_mut());

/// What is told, and to whom.
struct CrashReport {
    run: Arc<SharedRun>,
    on_crash: OnCrash,
}

/// Listens to deadly signals from now on. The JVM is not started yet.
pub(crate) fn install_handlers() {
    for signal in DEADLY_SIGNALS {
        // SAFETY: all zero is a valid value of the type.
        let mut action: libc::sigaction = unsafe { std::mem::zeroed() };
        let handler: extern "C" fn(c_int, *mut libc::siginfo_t, *mut c_void) = on_signal;
        action.sa_sigaction = handler as usize;
        action.sa_flags = libc::SA_SIGINFO;
        // SAFETY: the action is a live value, and the handler has the type that its flags promise. Without it a crash is told by
        // nobody, which is no harm.
        unsafe { libc::sigaction(signal, &raw const action, ptr::null_mut()) };
    }
}

/// Has crashes of these runs told.
pub(crate) fn report_crashes(run: Arc<SharedRun>, on_crash: OnCrash) {
    let report = Box::into_raw(Box::new(CrashReport { run, on_crash }));
    // What was there before belongs to an executor that is gone; a signal that comes at this moment may still hold it.
    REPORT.store(report, Ordering::Release);
}

extern "C" fn on_signal(signal: c_int, _info: *mut libc::siginfo_t, _context: *mut c_void) {
    // One signal tells, others that come meanwhile do not.
    let report = REPORT.swap(ptr::null_mut(), Ordering::AcqRel);
    // SAFETY: what is stored there was made by `Box::into_raw` and is never freed, and who swapped it out has it alone.
    if let Some(report) = unsafe { report.as_mut() } {
        report.tell();
    }
    // SAFETY: the default action ends the process: when the instruction at fault, or `abort`, is run again.
    unsafe { libc::signal(signal, libc::SIG_DFL) };
}

impl CrashReport {
    fn tell(&mut self) {
        let claim = self.run.current().and_then(|number| self.run.claim(number));
        if let Some(running) = claim.as_ref().and_then(super::shared_run::Claim::running) {
            (self.on_crash)(running);
        }
    }
}
