//! The control dependence graph over goals in Graphviz form: an edge leads from the outcome of a predicate to what waits for
//! it, a cluster holds a method. Outcomes are boxes, also those that are no goals themselves; goals that do not guide
//! the search are dashed.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use evoke_analysis::{ControlDependence, Goal, GoalKind, MethodId, Outcome};

use super::class_goals::ClassGoals;

/// Draws the goals of classes as one graph.
pub(super) fn write(classes: &[ClassGoals]) -> String {
    let mut text = "digraph goals {\n  rankdir=LR;\n  node [fontname=\"sans-serif\"];\n".to_owned();
    for (position, class) in classes.iter().enumerate() {
        let mut graph = Graph { class, position, nodes: BTreeMap::new(), edges: Vec::new() };
        graph.add_goals();
        graph.write(&mut text);
    }
    text.push_str("}\n");
    text
}

/// One class.
struct Graph<'a> {
    class: &'a ClassGoals,
    position: usize,
    /// Attributes of the nodes by method and id.
    nodes: BTreeMap<MethodId, BTreeMap<String, String>>,
    edges: Vec<(String, String)>,
}

impl Graph<'_> {
    fn add_goals(&mut self) {
        for goal in &self.class.class.goals {
            let id = self.goal_id(goal);
            let method = self.class.class.method_of(&goal.kind);
            let shape = if matches!(goal.kind, GoalKind::Branch(..)) { "box" } else { "ellipse" };
            let style = if self.class.guides(goal) { "solid" } else { "dashed" };
            let attributes = format!("label={}, shape={shape}, style={style}", quoted(&goal.name));
            self.nodes.entry(method).or_default().insert(id.clone(), attributes);
            for dependence in self.class.dependences(goal) {
                let source = self.outcome(*dependence);
                self.edges.push((source, id.clone()));
            }
        }
    }

    /// The node of an outcome that something waits for. A goal of it, if there is one, has the same node.
    fn outcome(&mut self, dependence: ControlDependence) -> String {
        let id = self.outcome_id(dependence);
        let method = self.class.class.predicates[dependence.predicate.index()].method;
        let name = self.class.outcome_name(dependence);
        let attributes = || format!("label={}, shape=box, style=dotted", quoted(&name));
        self.nodes.entry(method).or_default().entry(id.clone()).or_insert_with(attributes);
        id
    }

    fn goal_id(&self, goal: &Goal) -> String {
        match goal.kind {
            GoalKind::Branch(predicate, outcome) => self.outcome_id(ControlDependence { predicate, outcome }),
            _ => format!("c{}_g{}", self.position, goal.id.0),
        }
    }

    fn outcome_id(&self, ControlDependence { predicate, outcome }: ControlDependence) -> String {
        let outcome = if outcome == Outcome::True { "true" } else { "false" };
        format!("c{}_b{}_{outcome}", self.position, predicate.0)
    }

    fn write(&self, text: &mut String) {
        for (method, nodes) in &self.nodes {
            let label = quoted(&self.class.class.methods[method.index()].source_name);
            // Writing to a string does not fail.
            let _ =
                writeln!(text, "  subgraph cluster_c{}_m{} {{\n    label={label};", self.position, method.0);
            for (id, attributes) in nodes {
                let _ = writeln!(text, "    {id} [{attributes}];");
            }
            text.push_str("  }\n");
        }
        for (source, target) in &self.edges {
            let _ = writeln!(text, "  {source} -> {target};");
        }
    }
}

/// A string of the DOT language.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
