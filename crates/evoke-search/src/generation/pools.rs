//! The pools that values are drawn from: half from what the class under test, the classes it uses and the tests that are there already
//! are written with, half from what comparisons had before them at run time.

use evoke_analysis::{ClassConstants, Constants};
use evoke_testcase::JavaString;
use rand::Rng;

use super::dynamic_pool::DynamicPool;
use super::pool::{Pool, ValueKind};
use super::static_pool::StaticPool;
use crate::{SearchConfig, SearchRng, Technique};

/// Share of the static half that is the class's own, where the class has values of the kind.
const OWN_PROBABILITY: f64 = 0.75;

/// Share of the static half that is the tests', where they have values of the kind and others do too.
const TESTS_PROBABILITY: f64 = 0.25;

/// The static half: constants of the class under test, of the classes it uses, and of tests that are there already. `None` where there are none, or they are
/// switched off.
pub(super) struct StaticPools {
    own: Option<StaticPool>,
    used: Option<StaticPool>,
    tests: Option<StaticPool>,
    /// XML that the class may read.
    documents: Vec<JavaString>,
    /// Whether the class reads texts line by line.
    pub(super) has_lines: bool,
}

impl StaticPools {
    pub(super) fn new(config: &SearchConfig, constants: &Constants) -> Self {
        let pool = |constants: &ClassConstants| {
            (config.has(Technique::Constants) && !constants.is_empty()).then(|| StaticPool::new(constants))
        };
        let documents = constants.documents.iter().filter(|_| config.has(Technique::Constants));
        Self {
            own: pool(&constants.own),
            used: pool(&constants.used),
            tests: pool(&constants.tests),
            documents: documents.map(|text| text.as_str().into()).collect(),
            has_lines: constants.has_lines,
        }
    }

    /// Whether the class may read XML.
    pub(super) fn has_documents(&self) -> bool {
        !self.documents.is_empty()
    }

    /// One of the documents.
    pub(super) fn document(&self, rng: &mut SearchRng) -> Option<&JavaString> {
        self.documents.get(rng.random_range(0..self.documents.len().max(1)))
    }
}

/// All pools of a search, as they are now.
#[derive(Clone, Copy)]
pub(super) struct Pools<'a> {
    pub(super) constants: &'a StaticPools,
    /// `None` where it is switched off.
    pub(super) operands: Option<&'a DynamicPool>,
}

impl<'a> Pools<'a> {
    /// What the class takes bits of numbers by, or where it has nothing of the kind, the classes it uses.
    pub(super) fn mask(self, rng: &mut SearchRng) -> Option<i64> {
        let StaticPools { own, used, .. } = self.constants;
        let own = own.as_ref().and_then(|own| own.mask(rng));
        own.or_else(|| used.as_ref()?.mask(rng))
    }

    /// What the classes are written with that the class uses, if there is any such.
    pub(super) fn used(self) -> Option<&'a StaticPool> {
        self.constants.used.as_ref()
    }

    /// One of the pools that have values of the kind, else one that can make some; `None` if all are empty.
    pub(super) fn choose(self, kind: ValueKind, rng: &mut SearchRng) -> Option<&'a dyn Pool> {
        let StaticPools { own, used, tests, .. } = self.constants;
        let has = |pool: &&StaticPool| pool.has(kind);
        let (own_of_kind, used_of_kind) = (own.as_ref().filter(has), used.as_ref().filter(has));
        let tests_of_kind = tests.as_ref().filter(has);
        let has_none = own_of_kind.is_none() && used_of_kind.is_none();
        if let Some(operands) = self.operands.filter(|operands| operands.has(kind))
            && (has_none && tests_of_kind.is_none() || rng.random())
        {
            return Some(operands);
        }
        if let Some(tests) = tests_of_kind
            && (has_none || rng.random_bool(TESTS_PROBABILITY))
        {
            return Some(tests);
        }
        let chosen = match (own_of_kind, used_of_kind) {
            (Some(own), Some(used)) => Some(if rng.random_bool(OWN_PROBABILITY) { own } else { used }),
            (None, None) => own.as_ref().or(used.as_ref()).or(tests.as_ref()),
            (own, used) => own.or(used),
        };
        chosen.map(|pool| pool as &dyn Pool)
    }
}
