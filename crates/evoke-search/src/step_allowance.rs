//! How many steps each test may take in code under test: few at first, ten times as many where a test ran out of them (iterative
//! deepening), as long as what came of such runs is worth their share of the budget.
//!
//! A call that came to its end with more steps than tests begin with has shown what it needs: tests that make it are given as much
//! from then on. One that runs out of whatever it is given is given no more for ever longer. Everything is counted in steps and
//! statements, so that the same search grants the same; with a budget of time the clock decides too, since steps differ in what they take.

use std::time::Duration;

use evoke_analysis::{CallableId, TestCluster};
use evoke_testcase::{Statement, TestCase};

use crate::StepConfig;
use crate::long_call::LongCall;

/// What a statement of a test costs to run, in steps of code under test that take as long.
const STEPS_OF_A_STATEMENT: u64 = 200;

/// Runs that may be prolonged before anything is known of what that costs, in steps of the longest of them.
const FIRST_RUNS: u64 = 2;

/// What calls of a callable may take in vain and still be granted what they need, in what those took that ended.
const MOST_IN_VAIN: u64 = 2;

/// By how many times less a call must be asked for to be prolonged at once although one was in vain.
const MUCH_LESS: u64 = 4;

/// How many times as much such runs may waste.
const PATIENCE_FOR_LESS: u64 = 3;

/// Grants steps and learns what calls need.
pub(crate) struct StepAllowance<'a> {
    config: &'a StepConfig,
    is_adaptive: bool,
    /// What was run so far, in steps.
    spent: u64,
    /// Steps of prolonged runs that ran out of them all the same.
    wasted: u64,
    clock: Clock,
    /// By callable.
    needs: Vec<Need>,
    /// Whether any callable has one.
    any_needs: bool,
}

/// What prolonged runs take in vain, on the clock.
#[derive(Clone, Copy, Debug, Default)]
struct Clock {
    /// The most that all together may take; `None` where that is not limited.
    most: Option<Duration>,
    wasted: Duration,
    /// What a step took in the last run that ran out of them.
    seconds_of_a_step: f64,
}

impl Clock {
    fn has_time_for(&self, steps: u32) -> bool {
        let expected = self.seconds_of_a_step * f64::from(steps);
        self.most.is_none_or(|most| self.wasted.as_secs_f64() + expected <= most.as_secs_f64())
    }
}

/// What is known of the calls of one callable that took more steps than a test begins with.
#[derive(Clone, Copy, Debug, Default)]
struct Need {
    /// What a call that ended took at most.
    steps: u32,
    /// What all took together that ended after more steps than tests begin with.
    ended: u64,
    /// What prolonged runs took that ran out of steps in this call.
    exhausted: u64,
    /// Of these so many.
    n_exhausted: u32,
    /// How often the call has to run out of steps before a run is prolonged for it again.
    n_to_skip: u32,
    /// The smallest with which a prolonged run used up all that it was given.
    smallest_in_vain: Option<u64>,
}

impl Need {
    /// Whether enough comes of such calls to grant each what it needs from the start. One that ends after few steps does not make up
    /// for one that is given many in vain.
    fn is_granted(self) -> bool {
        self.steps > 0 && MOST_IN_VAIN * self.ended >= self.exhausted
    }

    /// Notes a call in vain that was asked for so much.
    fn note_size(&mut self, size: u64) {
        self.smallest_in_vain = Some(self.smallest_in_vain.map_or(size, |smallest| smallest.min(size)));
    }

    /// Whether nothing came of such calls so far, and this one is asked for so much less that something may come of it.
    fn is_much_less(self, size: u64) -> bool {
        self.ended == 0 && self.smallest_in_vain.is_some_and(|smallest| size < smallest.div_ceil(MUCH_LESS))
    }
}

impl<'a> StepAllowance<'a> {
    /// For a search that has run nothing. Where the limit is not to adapt, all runs are granted the same.
    pub(crate) fn new(config: &'a StepConfig, is_adaptive: bool, cluster: &TestCluster) -> Self {
        let needs = vec![Need::default(); cluster.callables.len()];
        Self { config, is_adaptive, spent: 0, wasted: 0, clock: Clock::default(), needs, any_needs: false }
    }

