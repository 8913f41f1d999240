//! Goals for people and for `grep`: one a line, by class and criterion, with the branches it waits for. Where a part of the
//! goals guides the search, those are starred.

use std::fmt::Write as _;

use evoke_analysis::{Criterion, Goal};

use super::class_goals::ClassGoals;

/// Lists the goals of classes.
pub(super) fn write(classes: &[ClassGoals]) -> String {
    let mut text = String::new();
    for (position, class) in classes.iter().enumerate() {
        if position > 0 {
            text.push('\n');
        }
        text.push_str(&class.name());
        text.push('\n');
        for criterion in &class.class.criteria {
            write_criterion(&mut text, class, *criterion);
        }
    }
    text
}

fn write_criterion(text: &mut String, class: &ClassGoals, criterion: Criterion) {
    let n_goals = class.of(criterion).count();
    let n_guides = class.of(criterion).filter(|goal| class.guides(goal)).count();
    let counts = match criterion {
        Criterion::Exception => "found by the search".to_owned(),
        _ if class.all_guide => n_goals.to_string(),
        _ => format!("{n_goals}, of which {n_guides} guide the search"),
    };
    // Writing to a string does not fail.
    let _ = writeln!(text, "\n  {criterion}: {counts}");
    for goal in class.of(criterion) {
        let star = if class.guides(goal) && !class.all_guide { "* " } else { "  " };
        let _ = writeln!(text, "  {star}{}{}", goal.name, waits_for(class, goal));
    }
}

fn waits_for(class: &ClassGoals, goal: &Goal) -> String {
    let dependences = class.dependences(goal).iter();
    let names: Vec<String> = dependences.map(|dependence| class.outcome_name(*dependence)).collect();
    if names.is_empty() { String::new() } else { format!("  <- {}", names.join(" or ")) }
}
