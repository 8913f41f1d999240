//! The branches of a method that lead to an instruction: those it is control dependent on and post-dominates.

use std::collections::BTreeSet;

use evoke_classfile::Code;

use crate::cfg::{BlockId, ControlFlowGraph, EdgeLabel};
use crate::control_dependence::ControlDependenceGraph;
use crate::{GoalKind, MethodId, Outcome, Predicate, PredicateKind};

/// What decides, in one method, whether its instructions run.
pub(super) struct ControlTargets<'a> {
    method: MethodId,
    code: &'a Code,
    cfg: ControlFlowGraph,
    dependences: ControlDependenceGraph,
    /// Those of the method.
    predicates: &'a [Predicate],
}

impl<'a> ControlTargets<'a> {
    /// Analyses a method; `predicates` are those of its class.
    pub(super) fn of(method: MethodId, code: &'a Code, predicates: &'a [Predicate]) -> Self {
        let cfg = ControlFlowGraph::of(code);
        let dependences = ControlDependenceGraph::of(code, &cfg);
        let start = predicates.partition_point(|predicate| predicate.method < method);
        let end = predicates.partition_point(|predicate| predicate.method <= method);
        Self { method, code, cfg, dependences, predicates: &predicates[start..end] }
    }

    /// The branches that lead to the instruction, or the method's entry where that alone does.
    pub(super) fn leading_to(&self, instruction: usize) -> BTreeSet<GoalKind> {
        let Some(block) = self.cfg.block_of(instruction) else { return BTreeSet::new() };
        let dependences = self.dependences.of_block(block);
        if dependences.on_entry {
            return BTreeSet::from([GoalKind::MethodEntry(self.method)]);
        }
        dependences.outcomes.iter().filter_map(|(block, label)| self.branch(*block, *label)).collect()
    }

    fn branch(&self, block: BlockId, label: EdgeLabel) -> Option<GoalKind> {
        let last = self.code.instructions.get(self.cfg.blocks[block.index()].instructions.end - 1)?;
        let is_meant = |kind: PredicateKind| match (kind, label) {
            (PredicateKind::Jump(_), EdgeLabel::Taken | EdgeLabel::NotTaken)
            | (PredicateKind::SwitchDefault, EdgeLabel::Default) => true,
            (PredicateKind::SwitchCase(key), EdgeLabel::Case(case)) => key == case,
            _ => false,
        };
        let predicate = self.predicates.iter().find(|it| it.offset == last.offset && is_meant(it.kind))?;
        let outcome = if label == EdgeLabel::NotTaken { Outcome::False } else { Outcome::True };
        Some(GoalKind::Branch(predicate.id, outcome))
    }
}
