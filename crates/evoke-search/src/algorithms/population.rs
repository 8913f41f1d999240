//! Individuals with their fitness for the active goals, and what the ways to choose those that survive share.

use evoke_analysis::{ClassUnderTest, GoalId};
use evoke_testcase::ExecutionTrace;

use super::frontier::Frontier;
use crate::fitness::{FitnessFunctions, TraceIndex};
use crate::run::EvaluatedTest;
use crate::selection::{Objectives, Standing};

/// An evaluated test among others.
pub(super) struct Individual {
    pub(super) evaluated: EvaluatedTest,
    pub(super) standing: Standing,
    /// Whether the operands of its comparisons were written into it already.
    pub(super) has_told_operands: bool,
    /// Fitness by position in the frontier; goals that joined since are missing at the end.
    pub(super) fitness: Vec<f64>,
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

/// Who of a generation survives, and how the survivors stand to each other when they breed.
pub(super) trait Survival {
    /// Hears after each generation whether the search came nearer to an uncovered goal.
    fn note_progress(&mut self, _progressed: bool) {}

    /// At most `size` individuals, each with its standing. Their fitness values are those of the frontier's active goals.
    fn survivors(
        &mut self,
        individuals: Vec<Individual>,
        size: usize,
        frontier: &Frontier,
    ) -> Vec<Individual>;
}

/// The objective values of individuals.
pub(super) fn objectives_of(individuals: &[Individual]) -> Objectives {
    let rows: Vec<&[f64]> = individuals.iter().map(|individual| individual.fitness.as_slice()).collect();
    let lengths = individuals.iter().map(|individual| individual.evaluated.weight()).collect();
    Objectives::new(&rows, lengths)
}

/// Front after front up to `size` individuals, of the last one those with the largest distances.
pub(super) fn ranked_by_front(
    fronts: Vec<Vec<usize>>,
    size: usize,
    distances: impl Fn(&[usize]) -> Vec<f64>,
) -> Vec<(usize, Standing)> {
    let mut standings: Vec<(usize, Standing)> = Vec::with_capacity(size);
    for (rank, front) in fronts.into_iter().enumerate() {
        let distances = distances(&front);
        let standing = |crowding_distance| Standing { rank: rank as u32, crowding_distance };
        let mut ranked: Vec<(usize, Standing)> =
            front.into_iter().zip(distances.into_iter().map(standing)).collect();
        ranked
            .sort_by(|(_, first), (_, second)| second.crowding_distance.total_cmp(&first.crowding_distance));
        ranked.truncate(size - standings.len());
        standings.extend(ranked);
    }
    standings
}

/// The individuals at these positions, with their standings.
pub(super) fn surviving(individuals: Vec<Individual>, standings: Vec<(usize, Standing)>) -> Vec<Individual> {
    let mut individuals: Vec<Option<Individual>> = individuals.into_iter().map(Some).collect();
    standings
        .into_iter()
        .filter_map(|(position, standing)| {
            let individual = individuals[position].take()?;
            Some(Individual { standing, ..individual })
        })
        .collect()
}
