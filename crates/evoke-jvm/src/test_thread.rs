//! The thread that tests run on. Its stack is smaller than that of a thread that JUnit would use: what overflows it calls itself without
//! end nearly always, and takes time for each frame that is taken down again.

use std::io;
use std::thread;

/// Room for some thousand frames of Java, and for those of Rust below the test.
const STACK_BYTES: usize = 512 * 1024;

/// Runs `body` on a fresh thread that is fit for [`Jvm::start`](crate::Jvm::start), and waits for it. The first
/// thread of a process is not: HotSpot cannot guard its stack.
///
/// # Errors
/// The thread cannot be made. A panic of `body` goes on in the caller.
pub fn on_test_thread<T: Send>(body: impl FnOnce() -> T + Send) -> io::Result<T> {
    thread::scope(|scope| {
        let builder = thread::Builder::new().name("tests".to_owned()).stack_size(STACK_BYTES);
        let running = builder.spawn_scoped(scope, || {
            disable_signal_stack();
            body()
        })?;
        match running.join() {
            Ok(value) => Ok(value),
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}

/// Rust gives its threads a small stack for signal handlers. HotSpot's handlers expect to run on the thread's own
/// stack, as on a thread that Java made, and need more room.
#[cfg(unix)]
fn disable_signal_stack() {
    let none = libc::stack_t { ss_sp: std::ptr::null_mut(), ss_flags: libc::SS_DISABLE, ss_size: 0 };
    // SAFETY: the pointer is to a live value; the old stack stays mapped until the thread ends.
    unsafe { libc::sigaltstack(&raw const none, std::ptr::null_mut()) };
}

#[cfg(not(unix))]
fn disable_signal_stack() {}
