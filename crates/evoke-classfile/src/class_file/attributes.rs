//! Walks over attributes (JVMS 4.7), and reads the names of classes and other texts that they point at.

use crate::reader::Reader;
use crate::{ClassName, ConstantPool, ParseError};

/// Hands name and body of each attribute to `visit`.
pub(super) fn attributes<'a, 'p>(
    reader: &mut Reader<'a>,
    pool: &'p ConstantPool,
    mut visit: impl FnMut(&'p str, Reader<'a>) -> Result<(), ParseError>,
) -> Result<(), ParseError> {
    for _ in 0..reader.u2()? {
        let name = text(pool, reader.u2()?)?;
        let length = reader.u4()? as usize;
        visit(name, reader.part(length)?)?;
    }
    Ok(())
}

/// The class or interface (no array) that a `CONSTANT_Class` names.
pub(super) fn class_name(pool: &ConstantPool, index: u16) -> Result<ClassName, ParseError> {
    match pool.class(index) {
        Some(name) if !name.is_empty() && !name.starts_with('[') => Ok(ClassName::new(name)),
        _ => Err(ParseError::malformed(format!("constant {index} is no class"))),
    }
}

/// Class names of a `u2` table of constant pool indices.
pub(super) fn class_names(
    reader: &mut Reader<'_>,
    pool: &ConstantPool,
) -> Result<Vec<ClassName>, ParseError> {
    reader.table(2, |row| class_name(pool, row.u2()?))
}

/// A text of the constant pool.
pub(super) fn text(pool: &ConstantPool, index: u16) -> Result<&str, ParseError> {
    pool.utf8(index).ok_or_else(|| ParseError::malformed(format!("constant {index} is no text")))
}
