//! Runs spread over machines: a NATS server with JetStream holds the runs of studies until workers have done them, and what they gave
//! until the study has kept it.
//!
//! A run is taken off the queue after its result is on the server. While it is done the server hears of it now and then; a worker that dies is
//! silent, and the run goes to another. So a run can be done twice, but both results are of one id, of which a database keeps one.
//! Nothing here is lost while the server has its disk; what it lost all the same is put there again when the connection comes back.

mod address;
mod collector;
mod error;
mod streams;
mod worker;

pub use address::{Credentials, QueueAddress};
pub use collector::{Collected, CollectorEvent, collect};
pub use error::QueueError;
pub use worker::{WorkerEvent, work};
