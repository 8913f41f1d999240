//! Which of several callables to call, with what was learnt of them on the way: calls under test by the goals they may
//! still cover, generators by what they need and how often they threw, and rarely one whose calls kept running into
//! a limit. A single such call (a read from a pipe that nobody writes to) costs as much as a hundred thousand others.

use evoke_analysis::{CallableId, Caller};
use rand::Rng;

use crate::SearchRng;

/// How often a callable may be rejected before the last draw is taken, so that a choice always ends.
const MAX_DRAWS: usize = 8;

/// A call that ran out of steps costs as much as so many others.
const COST_OF_EXHAUSTION: f64 = 3.0;

/// A call that always ran out of steps is still made with this probability: other arguments may end it.
const LOWEST_ACCEPTANCE: f64 = 0.05;

/// A generator that always threw keeps this part of its weight: other arguments may yet please it.
const LOWEST_SUCCESS: f64 = 0.05;

/// Chooses callables and learns which of them stall or throw.
pub(crate) struct CallableChoice {
    /// By callable.
    records: Vec<CallCounts>,
    /// Running sums of the weights of the calls under test and, where they may be made, of the callers after them; empty while all calls
    /// under test weigh the same.
    under_test: Vec<f64>,
}

/// How the calls of one callable ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CallCounts {
    /// Calls that returned.
    pub returned: u32,
    /// Calls that threw.
    pub thrown: u32,
    /// Calls that were stopped for their time.
    pub stalls: u32,
    /// Calls that ran out of steps.
    pub exhausted: u32,
}

impl CallCounts {
    /// Whether most calls ran out of steps.
    pub(super) fn mostly_runs_out(self) -> bool {
        self.exhausted > self.returned.saturating_add(self.thrown)
    }

    fn success(self) -> f64 {
        let returned = f64::from(self.returned) + 1.0;
        (returned / (returned + f64::from(self.thrown))).max(LOWEST_SUCCESS)
    }

    /// How likely a call is made once it was drawn. A call that was stopped costs as much as many that were not.
    fn acceptance(self) -> f64 {
        let ended = f64::from(self.returned.saturating_add(self.thrown)) + 1.0;
        let of_steps = ended / (ended + COST_OF_EXHAUSTION * f64::from(self.exhausted));
        let of_time = 1.0 / f64::from(1 + self.stalls).powi(3);
        of_steps.max(LOWEST_ACCEPTANCE) * of_time
    }
}

impl CallableChoice {
    pub(super) fn new(n_callables: usize) -> Self {
        Self { records: vec![CallCounts::default(); n_callables], under_test: Vec::new() }
    }

    /// Notes that a call had to be stopped for its time.
    pub(crate) fn note_stall(&mut self, callable: CallableId) {
        self.records[callable.index()].stalls += 1;
    }

    /// Notes that a call ran out of steps.
    pub(crate) fn note_exhausted(&mut self, callable: CallableId) {
        let exhausted = &mut self.records[callable.index()].exhausted;
        *exhausted = exhausted.saturating_add(1);
    }

    /// Notes that a call returned, or threw.
    pub(crate) fn note_end(&mut self, callable: CallableId, threw: bool) {
        let record = &mut self.records[callable.index()];
        let count = if threw { &mut record.thrown } else { &mut record.returned };
        *count = count.saturating_add(1);
    }

    /// How calls ended so far, by callable.
    pub(crate) fn counts(&self) -> &[CallCounts] {
        &self.records
    }

    /// How calls ended, by callable.
    pub(crate) fn into_counts(self) -> Vec<CallCounts> {
        self.records
    }

    /// From now on the calls under test are chosen by these weights, which are in their order and positive, or callers by those that
    /// follow.
    pub(crate) fn weigh_under_test(&mut self, weights: Vec<f64>) {
        let mut sum = 0.0;
        let sums = weights.into_iter().map(|weight| {
            sum += weight;
            sum
        });
        self.under_test = sums.collect();
    }

    /// One of the callables, each with the same probability; `None` if there are none.
    pub(crate) fn choose(&self, callables: &[CallableId], rng: &mut SearchRng) -> Option<CallableId> {
        self.draw(rng, |rng| callables.get(rng.random_range(0..callables.len().max(1))).copied())
    }

