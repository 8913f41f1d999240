//! What code under test reads of its process, and whom it connects to, is up to the test.

use crate::support::{full_suite, jdks};

/// The suite of a class of which every branch is covered and no test is lost.
fn suite_without_drops(tree: &str, class: &str, junit: &str) -> String {
    let mut texts = Vec::new();
    for jdk in jdks() {
        let (text, class) = full_suite((tree, class), &jdk, junit, "150000");
        assert_eq!(class["dropped_tests"], 0);
        texts.push(text);
    }
    texts.remove(0)
}

#[test]
fn settings_are_set_where_they_are_read_and_set_back() {
    for (junit, annotation) in [("4", "@After"), ("5", "@AfterEach")] {
        let text = suite_without_drops("settings", "settings.Reader", junit);
        for set in [
            "System.setProperty(\"reader.mode\", \"fast\")",
            "System.setIn(standardInput)",
            "System.setProperties(systemProperties)",
            "TimeZone.setDefault(defaultTimeZone)",
            ".setLevel(Level.ALL)",
            "LogManager.getLogManager().getLogger(\"\").setLevel(logLevel)",
        ] {
            assert!(text.contains(set), "{set} is not in\n{text}");
        }
        // One is for tests that set it, the other one for a suite that does so before each test.
        let restored = ["Locale.setDefault(defaultLocale)", "Locale.setDefault(locale)"];
        assert_eq!(restored.iter().filter(|set| text.contains(*set)).count(), 1, "{text}");
        assert_eq!(text.matches(&format!("    {annotation}\n")).count(), 1, "{text}");
    }
}

#[test]
fn numbers_in_texts_are_asserted_as_they_are_written_where_the_suite_was_made() {
    for (junit, annotations) in [("4", ["@Before", "@After"]), ("5", ["@BeforeEach", "@AfterEach"])] {
        let text = suite_without_drops("settings", "settings.Label", junit);
        for expected in [
            "Locale.setDefault(Locale.US);",
            "Locale.setDefault(Locale.Category.FORMAT, formatLocale);",
            " kg\", label.text());",
            "(\"not a count: -",
        ]
        .into_iter()
        .chain(annotations)
        {
            assert!(text.contains(expected), "{expected} is not in\n{text}");
        }
    }
}

#[test]
fn thread_is_interrupted_where_that_is_asked_and_not_for_the_next_test() {
    for (junit, annotation) in [("4", "@After"), ("5", "@AfterEach")] {
        let text = suite_without_drops("settings", "settings.Worker", junit);
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
        let text = suite_without_drops("printing", "printing.Receipt", junit);
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
    let text = suite_without_drops("network", "network.Client", "5");
    assert!(text.contains("new SocketStub() {"), "{text}");
}

#[test]
fn client_is_greeted_as_a_class_that_it_uses_expects() {
    let text = suite_without_drops("network", "network.Mailbox", "5");
    assert!(text.contains("\"* PREAUTH ") && text.contains("assertTrue(mailbox.open("), "{text}");
}
