//! Instrumented classes in a real JVM: what they report, and that the verifier takes them.

mod jdk_tools;
mod probes;
mod traced;
mod verifier;
