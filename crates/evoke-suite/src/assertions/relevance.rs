//! How much an observed value says about the calls on the class under test.
//!
//! Best are the values that those calls returned, then the state of what they made or changed: properties named like
//! the call, `toString`, values that other tests show differently. Constants and objects that were merely passed
//! around say nothing.

use evoke_analysis::{Callable, CallableKind, FileQuestion, TestCluster, TypeTable};
use evoke_testcase::{Aspect, JavaString, Observation, ObservedValue, Statement, VariableRef};

use super::left_file::is_as_it_was;
use super::mutating_calls::{calls_that_may_change, may_change};
use super::survey::{Evidence, Survey};
use super::written_array::is_as_written;
use crate::collected::is_collected;
use crate::stable_test::StableTest;
use crate::subject_calls::{last_call_on_subject, last_call_to_subject};
use crate::unchangeable::is_unchangeable;

/// At or below this score an observation is asserted only if the test shows nothing better.
pub(super) const LAST_RESORT: i32 = 0;
/// Score of what the calls left alone, as far as is known.
const UNTOUCHED: i32 = LAST_RESORT - 40;
/// Score of what says nothing to the reader.
const UNTOLD: i32 = LAST_RESORT - 100;
/// Longest text that is asserted of an object that a test asks for it; longer ones are for what a call returned, and for mutants.
const MAX_TEXT: usize = 120;
/// Longest text that is asserted because it was written or printed.
const MAX_WRITTEN: usize = 500;
/// Longest array whose elements are asserted.
const MAX_ELEMENTS: usize = 10;

/// How telling an observation is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Relevance {
    /// Higher is better.
    pub(super) score: i32,
    /// Whether it is news only the first time that the suite says it.
    pub(super) is_once: bool,
}

impl Relevance {
    fn of(score: i32) -> Self {
        Self { score, is_once: false }
    }

    fn once(score: i32) -> Self {
        Self { score, is_once: true }
    }
}

/// What the class under test has to do with an object.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    /// The last call on the class under test made it.
    LastResult,
    /// An earlier call made it.
    Result,
    /// A method that may change it was called on it.
    Receiver,
    /// It was given to a method that may change it.
    Argument,
    /// It was constructed, and then only asked.
    Constructed,
}

/// Judges the observations of one test.
pub(super) struct Judge<'a> {
    pub(super) stable: &'a StableTest,
    pub(super) cluster: &'a TestCluster,
    pub(super) survey: &'a Survey,
}

