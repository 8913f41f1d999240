//! The choice of the assertions of one test, from the most telling down.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use evoke_testcase::{Observation, ObservedValue};

use super::mutating_calls::calls_that_may_change;
use super::relevance::{Judge, LAST_RESORT, Relevance, is_text};
use super::said::{Said, Saying};
use crate::word::has_word;

/// Most assertions of one test, unless more calls on the class under test returned something.
const MAX_ASSERTIONS: usize = 4;
/// Most assertions of one test at all.
const MAX_RESULTS: usize = 8;
/// Most assertions about one object.
const MAX_INSPECTIONS: usize = 3;
/// Most assertions about one object whose text is asserted.
const MAX_INSPECTIONS_WITH_TEXT: usize = 2;
/// What an inspection loses if the suite has seen the same value there.
const REPETITION: i32 = 12;

/// How much is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Extent {
    /// What the test is about: the most telling value.
    Subject,
    /// All that tells something, within reason.
    AllTelling,
}

/// A choice in the making.
pub(super) struct Choice<'a> {
    judge: Judge<'a>,
    said: &'a Said,
    kept: Vec<(usize, &'a Observation)>,
}

impl<'a> Choice<'a> {
    /// Nothing chosen yet, after what earlier tests have said.
    pub(super) fn new(judge: Judge<'a>, said: &'a Said) -> Self {
        Self { judge, said, kept: Vec::new() }
    }

    /// The positions of the values worth asserting.
    pub(super) fn choose(mut self, extent: Extent) -> BTreeSet<usize> {
        let stable = self.judge.stable;
        let mut ranked: Vec<(Relevance, usize, &Observation)> = stable
            .values
            .iter()
            .enumerate()
            .filter_map(|(order, observation)| {
                let mut relevance = self.judge.relevance(observation)?;
                let is_repeated = self.said.contains(&stable.test, observation);
                if is_repeated && !observation.is_result() {
                    relevance.score -= REPETITION;
                }
                (!is_repeated || !relevance.is_once).then_some((relevance, order, observation))
            })
            .collect();
        ranked.sort_by_key(|(relevance, order, _)| (Reverse(relevance.score), *order));
        for (relevance, order, observation) in ranked {
            if extent == Extent::Subject && !self.kept.is_empty() {
                break;
            }
            let is_last_resort = relevance.score <= LAST_RESORT;
            let is_superfluous = is_last_resort && (!self.kept.is_empty() || stable.exception.is_some());
            let is_new = !self.is_implied(observation) && !self.is_chained_before(observation);
            if !is_superfluous && is_new && self.has_room_for(observation) {
                self.kept.push((order, observation));
            }
        }
        self.kept.into_iter().map(|(order, _)| order).collect()
    }

    fn has_room_for(&self, observation: &Observation) -> bool {
        if observation.inspector().is_none() {
            return self.kept.len() < MAX_RESULTS;
        }
        let inspections = self.inspections_of(observation).count();
        let most = match self.text_of(observation) {
            Some(_) if self.said.contains(&self.judge.stable.test, observation) => 1,
            Some(_) => MAX_INSPECTIONS_WITH_TEXT,
            None => MAX_INSPECTIONS,
        };
        inspections < most && self.kept.len() < MAX_ASSERTIONS
    }

    /// Whether a call of the same method is known to return its receiver.
    fn is_chained_before(&self, observation: &Observation) -> bool {
        matches!(observation.value, ObservedValue::Same { .. }) && {
            let test = &self.judge.stable.test;
            let saying = Saying::of(test, observation);
            self.kept.iter().any(|(_, kept)| Saying::of(test, kept) == saying)
        }
    }

    /// What is kept already about the same object.
    fn inspections_of(&self, observation: &Observation) -> impl Iterator<Item = &Observation> {
        let variable = observation.variable;
        self.kept
            .iter()
            .map(|(_, kept)| *kept)
            .filter(move |kept| kept.variable == variable && kept.inspector().is_some())
    }

    /// The text of the object, if it is kept.
    fn text_of(&self, observation: &Observation) -> Option<String> {
        self.inspections_of(observation).find_map(|kept| match &kept.value {
            ObservedValue::String(text)
                if kept.inspector().is_some_and(|id| is_text(self.judge.cluster.callable(id))) =>
            {
                Some(String::from_utf16_lossy(text.units()))
            }
            _ => None,
        })
    }

    fn name_of(&self, observation: &Observation) -> &str {
        observation.inspector().map_or("", |inspector| self.judge.cluster.callable(inspector).name.as_str())
    }

    /// Whether it says all that a reader wants to know of the object that a call gave: which constant it is, or what a list holds that nothing
    /// changes afterwards.
    fn says_all(&self, observation: &Observation) -> bool {
        let Judge { stable, cluster, .. } = self.judge;
        observation.is_result()
            && match observation.value {
                ObservedValue::OwnConstant { .. } => true,
                ObservedValue::List(_) => {
                    calls_that_may_change(&stable.test, cluster, observation.variable).is_empty()
                }
                _ => false,
            }
    }

    /// Whether what is kept about the object leaves no doubt about this.
    fn is_implied(&self, observation: &Observation) -> bool {
        if observation.inspector().is_none() {
            return false;
        }
        if self.kept.iter().any(|(_, kept)| kept.variable == observation.variable && self.says_all(kept)) {
            return true;
        }
        let is_size = |name: &str| matches!(name, "size" | "length");
        let name = self.name_of(observation);
        let is_emptiness = name == "isEmpty";
        if let Some(text) = self.text_of(observation) {
            return is_emptiness || is_size(name) || is_written_in(&observation.value, &text);
        }
        let is_real = matches!(observation.value, ObservedValue::Float(_) | ObservedValue::Double(_));
        self.inspections_of(observation).any(|kept| {
            let is_number = !matches!(kept.value, ObservedValue::Boolean(_) | ObservedValue::Null);
            is_emptiness && is_size(self.name_of(kept)) || is_real && is_number
        })
    }
}

/// Whether the text of an object shows the value as a word of its own.
fn is_written_in(value: &ObservedValue, text: &str) -> bool {
    let written = match value {
        ObservedValue::Byte(value) => value.to_string(),
        ObservedValue::Short(value) => value.to_string(),
        ObservedValue::Int(value) => value.to_string(),
        ObservedValue::Long(value) => value.to_string(),
        ObservedValue::Enum { constant, .. } => constant.clone(),
        ObservedValue::String(value) if !value.is_empty() => String::from_utf16_lossy(value.units()),
        ObservedValue::Char(unit) => String::from_utf16_lossy(&[*unit]),
        ObservedValue::Float(_) | ObservedValue::Double(_) => return true,
        _ => return false,
    };
    has_word(text, &written)
}
