//! A call of a class besides the one under test that leads into that.

use crate::{CallableId, MethodId};

/// A call of another class that runs methods under test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Caller {
    /// The call.
    pub callable: CallableId,
    /// Methods under test that its code calls, directly or through what tests cannot call; ascending.
    pub leads_to: Vec<MethodId>,
}
