//! Which of the goals asked for guide a search. The others are covered by the way, or not: they are measured, kept in
//! the archive and reported all the same.
//!
//! Smart selection (Zhou et al., *Coverage goal selector for combining multiple criteria in search-based unit test
//! generation*, TSE 2024, section 3): criteria whose coverage goes together form a group, of which one criterion guides
//! with all its goals, and the others with those that it does not imply. The paper knows eight criteria and has them all;
//! here the first one asked for, in the paper's order, stands for its group, and criteria without a group keep their goals.

use std::collections::BTreeSet;
use std::sync::Arc;

use evoke_analysis::{
    ClassUnderTest, Criterion, Goal, GoalId, GoalKind, Mutant, MutationOperator, is_subsumed,
};

use crate::{GoalSelection, SearchConfig};

/// The goals that guide a search; at least one, where there are any.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GuidingGoals {
    /// By goal.
    guidance: Arc<[Guidance]>,
    /// Goals that other tests cover: they neither guide nor count.
    settled: Arc<BTreeSet<GoalId>>,
    /// Whether goals that the search finds, exceptions, guide it too.
    found_ones_guide: bool,
}

/// When a goal guides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Guidance {
    Never,
    Always,
    /// Only while nothing new is found for those that always do.
    Late,
}

/// The groups of criteria whose coverage goes together, each with the criterion that guides best first.
const GROUPS: [&[Criterion]; 4] = [
    &[Criterion::DirectBranch, Criterion::Branch, Criterion::Line, Criterion::WeakMutation],
    &[Criterion::NoExceptionTopLevelMethod, Criterion::TopLevelMethod],
    &[Criterion::Exception],
    &[Criterion::Output],
];

/// Operators whose mutants are neither covered by the same runs as their line nor, as studies found, by those that kill the
/// mutants of the others.
const KEY_OPERATORS: [MutationOperator; 3] = [
    MutationOperator::ReplaceBitwise,
    MutationOperator::ReplaceArithmetic,
    MutationOperator::ReplaceComparison,
];

/// Selects the goals that guide a search, of all that are asked for.
pub fn select_goals(class: &ClassUnderTest, config: &SearchConfig) -> GuidingGoals {
    let guides = selected_goals(class, config);
    if config.late.criteria.is_empty() || !config.algorithm.has_frontier() {
        return guides;
    }
    guides.with_late(|goal| {
        class.goals.get(goal.index()).is_some_and(|it| config.late.criteria.contains(&it.criterion))
    })
}

fn selected_goals(class: &ClassUnderTest, config: &SearchConfig) -> GuidingGoals {
    let guides: Vec<bool> = match config.goal_selection {
        GoalSelection::All => return GuidingGoals::all(class.n_goals()),
        GoalSelection::BranchOnly => class.goals.iter().map(|goal| is_of_branches(goal, class)).collect(),
        GoalSelection::Smart => {
            let selection = SmartSelection::new(class, config);
            class.goals.iter().map(|goal| selection.selects(goal)).collect()
        }
    };
    if !guides.contains(&true) {
        return GuidingGoals::all(class.n_goals());
    }
    GuidingGoals::of(&guides, config.goal_selection == GoalSelection::Smart)
}

/// Whether a goal is one of branch coverage, or of direct branch coverage where only that is asked for.
fn is_of_branches(goal: &Goal, class: &ClassUnderTest) -> bool {
    let direct_alone = !class.asks_for(Criterion::Branch);
    goal.criterion == if direct_alone { Criterion::DirectBranch } else { Criterion::Branch }
}

impl GuidingGoals {
    /// All of so many goals, and all that the search finds.
    pub fn all(n_goals: usize) -> Self {
        Self {
            guidance: vec![Guidance::Always; n_goals].into(),
            settled: Arc::default(),
            found_ones_guide: true,
        }
    }

    /// These, of as many goals as there are entries, and those that the search finds or not.
    pub(crate) fn of(guides: &[bool], found_ones_guide: bool) -> Self {
        let guidance = |guides: &bool| if *guides { Guidance::Always } else { Guidance::Never };
        Self { guidance: guides.iter().map(guidance).collect(), settled: Arc::default(), found_ones_guide }
    }

