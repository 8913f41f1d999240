//! A second object beside the one that a call on the class under test takes: made by the same calls, equal to it or different in one thing.
//! Two objects that were drawn each by itself mostly differ in all they are asked about first, so that `equals` and what compares
//! trees never get further.

use evoke_testcase::{Statement, TestCase, Value, VariableRef};
use rand::Rng;
use rand::seq::IteratorRandom;

use super::cluster_index::is_object;
use super::literals::number_type;
use super::requirement::requirements_of_call;
use super::{Fragment, TestFactory};
use crate::SearchRng;

/// More statements than this are not made again.
const MAX_COPIED: usize = 16;
/// Probability that the second object differs from the first one.
const DIFFERS: f64 = 0.6;
/// Probability that what differs is a call that is left out, where there is one.
const LEFT_OUT: f64 = 0.3;

/// A call with two places that the same object could take.
struct Place {
    position: usize,
    object: VariableRef,
    /// Which of the call's references is to be the second object.
    reference: usize,
}

impl TestFactory<'_> {
    /// Has a call under test take such an object; says whether there was a call to do so.
    pub(super) fn insert_twin(&self, test: &mut TestCase, rng: &mut SearchRng) -> bool {
        let places = (0..test.len()).flat_map(|position| self.places(test, position));
        let Some(Place { position, object, reference }) = places.choose(rng) else { return false };
        let copied = self.building(test, object, position);
        if copied.len() > MAX_COPIED {
            return false;
        }
        let Some((statements, twin)) = self.copy(test, object, &copied, position, rng) else { return false };
        let shifted = position + statements.len();
        test.insert(position, statements);
        test.set_reference(shifted, reference, twin);
        true
    }

    fn places(&self, test: &TestCase, position: usize) -> Vec<Place> {
        let statement = &test.statements()[position];
        let Statement::Invoke { callable, receiver, .. } = statement else { return Vec::new() };
        if self.cluster.callable(*callable).under_test.is_none() {
            return Vec::new();
        }
        let requirements = requirements_of_call(*callable, self.cluster);
        let objects = statement.references();
        let mut places = Vec::new();
        for (reference, requirement) in requirements.iter().enumerate().skip(usize::from(receiver.is_some()))
        {
            for (other, object) in objects.iter().enumerate() {
                let definition = test.definition(*object);
                let is_made =
                    definition.defined_type(self.cluster).is_some_and(|ty| is_object(self.cluster, ty));
                if other != reference
                    && is_made
                    && !matches!(definition, Statement::Value(_))
                    && requirement.fits(definition, self.cluster)
                {
                    places.push(Place { position, object: *object, reference });
                }
            }
        }
        places
    }

    /// Positions of the statements that make an object and what it is made of, and that change these before `position`, ascending.
    fn building(&self, test: &TestCase, object: VariableRef, position: usize) -> Vec<usize> {
        let mut builds = test.needed_for(object.index());
        loop {
            let changes = |(at, statement): &(usize, &Statement)| {
                !builds[*at]
                    && matches!(statement, Statement::Invoke { receiver: Some(receiver), callable, .. }
                        if builds[receiver.index()] && !self.cluster.callable(*callable).is_pure)
            };
            let change = test.statements()[..position].iter().enumerate().find(changes);
            let Some((change, _)) = change else { break };
            for (builds, also) in builds.iter_mut().zip(test.needed_for(change)) {
                *builds |= also;
            }
        }
        (0..position).filter(|at| builds[*at]).collect()
    }

    /// These statements once more, with what they make of the object. Literals are shared, but for one that is to differ.
    fn copy(
        &self,
        test: &TestCase,
        object: VariableRef,
        copied: &[usize],
        position: usize,
        rng: &mut SearchRng,
    ) -> Option<(Vec<Statement>, VariableRef)> {
        let statements = test.statements();
        let differing = if rng.random_bool(DIFFERS) { differing(test, object, copied, rng) } else { None };
        let mut moved: Vec<VariableRef> = (0..position as u32).map(VariableRef).collect();
        let mut fragment = Fragment::new(test, position, self.config.max_length);
        for at in copied {
            let mut statement = statements[*at].clone();
            match &statement {
                Statement::Value(value) if differing == Some(*at) => {
                    statement = Statement::Value(self.another(value, rng));
                }
                Statement::Value(_) => continue,
                _ if differing == Some(*at) => continue,
                _ => statement.map_references(|variable| moved[variable.index()]),
            }
            moved[*at] = fragment.push(statement)?;
        }
        Some((fragment.into_statements(), moved[object.index()]))
    }

    /// Another literal of the same type.
    fn another(&self, value: &Value, rng: &mut SearchRng) -> Value {
        match value {
            Value::Boolean(value) => Value::Boolean(!value),
            Value::String(_) => Value::String(self.literals().string(rng)),
            _ => number_type(value).map_or_else(|| value.clone(), |it| self.literals().primitive(it, rng)),
        }
    }
}

