//! Moves the type annotations inside a method (JVMS 4.7.20), which point to instructions, ranges of local
//! variables and rows of the exception table. Like a debug table, an attribute that does not fit its code is
//! given up (`None`).

use super::debug_tables::{moved_range, push_u2, row_count};
use super::moved_code::MovedCode;
use crate::reader::Reader;

/// Deepest nesting of annotation values; input is untrusted and reading them is recursive.
const MAX_DEPTH: u8 = 64;

pub(super) fn type_annotations(mut body: Reader<'_>, moved: &MovedCode<'_>, out: &mut Vec<u8>) -> Option<()> {
    for _ in 0..row_count(&mut body, out)? {
        let target_type = body.u1().ok()?;
        out.push(target_type);
        target(target_type, &mut body, moved, out)?;
        let start = body.position();
        let path_length = body.u1().ok()?;
        body.take(2 * usize::from(path_length)).ok()?;
        annotation(&mut body, MAX_DEPTH)?;
        out.extend_from_slice(body.since(start));
    }
    (body.remaining() == 0).then_some(())
}

/// The target of an annotation in code (JVMS 4.7.20.1).
fn target(target_type: u8, body: &mut Reader<'_>, moved: &MovedCode<'_>, out: &mut Vec<u8>) -> Option<()> {
    match target_type {
        // Local variable, resource variable.
        0x40 | 0x41 => {
            for _ in 0..row_count(body, out)? {
                moved_range(body, moved, out)?;
                out.extend_from_slice(body.take(2).ok()?);
            }
        }
        // Exception parameter.
        0x42 => {
            let row = usize::from(body.u2().ok()?);
            push_u2(out, (*moved.handler_rows.get(row)?).into())?;
        }
        // `instanceof`, `new` and method references.
        0x43..=0x46 => push_u2(out, moved.at(body.u2().ok()?)?)?,
        // Casts and type arguments, with the index of the type.
        0x47..=0x4b => {
            push_u2(out, moved.at(body.u2().ok()?)?)?;
            out.push(body.u1().ok()?);
        }
        _ => return None,
    }
    Some(())
}

fn annotation(body: &mut Reader<'_>, depth: u8) -> Option<()> {
    body.u2().ok()?;
    for _ in 0..body.u2().ok()? {
        body.u2().ok()?;
        element_value(body, depth.checked_sub(1)?)?;
    }
    Some(())
}

fn element_value(body: &mut Reader<'_>, depth: u8) -> Option<()> {
    match body.u1().ok()? {
        b'e' => {
            body.u4().ok()?;
        }
        b'@' => annotation(body, depth)?,
        b'[' => {
            for _ in 0..body.u2().ok()? {
                element_value(body, depth.checked_sub(1)?)?;
            }
        }
        _ => {
            body.u2().ok()?;
        }
    }
    Some(())
}
