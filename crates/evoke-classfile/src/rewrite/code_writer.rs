//! Writes an edited `Code` attribute: header, code, exception table, and its attributes moved along.

use super::context::{ClassContext, MethodHeader};
use super::debug_tables::{line_number_table, local_variable_table};
use super::edited_body::EditedBody;
use super::error::{Stop, UntouchedReason};
use super::exception_table::write_exception_table;
use super::frames::FrameWriter;
use super::layout::{Layout, Reach, is_wide, padding};
use super::method_edit::{InsertionPoint, MethodEdit};
use super::moved_code::MovedCode;
use super::pool_builder::PoolBuilder;
use super::type_annotations::type_annotations;
use crate::class_file::code_attribute::CodeBody;
use crate::opcode as op;
use crate::reader::Reader;
use crate::{Operands, ParseError};

/// The attribute that holds the frames.
const FRAMES: &str = "StackMapTable";

/// The body of the new `Code` attribute.
pub(super) fn write(
    class: &ClassContext<'_>,
    header: &MethodHeader<'_>,
    body: &CodeBody<'_>,
    edit: &MethodEdit,
    builder: &mut PoolBuilder<'_>,
) -> Result<Vec<u8>, Stop> {
    let edited = EditedBody::new(body, edit, &|| header.signature())?;
    let layout = Layout::of(&edited)?;
    let mut out = Vec::with_capacity(body.bytes.len() * 2 + layout.length as usize);
    write_header(&edited, layout.length, &mut out)?;
    write_code(&edited, &layout, &mut out);
    let handler_rows = write_exception_table(&edited, &layout, &mut out)?;
    let moved = MovedCode { edited: &edited, layout: &layout, handler_rows };
    let frames = FrameWriter::new(class, header, &moved);
    write_attributes(class, &moved, &frames, builder, &mut out)?;
    Ok(out)
}

fn write_header(edited: &EditedBody<'_>, length: u32, out: &mut Vec<u8>) -> Result<(), UntouchedReason> {
    let too_large = UntouchedReason::TooLarge;
    let max_stack = edited.body.max_stack.checked_add(edited.edit.extra_stack()).ok_or(too_large)?;
    let int_local = u16::from(edited.edit.has_int_local());
    let max_locals = edited.body.max_locals.checked_add(int_local).ok_or(too_large)?;
    out.extend(max_stack.to_be_bytes());
    out.extend(max_locals.to_be_bytes());
    out.extend(length.to_be_bytes());
    Ok(())
}

fn write_code(edited: &EditedBody<'_>, layout: &Layout, out: &mut Vec<u8>) {
    let start = out.len();
    out.extend_from_slice(edited.edit.prologue_code());
    for index in 0..edited.len() {
        edited.pieces(index, InsertionPoint::Before).for_each(|code| out.extend_from_slice(code));
        debug_assert_eq!(out.len() - start, layout.at[index] as usize);
        if edited.is_replaced(index) {
            edited.pieces(index, InsertionPoint::Instead).for_each(|code| out.extend_from_slice(code));
        } else {
            write_instruction(edited, layout, index, out);
        }
        edited.pieces(index, InsertionPoint::After).for_each(|code| out.extend_from_slice(code));
        for island in layout.islands_after(index) {
            out.push(op::GOTO_W);
            out.extend(distance(island.position, layout.label[island.target]).to_be_bytes());
        }
    }
    if let Some(exit) = edited.edit.exceptional_exit() {
        out.extend_from_slice(&exit.code);
        out.push(op::ATHROW);
    }
    debug_assert_eq!(out.len() - start, layout.length as usize);
}

fn distance(from: u32, to: u32) -> i32 {
    to as i32 - from as i32
}

