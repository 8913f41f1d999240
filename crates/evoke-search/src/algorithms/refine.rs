//! Between two generations: tests near to uncovered goals are refined one by one, by the operands of their comparisons and
//! by climbing, as far as these have budget. What comes out joins the next generation.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use evoke_analysis::{
    ClassUnderTest, Goal, GoalId, GoalKind, Mutant, Mutation, Outcome, PredicateId, Primitive, TypeCategory,
    TypeTable,
};
use evoke_testcase::{TestCase, is_covered};
use rand::Rng;

use super::evaluation::Evaluation;
use super::population::Individual;
use crate::refinement::alternating_variable::{self, RatedTest};
use crate::refinement::{AdaptiveShare, input_to_state, read_numbers, shortage};
use crate::{GuidingGoals, SearchConfig, Technique};

/// Twice the length so often is the longest that inputs become.
const MAX_LENGTHENINGS: usize = 12;

/// What refinement may spend, and where it has been.
pub(super) struct Refinement {
    input_to_state: Option<AdaptiveShare>,
    local_search: Option<AdaptiveShare>,
    /// By goal: how near the test was from which it was last climbed toward.
    climbed_from: Vec<f64>,
    /// Listed goals to climb toward: branches, or all where no branch guides, since lines only repeat them; and mutants of comparisons
    /// that guide late or are to be noticed.
    climbable: Vec<bool>,
    /// By predicate: such mutants of its comparison. What they need is often one operand that equals the other.
    mutants_at: BTreeMap<PredicateId, Vec<GoalId>>,
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
            climbed_from: vec![f64::INFINITY; class.n_goals()],
            climbable: climbable(class, guides),
            mutants_at: mutants_of_comparisons(class, guides),
        }
    }
}

/// By goal: whether to climb toward it. A direct branch is climbed toward where the branch itself does not guide.
fn climbable(class: &ClassUnderTest, guides: &GuidingGoals) -> Vec<bool> {
    let kinds = || guides.iter().filter_map(|goal| Some(&class.goals.get(goal.index())?.kind));
    let predicates: BTreeSet<(PredicateId, Outcome)> = kinds()
        .filter_map(|kind| match kind {
            GoalKind::Branch(predicate, outcome) => Some((*predicate, *outcome)),
            _ => None,
        })
        .collect();
    let is_branch = |kind: &GoalKind| match kind {
        GoalKind::Branch(..) => true,
        GoalKind::BranchIn(_, predicate, outcome) => !predicates.contains(&(*predicate, *outcome)),
        _ => false,
    };
    let has_branches = kinds().any(is_branch);
    let is_climbable = |goal: &Goal| {
        !has_branches || is_branch(&goal.kind) || boundary_mutant(goal, class, guides).is_some()
    };
    class.goals.iter().map(is_climbable).collect()
}

/// The mutant of a comparison that the goal is about, if it guides late or is to be noticed: what is found by the way is found by then.
fn boundary_mutant<'a>(goal: &Goal, class: &'a ClassUnderTest, guides: &GuidingGoals) -> Option<&'a Mutant> {
    let mutant = match goal.kind {
        GoalKind::Mutant(mutant) if guides.is_late(goal.id) => mutant,
        GoalKind::Kill(mutant) if guides.contains(goal.id) => mutant,
        _ => return None,
    };
    let mutant = class.mutants.get(mutant.index())?;
    matches!(mutant.mutation, Mutation::Comparison { .. }).then_some(mutant)
}

fn mutants_of_comparisons(
    class: &ClassUnderTest,
    guides: &GuidingGoals,
) -> BTreeMap<PredicateId, Vec<GoalId>> {
    let places =
        class.predicates.iter().map(|predicate| ((predicate.method, predicate.offset), predicate.id));
    let places: BTreeMap<_, _> = places.collect();
    let mut mutants: BTreeMap<PredicateId, Vec<GoalId>> = BTreeMap::new();
    for goal in &class.goals {
        let place = boundary_mutant(goal, class, guides).map(|mutant| (mutant.method, mutant.offset));
        if let Some(predicate) = place.and_then(|place| places.get(&place)) {
            mutants.entry(*predicate).or_default().push(goal.id);
        }
    }
    mutants
}

impl Refinement {
    /// Refines tests of the population while there is budget for it.
    pub(super) fn refine(
        &mut self,
        evaluation: &mut Evaluation<'_, '_>,
        population: &mut [Individual],
        newcomers: &mut Vec<Individual>,
    ) {
        while may_spend(self.input_to_state, evaluation)
            && self.write_operands(evaluation, population, newcomers)
        {}
        while may_spend(self.local_search, evaluation) && self.climb(evaluation, population, newcomers) {}
    }

