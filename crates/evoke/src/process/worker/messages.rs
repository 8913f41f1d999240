//! Where a worker's messages go.

use std::fs::File;
use std::sync::{Mutex, PoisonError};

use crate::process::channel::send;
use crate::process::message::WorkerMessage;

/// The worker's end of the pipe to its supervisor.
pub(super) struct Messages(Mutex<File>);

impl Messages {
    /// Messages go to this pipe.
    pub(super) fn to(pipe: File) -> Self {
        Self(Mutex::new(pipe))
    }

    /// Sends one message. A supervisor that is gone has no use for it, so failure to send is none.
    pub(super) fn send(&self, message: &WorkerMessage) {
        let mut file = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = send(&mut *file, message);
    }
}
