//! Calls that write the fields which conditions of uncovered goals read: what to insert before a call of the method that
//! has such a condition, on the same object. From the read and write sets of the bytecode alone.

use std::cell::RefCell;
use std::collections::BTreeSet;

use evoke_analysis::{
    CallableId, ClassUnderTest, FieldAccess, FieldId, GoalId, GoalKind, MethodId, TestCluster,
};
use evoke_testcase::{Statement, TestCase, VariableRef};
use rand::Rng;

use super::goal_reach::reachable;
use super::slot::slots_of_call;
use super::{Fragment, TestGenerator};
use crate::{Archive, SearchRng};

/// The calls worth inserting now. A cell, since the generator is shared while tests run.
#[derive(Default)]
pub(crate) struct StateWriters {
    /// By method under test: calls on its receiver that write what its uncovered conditions read.
    by_method: RefCell<Vec<Vec<CallableId>>>,
    n_covered: RefCell<Option<usize>>,
}

impl StateWriters {
    /// Looks at what is still uncovered.
    pub(crate) fn update(
        &self,
        class: &ClassUnderTest,
        access: &FieldAccess,
        cluster: &TestCluster,
        archive: &Archive,
    ) {
        if self.n_covered.replace(Some(archive.n_covered())) == Some(archive.n_covered()) {
            return;
        }
        let wanted = wanted_fields(class, access, archive);
        let own: Vec<&BTreeSet<FieldId>> = wanted.iter().collect();
        let writers = (0..class.methods.len() as u32).map(|method| {
            let method = MethodId(method);
            let mut fields = own[method.index()].clone();
            for callee in reachable(class, method) {
                fields.extend(own[callee.index()]);
            }
            writers_of(access, cluster, &fields)
        });
        *self.by_method.borrow_mut() = writers.collect();
    }

    /// One of the writers for a method.
    fn choose(
        &self,
        method: MethodId,
        rng: &mut SearchRng,
        fits: impl Fn(CallableId) -> bool,
    ) -> Option<CallableId> {
        let by_method = self.by_method.borrow();
        let fitting: Vec<CallableId> =
            by_method.get(method.index())?.iter().copied().filter(|writer| fits(*writer)).collect();
        if fitting.is_empty() { None } else { Some(fitting[rng.random_range(0..fitting.len())]) }
    }

    fn has_any(&self, method: MethodId) -> bool {
        self.by_method.borrow().get(method.index()).is_some_and(|writers| !writers.is_empty())
    }
}

/// By method: fields that conditions of its uncovered goals read.
fn wanted_fields(class: &ClassUnderTest, access: &FieldAccess, archive: &Archive) -> Vec<BTreeSet<FieldId>> {
    let mut wanted = vec![BTreeSet::new(); class.methods.len()];
    for (position, goal) in class.goals.iter().enumerate() {
        let (GoalKind::Branch(predicate, _) | GoalKind::DirectBranch(predicate, _)) = goal.kind else {
            continue;
        };
        if !archive.is_covered(GoalId(position as u32)) {
            let read = access.read.get(predicate.index()).into_iter().flatten();
            wanted[class.predicates[predicate.index()].method.index()].extend(read);
        }
    }
    wanted
}

fn writers_of(access: &FieldAccess, cluster: &TestCluster, fields: &BTreeSet<FieldId>) -> Vec<CallableId> {
    let writes = |id: &CallableId| {
        let callable = cluster.callable(*id);
        let written = callable.under_test.and_then(|method| access.written.get(method.index()));
        callable.receiver.is_some()
            && written.is_some_and(|written| written.iter().any(|field| fields.contains(field)))
    };
    if fields.is_empty() { Vec::new() } else { cluster.under_test.iter().copied().filter(writes).collect() }
}

