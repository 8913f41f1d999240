//! The archive: for each covered goal the best test that covers it.
//!
//! The rule: a test that ends the same way everywhere replaces one of which that is doubtful, because it fails an assertion of the
//! code, which other JVMs do not check, or makes threads; of others a test that completes replaces one that ends with an exception,
//! which may have come before what is behind the branch could do anything; of others a test with fewer stubs replaces one with more, and of those
//! with as many a shorter test a longer one; an equally long one does if it took tenths of a second less. A performance-aware search gives
//! another cost in place of the length. Tests that were stopped never get here.
//!
//! For goals that guide late no tests are taken but while they have their turn, so that they cost nothing before.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use evoke_analysis::GoalId;
use evoke_testcase::{Statement, TestCase};
use rand::Rng;

use crate::{GuidingGoals, SearchRng};

/// Covered goals and their tests.
#[derive(Clone, Debug, Default)]
pub struct Archive {
    /// By goal.
    tests: Vec<Option<Arc<TestCase>>>,
    /// By goal: what its test costs.
    costs: Vec<Cost>,
    guides: GuidingGoals,
    /// Whether tests are taken for goals that guide late.
    takes_late: bool,
    n_covered: usize,
    /// Of the goals that guide always.
    always: Tally,
    /// Of those that guide late.
    late: Tally,
    /// Number of goals that do.
    n_late: usize,
}

/// How far goals that guide are covered.
#[derive(Clone, Debug, Default)]
struct Tally {
    /// In the order in which they were covered.
    covered: Vec<GoalId>,
    /// Goals of the class that are not covered.
    n_missing: usize,
    /// Goals of the class that are covered by doubtful tests alone, which may be lost.
    n_doubtful: usize,
}

impl Tally {
    fn of(n_missing: usize) -> Self {
        Self { n_missing, ..Self::default() }
    }

    fn is_complete(&self) -> bool {
        self.n_missing == 0 && self.n_doubtful == 0
    }
}

/// What the archive chooses by; less is better.
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd)]
pub(crate) struct Cost {
    /// Whether it may end otherwise elsewhere.
    is_doubtful: bool,
    /// Whether it ends with an exception.
    throws: bool,
    n_stubs: usize,
    /// The length of the test, or what else counts.
    rest: f64,
    /// Tenths of a second that the run took, where that was measured.
    slowness: u32,
}

impl Cost {
    /// That of a test, apart from its stubs `rest`.
    pub(crate) fn of(test: &TestCase, is_doubtful: bool, throws: bool, rest: f64) -> Self {
        let is_stub = |statement: &&Statement| matches!(statement, Statement::Stub(_));
        let n_stubs = test.statements().iter().filter(is_stub).count();
        Self { is_doubtful, throws, n_stubs, rest, slowness: 0 }
    }

    /// That of a test whose run took so long.
    pub(crate) fn with_time(self, took: Duration) -> Self {
        Self { slowness: u32::try_from(took.as_millis() / 100).unwrap_or(u32::MAX), ..self }
    }
}

/// A test of the archive with the goals it is kept for.
#[derive(Clone, Debug, PartialEq)]
pub struct ArchivedTest {
    /// Goals it is kept for, ascending; it may cover more.
    pub goals: Vec<GoalId>,
    /// The test.
    pub test: Arc<TestCase>,
    /// Tenths of a second that its run took; 0 where no time was measured.
    pub slowness: u32,
}

impl Archive {
    /// An empty archive for all goals of a class, of which these guide the search.
    pub(crate) fn new(guides: GuidingGoals) -> Self {
        let n_late = guides.n_late();
        Self {
            tests: vec![None; guides.n_goals()],
            costs: vec![Cost::default(); guides.n_goals()],
            always: Tally::of(guides.iter().count() - n_late),
            late: Tally::of(n_late),
            n_late,
            guides,
            takes_late: false,
            n_covered: 0,
        }
    }

    /// Takes tests for goals that guide late from now on, or none.
    pub(crate) fn take_late(&mut self, takes: bool) {
        self.takes_late = takes;
    }

    /// Whether it takes tests for goals that guide late.
    pub(crate) fn takes_late(&self) -> bool {
        self.takes_late
    }

    /// Whether a test for the goal would be taken now.
    pub(crate) fn takes(&self, goal: GoalId) -> bool {
        self.takes_late || !self.guides.is_late(goal)
    }

    /// Offers a test for a goal it covers, at the cost of its length. See [`Archive::offer_at_cost`].
    #[cfg(test)]
    pub(crate) fn offer(&mut self, goal: GoalId, test: &Arc<TestCase>) -> bool {
        self.offer_at_cost(goal, test, Cost::of(test, false, false, test.len() as f64))
    }

