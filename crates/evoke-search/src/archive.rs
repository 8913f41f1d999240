//! The archive: for each covered goal the best test that covers it.
//!
//! The rule: a test that ends the same way everywhere replaces one of which that is doubtful, because it fails an assertion of the
//! code, which other JVMs do not check, or makes threads; of others a test that completes replaces one that ends with an exception,
//! which may have come before what is behind the branch could do anything; of others a test with fewer stubs replaces one with more, and of those
//! with as many a shorter test a longer one; an equally long one does not. A performance-aware search gives another cost in place
//! of the length. Tests that were stopped never get here.

use std::collections::BTreeMap;
use std::sync::Arc;

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
    /// Goals that guide, in the order in which they were covered.
    covered_guides: Vec<GoalId>,
    n_covered: usize,
    /// Goals of the class that guide and are not covered.
    n_missing: usize,
    /// Goals of the class that guide and are covered by doubtful tests alone, which may be lost.
    n_doubtful: usize,
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
}

impl Cost {
    /// That of a test, apart from its stubs `rest`.
    pub(crate) fn of(test: &TestCase, is_doubtful: bool, throws: bool, rest: f64) -> Self {
        let is_stub = |statement: &&Statement| matches!(statement, Statement::Stub(_));
        Self { is_doubtful, throws, n_stubs: test.statements().iter().filter(is_stub).count(), rest }
    }
}

/// A test of the archive with the goals it is kept for.
#[derive(Clone, Debug, PartialEq)]
pub struct ArchivedTest {
    /// Goals it is kept for, ascending; it may cover more.
    pub goals: Vec<GoalId>,
    /// The test.
    pub test: Arc<TestCase>,
}

impl Archive {
    /// An empty archive for all goals of a class, of which these guide the search.
    pub(crate) fn new(guides: GuidingGoals) -> Self {
        Self {
            tests: vec![None; guides.n_goals()],
            costs: vec![Cost::default(); guides.n_goals()],
            n_missing: guides.iter().count(),
            guides,
            covered_guides: Vec::new(),
            n_covered: 0,
            n_doubtful: 0,
        }
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
        if self.guides.is_settled(goal) {
            return false;
        }
        if goal.index() >= self.tests.len() {
            self.tests.resize(goal.index() + 1, None);
            self.costs.resize(goal.index() + 1, Cost::default());
        }
        let counts = self.guides.contains(goal) && goal.index() < self.guides.n_goals();
        let best_cost = &mut self.costs[goal.index()];
        let entry = &mut self.tests[goal.index()];
        match entry {
            Some(_) if *best_cost <= cost => false,
            Some(best) => {
                *best = Arc::clone(test);
                self.n_doubtful -= usize::from(counts && best_cost.is_doubtful && !cost.is_doubtful);
                *best_cost = cost;
                false
            }
            None => {
                *entry = Some(Arc::clone(test));
                self.n_doubtful += usize::from(counts && cost.is_doubtful);
                *best_cost = cost;
                self.n_covered += 1;
                self.note_guide(goal)
            }
        }
    }

    /// Takes over another archive's test for a goal, if it has one.
    pub(crate) fn adopt(&mut self, goal: GoalId, other: &Self) {
        if let Some(test) = &other.tests[goal.index()] {
            self.offer_at_cost(goal, test, other.costs[goal.index()]);
        }
    }

    /// Notes that a goal is covered; says whether it guides.
    fn note_guide(&mut self, goal: GoalId) -> bool {
        let guides = self.guides.contains(goal);
        if guides {
            self.covered_guides.push(goal);
            self.n_missing -= usize::from(goal.index() < self.guides.n_goals());
        }
        guides
    }

    /// Whether the goal is covered, here or by other tests.
    pub fn is_covered(&self, goal: GoalId) -> bool {
        self.tests.get(goal.index()).is_some_and(Option::is_some) || self.guides.is_settled(goal)
    }

    /// Number of covered goals, whether they guide or not.
    pub fn n_covered(&self) -> usize {
        self.n_covered
    }

    /// Number of covered goals that guide.
    pub(crate) fn n_covered_guides(&self) -> usize {
        self.covered_guides.len()
    }

    /// Whether every goal that guides is covered, by a test that ends the same way everywhere.
    pub fn is_complete(&self) -> bool {
        self.n_missing == 0 && self.n_doubtful == 0
    }

    /// Every test once, with the goals it is kept for, in the order of their first goals.
    pub fn tests(&self) -> Vec<ArchivedTest> {
        let mut tests: Vec<ArchivedTest> = Vec::new();
        let mut positions: BTreeMap<*const TestCase, usize> = BTreeMap::new();
        for (goal, test) in self.tests.iter().enumerate() {
            let Some(test) = test else { continue };
            let position = *positions.entry(Arc::as_ptr(test)).or_insert(tests.len());
            if position == tests.len() {
                tests.push(ArchivedTest { goals: Vec::new(), test: Arc::clone(test) });
            }
            tests[position].goals.push(GoalId(goal as u32));
        }
        tests
    }

    /// The test of a covered goal that guides, drawn at random.
    pub(crate) fn draw(&self, rng: &mut SearchRng) -> Option<&Arc<TestCase>> {
        if self.covered_guides.is_empty() {
            return None;
        }
        let goal = self.covered_guides[rng.random_range(0..self.covered_guides.len())];
        self.tests[goal.index()].as_ref()
    }
}

#[cfg(test)]
mod tests;
