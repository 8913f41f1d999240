//! Questions at the end of tests that would assert nothing about what they do.
//!
//! Inspectors show what can be read of an object without changing it, as far as that can be proved. What remains can be asked: where
//! `registry.add(type)` gives nothing, `registry.has(type)` tells what it did, if it tells something else without that call. One that does not is
//! asked only where nothing at all could be asserted. A question is asked if the test shows all that it did before, so that what is known of it holds.

use std::slice;

use evoke_analysis::TestCluster;
use evoke_testcase::{Aspect, MutantObserver, Observation, ObservedValue, Statement, TestCase};

use crate::assertions::{is_readable, silent_tests};
use crate::deadline::Deadline;
use crate::kill::{Completeness, KillMatrix};
use crate::stable_test::StableTest;
use crate::subject_calls::last_call_to_subject;
use crate::unchangeable::is_unchangeable;
use crate::value_key::is_same_observation;
use crate::variant::{shown_by, without_throwing};

/// Longest text that answers a question.
const MAX_TEXT: usize = 120;

/// Gives tests that would assert nothing about their calls a question that they can assert the answer of, where there is one. `ask` gives tests that go
/// on from one with questions to its objects; what the matrix says of the tests stays true.
pub fn ask_silent_tests(
    observer: &mut dyn MutantObserver,
    cluster: &TestCluster,
    (mut tests, kills): (Vec<StableTest>, KillMatrix),
    ask: &dyn Fn(&TestCase) -> Vec<TestCase>,
    deadline: &mut Deadline<'_>,
) -> (Vec<StableTest>, KillMatrix) {
    if kills.completeness == Completeness::Spoilt {
        return (tests, kills);
    }
    observer.keep_static_state(false);
    for (test, has_last_resort) in silent_tests(&tests, cluster, &kills) {
        if deadline.is_over() {
            break;
        }
        let mut questioner = Questioner { observer, cluster, stable: &tests[test], has_last_resort };
        if let Some(asking) = questioner.asking(&ask(&tests[test].test)) {
            tests[test] = asking;
        }
    }
    observer.keep_static_state(!kills.puts_back);
    (tests, kills)
}

/// Looks for a question to the objects of one test.
struct Questioner<'a> {
    observer: &'a mut dyn MutantObserver,
    cluster: &'a TestCluster,
    stable: &'a StableTest,
    /// Whether the test can assert something that its last call left as it was.
    has_last_resort: bool,
}

impl Questioner<'_> {
    /// The test with one of the questions that these ask.
    fn asking(&mut self, variants: &[TestCase]) -> Option<StableTest> {
        let mut others = Vec::new();
        for variant in variants {
            let Some(asked) = without_throwing(self.observer, variant, self.stable.test.len()) else {
                continue;
            };
            let answers = self.answers(&asked);
            let before = self.answers_before(&asked);
            let (telling, same): (Vec<_>, Vec<_>) = answers.into_iter().partition(|(question, answer)| {
                before.as_ref().is_some_and(|before| !before.contains(&(question.clone(), answer.clone())))
            });
            if let Some(asking) = telling.iter().find_map(|(question, _)| self.with_question(question)) {
                return Some(asking);
            }
            others.extend(same);
        }
        if self.has_last_resort {
            return None;
        }
        let others = others.iter().filter(|(_, answer)| *answer != ObservedValue::Null);
        others.map(|(question, _)| question).find_map(|question| self.with_question(question))
    }

    /// The questions that follow the test and have an answer which can be asserted.
    fn answers(&mut self, asked: &TestCase) -> Vec<(Statement, ObservedValue)> {
        let Some((shown, _)) = shown_by(self.observer, self.cluster, asked, false) else { return Vec::new() };
        let from = self.stable.test.len();
        let answers = shown.values.into_iter().filter(|value| is_answer(value, from));
        answers
            .filter_map(|value| Some((asked.statements().get(value.variable.index())?.clone(), value.value)))
            .filter(|(question, _)| self.asks_what_can_change(question))
            .collect()
    }

    /// Whether the question is to an object of which the answer could have been another one.
    fn asks_what_can_change(&self, question: &Statement) -> bool {
        let Statement::Invoke { receiver: Some(asked), .. } = question else { return true };
        match self.stable.test.statements().get(asked.index()) {
            Some(Statement::Invoke { callable, .. }) => !is_unchangeable(self.cluster.callable(*callable)),
            _ => true,
        }
    }

    /// The same questions with what is answered to them if the last call on the class under test is not made; `None` where others need it.
    fn answers_before(&mut self, asked: &TestCase) -> Option<Vec<(Statement, ObservedValue)>> {
        let last = last_call_to_subject(&self.stable.test, self.cluster)?;
        let mut before = asked.clone();
        before.remove_with_dependants(last);
        if before.len() + 1 != asked.len() {
            return None;
        }
        let (shown, _) = shown_by(self.observer, self.cluster, &before, false)?;
        let from = self.stable.test.len() - 1;
        let answers = shown.values.into_iter().filter(|value| is_answer(value, from));
        // Positions after the call are those before it and one.
        let question = |value: &Observation| asked.statements().get(value.variable.index() + 1).cloned();
        Some(answers.filter_map(|value| Some((question(&value)?, value.value))).collect())
    }

    /// The test with the question at its end, if that is answered alike in every run and changes nothing of what else it shows.
    fn with_question(&mut self, question: &Statement) -> Option<StableTest> {
        let mut test = self.stable.test.clone();
        let position = test.push(question.clone());
        let (asking, _) = shown_by(self.observer, self.cluster, &test, true)?;
        let answer =
            asking.values.iter().find(|value| value.variable == position && value.is_result())?.clone();
        let is_as_before = asking.exception.is_none()
            && self
                .stable
                .values
                .iter()
                .all(|value| asking.values.iter().any(|seen| is_same_observation(seen, value)));
        let mut values = self.stable.values.clone();
        values.push(answer);
        // What the question has its stubs called is not recorded.
        let asking = StableTest { test, values, stub_calls: None, ..self.stable.clone() };
        let is_silent = |test: &StableTest| {
            !silent_tests(slice::from_ref(test), self.cluster, &KillMatrix::default()).is_empty()
        };
        (is_as_before && !is_silent(&asking)).then_some(asking)
    }
}

