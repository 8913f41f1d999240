//! Why goals are left uncovered, as far as a search can tell: nothing gives an object that the method needs, every call
//! threw, a condition on the way never came out as it would have to. A reason is an observation of this search, no proof.

use std::collections::BTreeMap;

use evoke_analysis::{
    CallableId, ClassUnderTest, ControlDependence, GoalKind, MethodId, MutantId, Outcome, PredicateId,
    TestCluster, TypeCategory, TypeId,
};

use evoke_testcase::UnnoticedMutant;

use crate::UncoveredGoal;
use crate::generation::CallCounts;
use crate::missing_classes::MissingClasses;

/// Conditions that are followed back from a goal; more depend on each other in a circle.
const MAX_STEPS: usize = 64;

/// The end of the reason of a goal that no search reaches: it is in a method that neither tests nor the class can call.
pub const OUT_OF_REACH: &str = "tests cannot call it, and the class does not";

/// Knows what a search saw.
pub(crate) struct Reasons<'a> {
    class: &'a ClassUnderTest,
    cluster: &'a TestCluster,
    calls: &'a [CallCounts],
    missing_classes: &'a MissingClasses,
    /// Mutants that tests were run on and none noticed, ascending.
    in_vain: &'a [UnnoticedMutant],
    /// Uncovered branch goals.
    outcomes: BTreeMap<(PredicateId, Outcome), &'a UncoveredGoal>,
}

impl<'a> Reasons<'a> {
    /// For the uncovered goals of a search in which calls ended like this, and runs on mutants.
    pub(crate) fn new(
        class: &'a ClassUnderTest,
        cluster: &'a TestCluster,
        (calls, missing_classes, in_vain): (&'a [CallCounts], &'a MissingClasses, &'a [UnnoticedMutant]),
        uncovered: &'a [UncoveredGoal],
    ) -> Self {
        let outcomes =
            uncovered.iter().filter_map(|uncovered| match class.goals.get(uncovered.goal.index())?.kind {
                GoalKind::Branch(predicate, outcome) => Some(((predicate, outcome), uncovered)),
                _ => None,
            });
        Self { class, cluster, calls, missing_classes, in_vain, outcomes: outcomes.collect() }
    }

    /// The reason in words, with the nearest distance where there is one.
    pub(crate) fn of(&self, uncovered: &UncoveredGoal) -> String {
        let kind = &self.class.goals[uncovered.goal.index()].kind;
        let method = self.class.method_of(kind);
        if !uncovered.method_entered {
            return format!("its method was never entered: {}", self.not_entered(method));
        }
        if !uncovered.guided {
            return "it was not selected to guide the search, and no test covered it by the way".to_owned();
        }
        if let GoalKind::Kill(mutant) = kind
            && let Some(reason) = self.of_reached_mutant(*mutant, uncovered.nearest)
        {
            return reason;
        }
        let is_near = uncovered.nearest.is_some_and(|nearest| nearest < 1.0);
        let mut reason = place(kind, is_near).to_owned();
        if !is_near && let Some(obstacle) = self.obstacle(kind, method) {
            reason = format!("{reason}: {obstacle}");
        }
        if let Some(nearest) = uncovered.nearest {
            reason = format!("{reason}; nearest distance {nearest:.3}");
        }
        reason
    }

    /// Why nothing notices a mutant that tests reached; `None` if none did.
    fn of_reached_mutant(&self, mutant: MutantId, nearest: Option<f64>) -> Option<String> {
        let tried = self.in_vain.iter().find(|tried| tried.mutant == mutant);
        let Some(UnnoticedMutant { runs, is_given_up, .. }) = tried else {
            let reason = match nearest? {
                infected if infected <= 1.0 => {
                    "its state came to differ, but no test was run on it".to_owned()
                }
                reached if reached < 2.0 => {
                    format!("it was reached but made no difference; nearest distance {reached:.3}")
                }
                _ => return None,
            };
            return Some(reason);
        };
        let how_far = match nearest {
            Some(nearest) if nearest < 1.0 => "and other code ran, but all that a test can see was the same",
            _ => "but nothing else was different",
        };
        let given_up = if *is_given_up { "; then it was given up" } else { "" };
        let tests = if *runs == 1 { "1 test that was".to_owned() } else { format!("{runs} tests that were") };
        Some(format!("its state came to differ in {tests} run on it, {how_far}{given_up}"))
    }

    fn not_entered(&self, method: MethodId) -> String {
        let callables: Vec<CallableId> = self.callables_of(method).collect();
        let Some(first) = callables.first() else { return self.not_callable(method) };
        let counts = self.counts(&callables);
        let receiver = self.cluster.callable(*first).receiver;
        if let Some(ty) = receiver.filter(|ty| !self.can_be_given(*ty)) {
            return format!("no generator for type {}", self.cluster.types.display(ty));
        }
        let givers = receiver.map_or(&[][..], |ty| self.cluster.generators(ty));
        if let Some(missing) = self.missing_classes.of(&callables).or_else(|| self.missing_classes.of(givers))
        {
            return missing.to_owned();
        }
        if counts.stalls > 0 {
            return "its calls ran into the time limit".to_owned();
        }
        if counts.exhausted > 0 {
            return "its calls ran out of steps".to_owned();
        }
        if counts.thrown > 0 {
            return "every call of it threw before".to_owned();
        }
        if let Some(ty) = receiver {
            let generators = self.counts(self.cluster.generators(ty));
            if generators.thrown > 0 && generators.returned == 0 {
                return format!("everything that gives a {} threw", self.cluster.types.display(ty));
            }
        }
        "no test called it".to_owned()
    }

    /// A private or synthetic method, or one whose parameters only `null` would fit.
    fn not_callable(&self, method: MethodId) -> String {
        let callers = self.class.callees.iter().zip(&self.class.methods);
        let callers: Vec<&str> = callers
            .filter(|(callees, caller)| callees.contains(&method) && caller.id != method)
            .map(|(_, caller)| caller.source_name.as_str())
            .take(3)
            .collect();
        if callers.is_empty() {
            OUT_OF_REACH.to_owned()
        } else {
            format!("tests cannot call it, and {} did not", callers.join(", "))
        }
    }

    /// What keeps runs that entered the method from a place in it.
    fn obstacle(&self, goal: &GoalKind, method: MethodId) -> Option<String> {
        let callables: Vec<CallableId> = self.callables_of(method).collect();
        let counts = self.counts(&callables);
        let mut dependences = self.class.dependences_of(goal);
        for _ in 0..MAX_STEPS {
            let left: Option<Vec<_>> = dependences.iter().map(|it| self.uncovered_outcome(*it)).collect();
            let Some(left) = left.filter(|left| !left.is_empty()) else {
                if let Some(missing) = self.missing_classes.of(&callables) {
                    return Some(missing.to_owned());
                }
                let always = counts.thrown > 0 && counts.returned == 0;
                let who = if always {
                    "every call of the method threw before"
                } else {
                    "what comes before it threw"
                };
                return self.knows_outcomes().then(|| who.to_owned());
            };
            let reached = left.iter().find(|it| it.nearest.is_some_and(|nearest| nearest < 1.0));
            if let Some(reached) = reached {
                let name = &self.class.goals[reached.goal.index()].name;
                return Some(format!("it needs {name}"));
            }
            dependences = self.class.dependences_of(&self.class.goals[left[0].goal.index()].kind);
        }
        None
    }

    /// Without branch goals nobody looked at the outcomes of conditions.
    fn knows_outcomes(&self) -> bool {
        self.class.goals.iter().any(|goal| matches!(goal.kind, GoalKind::Branch(..)))
    }

    fn uncovered_outcome(&self, dependence: ControlDependence) -> Option<&'a UncoveredGoal> {
        self.outcomes.get(&(dependence.predicate, dependence.outcome)).copied()
    }

