//! An executor that runs tests on mutants too, where it is asked to: what a search needs for strong mutation, whose fitness runs
//! nothing. What came out otherwise on each mutant is part of the trace ([`evoke_testcase::ExecutionTrace::kills`]).
//!
//! A test that infects a mutant is observed twice, the second time at another time and with other luck, and then on the mutant. Only what
//! was the same both times counts, as for an assertion. What that costs is bounded by a share of all that is run; of the mutants of a
//! test those come first that were tried least. One that was tried often is given up.
//!
//! What a mutant leaves in static fields is no concern of this where these are put back before each test. Else it shows in that the
//! original no longer repeats itself; then a test that is known is run again, and if that is not what it was either, nothing more
//! is run on mutants.

mod difference;
mod ledger;

use evoke_analysis::{CallableId, MutantId, StubId, TestCluster, TypeId};
use evoke_testcase::{
    Difference, ExecutionOutcome, ExecutionResult, Executor, FileTimes, KillRecord, MutantAim,
    MutantObserver, Observations, Observer, Operand, PoolPace, StubCall, TestCase, UnnoticedMutant,
    VariableRef,
};

use crate::confirm::agreed;
use crate::covering_test::CoveringTest;
use crate::kill::{evidence, infected, steps_on_mutant};
use crate::observe::ObservedTest;
use crate::stable_test::StableTest;
use crate::value_key::is_same_observation;
use difference::n_differing;
use ledger::Ledger;

/// Mutants that a test is run on at most.
const MUTANTS_OF_TEST: usize = 16;

/// Runs tests on mutants of a class.
pub struct MutantRuns<'a, O> {
    observer: O,
    cluster: &'a TestCluster,
    aim: MutantAim,
    ledger: Ledger,
    /// The first test that repeated itself.
    witness: Option<StableTest>,
    is_spoilt: bool,
    is_switched_off: bool,
}

impl<'a, O: MutantObserver> MutantRuns<'a, O> {
    /// Runs tests as the observer does, and on mutants of the class once it is told which.
    pub fn new(observer: O, cluster: &'a TestCluster) -> Self {
        Self {
            observer,
            cluster,
            aim: MutantAim::Nothing,
            ledger: Ledger::default(),
            witness: None,
            is_spoilt: false,
            is_switched_off: false,
        }
    }

    /// Runs nothing on mutants, whatever it is told.
    pub fn switch_off(&mut self) {
        self.is_switched_off = true;
    }

    /// Whether a mutant left something behind that made known tests come out otherwise, so that nothing more was run on mutants.
    pub fn is_spoilt(&self) -> bool {
        self.is_spoilt
    }

    /// Adds what the test shows on mutants to a result of it.
    fn with_mutants(&mut self, test: &TestCase, mut result: ExecutionResult) -> ExecutionResult {
        self.ledger.note_original(result.executed);
        let targets = self.targets(&result);
        if !targets.is_empty() {
            let cost_before = self.ledger.on_mutants();
            if let Some((stable, first)) = self.repeated(test) {
                result.trace.kills = self.run_on(&stable, &first, targets);
            }
            let cost = self.ledger.on_mutants() - cost_before;
            result.trace.mutant_statements = u32::try_from(cost).unwrap_or(u32::MAX);
        }
        result
    }

    /// The mutants to run a test on that ran like this, in this order.
    fn targets(&self, result: &ExecutionResult) -> Vec<MutantId> {
        let (wanted, is_bounded) = match &self.aim {
            MutantAim::Nothing => return Vec::new(),
            MutantAim::Open(wanted) => (wanted, true),
            MutantAim::Each(wanted) => (wanted, false),
        };
        let is_unfit = result.is_aborted() || result.trace.threads > 0;
        let is_over = self.is_spoilt || self.is_switched_off || is_bounded && !self.ledger.may_spend();
        if wanted.is_empty() || is_unfit || is_over {
            return Vec::new();
        }
        let mut targets = infected(&result.trace);
        targets.retain(|mutant| wanted.contains(mutant));
        if is_bounded {
            targets.retain(|mutant| !self.ledger.is_given_up(*mutant));
            targets.sort_by_key(|mutant| (self.ledger.runs(*mutant), *mutant));
            targets.truncate(MUTANTS_OF_TEST);
        }
        targets
    }

    /// What the test shows at two times, and all of the first; `None` if it ends otherwise, or what it was shown is spoilt.
    fn repeated(&mut self, test: &TestCase) -> Option<(StableTest, Observations)> {
        let first = self.observe_at_cost(|observer| observer.observe(test));
        let again = self.observe_at_cost(|observer| observer.observe_elsewhen(test));
        let is_repeated = first.values.len() == again.values.len()
            && first.values.iter().zip(&again.values).all(|(one, other)| is_same_observation(one, other));
        let covering = CoveringTest::new(test.clone(), Vec::new());
        let observed = ObservedTest { covering, observations: first.clone() };
        let stable = agreed(observed, &again, self.cluster).ok();
        if stable.is_none() || !is_repeated {
            self.look_for_spoils();
        } else if self.witness.is_none() {
            self.witness.clone_from(&stable);
        }
        stable.filter(|_| !self.is_spoilt).map(|stable| (stable, first))
    }

