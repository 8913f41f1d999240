//! Classes of the tests' own, for code that examines the classes it is given, from class files to the verified suite.

use std::fs;

use crate::support::{Project, full_suite, jdks, stderr};

const ARGUMENTS: [&str; 5] = ["options.Parser", "--budget-statements", "40000", "--seed", "1"];

#[test]
fn code_that_reads_annotations_is_covered_with_classes_nested_in_the_suite() {
    for jdk in jdks() {
        let project = Project::of("options", &jdk, |_, text| text);
        let (output, record) = project.generate(&ARGUMENTS);
        assert!(output.status.success(), "{}", stderr(&output));
        let class = &record["classes"][0];
        let branches = &class["goals"]["branch"];
        let (covered, total) = (branches["covered"].as_u64().unwrap(), branches["total"].as_u64().unwrap());
        assert!(covered + 4 >= total, "{covered} of {total}: {:#}", class["uncovered"]);
        let text = fs::read_to_string(project.path("evoke-tests/options/ParserEvokeTest.java")).unwrap();
        for part in ["    public static class Sample", "@Option(names = {\"", ".class.getDeclaredMethod("] {
            assert!(text.contains(part), "no `{part}` in:\n{text}");
        }
        let names_parameter =
            |line: &str| line.contains(".class.getDeclaredMethod(\"") && line.contains(".class);");
        assert!(text.lines().any(names_parameter), "no method is looked up with a parameter in:\n{text}");
    }
}

#[test]
fn code_that_implements_interfaces_at_run_time_is_called_through_one_nested_in_the_suite() {
    for jdk in jdks() {
        let (text, _) = full_suite(("views", "views.Settings"), &jdk, "5", "40000");
        for part in ["    public interface SampleView {", " = settings.as(SampleView.class);"] {
            assert!(text.contains(part), "no `{part}` in:\n{text}");
        }
    }
}

#[test]
fn beans_have_getters_that_throw_enums_and_lists_of_what_is_within_a_bound() {
    for jdk in jdks() {
        let (text, _) = full_suite(("options", "options.Inspector"), &jdk, "5", "20000");
        for part in [
            "private List<? extends Number> grades = new ArrayList<>();",
            "private TimeUnit unit = TimeUnit.SECONDS;",
            "throw new IllegalStateException(\"name\");",
            "    static class SampleHidden {",
        ] {
            assert!(text.contains(part), "no `{part}` in:\n{text}");
        }
        // An agent that measures coverage adds one.
        let counting: Vec<&str> = text.lines().filter(|line| line.contains(".nMethods()")).collect();
        assert!(!counting.is_empty(), "{text}");
        assert_eq!(counting.iter().find(|line| line.contains("assertEquals")), None, "{text}");
    }
}

#[test]
fn value_that_is_asked_for_another_interface_is_both_and_throws_what_is_caught() {
    for jdk in jdks() {
        let (text, _) = full_suite(("capable", "capable.Sender"), &jdk, "5", "40000");
        for part in [
            "    public interface TargetLimited extends Sender.Target, Sender.Limited {}",
            "    public interface TargetClosing extends Sender.Target, Sender.Closing {}",
            "throw new UnsupportedOperationException();",
        ] {
            assert!(text.contains(part), "no `{part}` in:\n{text}");
        }
    }
}

#[test]
fn suite_without_specimens_has_no_classes_of_its_own() {
    let project = Project::of("options", &jdks()[0], |_, text| text);
    let (output, record) = project.generate(&[&ARGUMENTS[..], &["--disable", "specimens"]].concat());
    assert!(output.status.success(), "{}", stderr(&output));
    let branches = &record["classes"][0]["goals"]["branch"];
    let (covered, total) = (branches["covered"].as_u64().unwrap(), branches["total"].as_u64().unwrap());
    assert!(2 * covered < total, "{covered} of {total}: what reads annotations finds none");
    let text = fs::read_to_string(project.path("evoke-tests/options/ParserEvokeTest.java")).unwrap();
    assert!(!text.contains("static class"), "{text}");
}
