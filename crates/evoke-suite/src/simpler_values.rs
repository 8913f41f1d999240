//! Values that read better than those of the search: what may take the place of a literal, the simplest first; and of a stub
//! one that calls less on what it is given.

use evoke_analysis::TestCluster;
use evoke_testcase::{JavaString, Statement, StubInstance, StubReturn, TestCase, Value, verify};

/// Most simpler values that are tried for one literal.
const MAX_SIMPLER_VALUES: usize = 12;
/// Numbers up to this are not made smaller.
const SMALL_NUMBER: u64 = 10;
/// Plain strings up to this length are not made shorter.
const SHORT_STRING: usize = 3;
/// Strings from this length on are hard to read, whatever they are made of.
const LONG_STRING: usize = 40;

/// The test with a simpler statement at the position, the simplest first, as far as that keeps the rules: a write to an array stays within it.
pub(crate) fn simpler_tests(test: &TestCase, position: usize, cluster: &TestCluster) -> Vec<TestCase> {
    let statement = test.statements().get(position);
    let simpler = statement.into_iter().flat_map(simpler_statements).map(|simpler| {
        let mut test = test.clone();
        test.replace(position, simpler);
        test
    });
    simpler.filter(|test| verify(test, cluster).is_ok()).collect()
}

/// Statements that may take the place of another, the simplest first.
fn simpler_statements(statement: &Statement) -> Vec<Statement> {
    let values = match statement {
        Statement::Value(value) => simpler_values(value),
        Statement::NewArray { array_type, length } => {
            let shorter = simpler_integers(i64::from(*length)).into_iter().filter(|value| *value >= 0);
            return shorter
                .map(|length| Statement::NewArray { array_type: *array_type, length: length as u32 })
                .collect();
        }
        Statement::Stub(instance) => return simpler_stubs(instance),
        _ => Vec::new(),
    };
    values.into_iter().take(MAX_SIMPLER_VALUES).map(Statement::Value).collect()
}

/// Stubs without one of the calls that this one makes, with one value in place of several in turn, or with a method that does nothing in place of
/// one that throws.
fn simpler_stubs(instance: &StubInstance) -> Vec<Statement> {
    let mut simpler = Vec::new();
    for index in 0..instance.callbacks.len() {
        let mut changed = instance.clone();
        changed.callbacks.remove(index);
        simpler.push(changed);
    }
    for (index, returned) in instance.returns.iter().enumerate() {
        let others = match returned {
            StubReturn::Successive(values) => values.map(StubReturn::Variable).to_vec(),
            StubReturn::Throw(_) => vec![StubReturn::Default],
            _ => Vec::new(),
        };
        simpler.extend(others.into_iter().map(|other| {
            let mut changed = instance.clone();
            changed.returns[index] = other;
            changed
        }));
    }
    simpler.into_iter().map(|stub| Statement::Stub(Box::new(stub))).collect()
}

fn simpler_values(value: &Value) -> Vec<Value> {
    match value {
        Value::Byte(value) => simpler_integers(i64::from(*value))
            .into_iter()
            .map(|simpler| Value::Byte(simpler as i8))
            .collect(),
        Value::Short(value) => simpler_integers(i64::from(*value))
            .into_iter()
            .map(|simpler| Value::Short(simpler as i16))
            .collect(),
        Value::Int(value) => simpler_integers(i64::from(*value))
            .into_iter()
            .map(|simpler| Value::Int(simpler as i32))
            .collect(),
        Value::Long(value) => simpler_integers(*value).into_iter().map(Value::Long).collect(),
        Value::Float(value) => {
            simpler_reals(f64::from(*value)).into_iter().map(|simpler| Value::Float(simpler as f32)).collect()
        }
        Value::Double(value) => simpler_reals(*value).into_iter().map(Value::Double).collect(),
        Value::Char(unit) => ['a', 'A', '0', ' ']
            .into_iter()
            .map(|simpler| simpler as u16)
            .take_while(|simpler| simpler != unit)
            .map(Value::Char)
            .collect(),
        Value::String(text) => simpler_strings(text).into_iter().map(Value::String).collect(),
        Value::Boolean(_) | Value::Null(_) | Value::Class(_) => Vec::new(),
    }
}

/// Halves of the value from small to large, then 1 and 0. Small numbers stay: they read well already, and 0 and 1 hide
/// more faults than others.
fn simpler_integers(value: i64) -> Vec<i64> {
    if value.unsigned_abs() <= SMALL_NUMBER {
        return Vec::new();
    }
    let halves =
        std::iter::successors(Some(value / 2), |half| Some(half / 2)).take_while(|half| half.abs() > 1);
    let mut simpler: Vec<i64> = halves.collect();
    // The largest first would stop far from the smallest that will do.
    simpler.reverse();
    simpler.truncate(MAX_SIMPLER_VALUES - 2);
    simpler.extend([1, 0]);
    simpler
}

fn simpler_reals(value: f64) -> Vec<f64> {
    let is_short = (value * 2.0).fract() == 0.0;
    if is_short && value.abs() <= SMALL_NUMBER as f64 {
        return Vec::new();
    }
    let simpler = [2.5_f64.copysign(value), 1.0, 0.0, value.trunc(), (value * 10.0).trunc() / 10.0];
    simpler
        .into_iter()
        .filter(|found| found.is_finite() && found.to_bits() != value.to_bits())
        .filter(|found| !value.is_finite() || found.abs() <= value.abs())
        .collect()
}

