//! Survival by MOSA's preference sorting: the nearest to each goal first, then fronts of dominance, and of the last front
//! those that a secondary heuristic prefers. That is crowding distance, or what aDynaMOSA chooses in its place.

use std::ops::Range;

use evoke_analysis::{ClassUnderTest, GoalId, LineId};
use evoke_testcase::ExecutionTrace;

use super::frontier::Frontier;
use super::population::{Individual, Survival, objectives_of, ranked_by_front, surviving};
use super::secondary_heuristic::{HeuristicChoice, SecondaryHeuristic};
use crate::selection::{assign_crowding_distances, preference_sort};
use crate::{SearchConfig, Technique};

/// Survival of MOSA, `DynaMOSA` and aDynaMOSA.
pub(super) struct PreferenceSurvival {
    progress: Option<LineProgress>,
    /// Chooses what decides within fronts; `None` is crowding distance, always.
    heuristic: Option<HeuristicChoice>,
    current: SecondaryHeuristic,
}

impl PreferenceSurvival {
    /// With crowding distance alone, or what `heuristic` chooses.
    pub(super) fn new(
        config: &SearchConfig,
        class: &ClassUnderTest,
        heuristic: Option<HeuristicChoice>,
    ) -> Self {
        let progress = config.has(Technique::LineCoverage).then(|| LineProgress::new(class));
        Self { progress, heuristic, current: SecondaryHeuristic::CrowdingDistance }
    }
}

impl Survival for PreferenceSurvival {
    fn note_progress(&mut self, progressed: bool) {
        if let Some(choice) = &mut self.heuristic {
            self.current = choice.choose(progressed);
        }
    }

    fn survivors(
        &mut self,
        individuals: Vec<Individual>,
        size: usize,
        frontier: &Frontier,
    ) -> Vec<Individual> {
        let objectives = objectives_of(&individuals);
        let secondary = |individual: usize, position: usize| {
            let trace = &individuals[individual].evaluated.trace;
            self.progress.as_ref().map_or(0, |progress| progress.of(frontier.active()[position], trace))
        };
        let fronts = preference_sort(&objectives, size, &secondary);
        let standings = ranked_by_front(fronts, size, |front| match (&self.heuristic, self.current) {
            (Some(choice), SecondaryHeuristic::Performance) => {
                choice.performance(front.iter().map(|position| &individuals[*position].evaluated))
            }
            _ => assign_crowding_distances(&objectives, front).into_iter().map(f64::from).collect(),
        });
        surviving(individuals, standings)
    }
}

/// How many lines of a goal's method a run covered: of tests equally near to the goal, the one that gets further in the
/// method is the more promising (after the basic block coverage of Derakhshanfar et al., 2022, on lines).
struct LineProgress {
    /// By goal: the lines of its method, whose ids follow each other.
    lines: Vec<Range<LineId>>,
}

impl LineProgress {
    fn new(class: &ClassUnderTest) -> Self {
        let lines = class.goals.iter().map(|goal| {
            let method = class.method_of(&goal.kind);
            let first = class.lines.partition_point(|line| line.method < method);
            let end = class.lines.partition_point(|line| line.method <= method);
            LineId(first as u32)..LineId(end as u32)
        });
        Self { lines: lines.collect() }
    }

    fn of(&self, goal: GoalId, trace: &ExecutionTrace) -> usize {
        let Some(lines) = self.lines.get(goal.index()) else { return 0 };
        let first = trace.lines.partition_point(|line| *line < lines.start);
        trace.lines.partition_point(|line| *line < lines.end) - first
    }
}

#[cfg(test)]
mod tests;
