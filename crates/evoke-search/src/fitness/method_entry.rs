//! Distance to the entry of a method: 0 or 1.

use evoke_analysis::MethodId;

use super::trace_index::Activations;

/// The fitness of a run for entering a method.
pub(super) fn fitness(method: MethodId, trace: &Activations<'_>) -> f64 {
    if trace.entered(method) { 0.0 } else { 1.0 }
}
