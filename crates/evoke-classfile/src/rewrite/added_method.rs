//! A method that an edit adds to a class: straight-line code, which may keep one `int` and look at the exceptions that leave it, or which
//! is left out on a condition.

use super::assembler::Assembler;
use super::error::RewriteError;
use super::pool_builder::PoolBuilder;
use crate::class_file::stack_map::{INTEGER_TAG, OBJECT_TAG, TOP_TAG, table_of_unchanged_locals};
use crate::{MethodDescriptor, access, opcode as op};

const FULL_FRAME: u8 = 255;
/// Length of a conditional jump.
const JUMP: u16 = 3;

/// A private static method. Its parameters come in the first locals.
#[derive(Clone, Debug)]
pub struct AddedMethod {
    /// Its name, which no other method of the class may have.
    pub name: String,
    /// Its descriptor.
    pub descriptor: String,
    /// What it does.
    pub code: AddedCode,
}

/// What an added method does.
#[derive(Clone, Debug)]
pub enum AddedCode {
    /// Keeps an `int` in the local after the parameters.
    Guarded {
        /// Sets the `int`; no exception leaves it.
        start: Assembler,
        /// What comes then; ends with a return.
        body: Assembler,
        /// What runs before an exception of the body goes on its way.
        on_exception: Assembler,
    },
    /// Does something or nothing, and gives nothing.
    Optional {
        /// Leaves an `int` on the stack: 0 if it is to be done.
        condition: Assembler,
        /// What is done; leaves nothing on the stack.
        body: Assembler,
    },
}

/// The parts of a `Code` attribute (JVMS 4.7.3).
struct Code {
    max_stack: u16,
    max_locals: u16,
    bytes: Vec<u8>,
    /// Begin, end and handler of the one range that is guarded, for whatever is thrown.
    handler: Option<[u16; 3]>,
    /// A table of frames.
    frames: Vec<u8>,
}

impl AddedMethod {
    /// One that takes nothing, does nothing and gives nothing.
    pub fn of_nothing(name: &str) -> Self {
        let mut condition = Assembler::new();
        condition.plain(op::ICONST_1, 0, 1);
        let code = AddedCode::Optional { condition, body: Assembler::new() };
        Self { name: name.to_owned(), descriptor: "()V".to_owned(), code }
    }

    /// Appends the method to the table of methods.
    pub(super) fn write(&self, pool: &mut PoolBuilder<'_>, out: &mut Vec<u8>) -> Result<(), RewriteError> {
        put(out, access::PRIVATE | access::STATIC | access::SYNTHETIC);
        put(out, pool.add_utf8(&self.name)?);
        put(out, pool.add_utf8(&self.descriptor)?);
        put(out, 1);
        let parameters = MethodDescriptor::parse(&self.descriptor)?.parameter_slots();
        let code = self.code.assemble(parameters, pool)?.attribute(pool)?;
        put(out, pool.add_utf8("Code")?);
        out.extend((code.len() as u32).to_be_bytes());
        out.extend(code);
        Ok(())
    }
}

impl AddedCode {
    fn assemble(&self, parameters: u16, pool: &mut PoolBuilder<'_>) -> Result<Code, RewriteError> {
        match self {
            Self::Guarded { start, body, on_exception } => {
                let body_at = start.code().len() as u16;
                let handler_at = body_at + body.code().len() as u16;
                Ok(Code {
                    max_stack: start.max_depth().max(body.max_depth()).max(on_exception.max_depth() + 1),
                    max_locals: parameters + 1,
                    bytes: [start.code(), body.code(), on_exception.code(), &[op::ATHROW]].concat(),
                    handler: Some([body_at, handler_at, handler_at]),
                    frames: frame_of_handler(handler_at, parameters, pool)?,
                })
            }
            Self::Optional { condition, body } => {
                let mut bytes = condition.code().to_vec();
                bytes.push(op::IFNE);
                put(&mut bytes, JUMP + body.code().len() as u16);
                bytes.extend_from_slice(body.code());
                let frames = table_of_unchanged_locals(bytes.len() as u16);
                bytes.push(op::RETURN);
                let max_stack = condition.max_depth().max(body.max_depth());
                Ok(Code { max_stack, max_locals: parameters, bytes, handler: None, frames })
            }
        }
    }
}

impl Code {
    fn attribute(&self, pool: &mut PoolBuilder<'_>) -> Result<Vec<u8>, RewriteError> {
        let mut attribute = Vec::new();
        put(&mut attribute, self.max_stack);
        put(&mut attribute, self.max_locals);
        attribute.extend((self.bytes.len() as u32).to_be_bytes());
        attribute.extend_from_slice(&self.bytes);
        put(&mut attribute, u16::from(self.handler.is_some()));
        for value in self.handler.iter().flatten().copied() {
            put(&mut attribute, value);
        }
        if self.handler.is_some() {
            // For whatever is thrown.
            put(&mut attribute, 0);
        }
        put(&mut attribute, 1);
        put(&mut attribute, pool.add_utf8("StackMapTable")?);
        attribute.extend((self.frames.len() as u32).to_be_bytes());
        attribute.extend_from_slice(&self.frames);
        Ok(attribute)
    }
}

/// A table of one frame (JVMS 4.7.4), in which of the locals only the `int` can be used.
fn frame_of_handler(at: u16, parameters: u16, pool: &mut PoolBuilder<'_>) -> Result<Vec<u8>, RewriteError> {
    let mut table = Vec::new();
    put(&mut table, 1);
    table.push(FULL_FRAME);
    put(&mut table, at);
    put(&mut table, parameters + 1);
    table.extend(std::iter::repeat_n(TOP_TAG, usize::from(parameters)));
    table.push(INTEGER_TAG);
    put(&mut table, 1);
    table.push(OBJECT_TAG);
    put(&mut table, pool.add_class("java/lang/Throwable")?);
    Ok(table)
}

fn put(out: &mut Vec<u8>, value: u16) {
    out.extend(value.to_be_bytes());
}
