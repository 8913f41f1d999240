//! Annotations that are there at run time (JVMS 4.7.16), read and written: a type with the elements that were given.
//! Annotations of types and of parameters are not read.

use crate::reader::Reader;
use crate::rewrite::{PoolBuilder, RewriteError};
use crate::{ClassName, Constant, ConstantPool, FieldType, ParseError};

/// Annotations in annotations and arrays in arrays are read to this depth; javac writes no array in an array.
const MAX_DEPTH: usize = 16;

/// An annotation.
#[derive(Clone, Debug, PartialEq)]
pub struct Annotation {
    /// The interface that declares it.
    pub class: ClassName,
    /// Its elements in the order of the file, those left at their default excepted.
    pub elements: Vec<(String, ElementValue)>,
}

/// The value of an element.
#[derive(Clone, Debug, PartialEq)]
pub enum ElementValue {
    /// `boolean`
    Boolean(bool),
    /// `byte`
    Byte(i8),
    /// `char`
    Char(u16),
    /// `short`
    Short(i16),
    /// `int`
    Int(i32),
    /// `long`
    Long(i64),
    /// `float`
    Float(f32),
    /// `double`
    Double(f64),
    /// A string.
    String(String),
    /// A constant of an enum.
    Enum {
        /// The enum.
        class: ClassName,
        /// The constant's name.
        constant: String,
    },
    /// A class literal; `None` is `void.class`.
    Class(Option<FieldType>),
    /// An annotation.
    Annotation(Annotation),
    /// An array of values of one kind.
    Array(Vec<ElementValue>),
}

impl Annotation {
    /// The value of an element, if it was given.
    pub fn element(&self, name: &str) -> Option<&ElementValue> {
        self.elements.iter().find(|(known, _)| known == name).map(|(_, value)| value)
    }
}

/// The annotations of a `RuntimeVisibleAnnotations` attribute.
pub(crate) fn read_annotations(
    body: &mut Reader<'_>,
    pool: &ConstantPool,
) -> Result<Vec<Annotation>, ParseError> {
    body.table(4, |row| annotation(row, pool, 0))
}

/// The body of an `AnnotationDefault` attribute (JVMS 4.7.22).
pub(crate) fn read_default(body: &mut Reader<'_>, pool: &ConstantPool) -> Result<ElementValue, ParseError> {
    element_value(body, pool, 0)
}

fn annotation(row: &mut Reader<'_>, pool: &ConstantPool, depth: usize) -> Result<Annotation, ParseError> {
    let class = object_type(row.u2()?, pool)?;
    let elements = row.table(3, |row| {
        let name = text(row.u2()?, pool)?;
        Ok((name, element_value(row, pool, depth + 1)?))
    })?;
    Ok(Annotation { class, elements })
}

fn element_value(
    row: &mut Reader<'_>,
    pool: &ConstantPool,
    depth: usize,
) -> Result<ElementValue, ParseError> {
    if depth > MAX_DEPTH {
        return Err(ParseError::malformed("annotation nested too deeply"));
    }
    let tag = row.u1()?;
    Ok(match tag {
        b's' => ElementValue::String(text(row.u2()?, pool)?),
        b'e' => {
            let class = object_type(row.u2()?, pool)?;
            ElementValue::Enum { class, constant: text(row.u2()?, pool)? }
        }
        b'c' => {
            let descriptor = text(row.u2()?, pool)?;
            let parsed = (descriptor != "V").then(|| FieldType::parse(&descriptor)).transpose();
            ElementValue::Class(parsed.map_err(|error| ParseError::malformed(error.to_string()))?)
        }
        b'@' => ElementValue::Annotation(annotation(row, pool, depth + 1)?),
        b'[' => ElementValue::Array(row.table(1, |row| element_value(row, pool, depth + 1))?),
        _ => constant(tag, row.u2()?, pool)?,
    })
}

