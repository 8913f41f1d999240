//! Steps over what is copied to the letter: fields, methods and attributes.

use crate::ParseError;
use crate::reader::Reader;

/// Steps over a field or method.
pub(super) fn skip_member(reader: &mut Reader<'_>) -> Result<(), ParseError> {
    reader.take(6)?;
    skip_attributes(reader)
}

/// Steps over a table of attributes.
pub(super) fn skip_attributes(reader: &mut Reader<'_>) -> Result<(), ParseError> {
    for _ in 0..reader.u2()? {
        reader.u2()?;
        let length = reader.u4()? as usize;
        reader.take(length)?;
    }
    Ok(())
}
