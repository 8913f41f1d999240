//! Decides where every instruction goes. Jumps that no longer reach their target are widened: `goto` and
//! `jsr` have a wide form; a conditional jump goes to an *island*, a `goto_w` to the real target that stands
//! where control never arrives by itself. Widening moves code, so layout is repeated until nothing changes; it
//! ends because a jump once widened stays so.

use std::collections::BTreeMap;

use super::edited_body::EditedBody;
use super::error::UntouchedReason;
use super::method_edit::InsertionPoint;
use crate::instruction::decode::MAX_CODE_LENGTH;
use crate::opcode as op;

/// Bytes of an island.
pub(super) const ISLAND_LENGTH: u32 = 5;
/// How far from its jump an island may be placed; the slack is for what widening still adds in between.
const ISLAND_REACH: u32 = 30_000;
/// Rounds of widening before the method is given up. Real code takes two or three.
const MAX_ROUNDS: usize = 100;

/// How a jump gets to its target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reach {
    /// In its own form.
    Direct,
    /// By `goto_w` or `jsr_w` instead.
    Wide,
    /// Through the island of this number.
    Island(usize),
}

/// A `goto_w` after the instruction `after`, to the label of the instruction `target`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Island {
    pub(super) after: usize,
    pub(super) target: usize,
    pub(super) position: u32,
}

/// New positions, by instruction index; the code's end counts as one more instruction.
pub(super) struct Layout {
    /// Where jumps to the instruction go: before what was inserted before it.
    pub(super) label: Vec<u32>,
    /// Where the instruction itself is.
    pub(super) at: Vec<u32>,
    /// By instruction index.
    pub(super) reach: Vec<Reach>,
    /// In the order of creation, which [`Reach::Island`] counts.
    pub(super) islands: Vec<Island>,
    /// Islands after an instruction, in the order of the output.
    islands_after: BTreeMap<usize, Vec<usize>>,
    /// The new code's length.
    pub(super) length: u32,
}

impl Layout {
    pub(super) fn of(edited: &EditedBody<'_>) -> Result<Self, UntouchedReason> {
        let count = edited.len();
        let mut layout = Self {
            label: vec![0; count + 1],
            at: vec![0; count + 1],
            reach: vec![Reach::Direct; count],
            islands: Vec::new(),
            islands_after: BTreeMap::new(),
            length: 0,
        };
        let mut stops = None;
        for _ in 0..MAX_ROUNDS {
            layout.place(edited)?;
            if !layout.widen(edited, &mut stops)? {
                return Ok(layout);
            }
        }
        Err(UntouchedReason::NoIslandInReach)
    }

    /// Islands behind the instruction, in the order of the output.
    pub(super) fn islands_after(&self, index: usize) -> impl Iterator<Item = &Island> {
        let numbers = self.islands_after.get(&index).map(Vec::as_slice).unwrap_or_default();
        numbers.iter().filter_map(|number| self.islands.get(*number))
    }

    /// Islands in the order of the output.
    pub(super) fn islands_in_order(&self) -> impl Iterator<Item = &Island> {
        self.islands_after.values().flatten().filter_map(|number| self.islands.get(*number))
    }

    fn place(&mut self, edited: &EditedBody<'_>) -> Result<(), UntouchedReason> {
        let mut position = edited.edit.prologue_code().len() as u32;
        for index in 0..edited.len() {
            self.label[index] = position;
            position += edited.pieces_length(index, InsertionPoint::Before);
            self.at[index] = position;
            position += self.size(edited, index) + edited.pieces_length(index, InsertionPoint::After);
            for number in self.islands_after.get(&index).map(Vec::as_slice).unwrap_or_default() {
                if let Some(island) = self.islands.get_mut(*number) {
                    island.position = position;
                }
                position += ISLAND_LENGTH;
            }
            // Checked here, so that positions cannot overflow however long the pieces are.
            if position > MAX_CODE_LENGTH {
                return Err(UntouchedReason::TooLarge);
            }
        }
        self.label[edited.len()] = position;
        self.at[edited.len()] = position;
        self.length = position + edited.edit.exit_length();
        if self.length > MAX_CODE_LENGTH {
            return Err(UntouchedReason::TooLarge);
        }
        Ok(())
    }