impl Judge<'_> {
    /// `None` if the observation says nothing.
    pub(super) fn relevance(&self, observation: &Observation) -> Option<Relevance> {
        match observation.aspect {
            Aspect::Content => return self.content(observation),
            Aspect::Calls => return self.calls(observation),
            // That is for mutants to ask: what an object holds is mostly what somebody put there.
            Aspect::Part { .. } => return None,
            Aspect::Result | Aspect::Inspector(_) => {}
        }
        let Statement::Invoke { callable, .. } = self.statements().get(observation.variable.index())? else {
            // Of literals nothing is to be said; arrays are filled by the test.
            return None;
        };
        let question = observation.inspector().and_then(|id| self.cluster.callable(id).file_question());
        if let Some(question) = question {
            return self.left_file(question, observation);
        }
        if observation.inspector().is_some() && is_array_untold(&observation.value) {
            return None;
        }
        if is_collected(&self.stable.test, self.cluster, observation.variable) {
            return self.collected(observation);
        }
        let producer = self.cluster.callable(*callable);
        match observation.inspector() {
            None => self.result(producer, observation),
            // A test that ends in an exception is about the exception.
            Some(_) if self.stable.exception.is_some() => None,
            Some(inspector) => {
                let inspector = self.cluster.callable(inspector);
                self.inspection(producer, inspector, observation)
            }
        }
    }

    /// How well an assertion of the value reads, which may say nothing by itself; `None` if there can be none.
    pub(super) fn score(&self, observation: &Observation) -> Option<i32> {
        let is_written = match self.statements().get(observation.variable.index())? {
            Statement::Invoke { callable, .. } => {
                self.cluster.callable(*callable).kind == CallableKind::FieldWrite
            }
            _ if matches!(observation.aspect, Aspect::Content | Aspect::Calls) => false,
            _ => return None,
        };
        if is_written {
            return None;
        }
        let untold = match observation.aspect {
            Aspect::Part { .. } => UNTOLD - 1,
            Aspect::Inspector(_) if is_array_untold(&observation.value) => UNTOLD - 1,
            _ => UNTOLD,
        };
        Some(self.relevance(observation).map_or(untold, |relevance| relevance.score))
    }

    /// What was written or printed is what the last call is about, if that gives nothing.
    fn collected(&self, observation: &Observation) -> Option<Relevance> {
        let is_told = match &observation.value {
            ObservedValue::Array { .. } => !self.has_written_text(observation.variable),
            _ => self.is_written_text(observation),
        };
        if is_told { self.written() } else { None }
    }

    /// Whether it tells what was written as a text that one would read.
    fn is_written_text(&self, observation: &Observation) -> bool {
        let is_text = observation.inspector().is_some_and(|id| is_text(self.cluster.callable(id)));
        matches!(&observation.value, ObservedValue::String(text) if is_text && text.len() <= MAX_WRITTEN && is_readable(text))
    }

    fn has_written_text(&self, buffer: VariableRef) -> bool {
        let mut of_buffer = self.stable.values.iter().filter(|observation| observation.variable == buffer);
        of_buffer.any(|observation| self.is_written_text(observation))
    }

    /// So is what became of a file.
    fn left_file(&self, question: FileQuestion, observation: &Observation) -> Option<Relevance> {
        let is_told = match &observation.value {
            ObservedValue::String(text) => text.is_empty() || text.len() <= MAX_WRITTEN && is_readable(text),
            _ => true,
        };
        let is_news = !is_as_it_was(&self.stable.test, self.cluster, question, observation);
        if is_told && is_news { self.written() } else { None }
    }

    /// What an effect of the calls says about them.
    fn written(&self) -> Option<Relevance> {
        let last = self.statements().get(self.last_call_on_subject()?)?;
        let gives_nothing = last.defined_type(self.cluster).is_none();
        self.stable.exception.is_none().then(|| Relevance::of(if gives_nothing { 95 } else { 60 }))
    }

    /// What an array holds in the end is what the last call is about, if that gives nothing but was given the array.
    fn content(&self, observation: &Observation) -> Option<Relevance> {
        let Statement::Invoke { callable, arguments, .. } =
            self.statements().get(self.last_call_on_subject()?)?
        else {
            return None;
        };
        let gives_nothing = self.cluster.callable(*callable).return_type == TypeTable::VOID;
        let is_about_it =
            gives_nothing && arguments.contains(&observation.variable) && self.stable.exception.is_none();
        let is_news = !is_as_written(&self.stable.test, observation);
        is_about_it.then(|| if is_news { Relevance::of(90) } else { Relevance::once(UNTOUCHED) })
    }

    /// What a stub is told to do is what the last call is about, if that gives nothing.
    fn calls(&self, observation: &Observation) -> Option<Relevance> {
        let last = self.statements().get(self.last_call_on_subject()?)?;
        let gives_nothing = last.defined_type(self.cluster).is_none();
        let is_silent = matches!(&observation.value, ObservedValue::Calls(calls) if calls.is_empty());
        let score = if is_silent { UNTOUCHED - 5 } else { 85 };
        (gives_nothing && self.stable.exception.is_none()).then(|| Relevance::of(score))
    }

    fn statements(&self) -> &[Statement] {
        self.stable.test.statements()
    }

    fn result(&self, producer: &Callable, observation: &Observation) -> Option<Relevance> {
        let is_about_subject = producer.is_of_subject();
        match (producer.kind, &observation.value) {
            // A constructor gives an object, an enum constant itself.
            (CallableKind::Constructor | CallableKind::FieldWrite, _)
            | (
                CallableKind::FieldRead,
                ObservedValue::Enum { .. } | ObservedValue::OwnConstant { .. } | ObservedValue::Object { .. },
            ) => None,
            (CallableKind::FieldRead, _) if !self.is_owned_by_subject(producer) => None,
            (CallableKind::FieldRead, _) if producer.is_static => Some(Relevance::once(30)),
            (CallableKind::FieldRead, _) => Some(Relevance::of(80)),
            (CallableKind::Method, ObservedValue::Object { .. } | ObservedValue::Same { .. })
                if !is_about_subject =>
            {
                self.is_last_call(observation.variable).then(|| Relevance::of(LAST_RESORT - 1))
            }
            (CallableKind::Method, _) if !is_about_subject && self.is_question(observation.variable) => {
                Some(Relevance::of(75))
            }
            // What a class gives that extends or uses the one under test.
            _ if !is_about_subject => {
                self.is_last_call(observation.variable).then(|| Relevance::of(LAST_RESORT))
            }
            (_, ObservedValue::Object { .. }) => {
                let is_last = self.last_call_on_subject() == Some(observation.variable.index());
                is_last.then(|| Relevance::of(LAST_RESORT - 1))
            }
            // That calls can be chained is worth saying once.
            (_, ObservedValue::Same { .. }) => Some(Relevance::once(55)),
            (_, ObservedValue::Array { elements: Some(elements), .. }) if elements.len() > MAX_ELEMENTS => {
                None
            }
            // Asked on the way: news only the first time.
            _ if producer.is_pure
                && producer.parameters.is_empty()
                && self.last_call_on_subject() != Some(observation.variable.index()) =>
            {
                Some(Relevance::once(80))
            }
            // What the test ends with is what it is about.
            _ if self.last_call_on_subject() == Some(observation.variable.index()) => {
                Some(Relevance::of(105))
            }
            _ => Some(Relevance::of(100)),
        }
    }

    fn inspection(
        &self,
        producer: &Callable,
        inspector: &Callable,
        observation: &Observation,
    ) -> Option<Relevance> {
        let variable = observation.variable;
        let says_too_much = is_long(&observation.value);
        if says_too_much || self.is_called_last(inspector, variable) || is_implementation_detail(inspector) {
            return None;
        }
        let role = self.role(producer, variable)?;
        if role == Role::Argument && is_unchangeable(producer) {
            return None;
        }
        if role == Role::Result && !is_text(inspector) && self.has_text(variable) {
            return None;
        }
        let detail = i32::from(inspector.under_test.is_some()) * 3 - imprecision(&observation.value)
            + if is_text(inspector) { 20 } else { 0 };
        if self.is_named_after(inspector, producer, variable) {
            return Some(Relevance::of(110 + detail));
        }
        let base = match role {
            Role::LastResult => 70,
            Role::Result => 45,
            Role::Receiver => 60,
            Role::Argument => 50,
            Role::Constructed => return Some(Relevance::once(UNTOUCHED + detail)),
        };
        if matches!(role, Role::LastResult | Role::Result) {
            let usual = if self.survey.is_usual(observation) { 25 } else { 0 };
            return Some(Relevance { score: base + detail - usual, is_once: role == Role::Result });
        }
        match self.survey.evidence(self.stable, self.cluster, observation) {
            Evidence::Changed => Some(Relevance::of(base + detail + 15)),
            Evidence::Withstood => Some(Relevance::of(base + detail)),
            // Most calls leave what they are given as it was.
            Evidence::Unknown if role == Role::Argument => Some(Relevance::of(UNTOUCHED + detail)),
            Evidence::Unknown => Some(Relevance::of(base + detail - 5)),
            Evidence::Untouched if role == Role::Argument => None,
            Evidence::Untouched => Some(Relevance::once(UNTOUCHED + detail)),
        }
    }

    fn role(&self, producer: &Callable, variable: VariableRef) -> Option<Role> {
        let is_last = self.last_call_on_subject() == Some(variable.index());
        let is_receiver = self.statements().iter().any(|statement| match statement {
            Statement::Invoke { callable, receiver, .. } => {
                may_change(self.cluster.callable(*callable)) && *receiver == Some(variable)
            }
            _ => false,
        });
        let is_argument = || !calls_that_may_change(&self.stable.test, self.cluster, variable).is_empty();
        let is_made = producer.is_of_subject();
        match producer.kind {
            _ if is_made && is_last => Some(Role::LastResult),
            _ if is_receiver => Some(Role::Receiver),
            CallableKind::Method if is_made => Some(Role::Result),
            _ if is_argument() => Some(Role::Argument),
            CallableKind::Constructor if is_made => Some(Role::Constructed),
            _ => None,
        }
    }

    fn has_text(&self, variable: VariableRef) -> bool {
        self.stable.values.iter().any(|observation| {
            observation.variable == variable
                && !is_long(&observation.value)
                && observation.inspector().is_some_and(|inspector| is_text(self.cluster.callable(inspector)))
        })
    }

    fn last_call_on_subject(&self) -> Option<usize> {
        last_call_on_subject(&self.stable.test, self.cluster)
    }

    /// Whether the test calls nothing after this.
    fn is_last_call(&self, call: VariableRef) -> bool {
        let is_call = |statement: &Statement| matches!(statement, Statement::Invoke { .. });
        self.statements().iter().rposition(is_call) == Some(call.index())
    }

    /// Whether the call asks an object what the last call to the subject did to it.
    fn is_question(&self, call: VariableRef) -> bool {
        let Some(Statement::Invoke { receiver: Some(asked), .. }) = self.statements().get(call.index())
        else {
            return false;
        };
        let last = last_call_to_subject(&self.stable.test, self.cluster);
        last.is_some_and(|last| last < call.index() && self.statements()[last].references().contains(asked))
    }

    /// Whether a call that made the object or was made on it speaks of the property: `setName` of `getName`.
    fn is_named_after(&self, inspector: &Callable, producer: &Callable, variable: VariableRef) -> bool {
        let shown = property(&inspector.name);
        let is_about = |callable: &Callable| {
            callable.under_test.is_some()
                && callable.kind == CallableKind::Method
                && is_same_property(&property(&callable.name), &shown)
        };
        is_about(producer)
            || self.statements().iter().any(|statement| match statement {
                Statement::Invoke { callable, receiver, .. } => {
                    let callable = self.cluster.callable(*callable);
                    *receiver == Some(variable) && !callable.is_pure && is_about(callable)
                }
                _ => false,
            })
    }

    /// Whether the last statement that touches the object is this very call: it says the same.
    fn is_called_last(&self, inspector: &Callable, variable: VariableRef) -> bool {
        let last = self.statements().iter().rfind(|statement| statement.references().contains(&variable));
        match last {
            Some(Statement::Invoke { callable, receiver, .. }) => {
                *callable == inspector.id && *receiver == Some(variable)
            }
            _ => false,
        }
    }

    fn is_owned_by_subject(&self, field: &Callable) -> bool {
        self.cluster.under_test.iter().any(|id| self.cluster.callable(*id).owner == field.owner)
    }
}

