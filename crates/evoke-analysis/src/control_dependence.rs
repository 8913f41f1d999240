//! Control dependence graph: which outcome of which block's last instruction decides whether a block runs
//! (Ferrante, Ottenstein and Warren, 1987), from the post-dominator tree over normal edges.
//!
//! Exception edges decide nothing by themselves, since any call may throw. A block that only a handler leads
//! to takes over what the blocks decide that the handler covers and that can throw; so each block of a
//! handler has something that a search can be guided by, as far as the guarded code has.

#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use evoke_classfile::{Code, opcode};

use crate::cfg::{BasicBlock, BlockId, ControlFlowGraph, EdgeLabel};
use crate::post_dominators::PostDominatorTree;

/// Control dependences of all blocks of a method.
#[derive(Clone, Debug, Default)]
pub struct ControlDependenceGraph {
    /// Indexed by [`BlockId`].
    pub blocks: Vec<BlockDependences>,
}

/// What decides whether a block runs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BlockDependences {
    /// Entering the method is enough, unless something throws.
    pub on_entry: bool,
    /// Outcomes that lead to the block; also kept where [`BlockDependences::on_entry`] holds (loops).
    pub outcomes: BTreeSet<(BlockId, EdgeLabel)>,
}

impl ControlDependenceGraph {
    /// Computes the dependences of a method body.
    pub fn of(code: &Code, cfg: &ControlFlowGraph) -> Self {
        let post_dominators = PostDominatorTree::of(cfg);
        let mut blocks = vec![BlockDependences::default(); cfg.blocks.len()];
        if blocks.is_empty() {
            return Self::default();
        }
        for block in post_dominators.chain(BlockId::ENTRY) {
            blocks[block.index()].on_entry = true;
        }
        for (id, block) in cfg.iter() {
            let join = post_dominators.immediate(id);
            for edge in block.successors.iter().filter(|edge| edge.label != EdgeLabel::Always) {
                let decided = post_dominators.chain(edge.target).take_while(|block| Some(*block) != join);
                for decided in decided {
                    blocks[decided.index()].outcomes.insert((id, edge.label));
                }
            }
        }
        inherit_through_handlers(code, cfg, &post_dominators, &mut blocks);
        Self { blocks }
    }

    /// The dependences of a block.
    pub fn of_block(&self, block: BlockId) -> &BlockDependences {
        &self.blocks[block.index()]
    }
}

impl BlockDependences {
    /// Adds the other's dependences; whether anything was new.
    fn extend(&mut self, other: &Self) -> bool {
        let before = (self.on_entry, self.outcomes.len());
        self.on_entry |= other.on_entry;
        self.outcomes.extend(&other.outcomes);
        before != (self.on_entry, self.outcomes.len())
    }
}

/// Handlers may guard code in other handlers, so this goes round until nothing changes.
fn inherit_through_handlers(
    code: &Code,
    cfg: &ControlFlowGraph,
    post_dominators: &PostDominatorTree,
    blocks: &mut [BlockDependences],
) {
    let reachable = cfg.normally_reachable();
    let guarded: Vec<(BlockId, BlockId)> = cfg
        .iter()
        .filter(|(_, block)| !block.handlers.is_empty() && can_throw(code, block))
        .flat_map(|(id, block)| block.handlers.iter().map(move |handler| (id, *handler)))
        .collect();
    let mut changed = true;
    while changed {
        changed = false;
        for (source, handler) in &guarded {
            let inherited = blocks[source.index()].clone();
            for block in post_dominators.chain(*handler).take_while(|block| !reachable[block.index()]) {
                changed |= blocks[block.index()].extend(&inherited);
            }
        }
    }
}

/// Whether an instruction of the block can throw, errors of the JVM itself aside (JVMS 6.3).
fn can_throw(code: &Code, block: &BasicBlock) -> bool {
    code.instructions[block.instructions.clone()].iter().any(|instruction| {
        matches!(
            instruction.opcode,
            opcode::IALOAD..=opcode::SALOAD
                | opcode::IASTORE..=opcode::SASTORE
                | opcode::IDIV
                | opcode::LDIV
                | opcode::IREM
                | opcode::LREM
                | opcode::GETSTATIC..=opcode::CHECKCAST
                | opcode::MONITORENTER
                | opcode::MONITOREXIT
                | opcode::MULTIANEWARRAY
        )
    })
}
