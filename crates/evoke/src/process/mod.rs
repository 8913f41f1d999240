//! The two processes of a run and what they say to each other.

pub(crate) mod channel;
pub(crate) mod confined;
pub(crate) mod job;
pub(crate) mod supervisor;
pub(crate) mod time_plan;
pub(crate) mod worker;
