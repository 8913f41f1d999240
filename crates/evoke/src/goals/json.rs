//! Goals as one JSON object, `evoke.goals/1`. Within a schema version fields are only added.

use std::collections::BTreeMap;

use anyhow::{Context, Result};
use evoke_analysis::Goal;
use evoke_search::SearchConfig;
use serde::Serialize;

use super::class_goals::ClassGoals;

const SCHEMA: &str = "evoke.goals/1";

#[derive(Serialize)]
struct GoalsRecord {
    schema: &'static str,
    version: &'static str,
    algorithm: &'static str,
    goal_selection: &'static str,
    classes: Vec<ClassRecord>,
}

#[derive(Serialize)]
struct ClassRecord {
    class: String,
    /// By criterion.
    goals: BTreeMap<&'static str, Vec<GoalRecord>>,
}

#[derive(Serialize)]
struct GoalRecord {
    name: String,
    method: String,
    /// Whether it guides the search.
    guides: bool,
    /// Outcomes of which one has to come first; none where entering the method is enough.
    after: Vec<String>,
}

/// Writes the goals of classes.
pub(super) fn write(classes: &[ClassGoals], config: &SearchConfig) -> Result<String> {
    let record = GoalsRecord {
        schema: SCHEMA,
        version: env!("CARGO_PKG_VERSION"),
        algorithm: config.algorithm.name(),
        goal_selection: config.goal_selection.name(),
        classes: classes.iter().map(class_record).collect(),
    };
    let mut text = serde_json::to_string_pretty(&record).context("write the goals as JSON")?;
    text.push('\n');
    Ok(text)
}

fn class_record(class: &ClassGoals) -> ClassRecord {
    let criteria = class.class.criteria.iter();
    let goals = criteria.map(|criterion| {
        let records = class.of(*criterion).map(|goal| goal_record(class, goal)).collect();
        (criterion.name(), records)
    });
    ClassRecord { class: class.name(), goals: goals.collect() }
}

fn goal_record(class: &ClassGoals, goal: &Goal) -> GoalRecord {
    let method = &class.class.methods[class.class.method_of(&goal.kind).index()];
    GoalRecord {
        name: goal.name.clone(),
        method: method.source_name.clone(),
        guides: class.guides(goal),
        after: class.dependences(goal).iter().map(|dependence| class.outcome_name(*dependence)).collect(),
    }
}
