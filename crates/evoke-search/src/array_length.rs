//! Other lengths for arrays of a test, without the writes that would be outside.

use evoke_testcase::{Statement, TestCase, VariableRef};

/// Gives the array at `position`, and those of its type that are as long, another length: rows of a matrix stay rows of a
/// matrix.
pub(crate) fn resize_alike(test: &mut TestCase, position: usize, length: u32) {
    let Some(Statement::NewArray { array_type, length: old }) = test.statements().get(position).cloned()
    else {
        return;
    };
    for position in 0..test.len() {
        if test.statements()[position] == (Statement::NewArray { array_type, length: old }) {
            resize(test, position, length);
        }
    }
    drop_writes_outside(test);
}

/// Gives the array at `position` alone another length.
pub(crate) fn resize_one(test: &mut TestCase, position: usize, length: u32) {
    resize(test, position, length);
    drop_writes_outside(test);
}

fn resize(test: &mut TestCase, position: usize, length: u32) {
    if let Some(Statement::NewArray { array_type, .. }) = test.statements().get(position).cloned() {
        test.replace(position, Statement::NewArray { array_type, length });
    }
}

fn drop_writes_outside(test: &mut TestCase) {
    let length_of = |array: VariableRef| match test.definition(array) {
        Statement::NewArray { length, .. } => *length,
        _ => u32::MAX,
    };
    let is_outside = |statement: &Statement| matches!(statement, Statement::WriteElement { array, index, .. } if *index >= length_of(*array));
    let mut doomed: Vec<bool> = test.statements().iter().map(is_outside).collect();
    if doomed.contains(&true) {
        test.remove_all(&mut doomed);
    }
}

#[cfg(test)]
mod tests {
    use evoke_analysis::{TypeId, TypeTable};
    use evoke_testcase::Value;

    use super::*;

    const ROWS: TypeId = TypeTable::STRING;
    const ROW: TypeId = TypeTable::OBJECT;

    /// Two rows of two, one of three, a literal, and a write to the end of each.
    fn rows() -> TestCase {
        let write = |array: u32, index| Statement::WriteElement {
            array: VariableRef(array),
            index,
            value: VariableRef(3),
        };
        TestCase::new(vec![
            Statement::NewArray { array_type: ROW, length: 2 },
            Statement::NewArray { array_type: ROW, length: 2 },
            Statement::NewArray { array_type: ROWS, length: 2 },
            Statement::Value(Value::Int(7)),
            write(0, 0),
            write(0, 1),
            write(1, 1),
            write(2, 1),
        ])
    }

    fn lengths(test: &TestCase) -> Vec<u32> {
        let length = |statement: &Statement| match statement {
            Statement::NewArray { length, .. } => Some(*length),
            _ => None,
        };
        test.statements().iter().filter_map(length).collect()
    }

    #[test]
    fn rows_of_one_length_stay_so_and_lose_what_is_outside() {
        let mut test = rows();
        resize_alike(&mut test, 1, 1);
        assert_eq!(lengths(&test), [1, 1, 2]);
        assert_eq!(test.len(), 6, "two writes were outside");
    }

    #[test]
    fn one_array_is_resized_alone() {
        let mut test = rows();
        resize_one(&mut test, 0, 5);
        assert_eq!((lengths(&test), test.len()), (vec![5, 2, 2], 8));
    }
}
