//! What the write task runs on mutants of the class: tests, to see which values are worth asserting, variants of tests on mutants that
//! none notices, tests on the mutants of others, to see which the suite can do without, and tests without calls that nothing may need. What
//! then would assert nothing asks a question more.

use std::collections::BTreeSet;
use std::time::Duration;

use evoke_analysis::{GoalId, MutantId};
use evoke_search::Variations;
use evoke_suite::{
    CoverageCheck, Deadline, KillMatrix, Lead, MutantsKnown, OpenGoals, Purpose, StableTest, SubjectMethods,
    ask_silent_tests, hunt_survivors, kill, thin_out, trim,
};
use evoke_testcase::{MutantObserver, TestCase};

use super::analysed_class::AnalysedClass;
use super::signs_of_life::SignsOfLife;
use crate::class_config::ClassBudget;
use crate::process::job::Job;

/// With a budget of statements, for so many of them one test may be run on a mutant.
const STATEMENTS_PER_MUTANT_RUN: u64 = 5;
/// Likewise, for so many of them one variant of a test may be tried.
const STATEMENTS_PER_VARIANT: u64 = 10;
/// Likewise, for so many of them one test may be run on a mutant to see whether another is needed.
const STATEMENTS_PER_SPARING_RUN: u64 = 10;
/// Likewise, for so many of them one shorter test may be tried.
const STATEMENTS_PER_TRIAL: u64 = 10;
/// Likewise, for so many of them one test may be given a question.
const STATEMENTS_PER_QUESTION: u64 = 50;
/// Of the time for runs on mutants, what seeing which are noticed may take.
const SHARE_OF_NOTICING: f64 = 0.55;
/// Of what is left then, what hunting survivors may take.
const SHARE_OF_HUNTING: f64 = 0.65;
/// Of what is left then, what seeing which tests can be spared may take.
const SHARE_OF_SPARING: f64 = 0.75;
/// Of what is left then, what seeing which calls can be spared may take; questions have the rest.
const SHARE_OF_TRIMMING: f64 = 0.8;

/// Tests, and what is known of the mutants that they notice.
pub(super) struct KnownTests {
    pub(super) tests: Vec<StableTest>,
    pub(super) kills: KillMatrix,
}

/// The phase of one task, within the time for all of it.
pub(super) struct MutantPhase<'a, 'm> {
    job: &'a Job,
    class: &'a AnalysedClass,
    executor: &'a mut dyn MutantObserver,
    signs: &'a mut SignsOfLife<'m>,
    /// When all of it has to be over, since the task was begun.
    until: Option<Duration>,
    /// The mutants that come first.
    typical: BTreeSet<MutantId>,
}

impl<'a, 'm> MutantPhase<'a, 'm> {
    /// Before it.
    pub(super) fn new(
        job: &'a Job,
        class: &'a AnalysedClass,
        executor: &'a mut dyn MutantObserver,
        signs: &'a mut SignsOfLife<'m>,
        until: Option<Duration>,
    ) -> Self {
        let mutants = class.instrumented.mutants.iter();
        let typical = mutants.filter(|it| it.mutation.is_typical()).map(|it| it.id).collect();
        Self { job, class, executor, signs, until, typical }
    }

    /// Sees which mutants the tests notice, those first that they are said to.
    pub(super) fn notice(&mut self, tests: Vec<StableTest>, claims: &[BTreeSet<MutantId>]) -> KnownTests {
        let settled = self.job.existing.as_ref().and_then(|existing| existing.killed.as_ref());
        let methods = SubjectMethods::new(&self.class.instrumented.mutants, &tests, &self.class.cluster);
        let known = MutantsKnown { settled, claims, typical: Some(&self.typical), methods: Some(&methods) };
        let mut deadline =
            next_deadline(self.job, self.signs, self.until, STATEMENTS_PER_MUTANT_RUN, SHARE_OF_NOTICING);
        let kills = kill(self.executor, &tests, known, &mut deadline);
        drop(deadline);
        KnownTests { tests, kills }
    }

    /// Adds tests that notice mutants which none of these does, or cover goals that none does.
    pub(super) fn hunt(&mut self, known: KnownTests, check: &CoverageCheck) -> KnownTests {
        let existing = self.job.existing.as_ref();
        let settled = existing.map(|it| it.settled(&self.job.config.criteria, &self.class.under_test).goals);
        let open = OpenGoals::beyond(check, &known.tests, &settled.unwrap_or_default());
        let mut variations =
            Variations::new(&self.job.config.search, &self.class.cluster, &self.class.constants);
        let mut vary = |stable: &StableTest, lead: Lead<'_>| match lead {
            Lead::Reading if stable.exception.is_some() => Vec::new(),
            Lead::Reading => variations.by_reading(&stable.test),
            Lead::Operands(operands) => variations.by_operands(&stable.test, operands),
            Lead::Chance => variations.by_chance(&stable.test, stable.exception.is_some()),
        };
        let mut deadline =
            next_deadline(self.job, self.signs, self.until, STATEMENTS_PER_VARIANT, SHARE_OF_HUNTING);
        let known = (known.tests, known.kills);
        let cluster = &self.class.cluster;
        let (tests, kills) =
            hunt_survivors(self.executor, cluster, known, (&self.typical, open), &mut vary, &mut deadline);
        KnownTests { tests, kills }
    }

    /// Leaves tests out whose mutants others notice.
    pub(super) fn thin_out(&mut self, known: KnownTests, purpose: impl Fn(GoalId) -> Purpose) -> KnownTests {
        let mut deadline =
            next_deadline(self.job, self.signs, self.until, STATEMENTS_PER_SPARING_RUN, SHARE_OF_SPARING);
        let (tests, kills) = thin_out(self.executor, (known.tests, known.kills), purpose, &mut deadline);
        KnownTests { tests, kills }
    }

    /// Takes calls out of tests that nothing needs.
    pub(super) fn trim(
        &mut self,
        known: KnownTests,
        check: &CoverageCheck,
        purpose: impl Fn(GoalId) -> Purpose,
    ) -> KnownTests {
        let mut deadline =
            next_deadline(self.job, self.signs, self.until, STATEMENTS_PER_TRIAL, SHARE_OF_TRIMMING);
        let known = (known.tests, known.kills);
        let (tests, kills) = trim(self.executor, &self.class.cluster, check, known, purpose, &mut deadline);
        KnownTests { tests, kills }
    }

    /// Has tests that would assert nothing about their calls ask a question.
    pub(super) fn ask(&mut self, known: KnownTests) -> KnownTests {
        let class = self.class;
        let variations = Variations::new(&self.job.config.search, &class.cluster, &class.constants);
        let ask = |test: &TestCase| variations.by_asking(test);
        let mut deadline = next_deadline(self.job, self.signs, self.until, STATEMENTS_PER_QUESTION, 1.0);
        let known = (known.tests, known.kills);
        let (tests, kills) = ask_silent_tests(self.executor, &class.cluster, known, &ask, &mut deadline);
        KnownTests { tests, kills }
    }
}

/// The deadline of what may take this share of the time that is left, or one run for so many statements.
fn next_deadline<'d>(
    job: &Job,
    signs: &'d mut SignsOfLife<'_>,
    until: Option<Duration>,
    statements_for_one: u64,
    share: f64,
) -> Deadline<'d> {
    let runs = match job.config.budget {
        ClassBudget::Statements(statements) => statements / statements_for_one,
        ClassBudget::Time(_) => u64::MAX,
    };
    let so_far = signs.elapsed();
    let time = until.map(|until| so_far + until.saturating_sub(so_far).mul_f64(share));
    signs.deadline(runs, time)
}
