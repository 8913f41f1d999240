//! How a class is worked on: everything that a user can choose and that a worker has to know, in one value that travels
//! from the command line to the worker as it is.

use std::time::Duration;

use evoke_analysis::Criterion;
use evoke_junit::{JUnitVersion, StubStyle};
use evoke_search::{LateGoalsConfig, SearchConfig, Technique};
use evoke_suite::AssertionChoice;
use serde::{Deserialize, Serialize};

/// The configuration of one class's run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct ClassConfig {
    /// What is to be covered, each once, in the order of reports.
    pub(crate) criteria: Vec<Criterion>,
    /// What the search aims at besides, while it finds nothing new of what is asked for. Tests are kept for these goals only as far as
    /// they notice mutants, and no report tells of them.
    pub(crate) guides: Vec<Criterion>,
    /// How the search goes about it.
    pub(crate) search: SearchConfig,
    /// What all phases together may use.
    pub(crate) budget: ClassBudget,
    /// For how long a search with a budget of time goes on at least without covering anything new; `None` for ever.
    pub(crate) patience: Option<Duration>,
    /// How it is decided what tests assert.
    pub(crate) assertions: AssertionChoice,
    /// What the suite is written for.
    pub(crate) junit: JUnitVersion,
    /// How it writes wide stubs.
    pub(crate) stubs: StubStyle,
    /// Whether tests that differ in literals alone become one.
    pub(crate) parameterized: bool,
    /// Whether what the tests cost is counted, whatever the algorithm.
    pub(crate) counts_effort: bool,
}

/// What the tests of a search find in static state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum StaticState {
    /// What those before them left.
    LeftAlone,
    /// What it held at first, if the first of them show that this makes a difference; else what those before them left.
    Watched,
    /// What it held at first.
    PutBack,
}

/// What a class may use, or what is left of that.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum ClassBudget {
    /// Wall clock of all phases.
    Time(Duration),
    /// Executed statements of the search; what follows is not bounded by time.
    Statements(u64),
}

impl ClassConfig {
    /// All criteria whose goals the search knows, each once.
    pub(crate) fn all_criteria(&self) -> Vec<Criterion> {
        self.criteria.iter().copied().chain(self.besides()).collect()
    }

    /// What the search aims at and nobody asked for.
    pub(crate) fn besides(&self) -> impl Iterator<Item = Criterion> {
        self.guides.iter().filter(|guide| !self.criteria.contains(guide)).copied()
    }

    /// Whether tests are run on mutants after the search: to choose what they assert, or to see what they notice.
    pub(crate) fn runs_mutants(&self) -> bool {
        self.assertions == AssertionChoice::Mutants || self.criteria.contains(&Criterion::StrongMutation)
    }

    /// Whether the search runs tests on mutants too.
    pub(crate) fn searches_on_mutants(&self) -> bool {
        self.all_criteria().contains(&Criterion::StrongMutation)
    }

    /// Which static state tests of the search find. Where tests are run on mutants it is put back, since these leave anything there.
    pub(crate) fn static_state(&self) -> StaticState {
        if self.search.has(Technique::FreshStatics) || self.searches_on_mutants() {
            StaticState::PutBack
        } else if self.search.has(Technique::StateWatch) {
            StaticState::Watched
        } else {
            StaticState::LeftAlone
        }
    }

    /// How the search goes about it: what nobody asked for guides late.
    pub(crate) fn search_config(&self) -> SearchConfig {
        let late = LateGoalsConfig { criteria: self.besides().collect(), ..self.search.late.clone() };
        SearchConfig { late, ..self.search.clone() }
    }
}
