//! A test case in the making: abstract values in, statements out. What does not fit the cluster is refused, and leaves no trace.

use evoke_analysis::{Callable, CallableKind, Primitive, Type, TypeCategory, TypeId, TypeTable};
use evoke_classfile::{ClassName, FieldType, MemberRef};
use evoke_testcase::{Arguments, JavaString, Statement, TestCase, Value, VariableRef, verify};

use crate::abstract_value::{AbstractValue, ArrayValue};
use crate::member_index::MemberIndex;

/// Statements from which on a test case takes in no more; what a test does after that many is left out.
const MAX_STATEMENTS: usize = 100;
/// Elements of an array that is written down at most.
const MAX_ELEMENTS: usize = 20;

/// See the module.
#[derive(Clone)]
pub(crate) struct Draft<'a> {
    members: &'a MemberIndex<'a>,
    test: TestCase,
}

impl<'a> Draft<'a> {
    pub(crate) fn new(members: &'a MemberIndex<'a>) -> Self {
        Self { members, test: TestCase::default() }
    }

    /// Whether nothing more is taken in.
    pub(crate) fn is_full(&self) -> bool {
        self.test.len() >= MAX_STATEMENTS
    }

    /// The test case without what nothing uses; `None` where it calls nothing of the class under test.
    pub(crate) fn into_test(mut self) -> Option<TestCase> {
        self.test.remove_unused_values();
        let cluster = self.members.cluster();
        let is_of_use = |statement: &Statement| match statement {
            Statement::Invoke { callable, .. } => cluster.callable(*callable).under_test.is_some(),
            _ => false,
        };
        let is_fine = self.test.statements().iter().any(is_of_use) && verify(&self.test, cluster).is_ok();
        is_fine.then_some(self.test)
    }

    /// Adds a call, a use of a field or a construction. What it gives, if anything; `None` where it cannot be written.
    pub(crate) fn invoke(
        &mut self,
        kind: CallableKind,
        member: &MemberRef<'_>,
        receiver: Option<&AbstractValue>,
        arguments: &[AbstractValue],
    ) -> Option<AbstractValue> {
        if self.is_full() {
            return None;
        }
        let candidates = self.members.candidates(kind, member, arguments.len(), receiver.is_none());
        candidates.into_iter().find_map(|callable| self.invoke_callable(callable, receiver, arguments))
    }

    fn invoke_callable(
        &mut self,
        callable: &Callable,
        receiver: Option<&AbstractValue>,
        arguments: &[AbstractValue],
    ) -> Option<AbstractValue> {
        let length = self.test.len();
        let made = self.try_invoke(callable, receiver, arguments);
        if made.is_none() {
            self.test.truncate(length);
        }
        made
    }

    fn try_invoke(
        &mut self,
        callable: &Callable,
        receiver: Option<&AbstractValue>,
        arguments: &[AbstractValue],
    ) -> Option<AbstractValue> {
        let receiver = match (receiver, callable.receiver) {
            (Some(value), Some(_)) => Some(self.variable_of(value)?),
            (None, None) => None,
            _ => return None,
        };
        let written: Option<Arguments> =
            arguments.iter().zip(&callable.parameters).map(|(value, ty)| self.argument(value, *ty)).collect();
        let call = Statement::Invoke { callable: callable.id, receiver, arguments: written? };
        let variable = self.test.push(call);
        verify(&self.test, self.members.cluster()).ok()?;
        Some(self.given(variable, callable.return_type))
    }

    fn given(&self, variable: VariableRef, ty: TypeId) -> AbstractValue {
        let category = self.members.cluster().types.category(ty);
        let is_wide = matches!(category, TypeCategory::Primitive(Primitive::Long | Primitive::Double));
        AbstractValue::Variable { variable, is_wide }
    }

