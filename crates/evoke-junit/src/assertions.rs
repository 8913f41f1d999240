//! Chooses what a test asserts. Two runs in different JVMs say which values are stable; of those, the ones that say
//! most about the calls on the class under test are kept, few enough to read.

use std::collections::BTreeSet;

use evoke_analysis::{Callable, CallableKind, TestCluster};
use evoke_testcase::{
    ExecutionOutcome, JavaString, Observation, Observations, ObservedValue, Statement, TestCase, VariableRef,
};

use crate::{ExpectedException, TestDraft};

/// Most assertions of one test.
const MAX_ASSERTIONS: usize = 5;
/// Most assertions about one object.
const MAX_INSPECTIONS: usize = 3;
/// Longest string that is asserted.
const MAX_STRING: usize = 120;
/// Longest array whose elements are asserted.
const MAX_ELEMENTS: usize = 10;
/// Longest exception message that is asserted.
const MAX_MESSAGE: usize = 100;

/// The test with what two runs agree on; `None` if they ended differently or a run was stopped.
pub fn draft_test(
    test: &TestCase,
    cluster: &TestCluster,
    first: &Observations,
    second: &Observations,
) -> Option<TestDraft> {
    let (length, exception) = agreed_end(test, first, second)?;
    let mut test = test.clone();
    test.truncate(length);
    let stable = stable_values(first, second);
    let assertions = choose(&test, cluster, stable, exception.is_some());
    Some(TestDraft { name: String::new(), test, exception, assertions })
}

/// How many statements run and how the last one ends.
fn agreed_end(
    test: &TestCase,
    first: &Observations,
    second: &Observations,
) -> Option<(usize, Option<ExpectedException>)> {
    match (&first.result.outcome, &second.result.outcome) {
        (ExecutionOutcome::Completed, ExecutionOutcome::Completed) => Some((test.len(), None)),
        (
            ExecutionOutcome::Threw { statement, exception },
            ExecutionOutcome::Threw { statement: second_statement, exception: second_exception },
        ) if statement == second_statement && exception.class == second_exception.class => {
            let message = exception.message.clone().filter(|message| {
                Some(message) == second_exception.message.as_ref()
                    && message.len() <= MAX_MESSAGE
                    && is_repeatable(message)
                    && !is_written_by_jdk(exception.class.as_str())
            });
            Some((
                *statement as usize + 1,
                Some(ExpectedException { class: exception.class.clone(), message }),
            ))
        }
        _ => None,
    }
}

/// Whether the JVM itself words the messages of the exception, which then differ between its versions.
fn is_written_by_jdk(class: &str) -> bool {
    matches!(
        class,
        "java/lang/NullPointerException"
            | "java/lang/ClassCastException"
            | "java/lang/ArrayIndexOutOfBoundsException"
            | "java/lang/StringIndexOutOfBoundsException"
            | "java/lang/IndexOutOfBoundsException"
            | "java/lang/ArrayStoreException"
            | "java/lang/NegativeArraySizeException"
    )
}

/// Values that both runs, whose clocks differ, saw in the same place and that no address or path decides.
fn stable_values(first: &Observations, second: &Observations) -> Vec<Observation> {
    first
        .values
        .iter()
        .filter(|observation| {
            second.values.iter().any(|other| {
                other.variable == observation.variable
                    && other.inspector == observation.inspector
                    && is_same(&other.value, &observation.value)
            })
        })
        .filter(|observation| is_stable(&observation.value))
        .cloned()
        .collect()
}

/// Equality in which NaN equals itself.
fn is_same(one: &ObservedValue, other: &ObservedValue) -> bool {
    match (one, other) {
        (ObservedValue::Float(one), ObservedValue::Float(other)) => one.to_bits() == other.to_bits(),
        (ObservedValue::Double(one), ObservedValue::Double(other)) => one.to_bits() == other.to_bits(),
        (
            ObservedValue::Array { length, elements: Some(one) },
            ObservedValue::Array { length: other_length, elements: Some(other) },
        ) => length == other_length && one.iter().zip(other).all(|(one, other)| is_same(one, other)),
        _ => one == other,
    }
}

