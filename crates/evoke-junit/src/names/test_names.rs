//! Names of test methods: the method in question, then what it gave or threw, then with what, as far as needed to tell
//! the tests of a suite apart: `addReturnsZero`, `getFractionThrowsArithmeticException`, `parseWithEmptyString`.

use std::collections::{BTreeMap, BTreeSet};

use evoke_analysis::{Callable, CallableKind, TestCluster};
use evoke_testcase::{JavaString, Observation, ObservedValue, Statement, Value, VariableRef};

use super::{capitalized, decapitalized, is_reserved, unique};
use crate::TestDraft;

const MAX_LENGTH: usize = 60;

/// Gives every draft a name of its own.
pub fn name_tests(drafts: &mut [TestDraft], cluster: &TestCluster) {
    let candidates: Vec<Vec<String>> = drafts.iter().map(|draft| candidates(draft, cluster)).collect();
    let mut taken = BTreeSet::new();
    let mut names: Vec<Option<String>> = vec![None; drafts.len()];
    let levels = candidates.iter().map(Vec::len).max().unwrap_or(0);
    for level in 0..levels {
        let mut counts: BTreeMap<&str, u32> = BTreeMap::new();
        for (position, found) in candidates.iter().enumerate() {
            if names[position].is_none() {
                *counts.entry(at_level(found, level)).or_default() += 1;
            }
        }
        for (position, found) in candidates.iter().enumerate() {
            let candidate = at_level(found, level);
            if names[position].is_none() && counts[candidate] == 1 && taken.insert(candidate.to_owned()) {
                names[position] = Some(candidate.to_owned());
            }
        }
    }
    for ((draft, name), found) in drafts.iter_mut().zip(names).zip(&candidates) {
        draft.name = name.unwrap_or_else(|| unique(at_level(found, 0), &mut taken));
    }
}

fn at_level(candidates: &[String], level: usize) -> &str {
    candidates.get(level).or_else(|| candidates.last()).map_or("test", String::as_str)
}

/// Names from short to exact.
fn candidates(draft: &TestDraft, cluster: &TestCluster) -> Vec<String> {
    let Some(focus) = focus(draft, cluster) else { return vec!["test".to_owned()] };
    let Statement::Invoke { callable, arguments, .. } = &draft.test.statements()[focus] else {
        return vec!["test".to_owned()];
    };
    let callable = cluster.callable(*callable);
    let subject = subject(callable);
    let result = result(draft, cluster, focus, callable);
    let with = with_arguments(draft, cluster, arguments);
    let types = parameter_types(callable, cluster);
    let mut names = vec![format!("{subject}{result}")];
    names.push(format!("{subject}{result}{with}"));
    names.push(format!("{subject}{types}{result}"));
    names.push(format!("{subject}{types}{result}{with}"));
    names.retain(|name| name.len() <= MAX_LENGTH);
    if names.is_empty() {
        names.push(subject.chars().take(MAX_LENGTH).collect());
    }
    for name in &mut names {
        if is_reserved(name) || is_inherited(name) {
            name.insert_str(0, "calls");
            *name = format!("calls{}", capitalized(&name["calls".len()..]));
        }
    }
    names
}

/// Methods every class has or that the suite imports; a test of that name would hide or override them.
fn is_inherited(name: &str) -> bool {
    let is_of_object = matches!(
        name,
        "clone"
            | "equals"
            | "finalize"
            | "getClass"
            | "hashCode"
            | "notify"
            | "notifyAll"
            | "toString"
            | "wait"
    );
    is_of_object || name.starts_with("assert") || name == "fail"
}

/// The call the test is about: the one that throws, else the last on the class under test, else the last at all.
fn focus(draft: &TestDraft, cluster: &TestCluster) -> Option<usize> {
    if let Some(position) = draft.throwing_statement()
        && matches!(draft.test.statements()[position], Statement::Invoke { .. })
    {
        return Some(position);
    }
    let calls = |wanted: &dyn Fn(&Callable) -> bool| {
        draft.test.statements().iter().rposition(|statement| match statement {
            Statement::Invoke { callable, .. } => wanted(cluster.callable(*callable)),
            _ => false,
        })
    };
    calls(&|callable| callable.under_test.is_some()).or_else(|| calls(&|_| true))
}

fn subject(callable: &Callable) -> String {
    let class = callable.owner.simple_binary().rsplit('$').next().unwrap_or_default();
    let plain = |name: &str| -> String {
        name.chars().filter(|found| found.is_ascii_alphanumeric() || *found == '_').collect()
    };
    match callable.kind {
        CallableKind::Constructor => format!("new{}", capitalized(&plain(class))),
        CallableKind::Method => decapitalized(&plain(&callable.name)),
        CallableKind::FieldRead => format!("reads{}", capitalized(&camel(&callable.name))),
        CallableKind::FieldWrite => format!("writes{}", capitalized(&camel(&callable.name))),
    }
}

fn result(draft: &TestDraft, cluster: &TestCluster, focus: usize, callable: &Callable) -> String {
    if let Some(exception) = &draft.exception
        && draft.throwing_statement() == Some(focus)
    {
        let class = exception.class.simple_binary().rsplit('$').next().unwrap_or_default();
        return format!("Throws{}", capitalized(class));
    }
    if callable.kind == CallableKind::Constructor {
        return String::new();
    }
    let seen = |observation: &&Observation| {
        observation.inspector.is_none() && observation.variable == VariableRef(focus as u32)
    };
    match draft.assertions.iter().find(seen) {
        Some(observation) => format!("Returns{}", value_words(&observation.value)),
        None => inspected(draft, cluster, focus),
    }
}

