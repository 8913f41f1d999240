//! One test a rule, each with statements that break it.

use evoke_analysis::{CallableId, PossibleCallback, StubId, TypeId};
use evoke_runtime::members::test_folder::TEXT_FILE;
use smallvec::SmallVec;

use super::*;
use crate::sample_cluster::SampleCluster;

fn call(callable: CallableId, receiver: Option<u32>, arguments: &[u32]) -> Statement {
    let arguments = arguments.iter().copied().map(VariableRef).collect();
    Statement::Invoke { callable, receiver: receiver.map(VariableRef), arguments }
}

fn int(value: i32) -> Statement {
    Statement::Value(Value::Int(value))
}

fn array(array_type: TypeId, length: u32) -> Statement {
    Statement::NewArray { array_type, length }
}

fn write(array: u32, index: u32, value: u32) -> Statement {
    Statement::WriteElement { array: VariableRef(array), index, value: VariableRef(value) }
}

fn null(ty: TypeId) -> Statement {
    Statement::Value(Value::Null(ty))
}

fn stub(returns: &[StubReturn]) -> Statement {
    let returns = returns.to_vec();
    Statement::Stub(Box::new(StubInstance {
        stub: StubId(0),
        arguments: SmallVec::new(),
        returns,
        callbacks: Vec::new(),
    }))
}

/// The rules that a test breaks, with the statements that do.
fn broken(sample: &SampleCluster, statements: Vec<Statement>) -> Vec<(u32, Rule)> {
    let violations = verify(&TestCase::new(statements), &sample.cluster).err().unwrap_or_default();
    violations.iter().map(|violation| (violation.statement, violation.rule)).collect()
}

/// A box in `v1`.
fn with_box(sample: &SampleCluster, statements: impl IntoIterator<Item = Statement>) -> Vec<Statement> {
    [int(7), call(sample.new_box, None, &[0])].into_iter().chain(statements).collect()
}

#[test]
fn test_that_uses_everything_well_breaks_no_rule() {
    let sample = SampleCluster::new();
    let polynomial = StubReturn::Polynomial { parameter: 0, coefficients: [0.0, 1.0, 2.0] };
    let statements = with_box(
        &sample,
        [
            call(sample.add, Some(1), &[1]),
            call(sample.clear, Some(2), &[]),
            array(sample.box_array, 2),
            write(4, 1, 1),
            stub(&[polynomial, StubReturn::Parameter(0)]),
            Statement::Value(Value::Class(sample.boxes)),
            call(sample.check, None, &[7]),
            call(sample.new_lid, None, &[1]),
            null(sample.boxes),
            call(sample.add, Some(1), &[10]),
            stub(&[StubReturn::Throw(0), StubReturn::Variable(VariableRef(1))]),
            call(sample.one, None, &[]),
            call(sample.size, Some(1), &[0]),
        ],
    );
    assert_eq!(broken(&sample, statements), []);
}

#[test]
fn variable_is_read_only_after_its_definition() {
    let sample = SampleCluster::new();
    let ahead = vec![call(sample.new_box, None, &[1]), int(7)];
    assert_eq!(broken(&sample, ahead), [(0, Rule::DefinedBefore)]);
    let own = vec![call(sample.new_box, None, &[0])];
    assert_eq!(broken(&sample, own), [(0, Rule::DefinedBefore)]);
}

#[test]
fn call_without_result_defines_no_variable() {
    let sample = SampleCluster::new();
    let statements = with_box(&sample, [call(sample.clear, Some(1), &[]), call(sample.add, Some(1), &[2])]);
    assert_eq!(broken(&sample, statements), [(3, Rule::DefinedBefore)]);
    let statements =
        with_box(&sample, [array(sample.box_array, 1), write(2, 0, 1), call(sample.add, Some(1), &[3])]);
    assert_eq!(broken(&sample, statements), [(4, Rule::DefinedBefore)]);
}

#[test]
fn ids_are_of_the_cluster() {
    let sample = SampleCluster::new();
    let instance = StubInstance {
        stub: StubId(9),
        arguments: SmallVec::new(),
        returns: Vec::new(),
        callbacks: Vec::new(),
    };
    let statements = vec![
        call(CallableId(99), None, &[]),
        null(TypeId(99)),
        array(TypeId(99), 1),
        Statement::Stub(Box::new(instance)),
    ];
    let expected = [0, 1, 2, 3].map(|position| (position, Rule::KnownId));
    assert_eq!(broken(&sample, statements), expected);
}

