//! Distance to a coupled branch: `D(r) + 1` while the caller's branch `r` is not taken, else `D(e)` of the callee's branch in calls
//! from the sites that `r` leads to (Derakhshanfar et al., 2022, section 3.2.1).

use evoke_analysis::{ClassUnderTest, Coupling, GoalKind};
use evoke_testcase::is_covered;

use super::ancestors::Ancestors;
use super::branch;
use super::trace_index::IndexedTrace;

/// The distance to a method that was not entered.
const NOT_ENTERED: f64 = 1.0;

/// The fitness of a run for a coupled branch of this number; that of one that is none is infinite.
pub(super) fn fitness(
    coupling: &Coupling,
    number: u32,
    class: &ClassUnderTest,
    ancestors: &Ancestors,
    trace: &IndexedTrace<'_>,
) -> f64 {
    let Some((caller, (predicate, outcome))) = coupling.pair(number) else { return f64::INFINITY };
    let caller = &coupling.callers[caller];
    let to_caller = of_caller(&caller.kind, class, ancestors, trace);
    if !is_covered(to_caller) {
        return to_caller + 1.0;
    }
    let in_context =
        |context| branch::fitness(predicate, outcome, class, ancestors, &trace.in_context(context));
    caller.contexts.iter().map(|context| in_context(*context)).fold(f64::INFINITY, f64::min)
}

/// The fitness of a run for a branch of the caller.
fn of_caller(
    kind: &GoalKind,
    class: &ClassUnderTest,
    ancestors: &Ancestors,
    trace: &IndexedTrace<'_>,
) -> f64 {
    match kind {
        GoalKind::Branch(predicate, outcome) => {
            branch::fitness(*predicate, *outcome, class, ancestors, &trace.all())
        }
        kind => {
            let is_entered = trace.all().entered(class.method_of(kind));
            if is_entered { 0.0 } else { NOT_ENTERED }
        }
    }
}
