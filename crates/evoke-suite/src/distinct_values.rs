//! Other literals for a call that takes one twice: what exchanges, orders or compares its arguments shows nothing where they are the same.

use evoke_analysis::TestCluster;
use evoke_testcase::{JavaString, Statement, TestCase, Value, VariableRef, verify};

/// Most literals that are tried in place of one.
const MAX_OTHERS: usize = 4;
/// Letters that stand for any text or character.
const LETTERS: [char; 3] = ['a', 'b', 'c'];

/// The places, among what the statement refers to, of literals that stand there once more: earlier arguments of a call, earlier elements of
/// an array.
pub(crate) fn repeated_literals(test: &TestCase, position: usize) -> Vec<usize> {
    let (before, own) = literals_together(test, position);
    let is_repeated = |place: &usize| {
        let (earlier, value) = (&own[..*place], own[*place].1);
        before.iter().chain(earlier.iter().map(|(_, value)| value)).any(|other| *other == value)
    };
    (0..own.len()).filter(is_repeated).map(|place| own[place].0).collect()
}

/// The test with another literal, made before the statement, in place of what the statement refers to at this place; those that read best
/// first.
pub(crate) fn with_other_literal(
    test: &TestCase,
    position: usize,
    place: usize,
    cluster: &TestCluster,
) -> Vec<TestCase> {
    let (mut taken, own) = literals_together(test, position);
    let Some((_, value)) = own.iter().find(|(own_place, _)| *own_place == place) else { return Vec::new() };
    taken.extend(own.iter().map(|(_, value)| *value));
    let mut others: Vec<Value> = Vec::new();
    for other in other_values(value).into_iter().chain(literals_like(test, value)) {
        if !taken.contains(&&other) && !others.contains(&other) {
            others.push(other);
        }
    }
    let changed = others.into_iter().take(MAX_OTHERS).map(|other| {
        let mut changed = test.clone();
        changed.insert(position, [Statement::Value(other)]);
        changed.set_reference(position + 1, place, VariableRef(position as u32));
        changed
    });
    changed.filter(|changed| verify(changed, cluster).is_ok()).collect()
}

/// Literals that were written to the array before, and those of the statement itself by their place among what it refers to.
fn literals_together(test: &TestCase, position: usize) -> (Vec<&Value>, Vec<(usize, &Value)>) {
    let literal = |variable: &VariableRef| match test.definition(*variable) {
        Statement::Value(value) if !other_values(value).is_empty() => Some(value),
        _ => None,
    };
    match &test.statements()[position] {
        Statement::Invoke { receiver, arguments, .. } => {
            let first = usize::from(receiver.is_some());
            let own = arguments.iter().enumerate();
            (Vec::new(), own.filter_map(|(index, it)| Some((first + index, literal(it)?))).collect())
        }
        Statement::WriteElement { array, value, .. } => {
            let before = test.statements()[..position].iter().filter_map(|statement| match statement {
                Statement::WriteElement { array: other, value, .. } if other == array => literal(value),
                _ => None,
            });
            (before.collect(), literal(value).map(|value| (1, value)).into_iter().collect())
        }
        _ => (Vec::new(), Vec::new()),
    }
}

/// Literals of the kind in the test.
fn literals_like<'t>(test: &'t TestCase, value: &Value) -> impl Iterator<Item = Value> + use<'t> {
    let kind = std::mem::discriminant(value);
    test.statements().iter().filter_map(move |statement| match statement {
        Statement::Value(other) if std::mem::discriminant(other) == kind => Some(other.clone()),
        _ => None,
    })
}

/// Values of the same kind that read as well, those above before those below; none of what has hardly another one.
fn other_values(value: &Value) -> Vec<Value> {
    match value {
        Value::Byte(value) => neighbours(*value, i8::checked_add).map(Value::Byte).collect(),
        Value::Short(value) => neighbours(*value, i16::checked_add).map(Value::Short).collect(),
        Value::Int(value) => neighbours(*value, i32::checked_add).map(Value::Int).collect(),
        Value::Long(value) => neighbours(*value, i64::checked_add).map(Value::Long).collect(),
        Value::Float(value) => [1.0, -1.0].map(|step| Value::Float(value + step)).into(),
        Value::Double(value) => [1.0, -1.0].map(|step| Value::Double(value + step)).into(),
        Value::Char(_) => LETTERS.map(|letter| Value::Char(letter as u16)).into(),
        Value::String(text) => {
            let letters = LETTERS.map(|letter| JavaString::from(letter.to_string().as_str()));
            letters.into_iter().chain(longer(text)).map(Value::String).collect()
        }
        Value::Boolean(_) | Value::Null(_) | Value::Class(_) => Vec::new(),
    }
}

