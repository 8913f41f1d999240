//! Readers of formats are reached behind their magic numbers, lengths and words.

use crate::support::{Project, jdks, stderr};

/// Goals of branches that a short search leaves uncovered.
fn uncovered_branches(class: &str) -> Vec<String> {
    let project = Project::of("formats", &jdks()[0], |_, text| text);
    let arguments = [class, "--criteria", "branch", "--budget-statements", "300000", "--seed", "1"];
    let (output, record) = project.generate(&arguments);
    assert!(output.status.success(), "{}", stderr(&output));
    let uncovered = record["classes"][0]["uncovered"].as_array().unwrap();
    uncovered.iter().map(|goal| format!("{}: {}", goal["goal"], goal["reason"])).collect()
}

/// Fails if more than one branch is left: the last one takes luck that a short search need not have.
fn assert_nearly_covered(class: &str) {
    let uncovered = uncovered_branches(class);
    assert!(uncovered.len() <= 1, "{uncovered:?}");
}

#[test]
fn header_behind_a_magic_number_is_read_from_long_arrays() {
    assert_nearly_covered("formats.Header");
}

#[test]
fn stream_of_chunks_is_read_almost_to_its_end() {
    assert_nearly_covered("formats.Chunks");
}

#[test]
fn words_and_brackets_of_a_language_are_put_together() {
    assert_eq!(uncovered_branches("formats.Query"), Vec::<String>::new());
}
