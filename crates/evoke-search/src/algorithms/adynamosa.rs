//! aDynaMOSA (Grano et al., *Testing with fewer resources*, TSE 2019): DynaMOSA whose archive keeps the cheaper of two
//! tests, and whose survivors within a front are the cheaper ones for as long as that does not hinder progress.

use super::frontier::Frontier;
use super::many_objective::Variant;
use super::preference_survival::PreferenceSurvival;
use super::secondary_heuristic::HeuristicChoice;
use crate::performance::PerformanceModel;
use crate::run::Run;

/// In what it differs from DynaMOSA; makes the archive go by cost.
pub(super) fn variant(run: &mut Run<'_>) -> Variant {
    let (class, guides) = (run.problem.class, run.guides);
    run.archive_by_performance();
    let heuristic = HeuristicChoice::new(PerformanceModel::new(class));
    let survival = Box::new(PreferenceSurvival::new(run.config, class, Some(heuristic)));
    let frontier = Frontier::dynamic(class, guides).beyond(run.problem.settled);
    Variant { frontier, survival }
}
