//! Turns statements into Java expressions: calls with casts where overloads would make them mean something else,
//! arrays with initialisers, variable arguments written out.

use std::collections::BTreeSet;

use evoke_analysis::{Callable, CallableId, CallableKind, Primitive, Type, TypeCategory, TypeId, TypeTable};
use evoke_testcase::{Statement, Value, VariableRef};

use super::plan::Form;
use super::{TestWriter, literal};
use crate::Import;

/// An expression and what it needs imported.
#[derive(Clone, Debug, Default)]
pub(crate) struct Expression {
    pub text: String,
    pub imports: BTreeSet<Import>,
    /// Whether a `.` after it or a cast before it would bind to a part of it only.
    pub is_loose: bool,
}

impl Expression {
    fn plain(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }

    fn loose(text: impl Into<String>) -> Self {
        Self { text: text.into(), is_loose: true, ..Self::default() }
    }

    fn enclosed(&self) -> String {
        if self.is_loose { format!("({})", self.text) } else { self.text.clone() }
    }
}

impl<'a> TestWriter<'a, '_> {
    /// The variable as it is written where it is used.
    pub(super) fn usage(&mut self, variable: VariableRef) -> Expression {
        match self.plan.forms[variable.index()] {
            Form::Inline => self.definition(variable.index()),
            _ => Expression::plain(self.variables[variable.index()].clone()),
        }
    }

    /// What the statement computes.
    pub(super) fn definition(&mut self, position: usize) -> Expression {
        let draft = self.draft;
        match &draft.test.statements()[position] {
            Statement::Value(value) => self.value(value),
            Statement::Invoke { callable, receiver, arguments } => self.call(*callable, *receiver, arguments),
            Statement::NewArray { array_type, length } => self.new_array(position, *array_type, *length),
            Statement::Stub(instance) => self.stub(instance),
            Statement::WriteElement { array, index, value } => {
                let array = self.usage(*array);
                let mut written = self.usage(*value);
                written.text = format!("{}[{index}] = {}", array.text, written.text);
                written.imports.extend(array.imports);
                written
            }
        }
    }

    fn value(&mut self, value: &Value) -> Expression {
        match value {
            Value::Boolean(value) => Expression::plain(value.to_string()),
            Value::Byte(value) => Expression::loose(format!("(byte) {value}")),
            Value::Short(value) => Expression::loose(format!("(short) {value}")),
            Value::Char(unit) => Expression::plain(literal::character(*unit)),
            Value::Int(value) => signed(literal::int(*value)),
            Value::Long(value) => signed(literal::long(*value)),
            Value::Float(value) => signed(literal::float(*value)),
            Value::Double(value) => signed(literal::double(*value)),
            Value::String(text) => Expression::plain(literal::string(text.units())),
            Value::Null(_) => Expression::plain("null"),
            Value::Class(ty) => {
                let mut imports = BTreeSet::new();
                let text = self.names.erased(&self.cluster.types, *ty, &mut imports) + ".class";
                Expression { text, imports, is_loose: false }
            }
        }
    }

    fn new_array(&mut self, position: usize, array_type: TypeId, length: u32) -> Expression {
        let mut imports = BTreeSet::new();
        let types = &self.cluster.types;
        let erased = self.names.erased(types, array_type, &mut imports);
        let elements = match self.plan.initializers.get(&position) {
            Some(initializer) if length > 0 => initializer.elements.clone(),
            _ => {
                // `new int[3][]`: the length belongs to the first pair of brackets.
                let element = erased.trim_end_matches("[]");
                let more = &erased[element.len()..erased.len() - 2];
                return Expression {
                    text: format!("new {element}[{length}]{more}"),
                    imports,
                    is_loose: true,
                };
            }
        };
        let Type::Array(component) = types.get(array_type) else {
            return Expression::plain("null");
        };
        let mut written = Vec::new();
        for element in elements {
            let element = match element {
                Some(variable) => self.element(variable),
                None => Expression::plain(default_literal(types.category(*component))),
            };
            imports.extend(element.imports);
            written.push(element.text);
        }
        Expression { text: format!("new {erased} {{{}}}", written.join(", ")), imports, is_loose: true }
    }

    /// An element of an initialiser; the array's type makes casts of small integers superfluous.
    fn element(&mut self, variable: VariableRef) -> Expression {
        let draft = self.draft;
        match &draft.test.statements()[variable.index()] {
            Statement::Value(Value::Byte(value)) => Expression::plain(value.to_string()),
            Statement::Value(Value::Short(value)) => Expression::plain(value.to_string()),
            _ => self.usage(variable),
        }
    }

    /// A call, an access to a field, or an assignment to one.
    pub(super) fn call(
        &mut self,
        callable: CallableId,
        receiver: Option<VariableRef>,
        arguments: &[VariableRef],
    ) -> Expression {
        let cluster = self.cluster;
        let callable = cluster.callable(callable);
        let mut imports = BTreeSet::new();
        let mut written = self.arguments(callable, arguments, &mut imports);
        let text = match callable.kind {
            CallableKind::Constructor => {
                let outer = callable.takes_outer_instance && !written.is_empty();
                let outer = outer.then(|| written.remove(0));
                self.instantiation(callable, outer, &written, &mut imports)
            }
            CallableKind::Method => {
                let target = self.target(callable, receiver, &mut imports);
                format!("{target}.{}({})", callable.name, written.join(", "))
            }
            CallableKind::FieldRead => {
                format!("{}.{}", self.target(callable, receiver, &mut imports), callable.name)
            }
            CallableKind::FieldWrite => {
                let target = self.target(callable, receiver, &mut imports);
                format!("{target}.{} = {}", callable.name, written.join(", "))
            }
        };
        Expression { text, imports, is_loose: false }
    }

    fn target(
        &mut self,
        callable: &Callable,
        receiver: Option<VariableRef>,
        imports: &mut BTreeSet<Import>,
    ) -> String {
        let Some(receiver) = receiver else { return self.names.class(&callable.owner, imports) };
        let mut expression = self.usage(receiver);
        let draft = self.draft;
        if let Statement::Value(Value::Null(_)) = &draft.test.statements()[receiver.index()] {
            let class = self.names.class(&callable.owner, imports);
            expression = Expression::loose(format!("({class}) null"));
        } else if let Some(wanted) = callable.receiver.filter(|wanted| !self.is_a(receiver, *wanted)) {
            // A value that turned out to be more than it is declared to be.
            let class = self.names.erased(&self.cluster.types, wanted, &mut expression.imports);
            expression.text = format!("({class}) {}", expression.enclosed());
            expression.is_loose = true;
        }
        imports.extend(expression.imports.clone());
        expression.enclosed()
    }

    fn instantiation(
        &mut self,
        callable: &Callable,
        outer: Option<String>,
        arguments: &[String],
        imports: &mut BTreeSet<Import>,
    ) -> String {
        let is_generic = matches!(
            self.cluster.types.get(callable.return_type),
            Type::Class { arguments, .. } if !arguments.is_empty()
        );
        let diamond = if is_generic { "<>" } else { "" };
        let arguments = arguments.join(", ");
        match outer {
            Some(outer) => {
                let qualified = self.names.class(&callable.owner, &mut BTreeSet::new());
                let simple = qualified.rsplit('.').next().unwrap_or_default();
                format!("{outer}.new {simple}{diamond}({arguments})")
            }
            None => format!("new {}{diamond}({arguments})", self.names.class(&callable.owner, imports)),
        }
    }

    fn arguments(
        &mut self,
        callable: &Callable,
        arguments: &[VariableRef],
        imports: &mut BTreeSet<Import>,
    ) -> Vec<String> {
        let overloads = self.overloads(callable);
        let is_ambiguous = overloads.iter().any(|overload| self.would_fit(overload, arguments));
        let mut written = Vec::new();
        for (position, (argument, parameter)) in arguments.iter().zip(&callable.parameters).enumerate() {
            let is_last = position + 1 == arguments.len();
            if is_last
                && callable.is_varargs
                && let Some(elements) = self.variable_arguments(callable, *argument)
            {
                for element in elements {
                    imports.extend(element.imports);
                    written.push(element.text);
                }
                continue;
            }
            let is_same_arity = |overload: &&Callable| overload.parameters.len() == arguments.len();
            let is_null = self.is_null(*argument);
            let needs_cast = if is_null {
                callable.has_namesake
                    || overloads.iter().any(is_same_arity)
                    || (is_last && callable.is_varargs)
            } else {
                // A cast would lose what `javac` infers from a class literal.
                let is_class = self.cluster.types.category(*parameter) == TypeCategory::Class;
                is_ambiguous && !is_class && self.type_of(*argument) != Some(*parameter)
            };
            let mut expression = self.usage(*argument);
            if callable.takes_outer_instance && position == 0 {
                written.push(expression.enclosed());
                imports.extend(expression.imports);
                continue;
            }
            if needs_cast {
                let ty = self.names.erased(&self.cluster.types, *parameter, &mut expression.imports);
                expression.text = format!("({ty}) {}", expression.enclosed());
            }
            imports.extend(expression.imports);
            written.push(expression.text);
        }
        written
    }

    /// The elements of the array passed for `T...`, if writing them out cannot choose another method.
    fn variable_arguments(&mut self, callable: &Callable, array: VariableRef) -> Option<Vec<Expression>> {
        if self.plan.forms[array.index()] != Form::Inline || self.has_namesake(callable) {
            return None;
        }
        let elements = self.plan.initializers.get(&array.index())?.elements.clone();
        let draft = self.draft;
        let Statement::NewArray { array_type, .. } = draft.test.statements()[array.index()] else {
            return None;
        };
        if callable.parameters.last() != Some(&array_type) {
            return None;
        }
        let variables: Vec<VariableRef> = elements.iter().copied().collect::<Option<_>>()?;
        // A single null or array would be taken for the whole array.
        let stands_for_all = |variable: &VariableRef| {
            let ty = self.type_of(*variable);
            self.is_null(*variable)
                || ty.is_some_and(|ty| matches!(self.cluster.types.get(ty), Type::Array(_)))
        };
        if variables.len() == 1 && variables.iter().any(stands_for_all) {
            return None;
        }
        Some(variables.into_iter().map(|variable| self.usage(variable)).collect())
    }

    fn is_null(&self, variable: VariableRef) -> bool {
        matches!(self.draft.test.statements()[variable.index()], Statement::Value(Value::Null(_)))
    }

    fn type_of(&self, variable: VariableRef) -> Option<TypeId> {
        self.draft.test.statements()[variable.index()].defined_type(self.cluster)
    }

    /// Whether the variable is declared to be of the type.
    fn is_a(&self, variable: VariableRef, wanted: TypeId) -> bool {
        self.type_of(variable).is_none_or(|ty| ty == wanted || self.cluster.is_assignable(ty, wanted))
    }

    fn has_namesake(&self, callable: &Callable) -> bool {
        self.cluster.callables.iter().any(|other| self.is_overload(callable, other))
    }

    fn overloads(&self, callable: &Callable) -> Vec<&'a Callable> {
        let cluster = self.cluster;
        cluster.callables.iter().filter(|other| self.is_overload(callable, other)).collect()
    }

    /// Whether source could mean `other` when it names `callable`.
    fn is_overload(&self, callable: &Callable, other: &Callable) -> bool {
        let is_same_place = other.owner == callable.owner
            || match (callable.receiver, other.receiver) {
                (Some(receiver), Some(declared)) => self.cluster.is_assignable(receiver, declared),
                _ => false,
            };
        is_same_place
            && other.kind == callable.kind
            && other.name == callable.name
            && other.descriptor != callable.descriptor
            && matches!(callable.kind, CallableKind::Constructor | CallableKind::Method)
            && !has_same_parameters(callable, other)
    }

    fn would_fit(&self, overload: &Callable, arguments: &[VariableRef]) -> bool {
        overload.parameters.len() == arguments.len()
            && arguments.iter().zip(&overload.parameters).all(|(argument, parameter)| {
                self.is_null(*argument)
                    || self.type_of(*argument).is_some_and(|ty| {
                        self.cluster.is_assignable(ty, *parameter)
                            || converts(&self.cluster.types, ty, *parameter)
                    })
            })
    }
}

