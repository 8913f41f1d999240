//! The state that every algorithm shares: runs tests against the budget and feeds the archive.

mod mutants;
mod turn_taking;

use std::sync::Arc;
use std::time::Duration;

use evoke_analysis::{CallableId, Criterion, EscapedException, GoalId};
use evoke_testcase::{
    AbortReason, ExecutionOutcome, ExecutionResult, ExecutionTrace, Executor, Operand, Statement, TestCase,
    debug_verify,
};

use crate::archive::Cost;
use crate::coupled_goals::CoupledGoals;
use crate::coverage::CoverageTable;
use crate::exception_goals::ExceptionGoals;
use crate::generation::{GoalReach, Ingredients, Knowledge, TestFactory};
use crate::kill_goals::KillGoals;
use crate::late_goals::LateGoals;
use crate::long_call::LongCall;
use crate::missing_classes::MissingClasses;
use crate::performance::{self, PerformanceModel};
use crate::self_holding::first_self_holding;
use crate::step_allowance::StepAllowance;
use crate::turns::{Others, Turns};
use crate::{
    Archive, GuidingGoals, Problem, Progress, SearchConfig, SearchListener, Statistics, StopReason,
    StoppingCondition, Technique,
};

/// Runs of one test are tried this often when each is stopped at an earlier statement.
const MAX_ATTEMPTS: usize = 3;

/// Steps of a test that weigh nothing.
const STEPS_WITHOUT_WEIGHT: u32 = 1000;
/// What of a test's time weighs nothing: many times what one takes that does not wait for the JDK or the machine.
const MILLISECONDS_WITHOUT_WEIGHT: u128 = 8;

/// After so many tests in a row that came out empty, nothing of the class can be called.
const MAX_EMPTY_IN_A_ROW: usize = 100;

/// What a failed `assert` throws, and nothing where the suite is run without `-ea`.
const ASSERTION_ERROR: &str = "java/lang/AssertionError";

/// A search under way.
pub(crate) struct Run<'a> {
    pub(crate) problem: &'a Problem<'a>,
    /// The goals that guide the search; the archive keeps tests for the others too.
    pub(crate) guides: &'a GuidingGoals,
    pub(crate) config: &'a SearchConfig,
    ingredients: &'a Ingredients<'a>,
    /// What tests are built by that was learnt from tests.
    pub(crate) knowledge: Knowledge,
    pub(crate) archive: Archive,
    pub(crate) statistics: Statistics,
    pub(crate) stop_reason: Option<StopReason>,
    /// Goals of exception coverage, which the search finds.
    pub(crate) exceptions: ExceptionGoals,
    /// The goals of a pair of classes, where it is one.
    pub(crate) coupled: Option<CoupledGoals<'a>>,
    /// By method of the class: whether any test entered it.
    pub(crate) entered_methods: Vec<bool>,
    /// What calls failed for.
    pub(crate) missing_classes: MissingClasses,
    /// The goals of noticing mutants.
    kill_goals: KillGoals,
    executor: &'a mut dyn Executor,
    stopping: StoppingCondition<'a>,
    listener: &'a mut dyn SearchListener,
    /// Goals that guide late, where there are any.
    late: Option<LateGoals>,
    turns: Turns,
    coverage: CoverageTable,
    steps: StepAllowance<'a>,
    /// `None` where calls are chosen whatever they may cover.
    reach: Option<GoalReach>,
    n_empty_in_a_row: usize,
    /// Tests that had been run when all goals were covered.
    covered_after: Option<u64>,
    /// What the archive goes by in place of length, in a performance-aware search.
    performance: Option<PerformanceModel>,
    /// Goals in class initialisers. These run once in a JVM, with whichever test comes first, so that no later test can
    /// show again that it would cover them.
    initializer_goals: Vec<GoalId>,
}

/// A test cut to what ran of it, with what that run showed.
#[derive(Clone, Debug)]
pub(crate) struct EvaluatedTest {
    pub(crate) test: Arc<TestCase>,
    pub(crate) trace: ExecutionTrace,
    /// Whether its last statement threw.
    pub(crate) ends_with_throw: bool,
    /// Whether it may end otherwise elsewhere: an assertion of the code failed, or there were other threads.
    pub(crate) is_doubtful: bool,
    /// How long the run took, in a search with a limit on time; else zero.
    pub(crate) took: Duration,
}

