//! What runs on mutants cost and came to, and how much more they may cost. Everything is counted, so that the same search runs the same.

use std::collections::BTreeMap;

use evoke_analysis::MutantId;
use evoke_testcase::{Difference, KillRecord, UnnoticedMutant};

/// Share of all that is run that may go into runs on mutants.
const SHARE: f64 = 0.5;
/// What they may cost before anything is known of what the rest costs, in statements.
const FIRST_COST: u64 = 1_000;
/// Fruitless runs after which a mutant is given up.
pub(super) const MAX_RUNS: u32 = 50;

/// Statements that were run, and tests on mutants.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Ledger {
    on_original: u64,
    on_mutants: u64,
    /// Tests that were run on each mutant that none of them noticed.
    fruitless: BTreeMap<MutantId, u32>,
}

impl Ledger {
    /// Notes a run of a test that was asked for.
    pub(super) fn note_original(&mut self, executed: u32) {
        self.on_original += u64::from(executed);
    }

    /// Notes a run that was needed for mutants.
    pub(super) fn note_on_mutants(&mut self, executed: u32) {
        self.on_mutants += u64::from(executed);
    }

    /// What runs for mutants cost so far.
    pub(super) fn on_mutants(&self) -> u64 {
        self.on_mutants
    }

    /// Whether more may be run for mutants.
    pub(super) fn may_spend(&self) -> bool {
        let all = (self.on_original + self.on_mutants) as f64;
        self.on_mutants < FIRST_COST + (SHARE * all) as u64
    }

    /// Notes what a test came to on a mutant.
    pub(super) fn note_run(&mut self, kill: &KillRecord) {
        match kill.difference {
            Difference::Noticed => {
                self.fruitless.remove(&kill.mutant);
            }
            Difference::Unnoticed(_) => *self.fruitless.entry(kill.mutant).or_default() += 1,
        }
    }

    /// Fruitless runs of tests on a mutant.
    pub(super) fn runs(&self, mutant: MutantId) -> u32 {
        self.fruitless.get(&mutant).copied().unwrap_or_default()
    }

    /// Whether a mutant was run often enough.
    pub(super) fn is_given_up(&self, mutant: MutantId) -> bool {
        self.runs(mutant) >= MAX_RUNS
    }

    /// The mutants that no test noticed, ascending.
    pub(super) fn unnoticed(&self) -> Vec<UnnoticedMutant> {
        let told = self.fruitless.iter().map(|(mutant, runs)| UnnoticedMutant {
            mutant: *mutant,
            runs: *runs,
            is_given_up: self.is_given_up(*mutant),
        });
        told.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(ledger: &mut Ledger, mutant: u32, difference: Difference) {
        ledger.note_run(&KillRecord { mutant: MutantId(mutant), difference });
    }

    #[test]
    fn runs_on_mutants_may_cost_as_much_as_all_others() {
        let mut ledger = Ledger::default();
        ledger.note_on_mutants(2 * FIRST_COST as u32);
        assert!(!ledger.may_spend());
        ledger.note_original(1);
        assert!(!ledger.may_spend());
        ledger.note_original(2);
        assert!(ledger.may_spend());
    }

    #[test]
    fn mutant_is_given_up_after_many_fruitless_runs_and_never_once_it_was_noticed() {
        let mut ledger = Ledger::default();
        for _ in 0..MAX_RUNS {
            assert!(!ledger.is_given_up(MutantId(1)));
            run(&mut ledger, 1, Difference::Unnoticed(3));
            run(&mut ledger, 2, Difference::Unnoticed(0));
        }
        run(&mut ledger, 2, Difference::Noticed);
        let given_up = UnnoticedMutant { mutant: MutantId(1), runs: MAX_RUNS, is_given_up: true };
        assert_eq!(ledger.unnoticed(), [given_up]);
    }
}