    /// Bytes of the instruction at its new position.
    fn size(&self, edited: &EditedBody<'_>, index: usize) -> u32 {
        if edited.is_replaced(index) {
            return edited.pieces_length(index, InsertionPoint::Instead);
        }
        let old = edited.raw(index).len() as u32;
        match edited.instruction(index).opcode {
            op::TABLESWITCH | op::LOOKUPSWITCH => {
                old - padding(edited.offset(index)) + padding(self.at[index])
            }
            _ if self.reach[index] == Reach::Wide => 5,
            _ => old,
        }
    }

    /// Widens what does not reach; whether anything changed.
    fn widen(
        &mut self,
        edited: &EditedBody<'_>,
        stops: &mut Option<Vec<usize>>,
    ) -> Result<bool, UntouchedReason> {
        let mut changed = false;
        for index in 0..edited.len() {
            let Some(target) = edited.jump_target(index) else { continue };
            let opcode = edited.instruction(index).opcode;
            match self.reach[index] {
                Reach::Direct if is_wide(opcode) || is_short(self.at[index], self.label[target]) => {}
                Reach::Direct if op::is_conditional_jump(opcode) => {
                    let stops = stops.get_or_insert_with(|| stops_of(edited));
                    let number = self.island(index, target, stops)?;
                    self.reach[index] = Reach::Island(number);
                    changed = true;
                }
                Reach::Direct => {
                    self.reach[index] = Reach::Wide;
                    changed = true;
                }
                Reach::Island(number) => {
                    let position = self.islands.get(number).map_or(0, |island| island.position);
                    if !is_short(self.at[index], position) {
                        return Err(UntouchedReason::NoIslandInReach);
                    }
                }
                Reach::Wide => {}
            }
        }
        Ok(changed)
    }

    /// An island to `target` near the jump at `index`; shared with other jumps if there is one.
    fn island(&mut self, index: usize, target: usize, stops: &[usize]) -> Result<usize, UntouchedReason> {
        let next = stops.partition_point(|stop| *stop < index);
        let distance = |stop: &usize| self.at[*stop].abs_diff(self.at[index]);
        let near =
            stops[next.saturating_sub(1)..stops.len().min(next + 1)].iter().min_by_key(|stop| distance(stop));
        let after =
            *near.filter(|stop| distance(stop) < ISLAND_REACH).ok_or(UntouchedReason::NoIslandInReach)?;
        let here = self.islands_after.entry(after).or_default();
        let shared = here
            .iter()
            .find(|number| self.islands.get(**number).is_some_and(|island| island.target == target));
        if let Some(number) = shared {
            return Ok(*number);
        }
        let number = self.islands.len();
        here.push(number);
        // Until code is placed again, the island counts as standing right after its stop.
        self.islands.push(Island { after, target, position: self.at[after] });
        Ok(number)
    }
}

/// Bytes between the opcode of a switch at `position` and its first word.
pub(super) fn padding(position: u32) -> u32 {
    3 - position % 4
}

/// Whether the opcode is a jump with a distance of four bytes.
pub(super) fn is_wide(opcode: u8) -> bool {
    matches!(opcode, op::GOTO_W | op::JSR_W)
}

fn is_short(from: u32, to: u32) -> bool {
    i16::try_from(i64::from(to) - i64::from(from)).is_ok()
}

/// Instructions after which control does not go on.
fn stops_of(edited: &EditedBody<'_>) -> Vec<usize> {
    (0..edited.len()).filter(|index| edited.never_falls_through(*index)).collect()
}
