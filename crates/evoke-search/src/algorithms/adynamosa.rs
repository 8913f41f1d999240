//! aDynaMOSA (Grano et al., *Testing with fewer resources*, TSE 2019): DynaMOSA whose archive keeps the cheaper of two
//! tests, and whose survivors within a front are the cheaper ones for as long as that does not hinder progress.

use evoke_testcase::TestCase;

use super::frontier::Frontier;
use super::many_objective;
use super::secondary_heuristic::HeuristicChoice;
use crate::generation::TestGenerator;
use crate::performance::PerformanceModel;
use crate::run::Run;
use crate::{SearchConfig, SearchRng};

/// Runs until the search is over.
pub(super) fn run(
    config: &SearchConfig,
    run: &mut Run<'_>,
    generator: &TestGenerator<'_>,
    seeds: Vec<TestCase>,
    nearest: &mut [Option<f64>],
    rng: &mut SearchRng,
) {
    let class = run.problem.class;
    run.archive_by_performance();
    let heuristic = Some(HeuristicChoice::new(PerformanceModel::new(class)));
    many_objective::run(config, run, generator, seeds, Frontier::dynamic(class), heuristic, nearest, rng);
}
