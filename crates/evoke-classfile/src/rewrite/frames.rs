//! Moves the `StackMapTable` (JVMS 4.7.4). A frame keeps the form it had, with new distances; only where the
//! frame before it is no longer the one it was relative to, after an island's frame or with an extra local, it
//! is written in full. Frames stream through: no more than the current one is held, however many there are.

use std::collections::BTreeMap;

use super::context::{ClassContext, MethodHeader};
use super::error::{RewriteError, Stop, UntouchedReason};
use super::layout::Island;
use super::moved_code::MovedCode;
use super::pool_builder::PoolBuilder;
use crate::class_file::stack_map::{
    DOUBLE, FLOAT, Frame, FrameLocals, Frames, INTEGER, LONG, OBJECT_TAG, TOP, Type, UNINITIALIZED_THIS,
    apply,
};
use crate::reader::Reader;
use crate::{FieldType, MethodDescriptor, ParseError, access};

/// Most bytes a table may grow to. Real tables stay below 64 KiB; full frames multiply hostile ones.
const MAX_TABLE_LENGTH: usize = 1 << 22;

/// Locals and stack of a frame, whole.
struct State {
    locals: Vec<Type>,
    stack: Vec<Type>,
}

/// Writes the frames of one method.
pub(super) struct FrameWriter<'a> {
    class: &'a ClassContext<'a>,
    header: &'a MethodHeader<'a>,
    moved: &'a MovedCode<'a>,
}

impl<'a> FrameWriter<'a> {
    pub(super) fn new(
        class: &'a ClassContext<'a>,
        header: &'a MethodHeader<'a>,
        moved: &'a MovedCode<'a>,
    ) -> Self {
        Self { class, header, moved }
    }

    /// Writes the table that `body` holds.
    pub(super) fn write(
        &self,
        body: Reader<'_>,
        builder: &mut PoolBuilder<'_>,
        out: &mut Vec<u8>,
    ) -> Result<(), Stop> {
        let int_local = self.moved.edited.edit.has_int_local();
        let tracks_locals = int_local || !self.moved.layout.islands.is_empty();
        let initial = if tracks_locals { self.initial_locals(builder)? } else { Vec::new() };
        let island_states = self.island_states(body.clone(), &initial)?;
        let mut table = Table { writer: self, out, start: 0, count: 0, last: None, in_full: int_local };
        table.begin();
        let mut islands = self.moved.layout.islands_in_order().peekable();
        let mut locals = initial;
        let mut frames = Frames::new(body)?;
        while let Some(frame) = frames.next()? {
            if tracks_locals {
                apply(&frame.locals, &mut locals)?;
            }
            let position = self.label(frame.offset)?;
            while let Some(island) = islands.next_if(|island| island.position < position) {
                table.island(island, &island_states)?;
            }
            table.frame(position, &frame, &locals)?;
        }
        for island in islands {
            table.island(island, &island_states)?;
        }
        if self.moved.edited.edit.exceptional_exit().is_some() {
            let exception = Type::Object(builder.add_class("java/lang/Throwable")?);
            table.full(self.moved.layout.label[self.moved.edited.len()], &[], &[exception])?;
        }
        table.end();
        Ok(())
    }

    fn label(&self, offset: u16) -> Result<u32, ParseError> {
        let label = self.moved.label(offset);
        label.ok_or_else(|| ParseError::malformed("frame that is not at an instruction"))
    }

    /// Frames at the targets of islands, by instruction index.
    fn island_states(&self, body: Reader<'_>, initial: &[Type]) -> Result<BTreeMap<usize, State>, Stop> {
        let islands = &self.moved.layout.islands;
        let mut states = BTreeMap::new();
        if islands.is_empty() {
            return Ok(states);
        }
        let targets: BTreeMap<u32, usize> =
            islands.iter().map(|island| (self.moved.edited.offset(island.target), island.target)).collect();
        let mut locals = initial.to_vec();
        let mut held = 0;
        let mut frames = Frames::new(body)?;
        while let Some(frame) = frames.next()? {
            apply(&frame.locals, &mut locals)?;
            if let Some(target) = targets.get(&frame.offset.into()) {
                held += locals.len() + frame.stack.len();
                if held > MAX_TABLE_LENGTH {
                    return Err(UntouchedReason::TooLarge.into());
                }
                states.insert(*target, State { locals: locals.clone(), stack: frame.stack });
            }
        }
        Ok(states)
    }

    /// Locals when the method is entered (JVMS 4.10.1.6).
    fn initial_locals(&self, builder: &mut PoolBuilder<'_>) -> Result<Vec<Type>, Stop> {
        let descriptor = MethodDescriptor::parse(self.header.descriptor)?;
        let mut locals = Vec::with_capacity(descriptor.parameters.len() + 1);
        if self.header.access_flags & access::STATIC == 0 {
            let constructs = self.header.name == "<init>" && self.class.class_name != "java/lang/Object";
            locals.push(if constructs { UNINITIALIZED_THIS } else { Type::Object(self.class.this_class) });
        }
        for parameter in &descriptor.parameters {
            locals.push(match parameter {
                FieldType::Float => FLOAT,
                FieldType::Double => DOUBLE,
                FieldType::Long => LONG,
                FieldType::Object(name) => Type::Object(builder.add_class(name.as_str())?),
                array @ FieldType::Array(_) => Type::Object(builder.add_class(&array.to_string())?),
                _ => INTEGER,
            });
        }
        Ok(locals)
    }
}

