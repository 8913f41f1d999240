//! What is to change in one method.

use std::ops::Range;

use super::added_method::AddedMethod;
use super::assembler::Assembler;

/// Code to put before, after and instead of instructions, which are named by their index in
/// [`MethodView::instructions`](super::MethodView::instructions). Several pieces at the same point follow each
/// other in the order they were given. An empty edit lays the method out anew and gives the same bytes.
#[derive(Clone, Debug, Default)]
pub struct MethodEdit {
    /// All pieces behind each other.
    code: Vec<u8>,
    prologue: Vec<u8>,
    pieces: Vec<Piece>,
    extra_stack: u16,
    int_local: bool,
    exceptional_exit: Option<ExceptionalExit>,
    added_methods: Vec<AddedMethod>,
}

/// Code that runs when an exception leaves the method, before it goes on its way.
#[derive(Clone, Debug)]
pub(super) struct ExceptionalExit {
    /// Index of the first instruction that it guards.
    pub(super) from: usize,
    pub(super) code: Vec<u8>,
}

/// Where a piece goes, in the order of the output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum InsertionPoint {
    Before,
    Instead,
    After,
}

#[derive(Clone, Debug)]
pub(super) struct Piece {
    pub(super) index: usize,
    pub(super) point: InsertionPoint,
    code: Range<usize>,
}

impl MethodEdit {
    /// An empty edit.
    pub fn new() -> Self {
        Self::default()
    }

    /// Appends to the code that runs once when the method is entered, also if its first instruction is
    /// the target of a jump.
    pub fn prologue(&mut self, piece: &Assembler) {
        self.extra_stack = self.extra_stack.max(piece.max_depth());
        self.prologue.extend_from_slice(piece.code());
    }

    /// Puts a piece before an instruction; who jumps to the instruction runs the piece too.
    pub fn insert_before(&mut self, index: usize, piece: &Assembler) {
        self.insert(index, InsertionPoint::Before, piece);
    }

    /// Puts a piece after an instruction: it runs when the instruction ends without exception and without
    /// jumping. Nothing can follow a `goto`, `return`, `athrow`, `ret` or switch.
    pub fn insert_after(&mut self, index: usize, piece: &Assembler) {
        self.insert(index, InsertionPoint::After, piece);
    }

    /// Puts a piece in the place of an instruction. The piece must leave the stack as the instruction would.
    /// A `new` whose uninitialised object appears in a frame cannot be replaced.
    pub fn replace(&mut self, index: usize, piece: &Assembler) {
        self.insert(index, InsertionPoint::Instead, piece);
    }

    /// Whether something is in the place of the instruction already.
    pub fn is_replaced(&self, index: usize) -> bool {
        self.pieces.iter().any(|piece| piece.index == index && piece.point == InsertionPoint::Instead)
    }

    /// Adds an `int` local variable at the slot [`MethodView::max_locals`](super::MethodView::max_locals). The
    /// prologue must store to it: every frame says that it is set.
    pub fn add_int_local(&mut self) {
        self.int_local = true;
    }

    /// Runs a piece when an exception leaves the method that an instruction from this index on threw, and lets the exception go on. Of the
    /// locals the piece may use the added one alone. In a constructor the index comes after the call of the other constructor.
    pub fn on_exceptional_exit(&mut self, from: usize, piece: &Assembler) {
        // The exception is on the stack.
        self.extra_stack = self.extra_stack.max(piece.max_depth() + 1);
        self.exceptional_exit = Some(ExceptionalExit { from, code: piece.code().to_vec() });
    }

    /// Adds a method to the class, for pieces of this edit to call.
    pub fn add_method(&mut self, method: AddedMethod) {
        self.added_methods.push(method);
    }

    pub(super) fn into_added_methods(self) -> Vec<AddedMethod> {
        self.added_methods
    }

    /// Whether nothing would change.
    pub fn is_empty(&self) -> bool {
        self.pieces.is_empty()
            && self.prologue.is_empty()
            && !self.int_local
            && self.exceptional_exit.is_none()
            && self.added_methods.is_empty()
    }

    fn insert(&mut self, index: usize, point: InsertionPoint, piece: &Assembler) {
        self.extra_stack = self.extra_stack.max(piece.max_depth());
        let start = self.code.len();
        self.code.extend_from_slice(piece.code());
        self.pieces.push(Piece { index, point, code: start..self.code.len() });
    }

    pub(super) fn prologue_code(&self) -> &[u8] {
        &self.prologue
    }

    /// Pieces in the order of the output.
    pub(super) fn sorted_pieces(&self) -> Vec<Piece> {
        let mut pieces = self.pieces.clone();
        pieces.sort_by_key(|piece| (piece.index, piece.point));
        pieces
    }

    pub(super) fn code_of(&self, piece: &Piece) -> &[u8] {
        self.code.get(piece.code.clone()).unwrap_or_default()
    }

    pub(super) fn exceptional_exit(&self) -> Option<&ExceptionalExit> {
        self.exceptional_exit.as_ref()
    }

    /// Bytes that come after all instructions: the exceptional exit and the `athrow` that ends it.
    pub(super) fn exit_length(&self) -> u32 {
        self.exceptional_exit.as_ref().map_or(0, |exit| exit.code.len() as u32 + 1)
    }

    pub(super) fn extra_stack(&self) -> u16 {
        self.extra_stack
    }

    pub(super) fn has_int_local(&self) -> bool {
        self.int_local
    }
}
