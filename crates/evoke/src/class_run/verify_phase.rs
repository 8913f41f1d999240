//! The verification of a suite: what does not compile or pass in a fresh JVM is taken out of it.

use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use evoke_junit::{DroppedTest, SuiteSource, SuiteVerification, SuiteVerifier, VerifyLimits};

use super::context::ClassContext;
use super::deadlines::Deadlines;

/// How long after the end of the budget the first test may pass, if none has before.
const MOST_LATENESS: Duration = Duration::from_secs(60);

/// A suite of which every test passed.
pub(super) struct Verified {
    pub(super) suite: SuiteSource,
    /// The tests that did not.
    pub(super) dropped: Vec<DroppedTest>,
    pub(super) seconds: f64,
}

/// Begins to verify a suite that is still to come.
pub(super) fn begin_verification<'a>(
    context: &ClassContext<'_>,
    verifier: &'a SuiteVerifier,
) -> Result<SuiteVerification<'a>> {
    verifier.begin(&context.scratch.join("verify")).context("start to verify the suite")
}

/// Verifies a suite.
pub(super) fn verify(
    context: &ClassContext<'_>,
    verification: SuiteVerification<'_>,
    mut suite: SuiteSource,
    deadlines: &Deadlines,
) -> Result<Verified> {
    let started = Instant::now();
    let mut limits = VerifyLimits::default();
    if let Some(left) = deadlines.for_verification() {
        limits.total = left;
        limits.at_most = left + MOST_LATENESS;
        // A few tests that hang must not use up what all others need.
        limits.per_test = (left / 8).clamp(Duration::from_secs(1), limits.per_test);
    }
    let report = verification.finish(&mut suite, limits).context("verify the suite")?;
    let note = |text: &str| context.screen.detail(&format!("note: {}: {text}", context.class));
    for dropped in &report.dropped_assertions {
        note(&format!("{} lost `{}`: {}", dropped.test, dropped.line.trim(), dropped.reason));
    }
    for lost in &report.lost_mocks {
        note(&format!("{} goes without mocks: {}", lost.test, lost.reason));
    }
    for dropped in &report.dropped_tests {
        note(&format!("dropped {}: {}", dropped.name, dropped.reason));
    }
    for place in &report.left_out {
        context.screen.say(&format!(
            "warning: {}: its tests fail where the default locale is {}, since a class cannot be initialised there: {}",
            context.class, place.locale, place.reason
        ));
    }
    if let Some(reason) = &report.ended_early {
        note(&format!("what had passed was kept when the verification ended early: {reason}"));
    }
    Ok(Verified { suite, dropped: report.dropped_tests, seconds: started.elapsed().as_secs_f64() })
}
