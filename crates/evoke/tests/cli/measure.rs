//! What suites cover and kill: of generated ones what was said when they were generated, of one by hand what can be told by hand.

use std::collections::BTreeMap;
use std::fs;

use evoke_junit::{JUnitVersion, locate_junit};
use serde_json::Value;

use crate::support::{Project, jdks, stderr};

/// A suite for the tree `gauge`. It never calls `half`, and one of its tests fails.
const SUITE: &str = r"package gauge;

IMPORTS

public class GaugeTest {
    @Test
    public void clampKeepsAndCuts() {
        assertEquals(5, Gauge.clamp(5));
        assertEquals(0, Gauge.clamp(-3));
    }

    @Test
    public void fills() {
        assertEquals(4, new Gauge().fill(4));
    }

    @Test
    public void drains() {
        assertEquals(0, Gauge.drain(2));
    }

    @Test
    public void eighths() {
        assertEquals(1, Gauge.eighth(8));
    }

    @Test
    public void refusesBadLuck() {
        try {
            new Gauge().fill(13);
            fail();
        } catch (IllegalStateException expected) {
        }
    }

    @Test
    public void fails() {
        Gauge.half(4);
        fail();
    }

    @SKIP
    @Test
    public void skipped() {
        Gauge.half(4);
    }
}
";

fn suite(version: u32) -> String {
    let (imports, skip) = match version {
        4 => {
            ("import static org.junit.Assert.*;\nimport org.junit.Ignore;\nimport org.junit.Test;", "Ignore")
        }
        _ => (
            "import static org.junit.jupiter.api.Assertions.*;\n\
             import org.junit.jupiter.api.Disabled;\nimport org.junit.jupiter.api.Test;",
            "Disabled",
        ),
    };
    SUITE.replace("IMPORTS", imports).replace("SKIP", skip)
}

/// The tree `gauge` with such a suite in `suite/GaugeTest.java`.
fn gauge(jdk: &evoke_classfile::Jdk, text: &str) -> Project {
    let project = Project::of("gauge", jdk, |_, text| text);
    fs::create_dir(project.path("suite")).unwrap();
    fs::write(project.path("suite/GaugeTest.java"), text).unwrap();
    project
}

/// What `--json` prints.
fn record(project: &Project, arguments: &[&str]) -> Value {
    let mut all = arguments.to_vec();
    all.extend(["--classpath", "classes", "--json"]);
    let output = project.evoke(&all);
    serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|_| panic!("{arguments:?}: no result; stderr:\n{}", stderr(&output)))
}

fn counts(subject: &Value) -> BTreeMap<String, (u64, u64)> {
    let counts = subject.as_object().unwrap().iter();
    counts
        .map(|(criterion, count)| {
            (criterion.clone(), (count["covered"].as_u64().unwrap(), count["total"].as_u64().unwrap()))
        })
        .collect()
}

#[test]
fn generated_suite_covers_what_its_record_says() {
    for jdk in jdks() {
        for version in ["5", "4"] {
            let project = Project::of("shapes", &jdk, |_, text| text);
            let class = "shapes.Basket";
            let budget = ["--budget-statements", "30000", "--seed", "1", "--junit", version];
            let (output, generated) = project.generate(&[&[class][..], &budget].concat());
            assert!(output.status.success(), "{}", stderr(&output));
            let arguments = ["measure", "evoke-tests", "--class", class, "--criteria", "branch,line"];
            let measured = record(&project, &arguments);
            let said = counts(&generated["classes"][0]["goals"]);
            assert_eq!(counts(&measured["subjects"][0]["criteria"]), said, "JUnit {version}");
            assert_eq!(measured["schema"], "evoke.measure/1");
            let n_tests = measured["tests"].as_array().unwrap().len() as u64;
            assert_eq!(generated["classes"][0]["tests"].as_u64().unwrap(), n_tests);
        }
    }
}

