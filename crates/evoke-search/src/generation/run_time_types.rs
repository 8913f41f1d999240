//! What values of calls turned out to be when tests ran, and calls of members that only this type has:
//! `((Circle) shapes.first()).radius()`.

use std::cell::RefCell;
use std::collections::BTreeMap;

use evoke_analysis::{CallableId, TypeId};
use evoke_testcase::{Statement, TestCase, VariableRef};
use rand::Rng;

use super::{Fragment, TestGenerator};
use crate::SearchRng;

/// Types by the call that gave them. A cell, since the generator is shared while tests run.
#[derive(Default)]
pub(crate) struct RunTimeTypes {
    by_callable: RefCell<BTreeMap<CallableId, Vec<TypeId>>>,
}

impl RunTimeTypes {
    /// A value that the callable gave was of this type.
    pub(crate) fn note(&self, callable: CallableId, ty: TypeId) {
        self.by_callable.borrow_mut().entry(callable).or_default().push(ty);
    }

    fn is_empty(&self) -> bool {
        self.by_callable.borrow().is_empty()
    }

    /// The types of what a statement defines that it is not declared to be of.
    fn of(&self, definition: &Statement) -> Vec<TypeId> {
        let Statement::Invoke { callable, .. } = definition else { return Vec::new() };
        self.by_callable.borrow().get(callable).cloned().unwrap_or_default()
    }
}

impl TestGenerator<'_> {
    /// Inserts a call on a variable that is more than it is declared to be; says whether there was one.
    pub(super) fn insert_narrowed_call(&self, test: &mut TestCase, rng: &mut SearchRng) -> bool {
        if self.run_time_types.is_empty() {
            return false;
        }
        let mut candidates = Vec::new();
        for (position, definition) in test.statements().iter().enumerate() {
            let types = self.run_time_types.of(definition);
            candidates.extend(types.into_iter().map(|ty| (VariableRef(position as u32), ty)));
        }
        if candidates.is_empty() {
            return false;
        }
        let (variable, ty) = candidates[rng.random_range(0..candidates.len())];
        let calls: Vec<CallableId> = self.cluster.calls_on(ty).collect();
        let Some(callable) = self.callables.choose(&calls, rng) else { return false };
        let position = rng.random_range(variable.index() + 1..=test.len());
        let mut fragment = Fragment::new(test, position, self.config.max_length);
        let inserted = self.call(&mut fragment, callable, Some((0, variable)), 0, rng);
        let statements = fragment.into_statements();
        test.insert(position, statements);
        inserted.is_some()
    }
}

#[cfg(test)]
mod tests {
    use evoke_analysis::Constants;
    use evoke_testcase::Value;
    use rand_pcg::rand_core::SeedableRng;

    use super::*;
    use crate::SearchConfig;
    use crate::sample_cluster::SampleCluster;

    #[test]
    fn members_of_the_run_time_type_are_called_once_it_is_known() {
        let sample = SampleCluster::new();
        let config = SearchConfig::default();
        let generator = TestGenerator::new(&config, &sample.cluster, &Constants::default());
        let value_of = sample.cluster.generators.values().flatten().copied().find(|id| {
            let callable = sample.cluster.callable(*id);
            callable.receiver.is_none() && callable.return_type != sample.boxes
        });
        let value_of = value_of.unwrap();
        let start = TestCase::new(vec![
            Statement::Value(Value::Int(1)),
            Statement::Invoke {
                callable: value_of,
                receiver: None,
                arguments: [VariableRef(0)].as_slice().into(),
            },
        ]);
        let mut rng = SearchRng::seed_from_u64(1);
        assert!(!generator.insert_narrowed_call(&mut start.clone(), &mut rng), "nothing is known yet");
        generator.run_time_types.note(value_of, sample.boxes);
        let mut test = start;
        assert!(generator.insert_narrowed_call(&mut test, &mut rng));
        let is_on_value = |statement: &Statement| {
            matches!(statement, Statement::Invoke { callable, receiver: Some(VariableRef(1)), .. }
                if sample.cluster.callable(*callable).receiver == Some(sample.boxes))
        };
        assert!(test.statements().iter().any(is_on_value), "{test:?}");
    }
}
