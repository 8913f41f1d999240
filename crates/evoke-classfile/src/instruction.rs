//! Decoded instructions (JVMS chapter 6). Jump targets are absolute byte offsets.

pub(crate) mod decode;

/// One instruction; `wide` forms are folded into their plain opcode.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instruction {
    /// Byte offset in the method.
    pub offset: u32,
    /// Opcode, see [`crate::opcode`].
    pub opcode: u8,
    /// What follows it.
    pub operands: Operands,
}

/// Operands of an instruction, by shape.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Operands {
    /// Nothing.
    None,
    /// `bipush`, `sipush`.
    Immediate(i16),
    /// A local variable, also for the short forms such as `iload_1`, `ret`.
    Local(u16),
    /// `iinc`.
    Increment {
        /// Slot.
        local: u16,
        /// What is added.
        by: i16,
    },
    /// An index into the constant pool (`ldc`, field access, calls, `new`, `checkcast`, …).
    Constant(u16),
    /// Element type code of `newarray`.
    ArrayType(u8),
    /// `multianewarray`.
    MultiArray {
        /// The array class.
        class: u16,
        /// Dimensions taken from the stack.
        dimensions: u8,
    },
    /// Absolute target of a jump.
    Jump(u32),
    /// `tableswitch` and `lookupswitch`: keys in ascending order with their targets.
    Switch {
        /// Target where no key matches.
        default: u32,
        /// Keys and absolute targets.
        cases: Vec<(i32, u32)>,
    },
}

#[cfg(test)]
mod tests;
