//! Frames of a `StackMapTable` (JVMS 4.7.4), one after the other: no more than the current one is held, however many there are.

use super::method_body::Code;
use crate::reader::Reader;
use crate::{FieldType, MethodDescriptor, ParseError};

/// Tags of verification types (JVMS 4.7.4).
pub(crate) const TOP_TAG: u8 = 0;
pub(crate) const INTEGER_TAG: u8 = 1;
pub(crate) const OBJECT_TAG: u8 = 7;

pub(crate) const TOP: Type = Type::Simple(TOP_TAG);
pub(crate) const INTEGER: Type = Type::Simple(INTEGER_TAG);
pub(crate) const FLOAT: Type = Type::Simple(2);
pub(crate) const DOUBLE: Type = Type::Simple(3);
pub(crate) const LONG: Type = Type::Simple(4);
pub(crate) const UNINITIALIZED_THIS: Type = Type::Simple(6);

/// A table of one frame, at which the locals are what they are when the method begins and the stack is empty.
pub(crate) fn table_of_unchanged_locals(at: u16) -> Vec<u8> {
    const SAME_FRAME_EXTENDED: u8 = 251;
    let [high, low] = at.to_be_bytes();
    vec![0, 1, SAME_FRAME_EXTENDED, high, low]
}

/// A verification type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Type {
    /// One without operand, by its tag.
    Simple(u8),
    /// `Object`, by constant pool index.
    Object(u16),
    /// `Uninitialized`, by the old offset of the `new`.
    Uninitialized(u16),
}

impl Type {
    fn read(reader: &mut Reader<'_>) -> Result<Self, ParseError> {
        Ok(match reader.u1()? {
            tag @ 0..=6 => Self::Simple(tag),
            OBJECT_TAG => Self::Object(reader.u2()?),
            8 => Self::Uninitialized(reader.u2()?),
            tag => return Err(ParseError::malformed(format!("verification type {tag}"))),
        })
    }

    pub(crate) fn slots(self) -> usize {
        if matches!(self, DOUBLE | LONG) { 2 } else { 1 }
    }
}

/// A frame as it stands in the table.
pub(crate) struct Frame {
    pub(crate) offset: u16,
    /// Whether a form with a separate distance was used, even if the distance is small.
    pub(crate) extended: bool,
    pub(crate) locals: FrameLocals,
    pub(crate) stack: Vec<Type>,
}

/// What a frame says about the locals, by the frame types of JVMS 4.7.4.
pub(crate) enum FrameLocals {
    Same,
    Chop(u8),
    Append(Vec<Type>),
    Full(Vec<Type>),
}

/// Reads frame after frame.
pub(crate) struct Frames<'a> {
    reader: Reader<'a>,
    left: u16,
    /// Offset the next distance counts from.
    next: u32,
}

impl<'a> Frames<'a> {
    pub(crate) fn new(mut reader: Reader<'a>) -> Result<Self, ParseError> {
        let left = reader.u2()?;
        Ok(Self { reader, left, next: 0 })
    }

    fn types(&mut self, count: usize) -> Result<Vec<Type>, ParseError> {
        let mut types = Vec::with_capacity(count.min(self.reader.remaining()));
        for _ in 0..count {
            types.push(Type::read(&mut self.reader)?);
        }
        Ok(types)
    }

    pub(crate) fn next(&mut self) -> Result<Option<Frame>, ParseError> {
        if self.left == 0 {
            return match self.reader.remaining() {
                0 => Ok(None),
                _ => Err(ParseError::malformed("bytes after the last frame")),
            };
        }
        self.left -= 1;
        let tag = self.reader.u1()?;
        let (distance, extended) = match tag {
            0..=63 => (tag.into(), false),
            64..=127 => (u32::from(tag) - 64, false),
            247..=255 => (u32::from(self.reader.u2()?), true),
            _ => return Err(ParseError::malformed(format!("frame type {tag}"))),
        };
        let offset = u16::try_from(self.next + distance)
            .map_err(|_| ParseError::malformed("frame outside the code"))?;
        self.next = u32::from(offset) + 1;
        let (mut locals, mut stack) = (FrameLocals::Same, Vec::new());
        match tag {
            64..=127 | 247 => stack = self.types(1)?,
            248..=250 => locals = FrameLocals::Chop(251 - tag),
            252..=254 => locals = FrameLocals::Append(self.types(usize::from(tag) - 251)?),
            255 => {
                let count = usize::from(self.reader.u2()?);
                locals = FrameLocals::Full(self.types(count)?);
                let depth = usize::from(self.reader.u2()?);
                stack = self.types(depth)?;
            }
            _ => {}
        }
        Ok(Some(Frame { offset, extended, locals, stack }))
    }
}

/// Locals after a frame, given those before it.
pub(crate) fn apply(said: &FrameLocals, locals: &mut Vec<Type>) -> Result<(), ParseError> {
    match said {
        FrameLocals::Same => {}
        FrameLocals::Chop(count) => {
            let left = locals.len().checked_sub(usize::from(*count));
            locals.truncate(left.ok_or_else(|| ParseError::malformed("frame removes missing locals"))?);
        }
        FrameLocals::Append(types) => locals.extend(types),
        FrameLocals::Full(types) => locals.clone_from(types),
    }
    Ok(())
}

/// The local variables that a frame has, which are those that code from there on may load.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocalsOfFrame {
    /// Where the frame is, in bytes.
    pub offset: u32,
    /// By slot, whether there is a variable; slots beyond the end have none, nor has the second of a wide value.
    pub occupied: Vec<bool>,
}

impl Code {
    /// What the frames of the method say of its local variables, by offset; empty where there are none (before Java 6).
    ///
    /// # Errors
    /// If the table is not a `StackMapTable`.
    pub fn locals_of_frames(
        &self,
        is_static: bool,
        descriptor: &MethodDescriptor,
    ) -> Result<Vec<LocalsOfFrame>, ParseError> {
        if self.stack_map_table.is_empty() {
            return Ok(Vec::new());
        }
        let mut locals: Vec<Type> = Vec::new();
        locals.extend((!is_static).then_some(UNINITIALIZED_THIS));
        locals.extend(descriptor.parameters.iter().map(|ty| match ty {
            FieldType::Long => LONG,
            FieldType::Double => DOUBLE,
            _ => INTEGER,
        }));
        let mut frames = Frames::new(Reader::new(&self.stack_map_table))?;
        let mut found = Vec::new();
        while let Some(frame) = frames.next()? {
            apply(&frame.locals, &mut locals)?;
            let slots = locals.iter().flat_map(|ty| [*ty != TOP, false].into_iter().take(ty.slots()));
            found.push(LocalsOfFrame { offset: frame.offset.into(), occupied: slots.collect() });
        }
        Ok(found)
    }
}
