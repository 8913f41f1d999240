//! Input-to-state correspondence of numbers that are read of several bytes at once, as decoders read lengths and magic numbers:
//! where the bytes of one operand of a comparison stand in a byte array of the test, those of the other are written.

use evoke_analysis::TypeId;
use evoke_testcase::{Operand, Statement, TestCase, Value, VariableRef};

/// Sizes of numbers in bytes. Of numbers of one byte elements are literals.
const WIDTHS: [usize; 3] = [2, 4, 8];
/// Zeros are everywhere; a decoder reads from the beginning.
const MAX_PLACES: usize = 2;

/// Tests with one number written into one array.
pub(crate) fn rewritten(
    test: &TestCase,
    operands: &[Operand],
    is_byte_array: impl Fn(TypeId) -> bool,
) -> Vec<TestCase> {
    let mut found = Vec::new();
    for (position, statement) in test.statements().iter().enumerate() {
        let Statement::NewArray { array_type, length } = statement else { continue };
        if !is_byte_array(*array_type) {
            continue;
        }
        let contents = contents(test, position, *length);
        for operand in operands {
            for (from, to) in [(&operand.left, &operand.right), (&operand.right, &operand.left)] {
                if let (Some(from), Some(to)) = (from.as_integer(), to.as_integer()) {
                    found.extend(
                        writes(&contents, from, to).map(|(at, bytes)| write(test, position, at, &bytes)),
                    );
                }
            }
        }
    }
    found
}

/// What is known to be in the array when it is complete.
fn contents(test: &TestCase, position: usize, length: u32) -> Vec<Option<i8>> {
    let mut contents = vec![Some(0); length as usize];
    for statement in test.statements() {
        if let Statement::WriteElement { array, index, value } = statement
            && array.index() == position
            && let Some(element) = contents.get_mut(*index as usize)
        {
            *element = match test.definition(*value) {
                Statement::Value(Value::Byte(byte)) => Some(*byte),
                _ => None,
            };
        }
    }
    contents
}

/// Places where `from` stands, with the bytes of `to` in the same order, in the fewest bytes that both fit into.
fn writes(contents: &[Option<i8>], from: i64, to: i64) -> impl Iterator<Item = (usize, Vec<i8>)> {
    let is_byte = |number: i64| i8::try_from(number).is_ok() || u8::try_from(number).is_ok();
    let width = WIDTHS.into_iter().find(|width| !is_byte(to) && fits(from, *width) && fits(to, *width));
    let orders = [big_endian, little_endian];
    width.into_iter().flat_map(move |width| {
        orders.into_iter().flat_map(move |order| {
            let (from, to) = (order(from, width), order(to, width));
            let stands_at = move |window: &[Option<i8>]| {
                window.iter().zip(&from).all(|(element, byte)| *element == Some(*byte))
            };
            let places = contents.windows(width).enumerate().filter(move |(_, window)| stands_at(window));
            places.take(MAX_PLACES).map(move |(place, _)| (place, to.clone()))
        })
    })
}

/// Whether the number is one of so many bytes, with or without a sign.
fn fits(number: i64, width: usize) -> bool {
    let bits = 8 * width as u32;
    bits == i64::BITS || number >= -(1 << (bits - 1)) && number < 1 << bits
}

fn big_endian(number: i64, width: usize) -> Vec<i8> {
    number.to_be_bytes()[8 - width..].iter().map(|byte| *byte as i8).collect()
}

fn little_endian(number: i64, width: usize) -> Vec<i8> {
    number.to_le_bytes()[..width].iter().map(|byte| *byte as i8).collect()
}

/// The test with these bytes in the array at `position`, from its element `place` on.
fn write(test: &TestCase, position: usize, place: usize, bytes: &[i8]) -> TestCase {
    let mut test = test.clone();
    let elements = place as u32..(place + bytes.len()) as u32;
    let is_overwritten = |statement: &Statement| {
        matches!(statement, Statement::WriteElement { array, index, .. }
            if array.index() == position && elements.contains(index))
    };
    let mut doomed: Vec<bool> = test.statements().iter().map(is_overwritten).collect();
    if doomed.contains(&true) {
        test.remove_all(&mut doomed);
    }
    let mut inserted = Vec::new();
    for (index, byte) in elements.clone().zip(bytes).filter(|(_, byte)| **byte != 0) {
        let value = VariableRef((position + 1 + inserted.len()) as u32);
        inserted.push(Statement::Value(Value::Byte(*byte)));
        inserted.push(Statement::WriteElement { array: VariableRef(position as u32), index, value });
    }
    test.insert(position + 1, inserted);
    test
}

#[cfg(test)]
mod tests {
    use evoke_analysis::{CallableId, PredicateId};
    use evoke_testcase::OperandValue;
    use smallvec::smallvec;

    use super::*;

    const BYTES: TypeId = TypeId(1);

    fn compared(left: i32, right: i32) -> Operand {
        Operand { predicate: PredicateId(0), left: OperandValue::Int(left), right: OperandValue::Int(right) }
    }

    /// A call with an array of so many bytes, of which some are written.
    fn call_with(length: u32, written: &[(u32, i8)]) -> TestCase {
        let mut statements = vec![Statement::NewArray { array_type: BYTES, length }];
        for (index, byte) in written {
            let value = VariableRef(statements.len() as u32);
            statements.push(Statement::Value(Value::Byte(*byte)));
            statements.push(Statement::WriteElement { array: VariableRef(0), index: *index, value });
        }
        let arguments = smallvec![VariableRef(0)];
        statements.push(Statement::Invoke { callable: CallableId(0), receiver: None, arguments });
        TestCase::new(statements)
    }

    fn arrays_of(found: &[TestCase]) -> Vec<Vec<Option<i8>>> {
        let length = |test: &TestCase| match test.statements()[0] {
            Statement::NewArray { length, .. } => length,
            _ => 0,
        };
        found.iter().map(|test| contents(test, 0, length(test))).collect()
    }

    fn found(test: &TestCase, operand: Operand) -> Vec<Vec<Option<i8>>> {
        arrays_of(&rewritten(test, &[operand], |ty| ty == BYTES))
    }

    #[test]
    fn magic_number_is_written_where_zeros_were_read() {
        let arrays = found(&call_with(4, &[]), compared(0, 0x0102_0384));
        assert!(arrays.contains(&[1, 2, 3, -124].map(Some).to_vec()), "{arrays:?}");
        assert!(arrays.contains(&[-124, 3, 2, 1].map(Some).to_vec()), "{arrays:?}");
    }

    #[test]
    fn number_is_sought_among_the_bytes_that_were_written() {
        let test = call_with(6, &[(1, 7), (2, 8), (3, 9)]);
        let arrays = found(&test, compared(0x0708, 0x1112));
        assert_eq!(arrays, [[0, 0x11, 0x12, 9, 0, 0].map(Some).to_vec()]);
    }

    #[test]
    fn numbers_of_one_byte_are_left_to_literals() {
        assert_eq!(found(&call_with(4, &[]), compared(0, 200)), Vec::<Vec<Option<i8>>>::new());
    }

    #[test]
    fn array_that_is_too_short_stays() {
        assert_eq!(found(&call_with(3, &[]), compared(0, 0x0102_0304)), Vec::<Vec<Option<i8>>>::new());
    }
}
