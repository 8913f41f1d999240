//! Who is kept where tests pollute each other.

use evoke_analysis::{CallableId, GoalId, TypeTable};
use evoke_testcase::{
    ExecutionOutcome, ExecutionResult, ExecutionTrace, Executor, Observations, Observer, Statement, TestCase,
    ThrownException, Value,
};

use super::{Independent, make_independent};
use crate::covering_test::CoveringTest;
use crate::deadline::Deadline;
use crate::loss::{Loss, LossReason};
use crate::observe::ObservedTest;
use crate::testing::{Demo, call, value};

/// Runs tests in a world with a switch: `ON` turns it on, `NEEDS_OFF` throws where it is on, a call turns it off.
#[derive(Default)]
struct Switch {
    is_on: bool,
}

const ON: i32 = 1;
const NEEDS_OFF: i32 = 2;
const NEITHER: i32 = 3;

impl Switch {
    fn run(&mut self, test: &TestCase) -> ExecutionOutcome {
        for (position, statement) in test.statements().iter().enumerate() {
            match statement {
                Statement::Value(Value::Int(ON)) => self.is_on = true,
                Statement::Value(Value::Int(NEEDS_OFF)) if self.is_on => {
                    let class = "java/lang/IllegalStateException".into();
                    let exception = ThrownException { class, message: None };
                    return ExecutionOutcome::Threw { statement: position as u32, exception };
                }
                Statement::Invoke { .. } => self.is_on = false,
                _ => {}
            }
        }
        ExecutionOutcome::Completed
    }
}

impl Executor for Switch {
    fn execute(&mut self, test: &TestCase) -> ExecutionResult {
        self.is_on = false;
        let trace = ExecutionTrace::default();
        ExecutionResult { outcome: self.run(test), executed: test.len() as u32, trace }
    }
}

impl Observer for Switch {
    fn observe(&mut self, test: &TestCase) -> Observations {
        Observations { result: self.execute(test), values: Vec::new() }
    }

    fn execute_in_sequence(&mut self, tests: &[&TestCase]) -> Vec<ExecutionOutcome> {
        self.is_on = false;
        tests.iter().map(|test| self.run(test)).collect()
    }
}

/// A test of these statements, kept for so many goals from the first on.
fn observed(statements: Vec<Statement>, first_goal: u32, n_goals: u32) -> ObservedTest {
    let test = TestCase::new(statements);
    let observations = Switch::default().observe(&test);
    let goals = (first_goal..first_goal + n_goals).map(GoalId).collect();
    ObservedTest { covering: CoveringTest::new(test, goals), observations }
}

fn int(number: i32) -> Statement {
    value(Value::Int(number))
}

fn independent(demo: &Demo, tests: &[ObservedTest]) -> Independent {
    make_independent(&mut Switch::default(), &demo.cluster, tests.to_vec(), &mut Deadline::never())
}

fn goals_of(independent: &Independent) -> Vec<GoalId> {
    independent.tests.iter().flat_map(|test| test.covering.goals.clone()).collect()
}

#[test]
fn tests_that_do_not_meet_are_kept() {
    let tests = [observed(vec![int(ON)], 0, 1), observed(vec![int(NEITHER)], 1, 1)];
    assert_eq!(independent(&Demo::new(), &tests).tests, tests);
}

#[test]
fn of_polluter_and_victim_the_one_kept_for_less_is_given_up() {
    for (polluter_goals, victim_goals, kept) in [(1, 2, [1, 2, 9].as_slice()), (3, 1, &[0, 1, 2, 9])] {
        let tests = [
            observed(vec![int(NEITHER)], 9, 1),
            observed(vec![int(NEEDS_OFF)], polluter_goals, victim_goals),
            observed(vec![int(ON)], 0, polluter_goals),
        ];
        let independent = independent(&Demo::new(), &tests);
        let mut goals = goals_of(&independent);
        goals.sort_unstable();
        assert_eq!(goals, kept.iter().map(|goal| GoalId(*goal)).collect::<Vec<_>>());
        let [Loss { reason: LossReason::OrderDependent, .. }] = independent.losses.as_slice() else {
            panic!("{:?}", independent.losses);
        };
    }
}

#[test]
fn polluter_of_many_is_given_up_rather_than_all_of_them() {
    let victims = (0..4).map(|goal| observed(vec![int(NEEDS_OFF)], goal, 1));
    let tests: Vec<ObservedTest> = victims.chain([observed(vec![int(ON)], 10, 3)]).collect();
    let independent = independent(&Demo::new(), &tests);
    assert_eq!(goals_of(&independent), (0..4).map(GoalId).collect::<Vec<_>>());
}

#[test]
fn polluter_is_cleaned_where_a_static_method_of_its_class_does_that() {
    let mut demo = Demo::new();
    let enter: CallableId = demo.static_method("enter", "(I)V", &[crate::testing::int()], TypeTable::VOID);
    let clear = demo.static_method("clear", "()V", &[], TypeTable::VOID);
    let argument = evoke_testcase::VariableRef(0);
    let polluter = vec![int(NEITHER), call(enter, None, &[argument]), int(ON)];
    let tests = [observed(polluter.clone(), 0, 1), observed(vec![int(NEEDS_OFF)], 1, 1)];
    let independent = independent(&demo, &tests);
    assert_eq!(independent.losses, []);
    let cleaned = [polluter, vec![call(clear, None, &[])]].concat();
    assert_eq!(independent.tests[0].covering.test, TestCase::new(cleaned));
    assert_eq!(independent.tests[1], tests[1]);
}
