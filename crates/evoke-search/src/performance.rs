//! Seven proxies of what a test costs, from one run (Grano et al., aDynaMOSA, TSE 2019, section 3): loop iterations, calls
//! and allocations and lines executed in code under test, calls and other statements of the test, and its length.

use evoke_analysis::ClassUnderTest;
use evoke_testcase::{ExecutionTrace, Statement, TestCase};

use crate::fitness::normalise;

const N_PROXIES: usize = 7;

/// The proxies I1 to I7 of one test; lower is cheaper.
pub type Proxies = [f64; N_PROXIES];

/// Computes proxies for tests of one class.
#[derive(Clone, Debug)]
pub struct PerformanceModel {
    /// By branch: whether it is in a loop.
    is_in_loop: Vec<bool>,
}

impl PerformanceModel {
    /// For tests of this class.
    pub fn new(class: &ClassUnderTest) -> Self {
        let mut is_in_loop = vec![false; class.predicates.len()];
        for predicate in &class.loop_branches {
            is_in_loop[predicate.index()] = true;
        }
        Self { is_in_loop }
    }

    /// The proxies of a test and its run, in a class that is instrumented to count what runs cost.
    pub fn proxies(&self, test: &TestCase, trace: &ExecutionTrace) -> Proxies {
        let repeated_loop_branches: u64 = trace
            .predicates
            .iter()
            .filter(|record| self.is_in_loop[record.predicate.index()])
            .map(|record| u64::from(record.executions.saturating_sub(1)))
            .sum();
        let is_call = |statement: &&Statement| matches!(statement, Statement::Invoke { .. });
        let n_calls = test.statements().iter().filter(is_call).count();
        [
            repeated_loop_branches as f64,
            f64::from(trace.effort.calls),
            n_calls as f64,
            f64::from(trace.effort.repeated_allocations),
            f64::from(trace.effort.lines),
            (test.len() - n_calls) as f64,
            test.len() as f64,
        ]
    }
}

/// The performance score, by which the archive chooses: the sum of the normalised proxies; lower is cheaper.
pub(crate) fn score(proxies: &Proxies) -> f64 {
    proxies.iter().map(|proxy| normalise(*proxy)).sum()
}

/// The performance heuristic of every test of a front: for each proxy how far below the front's largest value it is, as
/// a share of the front's range; higher is cheaper.
pub(crate) fn heuristics(front: &[Proxies]) -> Vec<f64> {
    let mut heuristics = vec![0.0; front.len()];
    for proxy in 0..N_PROXIES {
        let values = || front.iter().map(|proxies| proxies[proxy]);
        let (max, min) = (values().fold(f64::MIN, f64::max), values().fold(f64::MAX, f64::min));
        if max > min {
            for (heuristic, value) in heuristics.iter_mut().zip(values()) {
                *heuristic += (max - value) / (max - min);
            }
        }
    }
    heuristics
}

#[cfg(test)]
mod tests;
