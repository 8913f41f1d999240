//! From Java source to the fitness value, for every kind of probe: source compiled by the JDK, instrumented, run in an embedded JVM,
//! and the fitness of what it reported. Expected values are those of the definitions, worked out by hand.
//!
//! A process can start one JVM, so every test runs in a process of its own, once for every JDK.
#![expect(clippy::expect_used, reason = "a failed expectation is what fails a test")]

mod activations;
mod calls;
mod conditions;
mod coupled;
mod effort;
mod jumps;
mod mutants;
mod static_state;
mod subject;
mod switches;
