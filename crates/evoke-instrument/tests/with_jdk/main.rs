//! Instrumented classes in a real JVM: what they report, and that the verifier takes them.
#![expect(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot go on fails")]

mod decisions;
mod distances;
mod downgrades;
mod effort;
mod hostile_input;
mod jdk_tools;
mod mutants;
mod probes;
mod traced;
mod verifier;
