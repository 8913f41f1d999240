//! Calls that read what a test has made: what they give may show what nothing else does.

use std::cmp::Reverse;

use evoke_analysis::{CallableId, TypeCategory, TypeTable};
use evoke_testcase::{Arguments, Statement, TestCase, VariableRef};
use rand::Rng;

use super::requirement::requirements_of_call;
use super::supply::Supply;
use super::{Fragment, Requirement, TestFactory};
use crate::SearchRng;

/// Most tests that go on from one with questions.
const MAX_ROUNDS_OF_QUESTIONS: usize = 4;

impl TestFactory<'_> {
    /// Appends a call under test that is given an object of the test and gives something back; says whether there was one.
    pub(crate) fn append_reader(&self, test: &mut TestCase, rng: &mut SearchRng) -> bool {
        let readings = self.readings(test);
        if readings.is_empty() {
            return false;
        }
        let (callable, reference, variable) = readings[rng.random_range(0..readings.len())];
        let end = test.len();
        let mut fragment = Fragment::new(test, end, self.config.max_length);
        let call = self.call(&mut fragment, callable, Some((reference, variable)), 0, rng);
        let statements = fragment.into_statements();
        test.insert(end, statements);
        call.is_some()
    }

    /// Tests that go on from this one with calls under test which are asked of its objects, take nothing but what these were given before, and
    /// give something back: `registry.has(type)` after `registry.add(type)`. Each has so many of them at most, the first those that take nothing.
    /// What the test asks already is left out, as is what is seen of an object anyway.
    pub(crate) fn with_questions(&self, test: &TestCase, at_once: usize) -> Vec<TestCase> {
        let mut questions = self.questions(test);
        questions.sort_by_key(|question| match question {
            Statement::Invoke { callable, receiver, arguments } => {
                (arguments.len(), Reverse(*receiver), *callable)
            }
            _ => (0, Reverse(None), CallableId(0)),
        });
        let asking = questions.chunks(at_once).take(MAX_ROUNDS_OF_QUESTIONS).map(|questions| {
            let mut asking = test.clone();
            for question in questions {
                asking.push(question.clone());
            }
            asking
        });
        asking.collect()
    }

    /// The questions that the test does not ask yet.
    fn questions(&self, test: &TestCase) -> Vec<Statement> {
        let mut questions = Vec::new();
        for (callable, reference, variable) in self.readings(test) {
            let called = self.cluster.callable(callable);
            if reference > 0 || called.receiver.is_none() || called.is_pure && called.parameters.is_empty() {
                continue;
            }
            let Some(arguments) = self.given_before(test, variable, callable) else { continue };
            let question = Statement::Invoke { callable, receiver: Some(variable), arguments };
            if !test.statements().contains(&question) {
                questions.push(question);
            }
        }
        questions
    }

    /// What the object was given last that fits each parameter of the callable.
    fn given_before(&self, test: &TestCase, object: VariableRef, callable: CallableId) -> Option<Arguments> {
        let requirements = requirements_of_call(callable, self.cluster);
        let given: Vec<VariableRef> = (test.statements().iter().enumerate())
            .filter_map(|(position, statement)| match statement {
                Statement::Invoke { receiver, arguments, .. }
                    if *receiver == Some(object) || position == object.index() =>
                {
                    Some(arguments.iter().copied())
                }
                _ => None,
            })
            .flatten()
            .collect();
        let fitting = |requirement: &Requirement| {
            let mut latest = given.iter().rev();
            latest.find(|variable| requirement.fits(test.definition(**variable), self.cluster)).copied()
        };
        requirements.iter().skip(1).map(fitting).collect()
    }

    /// Calls that give something, with the place in them that an object of the test fits.
    fn readings(&self, test: &TestCase) -> Vec<(CallableId, usize, VariableRef)> {
        let cluster = self.cluster;
        let objects: Vec<(VariableRef, &Statement)> = (0..)
            .map(VariableRef)
            .zip(test.statements())
            .filter(|(_, definition)| {
                let ty = definition.defined_type(cluster);
                matches!(definition, Statement::Invoke { .. })
                    && ty.is_some_and(|ty| matches!(cluster.types.category(ty), TypeCategory::Object))
            })
            .collect();
        let gives = |callable: &CallableId| cluster.callable(*callable).return_type != TypeTable::VOID;
        let mut readings = Vec::new();
        for callable in cluster.under_test.iter().copied().filter(gives) {
            for (reference, requirement) in requirements_of_call(callable, cluster).into_iter().enumerate() {
                let fitting = objects.iter().filter(|(_, definition)| requirement.fits(definition, cluster));
                readings.extend(fitting.map(|(variable, _)| (callable, reference, *variable)));
            }
        }
        readings
    }
}

#[cfg(test)]
mod tests {
    use evoke_analysis::Constants;
    use evoke_testcase::Value;

    use super::*;
    use crate::SearchConfig;
    use crate::generation::{Ingredients, Knowledge};
    use crate::sample_cluster::SampleCluster;

    fn asked(sample: &SampleCluster, test: &TestCase) -> Vec<Statement> {
        let config = SearchConfig::default();
        let ingredients = Ingredients::new(&config, &sample.cluster, &Constants::default());
        let knowledge = Knowledge::new(&config, &sample.cluster);
        let asking = TestFactory::new(&ingredients, &knowledge).with_questions(test, 8);
        asking.into_iter().flat_map(|asking| asking.statements()[test.len()..].to_vec()).collect()
    }

    fn invoke(callable: CallableId, receiver: Option<u32>, arguments: &[u32]) -> Statement {
        let arguments = arguments.iter().copied().map(VariableRef).collect();
        Statement::Invoke { callable, receiver: receiver.map(VariableRef), arguments }
    }

    /// `new Box(1)`; its members are those of the sample in their order.
    fn new_box(sample: &SampleCluster) -> TestCase {
        let constructor = sample.cluster.under_test[0];
        TestCase::new(vec![Statement::Value(Value::Int(1)), invoke(constructor, None, &[0])])
    }

    #[test]
    fn objects_are_asked_what_takes_nothing_and_is_not_seen_anyway() {
        let mut sample = SampleCluster::new();
        let size = sample.cluster.under_test[3];
        let test = new_box(&sample);
        assert_eq!(asked(&sample, &test), [invoke(size, Some(1), &[])]);
        let mut again = test.clone();
        again.push(invoke(size, Some(1), &[]));
        assert_eq!(asked(&sample, &again), [], "it is asked already");
        sample.cluster.callables[size.index()].is_pure = true;
        assert_eq!(asked(&sample, &test), [], "what is pure is looked at in any test");
    }

    #[test]
    fn objects_are_asked_for_what_they_were_given() {
        let sample = SampleCluster::new();
        let [add, size] = [2, 3].map(|position| sample.cluster.under_test[position]);
        let mut test = new_box(&sample);
        test.push(invoke(sample.cluster.under_test[0], None, &[0]));
        test.push(invoke(add, Some(1), &[2]));
        let asked = asked(&sample, &test);
        assert!(asked.contains(&invoke(size, Some(1), &[])), "{asked:?}");
        assert!(!asked.iter().any(|it| *it == invoke(add, Some(1), &[2])), "it is called already: {asked:?}");
        assert!(!asked.iter().any(|it| matches!(it, Statement::Invoke { callable, receiver, .. } if *callable == add && *receiver == Some(VariableRef(2)))), "nobody gave it a box: {asked:?}");
    }
}
