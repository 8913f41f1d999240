//! Post-dominator tree: the blocks that every way from a block to the method's end goes through.
//!
//! Computed as the dominator tree of the reversed graph from a virtual exit, over normal edges. Blocks that
//! cannot reach the exit (endless loops) are given an edge to it, only as many as needed, and the first that
//! a depth-first walk leaves: that is the end of a jump back, so that what runs in each round still
//! post-dominates what comes before it.

use petgraph::algo::dominators::{Dominators, simple_fast};
use petgraph::graph::{DiGraph, NodeIndex};

use crate::cfg::{BlockId, ControlFlowGraph};

/// Immediate post-dominators of all blocks of a method.
#[derive(Clone, Debug)]
pub struct PostDominatorTree {
    exit: NodeIndex,
    tree: Dominators<NodeIndex>,
}

impl PostDominatorTree {
    /// Computes the tree.
    pub fn of(cfg: &ControlFlowGraph) -> Self {
        let n_blocks = cfg.blocks.len();
        let mut reversed = DiGraph::<(), ()>::with_capacity(n_blocks + 1, 2 * n_blocks);
        for _ in 0..=n_blocks {
            reversed.add_node(());
        }
        let exit = NodeIndex::new(n_blocks);
        for (id, block) in cfg.iter() {
            for edge in &block.successors {
                reversed.add_edge(node(edge.target), node(id), ());
            }
        }
        for end in exits(cfg) {
            reversed.add_edge(exit, node(end), ());
        }
        Self { exit, tree: simple_fast(&reversed, exit) }
    }

    /// The nearest block that every way from `block` to the end goes through; `None` if only the end itself.
    pub fn immediate(&self, block: BlockId) -> Option<BlockId> {
        let parent = self.tree.immediate_dominator(node(block))?;
        (parent != self.exit).then(|| BlockId(parent.index() as u32))
    }

    /// `block`, its immediate post-dominator, and so on up to the end.
    pub fn chain(&self, block: BlockId) -> impl Iterator<Item = BlockId> {
        std::iter::successors(Some(block), |block| self.immediate(*block))
    }
}

fn node(block: BlockId) -> NodeIndex {
    NodeIndex::new(block.index())
}

/// The blocks joined to the virtual exit: those that end the method, and one of each endless loop.
pub(crate) fn exits(cfg: &ControlFlowGraph) -> Vec<BlockId> {
    let mut predecessors = vec![Vec::new(); cfg.blocks.len()];
    for (id, block) in cfg.iter() {
        for edge in &block.successors {
            predecessors[edge.target.index()].push(id);
        }
    }
    let ends = cfg.iter().filter(|(_, block)| block.successors.is_empty()).map(|(id, _)| id);
    let mut reaches_exit = vec![false; cfg.blocks.len()];
    let mut exits = Vec::new();
    for candidate in ends.chain(depth_first_post_order(cfg)) {
        if reaches_exit[candidate.index()] {
            continue;
        }
        exits.push(candidate);
        let mut open = vec![candidate];
        while let Some(block) = open.pop() {
            if !std::mem::replace(&mut reaches_exit[block.index()], true) {
                open.extend(&predecessors[block.index()]);
            }
        }
    }
    exits
}

/// All blocks, each after those it leads to unless they lead back to it; from the entry, then from what is
/// left.
fn depth_first_post_order(cfg: &ControlFlowGraph) -> Vec<BlockId> {
    let mut order = Vec::with_capacity(cfg.blocks.len());
    let mut seen = vec![false; cfg.blocks.len()];
    for (root, _) in cfg.iter() {
        if std::mem::replace(&mut seen[root.index()], true) {
            continue;
        }
        let mut path = vec![(root, 0)];
        while let Some((block, next_edge)) = path.last_mut() {
            if let Some(edge) = cfg.blocks[block.index()].successors.get(*next_edge) {
                *next_edge += 1;
                if !std::mem::replace(&mut seen[edge.target.index()], true) {
                    path.push((edge.target, 0));
                }
            } else {
                order.push(*block);
                path.pop();
            }
        }
    }
    order
}