    /// Writes operands into the best test that this was not tried with yet; says whether there was one.
    fn write_operands(
        &mut self,
        evaluation: &mut Evaluation<'_, '_>,
        population: &mut [Individual],
        newcomers: &mut Vec<Individual>,
    ) -> bool {
        let untried = population.iter_mut().find(|it| it.standing.rank == 0 && !it.has_told_operands);
        let Some(individual) = untried else { return false };
        individual.has_told_operands = true;
        let test = Arc::clone(&individual.evaluated.test);
        let run = &mut *evaluation.run;
        let (statements, n_covered) = (run.statistics.statements, run.archive.n_covered_guides());
        let (result, mut operands) = run.execute_with_operands(&test);
        operands.retain(|operand| {
            let is_open = |goal: &GoalId| run.archive.takes(*goal) && !run.archive.is_covered(*goal);
            evaluation.frontier.has_untaken_outcome(operand.predicate)
                || self.mutants_at.get(&operand.predicate).is_some_and(|mutants| mutants.iter().any(is_open))
        });
        if let Some(pool) = &mut run.knowledge.operands {
            for operand in &operands {
                pool.note(&operand.left);
                pool.note(&operand.right);
            }
        }
        let limit = run.config.refinement.max_substitutions;
        for test in input_to_state::substitutions(&test, &operands, limit, evaluation.rng) {
            newcomers.extend(evaluation.evaluate(test));
        }
        let cluster = evaluation.run.problem.cluster;
        let is_byte_array = |ty| match cluster.types.category(ty) {
            TypeCategory::Array(component) => component == TypeTable::primitive(Primitive::Byte),
            _ => false,
        };
        for test in read_numbers::rewritten(&test, &operands, is_byte_array) {
            newcomers.extend(evaluation.evaluate(test));
        }
        if evaluation.run.config.has(Technique::LongerInputs) {
            for longer in shortage::longer(&test, &result) {
                lengthen(longer, evaluation, newcomers);
            }
        }
        let spent = evaluation.run.statistics.statements - statements;
        if let Some(share) = &mut self.input_to_state {
            share.note(spent, evaluation.run.archive.n_covered_guides() > n_covered);
        }
        true
    }

    /// Climbs toward a goal from the test nearest to it; says whether there was a goal that was not climbed toward from
    /// as near.
    fn climb(
        &mut self,
        evaluation: &mut Evaluation<'_, '_>,
        population: &[Individual],
        newcomers: &mut Vec<Individual>,
    ) -> bool {
        let Some((goal, start)) = self.choose_climb(evaluation, population) else { return false };
        self.climbed_from[goal.index()] = start.fitness;
        let (statements, before) = (evaluation.run.statistics.statements, start.fitness);
        let mut left = evaluation.run.config.refinement.max_climb;
        let mut nearest: Option<(f64, Individual)> = None;
        let best = alternating_variable::climb(start, &mut |test| {
            left = left.checked_sub(1)?;
            if evaluation.run.is_over() {
                return None;
            }
            let far = RatedTest { test: Arc::new(TestCase::default()), fitness: f64::INFINITY };
            let Some(individual) = evaluation.evaluate(test) else { return Some(far) };
            let fitness = evaluation.fitness(goal, &individual.evaluated.trace);
            let test = Arc::clone(&individual.evaluated.test);
            if fitness < nearest.as_ref().map_or(before, |(fitness, _)| *fitness) {
                nearest = Some((fitness, individual));
            }
            Some(RatedTest { test, fitness })
        });
        newcomers.extend(nearest.map(|(_, individual)| individual));
        let spent = evaluation.run.statistics.statements - statements;
        if let Some(share) = &mut self.local_search {
            share.note(spent, is_covered(best.fitness));
        }
        true
    }

    /// One of the goals that were not climbed toward from as near as the population is now.
    fn choose_climb(
        &self,
        evaluation: &mut Evaluation<'_, '_>,
        population: &[Individual],
    ) -> Option<(GoalId, RatedTest)> {
        let mut choices: Vec<(GoalId, usize, f64)> = Vec::new();
        for (position, goal) in evaluation.frontier.active().iter().enumerate() {
            let is_climbable = self.climbable.get(goal.index()).copied().unwrap_or(true);
            if !is_climbable || evaluation.run.archive.is_covered(*goal) {
                continue;
            }
            let fitness = |individual: usize| population[individual].fitness_at(position);
            let nearest =
                (0..population.len()).min_by(|one, other| fitness(*one).total_cmp(&fitness(*other)))?;
            if fitness(nearest) < self.climbed_from[goal.index()] {
                choices.push((*goal, nearest, fitness(nearest)));
            }
        }
        if choices.is_empty() {
            return None;
        }
        let (goal, individual, fitness) = choices[evaluation.rng.random_range(0..choices.len())];
        Some((goal, RatedTest { test: Arc::clone(&population[individual].evaluated.test), fitness }))
    }
}

/// Runs a test whose input became longer, and makes that longer again as long as it is too short.
fn lengthen(mut test: TestCase, evaluation: &mut Evaluation<'_, '_>, newcomers: &mut Vec<Individual>) {
    for _ in 0..MAX_LENGTHENINGS {
        let Some(individual) = evaluation.evaluate(test) else { return };
        let lengthened = Arc::clone(&individual.evaluated.test);
        let is_short = individual.evaluated.ends_with_throw;
        newcomers.push(individual);
        if !is_short {
            return;
        }
        let (result, _) = evaluation.run.execute_with_operands(&lengthened);
        let Some(longer) = shortage::longer(&lengthened, &result).into_iter().next() else { return };
        test = longer;
    }
}

/// Whether a way to refine has budget left.
fn may_spend(share: Option<AdaptiveShare>, evaluation: &mut Evaluation<'_, '_>) -> bool {
    let statements = evaluation.run.statistics.statements;
    share.is_some_and(|share| share.may_spend(statements)) && !evaluation.run.is_over()
}
