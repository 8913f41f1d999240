//! Inputs that were too short: where a call threw because it read or wrote beyond the end of something, the arrays and texts
//! that it was made with get longer, as long as the exception says, else twice as long.
//!
//! Decoders check that there is enough of their input by reading it; until there is, all that is behind it cannot be reached,
//! and no branch under test says how much is missing. The exception does.

use evoke_testcase::{ExecutionOutcome, ExecutionResult, Statement, TestCase, ThrownException, Value};

use crate::array_length::resize_one;
use crate::generation::MAX_ARRAY_LENGTH;

/// A text is not made longer than this.
const MAX_TEXT_LENGTH: u32 = 1024;

/// Ends of the names of exceptions that say that there was too little of something.
const EXCEPTIONS: [&str; 4] =
    ["IndexOutOfBoundsException", "/BufferUnderflowException", "/BufferOverflowException", "/EOFException"];

/// Tests in which one of the inputs of the call that threw is longer; none if it did not throw for its length.
pub(crate) fn longer(test: &TestCase, result: &ExecutionResult) -> Vec<TestCase> {
    let ExecutionOutcome::Threw { statement, exception } = &result.outcome else { return Vec::new() };
    if !EXCEPTIONS.iter().any(|name| exception.class.as_str().ends_with(name)) {
        return Vec::new();
    }
    let numbers = numbers(exception);
    let inputs: Vec<(usize, u32)> = test
        .needed_for(*statement as usize)
        .into_iter()
        .enumerate()
        .filter(|(_, is_needed)| *is_needed)
        .filter_map(|(position, _)| Some((position, length_at(test, position)?)))
        .collect();
    let is_named = |(_, length): &&(usize, u32)| numbers.contains(length);
    let named: Vec<&(usize, u32)> = inputs.iter().filter(is_named).collect();
    let chosen = if named.is_empty() { inputs.iter().collect() } else { named };
    chosen
        .into_iter()
        .filter_map(|(position, length)| {
            let wanted = numbers.iter().max().map_or(0, |most| most.saturating_add(1));
            lengthened(test, *position, wanted.max(length.saturating_mul(2)).max(1))
        })
        .collect()
}

/// The numbers in the message of an exception: an index, a length.
fn numbers(exception: &ThrownException) -> Vec<u32> {
    let Some(message) = &exception.message else { return Vec::new() };
    String::from_utf16_lossy(message.units())
        .split(|character: char| !character.is_ascii_digit())
        .filter_map(|digits| digits.parse().ok())
        .filter(|number| *number <= MAX_ARRAY_LENGTH)
        .collect()
}

/// The length of the array or text that a statement makes.
fn length_at(test: &TestCase, position: usize) -> Option<u32> {
    match &test.statements()[position] {
        Statement::NewArray { length, .. } => Some(*length),
        Statement::Value(Value::String(text)) => Some(text.len() as u32),
        _ => None,
    }
}

/// The test with a longer array or text; `None` if that would be too long.
fn lengthened(test: &TestCase, position: usize, length: u32) -> Option<TestCase> {
    let mut longer = test.clone();
    match &test.statements()[position] {
        Statement::NewArray { .. } if length <= MAX_ARRAY_LENGTH => resize_one(&mut longer, position, length),
        Statement::Value(Value::String(text)) if length <= MAX_TEXT_LENGTH => {
            longer.replace(position, Statement::Value(Value::String(text.repeated(length as usize))));
        }
        _ => return None,
    }
    Some(longer)
}

#[cfg(test)]
mod tests {
    use evoke_analysis::{CallableId, TypeId};
    use evoke_testcase::{ExecutionTrace, JavaString, VariableRef};
    use smallvec::smallvec;

    use super::*;

    fn array(length: u32) -> Statement {
        Statement::NewArray { array_type: TypeId(0), length }
    }

    fn call(argument: u32) -> Statement {
        let arguments = smallvec![VariableRef(argument)];
        Statement::Invoke { callable: CallableId(0), receiver: None, arguments }
    }

    fn text(text: &str) -> Statement {
        Statement::Value(Value::String(JavaString::from(text)))
    }

    /// What becomes of the statements when the last of them throws.
    fn lengthened_by(statements: Vec<Statement>, class: &str, message: &str) -> Vec<Statement> {
        let statement = statements.len() as u32 - 1;
        let exception = ThrownException { class: class.into(), message: Some(JavaString::from(message)) };
        let result = ExecutionResult {
            outcome: ExecutionOutcome::Threw { statement, exception },
            executed: statement + 1,
            trace: ExecutionTrace::default(),
        };
        let before = statements.clone();
        longer(&TestCase::new(statements), &result)
            .iter()
            .flat_map(|test| test.statements().to_vec())
            .filter(|statement| !before.contains(statement))
            .collect()
    }

    #[test]
    fn array_becomes_as_long_as_the_exception_says() {
        let statements = vec![array(8), array(3), text("three"), call(0)];
        let class = "java/lang/ArrayIndexOutOfBoundsException";
        let found = lengthened_by(statements.clone(), class, "Index 164 out of bounds for length 8");
        assert_eq!(found, [array(165)]);
        assert_eq!(lengthened_by(statements, "java/lang/IllegalStateException", "8 is not 164"), []);
    }

    #[test]
    fn input_of_which_nothing_is_known_becomes_twice_as_long() {
        let found = lengthened_by(vec![text("abc"), call(0)], "java/io/EOFException", "");
        assert_eq!(found, [text("abcabc")]);
        let found = lengthened_by(vec![array(0), call(0)], "java/nio/BufferUnderflowException", "");
        assert_eq!(found, [array(1)]);
        assert_eq!(lengthened_by(vec![array(4096), call(0)], "java/io/EOFException", ""), []);
    }
}
