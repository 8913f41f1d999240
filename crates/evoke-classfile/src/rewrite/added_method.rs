//! A method that an edit adds to a class: straight-line code, which may keep one `int`, with a piece that runs where an exception leaves it.

use super::assembler::Assembler;
use super::error::RewriteError;
use super::pool_builder::PoolBuilder;
use crate::class_file::stack_map::{INTEGER_TAG, OBJECT_TAG, TOP_TAG};
use crate::{MethodDescriptor, access, opcode as op};

const FULL_FRAME: u8 = 255;

/// A private static method. Its parameters come in the first locals; the `int` has the one after them.
#[derive(Clone, Debug)]
pub struct AddedMethod {
    /// Its name, which no other method of the class may have.
    pub name: String,
    /// Its descriptor.
    pub descriptor: String,
    /// Sets the `int`; no exception leaves it.
    pub start: Assembler,
    /// What comes then; ends with a return.
    pub body: Assembler,
    /// What runs before an exception of the body goes on its way.
    pub on_exception: Assembler,
}

impl AddedMethod {
    /// Appends the method to the table of methods.
    pub(super) fn write(&self, pool: &mut PoolBuilder<'_>, out: &mut Vec<u8>) -> Result<(), RewriteError> {
        put(out, access::PRIVATE | access::STATIC | access::SYNTHETIC);
        put(out, pool.add_utf8(&self.name)?);
        put(out, pool.add_utf8(&self.descriptor)?);
        put(out, 1);
        let code = self.code_attribute(pool)?;
        put(out, pool.add_utf8("Code")?);
        out.extend((code.len() as u32).to_be_bytes());
        out.extend(code);
        Ok(())
    }

    fn code_attribute(&self, pool: &mut PoolBuilder<'_>) -> Result<Vec<u8>, RewriteError> {
        let parameters = MethodDescriptor::parse(&self.descriptor)?.parameter_slots();
        let code = [self.start.code(), self.body.code(), self.on_exception.code(), &[op::ATHROW]].concat();
        let body_at = self.start.code().len() as u16;
        let handler_at = body_at + self.body.code().len() as u16;
        let deepest =
            self.start.max_depth().max(self.body.max_depth()).max(self.on_exception.max_depth() + 1);
        let mut attribute = Vec::new();
        put(&mut attribute, deepest);
        put(&mut attribute, parameters + 1);
        attribute.extend((code.len() as u32).to_be_bytes());
        attribute.extend(code);
        // One handler, for whatever is thrown.
        for value in [1, body_at, handler_at, handler_at, 0] {
            put(&mut attribute, value);
        }
        put(&mut attribute, 1);
        let frames = frame_of_handler(handler_at, parameters, pool)?;
        put(&mut attribute, pool.add_utf8("StackMapTable")?);
        attribute.extend((frames.len() as u32).to_be_bytes());
        attribute.extend(frames);
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
