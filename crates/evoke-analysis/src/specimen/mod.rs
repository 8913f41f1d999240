//! Specimens: small classes of the test's own for code that examines classes by reflection, with annotations where it reads
//! annotations, and an interface for code that implements interfaces at run time (`java.lang.reflect.Proxy`), or asks values for another interface than they are declared as. A search that is left to the classes it finds passes such code nothing that it could find anything in.
//!
//! A specimen is data: a bean with few properties. It is written once as a class file, which the JVM of the search loads, and
//! once as Java source, a nested class of the suite. Both are made from the same data, and the data depends on class files
//! alone, so that every process of a run has the same specimens.
//!
//! Not made: specimens with constructors that take arguments, with superclasses or type parameters of their own.

mod annotation_type;
mod asked_pairs;
mod class_writer;
mod design;
mod element_values;
mod examined;
mod specimen_class;
#[cfg(test)]
mod tests;
mod variation;

pub use class_writer::{ACCESSORS_THROW, class_files};
pub(crate) use examined::INVOCATION_HANDLER;
pub use specimen_class::{Argument, DeclaredMethod, Filling, Property, PropertyKind, Specimen};
