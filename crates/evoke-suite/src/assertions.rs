//! Chooses what a suite asserts. First of each test the one value that tells most about it; then, over the whole suite, as few
//! values as give away every mutant that any value gives away, of equal ones those that read best.
//!
//! Where no mutants were run, each test asserts the most telling values, but what neither it nor, where once is enough, an
//! earlier test has said already. The suite as a whole says which values tell the reader anything.

mod alignment;
mod choice;
mod kill_cover;
mod left_file;
mod mutating_calls;
mod recipe;
mod relevance;
mod said;
mod survey;
mod written_array;

use std::collections::{BTreeMap, BTreeSet};

use evoke_analysis::TestCluster;

use crate::asserted_test::AssertedTest;
use crate::kill::KillMatrix;
use crate::printing::without_idle_catches;
use crate::stable_test::StableTest;
use alignment::align;
use choice::{Choice, Extent};
use kill_cover::cover;
use relevance::{Judge, LAST_RESORT};
use said::Said;
use survey::Survey;

pub(crate) use relevance::is_readable;

/// Reduces the values of each test to those worth asserting, in the order of the test.
pub fn choose_assertions(
    tests: Vec<StableTest>,
    cluster: &TestCluster,
    kills: &KillMatrix,
) -> Vec<AssertedTest> {
    let chosen = chosen(&tests, cluster, kills);
    tests.into_iter().zip(chosen).map(|(stable, positions)| asserting(stable, &positions, cluster)).collect()
}

/// The same, but tests that differ in literals alone assert the same things, as far as these are few.
pub fn choose_alike_assertions(
    tests: Vec<StableTest>,
    cluster: &TestCluster,
    kills: &KillMatrix,
) -> Vec<AssertedTest> {
    let chosen = align(&tests, cluster, chosen(&tests, cluster, kills));
    tests.into_iter().zip(chosen).map(|(stable, positions)| asserting(stable, &positions, cluster)).collect()
}

/// The tests that would end without an exception and assert nothing, or nothing that tells about their calls, and that no mutant needs an
/// assertion of; and whether there is something that they could assert as a last resort.
pub(crate) fn silent_tests(
    tests: &[StableTest],
    cluster: &TestCluster,
    kills: &KillMatrix,
) -> BTreeMap<usize, bool> {
    let survey = Survey::of(tests, cluster);
    let is_telling = |stable: &StableTest, position: &usize| {
        let relevance = Judge { stable, cluster, survey: &survey }.relevance(&stable.values[*position]);
        relevance.is_some_and(|relevance| relevance.score > LAST_RESORT)
    };
    let choices = choices(tests, cluster, kills, &survey);
    let is_silent = |test: &usize| {
        let (stable, choice) = (&tests[*test], &choices[*test]);
        stable.exception.is_none()
            && choice.needed.is_empty()
            && !choice.telling.iter().any(|position| is_telling(stable, position))
    };
    (0..tests.len()).filter(is_silent).map(|test| (test, !choices[test].telling.is_empty())).collect()
}

/// The positions of the values worth asserting, of each test.
fn chosen(tests: &[StableTest], cluster: &TestCluster, kills: &KillMatrix) -> Vec<BTreeSet<usize>> {
    let choices = choices(tests, cluster, kills, &Survey::of(tests, cluster));
    choices.into_iter().map(|Positions { telling, needed }| &telling | &needed).collect()
}

/// Positions of values of one test that are worth asserting.
struct Positions {
    /// For what they say to the reader.
    telling: BTreeSet<usize>,
    /// For the mutants that they give away.
    needed: BTreeSet<usize>,
}

/// What is worth asserting in each test, and why.
fn choices(
    tests: &[StableTest],
    cluster: &TestCluster,
    kills: &KillMatrix,
    survey: &Survey,
) -> Vec<Positions> {
    let judge = |stable| Judge { stable, cluster, survey };
    let extent = if kills.n_killable() > 0 { Extent::Subject } else { Extent::AllTelling };
    let mut said = Said::default();
    let mut telling: Vec<BTreeSet<usize>> = Vec::with_capacity(tests.len());
    for stable in tests {
        let values = Choice::new(judge(stable), &said).choose(extent);
        for position in &values {
            said.insert(&stable.test, &stable.values[*position]);
        }
        telling.push(values);
    }
    let score = |(test, value): (usize, usize)| judge(&tests[test]).score(&tests[test].values[value]);
    let needed = cover(tests.len(), kills, &telling, score);
    telling.into_iter().zip(needed).map(|(telling, needed)| Positions { telling, needed }).collect()
}

/// The test with the values at these positions, and with what catches those of them that are printed.
fn asserting(stable: StableTest, positions: &BTreeSet<usize>, cluster: &TestCluster) -> AssertedTest {
    let StableTest { test, goals, exception, values, stub_calls } = stable;
    let assertions = values.into_iter().enumerate().filter(|(position, _)| positions.contains(position));
    let assertions = assertions.map(|(_, value)| value).collect();
    without_idle_catches(AssertedTest { test, goals, exception, assertions, stub_calls }, cluster)
}

#[cfg(test)]
mod tests;
