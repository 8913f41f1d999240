//! Objects that were hard to build, kept with the statements that built them, so that where one of their type is wanted again
//! it need not be found again. They come from tests that covered something for the first time.

use std::collections::BTreeMap;

use evoke_analysis::{TestCluster, TypeCategory, TypeId, TypeTable};
use evoke_testcase::{Statement, TestCase, VariableRef};
use rand::Rng;

use super::Fragment;
use crate::SearchRng;

/// An object is hard to build if that took at least so many calls.
const MIN_CALLS: usize = 3;
/// Longer ways would fill the test.
const MAX_STATEMENTS: usize = 12;
/// Objects of one type; a new one takes the place of the oldest.
const MAX_OBJECTS: usize = 8;

/// By type the ways to build objects of it.
#[derive(Default)]
pub(crate) struct ObjectPool {
    by_type: BTreeMap<TypeId, Vec<Recipe>>,
}

/// Statements that build an object; their references count from the first of them.
#[derive(Clone, Debug, PartialEq)]
struct Recipe {
    statements: Vec<Statement>,
    object: VariableRef,
}

impl ObjectPool {
    /// Keeps the objects of a test that were hard to build, as they were when its first `n_ran` statements had run.
    pub(crate) fn keep(&mut self, test: &TestCase, n_ran: usize, cluster: &TestCluster) {
        for (position, statement) in test.statements()[..n_ran].iter().enumerate() {
            let Statement::Invoke { .. } = statement else { continue };
            let Some(ty) = statement.defined_type(cluster) else { continue };
            if cluster.types.category(ty) == TypeCategory::Object
                && ty != TypeTable::OBJECT
                && let Some(recipe) = Recipe::of(test, VariableRef(position as u32), n_ran)
            {
                self.add(ty, recipe);
            }
        }
    }

    /// With this probability builds an object of the type again; `None` else, without one that was hard to build, or without room.
    pub(super) fn rebuild(
        &self,
        fragment: &mut Fragment<'_>,
        ty: TypeId,
        probability: f64,
        rng: &mut SearchRng,
    ) -> Option<VariableRef> {
        let recipes = self.by_type.get(&ty)?;
        if !rng.random_bool(probability) {
            return None;
        }
        let recipe = &recipes[rng.random_range(0..recipes.len())];
        let start = fragment.len();
        let mut built: Vec<VariableRef> = Vec::with_capacity(recipe.statements.len());
        for statement in &recipe.statements {
            let mut statement = statement.clone();
            statement.map_references(|variable| built[variable.index()]);
            let Some(variable) = fragment.push(statement) else {
                fragment.truncate(start);
                return None;
            };
            built.push(variable);
        }
        Some(built[recipe.object.index()])
    }

    fn add(&mut self, ty: TypeId, recipe: Recipe) {
        let recipes = self.by_type.entry(ty).or_default();
        if recipes.contains(&recipe) {
            return;
        }
        if recipes.len() == MAX_OBJECTS {
            recipes.remove(0);
        }
        recipes.push(recipe);
    }
}

impl Recipe {
    /// What built the object and changed it; `None` if that was easy, or is too long.
    fn of(test: &TestCase, object: VariableRef, n_ran: usize) -> Option<Self> {
        let statements = &test.statements()[..n_ran];
        let mut is_needed = test.needed_for(object.index());
        is_needed.resize(n_ran, false);
        is_needed[object.index()] = true;
        for (position, statement) in statements.iter().enumerate().skip(object.index() + 1) {
            if matches!(statement, Statement::Invoke { receiver: Some(receiver), .. } if *receiver == object)
            {
                for (needed, also) in is_needed.iter_mut().zip(test.needed_for(position)) {
                    *needed |= also;
                }
                is_needed[position] = true;
            }
        }
        let n_calls = statements
            .iter()
            .zip(&is_needed)
            .filter(|(statement, needed)| **needed && matches!(statement, Statement::Invoke { .. }))
            .count();
        let length = is_needed.iter().filter(|needed| **needed).count();
        if n_calls < MIN_CALLS || length > MAX_STATEMENTS {
            return None;
        }
        let mut moved = vec![VariableRef(0); n_ran];
        let mut kept: Vec<Statement> = Vec::with_capacity(length);
        for (position, statement) in
            statements.iter().enumerate().filter(|(position, _)| is_needed[*position])
        {
            let mut statement = statement.clone();
            statement.map_references(|variable| moved[variable.index()]);
            moved[position] = VariableRef(kept.len() as u32);
            kept.push(statement);
        }
        Some(Self { statements: kept, object: moved[object.index()] })
    }
}

#[cfg(test)]
mod tests {
    use evoke_analysis::CallableId;
    use evoke_testcase::Value;
    use rand_pcg::rand_core::SeedableRng;

    use super::*;
    use crate::sample_cluster::SampleCluster;

    /// A box from a number, two calls that give boxes from the one before, and a number that nothing needs.
    fn chain(sample: &SampleCluster) -> TestCase {
        let generator = sample.cluster.generators[&sample.boxes][0];
        let is_link = |id: &CallableId| {
            let callable = sample.cluster.callable(*id);
            callable.receiver == Some(sample.boxes)
                && callable.parameters.len() == 1
                && callable.return_type == sample.boxes
        };
        let link = sample.cluster.under_test.iter().copied().find(is_link).unwrap();
        let call = |callable, receiver, arguments: &[u32]| Statement::Invoke {
            callable,
            receiver,
            arguments: arguments.iter().map(|argument| VariableRef(*argument)).collect(),
        };
        TestCase::new(vec![
            Statement::Value(Value::Int(7)),
            Statement::Value(Value::Int(1)),
            call(generator, None, &[1]),
            call(link, Some(VariableRef(2)), &[1]),
            call(link, Some(VariableRef(3)), &[1]),
        ])
    }

    #[test]
    fn object_of_many_calls_is_built_again_without_what_it_did_not_need() {
        let sample = SampleCluster::new();
        let mut pool = ObjectPool::default();
        let mut rng = SearchRng::seed_from_u64(1);
        let test = TestCase::new(vec![Statement::Value(Value::Int(3))]);
        let mut fragment = Fragment::new(&test, 1, 40);
        assert_eq!(pool.rebuild(&mut fragment, sample.boxes, 1.0, &mut rng), None, "nothing is kept yet");

        let chain = chain(&sample);
        pool.keep(&chain, chain.len() - 1, &sample.cluster);
        assert_eq!(pool.rebuild(&mut fragment, sample.boxes, 1.0, &mut rng), None, "two calls are easy");
        pool.keep(&chain, chain.len(), &sample.cluster);
        let object = pool.rebuild(&mut fragment, sample.boxes, 1.0, &mut rng);
        let statements = fragment.into_statements();
        assert_eq!((object, statements.len()), (Some(VariableRef(4)), 4));
        assert_eq!(statements[3].references().as_slice(), [VariableRef(3), VariableRef(1)]);
    }

    #[test]
    fn object_for_which_there_is_no_room_is_not_begun() {
        let sample = SampleCluster::new();
        let mut pool = ObjectPool::default();
        let chain = chain(&sample);
        pool.keep(&chain, chain.len(), &sample.cluster);
        let test = TestCase::default();
        let mut fragment = Fragment::new(&test, 0, 3);
        let mut rng = SearchRng::seed_from_u64(1);
        assert_eq!(pool.rebuild(&mut fragment, sample.boxes, 1.0, &mut rng), None);
        assert_eq!(fragment.len(), 0);
    }
}
