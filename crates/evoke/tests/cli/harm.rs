//! Code under test harms nothing outside and does not end the run.

use std::fs;
use std::net::TcpListener;

use crate::support::{Project, jdks, stderr};

#[test]
fn class_that_does_every_harm_gets_a_suite_and_does_none() {
    for jdk in jdks() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        listener.set_nonblocking(true).unwrap();
        let port = listener.local_addr().unwrap().port();
        let project = Project::of("vandal", &jdk, |folder, text| {
            text.replace("@VICTIM@", &folder.join("victim").display().to_string())
                .replace("@MARKER@", &folder.join("marker").display().to_string())
                .replace("@PORT@", &port.to_string())
        });
        let victim = project.path("victim");
        fs::write(&victim, "must stay").unwrap();
        let before = fs::metadata(&victim).unwrap().permissions();

        let (output, record) = project.generate(&["harm.Vandal", "--budget", "25s"]);

        assert!(output.status.success(), "{}", stderr(&output));
        assert_eq!(record["classes"][0]["status"], "ok");
        assert_eq!(fs::read_to_string(&victim).unwrap(), "must stay");
        assert_eq!(fs::metadata(&victim).unwrap().permissions(), before);
        assert!(!project.path("marker").exists(), "a process was started");
        assert!(!project.path("victim.moved").exists());
        assert!(listener.accept().is_err(), "a connection was made");
        let seconds = record["classes"][0]["seconds"]["total"].as_f64().unwrap();
        assert!(seconds > 0.0);
        let text = fs::read_to_string(project.path("evoke-tests/harm/VandalEvokeTest.java")).unwrap();
        for deadly in ["exit(", "halt()", "spin()", "recurse(", "hoard()", "hugeArray()"] {
            assert!(!text.contains(deadly), "{deadly} is in the suite:\n{text}");
        }
        assert!(text.contains("harmless("), "{text}");
    }
}

/// Statements of a search that is long enough for these classes, and takes as many on any machine.
const STATEMENTS: [&str; 2] = ["--budget-statements", "20000"];

#[test]
fn class_that_crashes_the_jvm_gets_a_suite_without_the_calls_that_do() {
    for jdk in jdks() {
        let project = Project::of("crash", &jdk, |_, text| text);

        let (output, record) = project.generate(&[&["crash.Memory"], &STATEMENTS[..]].concat());

        assert!(output.status.success(), "{}", stderr(&output));
        let restarts = record["classes"][0]["worker_restarts"].as_u64().unwrap();
        assert!((1..=4).contains(&restarts), "{restarts} restarts: {}", stderr(&output));
        assert!(stderr(&output).contains("the test it was running is set aside"), "{}", stderr(&output));
        let text = fs::read_to_string(project.path("evoke-tests/crash/MemoryEvokeTest.java")).unwrap();
        assert!(text.contains("isAddress(") && !text.contains("read("), "{text}");
    }
}

#[test]
fn class_whose_constructor_takes_more_steps_than_a_test_has_at_first_is_covered() {
    for jdk in jdks() {
        let project = Project::of("crash", &jdk, |_, text| text);

        let (output, record) = project.generate(&[&["crash.Table"], &STATEMENTS[..]].concat());

        assert!(output.status.success(), "{}", stderr(&output));
        let branches = &record["classes"][0]["goals"]["branch"];
        assert_eq!(branches["covered"], branches["total"], "{record}");
    }
}