fn constant(tag: u8, index: u16, pool: &ConstantPool) -> Result<ElementValue, ParseError> {
    Ok(match (tag, pool.loadable(index)) {
        (b'Z', Some(Constant::Int(value))) => ElementValue::Boolean(value != 0),
        (b'B', Some(Constant::Int(value))) => ElementValue::Byte(value as i8),
        (b'C', Some(Constant::Int(value))) => ElementValue::Char(value as u16),
        (b'S', Some(Constant::Int(value))) => ElementValue::Short(value as i16),
        (b'I', Some(Constant::Int(value))) => ElementValue::Int(value),
        (b'J', Some(Constant::Long(value))) => ElementValue::Long(value),
        (b'F', Some(Constant::Float(value))) => ElementValue::Float(value),
        (b'D', Some(Constant::Double(value))) => ElementValue::Double(value),
        _ => return Err(ParseError::malformed(format!("constant {index} is no value of an annotation"))),
    })
}

fn text(index: u16, pool: &ConstantPool) -> Result<String, ParseError> {
    let text = pool.utf8(index).map(str::to_owned);
    text.ok_or_else(|| ParseError::malformed(format!("constant {index} is no text")))
}

fn object_type(index: u16, pool: &ConstantPool) -> Result<ClassName, ParseError> {
    match FieldType::parse(&text(index, pool)?) {
        Ok(FieldType::Object(name)) => Ok(name),
        _ => Err(ParseError::malformed(format!("constant {index} is no class type"))),
    }
}

/// The body of a `RuntimeVisibleAnnotations` attribute.
pub(crate) fn write_annotations(
    annotations: &[Annotation],
    pool: &mut PoolBuilder<'_>,
) -> Result<Vec<u8>, RewriteError> {
    let mut out = (annotations.len() as u16).to_be_bytes().to_vec();
    for annotation in annotations {
        write_annotation(annotation, &mut out, pool)?;
    }
    Ok(out)
}

fn write_annotation(
    annotation: &Annotation,
    out: &mut Vec<u8>,
    pool: &mut PoolBuilder<'_>,
) -> Result<(), RewriteError> {
    put(out, pool.add_utf8(&FieldType::Object(annotation.class.clone()).to_string())?);
    put(out, annotation.elements.len() as u16);
    for (name, value) in &annotation.elements {
        put(out, pool.add_utf8(name)?);
        write_value(value, out, pool)?;
    }
    Ok(())
}

fn write_value(
    value: &ElementValue,
    out: &mut Vec<u8>,
    pool: &mut PoolBuilder<'_>,
) -> Result<(), RewriteError> {
    let (tag, index) = match value {
        ElementValue::Boolean(value) => (b'Z', pool.add_int(i32::from(*value))?),
        ElementValue::Byte(value) => (b'B', pool.add_int(i32::from(*value))?),
        ElementValue::Char(value) => (b'C', pool.add_int(i32::from(*value))?),
        ElementValue::Short(value) => (b'S', pool.add_int(i32::from(*value))?),
        ElementValue::Int(value) => (b'I', pool.add_int(*value)?),
        ElementValue::Long(value) => (b'J', pool.add_long(*value)?),
        ElementValue::Float(value) => (b'F', pool.add_float(*value)?),
        ElementValue::Double(value) => (b'D', pool.add_double(*value)?),
        ElementValue::String(text) => (b's', pool.add_utf8(text)?),
        ElementValue::Class(class) => {
            let descriptor = class.as_ref().map_or("V".to_owned(), ToString::to_string);
            (b'c', pool.add_utf8(&descriptor)?)
        }
        ElementValue::Enum { class, constant } => {
            out.push(b'e');
            put(out, pool.add_utf8(&FieldType::Object(class.clone()).to_string())?);
            put(out, pool.add_utf8(constant)?);
            return Ok(());
        }
        ElementValue::Annotation(annotation) => {
            out.push(b'@');
            return write_annotation(annotation, out, pool);
        }
        ElementValue::Array(values) => {
            out.push(b'[');
            put(out, values.len() as u16);
            return values.iter().try_for_each(|value| write_value(value, out, pool));
        }
    };
    out.push(tag);
    put(out, index);
    Ok(())
}

fn put(out: &mut Vec<u8>, value: u16) {
    out.extend(value.to_be_bytes());
}
