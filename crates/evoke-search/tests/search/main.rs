//! The search as a whole, on classes that exist in memory only.

mod fake;
mod kills;
mod late;
mod meaning;
mod settled;
mod throwing;

use evoke_analysis::{Criterion, GoalId, Occurring};
use evoke_search::{
    AlgorithmName, CrossoverName, GoalSelection, SearchBudget, SearchConfig, SearchResult, StopReason,
    StoppingCondition, Technique, search,
};
use evoke_testcase::{Executor, TestCase};
use fake::{Block, Condition, FakeClass, Method};

/// Conditions that only a search guided by distances gets through: each number must be met exactly.
fn nested_equalities() -> FakeClass {
    let constants = [4711, -815, 2042];
    let mut body = vec![Block::Line];
    for (parameter, constant) in constants.into_iter().enumerate().rev() {
        body = vec![Block::If(Condition::Equal(parameter, constant), body, vec![Block::Line]), Block::Line];
    }
    FakeClass::new(vec![Method { n_parameters: 3, body }])
}

fn run(
    fake: &FakeClass,
    algorithm: AlgorithmName,
    seed: u64,
    budget: SearchBudget,
    seeds: Vec<TestCase>,
) -> SearchResult {
    let config = SearchConfig { seed, ..SearchConfig::for_algorithm(algorithm) };
    let problem = fake.problem();
    let stopping = StoppingCondition::without_clock(budget);
    search(&config, &problem, &mut fake.executor(), stopping, seeds, &mut ())
}

fn tests(tests: u64) -> SearchBudget {
    SearchBudget { tests: Some(tests), ..SearchBudget::default() }
}

#[test]
fn dynamosa_finds_nested_equalities_that_random_search_does_not() {
    let fake = nested_equalities();
    let guided = run(&fake, AlgorithmName::Dynamosa, 1, tests(200_000), Vec::new());
    assert_eq!(guided.stop_reason, StopReason::AllCovered, "{guided:?}");
    let random = run(&fake, AlgorithmName::Random, 1, tests(200_000), Vec::new());
    assert_eq!(random.stop_reason, StopReason::Budget);
    assert!(!random.uncovered.is_empty());
}

#[test]
fn seeds_are_kept_when_there_is_no_budget_left() {
    let fake = nested_equalities();
    let found = run(&fake, AlgorithmName::Dynamosa, 1, tests(2000), Vec::new());
    let seeds: Vec<TestCase> = found.test_cases().map(|test| TestCase::clone(test)).collect();
    for algorithm in AlgorithmName::ALL {
        let kept = run(&fake, algorithm, 2, tests(0), seeds.clone());
        assert_eq!(kept.covered(), found.covered(), "{}", algorithm.name());
    }
}

#[test]
fn mosa_finds_nested_equalities() {
    let result = run(&nested_equalities(), AlgorithmName::Mosa, 1, tests(400_000), Vec::new());
    assert_eq!(result.stop_reason, StopReason::AllCovered, "{:?}", result.uncovered);
}

#[test]
fn every_guided_search_finds_what_random_search_does_not() {
    let fake = nested_equalities();
    let budget = tests(60_000);
    let random = run(&fake, AlgorithmName::Random, 1, budget, Vec::new()).uncovered.len();
    let algorithms = AlgorithmName::ALL
        .into_iter()
        .filter(|algorithm| !matches!(algorithm, AlgorithmName::Random | AlgorithmName::SingleBranch));
    for algorithm in algorithms {
        let guided = run(&fake, algorithm, 1, budget, Vec::new()).uncovered.len();
        assert!(guided < random, "{algorithm:?} leaves {guided} of {random}");
    }
}

#[test]
fn adynamosa_finds_nested_equalities() {
    let result = run(&nested_equalities(), AlgorithmName::Adynamosa, 1, tests(200_000), Vec::new());
    assert_eq!(result.stop_reason, StopReason::AllCovered, "{:?}", result.uncovered);
}

#[test]
fn adynamosa_keeps_the_test_that_does_less_of_equally_long_ones() {
    let never =
        Block::If(Condition::Less(0, 0), vec![Block::If(Condition::Equal(0, 7), vec![], vec![])], vec![]);
    let dear = Block::If(Condition::Less(1, 1_000_000_000), vec![Block::Line; 50], vec![]);
    let fake = FakeClass::new(vec![Method { n_parameters: 2, body: vec![Block::Line, never, dear] }]);
    let result = run(&fake, AlgorithmName::Adynamosa, 1, tests(20_000), Vec::new());
    let first_line =
        fake.class.goals.iter().find(|goal| goal.criterion == Criterion::Line).map(|goal| goal.id);
    let kept = result.tests.iter().find(|archived| archived.goals.contains(&first_line.unwrap())).unwrap();
    assert_eq!(fake.executor().execute(&kept.test).trace.effort.lines, 1, "{:?}", kept.test);
}