/// Whether this is what a call from this position on gave, and something that reads well.
fn is_answer(observation: &Observation, from: usize) -> bool {
    let is_told = match &observation.value {
        ObservedValue::Object { .. } | ObservedValue::Same { .. } | ObservedValue::Array { .. } => false,
        ObservedValue::String(text) => text.len() <= MAX_TEXT && is_readable(text),
        _ => true,
    };
    observation.aspect == Aspect::Result && observation.variable.index() >= from && is_told
}

#[cfg(test)]
mod tests {
    use evoke_analysis::{CallableId, MutantId, TypeTable};
    use evoke_testcase::{
        ExecutionOutcome, ExecutionResult, ExecutionTrace, Executor, Observations, Observer, Value,
        VariableRef,
    };

    use super::*;
    use crate::testing::{Demo, boolean, call, int, seen, string, test_of, value};

    /// The account of the test, which `note` was called on.
    const ACCOUNT: VariableRef = VariableRef(1);

    /// An account that knows whether it was noted, and answers questions.
    struct Notes {
        demo: Demo,
        note: CallableId,
        /// `boolean isNoted()`
        is_noted: CallableId,
        /// `int count()`, always 7.
        count: CallableId,
        /// `int draw()`, another number at another time.
        draw: CallableId,
        /// `int drain()`, after which the account shows something else.
        drain: CallableId,
        history: CallableId,
        test: TestCase,
        is_elsewhen: bool,
        n_threads: u32,
    }

    impl Notes {
        fn new() -> Self {
            let mut demo = Demo::new();
            let constructor = demo.constructor();
            let note = demo.method("note", "()V", &[], TypeTable::VOID);
            let is_noted = demo.method("isNoted", "()Z", &[], boolean());
            let [count, draw, drain] =
                ["count", "draw", "drain"].map(|name| demo.method(name, "()I", &[], int()));
            let history = demo.method("getHistory", "()Ljava/lang/String;", &[], TypeTable::STRING);
            let owner = value(Value::String("Ann".into()));
            let test = test_of(vec![
                owner,
                call(constructor, None, &[VariableRef(0)]),
                call(note, Some(ACCOUNT), &[]),
            ]);
            Self { demo, note, is_noted, count, draw, drain, history, test, is_elsewhen: false, n_threads: 0 }
        }

        /// What is asked of the test that shows a text which is too long to be told.
        fn asked(&mut self, questions: &[CallableId]) -> StableTest {
            let (test, values) = (self.test.clone(), vec![self.history_after(false)]);
            let silent = StableTest { test, goals: Vec::new(), exception: None, values, stub_calls: None };
            let ask = |test: &TestCase| {
                let mut asking = test.clone();
                for question in questions {
                    asking.push(call(*question, Some(ACCOUNT), &[]));
                }
                vec![asking]
            };
            let cluster = self.demo.cluster.clone();
            let known = (vec![silent], KillMatrix::default());
            let (mut tests, _) = ask_silent_tests(self, &cluster, known, &ask, &mut Deadline::never());
            tests.remove(0)
        }

        fn history_after(&self, is_drained: bool) -> Observation {
            let entry = if is_drained { "drained" } else { "noted" };
            seen(ACCOUNT.0, Some(self.history), string(&entry.repeat(100)))
        }

