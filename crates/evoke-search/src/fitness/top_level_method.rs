//! Distance to a call of a method by the test: 0 or 1; to a call that returns: 0.5 where every call threw.

use evoke_analysis::MethodId;

use super::IndexedTrace;

/// The fitness of a run for calling a method.
pub(super) fn call_fitness(method: MethodId, trace: &IndexedTrace<'_>) -> f64 {
    if trace.call(method).is_some() { 0.0 } else { 1.0 }
}

/// The fitness of a run for calling a method that then returns.
pub(super) fn return_fitness(method: MethodId, trace: &IndexedTrace<'_>) -> f64 {
    match trace.call(method) {
        Some(true) => 0.0,
        Some(false) => 0.5,
        None => 1.0,
    }
}
