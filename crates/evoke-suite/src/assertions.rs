//! Chooses what a suite asserts: for each test, most telling first, what neither this test nor, where once is enough, an
//! earlier one has said already. The suite as a whole says which values tell the reader anything.

mod choice;
mod mutating_calls;
mod recipe;
mod relevance;
mod said;
mod survey;

use evoke_analysis::TestCluster;

use crate::asserted_test::AssertedTest;
use crate::stable_test::StableTest;
use choice::Choice;
use relevance::Judge;
use said::Said;
use survey::Survey;

/// Reduces the values of each test to those worth asserting, in the order of the test.
pub fn choose_assertions(tests: Vec<StableTest>, cluster: &TestCluster) -> Vec<AssertedTest> {
    let survey = Survey::of(&tests, cluster);
    let mut said = Said::default();
    let mut asserted = Vec::with_capacity(tests.len());
    for stable in tests {
        let judge = Judge { stable: &stable, cluster, survey: &survey };
        let assertions = Choice::new(judge, &said).choose();
        for observation in &assertions {
            said.insert(&stable.test, observation);
        }
        let StableTest { test, goals, exception, values: _ } = stable;
        asserted.push(AssertedTest { test, goals, exception, assertions });
    }
    asserted
}

#[cfg(test)]
mod tests;
