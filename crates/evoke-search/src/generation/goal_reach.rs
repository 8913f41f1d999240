//! How many uncovered guiding goals each call under test may lead to: those of its method and of what that calls within the
//! class. Calls are weighted by it, so that what is covered is called less and less, but never not at all: it may build
//! the state that the rest needs.

use evoke_analysis::{ClassUnderTest, GoalId, MethodId, TestCluster};

use crate::coupled_goals::CoupledGoals;
use crate::{Archive, GuidingGoals, SearchConfig, Technique};

/// Calls that lead to no uncovered goal share as much weight as this part of all calls.
const BASE_WEIGHT: f64 = 1.0;
/// What a goal behind other methods counts, compared with one in the method itself.
const BEHIND: f64 = 0.3;
/// What callers weigh together at most, compared with all calls under test.
const SHARE_OF_CALLERS: f64 = 0.15;

/// Methods that calls under test lead to, and the goals in them.
pub(crate) struct GoalReach {
    /// Guiding goals, each with its method.
    goals: Vec<(GoalId, MethodId)>,
    n_methods: usize,
    /// By call under test: its own method and those behind it.
    reached: Vec<Option<(MethodId, Vec<MethodId>)>>,
    /// By caller of another class: methods that it may run.
    reached_by_callers: Vec<Vec<MethodId>>,
    /// How many goals that guide were covered when weights were last asked for, and whether those that guide late had their turn.
    known: Option<(usize, bool)>,
}

impl GoalReach {
    pub(crate) fn new(
        class: &ClassUnderTest,
        cluster: &TestCluster,
        guides: &GuidingGoals,
        config: &SearchConfig,
    ) -> Self {
        let listed = guides.iter().filter_map(|goal| Some((goal, class.goals.get(goal.index())?)));
        let goals = listed.map(|(id, goal)| (id, class.method_of(&goal.kind))).collect();
        let reached = cluster
            .under_test
            .iter()
            .map(|callable| {
                let own = cluster.callable(*callable).under_test?;
                Some((own, reachable(class, own)))
            })
            .collect();
        let callers = cluster.callers.iter().filter(|_| config.has(Technique::Callers));
        let reached_by_callers = callers.map(|caller| reachable_from(class, &caller.leads_to)).collect();
        Self { goals, n_methods: class.methods.len(), reached, reached_by_callers, known: None }
    }

    /// Weights of the calls under test and of the callers after them, in their order; `None` if nothing changed since they were last asked for.
    pub(crate) fn weights(
        &mut self,
        archive: &Archive,
        coupled: Option<&CoupledGoals<'_>>,
    ) -> Option<Vec<f64>> {
        let now = Some((archive.n_covered_guides(), archive.takes_late()));
        if std::mem::replace(&mut self.known, now) == now {
            return None;
        }
        let mut uncovered = coupled.map_or_else(|| vec![0.0; self.n_methods], CoupledGoals::left_by_method);
        for (goal, method) in &self.goals {
            if archive.takes(*goal) && !archive.is_covered(*goal) {
                uncovered[method.index()] += 1.0;
            }
        }
        let weight = |reached: &Option<(MethodId, Vec<MethodId>)>| {
            let Some((own, behind)) = reached else { return BASE_WEIGHT };
            let behind: f64 = behind.iter().map(|method| uncovered[method.index()]).sum();
            // The root, so that a method with a hundred goals does not push the others out.
            BASE_WEIGHT + (uncovered[own.index()] + BEHIND * behind).sqrt() * 2.0
        };
        let mut weights: Vec<f64> = self.reached.iter().map(weight).collect();
        let behind = |methods: &Vec<MethodId>| methods.iter().map(|method| uncovered[method.index()]).sum();
        let behind: Vec<f64> = self.reached_by_callers.iter().map(behind).collect();
        weights.extend(weights_of_callers(weights.iter().sum(), &behind));
        Some(weights)
    }
}

/// Weights of callers with so many uncovered goals behind each, where all calls under test weigh so much.
fn weights_of_callers(of_calls: f64, behind: &[f64]) -> Vec<f64> {
    let alone = || behind.iter().map(|goals| (goals * BEHIND).sqrt());
    let (total, room) = (alone().sum::<f64>(), of_calls * SHARE_OF_CALLERS);
    let factor = if total > room { room / total } else { 1.0 };
    alone().map(|weight| weight * factor).collect()
}

/// Methods that may run when one is called, without itself.
pub(super) fn reachable(class: &ClassUnderTest, from: MethodId) -> Vec<MethodId> {
    let mut found = reachable_from(class, &[from]);
    found.remove(0);
    found
}

/// Methods that may run when these are called, themselves first.
fn reachable_from(class: &ClassUnderTest, from: &[MethodId]) -> Vec<MethodId> {
    let mut seen = vec![false; class.methods.len()];
    let mut pending = from.to_vec();
    let mut found = from.to_vec();
    for method in from {
        seen[method.index()] = true;
    }
    while let Some(method) = pending.pop() {
        for callee in class.callees.get(method.index()).into_iter().flatten() {
            if !std::mem::replace(&mut seen[callee.index()], true) {
                found.push(*callee);
                pending.push(*callee);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::weights_of_callers;

    #[test]
    fn callers_weigh_by_what_is_uncovered_behind_them_and_no_more_than_their_share() {
        let weights = weights_of_callers(100.0, &[30.0, 0.0, 120.0]);
        assert_eq!(weights, [3.0, 0.0, 6.0]);
        let weights = weights_of_callers(20.0, &[30.0, 0.0, 120.0]);
        assert!((weights.iter().sum::<f64>() - 3.0).abs() < 1e-9, "{weights:?}");
        assert_eq!(weights[2], 2.0 * weights[0]);
        assert_eq!(weights_of_callers(20.0, &[]), []);
    }
}