/// What is to be another literal, or no call at all.
fn differing(test: &TestCase, object: VariableRef, copied: &[usize], rng: &mut SearchRng) -> Option<usize> {
    let statements = test.statements();
    let readers = test.last_readers();
    let is_change = |at: &usize| {
        let is_read = readers[*at].is_some_and(|reader| copied.contains(&reader));
        matches!(statements[*at], Statement::Invoke { receiver: Some(_), .. })
            && !is_read
            && *at != object.index()
    };
    let is_literal = |at: &usize| matches!(&statements[*at], Statement::Value(value) if !matches!(value, Value::Null(_) | Value::Class(_)));
    let change = copied.iter().copied().filter(is_change).choose(rng);
    let literal = copied.iter().copied().filter(is_literal).choose(rng);
    if rng.random_bool(LEFT_OUT) { change.or(literal) } else { literal.or(change) }
}

#[cfg(test)]
mod tests {
    use evoke_analysis::{CallableId, Constants, MethodId};
    use rand_pcg::rand_core::SeedableRng;

    use super::*;
    use crate::SearchConfig;
    use crate::generation::{Ingredients, Knowledge};
    use crate::sample_cluster::{SampleCluster, call};

    /// A cluster in which a box is made of a number and takes another box.
    fn sample() -> (SampleCluster, CallableId, CallableId) {
        let mut sample = SampleCluster::new();
        let generator = sample.cluster.generators[&sample.boxes][0];
        let takes_box = |id: &CallableId| {
            let callable = sample.cluster.callable(*id);
            callable.receiver == Some(sample.boxes) && callable.parameters == [sample.boxes]
        };
        let taker = sample.cluster.under_test.iter().copied().find(takes_box).unwrap();
        sample.cluster.callables[taker.index()].under_test = Some(MethodId(0));
        (sample, generator, taker)
    }

    fn twins(test: &TestCase, sample: &SampleCluster) -> Vec<TestCase> {
        let config = SearchConfig::default();
        let ingredients = Ingredients::new(&config, &sample.cluster, &Constants::default());
        let knowledge = Knowledge::new(&config, &sample.cluster);
        let factory = TestFactory::new(&ingredients, &knowledge);
        let with_twin = |seed| {
            let mut test = test.clone();
            factory.insert_twin(&mut test, &mut SearchRng::seed_from_u64(seed)).then_some(test)
        };
        (0..40).filter_map(with_twin).collect()
    }

    #[test]
    fn second_object_is_made_like_the_first_one_or_of_another_literal() {
        let (sample, generator, taker) = sample();
        let number = Statement::Value(Value::Int(7));
        let test = TestCase::new(vec![
            number.clone(),
            call(generator, None, &[0]),
            number,
            call(generator, None, &[2]),
            call(taker, Some(1), &[3]),
        ]);
        let found = twins(&test, &sample);
        assert_eq!(found.len(), 40);
        let equal = call(taker, Some(1), &[4]);
        assert!(found.iter().any(|it| it.len() == 6
            && it.statements()[4] == call(generator, None, &[0])
            && it.statements()[5] == equal));
        let other = call(taker, Some(1), &[5]);
        assert!(found.iter().any(|it| {
            it.len() == 7
                && matches!(it.statements()[4], Statement::Value(Value::Int(number)) if number != 7)
                && it.statements()[5] == call(generator, None, &[4])
                && it.statements()[6] == other
        }));
    }

    #[test]
    fn what_changed_the_first_object_changes_the_second_one_too() {
        let (sample, generator, taker) = sample();
        let test = TestCase::new(vec![
            Statement::Value(Value::Int(7)),
            call(generator, None, &[0]),
            call(generator, None, &[0]),
            call(taker, Some(1), &[2]),
            call(taker, Some(1), &[2]),
        ]);
        let is_whole = |it: &TestCase| {
            let made = call(generator, None, &[0]);
            let [first, second, change] = &it.statements()[4..it.len() - 1] else { return false };
            *first == made && *second == made && *change == call(taker, Some(4), &[5])
        };
        let is_without_change = |it: &TestCase| it.len() == 7;
        let found = twins(&test, &sample);
        assert!(found.iter().any(is_whole), "{found:#?}");
        assert!(found.iter().any(is_without_change));
    }

    #[test]
    fn nothing_is_done_where_no_call_takes_two_of_a_kind() {
        let (sample, generator, _) = sample();
        let test = TestCase::new(vec![Statement::Value(Value::Int(7)), call(generator, None, &[0])]);
        assert_eq!(twins(&test, &sample), []);
    }
}
