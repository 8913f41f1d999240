//! The Java classes that run beside the code under test, and what Rust has to know to talk to them.
//!
//! There are two sets, neither of which uses the other: the [`SEARCH_CLASSES`] take part in the runs of a search, in its JVM, and the
//! [`VERIFIER_CLASSES`] run finished suites in one of their own. The [`MEASURE_CLASSES`] bring them together, to run suites of any
//! origin on instrumented classes. All are compiled for Java 8 and use no third-party code but JUnit, by reflection.
//!
//! No number and no name that both languages know is written twice. Numbers are in [`layout`], from which the
//! build script writes Java; names and descriptors are what the Java sources declare, and [`members`] is written from them. Methods
//! that differ only in their types are written once, in `templates/`.

pub mod class_bytes;
pub mod layout;
pub mod member;
pub mod members;

/// A file that is in the folder for temporary ones before a JVM starts, as other programs keep theirs there.
pub const FOREIGN_FILE: &str = "of another program.txt";

pub use class_bytes::{ClassBytes, MEASURE_CLASSES, SEARCH_CLASSES, VERIFIER_CLASSES, write_class_files};
pub use member::{Member, binary_name};