#[test]
fn method_of_a_stub_calls_at_most_once_what_the_cluster_has_for_it() {
    let mut sample = SampleCluster::new();
    let possible = PossibleCallback { parameter: 0, callable: sample.add };
    sample.cluster.stubs[0].methods[2].callbacks = vec![possible];
    let broken_by = |callbacks: &[(u8, u8, CallableId, u32)]| {
        let callbacks = callbacks.iter().map(|(method, parameter, callable, argument)| StubCallback {
            method: *method,
            parameter: *parameter,
            callable: *callable,
            arguments: SmallVec::from_slice(&[VariableRef(*argument)]),
        });
        let returns = vec![StubReturn::Throw(0), StubReturn::Throw(0)];
        let (arguments, callbacks) = (SmallVec::new(), callbacks.collect());
        let instance = StubInstance { stub: StubId(0), arguments, returns, callbacks };
        let statements = with_box(&sample, [Statement::Stub(Box::new(instance))]);
        broken(&sample, statements).into_iter().map(|(_, rule)| rule).collect::<Vec<_>>()
    };
    assert_eq!(broken_by(&[(2, 0, sample.add, 1)]), []);
    assert_eq!(broken_by(&[(1, 0, sample.add, 1)]), [Rule::StubCallback]);
    assert_eq!(broken_by(&[(2, 1, sample.add, 1)]), [Rule::StubCallback]);
    assert_eq!(broken_by(&[(9, 0, sample.add, 1)]), [Rule::StubCallback]);
    assert_eq!(broken_by(&[(2, 0, sample.add, 1), (2, 0, sample.add, 1)]), [Rule::StubCallback]);
    assert_eq!(broken_by(&[(2, 0, sample.add, 0)]), [Rule::Assignable]);
}

#[test]
fn receiver_is_there_exactly_where_one_is_wanted() {
    let sample = SampleCluster::new();
    let statements = with_box(&sample, [call(sample.clear, None, &[]), call(sample.new_box, Some(1), &[0])]);
    assert_eq!(broken(&sample, statements), [(2, Rule::Receiver), (3, Rule::Receiver)]);
}

#[test]
fn receiver_and_outer_instance_are_no_null_literals() {
    let sample = SampleCluster::new();
    let statements =
        vec![null(sample.boxes), call(sample.clear, Some(0), &[]), call(sample.new_lid, None, &[0])];
    assert_eq!(broken(&sample, statements), [(1, Rule::NotNull), (2, Rule::NotNull)]);
}

#[test]
fn receiver_may_be_narrowed_and_an_argument_may_not() {
    let sample = SampleCluster::new();
    assert_eq!(broken(&sample, with_box(&sample, [call(sample.nail, Some(1), &[])])), []);
    let crates = |types: &TypeTable, from: TypeId, to: TypeId| {
        from == to && from != TypeTable::VOID && !types.is_primitive(from)
    };
    let mut unrelated = SampleCluster::new();
    unrelated.cluster.set_assignability(crates);
    unrelated.cluster.set_narrower();
    let statements = vec![call(unrelated.one, None, &[]), call(unrelated.nail, Some(0), &[])];
    assert_eq!(broken(&unrelated, statements), [(1, Rule::Assignable)]);
    let mut takes_crate = SampleCluster::new();
    takes_crate.cluster.callables[takes_crate.add.index()].parameters = vec![takes_crate.crate_type];
    let statements = with_box(&takes_crate, [call(takes_crate.add, Some(1), &[1])]);
    assert_eq!(broken(&takes_crate, statements), [(2, Rule::Assignable)]);
}

#[test]
fn arguments_are_as_many_and_of_the_types_wanted() {
    let sample = SampleCluster::new();
    let statements = with_box(
        &sample,
        [call(sample.add, Some(1), &[]), call(sample.add, Some(1), &[0]), call(sample.new_box, None, &[1])],
    );
    let expected = [(2, Rule::ArgumentCount), (3, Rule::Assignable), (4, Rule::Assignable)];
    assert_eq!(broken(&sample, statements), expected);
}

