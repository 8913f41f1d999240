//! Fields that a class gets besides its own.

use super::{PoolBuilder, RewriteError};
use crate::access;

/// A private static field that no source has, as agents add it that measure coverage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AddedField {
    /// Its name, which no other field of the class may have.
    pub name: &'static str,
    /// Its descriptor.
    pub descriptor: &'static str,
}

impl AddedField {
    /// Appends the field to the table of fields.
    pub(super) fn write(self, pool: &mut PoolBuilder<'_>, out: &mut Vec<u8>) -> Result<(), RewriteError> {
        let flags = access::PRIVATE | access::STATIC | access::TRANSIENT | access::SYNTHETIC;
        for value in [flags, pool.add_utf8(self.name)?, pool.add_utf8(self.descriptor)?, 0] {
            out.extend(value.to_be_bytes());
        }
        Ok(())
    }
}