        /// The question that the test asks at its end, with the answer that it can assert.
        fn question_of<'t>(&self, asking: &'t StableTest) -> Option<(CallableId, &'t ObservedValue)> {
            let question = asking.test.statements().get(self.test.len())?;
            let Statement::Invoke { callable, .. } = question else { return None };
            Some((*callable, &asking.values.last()?.value))
        }
    }

    impl Executor for Notes {
        fn execute(&mut self, test: &TestCase) -> ExecutionResult {
            self.observe(test).result
        }
    }

    impl Observer for Notes {
        fn observe(&mut self, test: &TestCase) -> Observations {
            let called = |wanted: CallableId| {
                test.statements().iter().any(
                    |statement| matches!(statement, Statement::Invoke { callable, .. } if *callable == wanted),
                )
            };
            let mut values = Vec::new();
            for (position, statement) in test.statements().iter().enumerate() {
                let Statement::Invoke { callable, .. } = statement else { continue };
                let answer = match *callable {
                    it if it == self.is_noted => ObservedValue::Boolean(called(self.note)),
                    it if it == self.count || it == self.drain => ObservedValue::Int(7),
                    it if it == self.draw => ObservedValue::Int(if self.is_elsewhen { 1 } else { 2 }),
                    _ => continue,
                };
                values.push(seen(position as u32, None, answer));
            }
            values.push(self.history_after(called(self.drain)));
            let outcome = ExecutionOutcome::Completed;
            let executed = test.len() as u32;
            let trace = ExecutionTrace { threads: self.n_threads, ..ExecutionTrace::default() };
            let result = ExecutionResult { outcome, executed, trace };
            Observations { result, values }
        }
    }

    impl MutantObserver for Notes {
        fn observe_reached(&mut self, test: &TestCase) -> Observations {
            self.observe(test)
        }

        fn observe_elsewhen(&mut self, test: &TestCase) -> Observations {
            self.is_elsewhen = true;
            let shown = self.observe(test);
            self.is_elsewhen = false;
            shown
        }

        fn observe_mutant(
            &mut self,
            test: &TestCase,
            _: MutantId,
            _: u32,
            _: &[Observation],
        ) -> Observations {
            self.observe(test)
        }
    }

    #[test]
    fn test_asks_what_is_answered_otherwise_without_its_last_call() {
        let mut notes = Notes::new();
        let asking = notes.asked(&[notes.count, notes.is_noted]);
        assert_eq!(notes.question_of(&asking), Some((notes.is_noted, &ObservedValue::Boolean(true))));
        assert_eq!(
            asking.values.first(),
            Some(&notes.history_after(false)),
            "what it showed stays where it was"
        );
    }

    #[test]
    fn it_asks_something_else_if_nothing_is() {
        let mut notes = Notes::new();
        let asking = notes.asked(&[notes.count]);
        assert_eq!(notes.question_of(&asking), Some((notes.count, &ObservedValue::Int(7))));
    }

    #[test]
    fn it_asks_nothing_that_is_answered_otherwise_at_another_time_or_changes_what_it_shows() {
        let mut notes = Notes::new();
        let asking = notes.asked(&[notes.draw, notes.drain]);
        assert_eq!(asking.test, notes.test);
        assert_eq!(asking.values.len(), 1);
    }

    #[test]
    fn test_that_can_assert_something_asks_only_what_its_last_call_changes() {
        let mut notes = Notes::new();
        let owner = notes.demo.method("getOwner", "()Ljava/lang/String;", &[], TypeTable::STRING);
        let stable = StableTest {
            test: test_of(notes.test.statements()[..2].to_vec()),
            goals: Vec::new(),
            exception: None,
            values: vec![seen(ACCOUNT.0, Some(owner), string("Ann"))],
            stub_calls: None,
        };
        let count = notes.count;
        let ask = |test: &TestCase| {
            let mut asking = test.clone();
            asking.push(call(count, Some(ACCOUNT), &[]));
            vec![asking]
        };
        let cluster = notes.demo.cluster.clone();
        let known = (vec![stable.clone()], KillMatrix::default());
        let (tests, _) = ask_silent_tests(&mut notes, &cluster, known, &ask, &mut Deadline::never());
        assert_eq!(tests, [stable]);
    }

    #[test]
    fn test_that_makes_threads_asks_nothing() {
        let mut notes = Notes::new();
        notes.n_threads = 1;
        assert_eq!(notes.asked(&[notes.is_noted]).test, notes.test);
    }

    #[test]
    fn test_that_tells_something_asks_nothing() {
        let mut notes = Notes::new();
        notes.test.push(call(notes.count, Some(ACCOUNT), &[]));
        let answer = seen(3, None, ObservedValue::Int(7));
        let stable = StableTest {
            test: notes.test.clone(),
            goals: Vec::new(),
            exception: None,
            values: vec![answer],
            stub_calls: None,
        };
        let ask = |_: &TestCase| -> Vec<TestCase> { panic!("it is asked") };
        let cluster = notes.demo.cluster.clone();
        let known = (vec![stable.clone()], KillMatrix::default());
        let (tests, _) = ask_silent_tests(&mut notes, &cluster, known, &ask, &mut Deadline::never());
        assert_eq!(tests, [stable]);
    }
}
