//! Tests like a test, for who looks for what the search does not: a mutant that a test infects and that nothing it shows gives away.
//!
//! A variation changes the test as the search would, or has it read more: a call in the end that is given an object of the test and gives
//! something back. Where it is known what comparisons compared, one operand takes the place of the other: boundaries are there.

use evoke_analysis::{Constants, TestCluster};
use evoke_testcase::{Operand, TestCase};
use rand::Rng;
use rand_pcg::rand_core::SeedableRng;

use crate::generation::{Ingredients, Knowledge, TestFactory};
use crate::operators::mutate;
use crate::refinement::input_to_state;
use crate::{SearchConfig, SearchRng};

/// How many variations a test has at once.
const AT_ONCE: usize = 4;
/// Probability that a variation is to have the test read more.
const READS: f64 = 0.4;

/// Most calls by which one variation asks its objects.
const MAX_QUESTIONS: usize = 8;

/// Makes variations of tests of one class.
pub struct Variations<'a> {
    ingredients: Ingredients<'a>,
    knowledge: Knowledge,
    rng: SearchRng,
}

impl<'a> Variations<'a> {
    /// Those by the configuration of a search, and its seed.
    pub fn new(config: &'a SearchConfig, cluster: &'a TestCluster, constants: &Constants) -> Self {
        Self {
            ingredients: Ingredients::new(config, cluster, constants),
            knowledge: Knowledge::new(config, cluster),
            rng: SearchRng::seed_from_u64(config.seed),
        }
    }

    /// Tests that do the same and then ask its objects for more, given nothing but what these were given, or have one do what is left to do
    /// (`flush()`); none where there is nothing to ask or to do.
    pub fn by_reading(&self, test: &TestCase) -> Vec<TestCase> {
        let factory = TestFactory::new(&self.ingredients, &self.knowledge);
        let mut reading = factory.with_questions(test, MAX_QUESTIONS);
        reading.extend(factory.with_endings(test));
        reading
    }

    /// Tests that do the same and then ask its objects for more, also by methods that are not under test.
    pub fn by_asking(&self, test: &TestCase) -> Vec<TestCase> {
        let factory = TestFactory::new(&self.ingredients, &self.knowledge);
        let mut asking = factory.with_questions(test, MAX_QUESTIONS);
        asking.extend(factory.with_other_questions(test, MAX_QUESTIONS));
        asking
    }

    /// A few tests that differ from this one by chance. `ends_with_throw` tells that nothing after its last statement would run.
    pub fn by_chance(&mut self, test: &TestCase, ends_with_throw: bool) -> Vec<TestCase> {
        let factory = TestFactory::new(&self.ingredients, &self.knowledge);
        let rng = &mut self.rng;
        let variations = (0..AT_ONCE).filter_map(|_| {
            let mut variation = test.clone();
            let reads =
                !ends_with_throw && rng.random_bool(READS) && factory.append_reader(&mut variation, rng);
            if !reads {
                mutate(&mut variation, ends_with_throw, &factory, rng);
            }
            variation.remove_unused_values();
            (variation != *test && !variation.is_empty()).then_some(variation)
        });
        variations.collect()
    }

    /// Tests in which comparisons come out otherwise, as far as what they compared is in the test.
    pub fn by_operands(&mut self, test: &TestCase, operands: &[Operand]) -> Vec<TestCase> {
        if let Some(pool) = &mut self.knowledge.operands {
            for operand in operands {
                pool.note(&operand.left);
                pool.note(&operand.right);
            }
        }
        let limit = self.ingredients.config.refinement.max_substitutions;
        input_to_state::substitutions(test, operands, limit, &mut self.rng)
    }
}
