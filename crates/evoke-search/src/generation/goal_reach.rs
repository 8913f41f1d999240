//! How many uncovered guiding goals each call under test may lead to: those of its method and of what that calls within the
//! class. Calls are weighted by it, so that what is covered is called less and less, but never not at all: it may build
//! the state that the rest needs.

use evoke_analysis::{ClassUnderTest, GoalId, MethodId, TestCluster};

use crate::coupled_goals::CoupledGoals;
use crate::{Archive, GuidingGoals};

/// Calls that lead to no uncovered goal share as much weight as this part of all calls.
const BASE_WEIGHT: f64 = 1.0;
/// What a goal behind other methods counts, compared with one in the method itself.
const BEHIND: f64 = 0.3;

/// Methods that calls under test lead to, and the goals in them.
pub(crate) struct GoalReach {
    /// Guiding goals, each with its method.
    goals: Vec<(GoalId, MethodId)>,
    n_methods: usize,
    /// By call under test: its own method and those behind it.
    reached: Vec<Option<(MethodId, Vec<MethodId>)>>,
    /// How many goals that guide were covered when weights were last asked for, and whether those that guide late had their turn.
    known: Option<(usize, bool)>,
}

impl GoalReach {
    pub(crate) fn new(class: &ClassUnderTest, cluster: &TestCluster, guides: &GuidingGoals) -> Self {
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
        Self { goals, n_methods: class.methods.len(), reached, known: None }
    }

    /// Weights of the calls under test, in their order; `None` if nothing changed since they were last asked for.
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
        Some(self.reached.iter().map(weight).collect())
    }
}

/// Methods that may run when one is called, without itself.
pub(super) fn reachable(class: &ClassUnderTest, from: MethodId) -> Vec<MethodId> {
    let mut seen = vec![false; class.methods.len()];
    let mut pending = vec![from];
    let mut found = Vec::new();
    seen[from.index()] = true;
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
