//! Java literals that mean exactly the given value, in ASCII, so that the encoding of the file never matters.

use std::fmt::Write as _;

/// `-2147483648` is written as the constant: its digits alone are no `int`.
pub(crate) fn int(value: i32) -> String {
    match value {
        i32::MIN => "Integer.MIN_VALUE".to_owned(),
        i32::MAX => "Integer.MAX_VALUE".to_owned(),
        _ => value.to_string(),
    }
}

pub(crate) fn long(value: i64) -> String {
    match value {
        i64::MIN => "Long.MIN_VALUE".to_owned(),
        i64::MAX => "Long.MAX_VALUE".to_owned(),
        _ => format!("{value}L"),
    }
}

pub(crate) fn double(value: f64) -> String {
    if value.is_nan() {
        "Double.NaN".to_owned()
    } else if value.is_infinite() {
        format!("Double.{}", infinity(value > 0.0))
    } else if value == f64::MAX {
        "Double.MAX_VALUE".to_owned()
    } else if value.to_bits() == 1 {
        "Double.MIN_VALUE".to_owned()
    } else {
        decimal(&format!("{value:?}"))
    }
}

pub(crate) fn float(value: f32) -> String {
    if value.is_nan() {
        "Float.NaN".to_owned()
    } else if value.is_infinite() {
        format!("Float.{}", infinity(value > 0.0))
    } else if value == f32::MAX {
        "Float.MAX_VALUE".to_owned()
    } else if value.to_bits() == 1 {
        "Float.MIN_VALUE".to_owned()
    } else {
        decimal(&format!("{value:?}")) + "F"
    }
}

fn infinity(positive: bool) -> &'static str {
    if positive { "POSITIVE_INFINITY" } else { "NEGATIVE_INFINITY" }
}

/// Rust's shortest round-trip notation as Java prints it: `1e300` becomes `1.0E300`.
fn decimal(shortest: &str) -> String {
    match shortest.split_once('e') {
        Some((mantissa, exponent)) if mantissa.contains('.') => format!("{mantissa}E{exponent}"),
        Some((mantissa, exponent)) => format!("{mantissa}.0E{exponent}"),
        None => shortest.to_owned(),
    }
}

pub(crate) fn character(unit: u16) -> String {
    let mut text = String::from("'");
    push_unit(&mut text, unit, '\'');
    text.push('\'');
    text
}

pub(crate) fn string(units: &[u16]) -> String {
    let mut text = String::from("\"");
    for unit in units {
        push_unit(&mut text, *unit, '"');
    }
    text.push('"');
    text
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

    #[test]
    fn extreme_integers_are_constants() {
        assert_eq!(
            [int(i32::MIN), int(-5), long(i64::MIN), long(7)],
            ["Integer.MIN_VALUE", "-5", "Long.MIN_VALUE", "7L"]
        );
    }

    #[test]
    fn floating_point_keeps_sign_exponent_and_specials() {
        assert_eq!(
            [double(-0.0), double(1e300), double(1.5e-7), double(f64::NAN), double(f64::MIN)],
            ["-0.0", "1.0E300", "1.5E-7", "Double.NaN", "-1.7976931348623157E308"]
        );
        assert_eq!([float(0.1), float(f32::NEG_INFINITY)], ["0.1F", "Float.NEGATIVE_INFINITY"]);
    }

    #[test]
    fn what_is_not_printable_ascii_is_escaped() {
        assert_eq!(string(&[0x61, 0x22, 0x5c, 0x0a, 0xd800, 0xe9, 0x27]), r#""a\"\\\n\ud800\u00e9'""#);
        assert_eq!([character(0x27), character(0), character(0x22)], [r"'\''", r"'\u0000'", "'\"'"]);
    }
}