#[test]
fn suite_by_hand_covers_what_can_be_told_by_hand() {
    for jdk in jdks() {
        for version in [4, 5] {
            let project = gauge(&jdk, &suite(version));
            let arguments =
                ["measure", "suite", "--class", "gauge.Gauge", "--criteria", "branch,line,method"];
            let measured = record(&project, &arguments);
            // `half` is covered by a test that fails.
            let expected = [("branch", (11, 11)), ("line", (16, 16)), ("method", (8, 8))];
            let expected = expected.map(|(criterion, count)| (criterion.to_owned(), count)).into();
            let subject = &measured["subjects"][0];
            assert_eq!(counts(&subject["criteria"]), expected, "JUnit {version}: {subject:#}");
            let mut results: Vec<(&str, &str)> = measured["tests"]
                .as_array()
                .unwrap()
                .iter()
                .map(|test| (test["test"].as_str().unwrap(), test["result"].as_str().unwrap()))
                .collect();
            results.sort_unstable();
            let expected = [
                ("clampKeepsAndCuts", "passed"),
                ("drains", "passed"),
                ("eighths", "passed"),
                ("fails", "failed"),
                ("fills", "passed"),
                ("refusesBadLuck", "passed"),
                ("skipped", "skipped"),
            ];
            assert_eq!(results, expected);
            let of_half = goal(subject, "line", "Gauge.java:26");
            let names: Vec<&str> = covering(&measured, of_half);
            assert_eq!(names, ["fails"], "each goal knows its tests");
        }
    }
}

/// Tests that take the thread's class loader away, which whoever runs the next one needs.
const CAPTURING_SUITE: &str = "package gauge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import org.junit.jupiter.api.Test;

class GaugeTest {
    @Test
    void clampKeeps() {
        assertEquals(5, Gauge.clamp(5));
        Thread.currentThread().setContextClassLoader(null);
    }

    @Test
    void clampCuts() {
        assertEquals(0, Gauge.clamp(-3));
        Thread.currentThread().setContextClassLoader(null);
    }
}
";

#[test]
fn test_that_sets_another_context_class_loader_harms_no_other() {
    for jdk in jdks() {
        let project = gauge(&jdk, CAPTURING_SUITE);
        let measured = record(&project, &["measure", "suite", "--class", "gauge.Gauge"]);
        let results =
            measured["tests"].as_array().unwrap().iter().map(|test| test["result"].as_str().unwrap());
        assert_eq!(results.collect::<Vec<_>>(), ["passed", "passed"]);
    }
}

#[test]
fn criteria_about_calls_count_what_the_suite_itself_calls() {
    for jdk in jdks() {
        for version in [4, 5] {
            let project = gauge(&jdk, &suite(version));
            let measured = record(&project, &["measure", "suite", "--class", "gauge.Gauge"]);
            let subject = &measured["subjects"][0];
            let counts = counts(&subject["criteria"]);
            // All branches of the public methods and of the constructor but that of `quarter`, which no test calls itself.
            assert_eq!(counts["direct-branch"], (8, 9), "JUnit {version}");
            assert_eq!(counts["top-level-method"], (6, 7));
            assert_eq!(counts["no-exception-top-level-method"], (6, 7));
            // Of the three signs: zero and a positive number for `clamp`, one for all others but `quarter`.
            assert_eq!(counts["output"], (6, 18), "{subject:#}");
            assert_eq!(counts["input"], (6, 18));
            assert_eq!(counts["exception"], (1, 1));
            let exception = "Gauge.fill(int) throws java.lang.IllegalStateException (explicit)";
            assert_eq!(covering(&measured, goal(subject, "exception", exception)), ["refusesBadLuck"]);
            assert_eq!(goal(subject, "input", "Gauge.clamp(int) given zero as argument 1")["covered"], false);
            let quarter = goal(subject, "top-level-method", "Gauge.quarter(int) called");
            assert_eq!(quarter["covered"], false);
        }
    }
}

