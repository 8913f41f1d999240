//! Which type of value a local variable holds at an instruction, whatever way led there: what the verifier lets code load. A
//! forward data flow over the control-flow graph, exception edges included. Debug information alone does not tell: some
//! compilers have variables in scope where they are not assigned on every way.

use evoke_classfile::{Code, FieldType, Instruction, Method, Operands, access, opcode};

use crate::cfg::{BasicBlock, BlockId, ControlFlowGraph};

/// Largest number of states kept: blocks times local variables.
const MAX_STATES: usize = 4_000_000;

/// What a local variable holds for certain, as the verifier tells types apart (JVMS 4.10.1.2), references all as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LocalType {
    /// Nothing that is known: not assigned, or not the same on all ways.
    Unknown,
    /// An `int` or a smaller number.
    Int,
    Long,
    Float,
    Double,
    Reference,
}

/// Types of all local variables at the start of every block.
pub(crate) struct DefiniteAssignment {
    /// By block; `None` where no way leads, and everywhere in code that was not looked at.
    at_start: Vec<Option<Vec<LocalType>>>,
    /// By block: the variables that the frame at its start has. Shrinkers leave those out that are not read any more.
    framed: Vec<Option<Vec<bool>>>,
}

impl LocalType {
    /// How values of a type are kept.
    pub(crate) fn of(ty: &FieldType) -> Self {
        match ty {
            FieldType::Long => Self::Long,
            FieldType::Float => Self::Float,
            FieldType::Double => Self::Double,
            FieldType::Object(_) | FieldType::Array(_) => Self::Reference,
            _ => Self::Int,
        }
    }

    fn is_wide(self) -> bool {
        matches!(self, Self::Long | Self::Double)
    }
}

impl DefiniteAssignment {
    /// Follows all ways through a method.
    pub(crate) fn of(method: &Method, code: &Code, cfg: &ControlFlowGraph) -> Self {
        let n_locals = usize::from(code.max_locals);
        let framed = framed_variables(method, code, cfg);
        let is_readable = framed.is_some();
        let framed = framed.unwrap_or_default();
        let mut assignment = Self { at_start: vec![None; cfg.blocks.len()], framed };
        let has_subroutines =
            code.instructions.iter().any(|it| matches!(it.opcode, opcode::JSR | opcode::JSR_W));
        if !is_readable
            || has_subroutines
            || cfg.blocks.is_empty()
            || n_locals * cfg.blocks.len() > MAX_STATES
        {
            return assignment;
        }
        assignment.at_start[0] = Some(parameters(method, n_locals));
        let mut pending = vec![BlockId::ENTRY];
        while let Some(block) = pending.pop() {
            assignment.follow(block, code, cfg, &mut pending);
        }
        assignment
    }

    /// Joins what a block leaves into what comes after it; blocks that changed are to be followed again.
    fn follow(&mut self, id: BlockId, code: &Code, cfg: &ControlFlowGraph, pending: &mut Vec<BlockId>) {
        let block = &cfg.blocks[id.index()];
        let Some(mut state) = self.at_start[id.index()].clone() else { return };
        self.join_all(&block.handlers, &state, pending);
        for instruction in &code.instructions[block.instructions.clone()] {
            if assign(&mut state, instruction) {
                self.join_all(&block.handlers, &state, pending);
            }
        }
        let successors: Vec<BlockId> = block.successors.iter().map(|edge| edge.target).collect();
        self.join_all(&successors, &state, pending);
    }

    fn join_all(&mut self, blocks: &[BlockId], state: &[LocalType], pending: &mut Vec<BlockId>) {
        for block in blocks {
            let framed = self.framed[block.index()].as_deref();
            let is_there = |slot: usize| framed.is_none_or(|framed| framed.get(slot) == Some(&true));
            let mask =
                |(slot, ty): (usize, &LocalType)| if is_there(slot) { *ty } else { LocalType::Unknown };
            let state: Vec<LocalType> = state.iter().enumerate().map(mask).collect();
            if join(&mut self.at_start[block.index()], &state) {
                pending.push(*block);
            }
        }
    }

    /// What local variables hold before an instruction.
    pub(crate) fn before(&self, index: usize, code: &Code, cfg: &ControlFlowGraph) -> Option<Vec<LocalType>> {
        let block = cfg.block_of(index)?;
        let mut state = self.at_start[block.index()].clone()?;
        for instruction in &code.instructions[cfg.blocks[block.index()].instructions.start..index] {
            assign(&mut state, instruction);
        }
        Some(state)
    }
}

/// By block, the variables of the frame at its start; `None` if the frames cannot be read.
fn framed_variables(method: &Method, code: &Code, cfg: &ControlFlowGraph) -> Option<Vec<Option<Vec<bool>>>> {
    let is_static = method.access_flags & access::STATIC != 0;
    let frames = code.locals_of_frames(is_static, &method.descriptor).ok()?;
    let of_block = |block: &BasicBlock| {
        let offset = code.instructions.get(block.instructions.start)?.offset;
        let position = frames.binary_search_by_key(&offset, |frame| frame.offset).ok()?;
        Some(frames[position].occupied.clone())
    };
    Some(cfg.blocks.iter().map(of_block).collect())
}

/// Keeps what both agree on; whether that changed anything.
fn join(known: &mut Option<Vec<LocalType>>, state: &[LocalType]) -> bool {
    let Some(known) = known else {
        *known = Some(state.to_vec());
        return true;
    };
    let mut changed = false;
    for (known, ty) in known.iter_mut().zip(state) {
        if *known != *ty && *known != LocalType::Unknown {
            *known = LocalType::Unknown;
            changed = true;
        }
    }
    changed
}

fn parameters(method: &Method, n_locals: usize) -> Vec<LocalType> {
    let mut state = vec![LocalType::Unknown; n_locals];
    let mut slot = 0;
    if method.access_flags & access::STATIC == 0 {
        set(&mut state, 0, LocalType::Reference);
        slot = 1;
    }
    for ty in &method.descriptor.parameters {
        set(&mut state, slot, LocalType::of(ty));
        slot += ty.slots();
    }
    state
}

/// Does what an instruction does to local variables; whether it is a store.
fn assign(state: &mut [LocalType], instruction: &Instruction) -> bool {
    let Operands::Local(slot) = instruction.operands else { return false };
    let Some(ty) = stored_type(instruction.opcode) else { return false };
    set(state, slot, ty);
    true
}

/// A wide value takes two slots, and a store to either half ends it.
fn set(state: &mut [LocalType], slot: u16, ty: LocalType) {
    let slot = usize::from(slot);
    if let Some(before) = slot.checked_sub(1).and_then(|before| state.get_mut(before))
        && before.is_wide()
    {
        *before = LocalType::Unknown;
    }
    if let Some(entry) = state.get_mut(slot) {
        *entry = ty;
    }
    if ty.is_wide()
        && let Some(second) = state.get_mut(slot + 1)
    {
        *second = LocalType::Unknown;
    }
}

/// What a store into a local variable stores.
fn stored_type(opcode: u8) -> Option<LocalType> {
    let types = [LocalType::Int, LocalType::Long, LocalType::Float, LocalType::Double, LocalType::Reference];
    let position = opcode::local_store(opcode)? - opcode::ISTORE;
    types.get(usize::from(position)).copied()
}

#[cfg(test)]
mod tests;
