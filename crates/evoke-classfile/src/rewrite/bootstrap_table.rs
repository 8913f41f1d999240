//! The table of bootstrap methods, which comes after the methods that name its rows: read ahead, and written with the rows that edits add.

use super::error::RewriteError;
use super::member_table::skip_member;
use super::pool_builder::PoolBuilder;
use crate::class_file::bootstrap_method::bootstrap_methods;
use crate::reader::Reader;
use crate::{BootstrapMethod, ConstantPool, ParseError};

const NAME: &str = "BootstrapMethods";

/// The rows of a class; the reader is where its methods begin.
pub(super) fn read(mut reader: Reader<'_>, pool: &ConstantPool) -> Result<Vec<BootstrapMethod>, ParseError> {
    reader.table(8, skip_member)?;
    for _ in 0..reader.u2()? {
        let (name, length) = (reader.u2()?, reader.u4()? as usize);
        let mut body = reader.part(length)?;
        if pool.utf8(name) == Some(NAME) {
            return bootstrap_methods(&mut body);
        }
    }
    Ok(Vec::new())
}

/// Writes the attributes of the class, which `reader` is before; the table in them gets the rows that were added.
pub(super) fn write_class_attributes(
    mut reader: Reader<'_>,
    pool: &ConstantPool,
    builder: &PoolBuilder<'_>,
    out: &mut Vec<u8>,
) -> Result<(), RewriteError> {
    let added = builder.added_bootstrap_methods();
    if added.is_empty() {
        out.extend_from_slice(reader.rest());
        return Ok(());
    }
    let count = reader.u2()?;
    out.extend(count.to_be_bytes());
    for _ in 0..count {
        let (name, length) = (reader.u2()?, reader.u4()? as usize);
        let mut body = reader.part(length)?;
        let attribute =
            if pool.utf8(name) == Some(NAME) { with(added, &mut body)? } else { body.rest().to_vec() };
        out.extend(name.to_be_bytes());
        out.extend((attribute.len() as u32).to_be_bytes());
        out.extend(attribute);
    }
    Ok(())
}

/// The body of the table with these rows after its own.
fn with(added: &[BootstrapMethod], body: &mut Reader<'_>) -> Result<Vec<u8>, RewriteError> {
    let count = usize::from(body.u2()?) + added.len();
    let count = u16::try_from(count).map_err(|_| RewriteError::TooManyMethods)?;
    let mut table = count.to_be_bytes().to_vec();
    table.extend_from_slice(body.rest());
    for BootstrapMethod { handle, arguments } in added {
        let row = [*handle, arguments.len() as u16].into_iter().chain(arguments.iter().copied());
        table.extend(row.flat_map(u16::to_be_bytes));
    }
    Ok(table)
}
