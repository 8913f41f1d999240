//! Where the code of an edited method has moved.

use super::edited_body::EditedBody;
use super::layout::Layout;

/// Old offsets to new positions.
pub(super) struct MovedCode<'a> {
    pub(super) edited: &'a EditedBody<'a>,
    pub(super) layout: &'a Layout,
    /// Row of the old exception table to its first row in the new one.
    pub(super) handler_rows: Vec<u16>,
}

impl MovedCode<'_> {
    /// Where jumps to `offset` go now.
    pub(super) fn label(&self, offset: u16) -> Option<u32> {
        Some(self.layout.label[self.edited.index_of(offset.into())?])
    }

    /// Where the instruction that started at `offset` is now.
    pub(super) fn at(&self, offset: u16) -> Option<u32> {
        let index = self.edited.index_of(offset.into())?;
        (index < self.edited.len()).then(|| self.layout.at[index])
    }

    /// As [`MovedCode::label`], but for debug tables, which are known to point between instructions.
    pub(super) fn label_near(&self, offset: u32) -> Option<u32> {
        let index = self.edited.index_around(offset)?;
        let inside = offset - self.edited.offset(index);
        if inside == 0 {
            return Some(self.layout.label[index]);
        }
        Some((self.layout.at[index] + inside).min(self.layout.label[index + 1]))
    }
}
