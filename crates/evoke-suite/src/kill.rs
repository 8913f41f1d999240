//! Runs tests on mutants of the class under test, and tells which of their values, and which of their endings, show a mutant
//! that takes the place of the original (strong mutation).
//!
//! A mutant is run only with tests that infect it: where its state never comes to differ, nothing can show. Tests that are about its
//! method come first, then cheap ones. What a mutant leaves in static fields spoils later runs; so the original is observed again after the mutants of each
//! test, and where it no longer shows what it did, what they showed is thrown away, and static state is put back from then on.

mod evidence;
mod kill_matrix;
mod spoils;
mod subject_methods;

use std::collections::BTreeSet;

use evoke_analysis::MutantId;
use evoke_testcase::{ExecutionTrace, MutantObserver, is_covered};

use crate::deadline::Deadline;
use crate::stable_test::StableTest;
use evidence::told_otherwise;
pub(crate) use evidence::{evidence, without_values};
pub use kill_matrix::{Completeness, Evidence, Kill, KillMatrix};
use spoils::Spoils;
pub(crate) use spoils::{is_mended, shown_again};
pub use subject_methods::SubjectMethods;

/// A mutant may take so many times the steps of the original, and some more.
const STEP_FACTOR: u32 = 10;
/// See [`STEP_FACTOR`].
const MORE_STEPS: u32 = 1_000;
/// The rounds in which tests are run on mutants: first those that are about the method that a mutant is in, since what they assert anyway tells of it
/// best; then a few tests on each, until one notices it, then until two do, then more on those that none has noticed. What is typical comes before
/// the rest, since time can end before all are run.
const ROUNDS: [Round; 7] = [
    Round { max_runs: 2, max_kills: 1, of: MutantsOfRound::Typical, is_own: true },
    Round { max_runs: 4, max_kills: 1, of: MutantsOfRound::Typical, is_own: false },
    Round { max_runs: 12, max_kills: 1, of: MutantsOfRound::Typical, is_own: false },
    Round { max_runs: 2, max_kills: 1, of: MutantsOfRound::All, is_own: true },
    Round { max_runs: 4, max_kills: 1, of: MutantsOfRound::All, is_own: false },
    Round { max_runs: 4, max_kills: 2, of: MutantsOfRound::All, is_own: false },
    Round { max_runs: MAX_RUNS, max_kills: 1, of: MutantsOfRound::All, is_own: false },
];
/// Most tests that are run on a mutant which nothing is said of.
const MAX_RUNS: usize = 24;
/// The round before these.
const CLAIMED: Round =
    Round { max_runs: usize::MAX, max_kills: 1, of: MutantsOfRound::Claimed, is_own: false };

/// How much is tried in a round.
#[derive(Clone, Copy)]
struct Round {
    /// Tests that are run on one mutant at most.
    max_runs: usize,
    /// Tests that are known to notice a mutant; more leave the choice of assertions no better.
    max_kills: usize,
    of: MutantsOfRound,
    /// Whether tests are run only on mutants of the method that they are about.
    is_own: bool,
}

/// What a test is run on in a round, of the mutants that it infects.
#[derive(Clone, Copy)]
enum MutantsOfRound {
    /// Those that it is said to notice.
    Claimed,
    /// Those that stand for many others.
    Typical,
    /// Every one.
    All,
}

/// What is known of mutants before tests are run on them.
#[derive(Clone, Copy, Debug, Default)]
pub struct MutantsKnown<'a> {
    /// Mutants of which nothing is worth knowing, since other tests notice them.
    pub settled: Option<&'a BTreeSet<MutantId>>,
    /// By test: those that it is said to notice, on which it is run first. Empty where nothing is said.
    pub claims: &'a [BTreeSet<MutantId>],
    /// Those that come before the others ([`evoke_analysis::Mutation::is_typical`]).
    pub typical: Option<&'a BTreeSet<MutantId>>,
    /// Which methods mutants are in and tests are about.
    pub methods: Option<&'a SubjectMethods>,
}

impl MutantsKnown<'_> {
    /// The mutants that a test is run on in a round.
    fn of_round<'r>(&self, run: &'r OriginalRun, round: Round) -> Vec<&'r MutantId> {
        let is_chosen = |it: &MutantId| match round.of {
            MutantsOfRound::All => true,
            MutantsOfRound::Claimed => self.claims.get(run.test).is_some_and(|claims| claims.contains(it)),
            MutantsOfRound::Typical => self.typical.is_some_and(|typical| typical.contains(it)),
        };
        let is_own = |it: &MutantId| self.methods.is_some_and(|methods| methods.is_about(run.test, *it));
        run.infected.iter().filter(|it| is_chosen(it) && (!round.is_own || is_own(it))).collect()
    }
}

