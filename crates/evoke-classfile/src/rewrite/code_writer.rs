//! Writes an edited `Code` attribute: header, code, exception table, and its attributes moved along.

use super::debug_tables::{line_number_table, local_variable_table};
use super::exception_table::write_exception_table;
use super::frames::FrameWriter;
use super::layout::{Layout, Reach, is_wide, padding};
use super::method_edit::Place;
use super::source::Source;
use super::type_annotations::type_annotations;
use super::{ClassContext, MethodEdit, MethodHeader, PoolBuilder, RewriteError, Stop, UntouchedReason};
use crate::class_file::code::CodeBody;
use crate::opcode as op;
use crate::reader::Reader;
use crate::{Operands, ParseError};

/// Old offsets to new positions.
pub(super) struct Moved<'a> {
    pub(super) source: &'a Source<'a>,
    pub(super) layout: &'a Layout,
    /// Row of the old exception table to its first row in the new one.
    pub(super) handler_rows: Vec<u16>,
}

impl Moved<'_> {
    /// Where jumps to `offset` go now.
    pub(super) fn label(&self, offset: u16) -> Option<u32> {
        Some(self.layout.label[self.source.index_of(offset.into())?])
    }

    /// Where the instruction that started at `offset` is now.
    pub(super) fn at(&self, offset: u16) -> Option<u32> {
        let index = self.source.index_of(offset.into())?;
        (index < self.source.len()).then(|| self.layout.at[index])
    }

    /// As [`Moved::label`], but for debug tables, which are known to point between instructions.
    pub(super) fn label_near(&self, offset: u32) -> Option<u32> {
        let index = self.source.index_around(offset)?;
        let inside = offset - self.source.offset(index);
        if inside == 0 {
            return Some(self.layout.label[index]);
        }
        Some((self.layout.at[index] + inside).min(self.layout.label[index + 1]))
    }
}

/// The body of the new `Code` attribute.
pub(super) fn write(
    class: &ClassContext<'_>,
    header: &MethodHeader<'_>,
    body: &CodeBody<'_>,
    edit: &MethodEdit,
    builder: &mut PoolBuilder<'_>,
) -> Result<Vec<u8>, Stop> {
    let source = Source::new(body, edit, &|| format!("{}{}", header.name, header.descriptor))?;
    let layout = Layout::of(&source)?;
    let mut out = Vec::with_capacity(body.bytes.len() * 2 + layout.length as usize);
    write_header(&source, layout.length, &mut out)?;
    write_code(&source, &layout, &mut out);
    let handler_rows = write_exception_table(&source, &layout, &mut out)?;
    let moved = Moved { source: &source, layout: &layout, handler_rows };
    let frames = FrameWriter::new(class, header, &moved);
    write_attributes(class, &moved, &frames, builder, &mut out)?;
    Ok(out)
}

fn write_header(source: &Source<'_>, length: u32, out: &mut Vec<u8>) -> Result<(), UntouchedReason> {
    let too_large = UntouchedReason::TooLarge;
    let max_stack = source.body.max_stack.checked_add(source.edit.extra_stack()).ok_or(too_large)?;
    let int_local = u16::from(source.edit.has_int_local());
    let max_locals = source.body.max_locals.checked_add(int_local).ok_or(too_large)?;
    out.extend(max_stack.to_be_bytes());
    out.extend(max_locals.to_be_bytes());
    out.extend(length.to_be_bytes());
    Ok(())
}

fn write_code(source: &Source<'_>, layout: &Layout, out: &mut Vec<u8>) {
    let start = out.len();
    out.extend_from_slice(source.edit.prologue_code());
    for index in 0..source.len() {
        source.pieces(index, Place::Before).for_each(|code| out.extend_from_slice(code));
        debug_assert_eq!(out.len() - start, layout.at[index] as usize);
        if source.is_replaced(index) {
            source.pieces(index, Place::Instead).for_each(|code| out.extend_from_slice(code));
        } else {
            write_instruction(source, layout, index, out);
        }
        source.pieces(index, Place::After).for_each(|code| out.extend_from_slice(code));
        for island in layout.islands_after(index) {
            out.push(op::GOTO_W);
            out.extend(distance(island.position, layout.label[island.target]).to_be_bytes());
        }
    }
    debug_assert_eq!(out.len() - start, layout.length as usize);
}

fn distance(from: u32, to: u32) -> i32 {
    to as i32 - from as i32
}

