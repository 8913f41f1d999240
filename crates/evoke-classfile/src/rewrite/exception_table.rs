//! Moves the exception table of a method.

use super::edited_body::EditedBody;
use super::error::{Stop, UntouchedReason};
use super::layout::{ISLAND_LENGTH, Island, Layout};
use crate::ParseError;

/// Writes the rows so that no island is covered: an island has the frame of its target, which need not suit
/// the handlers of the place where it stands. Returns the first new row of each old one.
pub(super) fn write_exception_table(
    edited: &EditedBody<'_>,
    layout: &Layout,
    out: &mut Vec<u8>,
) -> Result<Vec<u16>, Stop> {
    let islands: Vec<&Island> = layout.islands_in_order().collect();
    let count_at = out.len();
    out.extend([0; 2]);
    let mut count = 0_u16;
    let mut first_rows = Vec::with_capacity(edited.body.exception_table.len());
    let label = |offset: u16| {
        let index = edited.index_of(offset.into());
        index.map(|index| layout.label[index]).ok_or_else(|| ParseError::malformed("exception range"))
    };
    for row in &edited.body.exception_table {
        first_rows.push(count);
        let (start, end, handler) = (label(row.start)?, label(row.end)?, label(row.handler)?);
        for (start, end) in without_islands(start, end, &islands) {
            for value in [start as u16, end as u16, handler as u16, row.catch_type] {
                out.extend(value.to_be_bytes());
            }
            count = count.checked_add(1).ok_or(UntouchedReason::TooLarge)?;
        }
    }
    if let Some(exit) = edited.edit.exceptional_exit() {
        let (start, end) = (layout.label[exit.from.min(edited.len())], layout.label[edited.len()]);
        // Last, so that it gets what no other handler takes.
        for (start, end) in without_islands(start, end, &islands) {
            for value in [start as u16, end as u16, layout.label[edited.len()] as u16, 0] {
                out.extend(value.to_be_bytes());
            }
            count = count.checked_add(1).ok_or(UntouchedReason::TooLarge)?;
        }
    }
    if let Some(slot) = out.get_mut(count_at..count_at + 2) {
        slot.copy_from_slice(&count.to_be_bytes());
    }
    Ok(first_rows)
}

fn without_islands(mut start: u32, end: u32, islands: &[&Island]) -> Vec<(u32, u32)> {
    let first = islands.partition_point(|island| island.position < start);
    let mut parts = Vec::with_capacity(1);
    for island in islands[first..].iter().take_while(|island| island.position < end) {
        if start < island.position {
            parts.push((start, island.position));
        }
        start = island.position + ISLAND_LENGTH;
    }
    if start < end {
        parts.push((start, end));
    }
    parts
}