fn is_stable(value: &ObservedValue) -> bool {
    match value {
        ObservedValue::String(text) => text.len() <= MAX_STRING && is_repeatable(text),
        ObservedValue::Array { elements: Some(elements), .. } => elements.iter().all(is_stable),
        _ => true,
    }
}

/// Whether the text holds nothing that another run, machine or version would print differently: identity hash codes,
/// names of generated classes, paths.
fn is_repeatable(text: &JavaString) -> bool {
    let text = String::from_utf16_lossy(text.units());
    let has_address = text.match_indices('@').any(|(at, _)| {
        let digits = text[at + 1..].chars().take_while(char::is_ascii_hexdigit).count();
        digits >= 4 && !text[..at].ends_with(' ')
    });
    let has_path = text.contains("/tmp/") || text.contains("/home/") || text.contains(":\\");
    let names_generated = text.contains("$$Lambda") || text.contains("$Proxy") || text.contains("evoke");
    !has_address && !has_path && !names_generated
}

/// Keeps the most telling assertions, in the order of the test.
fn choose(
    test: &TestCase,
    cluster: &TestCluster,
    stable: Vec<Observation>,
    throws: bool,
) -> Vec<Observation> {
    let chooser = Chooser { test, cluster, throws };
    let mut ranked: Vec<(u32, usize, Observation)> = stable
        .into_iter()
        .enumerate()
        .filter_map(|(order, observation)| Some((chooser.rank(&observation)?, order, observation)))
        .collect();
    ranked.sort_by_key(|(rank, order, _)| (*rank, *order));
    let mut kept: Vec<(usize, Observation)> = Vec::new();
    for (rank, order, observation) in ranked {
        let is_needed = rank < LAST_RESORT || kept.is_empty() && !throws;
        let is_news = !repeats(&kept, &observation) && !chooser.follows_from_size(&kept, &observation);
        if is_needed && kept.len() < MAX_ASSERTIONS && is_news {
            kept.push((order, observation));
        }
    }
    kept.sort_by_key(|(order, _)| *order);
    kept.into_iter().map(|(_, observation)| observation).collect()
}

/// Whether enough is said of the object already, or the very same.
fn repeats(kept: &[(usize, Observation)], observation: &Observation) -> bool {
    let same_variable = || kept.iter().filter(|(_, found)| found.variable == observation.variable);
    let inspections = same_variable().filter(|(_, found)| found.inspector.is_some()).count();
    let is_known = observation.inspector.is_some()
        && same_variable().any(|(_, found)| found.inspector == observation.inspector);
    is_known || observation.inspector.is_some() && inspections >= MAX_INSPECTIONS
}

struct Chooser<'a> {
    test: &'a TestCase,
    cluster: &'a TestCluster,
    throws: bool,
}

/// From this rank on, observations are used only if there is nothing better.
const LAST_RESORT: u32 = 10;