/// Strings that may take the place of one. Short plain strings stay; of long ones often nothing but the length counts, so that one character
/// is tried again and again.
fn simpler_strings(text: &JavaString) -> Vec<JavaString> {
    let units = text.units();
    let mut simpler =
        if units.len() >= LONG_STRING { simpler_long_strings(units) } else { simpler_plain_strings(units) };
    simpler.retain(|found| found != units);
    simpler.into_iter().map(|units| JavaString::from_units(&units)).collect()
}

/// The string with every character plain, its start, its halves, itself without one character, and nothing. A short plain string stays.
fn simpler_plain_strings(units: &[u16]) -> Vec<Vec<u16>> {
    let plain = plain(units);
    if plain == units && units.len() <= SHORT_STRING {
        return Vec::new();
    }
    let half = units.len() / 2;
    let mut simpler = vec![plain, units[..1].to_vec(), units[..half].to_vec(), units[half..].to_vec()];
    for position in 0..units.len().min(MAX_SIMPLER_VALUES - simpler.len() - 1) {
        let mut shorter = units.to_vec();
        shorter.remove(position);
        simpler.push(shorter);
    }
    simpler.push(Vec::new());
    simpler
}

/// Its start, the simplest character so often, half as often and so on, from short to long, then what keeps more of the string.
fn simpler_long_strings(units: &[u16]) -> Vec<Vec<u16>> {
    let half = units.len() / 2;
    let mut simpler = vec![units[..1].to_vec()];
    let lengths = [units.len() / 8, units.len() / 4, half, units.len()];
    simpler.extend(lengths.map(|length| vec![u16::from(b'a'); length]));
    simpler.extend([units[..half].to_vec(), units[half..].to_vec(), plain(units), Vec::new()]);
    simpler
}

/// The string with `a` for every character that is not plain.
fn plain(units: &[u16]) -> Vec<u16> {
    units.iter().map(|unit| if is_plain(*unit) { *unit } else { u16::from(b'a') }).collect()
}

fn is_plain(unit: u16) -> bool {
    (0x20..0x7f).contains(&unit)
}

#[cfg(test)]
mod tests {
    use evoke_testcase::VariableRef;

    use super::*;
    use crate::testing::{Demo, int, test_of, value};

    #[test]
    fn array_is_not_made_too_short_for_what_is_written_to_it() {
        let mut demo = Demo::new();
        let array_type = demo.array_of(int());
        let write = Statement::WriteElement { array: VariableRef(0), index: 7, value: VariableRef(1) };
        let of_length = |length| {
            let array = Statement::NewArray { array_type, length };
            test_of(vec![array, value(Value::Int(3)), write.clone()])
        };
        demo.cluster.set_assignability(|_, from, to| from == to);
        assert_eq!(simpler_tests(&of_length(40), 0, &demo.cluster), [of_length(10), of_length(20)]);
    }

    #[test]
    fn method_of_a_stub_that_throws_is_tried_without() {
        let mut demo = Demo::new();
        let stub = demo.interface("demo/Shape", &[("width", int())]);
        let of = |ending| {
            let (arguments, returns) = ([].as_slice().into(), vec![ending]);
            Statement::Stub(Box::new(StubInstance { stub, arguments, returns, callbacks: Vec::new() }))
        };
        let throwing = test_of(vec![of(StubReturn::Throw(0))]);
        assert_eq!(simpler_tests(&throwing, 0, &demo.cluster), [test_of(vec![of(StubReturn::Default)])]);
        assert_eq!(simpler_tests(&test_of(vec![of(StubReturn::Default)]), 0, &demo.cluster), []);
    }

    #[test]
    fn large_integers_are_halved_and_small_ones_stay() {
        assert_eq!(simpler_integers(40), [2, 5, 10, 20, 1, 0]);
        assert_eq!(simpler_integers(-15), [-3, -7, 1, 0]);
        assert_eq!(simpler_integers(10), Vec::<i64>::new());
    }

    #[test]
    fn long_and_odd_strings_are_shortened_and_short_ones_stay() {
        let simpler = |text: &str| {
            let found = simpler_strings(&text.into());
            found.iter().map(|found| String::from_utf16_lossy(found.units())).collect::<Vec<_>>()
        };
        assert_eq!(simpler("abc"), Vec::<String>::new());
        assert_eq!(simpler("\u{0}b"), ["ab", "\u{0}", "\u{0}", "b", "b", "\u{0}", ""]);
        assert_eq!(simpler("abcd"), ["a", "ab", "cd", "bcd", "acd", "abd", "abc", ""]);
    }

    #[test]
    fn of_long_strings_the_length_is_tried_first() {
        let text = "0123456789".repeat(5);
        let simpler = simpler_strings(&text.as_str().into());
        let simpler: Vec<String> =
            simpler.iter().map(|found| String::from_utf16_lossy(found.units())).collect();
        let repeated = [6, 12, 25, 50].map(|length| "a".repeat(length));
        assert_eq!(simpler[0], "0");
        assert_eq!(simpler[1..5], repeated);
        assert_eq!(simpler[5..], [&text[..25], &text[25..], ""]);
    }
}
