//! Mutants that have to be noticed: the search is led by how far differences travel, and asks for runs on mutants that nothing notices.

use std::collections::BTreeSet;

use evoke_analysis::{Criterion, Goal, GoalId, GoalKind, MethodId, Mutant, MutantId, Mutation, PredicateId};
use evoke_search::{AlgorithmName, SearchConfig, SearchResult, StopReason, StoppingCondition, search};
use evoke_testcase::{
    Difference, ExecutionResult, Executor, KillRecord, MutantAim, MutantRecord, TestCase, UnnoticedMutant,
};

use super::fake::{Block, Condition, FakeClass, FakeExecutor, Method};
use super::tests;

const MUTANT: MutantId = MutantId(0);
/// What runs on the mutant cost each time.
const COST: u32 = 3;

/// Runs tests on the mutant where that is asked for. More differs the nearer the parameter is to the one that shows the mutant.
struct WithMutant<'a> {
    original: FakeExecutor<'a>,
    aims: Vec<MutantAim>,
    n_statements: u64,
    n_runs: u32,
}

impl Executor for WithMutant<'_> {
    fn execute(&mut self, test: &TestCase) -> ExecutionResult {
        let mut result = self.original.execute(test);
        self.n_statements += u64::from(result.executed);
        let Some(record) = result.trace.predicate(PredicateId(0)).copied() else { return result };
        result.trace.mutants = vec![MutantRecord { mutant: MUTANT, infection_distance: 0.0 }];
        if matches!(self.aims.last(), Some(MutantAim::Open(mutants)) if mutants.contains(&MUTANT)) {
            let difference = if record.distance_true == 0.0 {
                Difference::Noticed
            } else {
                Difference::Unnoticed((1e6 / record.distance_true) as u32)
            };
            result.trace.kills = vec![KillRecord { mutant: MUTANT, difference }];
            result.trace.mutant_statements = COST;
            self.n_statements += u64::from(COST);
            self.n_runs += 1;
        }
        result
    }

    fn aim_at_mutants(&mut self, aim: MutantAim) {
        self.aims.push(aim);
    }

    fn unnoticed_mutants(&self) -> Vec<UnnoticedMutant> {
        vec![UnnoticedMutant { mutant: MUTANT, runs: self.n_runs, is_given_up: false }]
    }
}

/// A class with a mutant that `shown` shows; nothing else is to be covered.
fn class(shown: i32) -> FakeClass {
    let body = vec![Block::If(Condition::Equal(0, shown), vec![Block::Line], vec![Block::Line])];
    let mut fake = FakeClass::new(vec![Method { n_parameters: 1, body }]);
    fake.class.criteria = vec![Criterion::StrongMutation];
    fake.class.mutants = vec![Mutant {
        id: MUTANT,
        method: MethodId(0),
        offset: 0,
        line: None,
        mutation: Mutation::FieldWriteDeletion,
        dependences: Vec::new(),
    }];
    let (criterion, kind) = (Criterion::StrongMutation, GoalKind::Kill(MUTANT));
    fake.class.goals = vec![Goal { id: GoalId(0), criterion, kind, name: "write deleted".to_owned() }];
    fake
}

fn run(fake: &FakeClass, algorithm: AlgorithmName, n_tests: u64) -> (SearchResult, WithMutant<'_>) {
    let config = SearchConfig { seed: 1, ..SearchConfig::for_algorithm(algorithm) };
    let (problem, stopping) = (fake.problem(), StoppingCondition::without_clock(tests(n_tests)));
    let mut executor = WithMutant { original: fake.executor(), aims: Vec::new(), n_statements: 0, n_runs: 0 };
    let result = search(&config, &problem, &mut executor, stopping, Vec::new(), &mut ());
    (result, executor)
}

#[test]
fn mutant_is_noticed_by_following_how_much_differs() {
    let fake = class(4711);
    let (result, executor) = run(&fake, AlgorithmName::Dynamosa, 20_000);
    assert_eq!(result.stop_reason, StopReason::AllCovered, "{:?}", result.uncovered);
    assert_eq!(result.covered(), [GoalId(0)]);
    let open = MutantAim::Open(BTreeSet::from([MUTANT]));
    assert_eq!(executor.aims.first(), Some(&open));
    assert_eq!(executor.aims.last(), Some(&MutantAim::Nothing));
    assert!(executor.aims.contains(&MutantAim::Open(BTreeSet::new())), "{:?}", executor.aims);
    assert_eq!(result.statistics.statements, executor.n_statements, "runs on mutants count");
}

#[test]
fn mutant_that_no_test_notices_says_how_often_it_was_run() {
    let fake = class(1_234_567_891);
    for algorithm in [AlgorithmName::Dynamosa, AlgorithmName::Random, AlgorithmName::WholeSuite] {
        let (result, executor) = run(&fake, algorithm, 60);
        let reason = &result.uncovered[0].reason;
        let runs = format!("in {} tests that were run on it", executor.n_runs);
        assert!(reason.contains(&runs), "{algorithm:?}: {reason}");
    }
}
