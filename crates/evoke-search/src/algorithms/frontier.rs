//! The goals a many-objective search aims at now: uncovered, and reachable in that a branch their place is control
//! dependent on is covered. Grows and shrinks while tests are evaluated.
//!
//! Control dependences are those of branches as seen in traces, not of branch goals, so the frontier works for any set of
//! criteria. A goal at a predicate that ran is active whatever its dependences say: in loops the dependences of a block
//! that is always reached name only the loop's own predicates. Without branches among the goals (lines alone, say) the goals are those of
//! MOSA, since a search that only aims at what lies behind a branch once it was taken would never be led to take it.

use evoke_analysis::{ClassUnderTest, ControlDependence, Goal, GoalId, Outcome, PredicateId};
use evoke_testcase::ExecutionTrace;

use super::coupled_frontier::CoupledFrontier;
use crate::{Archive, GuidingGoals, Settled};

/// Active uncovered goals and what is needed to find the next ones.
pub(super) struct Frontier {
    active: Vec<GoalId>,
    /// Goals that guide late and would be active if they had their turn; some may be covered.
    late: Vec<GoalId>,
    /// Whether they have their turn.
    aims_at_late: bool,
    guides: GuidingGoals,
    /// By goal: whether it was ever active, or would have been.
    activated: Vec<bool>,
    /// By branch and outcome: goals that become active when it is first taken.
    dependants: Vec<[Vec<GoalId>; 2]>,
    /// By branch: goals over its outcomes.
    at_branch: Vec<Vec<GoalId>>,
    /// By branch and outcome: whether it was taken.
    taken: Vec<[bool; 2]>,
    /// Of a pair of classes its coupled branches.
    coupled: Option<CoupledFrontier>,
}

impl Frontier {
    /// All goals that guide, active from the start.
    pub(super) fn all(class: &ClassUnderTest, guides: &GuidingGoals) -> Self {
        let listed = guides.iter().filter(|goal| goal.index() < class.goals.len());
        let (late, active) = listed.partition(|goal| guides.is_late(*goal));
        Self { active, late, activated: vec![true; class.goals.len()], ..Self::empty(class, guides, false) }
    }

    /// No active goal; coupled branches wait for a branch of the caller, and where that is asked for their own.
    fn empty(class: &ClassUnderTest, guides: &GuidingGoals, is_dynamic: bool) -> Self {
        let coupling = class.coupling.as_ref();
        Self {
            active: Vec::new(),
            late: Vec::new(),
            aims_at_late: false,
            guides: guides.clone(),
            activated: vec![false; class.goals.len()],
            dependants: vec![<[Vec<GoalId>; 2]>::default(); class.predicates.len()],
            at_branch: vec![Vec::new(); class.predicates.len()],
            taken: vec![[false; 2]; class.predicates.len()],
            coupled: coupling.map(|coupling| CoupledFrontier::new(class, coupling, is_dynamic)),
        }
    }

    /// Of the goals that guide, those without control dependences active from the start, others as the branches they
    /// depend on are taken. Where no branch is a goal, nothing would lead to these: all are active from the start.
    pub(super) fn dynamic(class: &ClassUnderTest, guides: &GuidingGoals) -> Self {
        let leads_on = |goal: &Goal| guides.contains(goal.id) && class.predicate_of(&goal.kind).is_some();
        if class.coupling.is_none() && !class.goals.iter().any(leads_on) {
            return Self::all(class, guides);
        }
        let mut frontier = Self::empty(class, guides, true);
        let is_reachable = reachable_branches(class);
        for goal in class.goals.iter().filter(|goal| guides.contains(goal.id)) {
            let (dependences, own) = (class.dependences_of(&goal.kind), class.predicate_of(&goal.kind));
            for dependence in dependences {
                frontier.dependants[dependence.predicate.index()][dependence.outcome as usize].push(goal.id);
            }
            if let Some(predicate) = own {
                frontier.at_branch[predicate.index()].push(goal.id);
            }
            let is_outer = |dependence: &ControlDependence| {
                Some(dependence.predicate) != own && is_reachable[dependence.predicate.index()]
            };
            if !dependences.iter().any(is_outer) {
                frontier.activate(goal.id);
            }
        }
        frontier
    }