impl Chooser<'_> {
    /// How telling the observation is, 0 being most; `None` if it says nothing.
    fn rank(&self, observation: &Observation) -> Option<u32> {
        let Statement::Invoke { callable, .. } = self.test.statements().get(observation.variable.index())?
        else {
            // Of literals nothing is to be said; arrays are filled by the test, and maybe by a call.
            return None;
        };
        let producer = self.cluster.callable(*callable);
        match observation.inspector {
            None => self.rank_result(producer, &observation.value),
            // A test that ends in an exception is about the exception.
            Some(_) if self.throws => None,
            Some(inspector) => {
                let inspector = self.cluster.callable(inspector);
                self.rank_inspection(producer, inspector, observation)
            }
        }
    }

    /// Whether it says that something is or is not empty of which the size is asserted.
    fn follows_from_size(&self, kept: &[(usize, Observation)], observation: &Observation) -> bool {
        let name = |observation: &Observation| {
            observation.inspector.map_or("", |inspector| self.cluster.callable(inspector).name.as_str())
        };
        name(observation) == "isEmpty"
            && kept.iter().any(|(_, found)| {
                found.variable == observation.variable && matches!(name(found), "size" | "length")
            })
    }

    fn rank_result(&self, producer: &Callable, value: &ObservedValue) -> Option<u32> {
        let is_about_subject = producer.under_test.is_some();
        match (producer.kind, value) {
            // A constructor gives an object, an enum constant itself.
            (CallableKind::Constructor, _)
            | (CallableKind::FieldRead, ObservedValue::Enum { .. } | ObservedValue::Object { .. }) => None,
            (_, ObservedValue::Object { .. }) => is_about_subject.then_some(LAST_RESORT + 1),
            (_, ObservedValue::Array { elements, .. }) => is_about_subject
                .then_some(0)
                .filter(|_| elements.as_ref().is_none_or(|all| all.len() <= MAX_ELEMENTS)),
            (CallableKind::FieldRead, _) => self.is_owned_by_subject(producer).then_some(1),
            _ => is_about_subject.then_some(0),
        }
    }

    /// State is worth showing of what the last call gave and of what calls may have changed.
    fn rank_inspection(
        &self,
        producer: &Callable,
        inspector: &Callable,
        observation: &Observation,
    ) -> Option<u32> {
        let variable = observation.variable;
        if self.is_called_last(inspector, variable) {
            return None;
        }
        let precision = precision(&observation.value);
        if self.is_result_of_test(variable) || self.may_be_changed(variable) {
            Some(2 + precision)
        } else {
            producer.under_test.map(|_| LAST_RESORT)
        }
    }

    /// Whether the last call on the class under test made the object.
    fn is_result_of_test(&self, variable: VariableRef) -> bool {
        let last = self.test.statements().iter().rposition(|statement| self.is_about_subject(statement));
        last == Some(variable.index())
    }

    fn is_about_subject(&self, statement: &Statement) -> bool {
        match statement {
            Statement::Invoke { callable, .. } => self.cluster.callable(*callable).under_test.is_some(),
            _ => false,
        }
    }

    /// Whether a call on the class under test that is not known to be pure had the object in its hands.
    fn may_be_changed(&self, variable: VariableRef) -> bool {
        self.test.statements().iter().any(|statement| match statement {
            Statement::Invoke { callable, .. } => {
                let callable = self.cluster.callable(*callable);
                callable.under_test.is_some()
                    && !callable.is_pure
                    && statement.references().contains(&variable)
            }
            _ => false,
        })
    }

    /// Whether the last statement that touches the object is this very call: it says the same.
    fn is_called_last(&self, inspector: &Callable, variable: VariableRef) -> bool {
        let last =
            self.test.statements().iter().rfind(|statement| statement.references().contains(&variable));
        match last {
            Some(Statement::Invoke { callable, receiver, .. }) => {
                *callable == inspector.id && *receiver == Some(variable)
            }
            _ => false,
        }
    }

    fn is_owned_by_subject(&self, field: &Callable) -> bool {
        let owners: BTreeSet<_> =
            self.cluster.under_test.iter().map(|id| &self.cluster.callable(*id).owner).collect();
        owners.contains(&field.owner)
    }
}

/// 0 for values that hardly come about by chance, more for those that an object shows before anything has happened to it
/// and for floating point, which mostly repeats what other inspectors show.
fn precision(value: &ObservedValue) -> u32 {
    match value {
        ObservedValue::Float(_) | ObservedValue::Double(_) => 3,
        ObservedValue::Null | ObservedValue::Boolean(_) | ObservedValue::Object { .. } => 2,
        ObservedValue::Int(0) | ObservedValue::Long(0) => 1,
        ObservedValue::String(text) if text.is_empty() => 1,
        _ => 0,
    }
}

#[cfg(test)]
mod tests;