impl EvaluatedTest {
    /// What it costs the archive, where `rest` is what counts for it besides.
    fn cost(&self, rest: f64) -> Cost {
        Cost::of(&self.test, self.is_doubtful, self.ends_with_throw, rest).with_time(self.took)
    }

    /// What counts as the length of the test: a statement more for each doubling of its steps, and one for each of its time, from a number
    /// on that is not worth speaking of. So of tests that do the same the one is preferred, and bred from, that does it with small matrices,
    /// and the one that lists a folder of its own to one that lists all of the machine's, which takes no steps of the user's code.
    pub(crate) fn weight(&self) -> usize {
        let of_steps = doublings(u128::from(self.trace.steps / STEPS_WITHOUT_WEIGHT));
        self.test.len() + of_steps + doublings(self.took.as_millis() / MILLISECONDS_WITHOUT_WEIGHT)
    }
}

/// Where a test is cut that was stopped at this statement. What walks over something that holds itself overflows the stack; it is cut where
/// that came to be, since nearly all tests made of the rest would overflow it again.
fn cut_of(test: &TestCase, statement: u32, reason: AbortReason) -> u32 {
    match reason {
        AbortReason::StackOverflow => first_self_holding(test, statement).unwrap_or(statement),
        _ => statement,
    }
}

fn doublings(times: u128) -> usize {
    times.checked_ilog2().map_or(0, |doublings| doublings as usize + 1)
}

impl<'a> Run<'a> {
    pub(crate) fn new(
        problem: &'a Problem<'a>,
        guides: &'a GuidingGoals,
        ingredients: &'a Ingredients<'a>,
        executor: &'a mut dyn Executor,
        stopping: StoppingCondition<'a>,
        listener: &'a mut dyn SearchListener,
    ) -> Self {
        let config = ingredients.config;
        let is_weighted = config.has(Technique::GoalWeights);
        let class = problem.class;
        let steps = StepAllowance::new(&config.steps, config.has(Technique::AdaptiveSteps), problem.cluster)
            .within(stopping.budget_of_time());
        let mut knowledge = Knowledge::new(config, problem.cluster);
        if let Some(covering) = &ingredients.covering {
            knowledge.callables.weigh_under_test(covering.first_weights(problem.cluster));
        }
        let late = LateGoals::of(class, guides);
        let others = Others { late: late.is_some(), anew: config.has(Technique::Restarts) };
        let initializer_goals = class.goals.iter().filter(|goal| class.initializer_of(&goal.kind).is_some());
        Self {
            reach: is_weighted.then(|| GoalReach::new(problem.class, problem.cluster, guides, config)),
            problem,
            guides,
            config,
            knowledge,
            ingredients,
            archive: Archive::new(guides.clone()),
            statistics: Statistics::default(),
            stop_reason: None,
            exceptions: ExceptionGoals::new(problem.class),
            coupled: CoupledGoals::of(problem.class),
            entered_methods: vec![false; problem.class.methods.len()],
            missing_classes: MissingClasses::default(),
            kill_goals: KillGoals::of(class),
            executor,
            stopping,
            listener,
            late,
            turns: Turns::new(&config.late, others),
            coverage: CoverageTable::new(problem.class),
            steps,
            n_empty_in_a_row: 0,
            covered_after: None,
            performance: None,
            initializer_goals: initializer_goals.map(|goal| goal.id).collect(),
        }
    }

