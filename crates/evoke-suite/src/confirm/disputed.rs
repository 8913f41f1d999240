//! Tests that end otherwise in the second JVM than in the first. What they end like there is what they will do where the suite is run, if
//! it is not chance: the first JVM has run thousands of tests before.

use evoke_analysis::{GoalId, TestCluster};
use evoke_testcase::{Observations, Observer, TestCase};

use super::agreement::{agreed, ending_of};
use crate::coverage_check::CoverageCheck;
use crate::covering_test::CoveringTest;
use crate::deadline::Deadline;
use crate::loss::Loss;
use crate::observe::ObservedTest;
use crate::stable_test::StableTest;

/// A test whose two runs do not agree.
pub(super) struct DisputedTest {
    pub(super) test: TestCase,
    /// What the second run showed.
    pub(super) here: Observations,
    /// What is lost without it.
    pub(super) loss: Loss,
}

impl DisputedTest {
    /// Runs it a third time. If that ends as the second, it is a test of what both cover, which asserts nothing but its end: both ran in
    /// the same surroundings. Gives the test, if there is one, and what is lost all the same, if anything is.
    pub(super) fn settle(
        self,
        observer: &mut dyn Observer,
        cluster: &TestCluster,
        check: &CoverageCheck,
        deadline: &mut Deadline<'_>,
    ) -> Vec<Result<StableTest, Loss>> {
        let Self { test, here, loss } = self;
        if deadline.is_over() {
            return vec![Err(loss)];
        }
        let again = observer.observe(&test);
        let is_covered =
            |goal: &GoalId| check.is_covered(*goal, &here.result) && check.is_covered(*goal, &again.result);
        let (covered, lost): (Vec<GoalId>, Vec<GoalId>) =
            loss.goals.iter().partition(|goal| is_covered(goal));
        if covered.is_empty() {
            return vec![Err(loss)];
        }
        let covering = CoveringTest::new(test, covered);
        let observed = ObservedTest { covering, observations: ending_of(&here) };
        let Ok(stable) = agreed(observed, &again, cluster) else { return vec![Err(loss)] };
        let lost = (!lost.is_empty()).then(|| Err(Loss { goals: lost, reason: loss.reason }));
        [Ok(stable)].into_iter().chain(lost).collect()
    }
}