fn write_instruction(edited: &EditedBody<'_>, layout: &Layout, index: usize, out: &mut Vec<u8>) {
    let at = layout.at[index];
    let to_label = |offset: u32| {
        let target = edited.index_of(offset).unwrap_or_default();
        distance(at, layout.label[target])
    };
    match &edited.instruction(index).operands {
        Operands::Jump(target) => write_jump(edited, layout, index, to_label(*target), out),
        Operands::Switch { default, cases } => {
            write_switch_start(edited, at, index, out);
            out.extend(to_label(*default).to_be_bytes());
            let is_table = edited.instruction(index).opcode == op::TABLESWITCH;
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
        _ => out.extend_from_slice(edited.raw(index)),
    }
}

/// Writes a jump in the form that its reach asks for.
fn write_jump(edited: &EditedBody<'_>, layout: &Layout, index: usize, to_target: i32, out: &mut Vec<u8>) {
    let opcode = edited.instruction(index).opcode;
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
fn write_switch_start(edited: &EditedBody<'_>, at: u32, index: usize, out: &mut Vec<u8>) {
    let (old, new) = (padding(edited.offset(index)) as usize, padding(at) as usize);
    if old == new {
        out.extend_from_slice(edited.raw(index).get(..=old).unwrap_or_default());
    } else {
        out.push(edited.instruction(index).opcode);
        out.extend(std::iter::repeat_n(0, new));
    }
}

fn write_attributes(
    class: &ClassContext<'_>,
    moved: &MovedCode<'_>,
    frames: &FrameWriter<'_>,
    builder: &mut PoolBuilder<'_>,
    out: &mut Vec<u8>,
) -> Result<(), Stop> {
    let mut attributes = moved.edited.body.attributes.clone();
    let count_at = out.len();
    out.extend([0; 2]);
    let mut count = 0_u16;
    let mut wants_frames = class.has_frames && moved.edited.edit.exceptional_exit().is_some();
    for _ in 0..attributes.u2()? {
        let name = attributes.u2()?;
        let length = attributes.u4()? as usize;
        let body = attributes.part(length)?;
        let text = class.pool.utf8(name).ok_or_else(|| ParseError::malformed("attribute without name"))?;
        wants_frames &= text != FRAMES;
        count += u16::from(write_named(name, out, |out| {
            write_attribute(text, body, moved, frames, builder, out)
        })?);
    }
    if attributes.remaining() > 0 {
        return Err(ParseError::malformed("bytes after the end of the code").into());
    }
    if wants_frames {
        // The only frame is that of the exceptional exit.
        let name = builder.add_utf8(FRAMES)?;
        count += u16::from(write_named(name, out, |out| {
            frames.write(Reader::new(&[0, 0]), builder, out).map(|()| true)
        })?);
    }
    if let Some(slot) = out.get_mut(count_at..count_at + 2) {
        slot.copy_from_slice(&count.to_be_bytes());
    }
    Ok(())
}

/// Writes an attribute with its header; nothing if `write` says that it is to be dropped.
fn write_named(
    name: u16,
    out: &mut Vec<u8>,
    write: impl FnOnce(&mut Vec<u8>) -> Result<bool, Stop>,
) -> Result<bool, Stop> {
    let start = out.len();
    out.extend(name.to_be_bytes());
    out.extend([0; 4]);
    let is_kept = write(out)?;
    if is_kept {
        let length = (out.len() - start - 6) as u32;
        if let Some(slot) = out.get_mut(start + 2..start + 6) {
            slot.copy_from_slice(&length.to_be_bytes());
        }
    } else {
        out.truncate(start);
    }
    Ok(is_kept)
}

/// Writes the attribute moved along; `false` where it cannot be moved and is to be dropped: debug tables
/// that do not fit the code, and attributes whose meaning is not known.
fn write_attribute(
    name: &str,
    mut body: Reader<'_>,
    moved: &MovedCode<'_>,
    frames: &FrameWriter<'_>,
    builder: &mut PoolBuilder<'_>,
    out: &mut Vec<u8>,
) -> Result<bool, Stop> {
    Ok(match name {
        FRAMES => {
            frames.write(body, builder, out)?;
            true
        }
        "LineNumberTable" => line_number_table(body, moved, out).is_some(),
        "LocalVariableTable" | "LocalVariableTypeTable" => local_variable_table(body, moved, out).is_some(),
        "RuntimeVisibleTypeAnnotations" | "RuntimeInvisibleTypeAnnotations" => {
            type_annotations(body, moved, out).is_some()
        }
        _ if moved.edited.is_unedited() => {
            out.extend_from_slice(body.rest());
            true
        }
        _ => false,
    })
}