fn write_instruction(source: &Source<'_>, layout: &Layout, index: usize, out: &mut Vec<u8>) {
    let at = layout.at[index];
    let to_label = |offset: u32| {
        let target = source.index_of(offset).unwrap_or_default();
        distance(at, layout.label[target])
    };
    match &source.instruction(index).operands {
        Operands::Jump(target) => write_jump(source, layout, index, to_label(*target), out),
        Operands::Switch { default, cases } => {
            write_switch_start(source, at, index, out);
            out.extend(to_label(*default).to_be_bytes());
            let is_table = source.instruction(index).opcode == op::TABLESWITCH;
            if let (true, [(low, _), .., (high, _)] | [(low @ high, _)]) = (is_table, cases.as_slice()) {
                out.extend([*low, *high].into_iter().flat_map(i32::to_be_bytes));
            } else {
                out.extend((cases.len() as u32).to_be_bytes());
            }
            for (key, target) in cases {
                if !is_table {
                    out.extend(key.to_be_bytes());
                }
                out.extend(to_label(*target).to_be_bytes());
            }
        }
        _ => out.extend_from_slice(source.raw(index)),
    }
}

/// Writes a jump in the form that its reach asks for.
fn write_jump(source: &Source<'_>, layout: &Layout, index: usize, to_target: i32, out: &mut Vec<u8>) {
    let opcode = source.instruction(index).opcode;
    match layout.reach[index] {
        // Both wide forms follow their short form at the same distance.
        Reach::Wide => out.push(opcode + (op::GOTO_W - op::GOTO)),
        _ => out.push(opcode),
    }
    match layout.reach[index] {
        Reach::Island(number) => {
            let at = layout.at[index];
            let position = layout.islands.get(number).map_or(at, |island| island.position);
            out.extend((distance(at, position) as i16).to_be_bytes());
        }
        Reach::Direct if !is_wide(opcode) => out.extend((to_target as i16).to_be_bytes()),
        _ => out.extend(to_target.to_be_bytes()),
    }
}

/// Opcode and padding; padding of unchanged length is copied, since old compilers left other bytes than 0.
fn write_switch_start(source: &Source<'_>, at: u32, index: usize, out: &mut Vec<u8>) {
    let (old, new) = (padding(source.offset(index)) as usize, padding(at) as usize);
    if old == new {
        out.extend_from_slice(source.raw(index).get(..=old).unwrap_or_default());
    } else {
        out.push(source.instruction(index).opcode);
        out.extend(std::iter::repeat_n(0, new));
    }
}

fn write_attributes(
    class: &ClassContext<'_>,
    moved: &Moved<'_>,
    frames: &FrameWriter<'_>,
    builder: &mut PoolBuilder<'_>,
    out: &mut Vec<u8>,
) -> Result<(), Stop> {
    let mut attributes = moved.source.body.attributes.clone();
    let count_at = out.len();
    out.extend([0; 2]);
    let mut count = 0_u16;
    for _ in 0..attributes.u2()? {
        let name = attributes.u2()?;
        let length = attributes.u4()? as usize;
        let body = attributes.part(length)?;
        let text = class.pool.utf8(name).ok_or_else(|| ParseError::malformed("attribute without name"))?;
        let start = out.len();
        out.extend(name.to_be_bytes());
        out.extend([0; 4]);
        if write_attribute(text, body, moved, frames, builder, out)? {
            let length = (out.len() - start - 6) as u32;
            if let Some(slot) = out.get_mut(start + 2..start + 6) {
                slot.copy_from_slice(&length.to_be_bytes());
            }
            count += 1;
        } else {
            out.truncate(start);
        }
    }
    if attributes.remaining() > 0 {
        return Err(ParseError::malformed("bytes after the end of the code").into());
    }
    if let Some(slot) = out.get_mut(count_at..count_at + 2) {
        slot.copy_from_slice(&count.to_be_bytes());
    }
    Ok(())
}

/// Writes the attribute moved along; `false` where it cannot be moved and is to be dropped: debug tables
/// that do not fit the code, and attributes whose meaning is not known.
fn write_attribute(
    name: &str,
    mut body: Reader<'_>,
    moved: &Moved<'_>,
    frames: &FrameWriter<'_>,
    builder: &mut PoolBuilder<'_>,
    out: &mut Vec<u8>,
) -> Result<bool, Stop> {
    Ok(match name {
        "StackMapTable" => {
            frames.write(body, builder, out)?;
            true
        }
        "LineNumberTable" => line_number_table(body, moved, out).is_some(),
        "LocalVariableTable" | "LocalVariableTypeTable" => local_variable_table(body, moved, out).is_some(),
        "RuntimeVisibleTypeAnnotations" | "RuntimeInvisibleTypeAnnotations" => {
            type_annotations(body, moved, out).is_some()
        }
        _ if moved.source.is_unedited() => {
            out.extend_from_slice(body.rest());
            true
        }
        _ => false,
    })
}

/// An edit that the frames of the method do not allow.
pub(super) fn replaced_new(header: &MethodHeader<'_>, index: usize) -> RewriteError {
    let method = format!("{}{}", header.name, header.descriptor);
    RewriteError::InvalidEdit { method, index, what: "a frame mentions the object that it creates" }
}
