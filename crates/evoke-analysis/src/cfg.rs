//! Control-flow graph of a method body: basic blocks in code order, joined by normal and by exception edges.
//!
//! A block begins at the first instruction, at a jump target, after a jump, at a handler and where the range
//! of a handler begins or ends, so that all instructions of a block have the same handlers. `jsr` is taken to
//! come back at once and `ret` to leave the method. Jumps to no instruction are ignored: hostile code gives a
//! graph, not a panic.

use std::collections::BTreeSet;
use std::fmt;
use std::ops::Range;

use evoke_classfile::{Code, Instruction, Operands, opcode};

/// A basic block, by its position in code order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BlockId(pub u32);

impl BlockId {
    /// The first block of every method.
    pub const ENTRY: Self = Self(0);

    /// The id as an index into [`ControlFlowGraph::blocks`].
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The basic blocks of one method body.
#[derive(Clone, Debug, Default)]
pub struct ControlFlowGraph {
    /// In code order; indexed by [`BlockId`].
    pub blocks: Vec<BasicBlock>,
}

/// Instructions that run one after the other, unless one throws.
#[derive(Clone, Debug)]
pub struct BasicBlock {
    /// Indices into [`Code::instructions`]; never empty.
    pub instructions: Range<usize>,
    /// Where control goes after the last instruction; empty where the method ends.
    pub successors: Vec<Edge>,
    /// Handlers that cover the block, in order of precedence.
    pub handlers: Vec<BlockId>,
}

/// A normal edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    /// Where it leads.
    pub target: BlockId,
    /// When it is taken.
    pub label: EdgeLabel,
}

/// When an edge is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum EdgeLabel {
    /// Whenever the block's end is reached.
    Always,
    /// The conditional jump is taken.
    Taken,
    /// The conditional jump falls through.
    NotTaken,
    /// The switch key has this value.
    Case(i32),
    /// The switch key has no value of its own.
    Default,
}

impl ControlFlowGraph {
    /// Builds the graph of a method body.
    pub fn of(code: &Code) -> Self {
        let leaders = leaders(code);
        let ends = leaders.iter().copied().skip(1).chain([code.instructions.len()]);
        let mut blocks: Vec<BasicBlock> = leaders
            .iter()
            .zip(ends)
            .map(|(start, end)| BasicBlock {
                instructions: *start..end,
                successors: vec![],
                handlers: vec![],
            })
            .collect();
        let block_at = |offset: u32| {
            let instruction = instruction_at(code, offset)?;
            Some(BlockId(leaders.binary_search(&instruction).ok()? as u32))
        };
        for (index, block) in blocks.iter_mut().enumerate() {
            let Some(last) = code.instructions.get(block.instructions.end - 1) else { continue };
            let next = (index + 1 < leaders.len()).then_some(BlockId(index as u32 + 1));
            block.successors = successors(last, next, block_at);
            let offset = code.instructions[block.instructions.start].offset;
            let covering = code.exception_table.iter().filter(|row| (row.start..row.end).contains(&offset));
            for handler in covering.filter_map(|row| block_at(row.handler)) {
                if !block.handlers.contains(&handler) {
                    block.handlers.push(handler);
                }
            }
        }
        Self { blocks }
    }

    /// Every block with its id.
    pub fn iter(&self) -> impl Iterator<Item = (BlockId, &BasicBlock)> {
        self.blocks.iter().enumerate().map(|(index, block)| (BlockId(index as u32), block))
    }

    /// The block that holds the instruction at this index of [`Code::instructions`].
    pub fn block_of(&self, instruction: usize) -> Option<BlockId> {
        let position = self.blocks.partition_point(|block| block.instructions.end <= instruction);
        (position < self.blocks.len()).then_some(BlockId(position as u32))
    }

    /// For each block whether it can be reached from the entry without an exception.
    pub fn normally_reachable(&self) -> Vec<bool> {
        self.reachable_from(vec![BlockId::ENTRY])
    }

    /// Whether control can come back to the block without an exception.
    pub fn is_in_loop(&self, block: BlockId) -> bool {
        let successors = &self.blocks[block.index()].successors;
        self.reachable_from(successors.iter().map(|edge| edge.target).collect())[block.index()]
    }

    fn reachable_from(&self, mut open: Vec<BlockId>) -> Vec<bool> {
        let mut reached = vec![false; self.blocks.len()];
        while let Some(block) = open.pop() {
            if let Some(seen @ false) = reached.get_mut(block.index()) {
                *seen = true;
                open.extend(self.blocks[block.index()].successors.iter().map(|edge| edge.target));
            }
        }
        reached
    }
}

/// The index of the instruction at a byte offset.
pub(crate) fn instruction_at(code: &Code, offset: u32) -> Option<usize> {
    code.instructions.binary_search_by_key(&offset, |instruction| instruction.offset).ok()
}

/// Indices of the instructions that begin a block, ascending.
fn leaders(code: &Code) -> Vec<usize> {
    let mut offsets = BTreeSet::new();
    for row in &code.exception_table {
        offsets.extend([row.start, row.end, row.handler]);
    }
    let mut leaders: BTreeSet<usize> = code.instructions.first().map(|_| 0).into_iter().collect();
    for (index, instruction) in code.instructions.iter().enumerate() {
        let jumps = match &instruction.operands {
            Operands::Jump(target) => {
                offsets.insert(*target);
                true
            }
            Operands::Switch { default, cases } => {
                offsets.insert(*default);
                offsets.extend(cases.iter().map(|(_, target)| *target));
                true
            }
            _ => opcode::ends_flow(instruction.opcode),
        };
        if jumps && index + 1 < code.instructions.len() {
            leaders.insert(index + 1);
        }
    }
    leaders.extend(offsets.into_iter().filter_map(|offset| instruction_at(code, offset)));
    leaders.into_iter().collect()
}

fn successors(last: &Instruction, next: Option<BlockId>, at: impl Fn(u32) -> Option<BlockId>) -> Vec<Edge> {
    let edge = |target: Option<BlockId>, label| target.map(|target| Edge { target, label });
    let edges: Vec<Option<Edge>> = match &last.operands {
        Operands::Jump(target) if opcode::is_conditional_jump(last.opcode) => {
            vec![edge(at(*target), EdgeLabel::Taken), edge(next, EdgeLabel::NotTaken)]
        }
        Operands::Jump(target) => vec![edge(at(*target), EdgeLabel::Always)],
        Operands::Switch { default, cases } => cases
            .iter()
            .filter(|(_, target)| last.opcode == opcode::LOOKUPSWITCH || target != default)
            .map(|(key, target)| edge(at(*target), EdgeLabel::Case(*key)))
            .chain([edge(at(*default), EdgeLabel::Default)])
            .collect(),
        _ if opcode::ends_flow(last.opcode) => vec![],
        _ => vec![edge(next, EdgeLabel::Always)],
    };
    edges.into_iter().flatten().collect()
}

impl fmt::Display for BlockId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "b{}", self.0)
    }
}

impl fmt::Display for EdgeLabel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Always => f.write_str("always"),
            Self::Taken => f.write_str("taken"),
            Self::NotTaken => f.write_str("not taken"),
            Self::Case(key) => write!(f, "case {key}"),
            Self::Default => f.write_str("default"),
        }
    }
}
