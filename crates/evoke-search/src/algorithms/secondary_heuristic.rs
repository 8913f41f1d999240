//! What decides within a front who survives: crowding distance, or how cheap a test is. aDynaMOSA changes between the two
//! (Grano et al., TSE 2019, Algorithm 2): whoever goes without progress less often is used next.

use crate::performance::{PerformanceModel, heuristics};
use crate::run::EvaluatedTest;

/// The two heuristics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SecondaryHeuristic {
    CrowdingDistance,
    Performance,
}

/// Chooses a heuristic for every generation.
pub(super) struct HeuristicChoice {
    current: SecondaryHeuristic,
    /// Generations without progress since the last one with some, with crowding distance and with performance.
    stagnation: [u32; 2],
    model: PerformanceModel,
}

impl HeuristicChoice {
    pub(super) fn new(model: PerformanceModel) -> Self {
        Self { current: SecondaryHeuristic::Performance, stagnation: [0; 2], model }
    }

    /// The heuristic of the next generation; `progressed` says whether the best value of some uncovered goal improved
    /// in the last one.
    pub(super) fn choose(&mut self, progressed: bool) -> SecondaryHeuristic {
        let used = &mut self.stagnation[self.current as usize];
        if progressed {
            *used = 0;
        } else {
            *used += 1;
            let [crowding, performance] = self.stagnation;
            self.current = if crowding < performance {
                SecondaryHeuristic::CrowdingDistance
            } else {
                SecondaryHeuristic::Performance
            };
        }
        self.current
    }

    /// The performance heuristic of every test of a front: higher is cheaper.
    pub(super) fn performance<'t>(&self, front: impl Iterator<Item = &'t EvaluatedTest>) -> Vec<f64> {
        let proxies: Vec<_> =
            front.map(|evaluated| self.model.proxies(&evaluated.test, &evaluated.trace)).collect();
        heuristics(&proxies)
    }
}

#[cfg(test)]
mod tests {
    use evoke_analysis::ClassUnderTest;

    use super::*;

    #[test]
    fn stagnation_moves_on_to_the_heuristic_that_stagnated_less() {
        let mut choice = HeuristicChoice::new(PerformanceModel::new(&ClassUnderTest::default()));
        let steps = [
            (true, SecondaryHeuristic::Performance, [0, 0]),
            (false, SecondaryHeuristic::CrowdingDistance, [0, 1]),
            // Equal counters: performance.
            (false, SecondaryHeuristic::Performance, [1, 1]),
            (false, SecondaryHeuristic::CrowdingDistance, [1, 2]),
            (true, SecondaryHeuristic::CrowdingDistance, [0, 2]),
            (false, SecondaryHeuristic::CrowdingDistance, [1, 2]),
            (false, SecondaryHeuristic::Performance, [2, 2]),
            (true, SecondaryHeuristic::Performance, [2, 0]),
        ];
        for (progressed, expected, counters) in steps {
            assert_eq!(choice.choose(progressed), expected);
            assert_eq!(choice.stagnation, counters);
        }
    }
}