#[test]
fn goals_one_at_a_time_all_get_a_share_of_the_budget() {
    let impossible = |constant| {
        Block::If(
            Condition::Less(0, 0),
            vec![Block::If(Condition::Equal(0, constant), vec![Block::Line], vec![])],
            vec![],
        )
    };
    let easy = Block::If(Condition::Less(1, 0), vec![Block::Line], vec![Block::Line]);
    let fake =
        FakeClass::new(vec![Method { n_parameters: 2, body: vec![impossible(7), impossible(9), easy] }]);
    let result = run(&fake, AlgorithmName::SingleBranch, 1, tests(5_000), Vec::new());
    assert_eq!(
        result.uncovered.len(),
        4,
        "the two outcomes and lines that cannot be: {:?}",
        result.uncovered
    );
    assert!(
        result.uncovered.iter().all(|uncovered| uncovered.nearest.is_some_and(|nearest| nearest < 1.0 + 1.0))
    );
}

#[test]
fn single_point_crossover_finds_nested_equalities() {
    let fake = nested_equalities();
    let config = SearchConfig { crossover: CrossoverName::SinglePoint, seed: 1, ..SearchConfig::default() };
    let problem = fake.problem();
    let stopping = StoppingCondition::without_clock(tests(200_000));
    let result = search(&config, &problem, &mut fake.executor(), stopping, Vec::new(), &mut ());
    assert_eq!(result.stop_reason, StopReason::AllCovered, "{:?}", result.uncovered);
}

#[test]
fn archived_tests_cover_the_goals_they_are_kept_for() {
    let fake = nested_equalities();
    for algorithm in AlgorithmName::ALL {
        let result = run(&fake, algorithm, 7, tests(20_000), Vec::new());
        let mut n_kept = 0;
        for archived in &result.tests {
            let rerun = fake.executor().execute(&archived.test);
            for goal in &archived.goals {
                n_kept += 1;
                assert!(
                    rerun.covers(&fake.class.goals[goal.index()].kind),
                    "{goal:?} by {:?}",
                    archived.test
                );
            }
        }
        assert_eq!(n_kept + result.uncovered.len(), fake.class.goals.len());
    }
}

#[test]
fn same_seed_gives_the_same_archive() {
    let fake = nested_equalities();
    for algorithm in AlgorithmName::ALL {
        let first = run(&fake, algorithm, 3, tests(5_000), Vec::new());
        let second = run(&fake, algorithm, 3, tests(5_000), Vec::new());
        assert_eq!(first.tests, second.tests);
        assert_eq!(first.uncovered, second.uncovered);
        assert_eq!(first.statistics, second.statistics);
        let other = run(&fake, algorithm, 4, tests(5_000), Vec::new());
        assert_ne!(first.tests, other.tests);
    }
}

#[test]
fn restart_from_a_snapshot_covers_what_the_snapshot_covered() {
    let fake = nested_equalities();
    let full = run(&fake, AlgorithmName::Dynamosa, 1, tests(200_000), Vec::new());
    let snapshot: Vec<TestCase> = full.test_cases().map(|test| TestCase::clone(test)).collect();
    let n_tests = snapshot.len() as u64;
    let restarted = run(&fake, AlgorithmName::Dynamosa, 9, tests(n_tests + 1), snapshot);
    assert_eq!(restarted.covered(), full.covered());
    assert!(restarted.statistics.tests <= n_tests);
}

#[test]
fn nothing_of_a_test_that_had_to_be_stopped_is_kept() {
    let spins = Block::If(Condition::Less(0, 0), vec![Block::Line, Block::Spin], vec![Block::Line]);
    let fake = FakeClass::new(vec![Method { n_parameters: 1, body: vec![spins] }]);
    let result = run(&fake, AlgorithmName::Dynamosa, 1, tests(5_000), Vec::new());
    assert!(result.statistics.aborted > 0);
    for archived in &result.tests {
        assert!(!fake.executor().execute(&archived.test).is_aborted());
    }
    let uncovered: Vec<GoalId> = result.uncovered.iter().map(|uncovered| uncovered.goal).collect();
    assert_eq!(uncovered, [GoalId(0), GoalId(2)], "the true outcome and the line that run before the spin");
    assert!(result.uncovered.iter().all(|uncovered| uncovered.method_entered));
}

