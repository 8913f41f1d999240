//! Assembles the straight-line code that edits insert, and counts how much stack it needs on top of what
//! was there before it. It knows no jumps, since edits may have none.

use super::error::RewriteError;
use super::pool_builder::{FieldRef, MethodRef, PoolBuilder};
use crate::{FieldType, opcode as op};

/// A piece of straight-line code under construction.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Assembler {
    code: Vec<u8>,
    depth: i32,
    max_depth: i32,
}

impl Assembler {
    /// An empty piece.
    pub fn new() -> Self {
        Self::default()
    }

    /// Empties the piece, to build another in the same memory.
    pub fn clear(&mut self) {
        self.code.clear();
        (self.depth, self.max_depth) = (0, 0);
    }

    /// The bytecode so far.
    pub fn code(&self) -> &[u8] {
        &self.code
    }

    /// Slots on the stack after the piece, relative to before it.
    pub fn depth(&self) -> i32 {
        self.depth
    }

    /// Most slots on the stack at any point of the piece, relative to before it.
    pub fn max_depth(&self) -> u16 {
        u16::try_from(self.max_depth).unwrap_or(u16::MAX)
    }

    fn moves(&mut self, pops: u16, pushes: u16) -> &mut Self {
        self.depth += i32::from(pushes) - i32::from(pops);
        self.max_depth = self.max_depth.max(self.depth);
        self
    }

    /// An instruction without operands, with the slots it pops and pushes. What has a method of its own here
    /// is better written with that.
    pub fn plain(&mut self, opcode: u8, pops: u16, pushes: u16) -> &mut Self {
        self.code.push(opcode);
        self.moves(pops, pushes)
    }

    /// Pushes an `int` in the shortest way.
    pub fn push_int(&mut self, pool: &mut PoolBuilder<'_>, value: i32) -> Result<&mut Self, RewriteError> {
        match (i8::try_from(value), i16::try_from(value)) {
            (Ok(small @ -1..=5), _) => self.code.push(op::ICONST_0.wrapping_add_signed(small)),
            (Ok(byte), _) => self.code.extend([op::BIPUSH, byte as u8]),
            (_, Ok(short)) => {
                self.code.push(op::SIPUSH);
                self.code.extend(short.to_be_bytes());
            }
            _ => {
                let index = pool.add_int(value)?;
                return Ok(self.load_constant(index));
            }
        }
        Ok(self.moves(0, 1))
    }

    /// `ldc` or `ldc_w` of a constant of one slot.
    pub fn load_constant(&mut self, index: u16) -> &mut Self {
        if let Ok(short) = u8::try_from(index) {
            self.code.extend([op::LDC, short]);
        } else {
            self.with_index(op::LDC_W, index);
        }
        self.moves(0, 1)
    }

    fn with_index(&mut self, opcode: u8, index: u16) {
        self.code.push(opcode);
        self.code.extend(index.to_be_bytes());
    }

    /// `invokestatic`
    pub fn invoke_static(&mut self, method: MethodRef) -> &mut Self {
        self.with_index(op::INVOKESTATIC, method.index);
        self.moves(method.argument_slots, method.return_slots)
    }

    /// `invokevirtual`
    pub fn invoke_virtual(&mut self, method: MethodRef) -> &mut Self {
        self.with_index(op::INVOKEVIRTUAL, method.index);
        self.moves(method.argument_slots + 1, method.return_slots)
    }

    /// `invokeinterface`
    pub fn invoke_interface(&mut self, method: MethodRef) -> &mut Self {
        self.with_index(op::INVOKEINTERFACE, method.index);
        // The JVM ignores the count but checks it: receiver and arguments in slots.
        self.code.extend([(method.argument_slots + 1) as u8, 0]);
        self.moves(method.argument_slots + 1, method.return_slots)
    }

    /// `invokespecial`
    pub fn invoke_special(&mut self, method: MethodRef) -> &mut Self {
        self.with_index(op::INVOKESPECIAL, method.index);
        self.moves(method.argument_slots + 1, method.return_slots)
    }

    /// `invokedynamic`
    pub fn invoke_dynamic(&mut self, site: MethodRef) -> &mut Self {
        self.with_index(op::INVOKEDYNAMIC, site.index);
        self.code.extend([0, 0]);
        self.moves(site.argument_slots, site.return_slots)
    }

    /// `putfield`
    pub fn put_field(&mut self, field: FieldRef) -> &mut Self {
        self.with_index(op::PUTFIELD, field.index);
        self.moves(field.slots + 1, 0)
    }

    /// `getstatic`
    pub fn get_static(&mut self, field: FieldRef) -> &mut Self {
        self.with_index(op::GETSTATIC, field.index);
        self.moves(0, field.slots)
    }

    /// `getfield`
    pub fn get_field(&mut self, field: FieldRef) -> &mut Self {
        self.with_index(op::GETFIELD, field.index);
        self.moves(1, field.slots)
    }

    /// `new` of the class constant at `class`.
    pub fn new_object(&mut self, class: u16) -> &mut Self {
        self.with_index(op::NEW, class);
        self.moves(0, 1)
    }

    /// `anewarray` of elements of the class constant at `class`.
    pub fn new_array_of(&mut self, class: u16) -> &mut Self {
        self.with_index(op::ANEWARRAY, class);
        self.moves(1, 1)
    }