fn neighbours<N: From<i8> + Copy>(value: N, add: fn(N, N) -> Option<N>) -> impl Iterator<Item = N> {
    [1, -1].into_iter().filter_map(move |step| add(value, N::from(step)))
}

/// The text with a letter more; none of the empty one.
fn longer(text: &JavaString) -> Option<JavaString> {
    let units: Vec<u16> = text.units().iter().copied().chain(['b' as u16]).collect();
    (!text.units().is_empty()).then(|| JavaString::from_units(&units))
}

#[cfg(test)]
mod tests {
    use evoke_analysis::TypeTable;

    use super::*;
    use crate::testing::{Demo, boolean, call, int, test_of, value};

    /// `account.transfer(7, 7)`
    fn transfer(demo: &mut Demo) -> TestCase {
        let make = demo.constructor();
        let transfer = demo.method("transfer", "(II)Z", &[int(), int()], boolean());
        demo.cluster.set_assignability(|_, from, to| from == to);
        test_of(vec![
            value(Value::String("Ann".into())),
            call(make, None, &[VariableRef(0)]),
            value(Value::Int(7)),
            call(transfer, Some(VariableRef(1)), &[VariableRef(2), VariableRef(2)]),
        ])
    }

    #[test]
    fn second_of_two_equal_arguments_gets_a_literal_of_its_own() {
        let mut demo = Demo::new();
        let test = transfer(&mut demo);
        assert_eq!(repeated_literals(&test, 3), [2]);
        let with = |amount| {
            let mut statements = test.statements().to_vec();
            statements.insert(3, value(Value::Int(amount)));
            let Statement::Invoke { arguments, .. } = &mut statements[4] else { unreachable!() };
            arguments[1] = VariableRef(3);
            test_of(statements)
        };
        assert_eq!(with_other_literal(&test, 3, 2, &demo.cluster), [with(8), with(6)]);
    }

    #[test]
    fn arguments_that_differ_or_are_no_literals_are_left_alone() {
        let mut demo = Demo::new();
        let test = transfer(&mut demo);
        let apart = &with_other_literal(&test, 3, 2, &demo.cluster)[0];
        assert!((0..apart.len()).all(|position| repeated_literals(apart, position).is_empty()));
        let of_null = test_of(vec![
            value(Value::Null(TypeTable::STRING)),
            call(
                demo.static_method("same", "(Ljava/lang/String;Ljava/lang/String;)V", &[], TypeTable::VOID),
                None,
                &[VariableRef(0), VariableRef(0)],
            ),
        ]);
        assert_eq!(repeated_literals(&of_null, 1), Vec::<usize>::new());
    }

    #[test]
    fn element_of_an_array_that_another_one_is_equal_to_is_repeated() {
        let mut demo = Demo::new();
        let array_type = demo.array_of(int());
        demo.cluster.set_assignability(|_, from, to| from == to);
        let write = |index, value| Statement::WriteElement { array: VariableRef(0), index, value };
        let test = test_of(vec![
            Statement::NewArray { array_type, length: 2 },
            value(Value::Int(7)),
            write(0, VariableRef(1)),
            write(1, VariableRef(1)),
        ]);
        assert_eq!(repeated_literals(&test, 2), Vec::<usize>::new());
        assert_eq!(repeated_literals(&test, 3), [1]);
        let apart = &with_other_literal(&test, 3, 1, &demo.cluster)[0];
        assert_eq!(apart.statements()[3..], [value(Value::Int(8)), write(1, VariableRef(3))]);
    }

    #[test]
    fn texts_are_told_apart_by_a_letter_a_longer_one_or_another_of_the_test() {
        let others: Vec<Value> = other_values(&Value::String("b".into()));
        assert_eq!(others, ["a", "b", "c", "bb"].map(|text| Value::String(text.into())));
        assert_eq!(other_values(&Value::Byte(127)), [Value::Byte(126)]);
        assert_eq!(other_values(&Value::Boolean(true)), Vec::<Value>::new());
    }
}
