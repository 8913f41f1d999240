//! The body of a method, decoded: instructions, handlers, debug tables.

use crate::{ClassName, FieldType, Instruction};

/// A method body (JVMS 4.7.3), decoded.
#[derive(Clone, Debug)]
pub struct Code {
    /// Operand stack depth.
    pub max_stack: u16,
    /// Local variable slots.
    pub max_locals: u16,
    /// Length of the bytecode in bytes.
    pub length: u32,
    /// Instructions in order of their offset.
    pub instructions: Vec<Instruction>,
    /// Handlers in the order of the table, which is the order of precedence.
    pub exception_table: Vec<ExceptionHandler>,
    /// Line numbers, sorted by offset; all tables of the method merged.
    pub line_numbers: Vec<LineNumber>,
    /// Rows of the `LocalVariableTable`.
    pub local_variables: Vec<LocalVariable>,
    /// The `StackMapTable` as it stands in the file; empty where there is none.
    pub stack_map_table: Vec<u8>,
}

/// One row of an exception table. Offsets are bytes; `end` is exclusive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExceptionHandler {
    /// First offset covered.
    pub start: u32,
    /// First offset no longer covered; may equal the code's length.
    pub end: u32,
    /// Where the handler starts.
    pub handler: u32,
    /// `None` catches everything.
    pub catch_type: Option<ClassName>,
}

/// The source line of the code from `offset` on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineNumber {
    /// First byte offset of the line's code.
    pub offset: u32,
    /// Line in the source file.
    pub line: u16,
}

/// A named local variable and where it is in scope.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocalVariable {
    /// First offset in scope.
    pub start: u32,
    /// First offset no longer in scope.
    pub end: u32,
    /// Its name.
    pub name: String,
    /// Its erased type.
    pub descriptor: FieldType,
    /// Its slot.
    pub slot: u16,
}

impl Code {
    /// The source line of the instruction at a byte offset, where the line table tells (JVMS 4.7.12).
    pub fn line_at(&self, offset: u32) -> Option<u16> {
        let after = self.line_numbers.partition_point(|row| row.offset <= offset);
        Some(self.line_numbers[after.checked_sub(1)?].line)
    }
}
