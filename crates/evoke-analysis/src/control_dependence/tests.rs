//! Post-dominators and control dependences of random graphs against their definitions.

use std::collections::BTreeSet;

use evoke_classfile::Code;
use proptest::prelude::*;

use super::{BlockDependences, ControlDependenceGraph};
use crate::cfg::{BasicBlock, BlockId, ControlFlowGraph, Edge, EdgeLabel};
use crate::post_dominators::{PostDominatorTree, exits};

/// Graphs of up to 12 blocks; a block ends the method, goes on, jumps on a condition or switches three ways.
fn any_graph() -> impl Strategy<Value = ControlFlowGraph> {
    (1_usize..=12).prop_flat_map(|n_blocks| {
        let targets = proptest::collection::vec(0..n_blocks as u32, 0..=3);
        proptest::collection::vec(targets, n_blocks).prop_map(|targets| {
            let blocks = targets.into_iter().map(|targets| block(&targets));
            ControlFlowGraph { blocks: blocks.collect() }
        })
    })
}

fn block(targets: &[u32]) -> BasicBlock {
    let labels: &[EdgeLabel] = match targets.len() {
        1 => &[EdgeLabel::Always],
        2 => &[EdgeLabel::Taken, EdgeLabel::NotTaken],
        _ => &[EdgeLabel::Case(1), EdgeLabel::Case(2), EdgeLabel::Default],
    };
    let edges =
        targets.iter().zip(labels).map(|(target, label)| Edge { target: BlockId(*target), label: *label });
    BasicBlock { instructions: 0..0, successors: edges.collect(), handlers: vec![] }
}

fn without_code() -> Code {
    Code {
        max_stack: 0,
        max_locals: 0,
        length: 0,
        instructions: vec![],
        exception_table: vec![],
        line_numbers: vec![],
        local_variables: vec![],
        stack_map_table: vec![],
    }
}

/// Whether the end is out of reach from `from` once `without` is taken away: the definition of
/// post-dominance.
fn post_dominates(cfg: &ControlFlowGraph, without: BlockId, from: BlockId) -> bool {
    let exits: BTreeSet<BlockId> = exits(cfg).into_iter().collect();
    let mut seen = BTreeSet::from([without]);
    let mut open = vec![from];
    while let Some(block) = open.pop() {
        if !seen.insert(block) {
            continue;
        }
        if exits.contains(&block) {
            return false;
        }
        open.extend(cfg.blocks[block.index()].successors.iter().map(|edge| edge.target));
    }
    true
}

/// Control dependence by its definition, pair by pair.
fn slow_dependences(cfg: &ControlFlowGraph, of: BlockId) -> BlockDependences {
    let mut slow =
        BlockDependences { on_entry: post_dominates(cfg, of, BlockId::ENTRY), ..Default::default() };
    for (id, block) in cfg.iter() {
        for edge in block.successors.iter().filter(|edge| edge.label != EdgeLabel::Always) {
            let decides_all_ways = of != id && post_dominates(cfg, of, id);
            if post_dominates(cfg, of, edge.target) && !decides_all_ways {
                slow.outcomes.insert((id, edge.label));
            }
        }
    }
    slow
}

proptest! {
    #[test]
    fn chain_of_a_block_holds_exactly_its_post_dominators(cfg in any_graph()) {
        let tree = PostDominatorTree::of(&cfg);
        for (id, _) in cfg.iter() {
            let chain: BTreeSet<BlockId> = tree.chain(id).collect();
            let slow = cfg.iter().map(|(other, _)| other).filter(|other| post_dominates(&cfg, *other, id));
            prop_assert_eq!(chain, slow.collect::<BTreeSet<_>>());
        }
    }

    #[test]
    fn dependences_are_those_of_the_definition(cfg in any_graph()) {
        let graph = ControlDependenceGraph::of(&without_code(), &cfg);
        for (id, _) in cfg.iter() {
            prop_assert_eq!(graph.of_block(id), &slow_dependences(&cfg, id), "{}", id);
        }
    }

    #[test]
    fn every_reachable_block_depends_on_something(cfg in any_graph()) {
        let graph = ControlDependenceGraph::of(&without_code(), &cfg);
        for (id, _) in cfg.iter().filter(|(id, _)| cfg.normally_reachable()[id.index()]) {
            let dependences = graph.of_block(id);
            prop_assert!(dependences.on_entry || !dependences.outcomes.is_empty(), "{}", id);
        }
    }
}