    /// Without the goals that other tests cover. Where only such goals guide, all others do instead.
    pub fn without(self, settled: &BTreeSet<GoalId>) -> Self {
        if settled.is_empty() {
            return self;
        }
        let left = |(goal, guidance): (u32, Guidance)| match guidance {
            _ if settled.contains(&GoalId(goal)) => Guidance::Never,
            guidance => guidance,
        };
        let mut guidance: Arc<[Guidance]> = (0..).zip(self.guidance.iter().copied()).map(left).collect();
        if !guidance.contains(&Guidance::Always) {
            guidance = (0..self.n_goals() as u32).map(|goal| left((goal, Guidance::Always))).collect();
        }
        Self { guidance, settled: Arc::new(settled.clone()), ..self }
    }

    /// Whether other tests cover the goal.
    pub fn is_settled(&self, goal: GoalId) -> bool {
        self.settled.contains(&goal)
    }

    /// Number of goals that other tests cover.
    pub(crate) fn n_settled(&self) -> usize {
        self.settled.len()
    }

    /// The same goals, of which some guide late; all as they are where no other would be left.
    pub(crate) fn with_late(self, is_late: impl Fn(GoalId) -> bool) -> Self {
        let late = |(goal, guidance): (u32, &Guidance)| match guidance {
            Guidance::Always if is_late(GoalId(goal)) => Guidance::Late,
            guidance => *guidance,
        };
        let guidance: Arc<[Guidance]> = (0..).zip(self.guidance.iter()).map(late).collect();
        if guidance.contains(&Guidance::Always) { Self { guidance, ..self } } else { self }
    }

    /// Whether the goal guides, always or late.
    pub fn contains(&self, goal: GoalId) -> bool {
        self.guidance.get(goal.index()).map_or(self.found_ones_guide, |it| *it != Guidance::Never)
    }

    /// Whether the goal guides only while nothing new is found for those that always do.
    pub fn is_late(&self, goal: GoalId) -> bool {
        self.guidance.get(goal.index()) == Some(&Guidance::Late)
    }

    /// Number of goals that do.
    pub(crate) fn n_late(&self) -> usize {
        self.guidance.iter().filter(|guidance| **guidance == Guidance::Late).count()
    }

    /// The goals of the class that guide, always or late, ascending.
    pub fn iter(&self) -> impl Iterator<Item = GoalId> {
        let guides =
            |(goal, guidance): (u32, &Guidance)| (*guidance != Guidance::Never).then_some(GoalId(goal));
        (0..).zip(self.guidance.iter()).filter_map(guides)
    }

    /// Number of goals of the class, whether they guide or not.
    pub(crate) fn n_goals(&self) -> usize {
        self.guidance.len()
    }
}

/// What smart selection knows of a class.
struct SmartSelection<'a> {
    class: &'a ClassUnderTest,
    line_threshold: u16,
    /// Whether branch goals stay although direct ones imply them.
    keeps_branches: bool,
    /// Branch goals that a direct one implies.
    implied_branches: BTreeSet<GoalKind>,
}

impl<'a> SmartSelection<'a> {
    fn new(class: &'a ClassUnderTest, config: &SearchConfig) -> Self {
        let implied = class.goals.iter().filter_map(|goal| match goal.kind {
            GoalKind::BranchIn(_, predicate, outcome) => Some(GoalKind::Branch(predicate, outcome)),
            GoalKind::EntryIn(_, method) => Some(GoalKind::MethodEntry(method)),
            _ => None,
        });
        Self {
            class,
            line_threshold: config.line_threshold,
            keeps_branches: config.algorithm.follows_control_dependences(),
            implied_branches: implied.collect(),
        }
    }

    fn selects(&self, goal: &Goal) -> bool {
        if self.represents_its_group(goal.criterion) {
            return true;
        }
        match &goal.kind {
            GoalKind::Line(line) => self.class.lines[line.index()].ends_block_of >= self.line_threshold,
            GoalKind::Mutant(mutant) => is_key_mutant(&self.class.mutants[mutant.index()]),
            // No test calls a private method directly, so nothing implies its branches.
            kind @ (GoalKind::Branch(..) | GoalKind::MethodEntry(_)) => {
                self.keeps_branches || !self.implied_branches.contains(kind)
            }
            _ => false,
        }
    }

    /// Whether the criterion guides with all its goals: the first of its group that is asked for, or one of no group.
    fn represents_its_group(&self, criterion: Criterion) -> bool {
        let group = GROUPS.into_iter().find(|group| group.contains(&criterion));
        let first = group.and_then(|group| group.iter().find(|it| self.class.asks_for(**it)));
        first.is_none_or(|first| *first == criterion)
    }
}

fn is_key_mutant(mutant: &Mutant) -> bool {
    KEY_OPERATORS.contains(&mutant.mutation.operator()) && !is_subsumed(&mutant.mutation)
}

#[cfg(test)]
mod tests;