    fn look_for_spoils(&mut self) {
        if let Some(known) = self.witness.take() {
            let again = self.observe_at_cost(|observer| observer.observe(&known.test));
            self.is_spoilt = evidence(&known, &again).is_some();
            self.witness = Some(known);
        }
    }

    /// What the test shows on each of the mutants, ascending; nothing if the original does not show the same after them as before.
    fn run_on(
        &mut self,
        stable: &StableTest,
        first: &Observations,
        mutants: Vec<MutantId>,
    ) -> Vec<KillRecord> {
        let steps = steps_on_mutant(first.result.trace.steps);
        let mut kills = Vec::with_capacity(mutants.len());
        for mutant in mutants {
            let StableTest { test, values, .. } = stable;
            let shown = self.observe_at_cost(|observer| observer.observe_mutant(test, mutant, steps, values));
            let difference = if evidence(stable, &shown).is_some() {
                Difference::Noticed
            } else {
                let (original, mutated) = (&first.result.trace, &shown.result.trace);
                Difference::Unnoticed(n_differing(original, mutated, mutant))
            };
            kills.push(KillRecord { mutant, difference });
        }
        let after = self.observe_at_cost(|observer| observer.observe(&stable.test));
        if evidence(stable, &after).is_some() {
            self.look_for_spoils();
            return Vec::new();
        }
        for kill in &kills {
            self.ledger.note_run(kill);
        }
        kills.sort_by_key(|kill| kill.mutant);
        kills
    }

    /// Runs a test for its mutants, which counts as any run.
    fn observe_at_cost(&mut self, observe: impl FnOnce(&mut O) -> Observations) -> Observations {
        let observations = observe(&mut self.observer);
        self.ledger.note_on_mutants(observations.result.executed);
        observations
    }
}

impl<O: MutantObserver> Executor for MutantRuns<'_, O> {
    fn execute(&mut self, test: &TestCase) -> ExecutionResult {
        let result = self.observer.execute(test);
        self.with_mutants(test, result)
    }

    fn execute_within(&mut self, test: &TestCase, steps: u32) -> ExecutionResult {
        let result = self.observer.execute_within(test, steps);
        self.with_mutants(test, result)
    }

    fn execute_with_operands(&mut self, test: &TestCase) -> (ExecutionResult, Vec<Operand>) {
        self.observer.execute_with_operands(test)
    }

    fn take_returned_types(&mut self) -> Vec<(CallableId, TypeId)> {
        self.observer.take_returned_types()
    }

    fn take_called_stub_methods(&mut self) -> Vec<(StubId, usize)> {
        self.observer.take_called_stub_methods()
    }

    fn tell_mutants(&mut self, tells: bool) {
        self.observer.tell_mutants(tells);
    }

    fn be_patient(&mut self) {
        self.observer.be_patient();
    }

    fn keep_static_state(&mut self, keeps: bool) {
        self.observer.keep_static_state(keeps);
    }

    fn aim_at_mutants(&mut self, aim: MutantAim) {
        self.aim = aim;
    }

    fn unnoticed_mutants(&self) -> Vec<UnnoticedMutant> {
        self.ledger.unnoticed()
    }
}

impl<O: MutantObserver> Observer for MutantRuns<'_, O> {
    fn observe(&mut self, test: &TestCase) -> Observations {
        self.observer.observe(test)
    }

    fn observe_in_haste(&mut self, test: &TestCase) -> Observations {
        self.observer.observe_in_haste(test)
    }

    fn observe_with_file_times(&mut self, test: &TestCase, times: FileTimes) -> Observations {
        self.observer.observe_with_file_times(test, times)
    }

    fn observe_at_pace(&mut self, test: &TestCase, pace: PoolPace) -> Observations {
        self.observer.observe_at_pace(test, pace)
    }

    fn observe_by_rare_luck(&mut self, test: &TestCase, draw: u32) -> Observations {
        self.observer.observe_by_rare_luck(test, draw)
    }

    fn observe_at_moment(&mut self, test: &TestCase, moment: usize) -> Observations {
        self.observer.observe_at_moment(test, moment)
    }

    fn stub_calls(
        &mut self,
        test: &TestCase,
        inspections: &[(VariableRef, CallableId)],
    ) -> Option<Vec<StubCall>> {
        self.observer.stub_calls(test, inspections)
    }

    fn execute_in_sequence(&mut self, tests: &[&TestCase]) -> Vec<ExecutionOutcome> {
        self.observer.execute_in_sequence(tests)
    }
}

#[cfg(test)]
mod tests;
