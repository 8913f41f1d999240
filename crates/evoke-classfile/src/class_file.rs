//! The decoded view of one class file (JVMS 4.1) that analysis reads. It is not what is written back:
//! rewriting works on the bytes, see [`crate::rewrite`].

mod attributes;
pub(crate) mod bootstrap_method;
pub(crate) mod code_attribute;
mod declaration;
mod method_body;
mod parse;
pub(crate) mod stack_map;

pub use bootstrap_method::{BootstrapMethod, FunctionSite, reference_kind};
pub use declaration::{ClassFile, Field, InnerClass, Method};
pub use method_body::{Code, ExceptionHandler, LineNumber, LocalVariable};
pub(crate) use parse::version;
pub use stack_map::LocalsOfFrame;

/// First major version, that of Java 5, whose `ldc` can load a class (JVMS 6.5).
pub const FIRST_WITH_CLASS_LITERALS: u16 = 49;

#[cfg(test)]
mod tests;
