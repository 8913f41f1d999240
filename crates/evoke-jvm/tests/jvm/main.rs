//! Integration tests. A process can start one JVM, so every test runs in a process of its own, once for every JDK.

mod outcomes;
mod support;