    /// One of the calls under test or of the callers, by their weights; one of the calls under test while these are not known.
    pub(crate) fn choose_under_test(
        &self,
        under_test: &[CallableId],
        callers: &[Caller],
        rng: &mut SearchRng,
    ) -> Option<CallableId> {
        let sums = &self.under_test;
        match sums.last() {
            Some(total) if sums.len() >= under_test.len() => self.draw(rng, |rng| {
                let drawn = rng.random::<f64>() * total;
                let position = sums.partition_point(|sum| *sum <= drawn).min(sums.len() - 1);
                let caller = || callers.get(position - under_test.len()).map(|caller| caller.callable);
                under_test.get(position).copied().or_else(caller)
            }),
            _ => self.choose(under_test, rng),
        }
    }

    /// One of the callables, by weight and by how often their calls returned.
    pub(crate) fn choose_weighted(
        &self,
        callables: &[CallableId],
        weight: impl Fn(CallableId) -> f64,
        rng: &mut SearchRng,
    ) -> Option<CallableId> {
        let weight = |callable: CallableId| weight(callable) * self.records[callable.index()].success();
        let total: f64 = callables.iter().map(|callable| weight(*callable)).sum();
        self.draw(rng, |rng| {
            let mut drawn = rng.random::<f64>() * total;
            let found = callables.iter().find(|callable| {
                drawn -= weight(**callable);
                drawn < 0.0
            });
            found.or(callables.last()).copied()
        })
    }

    /// Draws until the callable is one that calls come back from, or often enough.
    fn draw(
        &self,
        rng: &mut SearchRng,
        mut one: impl FnMut(&mut SearchRng) -> Option<CallableId>,
    ) -> Option<CallableId> {
        let mut chosen = None;
        for _ in 0..MAX_DRAWS {
            let callable = one(rng)?;
            chosen = Some(callable);
            let record = self.records[callable.index()];
            if record.stalls + record.exhausted == 0 || rng.random_bool(record.acceptance()) {
                break;
            }
        }
        chosen
    }
}

#[cfg(test)]
mod tests {
    use rand_pcg::rand_core::SeedableRng;

    use super::*;

    #[test]
    fn call_with_more_weight_is_made_more_often() {
        let mut choice = CallableChoice::new(2);
        choice.weigh_under_test(vec![1.0, 9.0]);
        let under_test = [CallableId(0), CallableId(1)];
        let mut rng = SearchRng::seed_from_u64(1);
        let n_second = (0..1000)
            .filter(|_| choice.choose_under_test(&under_test, &[], &mut rng) == Some(CallableId(1)))
            .count();
        assert!((850..950).contains(&n_second), "{n_second}");
    }

    #[test]
    fn caller_is_drawn_by_its_weight_after_the_calls_under_test() {
        let mut choice = CallableChoice::new(2);
        let callers = [Caller { callable: CallableId(1), leads_to: Vec::new() }];
        let mut rng = SearchRng::seed_from_u64(1);
        let n_callers = |choice: &CallableChoice, rng: &mut SearchRng| {
            let draws = (0..1000).map(|_| choice.choose_under_test(&[CallableId(0)], &callers, rng));
            draws.filter(|drawn| *drawn == Some(CallableId(1))).count()
        };
        assert_eq!(n_callers(&choice, &mut rng), 0, "nothing is known of what they lead to");
        choice.weigh_under_test(vec![3.0, 1.0]);
        assert!((200..300).contains(&n_callers(&choice, &mut rng)));
    }

    #[test]
    fn generator_that_always_throws_is_tried_less() {
        let mut choice = CallableChoice::new(2);
        for _ in 0..100 {
            choice.note_end(CallableId(0), true);
            choice.note_end(CallableId(1), false);
        }
        let mut rng = SearchRng::seed_from_u64(1);
        let n_first = (0..1000)
            .filter(|_| {
                choice.choose_weighted(&[CallableId(0), CallableId(1)], |_| 1.0, &mut rng)
                    == Some(CallableId(0))
            })
            .count();
        assert!((1..150).contains(&n_first), "{n_first}");
    }
}
