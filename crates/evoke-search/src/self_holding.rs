//! Objects that come to hold themselves: a map that is put into itself has no end for whoever walks over it, as its hash code and its text
//! do, and each such walk takes as long as hundreds of other tests, since the stack has to overflow first.

use evoke_testcase::{Statement, TestCase, VariableRef};

/// The first call before `end` that gives an object to itself, or to what it is held by, as far as the test tells: what a call is given may
/// be held from then on by what it is made on and by what it gives, and what it gives may be a view of what it is made on.
pub(crate) fn first_self_holding(test: &TestCase, end: u32) -> Option<u32> {
    let mut held: Vec<Vec<VariableRef>> = Vec::new();
    for (position, statement) in test.statements().iter().take(end as usize).enumerate() {
        held.push(statement.references().to_vec());
        let (holder, given) = match statement {
            Statement::Invoke { receiver: Some(receiver), arguments, .. } => {
                (*receiver, arguments.as_slice())
            }
            Statement::WriteElement { array, value, .. } => (*array, std::slice::from_ref(value)),
            _ => continue,
        };
        let is_value = matches!(test.definition(holder), Statement::Value(_));
        if !is_value && given.iter().any(|given| reaches(*given, holder, &held)) {
            return Some(position as u32);
        }
        held[holder.index()].extend(given);
    }
    None
}

/// Whether an object is another one, or may hold it.
fn reaches(from: VariableRef, to: VariableRef, held: &[Vec<VariableRef>]) -> bool {
    let mut seen = vec![false; held.len()];
    let mut open = vec![from];
    while let Some(next) = open.pop() {
        if next == to {
            return true;
        }
        if !std::mem::replace(&mut seen[next.index()], true) {
            open.extend(&held[next.index()]);
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use evoke_analysis::{CallableId, TypeId};
    use evoke_testcase::Value;

    use super::*;

    fn call(receiver: Option<u32>, arguments: &[u32]) -> Statement {
        let arguments = arguments.iter().copied().map(VariableRef).collect();
        Statement::Invoke { callable: CallableId(0), receiver: receiver.map(VariableRef), arguments }
    }

    fn first(statements: Vec<Statement>) -> Option<u32> {
        let end = statements.len() as u32;
        first_self_holding(&TestCase::new(statements), end)
    }

    #[test]
    fn what_is_given_itself_holds_itself() {
        let one = || Statement::Value(Value::Int(1));
        assert_eq!(first(vec![call(None, &[]), one(), call(Some(0), &[1]), call(Some(0), &[1, 0])]), Some(3));
        assert_eq!(
            first(vec![call(None, &[]), call(None, &[0]), call(Some(1), &[0]), call(None, &[1, 1])]),
            None
        );
        assert_eq!(first(vec![one(), call(Some(0), &[0])]), None, "a literal holds nothing");
        let array = vec![
            Statement::NewArray { array_type: TypeId(1), length: 1 },
            Statement::WriteElement { array: VariableRef(0), index: 0, value: VariableRef(0) },
        ];
        assert_eq!(first(array), Some(1));
    }

    #[test]
    fn objects_that_are_given_each_other_or_views_of_themselves_hold_themselves() {
        let [new, other] = [call(None, &[]), call(None, &[])];
        assert_eq!(first(vec![new.clone(), other, call(Some(0), &[1]), call(Some(1), &[0])]), Some(3));
        assert_eq!(first(vec![new.clone(), call(Some(0), &[]), call(Some(0), &[1])]), Some(2), "a view");
        assert_eq!(
            first(vec![new, call(None, &[0]), call(Some(0), &[1])]),
            Some(2),
            "a copy, for all that is known"
        );
    }

    #[test]
    fn calls_from_the_end_on_do_not_count() {
        let test = TestCase::new(vec![call(None, &[]), call(Some(0), &[0])]);
        assert_eq!(first_self_holding(&test, 1), None);
    }
}
