//! Goals that other tests cover are left to them, and what lies behind these is found all the same.

use std::collections::BTreeSet;

use evoke_analysis::{GoalKind, Outcome, PredicateId};
use evoke_search::{
    AlgorithmName, Problem, SearchBudget, SearchConfig, SearchResult, Settled, StopReason, StoppingCondition,
    search,
};

use crate::fake::FakeClass;
use crate::nested_equalities;

/// What a search finds that has these tests beside it.
fn beside(fake: &FakeClass, settled: &Settled) -> SearchResult {
    let config = SearchConfig { seed: 1, ..SearchConfig::for_algorithm(AlgorithmName::Dynamosa) };
    let problem = Problem { settled: Some(settled), ..fake.problem() };
    let budget = SearchBudget { tests: Some(200_000), ..SearchBudget::default() };
    let stopping = StoppingCondition::without_clock(budget);
    search(&config, &problem, &mut fake.executor(), stopping, Vec::new(), &mut ())
}

/// Tests that cover the goals of all branches but the innermost one, and take all these branches both ways.
fn all_but_the_innermost(fake: &FakeClass) -> Settled {
    let class = &fake.class;
    let outer: BTreeSet<PredicateId> =
        class.predicates.iter().flat_map(|it| &it.dependences).map(|it| it.predicate).collect();
    let is_outer = |kind: &GoalKind| matches!(kind, GoalKind::Branch(id, _) if outer.contains(id));
    Settled {
        goals: class.goals.iter().filter(|goal| is_outer(&goal.kind)).map(|goal| goal.id).collect(),
        taken: outer
            .iter()
            .flat_map(|id| [Outcome::True, Outcome::False].map(|outcome| (*id, outcome)))
            .collect(),
        ..Settled::default()
    }
}

#[test]
fn goals_behind_those_of_other_tests_are_found_and_these_are_not_told() {
    let fake = nested_equalities();
    let settled = all_but_the_innermost(&fake);
    assert_eq!(settled.goals.len(), 4);
    let result = beside(&fake, &settled);
    assert_eq!(result.stop_reason, StopReason::AllCovered, "{:?}", result.uncovered);
    assert!(result.covered().iter().all(|goal| !settled.goals.contains(goal)));
    assert_eq!(result.covered().len() + settled.goals.len(), fake.class.goals.len());
}

#[test]
fn search_beside_tests_that_cover_all_ends_at_once() {
    let fake = nested_equalities();
    let goals = fake.class.goals.iter().map(|goal| goal.id).collect();
    let result = beside(&fake, &Settled { goals, ..Settled::default() });
    assert_eq!((result.stop_reason, result.tests.len()), (StopReason::AllCovered, 0));
    assert!(result.uncovered.is_empty());
}