/// The steps that a test may take on a mutant, of which it takes so many on the original.
pub fn steps_on_mutant(steps: u32) -> u32 {
    steps.saturating_mul(STEP_FACTOR).saturating_add(MORE_STEPS)
}

/// The mutants whose state came to differ in a run.
pub fn infected(trace: &ExecutionTrace) -> Vec<MutantId> {
    let reached = trace.mutants.iter();
    reached.filter(|record| is_covered(record.infection_distance)).map(|record| record.mutant).collect()
}

/// Runs the tests on the mutants that they infect, until all that is worth knowing is known or the deadline comes.
pub fn kill(
    observer: &mut dyn MutantObserver,
    tests: &[StableTest],
    known: MutantsKnown<'_>,
    deadline: &mut Deadline<'_>,
) -> KillMatrix {
    let mut matrix = KillMatrix::without(known.settled.cloned().unwrap_or_default());
    let mut runs = cheapest_first(observer, tests, deadline, &mut matrix);
    if let Some(settled) = known.settled {
        for run in &mut runs {
            run.infected.retain(|mutant| !settled.contains(mutant));
        }
    }
    observer.remember_static_state();
    let mut spoils = Spoils::default();
    for round in std::iter::once(CLAIMED).chain(ROUNDS) {
        for run in &runs {
            if deadline.is_over() {
                break;
            }
            let mutants = known.of_round(run, round);
            if mutants.is_empty() || !spoils.is_usable(observer, run.test, &tests[run.test]) {
                continue;
            }
            let kills = kills_of(observer, (&tests[run.test], run), &mutants, (&matrix, round), deadline);
            if kills.is_empty() {
                continue;
            }
            if let Some(fickle) = spoils.look(observer, run.test, &tests[run.test]) {
                let kills = kills.into_iter().map(|(mutant, seen)| (mutant, without_values(seen, &fickle)));
                matrix.add(run.test, kills.collect());
            }
        }
    }
    matrix.puts_back = spoils.were_found();
    if spoils.are_too_many(runs.len()) {
        matrix.completeness = Completeness::Spoilt;
    } else if spoils.are_some() || deadline.is_over() {
        matrix.completeness = Completeness::CutShort;
    }
    matrix
}

/// A test with what its run on the original took.
pub(crate) struct OriginalRun {
    /// Its position.
    pub(crate) test: usize,
    pub(crate) steps: u32,
    pub(crate) infected: Vec<MutantId>,
    /// The values that are not what they were the first time: what stubs were told.
    pub(crate) fickle: Vec<usize>,
}

/// The tests that show on the original what they are known to show, with the mutants that each infects.
pub(crate) fn cheapest_first(
    observer: &mut dyn MutantObserver,
    tests: &[StableTest],
    deadline: &mut Deadline<'_>,
    matrix: &mut KillMatrix,
) -> Vec<OriginalRun> {
    let mut runs = Vec::with_capacity(tests.len());
    for (test, stable) in tests.iter().enumerate() {
        if deadline.is_over() {
            break;
        }
        let observations = observer.observe_reached(&stable.test);
        matrix.note_reached(&observations);
        if let Some(fickle) = told_otherwise(stable, &observations) {
            let (steps, infected) = (observations.result.trace.steps, infected(&observations.result.trace));
            runs.push(OriginalRun { test, steps, infected, fickle });
        }
    }
    runs.sort_by_key(|run| (run.steps, run.test));
    runs
}

/// What a test says about those of the mutants that are not known well enough: what gives them away, or nothing where it does not notice.
fn kills_of(
    observer: &mut dyn MutantObserver,
    (stable, run): (&StableTest, &OriginalRun),
    mutants: &[&MutantId],
    (matrix, round): (&KillMatrix, Round),
    deadline: &mut Deadline<'_>,
) -> Vec<(MutantId, Option<Evidence>)> {
    let steps = steps_on_mutant(run.steps);
    let mut kills = Vec::new();
    for mutant in mutants.iter().copied() {
        let runs = matrix.runs(*mutant);
        let is_new = runs.len() < round.max_runs && !runs.contains(&run.test);
        if is_new && matrix.kills(*mutant).len() < round.max_kills {
            // Asked once a run, since what a budget of statements grants is counted by that.
            if deadline.is_over() {
                break;
            }
            let observations = observer.observe_mutant(&stable.test, *mutant, steps, &stable.values);
            kills.push((*mutant, without_values(evidence(stable, &observations), &run.fickle)));
        }
    }
    kills
}

#[cfg(test)]
mod tests;