    /// Within a budget of time, if there is one.
    pub(crate) fn within(mut self, time: Option<Duration>) -> Self {
        self.clock.most = time.map(|time| time.mul_f64(self.config.share));
        self
    }

    /// Notes how long a run took that had this many steps and used them up.
    pub(crate) fn note_time(&mut self, granted: u32, took: Duration) {
        self.clock.seconds_of_a_step = took.as_secs_f64() / f64::from(granted.max(1));
        if granted > self.config.first {
            self.clock.wasted += took;
        }
    }

    /// What a test may take when it is run for the first time.
    pub(crate) fn of(&self, test: &TestCase) -> u32 {
        let base = if self.is_adaptive { self.config.first } else { self.config.fixed };
        if !self.any_needs {
            return base;
        }
        let needs = test.statements().iter().filter_map(|statement| match statement {
            Statement::Invoke { callable, .. } => Some(self.needs[callable.index()]),
            _ => None,
        });
        let granted = needs.filter(|need| need.is_granted()).map(|need| need.steps);
        granted.fold(base, u32::saturating_add).min(self.config.most)
    }

    /// Notes a run that came to its end with so many steps. `ran_out` is the callable in a call of which they were used up when
    /// there were fewer of them.
    pub(crate) fn note_end(&mut self, executed: u32, steps: u32, ran_out: Option<CallableId>) {
        self.spend(executed, steps);
        if let Some(callable) = ran_out {
            self.note_passed(callable, steps);
        }
    }

    /// Notes that a call that had used up fewer steps came to its end in a run that took so many.
    pub(crate) fn note_passed(&mut self, callable: CallableId, steps: u32) {
        let need = &mut self.needs[callable.index()];
        need.steps = need.steps.max(steps);
        need.ended += u64::from(steps);
        self.any_needs = true;
    }

    /// Notes a run that had this many steps and used them up in this call; gives what it may have if it is run again, or nothing.
    pub(crate) fn prolong(&mut self, call: LongCall, executed: u32, granted: u32) -> Option<u32> {
        self.spend(executed, granted);
        if !self.is_adaptive {
            return None;
        }
        let config = self.config;
        let is_much_less = self.needs[call.callable.index()].is_much_less(call.size);
        let was_prolonged = granted > config.first;
        if was_prolonged {
            self.note_in_vain(call.callable, granted);
        } else if !is_much_less && self.is_skipped(call.callable) {
            return None;
        }
        let patience = if is_much_less { PATIENCE_FOR_LESS } else { 1 };
        let first_runs = patience * FIRST_RUNS * u64::from(config.most);
        let allowed = (self.spent as f64 * config.share) as u64 + first_runs;
        let longer = granted.saturating_mul(config.factor).min(config.most);
        let is_prolonged = granted < config.most
            && self.wasted + u64::from(longer) <= allowed
            && self.clock.has_time_for(longer);
        if was_prolonged && !is_prolonged {
            self.needs[call.callable.index()].note_size(call.size);
        }
        is_prolonged.then_some(longer)
    }

    /// Notes a prolonged run that had this many steps and was stopped in this call for the time it took. How many it had taken by then
    /// depends on the machine, so that it counts as if it had taken all.
    pub(crate) fn note_stopped(&mut self, call: LongCall, executed: u32, granted: u32) {
        self.spend(executed, granted);
        self.note_in_vain(call.callable, granted);
        self.needs[call.callable.index()].note_size(call.size);
    }

    /// Whether a call that ran out of what tests begin with is let be, as are ever more of them.
    fn is_skipped(&mut self, callable: CallableId) -> bool {
        let n_to_skip = &mut self.needs[callable.index()].n_to_skip;
        let is_skipped = *n_to_skip > 0;
        *n_to_skip = n_to_skip.saturating_sub(1);
        is_skipped
    }

    fn note_in_vain(&mut self, callable: CallableId, steps: u32) {
        self.wasted += u64::from(steps);
        let need = &mut self.needs[callable.index()];
        need.exhausted += u64::from(steps);
        need.n_exhausted = need.n_exhausted.saturating_add(1);
        need.n_to_skip = need.n_exhausted.saturating_pow(2);
    }

