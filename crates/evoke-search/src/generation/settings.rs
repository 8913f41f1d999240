//! Insertion of calls that set what the code under test reads of the state of the process: properties by the names under which it
//! reads them.

use evoke_analysis::{CallableId, LogCalls, Setting};
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
        let inserted = match setting {
            Setting::Property => self.set_property(&mut fragment, setter, rng),
            Setting::LogLevel => self.set_log_level(&mut fragment, setter, rng),
            Setting::Interrupt => self.interrupt(&mut fragment, setter),
            _ => self.call(&mut fragment, setter, None, 0, rng),
        };
        let statements = fragment.into_statements();
        if inserted.is_some() {
            test.insert(position, statements);
        }
        inserted.is_some()
    }

    fn set_property(
        &self,
        fragment: &mut Fragment<'_>,
        setter: CallableId,
        rng: &mut SearchRng,
    ) -> Option<VariableRef> {
        let (name, value) = (self.property_name(rng), self.property_value(rng));
        let arguments = smallvec![push_text(fragment, name)?, push_text(fragment, value)?];
        fragment.push(Statement::Invoke { callable: setter, receiver: None, arguments })
    }

    /// Sets the level of the logger that others take theirs from.
    fn set_log_level(
        &self,
        fragment: &mut Fragment<'_>,
        setter: CallableId,
        rng: &mut SearchRng,
    ) -> Option<VariableRef> {
        let LogCalls { get_manager, get_logger, levels } = self.cluster.settings.log_calls.as_ref()?;
        let root = push_text(fragment, "".into())?;
        let mut push = |callable, receiver, arguments| {
            fragment.push(Statement::Invoke { callable, receiver, arguments })
        };
        let manager = push(*get_manager, None, smallvec![])?;
        let logger = push(*get_logger, Some(manager), smallvec![root])?;
        let level = push(levels[rng.random_range(0..levels.len())], None, smallvec![])?;
        push(setter, Some(logger), smallvec![level])
    }

    /// Interrupts the thread of the test.
    fn interrupt(&self, fragment: &mut Fragment<'_>, setter: CallableId) -> Option<VariableRef> {
        let callable = self.cluster.settings.current_thread?;
        let thread = fragment.push(Statement::Invoke { callable, receiver: None, arguments: smallvec![] })?;
        fragment.push(Statement::Invoke { callable: setter, receiver: Some(thread), arguments: smallvec![] })
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

fn push_text(fragment: &mut Fragment<'_>, text: JavaString) -> Option<VariableRef> {
    fragment.push(Statement::Value(Value::String(text)))
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

    #[test]
    fn thread_that_is_interrupted_is_that_of_the_test() {
        let mut sample = SampleCluster::new();
        let [current_thread, setter] = [0, 1].map(|it| sample.cluster.under_test[it]);
        sample.cluster.settings.setters.push((Setting::Interrupt, setter));
        sample.cluster.settings.current_thread = Some(current_thread);
        let invoke = |callable, receiver| Statement::Invoke { callable, receiver, arguments: smallvec![] };
        let expected = [invoke(current_thread, None), invoke(setter, Some(VariableRef(0)))];
        assert_eq!(inserted(&sample).unwrap().statements(), expected);
    }

    #[test]
    fn level_is_that_of_the_logger_without_a_name() {
        let mut sample = SampleCluster::new();
        let [get_manager, get_logger, setter] = [0, 1, 2].map(|it| sample.cluster.under_test[it]);
        sample.cluster.settings.setters.push((Setting::LogLevel, setter));
        sample.cluster.settings.log_calls =
            Some(LogCalls { get_manager, get_logger, levels: vec![get_manager] });
        let test = inserted(&sample).unwrap();
        let invoke = |callable, receiver, arguments| Statement::Invoke { callable, receiver, arguments };
        let expected = [
            Statement::Value(Value::String("".into())),
            invoke(get_manager, None, smallvec![]),
            invoke(get_logger, Some(VariableRef(1)), smallvec![VariableRef(0)]),
            invoke(get_manager, None, smallvec![]),
            invoke(setter, Some(VariableRef(2)), smallvec![VariableRef(3)]),
        ];
        assert_eq!(test.statements(), expected);
    }
}