#[test]
fn archived_tests_end_with_the_statement_that_throws() {
    let throws = Block::If(Condition::Less(0, 0), vec![Block::Throw], vec![]);
    let fake = FakeClass::new(vec![Method { n_parameters: 1, body: vec![throws] }]);
    let result = run(&fake, AlgorithmName::Random, 1, tests(2_000), Vec::new());
    assert_eq!(result.stop_reason, StopReason::AllCovered);
    for archived in &result.tests {
        let rerun = fake.executor().execute(&archived.test);
        assert_eq!(rerun.executed as usize, archived.test.len());
    }
}

#[test]
fn stagnation_ends_a_search_before_its_budget() {
    let impossible = Block::If(
        Condition::Less(0, 0),
        vec![Block::If(Condition::Equal(0, 7), vec![Block::Line], vec![])],
        vec![],
    );
    let fake = FakeClass::new(vec![Method { n_parameters: 1, body: vec![impossible] }]);
    let budget = SearchBudget { stagnation: Some(0.1), ..tests(100_000) };
    let result = run(&fake, AlgorithmName::Dynamosa, 1, budget, Vec::new());
    assert_eq!(result.stop_reason, StopReason::Stagnation);
    assert!(result.statistics.tests < 60_000, "{:?}", result.statistics);
    let nearest = result.uncovered[0].nearest.expect("the inner condition was reached");
    assert!((0.85..0.95).contains(&nearest), "x = -1 is 8 away from 7: {nearest}");
}

#[test]
fn class_without_callables_ends_at_once() {
    let fake = FakeClass::new(Vec::new());
    let mut fake = FakeClass { cluster: fake.cluster, ..nested_equalities() };
    fake.cluster.under_test.clear();
    let result = run(&fake, AlgorithmName::Dynamosa, 1, SearchBudget::default(), Vec::new());
    assert_eq!(result.stop_reason, StopReason::NothingToCall);
    assert_eq!(result.uncovered.len(), fake.class.goals.len());
    assert!(result.uncovered.iter().all(|uncovered| !uncovered.method_entered));
}

/// A number that no gradient leads to: to the left of it the distance is the same everywhere.
fn magic_number(constant: i32) -> FakeClass {
    let body = vec![Block::If(Condition::Magic(0, constant), vec![Block::Line], vec![])];
    FakeClass::new(vec![Method { n_parameters: 1, body }])
}

fn occurring<T>(value: T) -> Occurring<T> {
    Occurring { value, count: 1 }
}

#[test]
fn constant_of_the_class_is_tried_as_an_argument() {
    let mut fake = magic_number(123_456_789);
    let without = run(&fake, AlgorithmName::Random, 1, tests(2_000), Vec::new());
    assert_eq!(without.stop_reason, StopReason::Budget, "nobody guesses it");
    fake.constants.own.integers = vec![occurring(7), occurring(123_456_789)];
    let with = run(&fake, AlgorithmName::Random, 1, tests(2_000), Vec::new());
    assert_eq!(with.stop_reason, StopReason::AllCovered);
}

#[test]
fn constant_of_a_used_class_is_tried_as_an_argument() {
    let mut fake = magic_number(123_456_789);
    fake.constants.used.integers = vec![occurring(123_456_788)];
    let result = run(&fake, AlgorithmName::Random, 1, tests(2_000), Vec::new());
    assert_eq!(result.stop_reason, StopReason::AllCovered, "its neighbours are tried, too");
}

/// As [`run`] with `DynaMOSA`, without some parts of the search.
fn run_without(fake: &FakeClass, disabled: &[Technique], seed: u64, budget: SearchBudget) -> SearchResult {
    let config =
        SearchConfig { seed, disabled: disabled.iter().copied().collect(), ..SearchConfig::default() };
    let problem = fake.problem();
    let stopping = StoppingCondition::without_clock(budget);
    search(&config, &problem, &mut fake.executor(), stopping, Vec::new(), &mut ())
}

#[test]
fn operand_of_a_comparison_is_written_where_the_other_one_came_from() {
    let fake = magic_number(123_456_789);
    let with = run_without(&fake, &[Technique::DynamicPool], 1, tests(5_000));
    assert_eq!(with.stop_reason, StopReason::AllCovered);
    let without = run_without(&fake, &[Technique::DynamicPool, Technique::InputToState], 1, tests(5_000));
    assert_eq!(without.stop_reason, StopReason::Budget, "nobody guesses it");
}

