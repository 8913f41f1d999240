//! What code under test reads of its process, and whom it connects to, is up to the test.

use std::fs;

use crate::support::{Project, jdks, stderr};

/// The suite of a class of which every branch is covered and no test is lost.
fn full_suite(tree: &str, class: &str, junit: &str) -> String {
    let mut texts = Vec::new();
    for jdk in jdks() {
        let project = Project::of(tree, &jdk, |_, text| text);
        let arguments = [class, "--budget-statements", "150000", "--seed", "1", "--junit", junit];
        let (output, record) = project.generate(&arguments);
        assert!(output.status.success(), "{}", stderr(&output));
        let class = &record["classes"][0];
        let branches = &class["goals"]["branch"];
        assert_eq!(branches["covered"], branches["total"], "{:#}", class["uncovered"]);
        assert_eq!(class["dropped_tests"], 0);
        texts.push(fs::read_to_string(project.path(class["file"].as_str().unwrap())).unwrap());
    }
    texts.remove(0)
}

#[test]
fn settings_are_set_where_they_are_read_and_set_back() {
    for (junit, annotation) in [("4", "@After"), ("5", "@AfterEach")] {
        let text = full_suite("settings", "settings.Reader", junit);
        for set in [
            "System.setProperty(\"reader.mode\", \"fast\")",
            "System.setIn(standardInput)",
            "System.setProperties(systemProperties)",
            "Locale.setDefault(defaultLocale)",
            "TimeZone.setDefault(defaultTimeZone)",
            ".setLevel(Level.ALL)",
            "LogManager.getLogManager().getLogger(\"\").setLevel(logLevel)",
            annotation,
        ] {
            assert!(text.contains(set), "{set} is not in\n{text}");
        }
    }
}

#[test]
fn thread_is_interrupted_where_that_is_asked_and_not_for_the_next_test() {
    for (junit, annotation) in [("4", "@After"), ("5", "@AfterEach")] {
        let text = full_suite("settings", "settings.Worker", junit);
        for expected in [
            "Thread.currentThread().interrupt();",
            "assertEquals(\"disturbed\", ",
            annotation,
            "    Thread.interrupted();",
        ] {
            assert!(text.contains(expected), "{expected} is not in\n{text}");
        }
    }
}

#[test]
fn what_is_printed_and_written_is_asserted() {
    for (junit, annotation) in [("4", "@After"), ("5", "@AfterEach")] {
        let text = full_suite("printing", "printing.Receipt", junit);
        for expected in [
            "System.setOut(new PrintStream(printed))",
            "System.setOut(standardOutput)",
            "System.setErr(new PrintStream(printed",
            "System.setErr(standardError)",
            "\\nTotal: ",
            "Negative: -",
            "assertEquals(\"large\", ",
            "assertEquals(\"small\", ",
            "assertEquals(\"e\", ",
            "assertEquals(\"o\", ",
            annotation,
        ] {
            assert!(text.contains(expected), "{expected} is not in\n{text}");
        }
    }
}

#[test]
fn client_talks_to_a_socket_of_the_test() {
    let text = full_suite("network", "network.Client", "5");
    assert!(text.contains("new SocketStub() {"), "{text}");
}