/// What an inspector shows of the object that the call returned: `addGivesNumeratorOne`.
fn inspected(draft: &TestDraft, cluster: &TestCluster, focus: usize) -> String {
    let variable = VariableRef(focus as u32);
    let shown = draft.assertions.iter().find_map(|observation| {
        let inspector = observation.inspector.filter(|_| observation.variable == variable)?;
        let name = &cluster.callable(inspector).name;
        let property = name.strip_prefix("get").or_else(|| name.strip_prefix("is")).unwrap_or(name);
        Some(format!("Gives{}{}", capitalized(property), value_words(&observation.value)))
    });
    shown.filter(|text| text.len() <= 30).unwrap_or_default()
}

fn value_words(value: &ObservedValue) -> String {
    match value {
        ObservedValue::Null => "Null".to_owned(),
        ObservedValue::Boolean(value) => capitalized(&value.to_string()),
        ObservedValue::Byte(value) => number_words(i64::from(*value)),
        ObservedValue::Short(value) => number_words(i64::from(*value)),
        ObservedValue::Int(value) => number_words(i64::from(*value)),
        ObservedValue::Long(value) => number_words(*value),
        ObservedValue::Float(value) => real_words(f64::from(*value)),
        ObservedValue::Double(value) => real_words(*value),
        ObservedValue::Char(unit) => char::from_u32(u32::from(*unit))
            .filter(char::is_ascii_alphanumeric)
            .map_or_else(|| "Character".to_owned(), |found| found.to_string()),
        ObservedValue::String(text) => string_words(text),
        ObservedValue::Enum { constant, .. } => capitalized(&camel(constant)),
        ObservedValue::Array { length: 0, .. } => "EmptyArray".to_owned(),
        ObservedValue::Array { .. } => "Array".to_owned(),
        ObservedValue::Object { class } => {
            let simple: String = class
                .simple_binary()
                .rsplit('$')
                .next()
                .unwrap_or_default()
                .chars()
                .filter(char::is_ascii_alphanumeric)
                .collect();
            if simple.starts_with(|first: char| first.is_ascii_digit()) {
                "Object".to_owned()
            } else {
                simple
            }
        }
    }
}

fn number_words(value: i64) -> String {
    match value {
        0 => "Zero".to_owned(),
        1 => "One".to_owned(),
        2..=9999 => value.to_string(),
        -9999..=-1 => format!("Minus{}", capitalized(&number_words(-value))),
        _ if value > 0 => "LargeNumber".to_owned(),
        _ => "LargeNegative".to_owned(),
    }
}

fn real_words(value: f64) -> String {
    if value.is_nan() {
        "NaN".to_owned()
    } else if value.is_infinite() {
        if value > 0.0 { "Infinity" } else { "MinusInfinity" }.to_owned()
    } else if value.fract() == 0.0 && value.abs() < 10_000.0 {
        number_words(value as i64)
    } else if value > 0.0 {
        "Positive".to_owned()
    } else {
        "Negative".to_owned()
    }
}

fn string_words(text: &JavaString) -> String {
    if text.is_empty() {
        return "EmptyString".to_owned();
    }
    let text = String::from_utf16_lossy(text.units());
    let is_word = text.len() <= 16 && text.chars().all(|found| found.is_ascii_alphanumeric());
    if is_word { capitalized(&text) } else { "String".to_owned() }
}

/// `TO_LOWER` becomes `toLower`; a name with small letters stays.
fn camel(name: &str) -> String {
    let is_constant = !name.contains(|found: char| found.is_lowercase());
    let words = name.split(|found: char| !found.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let joined: String = words
        .map(|word| if is_constant { capitalized(&word.to_lowercase()) } else { capitalized(word) })
        .collect();
    decapitalized(&joined)
}

fn with_arguments(draft: &TestDraft, cluster: &TestCluster, arguments: &[VariableRef]) -> String {
    let described: Vec<String> = arguments
        .iter()
        .filter_map(|argument| match draft.test.statements().get(argument.index())? {
            Statement::Value(value) => literal_words(value),
            Statement::NewArray { length: 0, .. } => Some("EmptyArray".to_owned()),
            Statement::Invoke { callable, .. } => {
                let callable = cluster.callable(*callable);
                (callable.kind == CallableKind::FieldRead).then(|| capitalized(&camel(&callable.name)))
            }
            _ => None,
        })
        .collect();
    if described.is_empty() { String::new() } else { format!("With{}", described.join("And")) }
}

fn literal_words(value: &Value) -> Option<String> {
    Some(match value {
        Value::Boolean(value) => capitalized(&value.to_string()),
        Value::Byte(value) => number_words(i64::from(*value)),
        Value::Short(value) => number_words(i64::from(*value)),
        Value::Int(value) => number_words(i64::from(*value)),
        Value::Long(value) => number_words(*value),
        Value::Float(value) => real_words(f64::from(*value)),
        Value::Double(value) => real_words(*value),
        Value::Char(unit) => value_words(&ObservedValue::Char(*unit)),
        Value::String(text) => string_words(text),
        Value::Null(_) => "Null".to_owned(),
        Value::Class(_) => return None,
    })
}

fn parameter_types(callable: &Callable, cluster: &TestCluster) -> String {
    let types: Vec<String> = callable
        .parameters
        .iter()
        .map(|ty| {
            let text = cluster.types.display(*ty).to_string();
            let erased = text.split('<').next().unwrap_or_default().to_owned();
            let simple = erased.rsplit(['.', '$']).next().unwrap_or_default().to_owned();
            capitalized(&simple.replace("[]", "Array"))
        })
        .collect();
    if types.is_empty() { "OfNothing".to_owned() } else { format!("Of{}", types.join("And")) }
}