    /// With the goals active, too, that lie behind branches which other tests take: none of the search may ever come to take these by
    /// itself, since they are no goals of its own.
    pub(super) fn beyond(mut self, settled: Option<&Settled>) -> Self {
        for (predicate, outcome) in settled.iter().flat_map(|settled| &settled.taken) {
            let predicate = predicate.index();
            if predicate >= self.taken.len() {
                continue;
            }
            for goal in std::mem::take(&mut self.at_branch[predicate]) {
                self.activate(goal);
            }
            for goal in std::mem::take(&mut self.dependants[predicate][*outcome as usize]) {
                self.activate(goal);
            }
        }
        self
    }

    /// Active goals; those that a test covered stay until [`Frontier::drop_covered`].
    pub(super) fn active(&self) -> &[GoalId] {
        &self.active
    }

    /// Whether no run so far took the predicate both ways, or another goal may want it to be taken again.
    pub(super) fn has_untaken_outcome(&self, predicate: PredicateId) -> bool {
        self.taken[predicate.index()] != [true, true] || self.coupled.is_some()
    }

    /// Activates what a run of a test made reachable.
    pub(super) fn observe(&mut self, trace: &ExecutionTrace) {
        if let Some(coupled) = &mut self.coupled {
            coupled.observe(trace);
            return;
        }
        for record in &trace.predicates {
            let predicate = record.predicate.index();
            for goal in std::mem::take(&mut self.at_branch[predicate]) {
                self.activate(goal);
            }
            for outcome in record.taken() {
                self.take(predicate, outcome);
            }
        }
    }

    fn take(&mut self, predicate: usize, outcome: Outcome) {
        if !std::mem::replace(&mut self.taken[predicate][outcome as usize], true) {
            for goal in std::mem::take(&mut self.dependants[predicate][outcome as usize]) {
                self.activate(goal);
            }
        }
    }

    fn activate(&mut self, goal: GoalId) {
        if !std::mem::replace(&mut self.activated[goal.index()], true) {
            let is_waiting = !self.aims_at_late && self.guides.is_late(goal);
            if is_waiting { self.late.push(goal) } else { self.active.push(goal) }
        }
    }

    /// Lets goals that guide late join, as far as nothing covers them, or leave. What was computed for the active goals is void then.
    pub(super) fn aim_at_late(&mut self, aims: bool, archive: &Archive) {
        self.aims_at_late = aims;
        if aims {
            self.active.extend(self.late.drain(..).filter(|goal| !archive.is_covered(*goal)));
        } else {
            let (late, active) = self.active.iter().partition(|goal| self.guides.is_late(**goal));
            (self.late, self.active) = (late, active);
        }
    }

    /// Drops goals that the archive covers, and lets others of those that wait for room have it; gives for each goal that was active
    /// whether it was kept, if any was not.
    pub(super) fn drop_covered(&mut self, archive: &Archive) -> Option<Vec<bool>> {
        let n_leaving = self.coupled.as_mut().map_or(0, |coupled| coupled.take_turns(&self.active));
        let is_kept = |position: usize, goal: &GoalId| position >= n_leaving && !archive.is_covered(*goal);
        let kept: Vec<bool> =
            self.active.iter().enumerate().map(|(position, goal)| is_kept(position, goal)).collect();
        let has_dropped = kept.contains(&false);
        if has_dropped {
            let mut kept = kept.iter();
            self.active.retain(|_| kept.next() == Some(&true));
        }
        if let Some(coupled) = &mut self.coupled {
            coupled.fill(&mut self.active, archive);
        }
        has_dropped.then_some(kept)
    }
}

/// Branches that are reached by following dependences from branches without any. The others depend only on each other,
/// as the predicates of a loop at the top of a method may; nothing must wait for them.
fn reachable_branches(class: &ClassUnderTest) -> Vec<bool> {
    let is_root = |predicate: &evoke_analysis::Predicate| {
        predicate.dependences.iter().all(|dependence| dependence.predicate == predicate.id)
    };
    let mut reachable: Vec<bool> = class.predicates.iter().map(is_root).collect();
    let mut dependants = vec![Vec::new(); class.predicates.len()];
    for predicate in &class.predicates {
        for dependence in &predicate.dependences {
            dependants[dependence.predicate.index()].push(predicate.id.index());
        }
    }
    let mut pending: Vec<usize> = (0..reachable.len()).filter(|predicate| reachable[*predicate]).collect();
    while let Some(predicate) = pending.pop() {
        for dependant in &dependants[predicate] {
            if !std::mem::replace(&mut reachable[*dependant], true) {
                pending.push(*dependant);
            }
        }
    }
    reachable
}

#[cfg(test)]
mod tests;
