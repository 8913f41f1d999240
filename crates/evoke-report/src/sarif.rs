//! A run in the form that code scanning reads, SARIF 2.1.0: a result for each goal that is left, at its line where the source is known,
//! and for each test of an earlier run that says what is no longer so.

use std::fmt::Write as _;

use serde_json::{Value, json};

use crate::change_record::{ChangeKind, ChangeRecord};
use crate::goal_place::GoalPlace;
use crate::record::{ClassRecord, RecordError, RunRecord, Status, UncoveredGoalRecord};

/// Where the schema is, which readers go by.
const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";
/// What relative paths are relative to.
const ROOT: &str = "%SRCROOT%";

/// What a result says.
#[derive(Clone, Copy)]
enum Rule {
    Uncovered,
    WithoutSuite,
    ChangedBehaviour,
    Gone,
}

impl Rule {
    const ALL: [Self; 4] = [Self::Uncovered, Self::WithoutSuite, Self::ChangedBehaviour, Self::Gone];

    fn id(self) -> &'static str {
        match self {
            Self::Uncovered => "uncovered-goal",
            Self::WithoutSuite => "class-without-suite",
            Self::ChangedBehaviour => "changed-behaviour",
            Self::Gone => "test-does-not-compile",
        }
    }

    fn level(self) -> &'static str {
        match self {
            Self::Uncovered => "note",
            Self::WithoutSuite | Self::ChangedBehaviour | Self::Gone => "warning",
        }
    }

    fn description(self) -> &'static str {
        match self {
            Self::Uncovered => "No generated test covers this.",
            Self::WithoutSuite => "The class has no generated suite.",
            Self::ChangedBehaviour => "A test that was generated earlier expects something else.",
            Self::Gone => "A test that was generated earlier names what is gone.",
        }
    }
}

impl RunRecord {
    /// The run as one SARIF log. Paths are relative to the folder of the project, as far as they are in the record.
    pub fn to_sarif(&self) -> Result<String, RecordError> {
        let rules: Vec<Value> = Rule::ALL.into_iter().map(descriptor).collect();
        let results: Vec<Value> = self.classes.iter().flat_map(of_class).collect();
        let log = json!({
            "$schema": SCHEMA,
            "version": "2.1.0",
            "runs": [{
                "tool": {"driver": {"name": "Evoke", "version": self.version, "rules": rules}},
                "columnKind": "utf16CodeUnits",
                "results": results,
            }],
        });
        let mut text = serde_json::to_string_pretty(&log).map_err(RecordError::Write)?;
        text.push('\n');
        Ok(text)
    }
}

fn descriptor(rule: Rule) -> Value {
    json!({
        "id": rule.id(),
        "shortDescription": {"text": rule.description()},
        "defaultConfiguration": {"level": rule.level()},
    })
}

/// The results of a class: those of the whole, then of its goals, then of its old tests.
fn of_class(class: &ClassRecord) -> Vec<Value> {
    let mut results = Vec::new();
    if let (Status::Failed, Some(reason)) = (class.status, &class.reason) {
        results.push(result(Rule::WithoutSuite, reason, &location(class, class.source.as_deref(), None)));
    }
    results.extend(class.uncovered.iter().map(|goal| uncovered(class, goal)));
    results.extend(class.changes.iter().map(|change| changed(class, change)));
    results
}

fn uncovered(class: &ClassRecord, left: &UncoveredGoalRecord) -> Value {
    let text = match &left.reason {
        Some(reason) => format!("{} is not covered: {reason}", left.goal),
        None => format!("{} is not covered", left.goal),
    };
    let place = GoalPlace::of(&left.goal);
    // What is inherited may be in another file.
    let source = class.source.as_deref().filter(|path| place.is_none_or(|place| place.is_in(path)));
    result(Rule::Uncovered, &text, &location(class, source, place.map(|place| place.line)))
}

fn changed(class: &ClassRecord, change: &ChangeRecord) -> Value {
    let rule = match change.kind {
        ChangeKind::Behaviour => Rule::ChangedBehaviour,
        ChangeKind::Gone => Rule::Gone,
    };
    let line = change.line.as_deref().map(|line| format!(" in `{}`", line.trim())).unwrap_or_default();
    let text = format!("{}{line}: {change}", change.test);
    result(rule, &text, &location(class, class.source.as_deref(), None))
}

