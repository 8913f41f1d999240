//! What the page says of one class.

use std::collections::BTreeMap;

use maud::{Markup, html};

use super::coverage_curve::coverage_curve;
use super::marked_source::{marked_source, tests};
use super::share_bar::bar;
use crate::record::{ClassRecord, Status};

/// Goals listed for a reason; of more the number is told.
const MOST_GOALS: usize = 50;

/// Where links on the page lead to the class, of which other modules may have one of the same name.
pub(super) fn anchor(class: &ClassRecord) -> String {
    match &class.module {
        Some(module) => format!("{module}/{}", class.name()),
        None => class.name(),
    }
}

/// A class, folded up. `source` is its text, where there is any.
pub(super) fn class_section(class: &ClassRecord, source: Option<&str>) -> Markup {
    html! {
        details.class id=(anchor(class)) {
            summary {
                span.name { (class.name()) }
                @for (criterion, count) in &class.goals {
                    span.figure { (criterion) " " (bar(*count)) }
                }
                @if class.status != Status::Ok { span.without { "no suite" } }
            }
            @if let Some(reason) = &class.reason { p.without { (reason) } }
            @if let Some(file) = &class.file { p { (class.tests) " tests in " code { (file) } } }
            @if let Some(existing) = &class.existing {
                p {
                    (existing.passed) " tests that were there before cover"
                    @for (criterion, count) in &existing.goals { " " (criterion) " " (bar(*count)) }
                }
            }
            p {
                (format!("{:.1}", class.seconds.total)) " seconds, " (class.tests_executed) " tests tried"
                @if let Some(mutants) = class.mutants {
                    ", " (mutants.killed) " of " (mutants.total) " mutants noticed"
                }
            }
            (coverage_curve(class))
            @for (reason, goals) in by_reason(class) {
                h3 { (reason) }
                ul.goals {
                    @for goal in goals.iter().take(MOST_GOALS) { li { code { (goal) } } }
                    @if goals.len() > MOST_GOALS { li { "and " (goals.len() - MOST_GOALS) " more" } }
                }
            }
            (tests(class))
            @if let Some(source) = source { (marked_source(class, source)) }
        }
    }
}

/// The goals left, by why they are.
fn by_reason(class: &ClassRecord) -> BTreeMap<&str, Vec<&str>> {
    let mut reasons: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for goal in &class.uncovered {
        let reason = goal.reason.as_deref().unwrap_or("left without a known reason");
        reasons.entry(reason).or_default().push(&goal.goal);
    }
    reasons
}
