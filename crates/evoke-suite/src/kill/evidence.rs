//! What of a run differs from what a test is known to show, as far as an assertion can tell.

use evoke_testcase::{Aspect, ExecutionOutcome, Observation, Observations, ObservedCall, ObservedValue};

use super::kill_matrix::Evidence;
use crate::stable_test::StableTest;
use crate::tolerance::{float_tolerance, tolerance};
use crate::value_key::ValueKey;

/// What gives the run away as one of something else than the original; `None` if no assertion would notice.
pub(crate) fn evidence(stable: &StableTest, run: &Observations) -> Option<Evidence> {
    if !ends_alike(stable, &run.result.outcome) {
        return Some(Evidence::Ending);
    }
    let mut next = 0;
    let differing: Vec<usize> = (0..stable.values.len())
        .filter(|position| {
            let expected = &stable.values[*position];
            tells_apart(&expected.value, seen_at(expected, run, &mut next))
        })
        .collect();
    (!differing.is_empty()).then_some(Evidence::Values(differing))
}

/// The positions of what stubs were told in the run otherwise than expected, where nothing else gives it away; `None` where something does.
/// Code that keeps what it computed tells stubs less the second time.
pub(crate) fn told_otherwise(stable: &StableTest, run: &Observations) -> Option<Vec<usize>> {
    match evidence(stable, run) {
        None => Some(Vec::new()),
        Some(Evidence::Values(values))
            if values.iter().all(|value| stable.values[*value].aspect == Aspect::Calls) =>
        {
            Some(values)
        }
        Some(_) => None,
    }
}

/// What is left of the evidence without these values.
pub(crate) fn without_values(evidence: Option<Evidence>, fickle: &[usize]) -> Option<Evidence> {
    match evidence? {
        Evidence::Ending => Some(Evidence::Ending),
        Evidence::Values(mut values) => {
            values.retain(|value| !fickle.contains(value));
            (!values.is_empty()).then_some(Evidence::Values(values))
        }
    }
}

fn ends_alike(stable: &StableTest, outcome: &ExecutionOutcome) -> bool {
    match (&stable.exception, outcome) {
        (None, ExecutionOutcome::Completed) => true,
        (Some(expected), ExecutionOutcome::Threw { statement, exception }) => {
            *statement as usize + 1 == stable.test.len()
                && exception.class == expected.class
                && expected.message.as_ref().is_none_or(|message| exception.message.as_ref() == Some(message))
        }
        _ => false,
    }
}

/// What the run showed in the same place. Runs show what they show in one order, so that it is looked for from `next` on, which is set to the
/// position after it.
fn seen_at<'r>(expected: &Observation, run: &'r Observations, next: &mut usize) -> Option<&'r ObservedValue> {
    let is_there = |seen: &Observation| seen.variable == expected.variable && seen.aspect == expected.aspect;
    let (before, after) = run.values.split_at(*next);
    let later = after.iter().position(is_there).map(|offset| *next + offset);
    let found = later.or_else(|| before.iter().position(is_there))?;
    *next = found + 1;
    Some(&run.values[found].value)
}

/// Whether the assertion of a value fails where another was seen, or none.
fn tells_apart(expected: &ObservedValue, seen: Option<&ObservedValue>) -> bool {
    let Some(seen) = seen else { return true };
    match (expected, seen) {
        // Of an object only that it is there can be asserted.
        (ObservedValue::Object { .. }, seen) => matches!(seen, ObservedValue::Null),
        (ObservedValue::Float(expected), ObservedValue::Float(seen)) => {
            is_apart(f64::from(*expected), f64::from(*seen), f64::from(float_tolerance(*expected)))
        }
        (ObservedValue::Double(expected), ObservedValue::Double(seen)) => {
            is_apart(*expected, *seen, tolerance(*expected))
        }
        (
            ObservedValue::Array { elements: Some(expected), .. },
            ObservedValue::Array { elements: Some(seen), .. },
        ) => {
            expected.len() != seen.len()
                || expected.iter().zip(seen).any(|(expected, seen)| tells_apart(expected, Some(seen)))
        }
        (ObservedValue::Calls(expected), ObservedValue::Calls(seen)) => are_other_calls(expected, seen),
        _ => ValueKey::from(expected) != ValueKey::from(seen),
    }
}

/// Whether what a stub notes of the calls of methods that were expected to be called is something else. Other methods note nothing, but all
/// do where none was expected.
fn are_other_calls(expected: &[ObservedCall], seen: &[ObservedCall]) -> bool {
    let is_noted =
        |call: &&ObservedCall| expected.is_empty() || expected.iter().any(|it| it.method == call.method);
    let noted: Vec<&ObservedCall> = seen.iter().filter(is_noted).collect();
    let is_other_argument = |(expected, seen): (&Option<ObservedValue>, &Option<ObservedValue>)| {
        expected.as_ref().is_some_and(|expected| tells_apart(expected, seen.as_ref()))
    };
    expected.len() != noted.len()
        || expected.iter().zip(noted).any(|(expected, seen)| {
            expected.method != seen.method
                || expected.arguments.iter().zip(&seen.arguments).any(is_other_argument)
        })
}

/// Whether a number is outside the tolerance of the one that is expected.
fn is_apart(expected: f64, seen: f64, tolerance: f64) -> bool {
    let is_same = expected.to_bits() == seen.to_bits() || expected.is_nan() && seen.is_nan();
    let difference = (expected - seen).abs();
    // A difference that is no number is one.
    !is_same && (difference.is_nan() || difference > tolerance)
}