fn signed(text: String) -> Expression {
    if text.starts_with('-') { Expression::loose(text) } else { Expression::plain(text) }
}

/// An override with another return type is no overload.
fn has_same_parameters(one: &Callable, other: &Callable) -> bool {
    let parameters =
        |callable: &Callable| callable.descriptor.rsplit_once(')').map(|(head, _)| head.to_owned());
    parameters(one) == parameters(other)
}

/// Conversions that a call may make besides subtyping: widening, boxing, unboxing.
fn converts(types: &TypeTable, from: TypeId, to: TypeId) -> bool {
    match (types.category(from), types.category(to)) {
        (TypeCategory::Primitive(from), TypeCategory::Primitive(to)) => widens(from, to),
        (TypeCategory::Boxed(from), TypeCategory::Primitive(to)) => from == to || widens(from, to),
        (TypeCategory::Primitive(from), TypeCategory::Boxed(to)) => from == to,
        (TypeCategory::Primitive(_), TypeCategory::Object) => true,
        _ => false,
    }
}

fn widens(from: Primitive, to: Primitive) -> bool {
    use Primitive::{Boolean, Byte, Char, Double, Float, Int, Long, Short};
    match from {
        Boolean => to == Boolean,
        Char => matches!(to, Char | Int | Long | Float | Double),
        Byte => !matches!(to, Boolean | Char),
        Short => !matches!(to, Boolean | Char | Byte),
        Int => matches!(to, Int | Long | Float | Double),
        Long => matches!(to, Long | Float | Double),
        Float => matches!(to, Float | Double),
        Double => to == Double,
    }
}

fn default_literal(category: TypeCategory) -> &'static str {
    match category {
        TypeCategory::Primitive(Primitive::Boolean) => "false",
        TypeCategory::Primitive(Primitive::Char) => "'\\0'",
        TypeCategory::Primitive(Primitive::Float) => "0.0F",
        TypeCategory::Primitive(Primitive::Double) => "0.0",
        TypeCategory::Primitive(_) => "0",
        _ => "null",
    }
}
