//! What collects what code under test writes, as data.

use crate::{CallableId, TypeId};

/// A buffer that tells by `toString()` what was written to it, and what writes there where the buffer itself is not what is wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Collector {
    /// What the code under test asks for.
    pub wanted: TypeId,
    /// A constructor without parameters: `new StringWriter()`.
    pub new_buffer: CallableId,
    /// A constructor that takes the buffer, and holds nothing of what it is given back: `new PrintWriter(Writer)`.
    pub new_writer: Option<CallableId>,
}
