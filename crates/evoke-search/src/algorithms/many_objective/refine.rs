//! Between two generations: tests near to uncovered goals are refined one by one, by the operands of their comparisons and
//! by climbing, as far as these have budget. What comes out joins the next generation.

use std::collections::BTreeSet;
use std::sync::Arc;

use evoke_analysis::{ClassUnderTest, GoalId, GoalKind, Outcome, PredicateId};
use evoke_testcase::{Operand, TestCase};
use rand::Rng;

use super::{Individual, ManyObjectiveSearch};
use crate::refinement::alternating_variable::{self, Candidate};
use crate::refinement::{AdaptiveShare, input_to_state};
use crate::{GuidingGoals, SearchConfig, Technique};

/// What refinement may spend, and where it has been.
pub(super) struct Refinement {
    input_to_state: Option<AdaptiveShare>,
    local_search: Option<AdaptiveShare>,
    /// By goal: how near the test was from which it was last climbed toward.
    climbed_from: Vec<f64>,
    /// Goals to climb toward: branches, or all where no branch guides, since lines only repeat them.
    climbable: Vec<bool>,
}

impl Refinement {
    pub(super) fn new(config: &SearchConfig, class: &ClassUnderTest, guides: &GuidingGoals) -> Self {
        let refinement = &config.refinement;
        let share = |technique, share, (least, most)| {
            config.has(technique).then(|| AdaptiveShare::new(share, least, most))
        };
        Self {
            input_to_state: share(
                Technique::InputToState,
                refinement.input_to_state,
                refinement.input_to_state_bounds,
            ),
            local_search: share(
                Technique::LocalSearch,
                refinement.local_search,
                refinement.local_search_bounds,
            ),
            climbed_from: vec![f64::INFINITY; class.goals.len()],
            climbable: climbable(class, guides),
        }
    }
}

/// By goal: whether to climb toward it. A direct branch is climbed toward where the branch itself does not guide.
fn climbable(class: &ClassUnderTest, guides: &GuidingGoals) -> Vec<bool> {
    let kinds = || guides.iter().map(|goal| &class.goals[goal.index()].kind);
    let predicates: BTreeSet<(PredicateId, Outcome)> = kinds()
        .filter_map(|kind| match kind {
            GoalKind::Branch(predicate, outcome) => Some((*predicate, *outcome)),
            _ => None,
        })
        .collect();
    let is_branch = |kind: &GoalKind| match kind {
        GoalKind::Branch(..) => true,
        GoalKind::DirectBranch(predicate, outcome) => !predicates.contains(&(*predicate, *outcome)),
        _ => false,
    };
    let has_branches = kinds().any(is_branch);
    class.goals.iter().map(|goal| !has_branches || is_branch(&goal.kind)).collect()
}

impl ManyObjectiveSearch<'_, '_> {
    /// Refines tests of the population while there is budget for it.
    pub(super) fn refine(&mut self, newcomers: &mut Vec<Individual>) {
        while self.may_spend(self.refinement.input_to_state) && self.write_operands(newcomers) {}
        while self.may_spend(self.refinement.local_search) && self.climb(newcomers) {}
    }

    fn may_spend(&mut self, share: Option<AdaptiveShare>) -> bool {
        share.is_some_and(|share| share.may_spend(self.run.statistics.statements)) && !self.run.is_over()
    }

    /// Writes operands into the best test that this was not tried with yet; says whether there was one.
    fn write_operands(&mut self, newcomers: &mut Vec<Individual>) -> bool {
        let untried = self.population.iter_mut().find(|it| it.standing.rank == 0 && !it.has_told_operands);
        let Some(individual) = untried else { return false };
        individual.has_told_operands = true;
        let test = Arc::clone(&individual.evaluated.test);
        let (statements, n_covered) = (self.run.statistics.statements, self.run.archive.n_covered_guides());
        let operands = self.run.operands(&test);
        let operands = self.of_uncovered_branches(operands);
        for operand in &operands {
            self.generator.values.pools.note(&operand.left);
            self.generator.values.pools.note(&operand.right);
        }
        let limit = self.config.refinement.max_substitutions;
        for test in input_to_state::substitutions(&test, &operands, limit, self.rng) {
            self.evaluate(test, newcomers);
        }
        let spent = self.run.statistics.statements - statements;
        if let Some(share) = &mut self.refinement.input_to_state {
            share.note(spent, self.run.archive.n_covered_guides() > n_covered);
        }
        true
    }

    /// Operands of predicates that have an outcome nobody has covered.
    fn of_uncovered_branches(&self, mut operands: Vec<Operand>) -> Vec<Operand> {
        operands.retain(|operand| self.frontier.has_untaken_outcome(operand.predicate));
        operands
    }

    /// Climbs toward a goal from the test nearest to it; says whether there was a goal that was not climbed toward from
    /// as near.
    fn climb(&mut self, newcomers: &mut Vec<Individual>) -> bool {
        let Some((goal, start)) = self.choose_climb() else { return false };
        self.refinement.climbed_from[goal.index()] = start.fitness;
        let (statements, before) = (self.run.statistics.statements, start.fitness);
        let mut left = self.config.refinement.max_climb;
        let mut nearest: Option<(f64, Individual)> = None;
        let best = alternating_variable::climb(start, &mut |test| {
            left = left.checked_sub(1)?;
            if self.run.is_over() {
                return None;
            }
            let far = Candidate { test: Arc::new(TestCase::default()), fitness: f64::INFINITY };
            let Some(evaluated) = self.run.evaluate(test) else { return Some(far) };
            self.frontier.observe(&evaluated.trace);
            let fitness = self.ranking.fitness(goal, &evaluated.trace);
            let test = Arc::clone(&evaluated.test);
            if fitness < nearest.as_ref().map_or(before, |(fitness, _)| *fitness) {
                nearest = Some((fitness, Individual::new(evaluated)));
            }
            Some(Candidate { test, fitness })
        });
        newcomers.extend(nearest.map(|(_, individual)| individual));
        let spent = self.run.statistics.statements - statements;
        if let Some(share) = &mut self.refinement.local_search {
            share.note(spent, best.fitness == 0.0);
        }
        true
    }

    /// One of the goals that were not climbed toward from as near as the population is now.
    fn choose_climb(&mut self) -> Option<(GoalId, Candidate)> {
        let active = self.frontier.active();
        let mut choices: Vec<(GoalId, usize, f64)> = Vec::new();
        for (position, goal) in active.iter().enumerate() {
            if !self.refinement.climbable[goal.index()] || self.run.archive.is_covered(*goal) {
                continue;
            }
            let fitness = |individual: usize| self.population[individual].fitness_at(position);
            let nearest =
                (0..self.population.len()).min_by(|one, other| fitness(*one).total_cmp(&fitness(*other)))?;
            if fitness(nearest) < self.refinement.climbed_from[goal.index()] {
                choices.push((*goal, nearest, fitness(nearest)));
            }
        }
        if choices.is_empty() {
            return None;
        }
        let (goal, individual, fitness) = choices[self.rng.random_range(0..choices.len())];
        Some((goal, Candidate { test: Arc::clone(&self.population[individual].evaluated.test), fitness }))
    }
}
