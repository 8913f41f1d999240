//! Wrong input gets one clear line and a hint, and its documented exit code.

use std::fs;

use crate::support::{Project, jdks, stderr};

fn shapes() -> Project {
    Project::of("shapes", &jdks()[0], |_, text| text)
}

/// Runs `evoke` and checks exit code, that the first line is an error with these words, and that a hint follows.
fn check(project: &Project, arguments: &[&str], code: i32, words: &[&str]) {
    let output = project.evoke(arguments);
    let text = stderr(&output);
    assert_eq!(output.status.code(), Some(code), "{arguments:?}:\n{text}");
    let mut lines = text.lines();
    assert!(lines.next().is_some_and(|line| line.starts_with("error: ")), "{arguments:?}:\n{text}");
    assert!(lines.next().is_some_and(|line| line.starts_with("hint: ")), "{arguments:?}:\n{text}");
    assert_eq!(lines.next(), None, "{arguments:?}:\n{text}");
    for word in words {
        assert!(text.contains(word), "{arguments:?}: no `{word}` in\n{text}");
    }
}

#[test]
fn unknown_class_is_answered_with_the_nearest_names() {
    let project = shapes();
    let arguments = ["generate", "shapes.Baskte", "--classpath", "classes"];
    check(&project, &arguments, 2, &["shapes.Baskte", "shapes.Basket"]);
    let goals = ["goals", "shapes.Baskte", "--classpath", "classes"];
    check(&project, &goals, 2, &["shapes.Baskte", "shapes.Basket"]);
    let other_package = ["generate", "forms.Circle", "--classpath", "classes"];
    check(&project, &other_package, 2, &["shapes.Circle"]);
}

#[test]
fn missing_class_path_entry_is_named() {
    let project = shapes();
    check(&project, &["generate", "shapes.Circle", "--classpath", "classes:no.jar"], 2, &["no.jar"]);
}

#[test]
fn truncated_jar_is_named() {
    let project = shapes();
    fs::write(project.path("cut.jar"), b"PK\x03\x04 and then nothing").unwrap();
    check(&project, &["generate", "shapes.Circle", "--classpath", "cut.jar:classes"], 2, &["cut.jar"]);
}

#[test]
fn truncated_class_file_is_named() {
    let project = shapes();
    let path = project.path("classes/shapes/Circle.class");
    let bytes = fs::read(&path).unwrap();
    fs::write(&path, &bytes[..bytes.len() / 2]).unwrap();
    let arguments = ["generate", "shapes.Circle", "--classpath", "classes"];
    check(&project, &arguments, 2, &["shapes.Circle", "truncated"]);
}

#[test]
fn class_file_newer_than_the_jdk_is_named_with_both_versions() {
    let project = shapes();
    let path = project.path("classes/shapes/Circle.class");
    let mut bytes = fs::read(&path).unwrap();
    bytes[7] = 69;
    fs::write(&path, &bytes).unwrap();
    let jdk = &jdks()[0];
    if jdk.feature < 25 {
        let arguments = ["generate", "shapes.Circle", "--classpath", "classes"];
        check(&project, &arguments, 2, &["Java 25", &format!("Java {}", jdk.feature)]);
    }
    bytes[7] = 200;
    fs::write(&path, &bytes).unwrap();
    check(&project, &["generate", "shapes.Circle", "--classpath", "classes"], 2, &["shapes.Circle"]);
}

#[test]
fn unknown_names_of_parts_are_answered_with_the_known_ones() {
    let project = shapes();
    let algorithm = ["generate", "shapes.Circle", "--classpath", "classes", "--algorithm", "magic"];
    check(&project, &algorithm, 2, &["magic", "dynamosa"]);
    let criterion = ["generate", "shapes.Circle", "--classpath", "classes", "--criteria", "luck"];
    check(&project, &criterion, 2, &["luck", "branch"]);
    let selection = ["generate", "shapes.Circle", "--classpath", "classes", "--goal-selection", "wise"];
    check(&project, &selection, 2, &["wise", "smart"]);
}

#[test]
fn guiding_by_branches_alone_needs_branches() {
    let arguments =
        ["generate", "shapes.Circle", "--classpath", "classes", "--goal-selection", "branch-only"];
    check(
        &shapes(),
        &[&arguments[..], &["--criteria", "line"]].concat(),
        2,
        &["branch-only", "direct-branch"],
    );
}

#[test]
fn folder_that_is_no_jdk_is_an_environment_error() {
    let project = shapes();
    let arguments = ["generate", "shapes.Circle", "--classpath", "classes", "--java-home", "classes"];
    check(&project, &arguments, 3, &["classes"]);
}

#[test]
fn output_that_cannot_be_written_is_refused_before_the_search() {
    let project = shapes();
    fs::write(project.path("file"), "").unwrap();
    let arguments = ["generate", "shapes.Circle", "--classpath", "classes", "--out", "file"];
    check(&project, &arguments, 2, &["file"]);
}

#[test]
fn path_of_a_file_is_no_class_name() {
    let project = shapes();
    check(&project, &["generate", "shapes/Circle.java", "--classpath", "classes"], 2, &["Circle.java"]);
}

#[test]
fn empty_package_pattern_is_named() {
    let project = shapes();
    check(&project, &["generate", "forms.**", "--classpath", "classes"], 2, &["forms.**"]);
}

#[test]
fn class_of_the_jdk_is_refused() {
    let arguments = ["generate", "java.util.ArrayList", "--classpath", "classes"];
    check(&shapes(), &arguments, 2, &["java.util.ArrayList", "JDK"]);
}
