//! A cursor over the bytes of a class file. Every read is checked, and a part that is read on its own
//! (an attribute) keeps the offsets of the whole file, so errors say where in the file they arose.

use crate::ParseError;

/// Reads big-endian numbers from `bytes`, which end where the part being read ends.
#[derive(Clone, Debug)]
pub(crate) struct Reader<'a> {
    bytes: &'a [u8],
    position: usize,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, position: 0 }
    }

    /// Offset in the whole file.
    pub(crate) fn position(&self) -> usize {
        self.position
    }

    pub(crate) fn remaining(&self) -> usize {
        self.bytes.len().saturating_sub(self.position)
    }

    /// The bytes from `start`, an earlier position, up to here.
    pub(crate) fn since(&self, start: usize) -> &'a [u8] {
        self.bytes.get(start..self.position).unwrap_or_default()
    }

    pub(crate) fn take(&mut self, length: usize) -> Result<&'a [u8], ParseError> {
        let end = self.position.checked_add(length);
        let taken = end.and_then(|end| self.bytes.get(self.position..end));
        let taken = taken.ok_or(ParseError::Truncated { offset: self.bytes.len() })?;
        self.position += length;
        Ok(taken)
    }

    pub(crate) fn rest(&mut self) -> &'a [u8] {
        let rest = self.bytes.get(self.position..).unwrap_or_default();
        self.position = self.bytes.len();
        rest
    }

    /// Steps over the next `length` bytes and returns a reader of just them.
    pub(crate) fn part(&mut self, length: usize) -> Result<Self, ParseError> {
        let position = self.position;
        self.take(length)?;
        let bytes = self.bytes.get(..self.position).unwrap_or_default();
        Ok(Self { bytes, position })
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], ParseError> {
        let chunk = self.bytes.get(self.position..).and_then(|rest| rest.first_chunk::<N>());
        let chunk = chunk.ok_or(ParseError::Truncated { offset: self.bytes.len() })?;
        self.position += N;
        Ok(*chunk)
    }

    pub(crate) fn u1(&mut self) -> Result<u8, ParseError> {
        self.array().map(u8::from_be_bytes)
    }

    pub(crate) fn u2(&mut self) -> Result<u16, ParseError> {
        self.array().map(u16::from_be_bytes)
    }

    pub(crate) fn u4(&mut self) -> Result<u32, ParseError> {
        self.array().map(u32::from_be_bytes)
    }

    pub(crate) fn u8(&mut self) -> Result<u64, ParseError> {
        self.array().map(u64::from_be_bytes)
    }

    pub(crate) fn i1(&mut self) -> Result<i8, ParseError> {
        self.array().map(i8::from_be_bytes)
    }

    pub(crate) fn i2(&mut self) -> Result<i16, ParseError> {
        self.array().map(i16::from_be_bytes)
    }

    pub(crate) fn i4(&mut self) -> Result<i32, ParseError> {
        self.array().map(i32::from_be_bytes)
    }

    /// A table of `u2` length. `row_size` is the least a row takes: it keeps a count that the file
    /// cannot hold from reserving memory.
    pub(crate) fn table<T>(
        &mut self,
        row_size: usize,
        mut row: impl FnMut(&mut Self) -> Result<T, ParseError>,
    ) -> Result<Vec<T>, ParseError> {
        let count = usize::from(self.u2()?);
        let mut rows = Vec::with_capacity(count.min(self.remaining() / row_size.max(1)));
        for _ in 0..count {
            rows.push(row(self)?);
        }
        Ok(rows)
    }
}
