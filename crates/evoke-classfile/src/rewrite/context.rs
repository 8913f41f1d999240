//! What the parts of the rewriter need to know of the class and of the method at hand.

use crate::{BootstrapMethod, ConstantPool};

/// The class.
pub(super) struct ClassContext<'a> {
    pub(super) pool: &'a ConstantPool,
    pub(super) this_class: u16,
    pub(super) class_name: &'a str,
    /// Whether methods with handlers need frames.
    pub(super) has_frames: bool,
    pub(super) major_version: u16,
    pub(super) is_interface: bool,
    pub(super) bootstrap_methods: &'a [BootstrapMethod],
}

/// The header of a method.
pub(super) struct MethodHeader<'a> {
    pub(super) access_flags: u16,
    pub(super) name: &'a str,
    pub(super) descriptor: &'a str,
}

impl MethodHeader<'_> {
    /// Name and descriptor, as in `run(I)V`.
    pub(super) fn signature(&self) -> String {
        format!("{}{}", self.name, self.descriptor)
    }
}