    /// Writes an array down with its elements as they are now.
    fn array(&mut self, array: &ArrayValue) -> Option<VariableRef> {
        // An array that holds itself cannot be borrowed again.
        let elements = array.elements.try_borrow_mut().ok()?;
        let component = self.type_of(&array.component)?;
        let array_type = self.type_of(&FieldType::Array(Box::new(array.component.clone())))?;
        // Of arrays in arrays each asks anew.
        if elements.len() > MAX_ELEMENTS || self.is_full() {
            return None;
        }
        let written: Vec<VariableRef> =
            elements.iter().map(|element| self.argument(element, component)).collect::<Option<_>>()?;
        let variable = self.test.push(Statement::NewArray { array_type, length: elements.len() as u32 });
        for (index, value) in (0..).zip(written) {
            self.test.push(Statement::WriteElement { array: variable, index, value });
        }
        Some(variable)
    }

    /// The variable that holds a value which members are used of.
    fn variable_of(&mut self, value: &AbstractValue) -> Option<VariableRef> {
        match value {
            AbstractValue::Variable { variable, .. } => Some(*variable),
            AbstractValue::String(text) => Some(self.literal(Value::String(text.clone()))),
            AbstractValue::Class(name) => {
                let ty = self.class_type(name)?;
                Some(self.literal(Value::Class(ty)))
            }
            _ => None,
        }
    }

    /// The variable to hand over where a value of the type is wanted; a literal gets one of its own.
    fn argument(&mut self, value: &AbstractValue, wanted: TypeId) -> Option<VariableRef> {
        let primitive = match self.members.cluster().types.category(wanted) {
            TypeCategory::Primitive(primitive) => Some(primitive),
            _ => None,
        };
        let literal = match (value, primitive) {
            (AbstractValue::Int(value), Some(primitive)) => of_int(*value, primitive)?,
            (AbstractValue::Long(value), Some(Primitive::Long)) => Value::Long(*value),
            (AbstractValue::Float(value), Some(Primitive::Float)) => Value::Float(*value),
            (AbstractValue::Double(value), Some(Primitive::Double)) => Value::Double(*value),
            (AbstractValue::Null, None) => Value::Null(wanted),
            (AbstractValue::Array(array), None) => return self.array(array),
            (AbstractValue::String(_) | AbstractValue::Class(_) | AbstractValue::Variable { .. }, _) => {
                return self.variable_of(value);
            }
            _ => return None,
        };
        Some(self.literal(literal))
    }

    /// The variable of a literal, the same one each time.
    fn literal(&mut self, value: Value) -> VariableRef {
        let known = self.test.statements().iter().position(|statement| match statement {
            Statement::Value(known) => is_same(known, &value),
            _ => false,
        });
        match known {
            Some(position) => VariableRef(position as u32),
            None => self.test.push(Statement::Value(value)),
        }
    }

    fn class_type(&self, name: &str) -> Option<TypeId> {
        let ty = match FieldType::parse(name) {
            Ok(array @ FieldType::Array(_)) => array,
            _ => FieldType::Object(ClassName::new(name)),
        };
        self.type_of(&ty)
    }

    /// The type of the cluster without type arguments.
    fn type_of(&self, ty: &FieldType) -> Option<TypeId> {
        let types = &self.members.cluster().types;
        match ty {
            FieldType::Object(name) => types.find(&Type::Class { name: name.clone(), arguments: Vec::new() }),
            FieldType::Array(component) => types.find(&Type::Array(self.type_of(component)?)),
            primitive => {
                let found = Primitive::ALL.into_iter().find(|it| it.field_type() == *primitive);
                found.map(TypeTable::primitive)
            }
        }
    }
}

/// An `int` of code as a value of a type that code keeps in one.
fn of_int(value: i32, primitive: Primitive) -> Option<Value> {
    Some(match primitive {
        Primitive::Boolean => Value::Boolean(value != 0),
        Primitive::Byte => Value::Byte(value as i8),
        Primitive::Char => Value::Char(value as u16),
        Primitive::Short => Value::Short(value as i16),
        Primitive::Int => Value::Int(value),
        Primitive::Long | Primitive::Float | Primitive::Double => return None,
    })
}

/// Whether two literals are the same to the bit.
fn is_same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Float(one), Value::Float(other)) => one.to_bits() == other.to_bits(),
        (Value::Double(one), Value::Double(other)) => one.to_bits() == other.to_bits(),
        _ => one == other,
    }
}

/// The text of a string constant.
pub(crate) fn text(units: &[u16]) -> AbstractValue {
    AbstractValue::String(JavaString::from_units(units))
}
