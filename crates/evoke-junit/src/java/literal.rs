//! Literals that mean exactly the given value, in ASCII, so that the encoding of the file never matters. What Java has no
//! literal for becomes an expression: a negative number is a negation, an extreme one a constant.

use std::fmt::Write as _;

use super::tree::Expression;
use super::types::{ClassType, Type};

/// Where the classes are that have constants for extreme values.
pub(crate) const JAVA_LANG: &str = "java.lang.";
/// A line end as it is written in a literal.
pub(super) const LINE_END: &str = "\\n";

/// What a field of the type holds at first.
pub(crate) fn default_of(ty: &Type) -> Expression {
    let Type::Keyword(keyword) = ty else { return null() };
    match keyword.as_str() {
        "boolean" => boolean(false),
        "char" => character(0),
        "long" => long(0),
        "float" => float(0.0),
        "double" => double(0.0),
        _ => int(0),
    }
}

/// `null`
pub(crate) fn null() -> Expression {
    Expression::Literal("null".to_owned())
}

/// `true` or `false`
pub(crate) fn boolean(value: bool) -> Expression {
    Expression::Literal(value.to_string())
}

/// `-2147483648` is written as the constant: its digits alone are no `int`.
pub(crate) fn int(value: i32) -> Expression {
    match value {
        i32::MIN => constant("Integer", "MIN_VALUE"),
        i32::MAX => constant("Integer", "MAX_VALUE"),
        _ => signed(&value.to_string()),
    }
}

/// A `long`, with its suffix.
pub(crate) fn long(value: i64) -> Expression {
    match value {
        i64::MIN => constant("Long", "MIN_VALUE"),
        i64::MAX => constant("Long", "MAX_VALUE"),
        _ => signed(&format!("{value}L")),
    }
}

/// A `double`, with a decimal point.
pub(crate) fn double(value: f64) -> Expression {
    match special(value, f64::MAX, value.to_bits() == 1) {
        Some(name) => constant("Double", name),
        None => signed(&decimal(&format!("{value:?}"))),
    }
}

/// A `float`, with its suffix.
pub(crate) fn float(value: f32) -> Expression {
    match special(f64::from(value), f64::from(f32::MAX), value.to_bits() == 1) {
        Some(name) => constant("Float", name),
        None => signed(&(decimal(&format!("{value:?}")) + "F")),
    }
}

/// The name of the constant for a value that has no digits of its own.
fn special(value: f64, max: f64, is_min: bool) -> Option<&'static str> {
    if value.is_nan() {
        Some("NaN")
    } else if value == f64::INFINITY {
        Some("POSITIVE_INFINITY")
    } else if value == f64::NEG_INFINITY {
        Some("NEGATIVE_INFINITY")
    } else if value == max {
        Some("MAX_VALUE")
    } else if is_min {
        Some("MIN_VALUE")
    } else {
        None
    }
}

/// The class has its import, so that it is told from another one of this name.
fn constant(class: &str, name: &str) -> Expression {
    let import = Some(format!("{JAVA_LANG}{class}"));
    Expression::Class(ClassType { import, ..ClassType::named(class) }).field(name)
}

fn signed(digits: &str) -> Expression {
    match digits.strip_prefix('-') {
        Some(digits) => Expression::Literal(digits.to_owned()).negated(),
        None => Expression::Literal(digits.to_owned()),
    }
}

/// Rust's shortest round-trip notation as Java prints it: `1e300` becomes `1.0E300`.
fn decimal(shortest: &str) -> String {
    match shortest.split_once('e') {
        Some((mantissa, exponent)) if mantissa.contains('.') => format!("{mantissa}E{exponent}"),
        Some((mantissa, exponent)) => format!("{mantissa}.0E{exponent}"),
        None => shortest.to_owned(),
    }
}

/// A `char`.
pub(crate) fn character(unit: u16) -> Expression {
    let mut text = String::from("'");
    push_unit(&mut text, unit, '\'');
    text.push('\'');
    Expression::Literal(text)
}

/// A string of UTF-16 code units.
pub(crate) fn string(units: &[u16]) -> Expression {
    let mut text = String::from("\"");
    for unit in units {
        push_unit(&mut text, *unit, '"');
    }
    text.push('"');
    Expression::Literal(text)
}

/// Line ends and quotes get their own escapes: `\u000a` would be a line end to the compiler.
fn push_unit(text: &mut String, unit: u16, quote: char) {
    match char::from_u32(u32::from(unit)) {
        Some('\n') => text.push_str("\\n"),
        Some('\r') => text.push_str("\\r"),
        Some('\t') => text.push_str("\\t"),
        Some('\u{8}') => text.push_str("\\b"),
        Some('\u{c}') => text.push_str("\\f"),
        Some('\\') => text.push_str("\\\\"),
        Some(found) if found == quote => {
            text.push('\\');
            text.push(found);
        }
        Some(found @ ' '..='~') => text.push(found),
        _ => {
            // Writing to a string cannot fail.
            let _ = write!(text, "\\u{unit:04x}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::java::{Statement, on_one_line};

    fn text(expression: Expression) -> String {
        on_one_line(&Statement::Expression(expression)).trim_end_matches(';').to_owned()
    }

    #[test]
    fn extreme_integers_are_constants() {
        assert_eq!(
            [int(i32::MIN), int(-5), long(i64::MIN), long(7)].map(text),
            ["Integer.MIN_VALUE", "-5", "Long.MIN_VALUE", "7L"]
        );
    }

    #[test]
    fn floating_point_keeps_sign_exponent_and_specials() {
        assert_eq!(
            [double(-0.0), double(1e300), double(1.5e-7), double(f64::NAN), double(f64::MIN)].map(text),
            ["-0.0", "1.0E300", "1.5E-7", "Double.NaN", "-1.7976931348623157E308"]
        );
        assert_eq!(
            [float(0.1), float(f32::NEG_INFINITY), float(f32::MAX)].map(text),
            ["0.1F", "Float.NEGATIVE_INFINITY", "Float.MAX_VALUE"]
        );
    }

    #[test]
    fn what_is_not_printable_ascii_is_escaped() {
        assert_eq!(text(string(&[0x61, 0x22, 0x5c, 0x0a, 0xd800, 0xe9, 0x27])), r#""a\"\\\n\ud800\u00e9'""#);
        assert_eq!(
            [character(0x27), character(0), character(0x22)].map(text),
            [r"'\''", r"'\u0000'", "'\"'"]
        );
    }
}