#[test]
fn local_search_gets_through_nested_equalities_with_fewer_tests() {
    let fake = nested_equalities();
    let others = [Technique::DynamicPool, Technique::InputToState];
    let n_tests = |disabled: &[Technique]| -> u64 {
        (0..5).map(|seed| run_without(&fake, disabled, seed, tests(200_000)).statistics.tests).sum()
    };
    let with = n_tests(&others);
    let without = n_tests(&[&others[..], &[Technique::LocalSearch]].concat());
    assert!(with < without / 2, "{with} tests with local search, {without} without");
}

#[test]
fn same_seed_gives_the_same_archive_whatever_is_switched_off() {
    let fake = nested_equalities();
    for part in Technique::ALL {
        let first = run_without(&fake, &[part], 3, tests(3_000));
        let second = run_without(&fake, &[part], 3, tests(3_000));
        assert_eq!(first.tests, second.tests, "{part:?}");
        assert_eq!(first.statistics, second.statistics, "{part:?}");
    }
}

#[test]
fn population_is_begun_anew_where_nothing_new_is_found_for_many_generations() {
    let seven = Block::If(Condition::Equal(0, 7), vec![Block::Line], vec![]);
    let never = Block::If(Condition::Less(0, 0), vec![seven], vec![]);
    let fake = FakeClass::new(vec![Method { n_parameters: 1, body: vec![never] }]);
    let with = |n_tests| run_without(&fake, &[], 3, tests(n_tests));
    let without = |n_tests| run_without(&fake, &[Technique::Restarts], 3, tests(n_tests));
    assert_eq!(with(900).statistics, without(900).statistics, "18 generations are too few");
    assert_ne!(with(8_000).statistics, without(8_000).statistics);
    assert_eq!(with(8_000).covered(), without(8_000).covered());
}

#[test]
fn search_that_branches_alone_guide_runs_the_tests_of_a_search_for_branches() {
    let fake = nested_equalities();
    let mut branches_alone = nested_equalities();
    branches_alone.class.criteria = vec![Criterion::Branch];
    branches_alone.class.goals.retain(|goal| goal.criterion == Criterion::Branch);
    let n_branches = branches_alone.class.goals.len();
    let mut n_guided_by_lines = 0;
    for algorithm in AlgorithmName::ALL {
        let run = |fake: &FakeClass, goal_selection| {
            let config = SearchConfig { seed: 3, goal_selection, ..SearchConfig::for_algorithm(algorithm) };
            let problem = fake.problem();
            let stopping = StoppingCondition::without_clock(tests(4_000));
            search(&config, &problem, &mut fake.executor(), stopping, Vec::new(), &mut ())
        };
        let guided = run(&fake, GoalSelection::BranchOnly);
        let predicates = run(&branches_alone, GoalSelection::All);
        assert_eq!(guided.statistics, predicates.statistics, "{algorithm:?}");
        let of_branches = |result: &SearchResult| -> Vec<GoalId> {
            result.covered().into_iter().filter(|goal| goal.index() < n_branches).collect()
        };
        assert_eq!(of_branches(&guided), of_branches(&predicates), "{algorithm:?}");
        assert!(guided.covered().len() > predicates.covered().len(), "{algorithm:?}: lines are reported too");
        let all = run(&fake, GoalSelection::All);
        n_guided_by_lines += usize::from(all.statistics != guided.statistics || all.tests != guided.tests);
    }
    assert!(n_guided_by_lines > 0, "lines do guide otherwise");
}

#[test]
fn search_ends_once_all_goals_that_guide_it_are_covered() {
    // The line can not be reached, but only branches are waited for.
    let body = vec![Block::If(Condition::Less(0, 0), vec![Block::Throw, Block::Line], vec![])];
    let fake = FakeClass::new(vec![Method { n_parameters: 1, body }]);
    let config = SearchConfig { goal_selection: GoalSelection::BranchOnly, ..SearchConfig::default() };
    let problem = fake.problem();
    let stopping = StoppingCondition::without_clock(tests(100_000));
    let result = search(&config, &problem, &mut fake.executor(), stopping, Vec::new(), &mut ());
    assert_eq!(result.stop_reason, StopReason::AllCovered);
    assert!(!result.uncovered[0].guided, "{:?}", result.uncovered);
}
