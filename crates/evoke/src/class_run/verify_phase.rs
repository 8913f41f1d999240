//! The verification of a suite: what does not compile or pass in a fresh JVM is taken out of it.

use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use evoke_junit::{DroppedTest, SuiteSource, SuiteVerifier, VerifyLimits};

use super::context::ClassContext;
use super::deadlines::Deadlines;
use crate::process::message::LostTest;

/// A suite of which every test passed.
pub(super) struct Verified {
    pub(super) suite: SuiteSource,
    /// The tests that did not.
    pub(super) lost: Vec<LostTest>,
    pub(super) seconds: f64,
}

/// Verifies a suite.
pub(super) fn verify(
    context: &ClassContext<'_>,
    verifier: &SuiteVerifier,
    mut suite: SuiteSource,
    deadlines: &Deadlines,
) -> Result<Verified> {
    let started = Instant::now();
    let mut limits = VerifyLimits::default();
    if let Some(left) = deadlines.for_verification() {
        limits.total = left;
        // A few tests that hang must not use up what all others need.
        limits.per_test = (left / 8).clamp(Duration::from_secs(1), limits.per_test);
    }
    let folder = context.scratch.join("verify");
    let report = verifier.verify(&mut suite, &folder, limits).context("verify the suite")?;
    let note = |text: &str| context.screen.detail(&format!("note: {}: {text}", context.class));
    for dropped in &report.dropped_assertions {
        note(&format!("{} lost `{}`: {}", dropped.test, dropped.line.trim(), dropped.reason));
    }
    for dropped in &report.dropped_tests {
        note(&format!("dropped {}: {}", dropped.name, dropped.reason));
    }
    if report.out_of_time {
        note("the budget ended the verification early");
    }
    let lost = report.dropped_tests.into_iter().map(lost_test).collect();
    Ok(Verified { suite, lost, seconds: started.elapsed().as_secs_f64() })
}

fn lost_test(dropped: DroppedTest) -> LostTest {
    let reason = format!("its test was dropped when it was verified: {}", dropped.reason);
    LostTest { goals: dropped.goals, reason }
}
