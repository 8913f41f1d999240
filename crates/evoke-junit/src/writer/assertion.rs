//! Assertions as Java: what was observed of a value, as a call on JUnit.

use std::collections::BTreeSet;

use evoke_analysis::{Primitive, TypeCategory, TypeId};
use evoke_testcase::{Observation, ObservedValue};

use super::expression::Expression;
use super::{TestWriter, literal};
use crate::Import;

/// Tolerance for floating point near 1.
const DELTA: f64 = 1.0e-6;

impl TestWriter<'_, '_> {
    /// The assertion that `actual`, of this static type, has the value; `None` if JUnit has no plain way to say it.
    pub(super) fn assertion(
        &mut self,
        value: &ObservedValue,
        actual: Expression,
        ty: TypeId,
    ) -> Option<Expression> {
        let category = self.cluster.types.category(ty);
        let mut imports = actual.imports;
        let actual = actual.text;
        let (method, arguments) = match value {
            ObservedValue::Null => ("assertNull", actual),
            ObservedValue::Object { .. } => ("assertNotNull", actual),
            ObservedValue::Same { variable } => {
                let expected = self.usage(*variable);
                imports.extend(expected.imports);
                ("assertSame", format!("{}, {actual}", expected.text))
            }
            ObservedValue::Boolean(value) if is(category, Primitive::Boolean) => {
                (if *value { "assertTrue" } else { "assertFalse" }, actual)
            }
            ObservedValue::Array { length, elements } => {
                let TypeCategory::Array(component) = category else { return None };
                match elements {
                    Some(elements) if !elements.is_empty() => {
                        self.array_equality(elements, component, &actual, &mut imports)?
                    }
                    _ => ("assertEquals", format!("{length}, {actual}.length")),
                }
            }
            _ => {
                let expected = self.expected(value, category, &mut imports)?;
                let delta = delta(value, category).map(|delta| format!(", {delta}")).unwrap_or_default();
                ("assertEquals", format!("{expected}, {}{delta}", unboxed(actual, category)))
            }
        };
        imports.insert(self.static_import(method));
        Some(Expression { text: format!("{method}({arguments});"), imports, is_loose: false })
    }

    pub(super) fn static_import(&self, method: &str) -> Import {
        Import::Static(format!("{}.{method}", self.version.assertions_class()))
    }

    /// The line that checks what an inspector shows.
    pub(super) fn inspection(&mut self, observation: &Observation) -> Option<Expression> {
        let cluster = self.cluster;
        let inspector = observation.inspector?;
        let actual = self.call(inspector, Some(observation.variable), &[]);
        self.assertion(&observation.value, actual, cluster.callable(inspector).return_type)
    }

    fn array_equality(
        &mut self,
        elements: &[ObservedValue],
        component: TypeId,
        actual: &str,
        imports: &mut BTreeSet<Import>,
    ) -> Option<(&'static str, String)> {
        let types = &self.cluster.types;
        let category = types.category(component);
        let component = self.names.erased(types, component, imports);
        let mut expected = Vec::new();
        for element in elements {
            expected.push(self.expected(element, category, imports)?);
        }
        let largest = elements.iter().max_by(|one, other| magnitude(one).total_cmp(&magnitude(other)));
        let delta = largest.and_then(|largest| delta(largest, category));
        let delta = delta.map(|delta| format!(", {delta}")).unwrap_or_default();
        let expected = expected.join(", ");
        Some(("assertArrayEquals", format!("new {component}[] {{{expected}}}, {actual}{delta}")))
    }

    /// A literal of the value that compares equal where the static type of the actual value is of the category.
    fn expected(
        &mut self,
        value: &ObservedValue,
        category: TypeCategory,
        imports: &mut BTreeSet<Import>,
    ) -> Option<String> {
        let is_number = matches!(category, TypeCategory::Primitive(_) | TypeCategory::Boxed(_));
        Some(match value {
            ObservedValue::Null => "null".to_owned(),
            ObservedValue::Boolean(value) => value.to_string(),
            ObservedValue::Byte(value) if is_number => value.to_string(),
            ObservedValue::Byte(value) => format!("(byte) {value}"),
            ObservedValue::Short(value) if is_number => value.to_string(),
            ObservedValue::Short(value) => format!("(short) {value}"),
            ObservedValue::Char(unit) => literal::character(*unit),
            ObservedValue::Int(value) => literal::int(*value),
            ObservedValue::Long(value) => literal::long(*value),
            ObservedValue::Float(value) => literal::float(*value),
            ObservedValue::Double(value) => literal::double(*value),
            ObservedValue::String(text) => literal::string(text.units()),
            ObservedValue::Enum { class, constant } => {
                format!("{}.{constant}", self.names.class(class, imports))
            }
            ObservedValue::Array { .. } | ObservedValue::Object { .. } | ObservedValue::Same { .. } => {
                return None;
            }
        })
    }
}

fn is(category: TypeCategory, primitive: Primitive) -> bool {
    category == TypeCategory::Primitive(primitive) || category == TypeCategory::Boxed(primitive)
}

/// A boxed actual value is unboxed: `assertEquals(1, integer)` is ambiguous in JUnit 4 and early versions of 5.
fn unboxed(actual: String, category: TypeCategory) -> String {
    match category {
        TypeCategory::Boxed(primitive) => format!("{actual}.{}Value()", primitive.keyword()),
        _ => actual,
    }
}

/// The tolerance of a floating point comparison, in proportion to large values.
fn delta(value: &ObservedValue, category: TypeCategory) -> Option<String> {
    match value {
        ObservedValue::Double(value) if is(category, Primitive::Double) => {
            Some(literal::double(tolerance(*value, DELTA)))
        }
        ObservedValue::Float(value) if is(category, Primitive::Float) => {
            Some(literal::float(tolerance(f64::from(*value), DELTA) as f32))
        }
        _ => None,
    }
}

/// How large a number is; special values and other things count as 0.
fn magnitude(value: &ObservedValue) -> f64 {
    let magnitude = match value {
        ObservedValue::Float(value) => f64::from(value.abs()),
        ObservedValue::Double(value) => value.abs(),
        _ => 0.0,
    };
    if magnitude.is_finite() { magnitude } else { 0.0 }
}

fn tolerance(value: f64, relative: f64) -> f64 {
    if !value.is_finite() || value.abs() <= 1.0 {
        return relative;
    }
    // A power of ten reads better than the exact fraction of the value.
    let exponent = (value.abs() * relative).log10().floor() as i32;
    format!("1e{exponent}").parse().unwrap_or(relative)
}
