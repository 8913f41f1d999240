//! Few and short tests of those that a search found: first those for what is asked for, as if nothing else had been aimed at; then tests
//! for what the search aimed at besides and those do not cover by the way.

use std::collections::BTreeSet;

use evoke_analysis::{Criterion, GoalId};
use evoke_suite::{CoverageCheck, CoveringTest, Deadline, Minimised, minimise};
use evoke_testcase::Observer;

use super::analysed_class::AnalysedClass;
use crate::process::job::Job;

/// Tests of the archive of a search, made few and short.
pub(super) fn minimal_suite(
    job: &Job,
    class: &AnalysedClass,
    executor: &mut impl Observer,
    check: &CoverageCheck,
    tests: Vec<CoveringTest>,
    deadline: &mut Deadline<'_>,
) -> Minimised {
    let is_besides = |goal: &GoalId| {
        let goal = class.under_test.goals.get(goal.index());
        goal.is_some_and(|goal| !job.config.criteria.contains(&goal.criterion))
    };
    let (asked, besides) = divided(tests, is_besides);
    if besides.is_empty() {
        return minimise(executor, &class.cluster, check, asked, deadline);
    }
    executor.tell_mutants(asks_for_mutants(job));
    let mut minimal = minimise(executor, &class.cluster, check, asked, deadline);
    executor.tell_mutants(true);
    let besides = without_covered(executor, check, besides, &mut minimal.tests, deadline);
    let more = minimise(executor, &class.cluster, check, besides, deadline);
    minimal.tests.extend(more.tests);
    minimal.unconfirmed_goals.extend(more.unconfirmed_goals);
    minimal.executions += more.executions;
    minimal
}

/// Whether goals that are asked for show only in traces that tell of mutants.
fn asks_for_mutants(job: &Job) -> bool {
    let of_mutants = [Criterion::WeakMutation, Criterion::StrongMutation];
    job.config.criteria.iter().any(|criterion| of_mutants.contains(criterion))
}

/// The tests with the goals that are asked for, and those with others; a test may be among both.
fn divided(
    tests: Vec<CoveringTest>,
    is_besides: impl Fn(&GoalId) -> bool,
) -> (Vec<CoveringTest>, Vec<CoveringTest>) {
    let (mut asked, mut besides) = (Vec::new(), Vec::new());
    for CoveringTest { test, goals, slowness } in tests {
        let (of_besides, of_asked): (Vec<GoalId>, Vec<GoalId>) = goals.into_iter().partition(&is_besides);
        if !of_besides.is_empty() {
            besides.push(CoveringTest { test: test.clone(), goals: of_besides, slowness });
        }
        if !of_asked.is_empty() {
            asked.push(CoveringTest { test, goals: of_asked, slowness });
        }
    }
    (asked, besides)
}

/// What is left of the tests besides: those with goals that no kept test covers by the way. Those that one does are noted with it.
fn without_covered(
    executor: &mut impl Observer,
    check: &CoverageCheck,
    mut besides: Vec<CoveringTest>,
    kept: &mut [CoveringTest],
    deadline: &mut Deadline<'_>,
) -> Vec<CoveringTest> {
    let mut left: BTreeSet<GoalId> = besides.iter().flat_map(|test| &test.goals).copied().collect();
    let all = left.clone();
    for test in kept.iter_mut() {
        if deadline.is_over() {
            break;
        }
        let result = executor.execute_within(&test.test, u32::MAX);
        let covered: Vec<GoalId> =
            all.iter().filter(|goal| check.is_covered(**goal, &result)).copied().collect();
        for goal in &covered {
            left.remove(goal);
        }
        test.goals.extend(covered);
        test.goals.sort_unstable();
    }
    for test in &mut besides {
        test.goals.retain(|goal| left.contains(goal));
    }
    besides.retain(|test| !test.goals.is_empty());
    besides
}
