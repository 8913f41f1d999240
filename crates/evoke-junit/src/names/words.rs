//! Values as words in the names of tests: few, and only such as a reader would use. Large numbers and texts that are no
//! words have none.

use evoke_testcase::{JavaString, ObservedValue, Value};

use super::identifier::{capitalized, decapitalized};

/// Longest word taken from a string.
const MAX_WORD: usize = 10;
/// Longest string that is spelt out where it is no word.
const MAX_SPELT: usize = 2;
/// From here on numbers are large.
const LARGE: f64 = 10_000.0;
/// Below this numbers are small.
const SMALL: f64 = 0.01;
/// What signs are called, those of ASCII in its order and some that control.
const SIGNS: [(char, &str); 37] = [
    (' ', "Space"),
    ('!', "ExclamationMark"),
    ('"', "Quote"),
    ('#', "Hash"),
    ('$', "Dollar"),
    ('%', "Percent"),
    ('&', "Ampersand"),
    ('\'', "Apostrophe"),
    ('(', "OpeningParenthesis"),
    (')', "ClosingParenthesis"),
    ('*', "Asterisk"),
    ('+', "Plus"),
    (',', "Comma"),
    ('-', "Hyphen"),
    ('.', "Dot"),
    ('/', "Slash"),
    (':', "Colon"),
    (';', "Semicolon"),
    ('<', "LessThan"),
    ('=', "EqualsSign"),
    ('>', "GreaterThan"),
    ('?', "QuestionMark"),
    ('@', "At"),
    ('[', "OpeningBracket"),
    ('\\', "Backslash"),
    (']', "ClosingBracket"),
    ('^', "Caret"),
    ('_', "Underscore"),
    ('`', "Backtick"),
    ('{', "OpeningBrace"),
    ('|', "Bar"),
    ('}', "ClosingBrace"),
    ('~', "Tilde"),
    ('\t', "Tab"),
    ('\n', "LineFeed"),
    ('\r', "CarriageReturn"),
    ('\0', "Nul"),
];

/// What a call gave.
pub(super) fn value_words(value: &ObservedValue) -> Option<String> {
    Some(match value {
        ObservedValue::Null => "Null".to_owned(),
        ObservedValue::Boolean(value) => capitalized(&value.to_string()),
        ObservedValue::Byte(value) => return number_words(i64::from(*value)),
        ObservedValue::Short(value) => return number_words(i64::from(*value)),
        ObservedValue::Int(value) => return number_words(i64::from(*value)),
        ObservedValue::Long(value) => return number_words(*value),
        ObservedValue::Float(value) => return real_words(f64::from(*value)),
        ObservedValue::Double(value) => return real_words(*value),
        ObservedValue::Char(unit) => return character_word(*unit),
        ObservedValue::String(text) => return string_words(text),
        ObservedValue::Enum { constant: name, .. } | ObservedValue::OwnConstant { field: name, .. } => {
            capitalized(&camel(name))
        }
        ObservedValue::Array { length: 0, .. } => "EmptyArray".to_owned(),
        ObservedValue::List(elements) if elements.is_empty() => "EmptyList".to_owned(),
        ObservedValue::Same { .. } => "Same".to_owned(),
        ObservedValue::Array { .. }
        | ObservedValue::List(_)
        | ObservedValue::Object { .. }
        | ObservedValue::Calls(_) => return None,
    })
}

/// What a literal is exactly.
pub(super) fn literal_words(value: &Value) -> Option<String> {
    match value {
        Value::Byte(value) => number_words(i64::from(*value)),
        Value::Short(value) => number_words(i64::from(*value)),
        Value::Int(value) => number_words(i64::from(*value)),
        Value::Long(value) => number_words(*value),
        Value::Float(value) => real_words(f64::from(*value)),
        Value::Double(value) => real_words(*value),
        Value::Char(unit) => character_word(*unit),
        Value::String(text) => string_words(text),
        Value::Boolean(_) | Value::Null(_) | Value::Class(_) => None,
    }
}

