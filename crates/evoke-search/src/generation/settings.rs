//! Insertion of calls that set what the code under test reads of the state of the process: properties by the names under which it
//! reads them.

use evoke_analysis::Setting;
use evoke_testcase::{JavaString, Statement, TestCase, Value, VariableRef};
use rand::Rng;
use smallvec::smallvec;

use super::supply::Supply;
use super::{Fragment, TestFactory};
use crate::SearchRng;

/// What properties often are.
const VALUES: [&str; 4] = ["true", "false", "", "1"];
/// Share of these among the values of properties.
const PLAIN_VALUE: f64 = 0.5;

impl TestFactory<'_> {
    /// Inserts a call that sets something, not behind `position`; says whether there was one to insert.
    pub(super) fn insert_setting(&self, test: &mut TestCase, position: usize, rng: &mut SearchRng) -> bool {
        let setters = &self.cluster.settings.setters;
        if setters.is_empty() {
            return false;
        }
        let (setting, setter) = setters[rng.random_range(0..setters.len())];
        let position = rng.random_range(0..=position);
        let mut fragment = Fragment::new(test, position, self.config.max_length);
        let inserted = if setting == Setting::Property {
            let name = self.property_name(rng);
            let value = self.property_value(rng);
            let mut push = |text| fragment.push(Statement::Value(Value::String(text)));
            let variables: Option<(VariableRef, VariableRef)> = push(name).zip(push(value));
            variables.and_then(|(name, value)| {
                let arguments = smallvec![name, value];
                fragment.push(Statement::Invoke { callable: setter, receiver: None, arguments })
            })
        } else {
            self.call(&mut fragment, setter, None, 0, rng)
        };
        let statements = fragment.into_statements();
        if inserted.is_some() {
            test.insert(position, statements);
        }
        inserted.is_some()
    }

    fn property_name(&self, rng: &mut SearchRng) -> JavaString {
        let names = &self.cluster.settings.property_names;
        if names.is_empty() {
            return self.literals().string(rng);
        }
        JavaString::from_units(&names[rng.random_range(0..names.len())])
    }

    fn property_value(&self, rng: &mut SearchRng) -> JavaString {
        if rng.random_bool(PLAIN_VALUE) {
            return VALUES[rng.random_range(0..VALUES.len())].into();
        }
        self.literals().string(rng)
    }
}

#[cfg(test)]
mod tests {
    use evoke_analysis::{Constants, TypeTable};
    use rand_pcg::rand_core::SeedableRng;

    use super::*;
    use crate::SearchConfig;
    use crate::generation::{Ingredients, Knowledge};
    use crate::sample_cluster::SampleCluster;

    fn inserted(sample: &SampleCluster) -> Option<TestCase> {
        let config = SearchConfig::default();
        let ingredients = Ingredients::new(&config, &sample.cluster, &Constants::default());
        let knowledge = Knowledge::new(&config, &sample.cluster);
        let factory = TestFactory::new(&ingredients, &knowledge);
        let mut test = TestCase::default();
        factory.insert_setting(&mut test, 0, &mut SearchRng::seed_from_u64(1)).then_some(test)
    }

    #[test]
    fn property_is_set_under_a_name_by_which_it_is_read() {
        let mut sample = SampleCluster::new();
        assert_eq!(inserted(&sample), None, "nothing is read");
        let setter = sample.cluster.under_test[1];
        sample.cluster.callables[setter.index()].parameters = vec![TypeTable::STRING; 2];
        sample.cluster.settings.setters.push((Setting::Property, setter));
        sample.cluster.settings.property_names.push("box.size".encode_utf16().collect());
        let test = inserted(&sample).unwrap();
        assert_eq!(test.statements()[0], Statement::Value(Value::String("box.size".into())));
        let arguments = smallvec![VariableRef(0), VariableRef(1)];
        assert_eq!(test.statements()[2], Statement::Invoke { callable: setter, receiver: None, arguments });
    }
}
