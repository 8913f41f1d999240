//! The goals of one class with what is said of them: whether they guide a search, and what they depend on.

use std::collections::BTreeMap;

use anyhow::{Context, Result};
use evoke_analysis::{
    ClassHierarchy, ClassLibrary, ClassUnderTest, ClusterLimits, ControlDependence, Criterion, Goal,
    GoalKind, TestCluster,
};
use evoke_classfile::ClassName;
use evoke_search::{GuidingGoals, SearchConfig, select_goals};

/// A class with its goals.
pub(super) struct ClassGoals {
    pub(super) class: ClassUnderTest,
    guides: GuidingGoals,
    /// Whether all goals guide a search.
    pub(super) all_guide: bool,
    /// Names of the outcomes that have branch goals, whether these are asked for or not.
    outcomes: BTreeMap<ControlDependence, String>,
}

impl ClassGoals {
    /// Reads a class and finds its goals.
    pub(super) fn read(
        name: &ClassName,
        library: &ClassLibrary<'_>,
        hierarchy: &ClassHierarchy,
        criteria: &[Criterion],
        config: &SearchConfig,
    ) -> Result<Self> {
        let files = library.with_nested(name).with_context(|| format!("class {name} cannot be read"))?;
        let mut class = ClassUnderTest::analyse(&files, criteria);
        let cluster = TestCluster::build(library, hierarchy, &class, ClusterLimits::default());
        class.add_call_goals(&cluster, library, hierarchy);
        let predicates = ClassUnderTest::analyse(&files, &[Criterion::Branch]).goals;
        let guides = select_goals(&class, config);
        let all_guide = guides.iter().count() == class.goals.len();
        let outcomes = predicates.into_iter().filter_map(named_outcome).collect();
        Ok(Self { class, guides, all_guide, outcomes })
    }

    /// Binary name of the class.
    pub(super) fn name(&self) -> String {
        self.class.name().map(ClassName::binary).unwrap_or_default()
    }

    /// The goals of a criterion.
    pub(super) fn of(&self, criterion: Criterion) -> impl Iterator<Item = &Goal> {
        self.class.goals.iter().filter(move |goal| goal.criterion == criterion)
    }

    /// Whether a goal guides the search.
    pub(super) fn guides(&self, goal: &Goal) -> bool {
        self.guides.contains(goal.id)
    }

    /// What a goal depends on.
    pub(super) fn dependences(&self, goal: &Goal) -> &[ControlDependence] {
        self.class.dependences_of(&goal.kind)
    }

    /// What a user calls an outcome of a predicate.
    pub(super) fn outcome_name(&self, dependence: ControlDependence) -> String {
        self.outcomes.get(&dependence).cloned().unwrap_or_else(|| {
            let line = self.class.predicates[dependence.predicate.index()].line;
            let line = line.map_or_else(|| "no line".to_owned(), |line| format!("line {line}"));
            format!("condition {} of {line}, not in the source", dependence.predicate.0)
        })
    }
}

fn named_outcome(goal: Goal) -> Option<(ControlDependence, String)> {
    match goal.kind {
        GoalKind::Branch(predicate, outcome) => Some((ControlDependence { predicate, outcome }, goal.name)),
        _ => None,
    }
}
