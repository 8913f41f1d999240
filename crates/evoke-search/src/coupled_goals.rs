//! The goals of a pair of classes while it is searched: which of the many coupled branches a run covers, and how many are left by branch
//! of the caller. They are numbered after the goals of the class and become goals with names when the search is over, as far as they
//! are to be told of.

use std::collections::BTreeMap;

use evoke_analysis::{ClassUnderTest, Coupling, Criterion, Goal, GoalId, GoalKind};
use evoke_testcase::ExecutionTrace;

use crate::{Archive, ArchivedTest, UncoveredGoal};

/// Uncovered coupled branches that are told one by one.
const MAX_TOLD: usize = 10_000;

/// What was covered of a pair so far.
#[derive(Clone, Debug)]
pub(crate) struct CoupledGoals<'a> {
    class: &'a ClassUnderTest,
    coupling: &'a Coupling,
    /// By branch of the caller: coupled branches that no test covers.
    n_left: Vec<usize>,
    /// By predicate: which outcomes any run had.
    taken: Vec<[bool; 2]>,
}

impl<'a> CoupledGoals<'a> {
    /// `None` of a single class.
    pub(crate) fn of(class: &'a ClassUnderTest) -> Option<Self> {
        let coupling = class.coupling.as_ref()?;
        let n_left = coupling.callers.iter().map(|caller| coupling.callees_of(caller).len()).collect();
        Some(Self { class, coupling, n_left, taken: vec![[false; 2]; class.predicates.len()] })
    }

    /// Passes every coupled branch that the run covers to `is_new`, which says whether no test covered it before; says whether any was new.
    pub(crate) fn offer(&mut self, trace: &ExecutionTrace, mut is_new: impl FnMut(GoalId) -> bool) -> bool {
        for record in &trace.predicates {
            for outcome in record.taken() {
                self.taken[record.predicate.index()][outcome as usize] = true;
            }
        }
        let mut found_new = false;
        trace.for_each_coupled(self.coupling, |caller, number| {
            if is_new(GoalId(self.class.goals.len() as u32 + number)) {
                self.n_left[caller] -= 1;
                found_new = true;
            }
        });
        found_new
    }

    fn goal(&self, number: u32) -> GoalId {
        GoalId(self.class.goals.len() as u32 + number)
    }

    /// By method of the classes: the coupled branches left whose caller's part is in it.
    pub(crate) fn left_by_method(&self) -> Vec<f64> {
        let mut left = vec![0.0; self.class.methods.len()];
        for (caller, n_left) in self.coupling.callers.iter().zip(&self.n_left) {
            left[self.class.method_of(&caller.kind).index()] += *n_left as f64;
        }
        left
    }

    /// The goals to be told of, numbered from the class's last goal on: all covered ones, then those that are not, up to a limit; and how
    /// many more there are. The tests' goals become those.
    pub(crate) fn tell(
        &self,
        tests: &mut [ArchivedTest],
        archive: &Archive,
        nearest: &[Option<f64>],
        entered: &[bool],
    ) -> Told {
        let mut covered: BTreeMap<GoalId, GoalId> =
            tests.iter().flat_map(|test| &test.goals).map(|goal| (*goal, *goal)).collect();
        let mut told = Told::default();
        for (goal, renumbered) in &mut covered {
            *renumbered = self.add(*goal, &mut told);
        }
        for test in tests {
            for goal in &mut test.goals {
                *goal = covered[goal];
            }
        }
        self.tell_uncovered(archive, nearest, entered, &mut told);
        told
    }

    fn tell_uncovered(&self, archive: &Archive, nearest: &[Option<f64>], entered: &[bool], told: &mut Told) {
        let numbers = 0..self.coupling.len() as u32;
        for number in numbers.filter(|number| !archive.is_covered(self.goal(*number))) {
            if told.uncovered.len() == MAX_TOLD {
                told.n_untold += 1;
                continue;
            }
            let goal = self.goal(number);
            let nearest = nearest[goal.index()];
            let id = self.add(goal, told);
            let reason = self.reason(number, nearest, entered);
            let method_entered = self.is_entered(number, entered);
            told.uncovered.push(UncoveredGoal { goal: id, nearest, method_entered, guided: true, reason });
        }
    }

    /// Whether a test entered the method of the caller's branch.
    fn is_entered(&self, number: u32, entered: &[bool]) -> bool {
        let caller = self.coupling.pair(number).map(|(caller, _)| &self.coupling.callers[caller].kind);
        caller.is_some_and(|kind| entered[self.class.method_of(kind).index()])
    }

    fn add(&self, goal: GoalId, told: &mut Told) -> GoalId {
        let id = GoalId((self.class.goals.len() + told.goals.len()) as u32);
        let number = goal.0 - self.class.goals.len() as u32;
        if let (Some(kind), Some(name)) = (self.coupling.kind(number), self.coupling.name(number)) {
            told.goals.push(Goal { id, criterion: Criterion::CoupledBranch, kind, name });
        }
        id
    }

    /// Why a coupled branch was not covered, as far as the search can tell.
    fn reason(&self, number: u32, nearest: Option<f64>, entered: &[bool]) -> String {
        let Some((caller, _)) = self.coupling.pair(number) else { return String::new() };
        let kind = &self.coupling.callers[caller].kind;
        let method = self.class.method_of(kind);
        let text = if !entered[method.index()] {
            format!("no test entered {}", self.class.methods[method.index()].source_name)
        } else if !self.was_taken(kind) {
            "the caller's branch was never taken".to_owned()
        } else if nearest.is_some_and(|nearest| nearest < 1.0) {
            "its condition was reached by calls from there but never came out this way".to_owned()
        } else {
            "no call from there reached its condition".to_owned()
        };
        match nearest {
            Some(nearest) => format!("{text}; nearest distance {nearest:.3}"),
            None => text,
        }
    }

    fn was_taken(&self, kind: &GoalKind) -> bool {
        match kind {
            GoalKind::Branch(predicate, outcome) => self.taken[predicate.index()][*outcome as usize],
            _ => true,
        }
    }
}

/// Coupled branches as goals.
#[derive(Debug, Default)]
pub(crate) struct Told {
    pub(crate) goals: Vec<Goal>,
    pub(crate) uncovered: Vec<UncoveredGoal>,
    /// Uncovered ones that are not among them.
    pub(crate) n_untold: usize,
}
