//! What `evoke goals` prints about a class whose goals are known.

use std::collections::BTreeSet;

use insta::assert_snapshot;
use serde_json::Value;

use crate::support::{Project, jdks, stderr};

/// Prints the goals of `goals.Ladder`.
fn ladder(project: &Project, arguments: &[&str]) -> String {
    let output = project.evoke(&[&["goals", "goals.Ladder", "--classpath", "classes"], arguments].concat());
    assert!(output.status.success(), "{}", stderr(&output));
    String::from_utf8(output.stdout).unwrap()
}

fn project() -> Project {
    Project::of("goals", &jdks()[0], |_, text| text)
}

#[test]
fn goals_are_listed_by_criterion_with_the_branches_they_wait_for() {
    assert_snapshot!(ladder(&project(), &["--criteria", "branch,line,top-level-method,output"]), @r"
    goals.Ladder

      branch: 8
        Ladder()
        Ladder.java:6 steps <= 3
        Ladder.java:6 steps > 3
        Ladder.java:7 !fast  <- Ladder.java:6 steps > 3
        Ladder.java:7 fast  <- Ladder.java:6 steps > 3
        Ladder.java:16 steps <= 10
        Ladder.java:16 steps > 10
        Ladder.turn(StringBuilder)

      line: 17
        Ladder.java:4
        Ladder.java:6
        Ladder.java:7  <- Ladder.java:6 steps > 3
        Ladder.java:8  <- Ladder.java:7 fast
        Ladder.java:10  <- Ladder.java:7 !fast
        Ladder.java:12  <- Ladder.java:6 steps <= 3
        Ladder.java:16
        Ladder.java:20
        Ladder.java:21
        Ladder.java:22
        Ladder.java:23
        Ladder.java:24
        Ladder.java:25
        Ladder.java:26
        Ladder.java:27
        Ladder.java:28
        Ladder.java:29

      top-level-method: 3
        Ladder() called
        Ladder.climb(int, boolean) called
        Ladder.turn(StringBuilder) called

      output: 3
        Ladder.climb(int, boolean) returns negative
        Ladder.climb(int, boolean) returns zero
        Ladder.climb(int, boolean) returns positive
    ");
}

#[test]
fn goals_that_guide_a_smart_search_are_starred() {
    let arguments = ["--criteria", "default", "--goal-selection", "smart", "--algorithm", "mosa"];
    let text = ladder(&project(), &arguments);
    let is_shown = |line: &&str| line.trim_start().starts_with('*') || line.contains(": ");
    let shown: Vec<&str> = text.lines().filter(is_shown).collect();
    assert_snapshot!(shown.join("\n"), @r"
    branch: 8, of which 2 guide the search
    * Ladder.java:16 steps <= 10
    * Ladder.java:16 steps > 10
    direct-branch: 6, of which 6 guide the search
    * Ladder() (direct)
    * Ladder.java:6 steps <= 3 (direct)
    * Ladder.java:6 steps > 3 (direct)
    * Ladder.java:7 !fast (direct)  <- Ladder.java:6 steps > 3
    * Ladder.java:7 fast (direct)  <- Ladder.java:6 steps > 3
    * Ladder.turn(StringBuilder) (direct)
    line: 17, of which 1 guide the search
    * Ladder.java:29
    weak-mutation: 72, of which 13 guide the search
    * Ladder.java:6 <= becomes <
    * Ladder.java:6 <= becomes ==
    * Ladder.java:6 <= becomes true
    * Ladder.java:7 == becomes true  <- Ladder.java:6 steps > 3
    * Ladder.java:7 == becomes false  <- Ladder.java:6 steps > 3
    * Ladder.java:8 + becomes -  <- Ladder.java:7 fast
    * Ladder.java:8 + becomes *  <- Ladder.java:7 fast
    * Ladder.java:8 + becomes /  <- Ladder.java:7 fast
    * Ladder.java:8 + becomes %  <- Ladder.java:7 fast
    * Ladder.java:10 & becomes |  <- Ladder.java:7 !fast
    * Ladder.java:16 <= becomes <
    * Ladder.java:16 <= becomes ==
    * Ladder.java:16 <= becomes true
    top-level-method: 3, of which 0 guide the search
    no-exception-top-level-method: 3, of which 3 guide the search
    * Ladder() returns
    * Ladder.climb(int, boolean) returns
    * Ladder.turn(StringBuilder) returns
    exception: found by the search
    output: 3, of which 3 guide the search
    * Ladder.climb(int, boolean) returns negative
    * Ladder.climb(int, boolean) returns zero
    * Ladder.climb(int, boolean) returns positive
    ");
}

#[test]
fn json_has_a_schema_and_every_goal_by_criterion() {
    let text = ladder(&project(), &["--criteria", "branch,method", "--json"]);
    let record: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(record["schema"], "evoke.goals/1");
    assert_eq!(record["goal_selection"], "all");
    let class = &record["classes"][0];
    assert_eq!(class["class"], "goals.Ladder");
    let count = |criterion: &str| class["goals"][criterion].as_array().map(Vec::len);
    assert_eq!((count("branch"), count("method")), (Some(8), Some(4)));
    assert_snapshot!(class["goals"]["branch"][3].to_string(), @r#"{"after":["Ladder.java:6 steps > 3"],"guides":true,"method":"Ladder.climb(int, boolean)","name":"Ladder.java:7 !fast"}"#);
}

#[test]
fn dot_draws_an_edge_from_a_branch_to_what_waits_for_it() {
    let graph = ladder(&project(), &["--criteria", "branch,line", "--dot"]);
    assert_snapshot!(graph, @r#"
    digraph goals {
      rankdir=LR;
      node [fontname="sans-serif"];
      subgraph cluster_c0_m0 {
        label="Ladder()";
        c0_g0 [label="Ladder()", shape=ellipse, style=solid];
        c0_g8 [label="Ladder.java:4", shape=ellipse, style=solid];
      }
      subgraph cluster_c0_m1 {
        label="Ladder.climb(int, boolean)";
        c0_b0_false [label="Ladder.java:6 steps > 3", shape=box, style=solid];
        c0_b0_true [label="Ladder.java:6 steps <= 3", shape=box, style=solid];
        c0_b1_false [label="Ladder.java:7 fast", shape=box, style=solid];
        c0_b1_true [label="Ladder.java:7 !fast", shape=box, style=solid];
        c0_g10 [label="Ladder.java:7", shape=ellipse, style=solid];
        c0_g11 [label="Ladder.java:8", shape=ellipse, style=solid];
        c0_g12 [label="Ladder.java:10", shape=ellipse, style=solid];
        c0_g13 [label="Ladder.java:12", shape=ellipse, style=solid];
        c0_g9 [label="Ladder.java:6", shape=ellipse, style=solid];
      }
      subgraph cluster_c0_m2 {
        label="Ladder.limit(int)";
        c0_b2_false [label="Ladder.java:16 steps > 10", shape=box, style=solid];
        c0_b2_true [label="Ladder.java:16 steps <= 10", shape=box, style=solid];
        c0_g14 [label="Ladder.java:16", shape=ellipse, style=solid];
      }
      subgraph cluster_c0_m3 {
        label="Ladder.turn(StringBuilder)";
        c0_g15 [label="Ladder.java:20", shape=ellipse, style=solid];
        c0_g16 [label="Ladder.java:21", shape=ellipse, style=solid];
        c0_g17 [label="Ladder.java:22", shape=ellipse, style=solid];
        c0_g18 [label="Ladder.java:23", shape=ellipse, style=solid];
        c0_g19 [label="Ladder.java:24", shape=ellipse, style=solid];
        c0_g20 [label="Ladder.java:25", shape=ellipse, style=solid];
        c0_g21 [label="Ladder.java:26", shape=ellipse, style=solid];
        c0_g22 [label="Ladder.java:27", shape=ellipse, style=solid];
        c0_g23 [label="Ladder.java:28", shape=ellipse, style=solid];
        c0_g24 [label="Ladder.java:29", shape=ellipse, style=solid];
        c0_g7 [label="Ladder.turn(StringBuilder)", shape=ellipse, style=solid];
      }
      c0_b0_false -> c0_b1_true;
      c0_b0_false -> c0_b1_false;
      c0_b0_false -> c0_g10;
      c0_b1_false -> c0_g11;
      c0_b1_true -> c0_g12;
      c0_b0_true -> c0_g13;
    }
    "#);
    let mut nodes = BTreeSet::new();
    let mut edges = Vec::new();
    for line in graph.lines().map(str::trim) {
        match line.split_once(" -> ") {
            Some((source, target)) => edges.push((source, target.trim_end_matches(';'))),
            None => nodes.extend(line.split_once(" [label=").map(|(id, _)| id)),
        }
    }
    assert!(!edges.is_empty());
    for (source, target) in edges {
        assert!(nodes.contains(source) && nodes.contains(target), "{source} -> {target}");
    }
    assert_eq!(graph.matches('{').count(), graph.matches('}').count());
}

#[test]
fn branches_have_their_names_although_only_lines_are_asked_for() {
    let text = ladder(&project(), &["--criteria", "line"]);
    assert!(text.contains("Ladder.java:8  <- Ladder.java:7 fast\n"), "{text}");
}
