//! Covering tests in, few short tests that assert what they show out. All of it is about tests, nothing about JUnit.
//!
//! The way of a test is a row of types; each phase takes one value and gives the next, and stops at a [`Deadline`]:
//!
//! | phase | takes | gives |
//! |---|---|---|
//! | [`minimise()`] | [`CoveringTest`]s of the archive | [`CoveringTest`]s, few and short |
//! | [`catch_printed`] | [`CoveringTest`]s | the same, those that print with what catches it |
//! | [`observe()`] | [`CoveringTest`]s | [`ObservedTest`]s: with what a run in one JVM showed |
//! | [`make_independent`] | [`ObservedTest`]s | [`ObservedTest`]s that end the same in any order |
//! | [`confirm()`] | [`ObservedTest`]s | [`StableTest`]s: with what a run in another JVM showed too |
//! | [`record_stub_calls`] | [`StableTest`]s | [`StableTest`]s: some with the calls that were made on their stubs |
//! | [`kill()`] | [`StableTest`]s | a [`KillMatrix`]: which of their values and endings give mutants away |
//! | [`hunt_survivors`] | [`StableTest`]s, a [`KillMatrix`] | the same, and tests that notice mutants which none did, or cover what none did |
//! | [`thin_out`] | [`StableTest`]s, a [`KillMatrix`] | the same without tests whose mutants others are seen to notice |
//! | [`trim`] | [`StableTest`]s, a [`KillMatrix`] | the same without calls that nothing needs, and with values that read better |
//! | [`ask_silent_tests`] | [`StableTest`]s, a [`KillMatrix`] | the same, those that would assert nothing with a question whose answer they can |
//! | [`without_idle_tests`] | [`StableTest`]s, a [`KillMatrix`] | those of them that the suite needs |
//! | [`choose_assertions`] | [`StableTest`]s, a [`KillMatrix`] | [`AssertedTest`]s: with the values that are worth asserting |
//!
//! A search runs its tests in an executor that runs them on mutants too, [`MutantRuns`], where mutants are to be noticed.
//!
//! Goals travel inside the tests that cover them; those of noticing mutants are only claimed until [`kill()`] has seen it, and
//! [`NoticedGoals`] gives them to the tests that do. What a phase loses is in its result as [`Loss`]es.

mod alike;
mod asserted_test;
mod assertion_choice;
mod assertions;
#[cfg(test)]
mod boundary_class;
mod collected;
mod confirm;
mod coverage_check;
mod covering_test;
mod deadline;
mod distinct_values;
mod greedy_cover;
mod idle_tests;
mod kill;
mod loss;
mod minimise;
mod mutant_runs;
mod noticed_goals;
mod observe;
mod order_dependence;
mod other_chances;
mod printing;
mod questions;
mod simpler_values;
mod stable_test;
mod stub_calls;
mod subject_calls;
mod survivors;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
mod thinning;
mod tolerance;
mod trimming;
mod unchangeable;
mod value_key;
mod variant;
mod word;

pub use alike::{families, is_enum_constant};
pub use asserted_test::AssertedTest;
pub use assertion_choice::AssertionChoice;
pub use assertions::{choose_alike_assertions, choose_assertions};
pub use confirm::{Confirmed, confirm};
pub use coverage_check::CoverageCheck;
pub use covering_test::CoveringTest;
pub use deadline::Deadline;
pub use idle_tests::{Purpose, without_idle_tests};
pub use kill::{
    Completeness, Evidence, Kill, KillMatrix, MutantsKnown, SubjectMethods, infected, kill, steps_on_mutant,
};
pub use loss::{Loss, LossReason};
pub use minimise::{Minimised, minimise};
pub use mutant_runs::MutantRuns;
pub use noticed_goals::NoticedGoals;
pub use observe::{Observed, ObservedTest, observe};
pub use order_dependence::{Independent, make_independent};
pub use printing::{catch_printed, printed_on};
pub use questions::ask_silent_tests;
pub use stable_test::{ExpectedException, StableTest};
pub use stub_calls::record_stub_calls;
pub use survivors::{Lead, OpenGoals, Vary, hunt_survivors};
pub use thinning::thin_out;
pub use tolerance::{float_tolerance, tolerance};
pub use trimming::trim;
