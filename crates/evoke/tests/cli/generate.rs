//! `evoke generate` from command line to verified file, on every JDK under test.

use std::fs;

use crate::support::{Project, jdks, stderr};

fn untouched(_: &std::path::Path, text: String) -> String {
    text
}

#[test]
fn suite_is_written_verified_and_recorded() {
    for jdk in jdks() {
        let project = Project::of("shapes", &jdk, untouched);
        let (output, record) =
            project.generate(&["shapes.Basket", "--budget-statements", "60000", "--seed", "1"]);
        assert!(output.status.success(), "{}", stderr(&output));
        let class = &record["classes"][0];
        assert_eq!(record["schema"], "evoke.result/1");
        assert_eq!(class["status"], "ok");
        assert_eq!(class["file"], "evoke-tests/shapes/BasketEvokeTest.java");
        let branches = &class["goals"]["branch"];
        let (covered, total) = (branches["covered"].as_u64().unwrap(), branches["total"].as_u64().unwrap());
        assert!(covered * 10 >= total * 8, "{covered} of {total} branches: {:#}", class["uncovered"]);
        let text = fs::read_to_string(project.path("evoke-tests/shapes/BasketEvokeTest.java")).unwrap();
        assert!(text.contains("package shapes;"), "{text}");
        let again = "\n// evoke generate shapes.Basket --seed 1 --budget-statements 60000\n";
        assert!(text.contains(again), "{text}");
        assert_eq!(text.matches("@Test").count() as u64, class["tests"].as_u64().unwrap());
    }
}

#[test]
fn same_seed_and_statements_give_the_same_bytes() {
    for jdk in jdks() {
        let project = Project::of("shapes", &jdk, untouched);
        let mut texts = Vec::new();
        for out in ["first", "second"] {
            let arguments = ["shapes.Basket", "--budget-statements", "30000", "--seed", "7", "--out", out];
            let (output, _) = project.generate(&arguments);
            assert!(output.status.success(), "{}", stderr(&output));
            texts.push(fs::read_to_string(project.path(out).join("shapes/BasketEvokeTest.java")).unwrap());
        }
        assert_eq!(texts[0], texts[1]);
    }
}

#[test]
fn junit_4_suite_uses_junit_4_alone() {
    let project = Project::of("shapes", &jdks()[0], untouched);
    let (output, record) =
        project.generate(&["shapes.Circle", "--budget-statements", "5000", "--junit", "4"]);
    assert!(output.status.success(), "{}", stderr(&output));
    let text = fs::read_to_string(project.path(record["classes"][0]["file"].as_str().unwrap())).unwrap();
    assert!(text.contains("import org.junit.Test;"), "{text}");
    assert!(!text.contains("jupiter"), "{text}");
}

#[test]
fn class_with_nothing_to_call_is_reported_and_the_others_go_on() {
    let project = Project::of("shapes", &jdks()[0], untouched);
    let (output, record) =
        project.generate(&["shapes.Marker", "shapes.Circle", "--budget-statements", "3000"]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(record["classes"][0]["status"], "empty");
    assert!(record["classes"][0]["reason"].is_string());
    assert_eq!(record["classes"][1]["status"], "ok");
}

#[test]
fn file_of_the_user_is_never_overwritten() {
    let project = Project::of("shapes", &jdks()[0], untouched);
    let path = project.path("evoke-tests/shapes/CircleEvokeTest.java");
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(&path, "// mine").unwrap();
    let (output, record) = project.generate(&["shapes.Circle", "--budget-statements", "3000"]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(record["classes"][0]["status"], "failed");
    assert!(record["classes"][0]["reason"].as_str().unwrap().contains("not written by Evoke"));
    assert_eq!(fs::read_to_string(&path).unwrap(), "// mine");
}

#[test]
fn second_class_whose_suite_would_be_in_the_same_file_has_none_and_says_why() {
    let project = Project::of("shapes", &jdks()[0], untouched);
    let source = project.path("sources/Half.java");
    let text = "package shapes; public class Half { \
                public static class Circle { public int degrees() { return 180; } } } \
                class HalfCircle { public int halves() { return 1; } }";
    fs::write(&source, text).unwrap();
    project.compile(&[source]);
    let (output, record) =
        project.generate(&["shapes.Half$Circle", "shapes.HalfCircle", "--budget-statements", "1000"]);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    assert_eq!(record["classes"][0]["status"], "ok", "{record}");
    let reason = record["classes"][1]["reason"].as_str().unwrap();
    assert!(reason.starts_with("its suite would have the file of that of shapes.Half$Circle"), "{reason}");
    let suite = fs::read_to_string(project.path("evoke-tests/shapes/HalfCircleEvokeTest.java")).unwrap();
    assert!(suite.contains("degrees()"), "{suite}");
}

#[test]
fn what_depends_on_clock_chance_or_place_is_not_asserted_and_the_search_is_repeatable() {
    for jdk in jdks() {
        let project = Project::of("moody", &jdk, untouched);
        let mut texts = Vec::new();
        for out in ["first", "second"] {
            let arguments = ["moody.Moody", "--budget-statements", "30000", "--seed", "7", "--out", out];
            let (output, record) = project.generate(&arguments);
            assert!(output.status.success(), "{}", stderr(&output));
            assert_eq!(record["classes"][0]["dropped_tests"], 0);
            texts.push(fs::read_to_string(project.path(out).join("moody/MoodyEvokeTest.java")).unwrap());
        }
        assert_eq!(texts[0], texts[1]);
        let lines = texts[0].lines().filter(|line| !line.contains("import") && !line.is_empty());
        let lines: Vec<&str> = lines.collect();
        let says_an_end = |line: &str| line.contains("xception") || line.contains("assertDoesNotThrow");
        let is_of_result = |line: &str| line.contains("assert") && !says_an_end(line);
        for pair in lines.windows(2).filter(|pair| is_of_result(pair[1])) {
            // The one result that depends on nothing.
            assert!(pair.iter().any(|line| line.contains("twice(")), "{pair:?}\n{}", texts[0]);
        }
        assert!(texts[0].contains("twice("), "{}", texts[0]);
    }
}
