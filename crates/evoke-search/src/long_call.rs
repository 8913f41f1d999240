//! A call in which a run used up its steps, with how much it was asked to do as far as numbers tell.

use evoke_analysis::CallableId;
use evoke_testcase::{Statement, TestCase, Value};

/// Such a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LongCall {
    /// What is called.
    pub(crate) callable: CallableId,
    /// Magnitudes of the numbers, and lengths of the arrays and texts, that the call and what it is given are made with, added up.
    pub(crate) size: u64,
}

impl LongCall {
    /// The call at this position, if there is one.
    pub(crate) fn at(test: &TestCase, statement: u32) -> Option<Self> {
        let position = statement as usize;
        let Statement::Invoke { callable, .. } = test.statements().get(position)? else { return None };
        let needed = test.needed_for(position);
        let sizes =
            test.statements().iter().zip(needed).filter(|(_, needed)| *needed).map(|(it, _)| size(it));
        Some(Self { callable: *callable, size: sizes.fold(0, u64::saturating_add) })
    }
}

fn size(statement: &Statement) -> u64 {
    let Statement::Value(value) = statement else {
        return match statement {
            Statement::NewArray { length, .. } => u64::from(*length),
            _ => 0,
        };
    };
    match value {
        Value::Byte(value) => u64::from(value.unsigned_abs()),
        Value::Short(value) => u64::from(value.unsigned_abs()),
        Value::Int(value) => u64::from(value.unsigned_abs()),
        Value::Long(value) => value.unsigned_abs(),
        // Saturates, and a number that is none has no size.
        Value::Float(value) => value.abs() as u64,
        Value::Double(value) => value.abs() as u64,
        Value::String(text) => text.units().len() as u64,
        Value::Boolean(_) | Value::Char(_) | Value::Null(_) | Value::Class(_) => 0,
    }
}

#[cfg(test)]
mod tests {
    use evoke_analysis::TypeTable;
    use evoke_testcase::VariableRef;

    use super::*;

    fn call(callable: u32, arguments: &[u32]) -> Statement {
        let arguments = arguments.iter().map(|variable| VariableRef(*variable)).collect();
        Statement::Invoke { callable: CallableId(callable), receiver: None, arguments }
    }

    #[test]
    fn size_is_that_of_all_that_the_call_is_made_with_and_of_nothing_else() {
        let test = TestCase::new(vec![
            Statement::Value(Value::Int(-30)),
            Statement::Value(Value::Double(1e300)),
            Statement::NewArray { array_type: TypeTable::STRING, length: 7 },
            call(4, &[0]),
            Statement::Value(Value::String("abc".into())),
            call(5, &[3, 2, 4]),
        ]);
        assert_eq!(LongCall::at(&test, 5), Some(LongCall { callable: CallableId(5), size: 30 + 7 + 3 }));
        assert_eq!(LongCall::at(&test, 3), Some(LongCall { callable: CallableId(4), size: 30 }));
        assert_eq!(LongCall::at(&test, 1), None);
        assert_eq!(LongCall::at(&test, 6), None);
    }
}
