//! The `Code` attribute (JVMS 4.7.3) up to its own attributes, as both the decoded view and the rewriter
//! need it. Offsets are checked here once: every exception range lies on instruction boundaries.
//! The shorter header that JDK 1.0 wrote for versions before 45.3 is not read: the JVMS does not have it, and HotSpot
//! has given it up.

use super::attributes::{attributes, class_name};
use super::method_body::{Code, ExceptionHandler, LineNumber, LocalVariable};
use crate::instruction::decode::{Boundaries, MAX_CODE_LENGTH, decode};
use crate::reader::Reader;
use crate::{ConstantPool, FieldType, Instruction, ParseError};

/// A row of the exception table; `catch_type` is a constant pool index or 0.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RawHandler {
    pub(crate) start: u16,
    pub(crate) end: u16,
    pub(crate) handler: u16,
    pub(crate) catch_type: u16,
}

/// A `Code` attribute whose own attributes are still bytes.
#[derive(Debug)]
pub(crate) struct CodeBody<'a> {
    pub(crate) max_stack: u16,
    pub(crate) max_locals: u16,
    pub(crate) bytes: &'a [u8],
    pub(crate) instructions: Vec<Instruction>,
    pub(crate) exception_table: Vec<RawHandler>,
    /// Stands before `attributes_count`.
    pub(crate) attributes: Reader<'a>,
}

impl<'a> CodeBody<'a> {
    pub(crate) fn read(mut reader: Reader<'a>) -> Result<Self, ParseError> {
        let (max_stack, max_locals, length) = (reader.u2()?, reader.u2()?, reader.u4()?);
        if length == 0 || length > MAX_CODE_LENGTH {
            return Err(ParseError::malformed(format!("code of {length} bytes")));
        }
        let start = reader.position();
        let (instructions, boundaries) = decode(&mut reader, length)?;
        let bytes = reader.since(start);
        let exception_table = reader.table(8, |row| {
            let handler =
                RawHandler { start: row.u2()?, end: row.u2()?, handler: row.u2()?, catch_type: row.u2()? };
            check_handler(handler, length, &boundaries).map(|()| handler)
        })?;
        Ok(Self { max_stack, max_locals, bytes, instructions, exception_table, attributes: reader })
    }
}

fn check_handler(row: RawHandler, length: u32, boundaries: &Boundaries) -> Result<(), ParseError> {
    let end = u32::from(row.end);
    let fits = row.start < row.end
        && boundaries.contains(row.start.into())
        && (end == length || boundaries.contains(end))
        && boundaries.contains(row.handler.into());
    if fits { Ok(()) } else { Err(ParseError::malformed("exception range outside the code")) }
}

/// Resolves the catch types of an exception table.
pub(crate) fn exception_handlers(
    table: &[RawHandler],
    pool: &ConstantPool,
) -> Result<Vec<ExceptionHandler>, ParseError> {
    let resolve = |row: &RawHandler| {
        let catch_type = match row.catch_type {
            0 => None,
            index => Some(class_name(pool, index)?),
        };
        Ok(ExceptionHandler {
            start: row.start.into(),
            end: row.end.into(),
            handler: row.handler.into(),
            catch_type,
        })
    };
    table.iter().map(resolve).collect()
}

/// Appends the rows of a `LineNumberTable`; rows outside the code are left out.
pub(crate) fn line_numbers(
    mut body: Reader<'_>,
    length: u32,
    lines: &mut Vec<LineNumber>,
) -> Result<(), ParseError> {
    for _ in 0..body.u2()? {
        let row = LineNumber { offset: body.u2()?.into(), line: body.u2()? };
        if row.offset < length {
            lines.push(row);
        }
    }
    Ok(())
}

fn local_variables(
    mut body: Reader<'_>,
    length: u32,
    pool: &ConstantPool,
    variables: &mut Vec<LocalVariable>,
) -> Result<(), ParseError> {
    for _ in 0..body.u2()? {
        let (start, extent) = (u32::from(body.u2()?), u32::from(body.u2()?));
        let (name, descriptor, slot) = (body.u2()?, body.u2()?, body.u2()?);
        let descriptor = pool.utf8(descriptor).and_then(|text| FieldType::parse(text).ok());
        if let (Some(name), Some(descriptor)) = (pool.utf8(name), descriptor)
            && start + extent <= length
        {
            let name = name.to_owned();
            variables.push(LocalVariable { start, end: start + extent, name, descriptor, slot });
        }
    }
    Ok(())
}

/// Decodes the whole attribute for analysis.
pub(super) fn code(reader: Reader<'_>, pool: &ConstantPool) -> Result<Code, ParseError> {
    let body = CodeBody::read(reader)?;
    let length = body.bytes.len() as u32;
    let (mut lines, mut variables, mut frames) = (Vec::new(), Vec::new(), Vec::new());
    let mut rest = body.attributes;
    attributes(&mut rest, pool, |name, attribute| match name {
        "LineNumberTable" => line_numbers(attribute, length, &mut lines),
        "LocalVariableTable" => local_variables(attribute, length, pool, &mut variables),
        "StackMapTable" => {
            frames = { attribute }.rest().to_vec();
            Ok(())
        }
        _ => Ok(()),
    })?;
    lines.sort_by_key(|row| row.offset);
    Ok(Code {
        max_stack: body.max_stack,
        max_locals: body.max_locals,
        length,
        instructions: body.instructions,
        exception_table: exception_handlers(&body.exception_table, pool)?,
        line_numbers: lines,
        local_variables: variables,
        stack_map_table: frames,
    })
}

/// Names that the `LocalVariableTable` gives to the parameters, which occupy the first slots.
pub(super) fn parameter_names(code: &Code, parameters: &[FieldType], first_slot: u16) -> Vec<Option<String>> {
    let mut slot = first_slot;
    let mut name_of = |parameter: &FieldType| {
        let row = code.local_variables.iter().find(|row| row.slot == slot && row.start == 0);
        slot += parameter.slots();
        row.map(|row| row.name.clone())
    };
    parameters.iter().map(&mut name_of).collect()
}
