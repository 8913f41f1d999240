//! The coupled branches that a many-objective search aims at now. There may be millions, of which a generation ranks a bounded number.
//!
//! Coupled branches of one caller's branch are equally far from every test until one takes it, so the first stands for all. Then those join
//! whose condition a call from there reached, as `DynaMOSA` would have it, and for the algorithm of the paper the others while there is
//! room: they are equally far from all tests, too. What finds no room waits, and takes turns with what was ranked longest.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use evoke_analysis::{ClassUnderTest, ContextId, Coupling, GoalId, GoalKind, MethodId, Outcome, PredicateId};
use evoke_testcase::ExecutionTrace;

use crate::Archive;

/// Coupled branches that are ranked at once.
const MAX_ACTIVE: usize = 2000;

/// How many there may be for goals to join whose condition no call reached.
const MAX_WITH_FAR: usize = 500;

/// How many of them make room in a generation in which others wait.
const TURNS: usize = 10;

/// What becomes a goal when.
pub(super) struct CoupledFrontier {
    coupling: Coupling,
    first: u32,
    /// Whether goals wait until their condition is reached.
    is_dynamic: bool,
    /// By branch of the caller: whether a test took it.
    opened: Vec<bool>,
    by_branch: BTreeMap<(PredicateId, Outcome), usize>,
    by_method: BTreeMap<MethodId, usize>,
    /// Predicates that ran in a context.
    reached: BTreeSet<(ContextId, PredicateId)>,
    /// Goals that were waiting or active once.
    queued: BTreeSet<GoalId>,
    /// Goals that are to become active.
    waiting: VecDeque<GoalId>,
    /// Goals whose condition no call reached, which are to become active if there is room; some may have been reached since.
    far: VecDeque<GoalId>,
}

impl CoupledFrontier {
    pub(super) fn new(class: &ClassUnderTest, coupling: &Coupling, is_dynamic: bool) -> Self {
        let (mut by_branch, mut by_method) = (BTreeMap::new(), BTreeMap::new());
        for (position, caller) in coupling.callers.iter().enumerate() {
            match &caller.kind {
                GoalKind::Branch(predicate, outcome) => by_branch.insert((*predicate, *outcome), position),
                kind => by_method.insert(class.method_of(kind), position),
            };
        }
        let first = class.goals.len() as u32;
        let standing_for_all: Vec<GoalId> =
            coupling.callers.iter().map(|caller| GoalId(first + caller.first)).collect();
        Self {
            first,
            is_dynamic,
            opened: vec![false; coupling.callers.len()],
            by_branch,
            by_method,
            reached: BTreeSet::new(),
            queued: standing_for_all.iter().copied().collect(),
            waiting: standing_for_all.into(),
            far: VecDeque::new(),
            coupling: coupling.clone(),
        }
    }

    /// Notes what a run took and reached.
    pub(super) fn observe(&mut self, trace: &ExecutionTrace) {
        for record in &trace.predicates {
            for outcome in record.taken() {
                if let Some(position) = self.by_branch.get(&(record.predicate, outcome)) {
                    self.open(*position);
                }
            }
        }
        for method in &trace.methods {
            if let Some(position) = self.by_method.get(method) {
                self.open(*position);
            }
        }
        for of_context in &trace.contexts {
            for record in &of_context.predicates {
                if self.reached.insert((of_context.context, record.predicate)) {
                    self.queue_outcomes(of_context.context, record.predicate);
                }
            }
        }
    }

    /// A caller's branch was taken.
    fn open(&mut self, position: usize) {
        if std::mem::replace(&mut self.opened[position], true) {
            return;
        }
        let caller = &self.coupling.callers[position];
        let goals = (self.first + caller.first..).map(GoalId);
        let is_reached = |predicate: PredicateId| {
            caller.contexts.iter().any(|context| self.reached.contains(&(*context, predicate)))
        };
        let goals: Vec<(GoalId, bool)> = goals
            .zip(self.coupling.callees_of(caller))
            .map(|(goal, (predicate, _))| (goal, is_reached(*predicate)))
            .collect();
        for (goal, is_near) in goals {
            if is_near {
                self.queue(goal);
            } else if !self.is_dynamic {
                self.far.push_back(goal);
            }
        }
    }

    fn queue_outcomes(&mut self, context: ContextId, predicate: PredicateId) {
        for position in self.coupling.leading_to(context).to_vec() {
            let position = position as usize;
            for outcome in [Outcome::True, Outcome::False] {
                if self.opened[position]
                    && let Some(number) = self.coupling.number(position, (predicate, outcome))
                {
                    self.queue(GoalId(self.first + number));
                }
            }
        }
    }

    fn queue(&mut self, goal: GoalId) {
        if self.queued.insert(goal) {
            self.waiting.push_back(goal);
        }
    }

    /// Sends those that were ranked longest to the back where others wait; says how many.
    pub(super) fn take_turns(&mut self, active: &[GoalId]) -> usize {
        let n_leaving = if self.waiting.is_empty() || active.len() < MAX_ACTIVE { 0 } else { TURNS };
        self.waiting.extend(&active[..n_leaving]);
        n_leaving
    }

    /// Lets goals join while there is room.
    pub(super) fn fill(&mut self, active: &mut Vec<GoalId>, archive: &Archive) {
        while active.len() < MAX_ACTIVE
            && let Some(goal) = self.waiting.pop_front()
        {
            if !archive.is_covered(goal) {
                active.push(goal);
            }
        }
        while active.len() < MAX_WITH_FAR
            && let Some(goal) = self.far.pop_front()
        {
            if self.queued.insert(goal) && !archive.is_covered(goal) {
                active.push(goal);
            }
        }
    }
}

#[cfg(test)]
mod tests;
