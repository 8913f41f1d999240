//! Whole projects: what a build tool knows of the modules of a project, which classes of them are to be tested, and how
//! the time for all is divided among them.
//!
//! Build tools are asked ([`discover`]), never guessed: where compiled classes are, what tests are compiled with, where
//! they go. [`select`] takes from that what is worth testing and says why the rest is left out. [`next_slice`] is a pure
//! function of curves of coverage. Nothing here starts a JVM but the build tool's own, and nothing writes into the project
//! but the build.

mod class_keys;
mod class_selection;
mod curve;
mod discovery;
mod effective_pom;
mod error;
mod gradle;
mod hash;
mod maven;
mod module;
mod name_patterns;
mod own_tests;
mod project_stamp;
mod schedule;
mod shard;
mod source_changes;
mod test_frameworks;
mod test_sources;
mod tool_run;

pub use class_keys::ClassKeys;
pub use class_selection::{LeftOut, SelectedClass, Selection, select};
pub use curve::{Curve, RoundSeconds};
pub use discovery::{BuildTool, Project, discover, of_folders, tool_of};
pub use error::ProjectError;
pub use hash::key_of_text;
pub use module::Module;
pub use name_patterns::NamePatterns;
pub use own_tests::run_own_tests;
pub use project_stamp::ProjectStamp;
pub use schedule::{Slice, next_slice};
pub use shard::{Shard, ShardError};
pub use source_changes::changed_sources;
pub use test_frameworks::TestFrameworks;
pub use test_sources::TestSources;
