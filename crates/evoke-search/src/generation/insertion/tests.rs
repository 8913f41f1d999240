//! Insertions by what was learnt while tests ran.

use evoke_analysis::{
    ClassUnderTest, Constants, Criterion, FieldAccess, FieldId, Goal, GoalId, GoalKind, MethodUnderTest,
    Outcome, Predicate, PredicateId, PredicateKind, TypeTable,
};
use evoke_testcase::Value;
use rand_pcg::rand_core::SeedableRng;

use super::*;
use crate::generation::{Ingredients, Knowledge};
use crate::sample_cluster::SampleCluster;
use crate::{Archive, GuidingGoals, SearchConfig};

#[test]
fn members_of_the_run_time_type_are_called_once_it_is_known() {
    let sample = SampleCluster::new();
    let config = SearchConfig::default();
    let ingredients = Ingredients::new(&config, &sample.cluster, &Constants::default());
    let mut knowledge = Knowledge::new(&config, &sample.cluster);
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
    let factory = TestFactory::new(&ingredients, &knowledge);
    assert!(!factory.insert_narrowed_call(&mut start.clone(), &mut rng), "nothing is known yet");
    knowledge.run_time_types.note(value_of, sample.boxes);
    let mut test = start;
    assert!(TestFactory::new(&ingredients, &knowledge).insert_narrowed_call(&mut test, &mut rng));
    let is_on_value = |statement: &Statement| {
        matches!(statement, Statement::Invoke { callable, receiver: Some(VariableRef(1)), .. }
            if sample.cluster.callable(*callable).receiver == Some(sample.boxes))
    };
    assert!(test.statements().iter().any(is_on_value), "{test:?}");
}

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
        goals: vec![Goal { id: GoalId(0), criterion: Criterion::Branch, kind: goal, name: String::new() }],
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
    let ingredients = Ingredients::new(&config, &sample.cluster, &Constants::default());
    let mut knowledge = Knowledge::new(&config, &sample.cluster);
    let class = class();
    let access = FieldAccess { written: vec![vec![FieldId(0)], Vec::new()], read: vec![vec![FieldId(0)]] };
    knowledge.state_writers.update(&class, &access, &sample.cluster, &Archive::new(GuidingGoals::all(1)));
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
    assert!(TestFactory::new(&ingredients, &knowledge).insert_state_writer(&mut test, &mut rng));
    let last_two: Vec<_> = test.statements()[test.len() - 2..]
        .iter()
        .map(|statement| match statement {
            Statement::Invoke { callable, receiver, .. } => (*callable, *receiver),
            other => panic!("no call: {other:?}"),
        })
        .collect();
    assert_eq!(last_two, [(writer, Some(VariableRef(1))), (reader, Some(VariableRef(1)))]);
}
