//! The source of a class with what its tests cover and what they leave, and the tests with the lines that each covers.

use std::collections::BTreeMap;

use maud::{Markup, html};

use crate::goal_place::GoalPlace;
use crate::record::ClassRecord;

/// The tests, each as a button that shows its lines in the source, then those that were left out.
pub(super) fn tests(class: &ClassRecord) -> Markup {
    html! {
        @if !class.verified.is_empty() {
            details {
                summary { "Tests" }
                ul.tests {
                    @for test in &class.verified {
                        @let lines = ranges(&test.lines);
                        li {
                            @if let Some(reason) = &test.dropped {
                                code { (test.name) } " was left out: " (reason)
                            } @else {
                                button type="button" aria-pressed="false" data-lines=(joined(&test.lines)) { (test.name) }
                                @if !lines.is_empty() { " covers " (lines) }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The source, each line with the number of tests that cover it, marked where it is covered and where something is left.
pub(super) fn marked_source(class: &ClassRecord, source: &str) -> Markup {
    let (left, covering) = (left(class), covering(class));
    html! {
        details.source {
            summary { "Source" }
            p.legend {
                span.covered { "covered" } " " mark.partly { "covered, something left" } " " mark { "left" }
                "; the second number is that of the tests that cover the line"
            }
            pre {
                @for (number, line) in (1_u32..).zip(source.lines()) {
                    @let tests = covering.get(&number);
                    span.line data-line=(number) {
                        span.lineno { (number) }
                        @match tests {
                            Some(tests) => { span.hits title=(tests.join("\n")) { (tests.len()) } }
                            None => { span.hits {} }
                        }
                        @match (left.get(&number), tests) {
                            (Some(goals), Some(_)) => { mark.partly title=(goals.join("\n")) { (line) } }
                            (Some(goals), None) => { mark title=(goals.join("\n")) { (line) } }
                            (None, Some(_)) => { span.covered { (line) } }
                            (None, None) => { (line) }
                        }
                        "\n"
                    }
                }
            }
        }
    }
}

/// The goals left in the file of the class, by line; what is inherited may be in another one.
fn left(class: &ClassRecord) -> BTreeMap<u32, Vec<&str>> {
    let mut left: BTreeMap<u32, Vec<&str>> = BTreeMap::new();
    let is_here = |place: &GoalPlace<'_>| class.source.as_deref().is_none_or(|path| place.is_in(path));
    for goal in &class.uncovered {
        if let Some(place) = GoalPlace::of(&goal.goal).filter(is_here) {
            left.entry(place.line).or_default().push(&goal.goal);
        }
    }
    left
}

/// The tests of the suite that cover each line.
fn covering(class: &ClassRecord) -> BTreeMap<u32, Vec<&str>> {
    let mut covering: BTreeMap<u32, Vec<&str>> = BTreeMap::new();
    for test in class.verified.iter().filter(|test| test.dropped.is_none()) {
        for line in &test.lines {
            covering.entry(*line).or_default().push(&test.name);
        }
    }
    covering
}

fn joined(lines: &[u32]) -> String {
    lines.iter().map(u32::to_string).collect::<Vec<_>>().join(" ")
}

/// `line 7` or `lines 3-5, 9`; nothing of no lines. The lines are ascending.
fn ranges(lines: &[u32]) -> String {
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    for line in lines {
        match ranges.last_mut() {
            Some((_, end)) if *end + 1 == *line => *end = *line,
            _ => ranges.push((*line, *line)),
        }
    }
    let told = |(from, to): &(u32, u32)| if from == to { from.to_string() } else { format!("{from}-{to}") };
    let told = ranges.iter().map(told).collect::<Vec<_>>().join(", ");
    match lines.len() {
        0 => String::new(),
        1 => format!("line {told}"),
        _ => format!("lines {told}"),
    }
}

#[cfg(test)]
mod tests_of_marks {
    use super::ranges;

    #[test]
    fn lines_in_a_row_are_told_as_a_range() {
        assert_eq!(ranges(&[3, 4, 5, 9]), "lines 3-5, 9");
        assert_eq!(ranges(&[7]), "line 7");
        assert_eq!(ranges(&[]), "");
    }
}