#[test]
fn generated_suite_calls_at_least_what_its_record_says() {
    let project = Project::of("shapes", &jdks()[0], |_, text| text);
    let class = "shapes.Circle";
    let criteria =
        ["--criteria", "top-level-method,no-exception-top-level-method,direct-branch,output,exception"];
    let arguments = [&[class, "--budget-statements", "20000", "--seed", "1"][..], &criteria].concat();
    let (output, generated) = project.generate(&arguments);
    assert!(output.status.success(), "{}", stderr(&output));
    let measured = record(&project, &[&["measure", "evoke-tests", "--class", class][..], &criteria].concat());
    let said = counts(&generated["classes"][0]["goals"]);
    let counts = counts(&measured["subjects"][0]["criteria"]);
    assert_eq!(counts.keys().collect::<Vec<_>>(), said.keys().collect::<Vec<_>>());
    for (criterion, (covered, total)) in counts {
        // What a test asserts calls more than what it is for.
        assert!(covered >= said[&criterion].0, "{criterion}: {covered} of {said:?}");
        assert!(criterion == "exception" || total == said[&criterion].1, "{criterion}: {total} of {said:?}");
    }
}

fn goal<'a>(subject: &'a Value, criterion: &str, name: &str) -> &'a Value {
    let mut goals = subject["goals"].as_array().unwrap().iter();
    goals.find(|goal| goal["criterion"] == criterion && goal["goal"] == name).unwrap()
}

fn covering<'a>(measured: &'a Value, goal: &Value) -> Vec<&'a str> {
    let positions = goal["tests"].as_array().unwrap().iter();
    positions
        .map(|position| measured["tests"][position.as_u64().unwrap() as usize]["test"].as_str().unwrap())
        .collect()
}

/// The mutants of a method, as `line: change` by fate.
fn fates(subject: &Value, method: &str) -> BTreeMap<String, Vec<String>> {
    let mut fates: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for mutant in subject["mutation"]["mutants"].as_array().unwrap() {
        if mutant["method"] == method {
            let text =
                format!("{} {}", mutant["place"].as_str().unwrap(), mutant["change"].as_str().unwrap());
            fates.entry(mutant["fate"].as_str().unwrap().to_owned()).or_default().push(text);
        }
    }
    fates
}

#[test]
fn suite_by_hand_kills_what_can_be_told_by_hand() {
    for jdk in jdks() {
        for version in [4, 5] {
            let project = gauge(&jdk, &suite(version));
            let measured = record(&project, &["mutate", "gauge.Gauge", "--tests", "suite"]);
            assert_eq!(measured["schema"], "evoke.mutate/1");
            let subject = &measured["subjects"][0];
            let of_clamp = fates(subject, "Gauge.clamp(int)");
            // 5 and -3 are as far from 0 after a step; 0 itself is never given.
            let survived = ["line 7 variable incremented", "line 7 variable decremented"];
            assert_eq!(of_clamp["survived"], survived, "JUnit {version}");
            assert_eq!(of_clamp["not-infected"], ["line 7 >= becomes >"]);
            assert_eq!(of_clamp["killed"].len(), 11, "{of_clamp:#?}");
            // Only a test that fails by itself calls it.
            assert_eq!(fates(subject, "Gauge.half(int)").keys().collect::<Vec<_>>(), ["not-covered"]);
            // A call that is left out is noticed, and what does not end.
            let of_fill = fates(subject, "Gauge.fill(int)");
            assert!(of_fill["killed"].contains(&"line 14 call deleted".to_owned()), "{of_fill:#?}");
            let mutants = subject["mutation"]["mutants"].as_array().unwrap();
            let endless =
                mutants.iter().find(|it| it["place"] == "line 31" && it["change"] == "- becomes +").unwrap();
            assert_eq!(endless["fate"], "killed", "{endless:#}");
            assert_eq!(measured["tests"][endless["killed_by"].as_u64().unwrap() as usize]["test"], "drains");
        }
    }
}

