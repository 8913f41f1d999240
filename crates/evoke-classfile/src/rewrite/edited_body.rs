//! A method body and the pieces of its edit, by instruction index: what layout and writing work on.

use super::error::RewriteError;
use super::method_edit::{InsertionPoint, MethodEdit, Piece};
use crate::class_file::code_attribute::CodeBody;
use crate::opcode as op;
use crate::{Instruction, Operands};

const NO_INSTRUCTION: u32 = u32::MAX;

pub(super) struct EditedBody<'a> {
    pub(super) body: &'a CodeBody<'a>,
    pub(super) edit: &'a MethodEdit,
    pieces: Vec<Piece>,
    /// Start of each instruction's pieces, and the number of pieces as the last item.
    first_piece: Vec<u32>,
    /// Byte offset to instruction index; the code's end counts as one more instruction.
    index_at: Vec<u32>,
}

impl<'a> EditedBody<'a> {
    /// Pairs a body with an edit of it; `method` is named in errors.
    pub(super) fn new(
        body: &'a CodeBody<'a>,
        edit: &'a MethodEdit,
        method: &dyn Fn() -> String,
    ) -> Result<Self, RewriteError> {
        let mut index_at = vec![NO_INSTRUCTION; body.bytes.len() + 1];
        let offsets = body.instructions.iter().map(|instruction| instruction.offset);
        for (index, offset) in offsets.chain([body.bytes.len() as u32]).enumerate() {
            if let Some(slot) = index_at.get_mut(offset as usize) {
                *slot = index as u32;
            }
        }
        let pieces = edit.sorted_pieces();
        let mut first_piece = Vec::with_capacity(body.instructions.len() + 1);
        let mut next = 0;
        for index in 0..=body.instructions.len() {
            first_piece.push(next as u32);
            next += pieces[next..].iter().take_while(|piece| piece.index == index).count();
        }
        let edited = Self { body, edit, pieces, first_piece, index_at };
        edited.check(method)?;
        Ok(edited)
    }

    fn check(&self, method: &dyn Fn() -> String) -> Result<(), RewriteError> {
        let fault = |piece: &Piece| {
            if piece.index >= self.len() {
                Some("there is no such instruction")
            } else if piece.point == InsertionPoint::After && self.never_falls_through(piece.index) {
                Some("nothing can follow it")
            } else {
                None
            }
        };
        match self.pieces.iter().find_map(|piece| fault(piece).map(|what| (piece.index, what))) {
            Some((index, what)) => Err(RewriteError::InvalidEdit { method: method(), index, what }),
            None => Ok(()),
        }
    }

    /// Number of instructions.
    pub(super) fn len(&self) -> usize {
        self.body.instructions.len()
    }

    pub(super) fn instruction(&self, index: usize) -> &'a Instruction {
        &self.body.instructions[index]
    }

    /// The instruction that starts at `offset`; the end of the code counts as one.
    pub(super) fn index_of(&self, offset: u32) -> Option<usize> {
        self.index_at
            .get(offset as usize)
            .filter(|index| **index != NO_INSTRUCTION)
            .map(|index| *index as usize)
    }

    /// The instruction whose bytes `offset` is among; the end of the code counts as one.
    pub(super) fn index_around(&self, offset: u32) -> Option<usize> {
        let covered = self.index_at.get(..=offset as usize)?;
        covered.iter().rev().find(|index| **index != NO_INSTRUCTION).map(|index| *index as usize)
    }

    /// Offset where the instruction started; the code's length for the index past the last.
    pub(super) fn offset(&self, index: usize) -> u32 {
        let instruction = self.body.instructions.get(index);
        instruction.map_or(self.body.bytes.len() as u32, |instruction| instruction.offset)
    }

    /// The instruction as it stood in the file.
    pub(super) fn raw(&self, index: usize) -> &'a [u8] {
        let range = self.offset(index) as usize..self.offset(index + 1) as usize;
        self.body.bytes.get(range).unwrap_or_default()
    }

    /// Code of the pieces at one point of an instruction.
    pub(super) fn pieces(&self, index: usize, point: InsertionPoint) -> impl Iterator<Item = &[u8]> {
        let range = self.first_piece[index] as usize..self.first_piece[index + 1] as usize;
        let here = self.pieces[range].iter().filter(move |piece| piece.point == point);
        here.map(|piece| self.edit.code_of(piece))
    }

    pub(super) fn pieces_length(&self, index: usize, point: InsertionPoint) -> u32 {
        self.pieces(index, point).map(|code| code.len() as u32).sum()
    }

    pub(super) fn is_replaced(&self, index: usize) -> bool {
        self.pieces(index, InsertionPoint::Instead).next().is_some()
    }

    /// Whether the method is only laid out anew, nothing moves.
    pub(super) fn is_unedited(&self) -> bool {
        self.edit.is_empty()
    }

    /// Index of the instruction that a jump which is still there goes to.
    pub(super) fn jump_target(&self, index: usize) -> Option<usize> {
        match self.instruction(index).operands {
            Operands::Jump(target) if !self.is_replaced(index) => self.index_of(target),
            _ => None,
        }
    }

    /// Whether control never passes from this instruction to the next.
    pub(super) fn never_falls_through(&self, index: usize) -> bool {
        !self.is_replaced(index) && op::ends_flow(self.instruction(index).opcode)
    }
}
