//! What runs of a test on mutants of the class under test came to: whether the test notices a mutant, and if not, how far the
//! difference that it makes travels.

use evoke_analysis::MutantId;
use serde::{Deserialize, Serialize};

/// A test, run on a mutant that it infects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KillRecord {
    /// The mutant.
    pub mutant: MutantId,
    /// What came out otherwise on it.
    pub difference: Difference,
}

/// How a run on a mutant differs from that on the original.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Difference {
    /// In something that a test can see: a value that can be asserted, an exception, or that it does not end.
    Noticed,
    /// In nothing of that kind, but in so many of the things that instrumented code reports: predicates, lines, methods and the
    /// states of other mutants.
    Unnoticed(u32),
}

impl KillRecord {
    /// 0 if the test notices the mutant, else the smaller the more differs; infinite where nothing does.
    pub fn distance(&self) -> f64 {
        match self.difference {
            Difference::Noticed => 0.0,
            Difference::Unnoticed(n_differing) => 1.0 / f64::from(n_differing),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mutant_is_the_nearer_to_being_noticed_the_more_differs() {
        let distance = |difference| KillRecord { mutant: MutantId(0), difference }.distance();
        let distances = [0, 1, 4].map(|n_differing| distance(Difference::Unnoticed(n_differing)));
        assert_eq!(distances, [f64::INFINITY, 1.0, 0.25]);
        assert_eq!(distance(Difference::Noticed).to_bits(), 0.0_f64.to_bits());
    }
}
