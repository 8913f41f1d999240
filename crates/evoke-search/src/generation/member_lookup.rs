//! Members of classes as objects, each looked up on a class literal: `Sample.class.getDeclaredMethod("setName", String.class)`; and generic types,
//! which are those of members.

use evoke_analysis::{MemberLookup, TypeCategory};
use evoke_testcase::{Arguments, JavaString, Statement, Value, VariableRef};

use super::{Fragment, TestFactory};

impl TestFactory<'_> {
    /// Appends a look-up with all it needs; nothing where there is no room.
    pub(super) fn look_up(&self, fragment: &mut Fragment<'_>, lookup: &MemberLookup) -> Option<VariableRef> {
        let start = fragment.len();
        let member = self.looked_up(fragment, lookup);
        if member.is_none() {
            fragment.truncate(start);
        }
        member
    }

    fn looked_up(&self, fragment: &mut Fragment<'_>, lookup: &MemberLookup) -> Option<VariableRef> {
        let receiver = fragment.push(Statement::Value(Value::Class(lookup.class)))?;
        let mut arguments = Arguments::new();
        if let Some(name) = &lookup.name {
            let name = JavaString::from(name.as_str());
            arguments.push(fragment.push(Statement::Value(Value::String(name)))?);
        }
        if let Some(parameters) = &lookup.parameters {
            let array_type = *self.cluster.callable(lookup.callable).parameters.last()?;
            let TypeCategory::Array(_) = self.cluster.types.category(array_type) else { return None };
            let array = fragment.push(Statement::NewArray { array_type, length: parameters.len() as u32 })?;
            for (index, parameter) in (0_u32..).zip(parameters) {
                let value = fragment.push(Statement::Value(Value::Class(*parameter)))?;
                fragment.push(Statement::WriteElement { array, index, value })?;
            }
            arguments.push(array);
        }
        let member = fragment.push(Statement::Invoke {
            callable: lookup.callable,
            receiver: Some(receiver),
            arguments,
        })?;
        let Some(callable) = lookup.type_of else { return Some(member) };
        fragment.push(Statement::Invoke { callable, receiver: Some(member), arguments: Arguments::new() })
    }
}
