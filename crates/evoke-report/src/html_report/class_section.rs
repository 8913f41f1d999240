//! What the page says of one class.

use std::collections::BTreeMap;

use maud::{Markup, html};

use super::coverage_curve::coverage_curve;
use super::share_bar::bar;
use crate::record::{ClassRecord, Status};

/// Goals listed for a reason; of more the number is told.
const MOST_GOALS: usize = 50;

/// A class, folded up. `source` is its text, where there is any.
pub(super) fn class_section(class: &ClassRecord, source: Option<&str>) -> Markup {
    html! {
        details.class id=(class.name()) {
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

/// The source, with the lines marked in which something is left.
fn marked_source(class: &ClassRecord, source: &str) -> Markup {
    let mut left: BTreeMap<usize, Vec<&str>> = BTreeMap::new();
    for goal in &class.uncovered {
        if let Some(line) = line_of(&goal.goal) {
            left.entry(line).or_default().push(&goal.goal);
        }
    }
    html! {
        details {
            summary { "Source" }
            pre {
                @for (position, line) in source.lines().enumerate() {
                    @let number = position + 1;
                    span.line {
                        span.lineno { (number) }
                        @match left.get(&number) {
                            Some(goals) => { mark title=(goals.join("\n")) { (line) } }
                            None => { (line) }
                        }
                        "\n"
                    }
                }
            }
        }
    }
}

/// The line that a goal's name begins with: 42 of `Order.java:42 true branch`.
fn line_of(goal: &str) -> Option<usize> {
    let (_, after) = goal.split_whitespace().next()?.rsplit_once(':')?;
    after.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn name_of_a_goal_tells_its_line_if_it_has_one() {
        assert_eq!(line_of("Order.java:42 true branch of a < b"), Some(42));
        assert_eq!(line_of("Order.java:7"), Some(7));
        assert_eq!(line_of("Order()"), None);
    }
}
