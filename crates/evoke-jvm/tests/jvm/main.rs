//! Integration tests. A process can start one JVM, so every test runs in a process of its own, once for every JDK.

#![expect(clippy::expect_used, reason = "a failed expectation is what fails a test")]

mod boot_classes;
mod limits;
mod outcomes;
#[cfg(target_os = "linux")]
mod sandbox;
mod settings;
mod stubs;
mod support;
mod surroundings;
mod test_folder;
mod threads;
mod values;
mod waits;
