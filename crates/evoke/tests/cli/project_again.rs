//! A second run on a project that has changed since the first.

use std::fs;

use serde_json::Value;

use crate::project::{generate, names, shop};
use crate::support::{Project, jdks, stderr};

/// Opens what no search finds by itself.
const GATE_TEST: &str = "evoke-tests 1
class vault.Gate
test {
  v0 = new vault/Gate()V ()
  call vault/Gate.light()V on v0 ()
  v1 = string \"xyzzy\"
  v2 = call vault/Gate.accepts(Ljava/lang/String;)Z on v0 (v1)
}
";

const PRICING: [&str; 4] = ["--budget", "25s", "--module", "pricing"];
const SUITES: &str = "pricing/src/test/java/shop/pricing";

/// Replaces text in a source of the module `pricing`.
fn edit(project: &Project, class: &str, from: &str, to: &str) {
    let source = project.path(&format!("pricing/src/main/java/shop/pricing/{class}.java"));
    let text = fs::read_to_string(&source).unwrap();
    assert!(text.contains(from), "{text}");
    fs::write(&source, text.replace(from, to)).unwrap();
}

/// Branches that the suite of the only class covers.
fn covered(record: &Value) -> u64 {
    record["classes"][0]["goals"]["branch"]["covered"].as_u64().unwrap()
}

#[test]
fn class_that_changed_begins_with_the_tests_it_had() {
    let project = Project::of("vault", &jdks()[0], |_, text| text);
    fs::write(project.path("gate.tests"), GATE_TEST).unwrap();
    let run = ["--classes", "classes", "--out", "suites", "--include", "Gate", "--budget", "8s"];
    let (output, first) = generate(&project, &[&run[..], &["--start-from", "gate.tests"]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let source = project.path("sources/Gate.java");
    let text = fs::read_to_string(&source).unwrap();
    fs::write(&source, text.replace("int sum = 7;", "int sum = 7 + 0 * word.length();")).unwrap();
    project.compile(&[source]);
    let (output, second) = generate(&project, &run);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(!stderr(&output).contains("unchanged"), "{}", stderr(&output));
    assert_eq!(covered(&second), covered(&first));
    // Without them the gate stays shut.
    fs::remove_dir_all(project.path(".evoke")).unwrap();
    let (_, anew) = generate(&project, &run);
    assert!(covered(&anew) < covered(&first), "{anew}");
}

#[test]
fn suites_that_name_what_is_gone_are_told_apart_and_replaced() {
    let project = shop();
    generate(&project, &PRICING);
    edit(&project, "TaxTable", "int percent(", "int share(");
    let discount = project.path("pricing/src/main/java/shop/pricing/Discount.java");
    fs::remove_file(discount).unwrap();
    fs::remove_dir_all(project.path("orders/src/main/java")).unwrap();
    let (output, record) = generate(&project, &[&PRICING[..], &["--check-build"]].concat());
    let told = stderr(&output);
    assert_eq!(output.status.code(), Some(0), "{told}");
    assert!(told.contains("a suite of an earlier run is broken"), "{told}");
    assert_eq!(names(&record["classes"]), ["shop.pricing.Money", "shop.pricing.TaxTable"]);
    let changes = record["classes"][1]["changes"].as_array().unwrap();
    assert!(!changes.is_empty() && changes.iter().all(|change| change["kind"] == "gone"), "{record:#}");
    assert!(told.contains("changed: shop.pricing.TaxTable: "), "{told}");
    let suite = fs::read_to_string(project.path(&format!("{SUITES}/TaxTableEvokeTest.java"))).unwrap();
    assert!(suite.contains(".share(") && !suite.contains(".percent("), "{suite}");
    assert!(!project.path(&format!("{SUITES}/DiscountEvokeTest.java")).exists(), "{told}");
    // The tests that were there before can be compiled and run again, so that what is left to cover is known anew.
    let (output, _) = generate(&project, &PRICING);
    assert!(!stderr(&output).contains("broken"), "{}", stderr(&output));
    let (output, again) = generate(&project, &PRICING);
    assert!(stderr(&output).contains("2 classes unchanged"), "{}", stderr(&output));
    assert_eq!(names(&again["classes"]), names(&record["classes"]));
}

#[test]
fn suite_that_was_moved_is_not_written_again_even_if_its_class_changes() {
    let project = shop();
    let run = [&PRICING[..], &["--include", "TaxTable"]].concat();
    generate(&project, &run);
    let written = project.path(&format!("{SUITES}/TaxTableEvokeTest.java"));
    let moved = project.path("pricing/src/test/java/shop/TaxTableEvokeTest.java");
    let text = fs::read_to_string(&written).unwrap();
    fs::rename(&written, &moved).unwrap();
    edit(&project, "TaxTable", "return 27;", "return 25;");
    let (output, record) = generate(&project, &run);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(record["left_out"][0]["reason"].as_str().unwrap().contains("was removed or moved"), "{record}");
    assert!(!written.exists());
    assert_eq!(fs::read_to_string(&moved).unwrap(), text);
    let (_, record) = generate(&project, &[&run[..], &["--again"]].concat());
    assert_eq!(names(&record["classes"]), ["shop.pricing.TaxTable"]);
    assert!(written.is_file() && fs::read_to_string(&moved).unwrap() == text);
}
