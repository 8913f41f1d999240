//! The two processes of a run and what they say to each other.

pub(crate) mod channel;
pub(crate) mod confined;
pub(crate) mod handover;
pub(crate) mod job;
pub(crate) mod message;
pub(crate) mod running_test;
pub(crate) mod time_plan;
pub(crate) mod worker;
pub(crate) mod worker_pool;
pub(crate) mod worker_process;