/// What comes before and after a test is part of it, whether JUnit runs it on mutants or, where there is nothing else to it, not.
#[test]
fn mutants_are_noticed_the_same_whoever_runs_the_test() {
    const SUITE: &str = r"package gauge;

import org.junit.jupiter.api.*;

class FixtureTest PARENT {
    private Gauge gauge;
    private int level;

    @BeforeEach
    void fillUp() {
        gauge = new Gauge();
        level = gauge.fill(4);
    }

    @Test
    void isFull() {
        Assertions.assertNotNull(gauge);
    }

    @Test
    void clamps() {
        Assumptions.assumeTrue(Gauge.clamp(3) == 3);
        Assertions.assertEquals(0, Gauge.clamp(-3));
    }

    @AfterEach
    void hasLevel() {
        Assertions.assertEquals(4, level);
    }
}
";
    let fates_with = |parent: &str| {
        let project = gauge(&jdks()[0], &suite(5));
        let text = SUITE.replace("PARENT", parent);
        fs::write(project.path("suite/FixtureTest.java"), text).unwrap();
        fs::write(project.path("suite/Parent.java"), "package gauge;\n\nabstract class Parent {}\n").unwrap();
        fs::remove_file(project.path("suite/GaugeTest.java")).unwrap();
        let measured = record(&project, &["mutate", "gauge.Gauge", "--tests", "suite"]);
        let of = |method: &str| fates(&measured["subjects"][0], method);
        (of("Gauge.fill(int)"), of("Gauge.add(int)"), of("Gauge.clamp(int)"))
    };
    let plain = fates_with("");
    // The fixture notices these.
    assert!(plain.0["killed"].contains(&"line 14 call deleted".to_owned()), "{plain:#?}");
    // An assumption that does not hold notices nothing, what is expected does.
    assert!(!plain.2["survived"].is_empty() && !plain.2["killed"].is_empty(), "{plain:#?}");
    assert_eq!(plain, fates_with("extends Parent"));
}

#[test]
fn what_a_mutant_does_to_static_state_is_put_down_to_no_other() {
    let project = gauge(&jdks()[0], &suite(5));
    let text = "package gauge;\n\nimport org.junit.jupiter.api.*;\n\nclass TillTest {\n    \
                @Test void enters() { Assertions.assertEquals(1, Till.enter()); }\n}\n";
    fs::write(project.path("suite/TillTest.java"), text).unwrap();
    let measured = record(&project, &["mutate", "gauge.Till", "--tests", "suite/TillTest.java"]);
    let fates = fates(&measured["subjects"][0], "Till.enter()");
    // Each of those on line 10 lets the next run find something else than 0, and none of those on line 11 is seen by any.
    let mut survived = fates["survived"].clone();
    survived.retain(|mutant| mutant.starts_with("line 10") || mutant.starts_with("line 11"));
    let expected = [
        "line 10 constant becomes 1",
        "line 10 constant becomes -1",
        "line 10 field write deleted",
        "line 11 constant becomes empty",
        "line 11 constant becomes another string",
        "line 11 field write deleted",
    ];
    assert_eq!(survived, expected, "{fates:#?}");
}

#[test]
fn suite_of_a_pair_covers_the_coupled_branches_that_its_record_says() {
    for jdk in jdks() {
        let project = Project::of("pairs", &jdk, |_, text| text);
        for (caller, callee) in [("Person", "Car"), ("Person", "GreenPerson"), ("GreenPerson", "Person")] {
            let out = format!("{caller}{callee}");
            let mut arguments = vec!["integrate", caller, callee, "--classpath", "classes", "--out", &out];
            arguments.extend(["--budget-statements", "20000", "--seed", "1", "--json", "result.json"]);
            let output = project.evoke(&arguments);
            assert!(output.status.success(), "{}", stderr(&output));
            let text = fs::read_to_string(project.path("result.json")).unwrap();
            let integrated: Value = serde_json::from_str(&text).unwrap();
            let measured = record(&project, &["measure", &out, "--pair", caller, callee]);
            let subject = &measured["subjects"][0];
            assert_eq!(counts(&subject["criteria"]), counts(&integrated["classes"][0]["goals"]), "{out}");
            assert_eq!((&subject["class"], &subject["callee"]), (&caller.into(), &callee.into()));
        }
    }
}

