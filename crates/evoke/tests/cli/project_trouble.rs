//! What keeps a run on a project from what it is to do: each told in a line, with the documented exit code and nothing half written.

use std::fs;
use std::os::unix::fs::symlink;

use crate::project::{generate, names, refused, shop};
use crate::support::{Project, jdks, stderr};

const SHAPES: [&str; 9] =
    ["generate", "--classes", "classes", "--out", "suites", "--budget", "40s", "--include", "{Circle,Shape}"];

fn shapes() -> Project {
    Project::of("shapes", &jdks()[0], |_, text| text)
}

#[test]
fn classes_newer_than_the_jdk_are_refused_with_both_releases() {
    let project = shapes();
    let path = project.path("classes/shapes/Circle.class");
    let mut bytes = fs::read(&path).unwrap();
    bytes[7] = 69;
    fs::write(&path, bytes).unwrap();
    let jdk = &jdks()[0];
    if jdk.feature < 25 {
        let home = jdk.home.display().to_string();
        let run = [&SHAPES[..], &["--java-home", &home]].concat();
        refused(&project, &run, 3, &["Java 25", &format!("newest JDK found is Java {}", jdk.feature)]);
        assert!(!project.path("suites").exists());
    }
}

#[test]
fn tests_that_fail_as_they_are_count_for_nothing_and_are_told() {
    let project = shop();
    let test = "package shop.pricing;\n\nimport static org.junit.jupiter.api.Assertions.assertEquals;\n\n\
        import org.junit.jupiter.api.Test;\n\nclass TaxTableTest {\n    @Test\n    void knowsGermany() {\n        \
        assertEquals(16, new TaxTable().percent(\"DE\"));\n    }\n}\n";
    fs::write(project.path("pricing/src/test/java/shop/pricing/TaxTableTest.java"), test).unwrap();
    let run = ["--budget", "60s", "--include", "TaxTable", "--check-build", "--json", "result.json"];
    let output = project.evoke(&[&["generate"], &run[..]].concat());
    let told = stderr(&output);
    assert_eq!(output.status.code(), Some(1), "{told}");
    let warning = "warning: module pricing: 1 of 2 existing tests do not pass as they are; the first is shop.pricing.TaxTableTest.knowsGermany";
    assert!(told.contains(warning), "{told}");
    // The suite is there, and the build of the project fails for the test that has always failed.
    assert!(project.path("pricing/src/test/java/shop/pricing/TaxTableEvokeTest.java").is_file());
    assert!(told.contains("error: the build failed: ") && told.contains("hint: "), "{told}");
}

#[test]
fn classes_of_one_name_in_two_modules_have_a_suite_each() {
    let project = shop();
    for (module, value) in [("pricing", 1), ("orders", 2)] {
        let folder = project.path(&format!("{module}/src/main/java/shop/common"));
        fs::create_dir_all(&folder).unwrap();
        let text = format!(
            "package shop.common;\n\npublic class Twin {{\n    public int of{module}(int a) {{\n        return a + {value};\n    }}\n}}\n"
        );
        fs::write(folder.join("Twin.java"), text).unwrap();
    }
    let run = ["--budget", "60s", "--include", "Twin"];
    let (output, record) = generate(&project, &run);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let modules: Vec<&str> =
        record["classes"].as_array().unwrap().iter().map(|class| class["module"].as_str().unwrap()).collect();
    assert_eq!(modules, ["orders", "pricing"]);
    for (position, module) in modules.iter().enumerate() {
        let class = &record["classes"][position];
        assert_eq!(class["source"], format!("{module}/src/main/java/shop/common/Twin.java"));
        let suite = project.path(&format!("{module}/src/test/java/shop/common/TwinEvokeTest.java"));
        assert!(fs::read_to_string(suite).unwrap().contains(&format!("of{module}(")));
    }
    // In one folder there is room for one.
    let (output, record) = generate(&project, &[&run[..], &["--out", "suites"]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert_eq!(names(&record["classes"]), ["shop.common.Twin"]);
    let reason = record["left_out"][0]["reason"].as_str().unwrap();
    assert!(reason.contains("has its suite there"), "{reason}");
}

#[test]
fn folder_of_tests_that_is_below_a_file_is_refused_before_the_search() {
    let project = shop();
    fs::write(project.path("orders/src/test"), "mine").unwrap();
    refused(&project, &["generate", "--module", "orders"], 2, &["orders/src/test` is not a folder"]);
    assert_eq!(fs::read_to_string(project.path("orders/src/test")).unwrap(), "mine");
}

#[test]
fn suite_that_cannot_be_written_ends_the_run_and_what_was_found_is_kept() {
    let project = shapes();
    fs::create_dir(project.path("suites")).unwrap();
    // Nothing is in the way of the suites, but there can be no folder.
    symlink("nowhere", project.path("suites/shapes")).unwrap();
    let run = [&SHAPES[..], &["--json", "result.json", "--jobs", "1"]].concat();
    refused(&project, &run, 3, &["cannot write `", "EvokeTest.java`"]);
    let record = fs::read_to_string(project.path("result.json")).unwrap();
    let record: serde_json::Value = serde_json::from_str(&record).unwrap();
    for class in record["classes"].as_array().unwrap() {
        assert_eq!(
            (&class["status"], &class["file"]),
            (&"failed".into(), &serde_json::Value::Null),
            "{class}"
        );
    }
    fs::remove_file(project.path("suites/shapes")).unwrap();
    let output = project.evoke(&run);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
}

#[test]
fn record_that_finds_no_room_is_told_with_the_suites_in_place() {
    let project = shapes();
    let run = [&SHAPES[..], &["--json", "/dev/full"]].concat();
    refused(&project, &run, 3, &["cannot write `/dev/full`: No space left on device"]);
    assert!(project.path("suites/shapes/CircleEvokeTest.java").is_file());
}
