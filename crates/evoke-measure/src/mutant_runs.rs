//! Runs a suite on mutants (strong mutation): which of them a test notices, by failing, by taking too long or by ending its JVM.
//!
//! A mutant is run only with tests that pass on the original and infect it, the cheapest first, until one notices it. A mutant that a test
//! fails on may have spoilt static state, as may those before it: where the original then fails as well, what was learnt is learnt
//! again in a new JVM. A test that does not pass twice in one JVM kills nothing.

use std::collections::{BTreeSet, VecDeque};
use std::time::Duration;

use evoke_analysis::{Mutant, MutantId, Mutation};
use evoke_classfile::ClassName;
use evoke_suite::{infected, steps_on_mutant};

use crate::measure_error::MeasureError;
use crate::suite_session::SuiteSession;
use crate::suite_test::{TestEnd, TestRun};
use crate::test_process::{Ended, MutantReport};

/// A run on a mutant may take so many times what it took on the original, and some more.
const TIME_FACTOR: u32 = 10;
/// See [`TIME_FACTOR`].
const MORE_TIME: Duration = Duration::from_secs(2);

/// What became of a mutant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fate {
    /// No test reaches it.
    NotCovered,
    /// Tests reach it, but its state never comes to differ.
    NotInfected,
    /// Its state differs, and no test notices.
    Survived,
    /// A test notices it.
    Killed {
        /// Position of the test.
        test: usize,
        /// How it noticed.
        death: Death,
    },
}

/// How a test notices a mutant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Death {
    /// It fails, with what it throws in words.
    Failure(String),
    /// It takes many times the steps.
    Steps,
    /// It takes many times the time.
    Time,
    /// It ends the JVM.
    EndedJvm,
}

/// What became of each mutant of the session's classes, by its id. The runs are those of the session; `progress` is told with how many
/// tests of how many it is done. Nothing more is run once `is_over` says that the time is up.
///
/// # Errors
/// The JVM or the test framework fails outside any test.
pub fn run_on_mutants(
    session: &mut SuiteSession<'_>,
    runs: &[TestRun],
    is_over: &mut dyn FnMut() -> bool,
    mut progress: impl FnMut(usize, usize),
) -> Result<Vec<Fate>, MeasureError> {
    let mutants = session.classes.tables.mutants.clone();
    let mut order: Vec<usize> = (0..runs.len()).filter(|test| runs[*test].passed()).collect();
    order.sort_by_key(|test| (runs[*test].trace.steps, *test));
    let fates = fates_before(&mutants, order.iter().map(|test| &runs[*test]));
    let unready = BTreeSet::new();
    let mut execution = Execution { session, runs, fates, is_over, n_runs_in_process: 0, unready };
    // A JVM that has run other tests, and no mutant, is as good as a new one.
    for (n_done, test) in order.iter().enumerate() {
        let switched = |id: &MutantId| mutants[id.index()].mutation != Mutation::CallDeletion;
        execution.run_test(*test, switched)?;
        progress(n_done + 1, order.len());
    }
    for mutant in mutants.iter().filter(|mutant| mutant.mutation == Mutation::CallDeletion) {
        execution.run_deletion(mutant.id, &order)?;
    }
    Ok(execution.fates)
}

/// What is known before any mutant is run: those that are infected survive so far.
fn fates_before<'r>(mutants: &[Mutant], runs: impl Iterator<Item = &'r TestRun>) -> Vec<Fate> {
    let mut fates = vec![Fate::NotCovered; mutants.len()];
    for run in runs {
        for record in &run.trace.mutants {
            if let Some(fate @ Fate::NotCovered) = fates.get_mut(record.mutant.index()) {
                *fate = Fate::NotInfected;
            }
        }
        for mutant in infected(&run.trace) {
            fates[mutant.index()] = Fate::Survived;
        }
    }
    fates
}

struct Execution<'e, 'a> {
    session: &'e mut SuiteSession<'a>,
    runs: &'e [TestRun],
    fates: Vec<Fate>,
    /// Whether the time is up.
    is_over: &'e mut dyn FnMut() -> bool,
    /// Runs on mutants that the JVM has seen.
    n_runs_in_process: usize,
    /// Tests that were seen not to pass twice in one JVM.
    unready: BTreeSet<usize>,
}

impl Execution<'_, '_> {
    /// Runs a test on those of the mutants that it infects and that are alive.
    fn run_test(&mut self, test: usize, is_meant: impl Fn(&MutantId) -> bool) -> Result<(), MeasureError> {
        let is_alive = |id: &MutantId| self.fates[id.index()] == Fate::Survived;
        let of_test = infected(&self.runs[test].trace).into_iter();
        let mut open: VecDeque<MutantId> = of_test.filter(|id| is_alive(id) && is_meant(id)).collect();
        while !open.is_empty() && !(self.is_over)() && self.is_ready(test)? {
            let (n_open, is_fresh) = (open.len(), self.n_runs_in_process == 0);
            self.run_batch(test, &mut open)?;
            if is_fresh && open.len() == n_open {
                // Not even a new JVM gets anywhere with it.
                break;
            }
        }
        Ok(())
    }