/// How large a number is that has no words, as an adjective.
pub(super) fn size_word(value: &Value) -> Option<&'static str> {
    let size = match value {
        Value::Int(value) => f64::from(*value),
        Value::Long(value) => *value as f64,
        Value::Float(value) => f64::from(*value),
        Value::Double(value) => *value,
        _ => return None,
    };
    if size >= LARGE {
        Some("Large")
    } else if size <= -LARGE {
        Some("LargeNegative")
    } else if size != 0.0 && size.abs() < SMALL {
        Some("Small")
    } else {
        None
    }
}

/// What sort of literal it is, as an adjective: `Negative`, `Empty`, `Null`.
pub(super) fn literal_sort(value: &Value) -> Option<&'static str> {
    match value {
        Value::Byte(value) => Some(number_sort(f64::from(*value))),
        Value::Short(value) => Some(number_sort(f64::from(*value))),
        Value::Int(i32::MIN) | Value::Long(i64::MIN) => Some("Minimal"),
        Value::Int(i32::MAX) | Value::Long(i64::MAX) => Some("Maximal"),
        Value::Int(value) => Some(number_sort(f64::from(*value))),
        Value::Long(value) => Some(number_sort(*value as f64)),
        Value::Float(value) => Some(number_sort(f64::from(*value))),
        Value::Double(value) => Some(number_sort(*value)),
        Value::String(text) if text.is_empty() => Some("Empty"),
        Value::String(text) if String::from_utf16_lossy(text.units()).trim().is_empty() => Some("Blank"),
        Value::Null(_) => Some("Null"),
        Value::Boolean(_) | Value::Char(_) | Value::String(_) | Value::Class(_) => None,
    }
}

fn number_sort(value: f64) -> &'static str {
    if value.is_nan() {
        "NaN"
    } else if value.is_infinite() {
        "Infinite"
    } else if value < 0.0 {
        "Negative"
    } else if value == 0.0 {
        "Zero"
    } else {
        "Positive"
    }
}

pub(super) fn number_words(value: i64) -> Option<String> {
    match value {
        0 => Some("Zero".to_owned()),
        1 => Some("One".to_owned()),
        2..=9999 => Some(value.to_string()),
        -9999..=-1 => number_words(-value).map(|words| format!("Minus{words}")),
        _ => None,
    }
}

fn real_words(value: f64) -> Option<String> {
    if value.is_nan() {
        Some("NaN".to_owned())
    } else if value.is_infinite() {
        Some(if value > 0.0 { "Infinity" } else { "MinusInfinity" }.to_owned())
    } else if value.fract() == 0.0 && value.abs() < 10_000.0 {
        number_words(value as i64)
    } else {
        None
    }
}

fn character_word(unit: u16) -> Option<String> {
    let found = char::from_u32(u32::from(unit))?;
    match found {
        'A'..='Z' => Some(format!("Capital{found}")),
        _ if found.is_ascii_alphanumeric() => Some(found.to_ascii_uppercase().to_string()),
        _ => sign_word(found).map(str::to_owned),
    }
}

/// What a sign is called.
pub(super) fn sign_word(found: char) -> Option<&'static str> {
    SIGNS.iter().find(|(sign, _)| *sign == found).map(|(_, name)| *name)
}

fn string_words(text: &JavaString) -> Option<String> {
    if text.is_empty() {
        return Some("EmptyString".to_owned());
    }
    let word = String::from_utf16_lossy(text.units());
    if word.len() <= MAX_WORD && word.chars().all(|found| found.is_ascii_alphanumeric()) {
        return Some(capitalized(&word));
    }
    let spelt = || text.units().iter().map(|unit| character_word(*unit)).collect::<Option<String>>();
    (text.len() <= MAX_SPELT).then(spelt).flatten()
}

/// `TO_LOWER` becomes `toLower`; a name with small letters stays.
pub(super) fn camel(name: &str) -> String {
    let is_constant = !name.contains(|found: char| found.is_lowercase());
    let words = name.split(|found: char| !found.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let joined: String = words
        .map(|word| if is_constant { capitalized(&word.to_lowercase()) } else { capitalized(word) })
        .collect();
    decapitalized(&joined)
}
