//! `evoke generate` in a project that has tests of its own: what these cover is not covered again.

use std::fs;
use std::process::Output;

use serde_json::Value;

use crate::support::{Project, jdks, stderr};

/// Covers all of `TaxTable`.
const TAX_TABLE_TEST: &str = r#"package shop.pricing;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class TaxTableTest {
    private final TaxTable table = new TaxTable();

    @Test
    void knowsCountries() {
        assertEquals(19, table.percent("DE"));
        assertEquals(20, table.percent("FR"));
        assertEquals(27, table.percent("HU"));
        assertEquals(0, table.percent("XY"));
        assertEquals(-1, table.percent("none"));
    }
}
"#;

const TEST_FOLDER: &str = "pricing/src/test/java/shop/pricing";

fn generate(project: &Project, arguments: &[&str]) -> (Output, Value) {
    let all = ["generate", "--json", "result.json", "--module", "pricing", "--budget", "30s"];
    let output = project.evoke(&[&all[..], arguments].concat());
    let text = fs::read_to_string(project.path("result.json"))
        .unwrap_or_else(|_| panic!("no result; stderr:\n{}", stderr(&output)));
    (output, serde_json::from_str(&text).unwrap())
}

fn class<'r>(record: &'r Value, name: &str) -> &'r Value {
    let classes = record["classes"].as_array().unwrap();
    classes.iter().find(|class| class["class"] == name).unwrap_or_else(|| panic!("no {name} in {record:#}"))
}

#[test]
fn what_the_tests_of_a_project_cover_is_not_covered_again() {
    let project = Project::copy_of("shop", &jdks()[0]);
    fs::write(project.path(&format!("{TEST_FOLDER}/TaxTableTest.java")), TAX_TABLE_TEST).unwrap();
    let (output, record) = generate(&project, &[]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let told = stderr(&output);
    assert!(told.contains("module pricing: existing tests cover "), "{told}");
    assert!(told.contains("existing tests cover all there is to cover in 1 class"), "{told}");
    let table = class(&record, "shop.pricing.TaxTable");
    assert_eq!((&table["status"], &table["file"]), (&Value::from("ok"), &Value::Null), "{table:#}");
    assert_eq!(table["goals"]["branch"]["covered"], table["goals"]["branch"]["total"]);
    assert!(!project.path(&format!("{TEST_FOLDER}/TaxTableEvokeTest.java")).exists());
    let money = class(&record, "shop.pricing.Money");
    assert_eq!(money["existing"]["goals"]["branch"]["covered"], 2, "{money:#}");
    assert!(money["existing"]["added"]["branch"].as_u64().unwrap() > 2, "{money:#}");
    assert!(class(&record, "shop.pricing.Discount")["existing"].is_null());
    let table = String::from_utf8(output.stdout).unwrap();
    assert!(table.contains("before"), "{table}");

    // The suites that were written are none of the user's tests, and nothing else has changed.
    let (output, again) = generate(&project, &[]);
    let told = stderr(&output);
    assert!(told.contains("(as in the last run)") && told.contains("2 classes unchanged"), "{told}");
    assert_eq!(record["classes"], again["classes"]);

    // Without the test of all countries there is something left.
    fs::remove_file(project.path(&format!("{TEST_FOLDER}/TaxTableTest.java"))).unwrap();
    let (output, without) = generate(&project, &["--ignore-existing"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(class(&without, "shop.pricing.TaxTable")["existing"].is_null());
    assert!(project.path(&format!("{TEST_FOLDER}/TaxTableEvokeTest.java")).is_file());
}