    /// Offers a test for a goal it covers, where it replaces one that costs more; says whether the goal guides and was
    /// uncovered until now. Goals beyond those that the archive was made for are new ones of an open criterion; for those that other
    /// tests cover nothing is kept.
    pub(crate) fn offer_at_cost(&mut self, goal: GoalId, test: &Arc<TestCase>, cost: Cost) -> bool {
        if self.guides.is_settled(goal) || !self.takes(goal) {
            return false;
        }
        if goal.index() >= self.tests.len() {
            self.tests.resize(goal.index() + 1, None);
            self.costs.resize(goal.index() + 1, Cost::default());
        }
        let counts = self.guides.contains(goal) && goal.index() < self.guides.n_goals();
        let tally = if self.guides.is_late(goal) { &mut self.late } else { &mut self.always };
        let best_cost = &mut self.costs[goal.index()];
        let entry = &mut self.tests[goal.index()];
        match entry {
            Some(_) if *best_cost <= cost => false,
            Some(best) => {
                *best = Arc::clone(test);
                tally.n_doubtful -= usize::from(counts && best_cost.is_doubtful && !cost.is_doubtful);
                *best_cost = cost;
                false
            }
            None => {
                *entry = Some(Arc::clone(test));
                tally.n_doubtful += usize::from(counts && cost.is_doubtful);
                *best_cost = cost;
                self.n_covered += 1;
                let guides = self.guides.contains(goal);
                if guides {
                    tally.covered.push(goal);
                    tally.n_missing -= usize::from(counts);
                }
                guides
            }
        }
    }

    /// Takes over another archive's test for a goal, if it has one.
    pub(crate) fn adopt(&mut self, goal: GoalId, other: &Self) {
        if let Some(test) = &other.tests[goal.index()] {
            self.offer_at_cost(goal, test, other.costs[goal.index()]);
        }
    }

    /// Whether the goal is covered, here or by other tests.
    pub fn is_covered(&self, goal: GoalId) -> bool {
        self.tests.get(goal.index()).is_some_and(Option::is_some) || self.guides.is_settled(goal)
    }

    /// Number of covered goals, whether they guide or not.
    pub fn n_covered(&self) -> usize {
        self.n_covered
    }

    /// Number of goals that guide late.
    pub(crate) fn n_late(&self) -> usize {
        self.n_late
    }

    /// Number of covered goals but for those that guide late, which nobody asked for.
    pub(crate) fn n_covered_of_asked(&self) -> usize {
        self.n_covered - self.late.covered.len()
    }

    /// Number of covered goals that guide.
    pub(crate) fn n_covered_guides(&self) -> usize {
        self.always.covered.len() + self.late.covered.len()
    }

    /// Number of covered goals that guide always.
    pub(crate) fn n_covered_always(&self) -> usize {
        self.always.covered.len()
    }

    /// Whether every goal that guides is covered, by a test that ends the same way everywhere.
    pub fn is_complete(&self) -> bool {
        self.always.is_complete() && self.late.is_complete()
    }

    /// The same of goals that guide always.
    pub(crate) fn is_complete_but_for_late(&self) -> bool {
        self.always.is_complete()
    }

    /// Whether a goal of the class that guides always is covered by no test that completes.
    pub(crate) fn has_throwing(&self) -> bool {
        let goals = self.guides.iter().filter(|goal| !self.guides.is_late(*goal));
        goals.into_iter().any(|goal| self.tests[goal.index()].is_some() && self.costs[goal.index()].throws)
    }

    /// Every test once, with the goals it is kept for, in the order of their first goals.
    pub fn tests(&self) -> Vec<ArchivedTest> {
        let mut tests: Vec<ArchivedTest> = Vec::new();
        let mut positions: BTreeMap<*const TestCase, usize> = BTreeMap::new();
        for (goal, test) in self.tests.iter().enumerate() {
            let Some(test) = test else { continue };
            let position = *positions.entry(Arc::as_ptr(test)).or_insert(tests.len());
            if position == tests.len() {
                let slowness = self.costs[goal].slowness;
                tests.push(ArchivedTest { goals: Vec::new(), test: Arc::clone(test), slowness });
            }
            tests[position].goals.push(GoalId(goal as u32));
        }
        tests
    }

    /// The test of a covered goal that guides now, drawn at random.
    pub(crate) fn draw(&self, rng: &mut SearchRng) -> Option<&Arc<TestCase>> {
        let (always, late) = (&self.always.covered, &self.late.covered);
        let n_drawn = always.len() + if self.takes_late { late.len() } else { 0 };
        if n_drawn == 0 {
            return None;
        }
        let drawn = rng.random_range(0..n_drawn);
        let goal = always.get(drawn).or_else(|| late.get(drawn - always.len()))?;
        self.tests[goal.index()].as_ref()
    }
}

#[cfg(test)]
mod tests;