#[test]
fn pair_is_measured_on_the_mutants_of_the_callee() {
    let project = Project::of("pairs", &jdks()[0], |_, text| text);
    let arguments = ["integrate", "Person", "Car", "--classpath", "classes", "--budget-statements", "20000"];
    assert!(project.evoke(&arguments).status.success());
    let measured = record(&project, &["measure", "evoke-tests", "--pair", "Person", "Car", "--mutants"]);
    let mutants = measured["subjects"][0]["mutation"]["mutants"].as_array().unwrap();
    assert!(!mutants.is_empty());
    assert!(
        mutants.iter().all(|mutant| mutant["method"].as_str().unwrap().starts_with("Car")),
        "{mutants:#?}"
    );
}

#[test]
fn compiled_tests_are_measured_as_their_sources_are() {
    let jdk = &jdks()[0];
    let project = gauge(jdk, &suite(5));
    let arguments = ["--class", "gauge.Gauge", "--criteria", "branch"];
    let sources = record(&project, &[&["measure", "suite"][..], &arguments].concat());
    let class_path = [vec![project.path("classes")], locate_junit(JUnitVersion::V5, &[]).unwrap()].concat();
    let status = std::process::Command::new(jdk.home.join("bin/javac"))
        .args(["-nowarn", "-cp"])
        .arg(std::env::join_paths(class_path).unwrap())
        .arg("-d")
        .arg(project.path("compiled"))
        .arg(project.path("suite/GaugeTest.java"))
        .status()
        .unwrap();
    assert!(status.success());
    let compiled = record(&project, &[&["measure", "compiled"][..], &arguments].concat());
    assert_eq!(sources, compiled);
}

#[test]
fn what_a_suite_cannot_be_measured_for_is_told_in_a_line_with_a_hint() {
    let project = gauge(&jdks()[0], &suite(5));
    let check = |arguments: &[&str], code: i32, words: &str| {
        let mut all = arguments.to_vec();
        all.extend(["--classpath", "classes"]);
        let output = project.evoke(&all);
        let text = stderr(&output);
        assert_eq!(output.status.code(), Some(code), "{arguments:?}:\n{text}");
        assert_eq!(text.lines().count(), 2, "{arguments:?}:\n{text}");
        assert!(text.starts_with("error: ") && text.contains("\nhint: "), "{arguments:?}:\n{text}");
        assert!(text.contains(words), "{arguments:?}:\n{text}");
    };
    check(&["measure", "suite", "--class", "gauge.Gouge"], 2, "did you mean gauge.Gauge?");
    check(&["measure", "suite", "--class", "java.util.ArrayList"], 2, "part of the JDK");
    check(&["measure", "suite", "--pair", "gauge.Gauge", "gauge.Gauge"], 2, "hint");
    check(&["measure", "suite", "--class", "gauge.Gauge", "--criteria", "coupled-branch"], 2, "two classes");
    check(
        &["measure", "suite", "--class", "gauge.Gauge", "--criteria", "strong-mutation"],
        2,
        "runs on mutants",
    );
    check(&["measure", "none", "--class", "gauge.Gauge"], 2, "cannot read `none`");
    check(&["mutate", "gauge.Gauge", "--tests", "sources"], 2, "no JUnit test");
    fs::write(project.path("suite/GaugeTest.java"), suite(5).replace("Gauge.half(4);", "Gauge.third(4);"))
        .unwrap();
    check(&["mutate", "gauge.Gauge", "--tests", "suite"], 2, "GaugeTest.java:");
}