impl TestGenerator<'_> {
    /// Inserts a call that writes what a later call on the same object reads; says whether there was one to insert.
    pub(super) fn insert_state_writer(&self, test: &mut TestCase, rng: &mut SearchRng) -> bool {
        let calls = || {
            test.statements().iter().enumerate().filter_map(|(position, statement)| match statement {
                Statement::Invoke { callable, receiver: Some(receiver), .. } => {
                    let method = self.cluster.callable(*callable).under_test?;
                    self.state_writers.has_any(method).then_some((position, method, *receiver))
                }
                _ => None,
            })
        };
        let count = calls().count();
        if count == 0 {
            return false;
        }
        let Some((position, method, receiver)) = calls().nth(rng.random_range(0..count)) else {
            return false;
        };
        self.insert_writer_before(test, position, method, receiver, rng)
    }

    fn insert_writer_before(
        &self,
        test: &mut TestCase,
        position: usize,
        method: MethodId,
        receiver: VariableRef,
        rng: &mut SearchRng,
    ) -> bool {
        let definition = test.definition(receiver);
        let fits = |writer: CallableId| {
            slots_of_call(writer, self.cluster).first().is_some_and(|it| it.fits(definition, self.cluster))
        };
        let Some(writer) = self.state_writers.choose(method, rng, fits) else { return false };
        let mut fragment = Fragment::new(test, position, self.config.max_length);
        let inserted = self.call(&mut fragment, writer, Some((0, receiver)), 0, rng);
        let statements = fragment.into_statements();
        test.insert(position, statements);
        inserted.is_some()
    }
}

#[cfg(test)]
mod tests {
    use evoke_analysis::{
        Constants, Criterion, Goal, MethodUnderTest, Outcome, Predicate, PredicateId, PredicateKind,
        TypeTable,
    };
    use evoke_testcase::Value;
    use rand_pcg::rand_core::SeedableRng;

    use super::*;
    use crate::sample_cluster::SampleCluster;
    use crate::{GuidingGoals, SearchConfig};

    /// A class with a method that writes a field, and one with an uncovered condition that reads it.
    fn class() -> ClassUnderTest {
        let method = |id: u32| MethodUnderTest {
            id: MethodId(id),
            class: "Box".into(),
            name: String::new(),
            descriptor: String::new(),
            source_name: String::new(),
            access_flags: 0,
            has_goals: true,
        };
        let (id, kind) = (PredicateId(0), PredicateKind::Jump(0));
        let goal = GoalKind::Branch(id, Outcome::True);
        ClassUnderTest {
            methods: vec![method(0), method(1)],
            callees: vec![Vec::new(), Vec::new()],
            predicates: vec![Predicate {
                id,
                method: MethodId(1),
                offset: 0,
                kind,
                line: None,
                dependences: Vec::new(),
            }],
            goals: vec![Goal {
                id: GoalId(0),
                criterion: Criterion::Branch,
                kind: goal,
                name: String::new(),
            }],
            ..ClassUnderTest::default()
        }
    }

    #[test]
    fn writer_of_what_an_uncovered_condition_reads_is_called_before_it_on_the_same_object() {
        let mut sample = SampleCluster::new();
        let of = |sample: &SampleCluster, n_parameters: usize, result| {
            let is_it = |id: &CallableId| {
                let callable = sample.cluster.callable(*id);
                callable.receiver == Some(sample.boxes)
                    && callable.parameters.len() == n_parameters
                    && callable.return_type == result
            };
            sample.cluster.under_test.iter().copied().find(is_it).unwrap()
        };
        let int = TypeTable::primitive(evoke_analysis::Primitive::Int);
        let (writer, reader) = (of(&sample, 1, sample.boxes), of(&sample, 0, int));
        sample.cluster.callables[writer.index()].under_test = Some(MethodId(0));
        sample.cluster.callables[reader.index()].under_test = Some(MethodId(1));
        let config = SearchConfig::default();
        let generator = TestGenerator::new(&config, &sample.cluster, &Constants::default());
        let class = class();
        let access =
            FieldAccess { written: vec![vec![FieldId(0)], Vec::new()], read: vec![vec![FieldId(0)]] };
        generator.state_writers.update(&class, &access, &sample.cluster, &Archive::new(GuidingGoals::all(1)));
        let call = |callable, receiver, arguments: &[VariableRef]| Statement::Invoke {
            callable,
            receiver,
            arguments: arguments.iter().copied().collect(),
        };
        let mut test = TestCase::new(vec![
            Statement::Value(Value::Int(1)),
            call(sample.cluster.generators[&sample.boxes][0], None, &[VariableRef(0)]),
            call(reader, Some(VariableRef(1)), &[]),
        ]);
        let mut rng = SearchRng::seed_from_u64(1);
        assert!(generator.insert_state_writer(&mut test, &mut rng));
        let last_two: Vec<_> = test.statements()[test.len() - 2..]
            .iter()
            .map(|statement| match statement {
                Statement::Invoke { callable, receiver, .. } => (*callable, *receiver),
                other => panic!("no call: {other:?}"),
            })
            .collect();
        assert_eq!(last_two, [(writer, Some(VariableRef(1))), (reader, Some(VariableRef(1)))]);
    }
}