#[test]
fn class_literal_is_of_a_class_that_the_test_can_name() {
    let sample = SampleCluster::new();
    let literal = |ty| Statement::Value(Value::Class(ty));
    let double = TypeTable::primitive(Primitive::Double);
    assert_eq!(broken(&sample, vec![literal(sample.hidden)]), [(0, Rule::Nameable)]);
    assert_eq!(broken(&sample, vec![literal(double)]), []);
    let passed = vec![literal(sample.hidden), call(sample.check, None, &[0])];
    assert_eq!(broken(&sample, passed), [(0, Rule::Nameable), (1, Rule::Assignable)]);
}

#[test]
fn null_is_of_a_reference_type_that_the_test_can_name() {
    let sample = SampleCluster::new();
    let int = TypeTable::primitive(Primitive::Int);
    let statements = vec![null(int), null(TypeTable::VOID), null(sample.hidden), null(sample.box_array)];
    let expected = [(0, Rule::TypeOfValue), (1, Rule::TypeOfValue), (2, Rule::Nameable)];
    assert_eq!(broken(&sample, statements), expected);
}

#[test]
fn array_is_of_an_array_type_and_not_longer_than_java_allows() {
    let sample = SampleCluster::new();
    let statements = vec![array(sample.boxes, 1), array(sample.box_array, u32::MAX)];
    assert_eq!(broken(&sample, statements), [(0, Rule::TypeOfValue), (1, Rule::ArrayLength)]);
}

#[test]
fn elements_are_written_inside_arrays_of_the_test_with_fitting_values() {
    let sample = SampleCluster::new();
    let statements = with_box(
        &sample,
        [array(sample.box_array, 1), write(2, 1, 1), write(2, 0, 0), write(1, 0, 1), write(9, 0, 1)],
    );
    let expected = [(3, Rule::ArrayIndex), (4, Rule::Assignable), (5, Rule::OwnArray), (6, Rule::OwnArray)];
    assert_eq!(broken(&sample, statements), expected);
}

#[test]
fn stub_says_what_each_of_its_methods_gives() {
    let sample = SampleCluster::new();
    let throw = StubReturn::Throw(0);
    let linear = |parameter| StubReturn::Polynomial { parameter, coefficients: [0.0, 1.0, 2.0] };
    let statements = vec![
        int(7),
        stub(&[throw]),
        stub(&[throw, throw, throw]),
        stub(&[linear(1), throw]),
        stub(&[throw, linear(0)]),
        stub(&[throw, StubReturn::Parameter(1)]),
        stub(&[throw, StubReturn::Variable(VariableRef(0))]),
        stub(&[throw, StubReturn::Throw(2)]),
    ];
    let expected = [
        (1, Rule::StubReturns),
        (2, Rule::StubReturns),
        (3, Rule::StubParameter),
        (4, Rule::StubParameter),
        (5, Rule::StubParameter),
        (6, Rule::Assignable),
        (7, Rule::StubReturns),
    ];
    assert_eq!(broken(&sample, statements), expected);
}

#[test]
fn violation_says_where_and_what() {
    let sample = SampleCluster::new();
    let test = TestCase::new(with_box(&sample, [call(sample.add, Some(1), &[0])]));
    let violations = verify(&test, &sample.cluster).unwrap_err();
    assert_eq!(violations[0].to_string(), "statement 2: `v0` is a `int` where a `demo.Box` is wanted");
}

#[test]
fn name_of_a_file_is_a_literal() {
    let mut sample = SampleCluster::new();
    let path = format!("{}.{}", TEXT_FILE.class, TEXT_FILE.name);
    let write = sample.add_static(&path, TEXT_FILE.descriptor, 2, sample.boxes);
    let label = sample.add_static("demo/Box.label", "()Ljava/lang/String;", 0, TypeTable::STRING);
    let text = || Statement::Value(Value::String("a".into()));
    let given = call(label, None, &[]);
    assert_eq!(broken(&sample, vec![text(), given.clone(), call(write, None, &[0, 1])]), []);
    assert_eq!(broken(&sample, vec![text(), given, call(write, None, &[1, 0])]), [(2, Rule::FileName)]);
    let null = null(TypeTable::STRING);
    assert_eq!(broken(&sample, vec![null, call(write, None, &[0, 0])]), [(1, Rule::FileName)]);
}
