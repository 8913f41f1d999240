//! What the edits of a test do to its references.

use evoke_analysis::{CallableId, StubId, TypeId};

use smallvec::SmallVec;

use super::*;
use crate::{StubInstance, StubReturn, Value};

fn int(value: i32) -> Statement {
    Statement::Value(Value::Int(value))
}

fn call(arguments: &[u32]) -> Statement {
    let arguments = arguments.iter().copied().map(VariableRef).collect();
    Statement::Invoke { callable: CallableId(0), receiver: None, arguments }
}

fn array() -> Statement {
    Statement::NewArray { array_type: TypeId(20), length: 2 }
}

fn write(array: u32, value: u32) -> Statement {
    Statement::WriteElement { array: VariableRef(array), index: 0, value: VariableRef(value) }
}

fn test(statements: impl IntoIterator<Item = Statement>) -> TestCase {
    TestCase::new(statements.into_iter().collect())
}

#[test]
fn insertion_shifts_later_references_only() {
    let mut edited = test([int(0), int(1), call(&[0, 1]), call(&[2])]);
    edited.insert(1, [int(7), call(&[0, 1])]);
    assert_eq!(edited, test([int(0), int(7), call(&[0, 1]), int(1), call(&[0, 3]), call(&[4])]));
}

#[test]
fn removal_takes_dependants_and_renumbers_the_rest() {
    let mut edited = test([int(0), int(1), call(&[0]), call(&[2]), call(&[1])]);
    edited.remove_with_dependants(0);
    assert_eq!(edited, test([int(1), call(&[0])]));
}

#[test]
fn remove_all_tells_what_went() {
    let mut edited = test([int(0), int(1), call(&[0]), call(&[1])]);
    let mut doomed = [true, false, false, false];
    edited.remove_all(&mut doomed);
    assert_eq!(doomed, [true, false, true, false]);
    assert_eq!(edited, test([int(1), call(&[0])]));
}

#[test]
fn appended_test_refers_to_its_own_variables() {
    let mut edited = test([int(0), call(&[0])]);
    edited.append(&test([int(1), call(&[0])]));
    assert_eq!(edited, test([int(0), call(&[0]), int(1), call(&[2])]));
}

#[test]
fn set_reference_changes_one_reference() {
    let mut edited = test([int(0), int(1), call(&[0, 0])]);
    edited.set_reference(2, 1, VariableRef(1));
    assert_eq!(edited, test([int(0), int(1), call(&[0, 1])]));
}

#[test]
fn redirected_readers_read_the_other_variable() {
    let mut edited = test([int(0), int(1), call(&[1]), call(&[0, 1])]);
    edited.redirect(VariableRef(1), VariableRef(0));
    assert_eq!(edited, test([int(0), int(1), call(&[0]), call(&[0, 0])]));
}

#[test]
fn last_reader_of_a_variable_is_found() {
    let readers = test([int(0), int(1), call(&[0]), call(&[0])]).last_readers();
    assert_eq!(readers, [Some(3), None, None, None]);
}

#[test]
fn statement_needs_what_it_reads_and_writes_to_its_arrays() {
    let whole = test([int(0), array(), write(1, 0), int(5), call(&[1]), call(&[3])]);
    assert_eq!(whole.needed_for(4), [true, true, true, false, true, false]);
    assert_eq!(whole.needed_for(5), [false, false, false, true, false, true]);
}

#[test]
fn array_written_into_a_needed_array_is_needed_with_its_own_writes() {
    let whole = test([int(0), array(), write(1, 0), array(), write(3, 1), call(&[3])]);
    assert_eq!(whole.needed_for(5), [true; 6]);
}

#[test]
fn unused_values_and_arrays_go_and_calls_stay() {
    let mut edited = test([int(0), array(), write(1, 0), int(1), call(&[3]), int(2)]);
    edited.remove_unused_values();
    assert_eq!(edited, test([int(1), call(&[0])]));
}

#[test]
fn writes_to_a_used_array_stay() {
    let whole = test([int(0), array(), write(1, 0), array(), write(3, 1), call(&[3])]);
    let mut edited = whole.clone();
    edited.remove_unused_values();
    assert_eq!(edited, whole);
}

#[test]
fn arrays_that_hold_each_other_go_where_no_call_sees_them() {
    let mut edited = test([array(), array(), write(0, 1), write(1, 0), write(0, 0), call(&[])]);
    edited.remove_unused_values();
    assert_eq!(edited, test([call(&[])]));

    let whole = test([array(), array(), write(0, 1), write(1, 0), call(&[1])]);
    let mut edited = whole.clone();
    edited.remove_unused_values();
    assert_eq!(edited, whole);
}

fn stub(returned: u32) -> Statement {
    let returns = vec![StubReturn::Variable(VariableRef(returned)), StubReturn::Parameter(0)];
    Statement::Stub(Box::new(StubInstance {
        stub: StubId(0),
        arguments: SmallVec::new(),
        returns,
        callbacks: Vec::new(),
    }))
}

#[test]
fn what_a_stub_gives_lives_as_long_as_the_stub() {
    let mut edited = test([int(0), stub(0), stub(1), int(1), stub(3), call(&[2])]);
    edited.remove_unused_values();
    assert_eq!(edited, test([int(0), stub(0), stub(1), call(&[2])]));
    edited.remove_with_dependants(0);
    assert!(edited.is_empty());
}
