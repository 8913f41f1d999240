//! What sets a test apart from others of the same call and outcome, in words: the sort of an argument, the constant it is
//! called on, what the object was made of, what was called before, which overload it is, which branch is covered.

use evoke_analysis::{Callable, CallableKind, TestCluster, TypeId};
use evoke_suite::AssertedTest;
use evoke_testcase::{Statement, Value, VariableRef};

use super::conditions::Conditions;
use super::identifier::capitalized;
use super::outcome::GIVES;
use super::variables::is_usable;
use super::words::{camel, literal_sort, literal_words, size_word};

/// Longest name of a parameter that is repeated in the name of a test.
const MAX_PARAMETER: usize = 16;

/// A property of a test, to be appended to its name.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Phrase {
    /// `WithNullHeader`
    With(String),
    /// `WithoutAutoUsage`
    Without(String),
    /// `OnOneHalf`
    On(String),
    /// `OfEmptyText`, said of the object that it is called on.
    Of(String),
    /// `AfterClear`
    After(String),
    /// `WhenNameIsNull`, said of a branch that is covered.
    When(String),
    /// `AboutInconsistentDimensions`, said of an exception.
    About(String),
    /// `GivesSizeOne`, said of what is asserted.
    Gives(String),
}

impl Phrase {
    fn preposition(&self) -> &'static str {
        match self {
            Self::With(_) => "With",
            Self::Without(_) => "Without",
            Self::On(_) => "On",
            Self::Of(_) => "Of",
            Self::After(_) => "After",
            Self::When(_) => "When",
            Self::About(_) => "About",
            Self::Gives(_) => GIVES,
        }
    }

    /// The same of an argument that the object was made with.
    fn of_receiver(self) -> Option<Self> {
        match self {
            Self::With(words) => Some(Self::Of(words)),
            _ => None,
        }
    }

    fn words(&self) -> &str {
        match self {
            Self::With(words)
            | Self::Without(words)
            | Self::On(words)
            | Self::Of(words)
            | Self::After(words)
            | Self::When(words)
            | Self::About(words)
            | Self::Gives(words) => words,
        }
    }
}

/// The phrases one after the other, in the order of their kinds: `WithNullHeaderAndEmptyFooterAfterClear`.
pub(super) fn joined(phrases: &[&Phrase]) -> String {
    let mut sorted = phrases.to_vec();
    sorted.sort_by_key(|phrase| {
        std::mem::discriminant(*phrase) != std::mem::discriminant(&Phrase::With(String::new()))
    });
    let mut text = String::new();
    let mut last = "";
    for phrase in sorted {
        let preposition = phrase.preposition();
        text.push_str(if preposition == last { "And" } else { preposition });
        text.push_str(phrase.words());
        last = preposition;
    }
    text
}

/// Everything that could be said of the call at `focus`, what reads best first.
pub(super) fn phrases(
    asserted: &AssertedTest,
    cluster: &TestCluster,
    conditions: &Conditions,
    focus: usize,
) -> Vec<Phrase> {
    let Statement::Invoke { callable, receiver, arguments } = &asserted.test.statements()[focus] else {
        return Vec::new();
    };
    let callable = cluster.callable(*callable);
    let of_call = arguments_of(asserted, cluster, callable, arguments);
    let mut phrases = of_call.sorts;
    let mut exact = of_call.exact;
    let mut inside = of_call.inside;
    if let Some(receiver) = receiver {
        phrases.extend(constant(asserted, cluster, *receiver).map(Phrase::On));
        if let Statement::Invoke { callable, arguments, .. } = asserted.test.definition(*receiver) {
            let made = arguments_of(asserted, cluster, cluster.callable(*callable), arguments);
            phrases.extend(made.sorts.into_iter().filter_map(Phrase::of_receiver));
            exact.extend(made.exact.into_iter().filter_map(Phrase::of_receiver));
            inside.extend(made.inside.into_iter().filter_map(Phrase::of_receiver));
        }
    }
    // A call that changes nothing is seldom what the test is about.
    let after = |is_pure| earlier_calls(asserted, cluster, (focus, &callable.name), is_pure);
    phrases.extend(after(false));
    phrases.extend(exact);
    phrases.extend(inside);
    phrases.extend(parameter_types(callable, cluster).into_iter().map(Phrase::With));
    let covered = conditions.among(&asserted.goals, callable.under_test);
    phrases.extend(covered.into_iter().map(|words| Phrase::When(words.to_owned())));
    phrases.extend(after(true));
    phrases
}

/// What can be said of the arguments of a call.
#[derive(Default)]
struct ArgumentPhrases {
    /// By their sorts, or the constants they are.
    sorts: Vec<Phrase>,
    /// By their values.
    exact: Vec<Phrase>,
    /// By what they are made of.
    inside: Vec<Phrase>,
}

