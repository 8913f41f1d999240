//! Moves the line and variable tables of a method. Nothing depends on them at run time, so a table that does
//! not fit its code is given up (`None`) instead of refusing the class.

use super::moved_code::MovedCode;
use crate::reader::Reader;

/// Copies a `u2` row count and returns it.
pub(super) fn row_count(body: &mut Reader<'_>, out: &mut Vec<u8>) -> Option<u16> {
    let count = body.u2().ok()?;
    out.extend(count.to_be_bytes());
    Some(count)
}

pub(super) fn push_u2(out: &mut Vec<u8>, value: u32) -> Option<()> {
    out.extend(u16::try_from(value).ok()?.to_be_bytes());
    Some(())
}

/// Copies a start and a length in code.
pub(super) fn moved_range(body: &mut Reader<'_>, moved: &MovedCode<'_>, out: &mut Vec<u8>) -> Option<()> {
    let (start, length) = (u32::from(body.u2().ok()?), u32::from(body.u2().ok()?));
    let (start, end) = (moved.label_near(start)?, moved.label_near(start + length)?);
    push_u2(out, start)?;
    push_u2(out, end - start)
}

pub(super) fn line_number_table(
    mut body: Reader<'_>,
    moved: &MovedCode<'_>,
    out: &mut Vec<u8>,
) -> Option<()> {
    for _ in 0..row_count(&mut body, out)? {
        let start = u32::from(body.u2().ok()?);
        push_u2(out, moved.label_near(start)?)?;
        out.extend_from_slice(body.take(2).ok()?);
    }
    (body.remaining() == 0).then_some(())
}

/// `LocalVariableTable` and `LocalVariableTypeTable`, which have the same shape.
pub(super) fn local_variable_table(
    mut body: Reader<'_>,
    moved: &MovedCode<'_>,
    out: &mut Vec<u8>,
) -> Option<()> {
    for _ in 0..row_count(&mut body, out)? {
        moved_range(&mut body, moved, out)?;
        out.extend_from_slice(body.take(6).ok()?);
    }
    (body.remaining() == 0).then_some(())
}
