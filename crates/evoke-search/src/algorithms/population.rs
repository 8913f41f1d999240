//! Individuals with their fitness for the active goals, and the choice of those that survive.

use std::ops::Range;

use evoke_analysis::{ClassUnderTest, GoalId, LineId};
use evoke_testcase::ExecutionTrace;

use super::frontier::Frontier;
use super::secondary_heuristic::HeuristicChoice;
use crate::fitness::{FitnessFunctions, TraceIndex};
use crate::run::EvaluatedTest;
use crate::selection::{Objectives, Standing, assign_crowding_distances, preference_sort};

/// An evaluated test among others.
pub(super) struct Individual {
    pub(super) evaluated: EvaluatedTest,
    pub(super) standing: Standing,
    /// Whether the operands of its comparisons were written into it already.
    pub(super) has_told_operands: bool,
    /// Fitness by position in the frontier; goals that joined since are missing at the end.
    fitness: Vec<f64>,
}

impl Individual {
    pub(super) fn new(evaluated: EvaluatedTest) -> Self {
        Self { evaluated, standing: Standing::default(), has_told_operands: false, fitness: Vec::new() }
    }

    /// Its fitness for the goal at a position of the frontier; goals that joined since the last update are infinitely far.
    pub(super) fn fitness_at(&self, position: usize) -> f64 {
        self.fitness.get(position).copied().unwrap_or(f64::INFINITY)
    }
}

/// Computes and keeps fitness values: a test is never run again, and a value never computed again, for a goal that
/// becomes active later.
pub(super) struct Ranking<'a> {
    functions: FitnessFunctions<'a>,
    index: TraceIndex,
}

impl<'a> Ranking<'a> {
    pub(super) fn new(class: &'a ClassUnderTest) -> Self {
        Self { functions: FitnessFunctions::new(class), index: TraceIndex::new(class) }
    }

    /// The fitness of one run for one goal.
    pub(super) fn fitness(&mut self, goal: GoalId, trace: &ExecutionTrace) -> f64 {
        self.functions.fitness(goal, &self.index.index(trace))
    }

    /// Brings every individual's fitness values in line with the frontier. `kept` tells which of the goals that were
    /// in the frontier at the last update are still there.
    pub(super) fn update(
        &mut self,
        individuals: &mut [Individual],
        kept: Option<&[bool]>,
        frontier: &Frontier,
    ) {
        let goals = frontier.active();
        for individual in individuals {
            if let Some(kept) = kept {
                let mut position = 0;
                individual.fitness.retain(|_| {
                    position += 1;
                    kept[position - 1]
                });
            }
            let missing = &goals[individual.fitness.len()..];
            if !missing.is_empty() {
                let trace = self.index.index(&individual.evaluated.trace);
                individual.fitness.extend(missing.iter().map(|goal| self.functions.fitness(*goal, &trace)));
            }
        }
    }
}

/// Notes the lowest fitness of each active goal; says whether one became lower.
pub(super) fn note_nearest(
    individuals: &[Individual],
    frontier: &Frontier,
    nearest: &mut [Option<f64>],
) -> bool {
    let Some((first, others)) = individuals.split_first() else { return false };
    let mut lowest = first.fitness.clone();
    for individual in others {
        for (lowest, value) in lowest.iter_mut().zip(&individual.fitness) {
            *lowest = lowest.min(*value);
        }
    }
    let mut improved = false;
    for (goal, lowest) in frontier.active().iter().zip(lowest) {
        let entry = &mut nearest[goal.index()];
        if entry.is_none_or(|nearest| lowest < nearest) {
            *entry = Some(lowest);
            improved = true;
        }
    }
    improved
}

/// How many lines of a goal's method a run covered: of tests equally near to the goal, the one that gets further in the
/// method is the more promising (after the basic block coverage of Derakhshanfar et al., 2022, on lines).
pub(super) struct LineProgress {
    /// By goal: the lines of its method, whose ids follow each other.
    lines: Vec<Range<LineId>>,
}

impl LineProgress {
    pub(super) fn new(class: &ClassUnderTest) -> Self {
        let lines = class.goals.iter().map(|goal| {
            let method = class.method_of(&goal.kind);
            let first = class.lines.partition_point(|line| line.method < method);
            let end = class.lines.partition_point(|line| line.method <= method);
            LineId(first as u32)..LineId(end as u32)
        });
        Self { lines: lines.collect() }
    }

    fn of(&self, goal: GoalId, trace: &ExecutionTrace) -> usize {
        let lines = &self.lines[goal.index()];
        let first = trace.lines.partition_point(|line| *line < lines.start);
        trace.lines.partition_point(|line| *line < lines.end) - first
    }
}

/// The `size` best by front, of the last front those that the secondary heuristic prefers, each with its standing. Without
/// `performance`, that is the least crowded.
pub(super) fn survivors(
    individuals: Vec<Individual>,
    size: usize,
    frontier: &Frontier,
    progress: Option<&LineProgress>,
    performance: Option<&HeuristicChoice>,
) -> Vec<Individual> {
    let rows: Vec<&[f64]> = individuals.iter().map(|individual| individual.fitness.as_slice()).collect();
    let lengths = individuals.iter().map(|individual| individual.evaluated.test.len()).collect();
    let objectives = Objectives::new(&rows, lengths);
    let secondary = |individual: usize, column: usize| {
        let trace = &individuals[individual].evaluated.trace;
        progress.map_or(0, |progress| progress.of(frontier.active()[column], trace))
    };
    let mut standings: Vec<(usize, Standing)> = Vec::with_capacity(size);
    for (rank, front) in preference_sort(&objectives, size, &secondary).into_iter().enumerate() {
        let distances = match performance {
            Some(choice) => {
                choice.performance(front.iter().map(|position| &individuals[*position].evaluated))
            }
            None => assign_crowding_distances(&objectives, &front),
        };
        let mut ranked: Vec<(usize, Standing)> = front
            .into_iter()
            .zip(distances)
            .map(|(individual, crowding_distance)| {
                (individual, Standing { rank: rank as u32, crowding_distance })
            })
            .collect();
        ranked.sort_by_key(|(_, standing)| std::cmp::Reverse(standing.crowding_distance));
        ranked.truncate(size - standings.len());
        standings.extend(ranked);
    }
    let mut individuals: Vec<Option<Individual>> = individuals.into_iter().map(Some).collect();
    standings
        .into_iter()
        .filter_map(|(position, standing)| {
            let individual = individuals[position].take()?;
            Some(Individual { standing, ..individual })
        })
        .collect()
}

#[cfg(test)]
mod tests;