/// The table being written.
struct Table<'w, 'a> {
    writer: &'w FrameWriter<'a>,
    out: &'w mut Vec<u8>,
    /// Where in `out` the table starts.
    start: usize,
    count: u16,
    /// Position of the last frame.
    last: Option<u32>,
    /// Whether the next frame must be full, since the one before it is not the one it was relative to.
    in_full: bool,
}

impl Table<'_, '_> {
    fn begin(&mut self) {
        self.start = self.out.len();
        self.out.extend([0; 2]);
    }

    fn end(self) {
        if let Some(slot) = self.out.get_mut(self.start..self.start + 2) {
            slot.copy_from_slice(&self.count.to_be_bytes());
        }
    }

    /// Counts a frame at `position`; returns its distance.
    fn advance(&mut self, position: u32) -> Result<u16, Stop> {
        if self.out.len() - self.start > MAX_TABLE_LENGTH {
            return Err(UntouchedReason::TooLarge.into());
        }
        let distance = position.checked_sub(self.last.map_or(0, |last| last + 1));
        let distance = distance.and_then(|distance| u16::try_from(distance).ok());
        let distance = distance.ok_or_else(|| ParseError::malformed("frames out of order"))?;
        self.last = Some(position);
        self.count = self.count.checked_add(1).ok_or(UntouchedReason::TooLarge)?;
        Ok(distance)
    }

    /// Writes an original frame; `locals` are all locals at it, if they are tracked.
    fn frame(&mut self, position: u32, frame: &Frame, locals: &[Type]) -> Result<(), Stop> {
        let moves_extra_local =
            self.writer.moved.edited.edit.has_int_local() && !matches!(frame.locals, FrameLocals::Same);
        if self.in_full || moves_extra_local {
            self.in_full = false;
            return self.full(position, locals, &frame.stack);
        }
        let distance = self.advance(position)?;
        let short = u8::try_from(distance).ok().filter(|short| *short < 64 && !frame.extended);
        match (&frame.locals, short, frame.stack.as_slice()) {
            (FrameLocals::Same, Some(short), []) => self.out.push(short),
            (FrameLocals::Same, Some(short), [_, ..]) => self.out.push(64 + short),
            (FrameLocals::Same, None, []) => self.tag(251, distance),
            (FrameLocals::Same, None, [_, ..]) => self.tag(247, distance),
            (FrameLocals::Chop(count), ..) => self.tag(251 - count, distance),
            (FrameLocals::Append(types), ..) => {
                self.tag(251 + types.len() as u8, distance);
                self.types(types)?;
            }
            (FrameLocals::Full(types), ..) => {
                self.tag(255, distance);
                self.counted_types(types)?;
                return self.counted_types(&frame.stack);
            }
        }
        self.types(&frame.stack)
    }

    /// Writes the frame of an island, that of its target. A target without frame leaves the island without
    /// one too: such code was never verified by frames.
    fn island(&mut self, island: &Island, states: &BTreeMap<usize, State>) -> Result<(), Stop> {
        match states.get(&island.target) {
            Some(state) => {
                self.in_full = true;
                self.full(island.position, &state.locals, &state.stack)
            }
            None => Ok(()),
        }
    }

    fn full(&mut self, position: u32, locals: &[Type], stack: &[Type]) -> Result<(), Stop> {
        let distance = self.advance(position)?;
        self.tag(255, distance);
        if self.writer.moved.edited.edit.has_int_local() {
            let slots: usize = locals.iter().map(|local| local.slots()).sum();
            let padding = usize::from(self.writer.moved.edited.body.max_locals).checked_sub(slots);
            let padding = padding.ok_or_else(|| ParseError::malformed("frame has too many locals"))?;
            self.out.extend(((locals.len() + padding + 1) as u16).to_be_bytes());
            self.types(locals)?;
            self.types(&vec![TOP; padding])?;
            self.types(&[INTEGER])?;
        } else {
            self.counted_types(locals)?;
        }
        self.counted_types(stack)
    }

    fn tag(&mut self, tag: u8, distance: u16) {
        self.out.push(tag);
        self.out.extend(distance.to_be_bytes());
    }

    fn counted_types(&mut self, types: &[Type]) -> Result<(), Stop> {
        let count = u16::try_from(types.len()).map_err(|_| UntouchedReason::TooLarge)?;
        self.out.extend(count.to_be_bytes());
        self.types(types)
    }

    fn types(&mut self, types: &[Type]) -> Result<(), Stop> {
        for one in types {
            match *one {
                Type::Simple(tag) => self.out.push(tag),
                Type::Object(index) => {
                    self.out.push(OBJECT_TAG);
                    self.out.extend(index.to_be_bytes());
                }
                Type::Uninitialized(offset) => {
                    self.out.push(8);
                    self.out.extend(self.new_position(offset)?.to_be_bytes());
                }
            }
        }
        Ok(())
    }

    /// Where the `new` that was at `offset` is now.
    fn new_position(&self, offset: u16) -> Result<u16, Stop> {
        let moved = self.writer.moved;
        let index = moved.edited.index_of(offset.into()).filter(|index| *index < moved.edited.len());
        let index = index.ok_or_else(|| ParseError::malformed("uninitialised type of no instruction"))?;
        if moved.edited.is_replaced(index) {
            return Err(replaced_new(self.writer.header, index).into());
        }
        Ok(moved.layout.at[index] as u16)
    }
}

/// An edit that the frames of the method do not allow.
fn replaced_new(header: &MethodHeader<'_>, index: usize) -> RewriteError {
    let method = header.signature();
    RewriteError::InvalidEdit { method, index, what: "a frame mentions the object that it creates" }
}
