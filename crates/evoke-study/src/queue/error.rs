//! Why runs cannot be spread.

use std::fmt;
use std::io;

/// What goes wrong between a study, its workers and their server.
#[derive(Debug, thiserror::Error)]
pub enum QueueError {
    /// The address is none.
    #[error("`{url}` is no address of a NATS server: {reason}")]
    Address {
        /// What was given.
        url: String,
        /// Why.
        reason: String,
    },
    /// A user or a password in the address, where other users of the machine can read it.
    #[error("the address of the queue holds a user")]
    UserInAddress,
    /// Runs would go over the network for all to read and to change.
    #[error("`{0}` is not this machine, and the connection has no TLS or no user, token or certificate")]
    Unprotected(String),
    /// Nobody answers, or lets this client in.
    #[error("connect to `{url}`: {reason}")]
    Connect {
        /// The server.
        url: String,
        /// What was said.
        reason: String,
    },
    /// The server does not do what it was asked for.
    #[error("{what}: {reason}")]
    Server {
        /// What was asked.
        what: &'static str,
        /// What was said.
        reason: String,
    },
    /// A run cannot be done on this machine: its classes are others here or missing, or no process can be started.
    #[error("a run cannot be done here: {0}")]
    Unfit(String),
    /// This process cannot go on.
    #[error("{what}: {source}")]
    Io {
        /// What was tried.
        what: &'static str,
        /// Why it failed.
        source: io::Error,
    },
}

/// Makes an error of what the server said when it was asked for something.
pub(super) fn refused<E: fmt::Display>(what: &'static str) -> impl FnOnce(E) -> QueueError {
    move |reason| QueueError::Server { what, reason: reason.to_string() }
}
