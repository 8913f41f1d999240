//! Studies: experiments on test generation, from one file. A [`Study`] is read from it, [`plan()`] makes its runs, [`run_all`] does them in
//! child processes, [`queue`] has other machines do them, and the [`Store`] keeps what they gave; [`report`]
//! says what that means.
//!
//! No JVM is in here: what a run is about happens in a process of its own, so that a crash costs that run alone.

mod budget;
mod child_process;
mod class_paths;
mod configuration;
mod duration;
mod figure;
mod hex;
mod maven;
mod outcome;
mod plan;
mod program;
pub mod queue;
pub mod report;
mod run;
mod runner;
pub mod statistics;
mod store;
mod study;
mod study_file;
mod subject;

pub use budget::Budget;
pub use class_paths::{ClassPathError, ResolvedPath, resolve};
pub use configuration::{Configuration, OptionCheck, Options, StudyCommand, arguments};
pub use duration::parse_duration;
pub use figure::Figure;
pub use maven::{Maven, MavenError};
pub use outcome::{Outcome, RunStatus};
pub use plan::{PlannedRun, plan};
pub use program::{Program, ProgramIdentity, digest_of_file, machine};
pub use run::{FOLDER_OF_RUN, run};
pub use runner::{Finished, run_all};
pub use store::{Store, StoreError, StoredRun, StoredStudy};
pub use study::Study;
pub use study_file::StudyFileError;
pub use subject::{Origin, Subject};
