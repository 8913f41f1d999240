//! Calls that bring the objects of a later call on the class under test into relation: a child is added to its parent, an edge
//! between the vertices that are asked about, a key is put that is looked up. The two that must meet, the object that is changed
//! and what it is changed with, are taken from what flows into the later call; drawn by themselves they hardly ever do.

use evoke_analysis::CallableId;
use evoke_testcase::{Statement, TestCase, VariableRef};
use rand::Rng;
use rand::seq::IteratorRandom;

use super::cluster_index::is_object;
use super::requirement::{Requirement, requirements_of_call};
use super::supply::Supply;
use super::{Fragment, TestFactory};
use crate::SearchRng;

/// Probability that the object takes part as an argument where it could be one: `parent.add(object)`.
const AS_ARGUMENT: f64 = 0.5;

/// Probability that the call is made directly before the later one, and not at any place between.
const DIRECTLY_BEFORE: f64 = 0.5;

/// Probability of a variable that is preferred where one fits.
const PREFERRED: f64 = 0.7;

impl TestFactory<'_> {
    /// Inserts such a call; says whether there was one to insert.
    pub(super) fn insert_relation(&self, test: &mut TestCase, rng: &mut SearchRng) -> bool {
        let is_later_call = |(_, statement): &(usize, &Statement)| {
            matches!(statement, Statement::Invoke { callable, .. }
                if self.cluster.callable(*callable).under_test.is_some() && !statement.references().is_empty())
        };
        let calls = test.statements().iter().enumerate().filter(is_later_call);
        let Some((later, _)) = calls.choose(rng) else { return false };
        let mut flowing = flowing_into(test, later);
        let objects = flowing.iter().copied().filter(|variable| self.is_object(test.definition(*variable)));
        let Some(object) = objects.choose(rng) else { return false };
        let Some((callable, reference)) = self.relation_of(test.definition(object), rng) else {
            return false;
        };
        let first = object.index() + 1;
        let position = if rng.random_bool(DIRECTLY_BEFORE) { later } else { rng.random_range(first..=later) };
        // With itself no object is in a relation worth having.
        flowing.retain(|variable| *variable != object);
        let mut fragment = Fragment::new(test, position, self.config.max_length).preferring(flowing);
        let inserted = self.call(&mut fragment, callable, Some((reference, object)), 0, rng);
        let statements = fragment.into_statements();
        test.insert(position, statements);
        inserted.is_some()
    }

    /// A call that changes an object, with the position of the reference to it.
    fn relation_of(&self, definition: &Statement, rng: &mut SearchRng) -> Option<(CallableId, usize)> {
        let ty = definition.defined_type(self.cluster)?;
        let (takers, relators) = (self.index.takers(ty), self.index.relators(ty));
        if !takers.is_empty() && (relators.is_empty() || rng.random_bool(AS_ARGUMENT)) {
            return Some(takers[rng.random_range(0..takers.len())]);
        }
        let relator = self.knowledge.callables.choose(relators, rng)?;
        let receiver = requirements_of_call(relator, self.cluster).into_iter().next()?;
        receiver.fits(definition, self.cluster).then_some((relator, 0))
    }

    /// One of the preferred variables, with a probability, where one fits.
    pub(super) fn choose_preferred(
        &self,
        fragment: &Fragment<'_>,
        requirement: Requirement,
        rng: &mut SearchRng,
    ) -> Option<VariableRef> {
        if fragment.preferred().is_empty() || !rng.random_bool(PREFERRED) {
            return None;
        }
        let fits = |(variable, definition): &(VariableRef, &Statement)| {
            fragment.preferred().contains(variable) && requirement.fits(definition, self.cluster)
        };
        fragment.variables().filter(fits).choose(rng).map(|(variable, _)| variable)
    }

    fn is_object(&self, definition: &Statement) -> bool {
        !matches!(definition, Statement::Value(_))
            && definition.defined_type(self.cluster).is_some_and(|ty| is_object(self.cluster, ty))
    }
}