    /// Runs a test on the mutants in one JVM, until there are none left or the JVM is of no more use.
    fn run_batch(&mut self, test: usize, open: &mut VecDeque<MutantId>) -> Result<(), MeasureError> {
        let (steps, limit) = self.limits(test);
        self.session.process()?.begin_mutants(test, steps, open.make_contiguous())?;
        let mut running = false;
        let mut last = None;
        loop {
            match self.session.process()?.next_of_mutants(running, limit)? {
                MutantReport::Started => running = true,
                MutantReport::Ended(ended) => {
                    running = false;
                    last = open.pop_front();
                    self.n_runs_in_process += 1;
                    let loses_process = matches!(ended.end, TestEnd::OutOfTime | TestEnd::EndedJvm);
                    self.note(last, test, ended);
                    if loses_process || (self.is_over)() {
                        self.give_up_process();
                        return Ok(());
                    }
                }
                MutantReport::Spoilt => {
                    if let Some(doubtful) = self.doubt(last) {
                        open.push_front(doubtful);
                    }
                    return Ok(());
                }
                MutantReport::Done => return Ok(()),
            }
        }
    }

    /// Runs tests on the mutant that deletes a call, in whose place other code is put, until one notices it.
    fn run_deletion(&mut self, mutant: MutantId, order: &[usize]) -> Result<(), MeasureError> {
        let Some((class, code)) = self.session.classes.without_call(mutant) else { return Ok(()) };
        let infects = |test: &&usize| infected(&self.runs[**test].trace).contains(&mutant);
        let mut open: VecDeque<usize> = order.iter().filter(infects).copied().collect();
        while let Some(first) = open.front()
            && !(self.is_over)()
        {
            if !self.is_ready(*first)? {
                open.pop_front();
                continue;
            }
            self.session.process()?.redefine(class, &code)?;
            let Some((test, loses_process)) = self.run_on_code(mutant, &mut open)? else {
                return self.put_back(class);
            };
            if loses_process {
                self.give_up_process();
                return Ok(());
            }
            self.put_back(class)?;
            if self.session.run(test)?.passed() || self.doubt(Some(mutant)).is_none() {
                return Ok(());
            }
            open.push_front(test);
        }
        Ok(())
    }

    /// Runs the tests on the code that is there now, one after the other; gives the one that notices the mutant, with whether it took the JVM
    /// with it. What was run is no longer among them.
    fn run_on_code(
        &mut self,
        mutant: MutantId,
        open: &mut VecDeque<usize>,
    ) -> Result<Option<(usize, bool)>, MeasureError> {
        while let Some(test) = open.pop_front() {
            if (self.is_over)() {
                break;
            }
            if self.unready.contains(&test) {
                continue;
            }
            let (steps, limit) = self.limits(test);
            let ended = self.session.process()?.run(test, steps, limit)?;
            let loses_process = matches!(ended.end, TestEnd::OutOfTime | TestEnd::EndedJvm);
            self.n_runs_in_process += 1;
            self.note(Some(mutant), test, ended);
            if self.fates[mutant.index()] != Fate::Survived {
                return Ok(Some((test, loses_process)));
            }
        }
        Ok(None)
    }

    fn put_back(&mut self, class: &ClassName) -> Result<(), MeasureError> {
        let original = &self.session.classes.instrumented[class];
        self.session.process()?.redefine(class, original)
    }

    /// Whether the test passes on the original, again and again, in the JVM that there is, a new one if there is none; one that has run
    /// mutants is not asked. A new one has thereby initialised the classes that the test needs without a mutant.
    fn is_ready(&mut self, test: usize) -> Result<bool, MeasureError> {
        if self.unready.contains(&test) {
            return Ok(false);
        }
        let is_ready = self.n_runs_in_process > 0
            || self.session.run(test)?.passed() && self.session.run(test)?.passed();
        if !is_ready {
            self.unready.insert(test);
            self.give_up_process();
        }
        Ok(is_ready)
    }

    fn note(&mut self, mutant: Option<MutantId>, test: usize, ended: Ended) {
        let Some(mutant) = mutant else { return };
        let death = match ended.end {
            TestEnd::OutOfTime => Death::Time,
            TestEnd::EndedJvm => Death::EndedJvm,
            _ if ended.steps_left == 0 => Death::Steps,
            TestEnd::Failed(message) => Death::Failure(message),
            TestEnd::Passed | TestEnd::Skipped => return,
        };
        self.fates[mutant.index()] = Fate::Killed { test, death };
    }

    /// The original fails after a mutant. If it was not the first one in its JVM, what it was killed by may be another's doing: then it
    /// is alive again, and given back.
    fn doubt(&mut self, mutant: Option<MutantId>) -> Option<MutantId> {
        let is_sure = self.n_runs_in_process <= 1;
        self.give_up_process();
        let doubtful = mutant.filter(|_| !is_sure)?;
        self.fates[doubtful.index()] = Fate::Survived;
        Some(doubtful)
    }

    fn give_up_process(&mut self) {
        self.session.give_up_process();
        self.n_runs_in_process = 0;
    }

    /// The steps and the time that the test may take on a mutant.
    fn limits(&self, test: usize) -> (u32, Duration) {
        let run = &self.runs[test];
        let steps = steps_on_mutant(run.trace.steps).min(i32::MAX as u32);
        (steps, (run.time * TIME_FACTOR + MORE_TIME).min(self.session.per_test()))
    }
}