    /// `checkcast` to the class constant at `class`.
    pub fn check_cast(&mut self, class: u16) -> &mut Self {
        self.with_index(op::CHECKCAST, class);
        self.moves(1, 1)
    }

    /// `iload`, `lload`, `fload`, `dload` or `aload`, given by that opcode.
    pub fn load(&mut self, opcode: u8, slot: u16) -> &mut Self {
        let slots = if matches!(opcode, op::LLOAD | op::DLOAD) { 2 } else { 1 };
        self.local(opcode, op::ILOAD, op::ILOAD_0, slot).moves(0, slots)
    }

    /// `istore`, `lstore`, `fstore`, `dstore` or `astore`, given by that opcode.
    pub fn store(&mut self, opcode: u8, slot: u16) -> &mut Self {
        let slots = if matches!(opcode, op::LSTORE | op::DSTORE) { 2 } else { 1 };
        self.local(opcode, op::ISTORE, op::ISTORE_0, slot).moves(slots, 0)
    }

    /// Pushes the local of a type at `slot`.
    pub fn load_value(&mut self, ty: &FieldType, slot: u16) -> &mut Self {
        let opcode = match ty {
            FieldType::Boolean | FieldType::Byte | FieldType::Char | FieldType::Short | FieldType::Int => {
                op::ILOAD
            }
            FieldType::Long => op::LLOAD,
            FieldType::Float => op::FLOAD,
            FieldType::Double => op::DLOAD,
            FieldType::Object(_) | FieldType::Array(_) => op::ALOAD,
        };
        self.load(opcode, slot)
    }

    /// Returns from a method of this result, which is on the stack; `None` is `void`.
    pub fn return_value(&mut self, result: Option<&FieldType>) -> &mut Self {
        match result {
            None => self.plain(op::RETURN, 0, 0),
            Some(FieldType::Long) => self.plain(op::LRETURN, 2, 0),
            Some(FieldType::Float) => self.plain(op::FRETURN, 1, 0),
            Some(FieldType::Double) => self.plain(op::DRETURN, 2, 0),
            Some(FieldType::Object(_) | FieldType::Array(_)) => self.plain(op::ARETURN, 1, 0),
            Some(_) => self.plain(op::IRETURN, 1, 0),
        }
    }

    /// Appends another piece.
    pub fn append(&mut self, piece: &Self) -> &mut Self {
        self.code.extend_from_slice(&piece.code);
        self.max_depth = self.max_depth.max(self.depth + piece.max_depth);
        self.depth += piece.depth;
        self
    }

    /// Pushes the `int` local at `slot`.
    pub fn load_int(&mut self, slot: u16) -> &mut Self {
        self.load(op::ILOAD, slot)
    }

    /// Pops into the `int` local at `slot`.
    pub fn store_int(&mut self, slot: u16) -> &mut Self {
        self.store(op::ISTORE, slot)
    }

    /// Writes the shortest form; the forms for slots 0 to 3 follow each other from `first_short` on.
    fn local(&mut self, opcode: u8, first: u8, first_short: u8, slot: u16) -> &mut Self {
        match u8::try_from(slot) {
            Ok(short @ 0..=3) => {
                self.code.push(first_short.wrapping_add(opcode.wrapping_sub(first).wrapping_mul(4)) + short);
            }
            Ok(byte) => self.code.extend([opcode, byte]),
            Err(_) => {
                self.code.push(op::WIDE);
                self.with_index(opcode, slot);
            }
        }
        self
    }

    /// `iinc`
    pub fn increment(&mut self, slot: u16, by: i16) -> &mut Self {
        if let (Ok(slot), Ok(by)) = (u8::try_from(slot), i8::try_from(by)) {
            self.code.extend([op::IINC, slot, by as u8]);
        } else {
            self.code.push(op::WIDE);
            self.with_index(op::IINC, slot);
            self.code.extend(by.to_be_bytes());
        }
        self
    }

    /// `aconst_null`
    pub fn push_null(&mut self) -> &mut Self {
        self.plain(op::ACONST_NULL, 0, 1)
    }

    /// `dup`
    pub fn dup(&mut self) -> &mut Self {
        self.plain(op::DUP, 1, 2)
    }

    /// `dup_x1`
    pub fn dup_x1(&mut self) -> &mut Self {
        self.plain(op::DUP_X1, 2, 3)
    }

    /// `dup_x2`
    pub fn dup_x2(&mut self) -> &mut Self {
        self.plain(op::DUP_X2, 3, 4)
    }

    /// `dup2`
    pub fn dup2(&mut self) -> &mut Self {
        self.plain(op::DUP2, 2, 4)
    }

    /// `dup2_x1`
    pub fn dup2_x1(&mut self) -> &mut Self {
        self.plain(op::DUP2_X1, 3, 5)
    }

    /// `dup2_x2`
    pub fn dup2_x2(&mut self) -> &mut Self {
        self.plain(op::DUP2_X2, 4, 6)
    }

    /// `pop`
    pub fn pop(&mut self) -> &mut Self {
        self.plain(op::POP, 1, 0)
    }

    /// `pop2`
    pub fn pop2(&mut self) -> &mut Self {
        self.plain(op::POP2, 2, 0)
    }

    /// `swap`
    pub fn swap(&mut self) -> &mut Self {
        self.plain(op::SWAP, 2, 2)
    }
}
