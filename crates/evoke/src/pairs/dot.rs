//! A pair in Graphviz form: an edge leads from a branch of the caller to the call sites that it leads to, and from those to the branches of
//! the callee that a call may reach. Sites that the same branches lead to are one node.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use evoke_analysis::{CallContext, ClassUnderTest, Coupling};

/// Draws the pair.
pub(super) fn write(tables: &ClassUnderTest) -> String {
    let mut text = "digraph pair {\n  rankdir=LR;\n  node [fontname=\"sans-serif\", shape=box];\n".to_owned();
    if let Some(coupling) = &tables.coupling {
        for line in lines(tables, coupling) {
            // Writing to a string does not fail.
            let _ = writeln!(text, "  {line};");
        }
    }
    text.push_str("}\n");
    text
}

/// Nodes and edges, each once.
fn lines(tables: &ClassUnderTest, coupling: &Coupling) -> BTreeSet<String> {
    let mut lines = BTreeSet::new();
    for (position, caller) in coupling.callers.iter().enumerate() {
        lines.insert(format!("r{position} [label={:?}]", caller.name));
        for context in &caller.contexts {
            let site = format!("s{}", context.0);
            let label = site_label(tables, &tables.contexts[context.index()]);
            lines.insert(format!("{site} [label={label:?}, shape=ellipse]"));
            lines.insert(format!("r{position} -> {site}"));
            for callee in coupling.callees_of(caller) {
                let predicate = &tables.predicates[callee.0.index()];
                if tables.contexts[context.index()].targets.contains(&predicate.method) {
                    let id = format!("e{}_{:?}", callee.0.0, callee.1);
                    lines.insert(format!("{id} [label={:?}]", coupling.callee_name(*callee)));
                    lines.insert(format!("{site} -> {id}"));
                }
            }
        }
    }
    lines
}

/// Where the calls are.
fn site_label(tables: &ClassUnderTest, context: &CallContext) -> String {
    let place = |site: &evoke_analysis::CallSite| {
        let method = &tables.methods[site.method.index()].source_name;
        site.line.map_or_else(|| method.clone(), |line| format!("{method}:{line}"))
    };
    context.sites.iter().map(place).collect::<Vec<_>>().join(", ")
}