/// What the call at `position` is given, and what that was made with.
fn flowing_into(test: &TestCase, position: usize) -> Vec<VariableRef> {
    let needed = test.needed_for(position);
    let flows = |index: &u32| needed[*index as usize];
    (0..position as u32).filter(flows).map(VariableRef).collect()
}

#[cfg(test)]
mod tests {
    use evoke_analysis::{Constants, MethodId, TypeId, TypeTable};
    use evoke_testcase::Value;
    use rand_pcg::rand_core::SeedableRng;

    use super::*;
    use crate::SearchConfig;
    use crate::generation::{Ingredients, Knowledge};
    use crate::sample_cluster::{SampleCluster, call};

    /// The cluster, with `size()` of a box as its only method under test, and that method.
    fn sample_with_size_under_test() -> (SampleCluster, CallableId) {
        let mut sample = SampleCluster::new();
        let gives_number = |ty: TypeId| sample.cluster.types.is_primitive(ty);
        let is_size = |id: &CallableId| {
            let callable = sample.cluster.callable(*id);
            callable.receiver == Some(sample.boxes)
                && callable.parameters.is_empty()
                && gives_number(callable.return_type)
        };
        let size = sample.cluster.under_test.iter().copied().find(is_size).unwrap();
        sample.cluster.callables[size.index()].under_test = Some(MethodId(0));
        (sample, size)
    }

    fn insert(sample: &SampleCluster, test: &mut TestCase, seed: u64) -> bool {
        let config = SearchConfig::default();
        let ingredients = Ingredients::new(&config, &sample.cluster, &Constants::default());
        let knowledge = Knowledge::new(&config, &sample.cluster);
        let factory = TestFactory::new(&ingredients, &knowledge);
        factory.insert_relation(test, &mut SearchRng::seed_from_u64(seed))
    }

    #[test]
    fn what_is_inserted_is_a_call_before_the_later_one_on_what_flows_into_it() {
        let (sample, size) = sample_with_size_under_test();
        let new_box = sample.cluster.generators[&sample.boxes][0];
        let start = TestCase::new(vec![
            Statement::Value(Value::Int(1)),
            call(new_box, None, &[0]),
            call(new_box, None, &[0]),
            call(size, Some(2), &[]),
        ]);
        let mut n_takes_the_box = 0;
        for seed in 0..50 {
            let mut test = start.clone();
            assert!(insert(&sample, &mut test, seed));
            let last = test.statements().last().unwrap();
            assert_eq!(last, &call(size, Some(2), &[]), "the later call stays the last");
            let inserted = &test.statements()[start.len() - 1..test.len() - 1];
            assert!(inserted.iter().any(|statement| statement.references().contains(&VariableRef(2))));
            n_takes_the_box += usize::from(inserted.iter().any(|statement| {
                matches!(statement, Statement::Invoke { receiver, arguments, .. }
                    if *receiver != Some(VariableRef(2)) && arguments.contains(&VariableRef(2)))
            }));
        }
        assert!((5..45).contains(&n_takes_the_box), "as an argument now and then: {n_takes_the_box}");
    }

    #[test]
    fn nothing_is_inserted_where_no_object_flows_into_a_call_under_test() {
        let (sample, _) = sample_with_size_under_test();
        let new_box = sample.cluster.generators[&sample.boxes][0];
        let mut test = TestCase::new(vec![Statement::Value(Value::Int(1)), call(new_box, None, &[0])]);
        assert!(!insert(&sample, &mut test, 1));
        assert_eq!(test.len(), 2);
    }

    #[test]
    fn parameters_of_any_object_make_no_relation() {
        let (sample, _) = sample_with_size_under_test();
        let config = SearchConfig::default();
        let ingredients = Ingredients::new(&config, &sample.cluster, &Constants::default());
        for (callable, reference) in ingredients.index.takers(sample.boxes) {
            let parameters = &sample.cluster.callable(*callable).parameters;
            let n_receivers = usize::from(sample.cluster.callable(*callable).receiver.is_some());
            assert_eq!(parameters[reference - n_receivers], sample.boxes);
        }
        assert!(ingredients.index.takers(TypeTable::STRING).is_empty());
    }
}