/// Whether this is a text that nobody would read in a test that is not about it.
fn is_long(value: &ObservedValue) -> bool {
    matches!(value, ObservedValue::String(text) if text.len() > MAX_TEXT)
}

/// Whether nothing is to be seen in the array that its length would not say.
fn is_array_untold(value: &ObservedValue) -> bool {
    match value {
        ObservedValue::Array { elements, .. } => elements.as_ref().is_none_or(Vec::is_empty),
        _ => false,
    }
}

/// Whether the text has something in it, and nothing that only escapes can write.
pub(crate) fn is_readable(text: &JavaString) -> bool {
    let is_plain = |unit: &u16| (0x20..0x7f).contains(unit) || [9, 10, 13].contains(unit);
    !text.is_empty() && text.units().iter().all(is_plain)
}

/// Whether the inspector gives the text of the object.
pub(super) fn is_text(inspector: &Callable) -> bool {
    inspector.name == "toString"
}

/// How much room classes of the JDK have for growth, and whether its streams can go back, is nobody's concern.
fn is_implementation_detail(inspector: &Callable) -> bool {
    matches!(inspector.name.as_str(), "capacity" | "markSupported")
        && inspector.owner.as_str().starts_with("java/")
}

/// What a method is about, in small letters: `setLongOptSeparator` and `getLongOptSeparator` give `longoptseparator`.
fn property(method: &str) -> String {
    const VERBS: [&str; 17] = [
        "set",
        "get",
        "is",
        "has",
        "with",
        "add",
        "append",
        "put",
        "remove",
        "delete",
        "insert",
        "clear",
        "enable",
        "disable",
        "increment",
        "decrement",
        "reset",
    ];
    let property = VERBS
        .iter()
        .filter_map(|verb| method.strip_prefix(verb))
        .find(|rest| rest.starts_with(|first: char| first.is_uppercase()))
        .unwrap_or(method);
    property.to_lowercase()
}

/// Whether two properties are the same, or one is the plural of the other.
fn is_same_property(one: &str, other: &str) -> bool {
    one == other || one.strip_suffix('s') == Some(other) || other.strip_suffix('s') == Some(one)
}

/// More for values that an object shows before anything has happened to it and for floating point, which mostly
/// repeats what other inspectors show.
fn imprecision(value: &ObservedValue) -> i32 {
    match value {
        ObservedValue::Float(_) | ObservedValue::Double(_) => 6,
        ObservedValue::Null | ObservedValue::Boolean(_) | ObservedValue::Object { .. } => 4,
        ObservedValue::Int(0) | ObservedValue::Long(0) => 2,
        ObservedValue::String(text) if text.is_empty() => 2,
        ObservedValue::List(elements) if elements.is_empty() => 2,
        _ => 0,
    }
}