fn arguments_of(
    asserted: &AssertedTest,
    cluster: &TestCluster,
    callable: &Callable,
    arguments: &[VariableRef],
) -> ArgumentPhrases {
    let mut phrases = ArgumentPhrases::default();
    for (position, argument) in arguments.iter().enumerate() {
        let name = parameter(callable, position);
        match &asserted.test.statements()[argument.index()] {
            Statement::Value(value) => {
                phrases.sorts.extend(literal_phrase(value, name.as_deref()));
                phrases.exact.extend(exact_phrase(value, name.as_deref()));
                phrases.exact.extend(size_phrase(value, name.as_deref()));
            }
            Statement::NewArray { length, .. } => {
                let noun = name.unwrap_or_else(|| "Array".to_owned());
                let sort = if *length == 0 { "Empty" } else { "" };
                phrases.sorts.push(Phrase::With(format!("{sort}{noun}")));
            }
            Statement::Invoke { callable, arguments, .. } => {
                phrases.sorts.extend(constant(asserted, cluster, *argument).map(Phrase::With));
                let made = arguments_of(asserted, cluster, cluster.callable(*callable), arguments);
                phrases.inside.extend(made.sorts.into_iter().chain(made.exact).chain(made.inside));
            }
            // What a test implements itself has no name that would say more than the call does.
            Statement::WriteElement { .. } | Statement::Stub(_) => {}
        }
    }
    phrases
}

fn parameter(callable: &Callable, position: usize) -> Option<String> {
    callable.parameter_names.get(position)?.as_deref().and_then(noun)
}

/// The name of a parameter as it is repeated in the name of a test, if it is.
pub(super) fn noun(name: &str) -> Option<String> {
    (is_usable(name) && name.len() <= MAX_PARAMETER).then(|| capitalized(name))
}

fn literal_phrase(value: &Value, parameter: Option<&str>) -> Option<Phrase> {
    if let Value::Boolean(value) = value {
        return Some(match (parameter, value) {
            (Some(parameter), true) => Phrase::With(parameter.to_owned()),
            (Some(parameter), false) => Phrase::Without(parameter.to_owned()),
            (None, value) => Phrase::With(capitalized(&value.to_string())),
        });
    }
    let sort = literal_sort(value)?;
    let noun = match (parameter, value) {
        (Some(parameter), _) => parameter,
        (None, Value::String(_)) => "String",
        (None, Value::Null(_)) => "",
        // `Zero` and `NaN` are nouns.
        (None, _) if matches!(sort, "Zero" | "NaN") => "",
        (None, _) => "Number",
    };
    Some(Phrase::With(format!("{sort}{noun}")))
}

fn exact_phrase(value: &Value, parameter: Option<&str>) -> Option<Phrase> {
    let words = literal_words(value)?;
    let is_number = !matches!(value, Value::String(_) | Value::Char(_));
    Some(Phrase::With(match parameter {
        Some(parameter) if is_number => format!("{parameter}{words}"),
        _ => words,
    }))
}

fn size_phrase(value: &Value, parameter: Option<&str>) -> Option<Phrase> {
    Some(Phrase::With(format!("{}{}", size_word(value)?, parameter.unwrap_or("Number"))))
}

/// The name of the constant that the variable was read from.
pub(super) fn constant(
    asserted: &AssertedTest,
    cluster: &TestCluster,
    variable: VariableRef,
) -> Option<String> {
    match asserted.test.definition(variable) {
        Statement::Invoke { callable, .. } => {
            let callable = cluster.callable(*callable);
            let is_constant = callable.kind == CallableKind::FieldRead && callable.is_static;
            is_constant.then(|| capitalized(&camel(&callable.name)))
        }
        _ => None,
    }
}

/// Methods under test with another name that were called before, the nearest first; those that change nothing, or the others.
fn earlier_calls(
    asserted: &AssertedTest,
    cluster: &TestCluster,
    (focus, name): (usize, &str),
    is_pure: bool,
) -> Vec<Phrase> {
    asserted.test.statements()[..focus]
        .iter()
        .rev()
        .filter_map(|statement| match statement {
            Statement::Invoke { callable, .. } => Some(cluster.callable(*callable)),
            _ => None,
        })
        .filter(|callable| callable.kind == CallableKind::Method && callable.under_test.is_some())
        .filter(|callable| callable.name != name && callable.is_pure == is_pure)
        .map(|callable| Phrase::After(capitalized(&camel(&callable.name))))
        .collect()
}

fn parameter_types(callable: &Callable, cluster: &TestCluster) -> Vec<String> {
    callable.parameters.iter().rev().map(|ty| simple_name(cluster, *ty)).collect()
}

/// `StringArray` for `java.lang.String[]`.
pub(super) fn simple_name(cluster: &TestCluster, ty: TypeId) -> String {
    let text = cluster.types.display(ty).to_string();
    let erased = text.split('<').next().unwrap_or_default();
    capitalized(&erased.rsplit(['.', '$']).next().unwrap_or_default().replace("[]", "Array"))
}