fn result(rule: Rule, text: &str, location: &Value) -> Value {
    json!({
        "ruleId": rule.id(),
        "level": rule.level(),
        "message": {"text": text},
        "locations": [location],
    })
}

/// The class, and where in its source; the first line where no other is known.
fn location(class: &ClassRecord, source: Option<&str>, line: Option<u32>) -> Value {
    let logical = json!([{"fullyQualifiedName": class.class, "kind": "type"}]);
    match source {
        Some(path) => json!({
            "physicalLocation": {
                "artifactLocation": artifact(path),
                "region": {"startLine": line.unwrap_or(1).max(1)},
            },
            "logicalLocations": logical,
        }),
        None => json!({"logicalLocations": logical}),
    }
}

fn artifact(path: &str) -> Value {
    let uri = encoded(path);
    if path.starts_with('/') {
        json!({"uri": format!("file://{uri}")})
    } else {
        json!({"uri": uri, "uriBaseId": ROOT})
    }
}

/// The path as part of a URI (RFC 3986).
fn encoded(path: &str) -> String {
    let mut uri = String::new();
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            uri.push(char::from(byte));
        } else {
            // Writing to a string never fails.
            let _ = write!(uri, "%{byte:02X}");
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order() -> ClassRecord {
        let left = |goal: &str| UncoveredGoalRecord {
            goal: goal.to_owned(),
            reason: Some("its condition was never reached".to_owned()),
        };
        ClassRecord {
            source: Some("orders/src/main/java/shop/My Order.java".to_owned()),
            uncovered: vec![left("My Order.java:42 true branch of a < b"), left("Order()")],
            changes: vec![ChangeRecord {
                test: "adds".to_owned(),
                kind: ChangeKind::Behaviour,
                expected: Some("3".to_owned()),
                now: Some("4".to_owned()),
                message: "expected: <3> but was: <4>".to_owned(),
                line: Some("  assertEquals(3, order.sum());".to_owned()),
            }],
            ..ClassRecord::new("shop.Order", Status::Ok)
        }
    }

    fn log(class: ClassRecord) -> Value {
        serde_json::from_str(&RunRecord::new("0.1.0", vec![class]).to_sarif().unwrap()).unwrap()
    }

    #[test]
    fn goal_is_at_its_line_and_change_says_what_was_expected() {
        let log = log(order());
        let results = log["runs"][0]["results"].as_array().unwrap();
        assert_eq!(results.len(), 3);
        let place = &results[0]["locations"][0]["physicalLocation"];
        assert_eq!(place["region"]["startLine"], 42);
        assert_eq!(place["artifactLocation"]["uri"], "orders/src/main/java/shop/My%20Order.java");
        assert_eq!(place["artifactLocation"]["uriBaseId"], ROOT);
        assert_eq!(results[2]["ruleId"], "changed-behaviour");
        assert_eq!(
            results[2]["message"]["text"],
            "adds in `assertEquals(3, order.sum());`: expected 3, now 4"
        );
    }

    #[test]
    fn what_has_no_source_is_told_of_the_class() {
        let log = log(ClassRecord { source: None, ..order() });
        let location = &log["runs"][0]["results"][0]["locations"][0];
        assert!(location.get("physicalLocation").is_none());
        assert_eq!(location["logicalLocations"][0]["fullyQualifiedName"], "shop.Order");
    }

    #[test]
    fn every_result_has_what_the_schema_asks_for_and_a_rule_that_the_tool_describes() {
        let failed = ClassRecord::without_suite("shop.Line", Status::Failed, "no time");
        let text = RunRecord::new("0.1.0", vec![order(), failed]).to_sarif().unwrap();
        let log: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(log["version"], "2.1.0");
        let run = &log["runs"][0];
        let rules = run["tool"]["driver"]["rules"].as_array().unwrap();
        let results = run["results"].as_array().unwrap();
        assert_eq!(results.len(), 4);
        for result in results {
            assert!(rules.iter().any(|rule| rule["id"] == result["ruleId"]), "{result}");
            assert!(result["message"]["text"].is_string(), "{result}");
        }
    }
}
