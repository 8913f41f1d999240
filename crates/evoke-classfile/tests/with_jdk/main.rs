//! Facts that need the classes or the verifier of a JDK.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod hostile_input;
mod jdk_tools;
mod probes;
mod round_trip;
mod verifier;