    fn callables_of(&self, method: MethodId) -> impl Iterator<Item = CallableId> {
        let under_test = self.cluster.under_test.iter().copied();
        under_test.filter(move |id| self.cluster.callable(*id).under_test == Some(method))
    }

    fn counts(&self, callables: &[CallableId]) -> CallCounts {
        let counts = callables.iter().filter_map(|id| self.calls.get(id.index()));
        counts.fold(CallCounts::default(), |sum, it| CallCounts {
            returned: sum.returned.saturating_add(it.returned),
            thrown: sum.thrown.saturating_add(it.thrown),
            stalls: sum.stalls.saturating_add(it.stalls),
            exhausted: sum.exhausted.saturating_add(it.exhausted),
        })
    }

    fn can_be_given(&self, ty: TypeId) -> bool {
        let is_object = matches!(self.cluster.types.category(ty), TypeCategory::Object | TypeCategory::Enum);
        !is_object || !self.cluster.generators(ty).is_empty() || !self.cluster.stubs_of(ty).is_empty()
    }
}

/// How near runs came that entered the method.
fn place(goal: &GoalKind, is_near: bool) -> &'static str {
    match goal {
        GoalKind::Branch(..) if is_near => "its condition was reached but never came out this way",
        GoalKind::Branch(..) => "its condition was never reached",
        GoalKind::BranchIn(..) if is_near => {
            "its condition was reached by such calls but never came out this way"
        }
        GoalKind::BranchIn(..) => "no such call reached its condition itself",
        GoalKind::Line(_) => "the line was never reached",
        GoalKind::MethodEntry(_) => "its method was never entered",
        GoalKind::Return(_) if is_near => "every call of the method threw",
        GoalKind::EntryIn(..) => "no such call entered the method",
        GoalKind::Call(_) | GoalKind::Return(_) => "no test called the method itself",
        GoalKind::Mutant(_) if is_near => "it was reached but made no difference",
        GoalKind::Mutant(_) | GoalKind::Kill(_) => "it was never reached",
        GoalKind::ValuePart(_) if is_near => "no such value was seen",
        GoalKind::ValuePart(_) => "no such value was seen, nor one that is nearer than others",
        GoalKind::Exception(_) => "it was not thrown again",
        GoalKind::Coupled(_) => "no call from there did this",
    }
}

#[cfg(test)]
mod tests;
