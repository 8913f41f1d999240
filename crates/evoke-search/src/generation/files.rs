//! Files in the folder of a test: what they are called, and when a string is the path of one.

use evoke_analysis::{CallableId, TypeId, TypeTable};
use evoke_testcase::{JavaString, Statement, Value, VariableRef};
use rand::Rng;

use super::{Fragment, Requirement, TestFactory, choose_fitting};
use crate::SearchRng;

/// Probability of naming another file with a name that the test uses already.
const SAME_NAME: f64 = 0.5;
/// Share of names that are, or end like, a string of the pools.
const POOLED_NAME: f64 = 0.5;
const NAMES: [&str; 5] = ["a", "b.txt", "data.bin", ".hidden", "other"];

impl TestFactory<'_> {
    /// A literal that names a file.
    pub(super) fn file_name(&self, fragment: &mut Fragment<'_>, rng: &mut SearchRng) -> Option<VariableRef> {
        if rng.random_bool(SAME_NAME)
            && let Some(name) = choose_fitting(Requirement::FileName, fragment.variables(), self.cluster, rng)
        {
            return Some(name);
        }
        fragment.push(Statement::Value(Value::String(self.new_file_name(rng))))
    }

    fn new_file_name(&self, rng: &mut SearchRng) -> JavaString {
        if !rng.random_bool(POOLED_NAME) {
            return NAMES[rng.random_range(0..NAMES.len())].into();
        }
        let pooled = self.literals().string(rng);
        // Code looks at endings of names, with the dot or without it.
        match rng.random_range(0..3) {
            0 => pooled,
            1 => JavaString::from_units(&[&[u16::from(b'a')], pooled.units()].concat()),
            _ => JavaString::from_units(&[&[u16::from(b'a'), u16::from(b'.')], pooled.units()].concat()),
        }
    }

    /// What gives the type apart from literals; strings are rarely paths.
    pub(super) fn generators(&self, ty: TypeId, rng: &mut SearchRng) -> &[CallableId] {
        let generators = self.cluster.generators(ty);
        let is_left_out = ty == TypeTable::STRING
            && !generators.is_empty()
            && !rng.random_bool(self.probabilities().path_string);
        if is_left_out { &[] } else { generators }
    }
}

#[cfg(test)]
mod tests {
    use evoke_analysis::Constants;
    use evoke_runtime::members::test_folder::TEXT_FILE;
    use evoke_testcase::TestCase;
    use rand_pcg::rand_core::SeedableRng;

    use super::*;
    use crate::SearchConfig;
    use crate::generation::{Ingredients, Knowledge, Supply, requirements};
    use crate::sample_cluster::SampleCluster;

    #[test]
    fn file_is_named_by_a_literal_and_holds_any_text() {
        let mut sample = SampleCluster::new();
        let write = sample.cluster.under_test[1];
        let callable = &mut sample.cluster.callables[write.index()];
        callable.owner = TEXT_FILE.class.into();
        callable.name = TEXT_FILE.name.to_owned();
        callable.parameters = vec![TypeTable::STRING; 2];
        let config = SearchConfig::default();
        let ingredients = Ingredients::new(&config, &sample.cluster, &Constants::default());
        let knowledge = Knowledge::new(&config, &sample.cluster);
        let factory = TestFactory::new(&ingredients, &knowledge);
        let null = TestCase::new(vec![Statement::Value(Value::Null(TypeTable::STRING))]);
        let mut rng = SearchRng::seed_from_u64(1);
        for _ in 0..50 {
            let mut fragment = Fragment::new(&null, 1, 40);
            factory.call(&mut fragment, write, None, 0, &mut rng).unwrap();
            let mut test = null.clone();
            test.insert(1, fragment.into_statements());
            let last = test.len() - 1;
            let wanted = requirements(&test, last, &sample.cluster);
            assert_eq!(wanted.as_slice(), [Requirement::FileName, Requirement::Argument(TypeTable::STRING)]);
            for name in test.statements()[last].file_names(&sample.cluster) {
                assert!(matches!(test.definition(*name), Statement::Value(Value::String(_))), "{test:?}");
            }
        }
    }
}
