//! What a stub is told to do, where a test asserts it: the stub's methods write it into a list, which the test compares at its end.

use evoke_analysis::StubMethod;
use evoke_testcase::{Observation, ObservedCall, ObservedValue, Statement, VariableRef};

use super::junit_call::junit_call;
use super::list::list;
use super::test_scope::TestScope;
use crate::java;
use crate::java::{Expression, Instantiation, Operator, Type, TypeArgument, literal};

/// The list of a stub's calls.
#[derive(Clone, Copy)]
pub(super) struct CallLog<'a> {
    /// The variable that holds it.
    pub(super) name: &'a str,
    /// What it holds in the end.
    calls: &'a [ObservedCall],
}

impl<'a> CallLog<'a> {
    /// The list of the stub in the variable, if the test asserts what it holds.
    pub(super) fn of(scope: &'a TestScope<'_, '_>, stub: VariableRef) -> Option<Self> {
        let name = scope.logs.get(&stub)?;
        let is_it = |value: &'a Observation| match &value.value {
            ObservedValue::Calls(calls) if value.variable == stub => Some(calls.as_slice()),
            _ => None,
        };
        scope.draft.assertions.iter().find_map(is_it).map(|calls| Self { name, calls })
    }

    /// `List<String> calls = new ArrayList<>();`
    pub(super) fn declaration(name: String, scope: &mut TestScope<'_, '_>) -> java::Statement {
        let text = Type::Class(scope.class(&"java/lang/String".into()));
        let mut list = scope.class(&"java/util/List".into());
        list.arguments = vec![TypeArgument::Exact(text)];
        let class = scope.class(&"java/util/ArrayList".into());
        let value =
            Instantiation { outer: None, class, has_diamond: true, arguments: Vec::new(), body: None };
        java::Statement::Declaration { ty: list.into(), name, value: Expression::New(Box::new(value)) }
    }

    /// What the method at this position does first: `calls.add("send(" + text + ")")`. Nothing, where others are expected
    /// but none of its own.
    pub(super) fn entry(
        &self,
        position: usize,
        method: &StubMethod,
        parameters: &[String],
    ) -> Option<Expression> {
        let call = self.calls.iter().find(|call| call.method == position);
        if call.is_none() && !(self.calls.is_empty() && method.is_command()) {
            return None;
        }
        let arguments = call.map_or(&[][..], |call| &call.arguments);
        let told = arguments.iter().zip(parameters).filter(|(argument, _)| argument.is_some());
        let plus = |text: Expression, added: Expression| text.combined(Operator::Plus, added);
        let mut text: Option<Expression> = None;
        for (_, parameter) in told {
            let before = match text {
                None => string(&format!("{}(", method.name)),
                Some(before) => plus(before, string(", ")),
            };
            text = Some(plus(before, Expression::variable(parameter)));
        }
        let text = text.map_or_else(|| string(&method.name), |text| plus(text, string(")")));
        Some(Expression::variable(self.name).call("add", vec![text]))
    }

    /// What the list holds in the end, as texts.
    fn texts(&self, methods: &[StubMethod]) -> Vec<Expression> {
        let text = |call: &ObservedCall| {
            let name = methods.get(call.method).map_or("", |method| &method.name);
            let told: Vec<Vec<u16>> = call.arguments.iter().flatten().map(text_of).collect();
            let mut units: Vec<u16> = name.encode_utf16().collect();
            if !told.is_empty() {
                units.push(u16::from(b'('));
                units.extend(told.join(&[u16::from(b','), u16::from(b' ')][..]));
                units.push(u16::from(b')'));
            }
            literal::string(&units)
        };
        self.calls.iter().map(text).collect()
    }
}

/// `assertEquals(Arrays.asList("send(a)", "close"), calls)`
pub(super) fn check_calls(scope: &mut TestScope<'_, '_>, stub: VariableRef) -> Option<Expression> {
    let Statement::Stub(instance) = scope.statement(stub.index()) else { return None };
    let methods = &scope.cluster.stub(instance.stub).methods;
    let log = CallLog::of(scope, stub)?;
    let (texts, actual) = (log.texts(methods), Expression::variable(log.name));
    let expected = list(scope, texts);
    Some(junit_call(scope.version, "assertEquals", vec![expected, actual]))
}

fn string(text: &str) -> Expression {
    literal::string(&text.encode_utf16().collect::<Vec<u16>>())
}

/// The value as Java writes it where it is added to a text.
fn text_of(value: &ObservedValue) -> Vec<u16> {
    let text = match value {
        ObservedValue::String(text) => return text.units().to_vec(),
        ObservedValue::Char(unit) => return vec![*unit],
        ObservedValue::Null => "null".to_owned(),
        ObservedValue::Boolean(value) => value.to_string(),
        ObservedValue::Byte(value) => value.to_string(),
        ObservedValue::Short(value) => value.to_string(),
        ObservedValue::Int(value) => value.to_string(),
        ObservedValue::Long(value) => value.to_string(),
        // Without an exponent, as only such numbers are told.
        ObservedValue::Float(value) => format!("{value:?}"),
        ObservedValue::Double(value) => format!("{value:?}"),
        // Of these nothing is told.
        ObservedValue::Enum { .. }
        | ObservedValue::OwnConstant { .. }
        | ObservedValue::Array { .. }
        | ObservedValue::List(_)
        | ObservedValue::Object { .. }
        | ObservedValue::Same { .. }
        | ObservedValue::Calls(_) => String::new(),
    };
    text.encode_utf16().collect()
}