    fn spend(&mut self, executed: u32, steps: u32) {
        self.spent += u64::from(executed) * STEPS_OF_A_STATEMENT + u64::from(steps);
    }
}

#[cfg(test)]
mod tests {
    use evoke_analysis::TypeTable;

    use super::*;
    use crate::sample_cluster::SampleCluster;

    const CONFIG: StepConfig = StepConfig { fixed: 500, first: 100, factor: 10, most: 10_000, share: 0.1 };

    const SLOW: CallableId = CallableId(0);
    const CALL: LongCall = LongCall { callable: SLOW, size: 0 };

    fn allowance<'a>(config: &'a StepConfig, is_adaptive: bool, sample: &SampleCluster) -> StepAllowance<'a> {
        StepAllowance::new(config, is_adaptive, &sample.cluster)
    }

    fn calls(times: usize) -> TestCase {
        let call = Statement::Invoke { callable: SLOW, receiver: None, arguments: [].into_iter().collect() };
        let null = Statement::Value(evoke_testcase::Value::Null(TypeTable::STRING));
        TestCase::new([null].into_iter().chain(vec![call; times]).collect())
    }

    #[test]
    fn run_that_ran_out_of_steps_has_ten_times_as_many_until_it_has_the_most() {
        let sample = SampleCluster::new();
        let mut allowance = allowance(&CONFIG, true, &sample);
        assert_eq!(allowance.of(&calls(1)), 100);
        assert_eq!(allowance.prolong(CALL, 1, 100), Some(1000));
        assert_eq!(allowance.prolong(CALL, 1, 1000), Some(10_000));
        assert_eq!(allowance.prolong(CALL, 1, 10_000), None);
    }

    #[test]
    fn in_a_budget_of_time_runs_are_prolonged_within_a_share_of_it() {
        let sample = SampleCluster::new();
        let mut allowance = allowance(&CONFIG, true, &sample).within(Some(Duration::from_secs(10)));
        let milliseconds = Duration::from_millis;
        allowance.note_time(100, milliseconds(5));
        assert_eq!(allowance.prolong(CALL, 1, 100), Some(1000));
        // 0.1 s were in vain, and as many steps again as there may be would take 1 s.
        allowance.note_time(1000, milliseconds(100));
        assert_eq!(allowance.prolong(CALL, 1, 1000), None);
        let other = LongCall { callable: CallableId(1), size: 0 };
        allowance.note_time(100, milliseconds(50));
        assert_eq!(allowance.prolong(other, 1, 100), Some(1000));
    }

    #[test]
    fn call_that_came_to_its_end_has_what_it_needs_from_then_on() {
        let sample = SampleCluster::new();
        let mut allowance = allowance(&CONFIG, true, &sample);
        assert_eq!(allowance.prolong(CALL, 1, 100), Some(1000));
        allowance.note_end(2, 700, Some(SLOW));
        assert_eq!(allowance.of(&calls(1)), 100 + 700);
        assert_eq!(allowance.of(&calls(3)), 100 + 3 * 700);
        assert_eq!(allowance.of(&calls(30)), CONFIG.most);
        assert_eq!(allowance.of(&calls(0)), 100);
    }

    #[test]
    fn call_that_takes_more_in_vain_than_when_it_ends_has_no_more_than_others() {
        let sample = SampleCluster::new();
        let mut allowance = allowance(&CONFIG, true, &sample);
        allowance.note_end(2, 700, Some(SLOW));
        allowance.prolong(CALL, 1, 800);
        assert_eq!(allowance.of(&calls(1)), 800);
        allowance.prolong(CALL, 1, 800);
        assert_eq!(allowance.of(&calls(1)), 100);
    }

    #[test]
    fn call_that_ended_before_another_ran_out_of_steps_has_what_the_run_had() {
        let sample = SampleCluster::new();
        let mut allowance = allowance(&CONFIG, true, &sample);
        assert_eq!(allowance.prolong(CALL, 1, 100), Some(1000));
        allowance.note_passed(SLOW, 1000);
        assert_eq!(allowance.of(&calls(1)), 100 + 1000);
    }

    #[test]
    fn stages_that_were_too_short_for_a_call_do_not_stand_against_it() {
        let sample = SampleCluster::new();
        let mut allowance = allowance(&CONFIG, true, &sample);
        assert_eq!(allowance.prolong(CALL, 1, 100), Some(1000));
        assert_eq!(allowance.prolong(CALL, 1, 1000), Some(10_000));
        allowance.note_end(2, 4000, Some(SLOW));
        assert_eq!(allowance.of(&calls(1)), 100 + 4000);
    }

    #[test]
    fn call_that_never_ends_is_prolonged_ever_more_rarely() {
        let sample = SampleCluster::new();
        let config = StepConfig { share: 1e9, ..CONFIG };
        let mut allowance = allowance(&config, true, &sample);
        let mut prolonged = Vec::new();
        for attempt in 0..20 {
            if allowance.prolong(CALL, 1, 100).is_some() {
                prolonged.push(attempt);
                allowance.prolong(CALL, 1, 10_000);
            }
        }
        assert_eq!(prolonged, [0, 2, 7, 17]);
    }

    #[test]
    fn call_that_is_asked_for_much_less_than_one_in_vain_is_prolonged_at_once_until_one_ends() {
        let sample = SampleCluster::new();
        let mut allowance = allowance(&CONFIG, true, &sample);
        let of_size = |size| LongCall { callable: SLOW, size };
        let mut runs_out = |size: u64| {
            let mut granted = 100;
            while let Some(longer) = allowance.prolong(of_size(size), 1, granted) {
                granted = longer;
            }
            granted
        };
        assert_eq!(runs_out(200), 10_000);
        assert_eq!(runs_out(50), 100);
        assert_eq!(runs_out(49), 10_000);
        assert_eq!(runs_out(13), 100);
        assert_eq!(runs_out(12), 10_000);
        allowance.note_end(2, 4000, Some(SLOW));
        assert_eq!(allowance.prolong(of_size(1), 1, 100), None);
    }

    #[test]
    fn call_of_no_size_at_all_is_never_asked_for_less() {
        let sample = SampleCluster::new();
        let mut allowance = allowance(&CONFIG, true, &sample);
        allowance.note_stopped(CALL, 1, 1000);
        assert_eq!(allowance.prolong(CALL, 1, 100), None);
    }

    #[test]
    fn prolonged_run_that_was_stopped_for_its_time_was_in_vain_too() {
        let sample = SampleCluster::new();
        let config = StepConfig { share: 1e9, ..CONFIG };
        let mut allowance = allowance(&config, true, &sample);
        allowance.note_stopped(CALL, 1, 6000);
        assert_eq!(allowance.prolong(CALL, 1, 100), None);
        assert_eq!(allowance.prolong(CALL, 1, 100), Some(1000));
        allowance.note_end(2, 2999, Some(SLOW));
        assert_eq!(allowance.of(&calls(1)), 100);
        allowance.note_end(2, 1, Some(SLOW));
        assert_eq!(allowance.of(&calls(1)), 100 + 2999);
    }

    #[test]
    fn prolonged_runs_waste_no_more_than_their_share() {
        let sample = SampleCluster::new();
        let mut allowance = allowance(&CONFIG, true, &sample);
        let mut wasted = 0;
        for callable in (0..sample.cluster.callables.len() as u32).cycle().take(5000) {
            let call = LongCall { callable: CallableId(callable), size: 0 };
            if allowance.prolong(call, 1, 100) == Some(1000) {
                wasted += 1000;
                allowance.prolong(call, 1, 1000);
            }
        }
        let spent = 5000 * (STEPS_OF_A_STATEMENT + 100) + wasted;
        assert!(wasted > 0 && wasted <= spent / 10 + FIRST_RUNS * 10_000 + 1000, "{wasted} of {spent}");
    }

    #[test]
    fn limit_that_does_not_adapt_is_the_same_for_all() {
        let sample = SampleCluster::new();
        let mut allowance = allowance(&CONFIG, false, &sample);
        assert_eq!(allowance.of(&calls(1)), 500);
        assert_eq!(allowance.prolong(CALL, 1, 500), None);
        assert_eq!(allowance.of(&calls(1)), 500);
    }
}