    /// Builds tests from what is known now.
    pub(crate) fn factory(&self) -> TestFactory<'_> {
        TestFactory::new(self.ingredients, &self.knowledge)
    }

    /// Whether to stop. Once true it stays so.
    pub(crate) fn is_over(&mut self) -> bool {
        if self.stop_reason.is_none() {
            self.stop_reason = if self.is_complete() && !self.lingers() {
                Some(StopReason::AllCovered)
            } else if self.n_empty_in_a_row >= MAX_EMPTY_IN_A_ROW {
                Some(StopReason::NothingToCall)
            } else {
                self.stopping.check(&self.statistics)
            };
        }
        self.stop_reason.is_some()
    }

    /// Whether tests that complete are looked for in place of some that do not, now that all goals are covered.
    fn lingers(&mut self) -> bool {
        let begun = *self.covered_after.get_or_insert(self.statistics.tests);
        self.statistics.tests - begun < self.config.tests_after_covered && self.archive.has_throwing()
    }

    /// Makes the archive prefer tests that cost less to those that are shorter.
    pub(crate) fn archive_by_performance(&mut self) {
        self.performance = Some(PerformanceModel::new(self.problem.class));
    }

    /// Whether all goals that guide are covered. Exceptions are not waited for, unless there is nothing else: there may always be another one.
    fn is_complete(&self) -> bool {
        let class = self.problem.class;
        let is_open = class.goals.is_empty() && class.asks_for(Criterion::Exception);
        self.archive.is_complete() && !is_open
    }

    /// How much of the budget is used, from 0 to 1.
    pub(crate) fn used_share(&mut self) -> f64 {
        self.stopping.used_share(&self.statistics)
    }

    /// Runs a test and offers it to the archive. See [`Run::execute`].
    pub(crate) fn evaluate(&mut self, test: TestCase) -> Option<EvaluatedTest> {
        let evaluated = self.execute(test)?;
        self.record(&evaluated);
        Some(evaluated)
    }

    /// Runs a test of a suite. Until it is known which suite is the best, only what class initialisers do is archived.
    pub(crate) fn execute_for_suite(&mut self, test: TestCase) -> Option<EvaluatedTest> {
        let evaluated = self.execute(test)?;
        if self.initializer_goals.iter().any(|goal| !self.archive.is_covered(*goal)) {
            let cost = evaluated.cost(evaluated.test.len() as f64);
            self.coverage.for_each_covered(&evaluated.trace, |goal| {
                if self.initializer_goals.binary_search(&goal).is_ok() {
                    self.archive.offer_at_cost(goal, &evaluated.test, cost);
                }
            });
        }
        Some(evaluated)
    }

    /// Forgets the archive for these tests alone: what a suite covers counts, not what others once covered. What class
    /// initialisers did stays: it would happen with any suite in a fresh JVM.
    pub(crate) fn keep_only<'t>(&mut self, tests: impl Iterator<Item = &'t EvaluatedTest>) {
        let before = std::mem::replace(&mut self.archive, Archive::new(self.guides.clone()));
        for goal in &self.initializer_goals {
            self.archive.adopt(*goal, &before);
        }
        for test in tests {
            self.archive_test(test);
        }
        if self.archive.n_covered_guides() > before.n_covered_guides() {
            self.note_covered(self.archive.n_covered_always() == before.n_covered_always());
        }
    }

    /// Runs a test, which counts against the budget. What follows a statement that threw is cut off; a test that had to be
    /// stopped is cut before the statement at fault and run again, since only then is its trace one it can repeat.
    /// `None` if nothing of it can be run.
    pub(crate) fn execute(&mut self, mut test: TestCase) -> Option<EvaluatedTest> {
        self.n_empty_in_a_row = if test.is_empty() { self.n_empty_in_a_row + 1 } else { 0 };
        debug_verify(&test, self.problem.cluster, "a test to run");
        for _ in 0..MAX_ATTEMPTS {
            if test.is_empty() {
                return None;
            }
            let begun = self.stopping.time();
            let result = self.run_with_steps(&test);
            let took = self.stopping.time().saturating_sub(begun);
            let thrown = match &result.outcome {
                ExecutionOutcome::Aborted { statement, reason } => {
                    self.statistics.aborted += 1;
                    self.note_abort(&test, *statement, *reason);
                    test.truncate(cut_of(&test, *statement, *reason) as usize);
                    continue;
                }
                ExecutionOutcome::Threw { statement, exception } => {
                    test.truncate(*statement as usize + 1);
                    Some(&exception.class)
                }
                ExecutionOutcome::Completed => None,
            };
            for method in &result.trace.methods {
                self.entered_methods[method.index()] = true;
            }
            return Some(EvaluatedTest {
                test: Arc::new(test),
                ends_with_throw: thrown.is_some(),
                is_doubtful: thrown.is_some_and(|class| class.as_str() == ASSERTION_ERROR)
                    || result.trace.threads > 0,
                trace: result.trace,
                took,
            });
        }
        None
    }

    /// Runs a test with the steps that are granted to it, and again with more if it is granted more.
    fn run_with_steps(&mut self, test: &TestCase) -> ExecutionResult {
        let mut granted = self.steps.of(test);
        let mut ran_out: Option<(u32, CallableId)> = None;
        loop {
            let begun = self.stopping.time();
            let mut result = self.executor.execute_within(test, granted);
            self.listener.test_finished(&self.archive);
            self.statistics.tests += 1;
            self.statistics.statements += result.statements();
            self.note_calls(test, &result);
            match result.outcome {
                ExecutionOutcome::Aborted { statement, reason: AbortReason::Steps } => {
                    let Some(call) = LongCall::at(test, statement) else { return result };
                    self.steps.note_time(granted, self.stopping.time().saturating_sub(begun));
                    if let Some((_, ended)) = ran_out.filter(|(earlier, _)| *earlier < statement) {
                        self.steps.note_passed(ended, granted);
                    }
                    match self.steps.prolong(call, result.executed, granted) {
                        Some(longer) => (granted, ran_out) = (longer, Some((statement, call.callable))),
                        None => return result,
                    }
                }
                ExecutionOutcome::Aborted { statement, reason: AbortReason::Time } if ran_out.is_some() => {
                    let Some(call) = LongCall::at(test, statement) else { return result };
                    self.steps.note_time(granted, self.stopping.time().saturating_sub(begun));
                    self.steps.note_stopped(call, result.executed, granted);
                    // It was given time for so many steps because it had run out of fewer.
                    result.outcome = ExecutionOutcome::Aborted { statement, reason: AbortReason::Steps };
                    return result;
                }
                ExecutionOutcome::Aborted { .. } => return result,
                _ => {
                    let ran_out = ran_out.map(|(_, callable)| callable);
                    self.steps.note_end(result.executed, result.trace.steps, ran_out);
                    return result;
                }
            }
        }
    }

    /// How a test ends, with the message of what it throws, and what its comparisons compare. The test has run before, so that
    /// it is not offered again.
    pub(crate) fn execute_with_operands(&mut self, test: &TestCase) -> (ExecutionResult, Vec<Operand>) {
        let (result, operands) = self.executor.execute_with_operands(test);
        self.statistics.tests += 1;
        self.statistics.statements += result.statements();
        (result, operands)
    }

    /// Which calls returned and which threw.
    fn note_calls(&mut self, test: &TestCase, result: &ExecutionResult) {
        let thrown = match &result.outcome {
            ExecutionOutcome::Threw { statement, exception } => {
                if let Some(Statement::Invoke { callable, .. }) = test.statements().get(*statement as usize) {
                    self.missing_classes.note(*callable, exception);
                }
                Some(*statement as usize)
            }
            _ => None,
        };
        for (position, statement) in test.statements().iter().take(result.executed as usize).enumerate() {
            if let Statement::Invoke { callable, .. } = statement {
                self.knowledge.callables.note_end(*callable, thrown == Some(position));
            }
        }
    }

    /// A call that was stopped for its time is made less often from now on; so are the calls that gave it its arguments
    /// (the constructor of a pipe), unless they are what is to be tested.
    fn note_abort(&mut self, test: &TestCase, statement: u32, reason: AbortReason) {
        let Some(Statement::Invoke { callable, arguments, .. }) = test.statements().get(statement as usize)
        else {
            return;
        };
        let callables = &mut self.knowledge.callables;
        match reason {
            AbortReason::Time => {}
            AbortReason::Steps => return callables.note_exhausted(*callable),
            _ => return,
        }
        callables.note_stall(*callable);
        for argument in arguments {
            if let Statement::Invoke { callable, .. } = test.definition(*argument)
                && self.problem.cluster.callable(*callable).under_test.is_none()
            {
                callables.note_stall(*callable);
            }
        }
    }

    fn record(&mut self, evaluated: &EvaluatedTest) {
        let (n_before, n_all_before) = (self.archive.n_covered_always(), self.archive.n_covered());
        let found_new = self.archive_test(evaluated);
        if self.archive.n_covered() > n_all_before {
            self.kill_goals.aim(self.executor, &self.archive);
        }
        if found_new {
            let is_late = self.archive.n_covered_always() == n_before;
            self.note_covered(is_late);
            if self.config.has(Technique::ObjectPool) && !is_late {
                let n_ran = evaluated.test.len() - usize::from(evaluated.ends_with_throw);
                self.knowledge.object_pool.keep(&evaluated.test, n_ran, self.problem.cluster);
            }
        }
    }

    /// Offers a test to the archive; says whether it covers a goal that guides for the first time.
    fn archive_test(&mut self, evaluated: &EvaluatedTest) -> bool {
        let rest = match &self.performance {
            Some(model) => performance::score(&model.proxies(&evaluated.test, &evaluated.trace)),
            None => evaluated.weight() as f64,
        };
        let cost = evaluated.cost(rest);
        let mut found_new = false;
        self.coverage.for_each_covered(&evaluated.trace, |goal| {
            found_new |= self.archive.offer_at_cost(goal, &evaluated.test, cost);
        });
        let is_settled = |escaped: &EscapedException| {
            self.problem.settled.is_some_and(|settled| settled.exceptions.contains(escaped))
        };
        if let Some(escaped) = evaluated.trace.escaped.as_ref().filter(|escaped| !is_settled(escaped)) {
            let goal = self.exceptions.goal_of(escaped, self.problem.class);
            found_new |= self.archive.offer_at_cost(goal, &evaluated.test, cost);
        }
        if let Some(coupled) = &mut self.coupled {
            let archive = &mut self.archive;
            found_new |=
                coupled.offer(&evaluated.trace, |goal| archive.offer_at_cost(goal, &evaluated.test, cost));
        }
        found_new
    }

    /// Notes that the search got better, for the stagnation rule.
    pub(crate) fn note_improvement(&mut self) {
        self.stopping.note_improvement(&self.statistics);
    }

    /// Notes that a goal was covered for the first time.
    fn note_covered(&mut self, is_late: bool) {
        self.note_improvement();
        self.stopping.note_covered(is_late);
    }

    /// Ends a generation and tells the listener.
    pub(crate) fn finish_generation(&mut self) {
        self.statistics.generations += 1;
        if let Some(reach) = &mut self.reach
            && let Some(weights) = reach.weights(&self.archive, self.coupled.as_ref())
        {
            self.knowledge.callables.weigh_under_test(weights);
        }
        for (callable, ty) in self.executor.take_returned_types() {
            self.knowledge.run_time_types.note(callable, ty);
        }
        for (stub, method) in self.executor.take_called_stub_methods() {
            self.knowledge.stub_uses.note(self.problem.cluster.stub(stub), method);
        }
        if let Some(access) = self.problem.field_access
            && self.config.has(Technique::StateWriters)
        {
            let Problem { class, cluster, .. } = self.problem;
            self.knowledge.state_writers.update(class, access, cluster, &self.archive);
        }
        let progress = Progress {
            statistics: self.statistics,
            n_covered: self.archive.n_covered_of_asked(),
            n_goals: self.problem.class.n_goals() + self.exceptions.len()
                - self.guides.n_settled()
                - self.archive.n_late(),
        };
        self.listener.generation_finished(&progress, &self.archive);
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use evoke_testcase::{ExecutionTrace, Statement, TestCase, Value};

    use super::EvaluatedTest;

    #[test]
    fn test_weighs_a_statement_more_for_each_doubling_of_many_steps_and_of_much_time() {
        let weight = |steps, milliseconds| {
            let test = TestCase::new(vec![Statement::Value(Value::Int(1)); 3]).into();
            let trace = ExecutionTrace { steps, ..ExecutionTrace::default() };
            let took = Duration::from_millis(milliseconds);
            EvaluatedTest { test, trace, ends_with_throw: false, is_doubtful: false, took }.weight()
        };
        let by_steps = [0, 999, 1000, 1999, 2000, 4000, 1_000_000].map(|steps| weight(steps, 0));
        assert_eq!(by_steps, [3, 3, 4, 4, 5, 6, 13]);
        assert_eq!([7, 8, 15, 16, 1000].map(|time| weight(0, time)), [3, 4, 4, 5, 10]);
        assert_eq!(weight(1000, 8), 5);
    }
}
