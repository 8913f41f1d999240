//! Reads a class file front to back (JVMS 4.1) and keeps what analysis asks for.

use super::attributes::{attributes, class_name, class_names, text};
use super::bootstrap_method::bootstrap_methods;
use super::code_attribute::{code, parameter_names};
use super::declaration::{ClassFile, Field, InnerClass, Method};
use crate::annotation::{read_annotations, read_default};
use crate::reader::Reader;
use crate::{
    ClassSignature, Constant, ConstantPool, FieldType, MethodDescriptor, MethodSignature, ParseError,
    TypeSignature, access,
};

/// Before Java 5 an attribute said what a flag says since (JVMS 4.7.8).
const SYNTHETIC: &str = "Synthetic";

/// The newest major version understood: Java 25.
const NEWEST_MAJOR: u16 = 69;
const OLDEST_MAJOR: u16 = 45;

/// Reads magic number and version; returns (major, minor).
pub(crate) fn version(reader: &mut Reader<'_>) -> Result<(u16, u16), ParseError> {
    if reader.u4().ok() != Some(0xcafe_babe) {
        return Err(ParseError::Magic);
    }
    let (minor, major) = (reader.u2()?, reader.u2()?);
    if major > NEWEST_MAJOR {
        return Err(ParseError::TooNew { major, minor, newest: NEWEST_MAJOR });
    }
    if major < OLDEST_MAJOR {
        return Err(ParseError::malformed(format!("class file version {major}.{minor}")));
    }
    Ok((major, minor))
}

/// What a `Signature` attribute says, if it can be parsed.
fn signature<T, E>(
    mut body: Reader<'_>,
    pool: &ConstantPool,
    parse: impl FnOnce(&str) -> Result<T, E>,
) -> Result<Option<T>, ParseError> {
    Ok(pool.utf8(body.u2()?).and_then(|text| parse(text).ok()))
}

impl ClassFile {
    /// Decodes a class file. Attributes that analysis does not read are skipped; malformed signatures become
    /// `None`, rows of debug tables that make no sense are left out; anything else that is malformed is an
    /// error.
    ///
    /// # Errors
    /// [`ParseError::TooNew`] for versions above 69, otherwise what is wrong with the bytes.
    pub fn parse(bytes: &[u8]) -> Result<Self, ParseError> {
        class_file(bytes)
    }
}

fn class_file(bytes: &[u8]) -> Result<ClassFile, ParseError> {
    let mut reader = Reader::new(bytes);
    let version = version(&mut reader)?;
    let constant_pool = ConstantPool::read(&mut reader)?;
    let pool = &constant_pool;
    let access_flags = reader.u2()?;
    let name = class_name(pool, reader.u2()?)?;
    let super_class = match reader.u2()? {
        0 => None,
        index => Some(class_name(pool, index)?),
    };
    let interfaces = class_names(&mut reader, pool)?;
    let fields = reader.table(8, |row| field(row, pool))?;
    let methods = reader.table(8, |row| method(row, pool))?;
    let mut class = ClassFile {
        major_version: version.0,
        minor_version: version.1,
        constant_pool: ConstantPool::default(),
        access_flags,
        name,
        super_class,
        interfaces,
        fields,
        methods,
        signature: None,
        source_file: None,
        inner_classes: Vec::new(),
        enclosing_class: None,
        permitted_subclasses: None,
        bootstrap_methods: Vec::new(),
        record_components: None,
        deprecated: false,
        annotations: Vec::new(),
    };
    attributes(&mut reader, pool, |name, body| class_attribute(&mut class, name, body, pool))?;
    if reader.remaining() > 0 {
        return Err(ParseError::malformed("bytes after the end of the class"));
    }
    class.constant_pool = constant_pool;
    Ok(class)
}

fn class_attribute(
    class: &mut ClassFile,
    name: &str,
    mut body: Reader<'_>,
    pool: &ConstantPool,
) -> Result<(), ParseError> {
    match name {
        "Signature" => class.signature = signature(body, pool, ClassSignature::parse)?,
        "SourceFile" => class.source_file = Some(text(pool, body.u2()?)?.to_owned()),
        "InnerClasses" => class.inner_classes = body.table(8, |row| inner_class(row, pool))?,
        "EnclosingMethod" => class.enclosing_class = Some(class_name(pool, body.u2()?)?),
        "PermittedSubclasses" => class.permitted_subclasses = Some(class_names(&mut body, pool)?),
        "BootstrapMethods" => class.bootstrap_methods = bootstrap_methods(&mut body)?,
        "Record" => class.record_components = Some(body.table(6, |row| record_component(row, pool))?),
        "Deprecated" => class.deprecated = true,
        SYNTHETIC => class.access_flags |= access::SYNTHETIC,
        "RuntimeVisibleAnnotations" => {
            class.annotations = read_annotations(&mut body, pool).unwrap_or_default();
        }
        _ => {}
    }
    Ok(())
}

fn inner_class(row: &mut Reader<'_>, pool: &ConstantPool) -> Result<InnerClass, ParseError> {
    let name = class_name(pool, row.u2()?)?;
    let outer = match row.u2()? {
        0 => None,
        index => Some(class_name(pool, index)?),
    };
    let simple_name = match row.u2()? {
        0 => None,
        index => Some(text(pool, index)?.to_owned()),
    };
    Ok(InnerClass { name, outer, simple_name, access_flags: row.u2()? })
}

fn record_component(row: &mut Reader<'_>, pool: &ConstantPool) -> Result<String, ParseError> {
    let name = text(pool, row.u2()?)?.to_owned();
    row.u2()?;
    attributes(row, pool, |_, _| Ok(()))?;
    Ok(name)
}

fn field(row: &mut Reader<'_>, pool: &ConstantPool) -> Result<Field, ParseError> {
    let access_flags = row.u2()?;
    let name = text(pool, row.u2()?)?.to_owned();
    let descriptor = FieldType::parse(text(pool, row.u2()?)?);
    let descriptor = descriptor.map_err(|error| ParseError::malformed(error.to_string()))?;
    let mut field = Field { access_flags, name, descriptor, signature: None, constant_value: None };
    attributes(row, pool, |name, mut body| {
        match name {
            "Signature" => field.signature = signature(body, pool, TypeSignature::parse)?,
            "ConstantValue" => field.constant_value = constant_value(pool, body.u2()?)?,
            SYNTHETIC => field.access_flags |= access::SYNTHETIC,
            _ => {}
        }
        Ok(())
    })?;
    Ok(field)
}

fn constant_value(pool: &ConstantPool, index: u16) -> Result<Option<Constant>, ParseError> {
    match pool.loadable(index) {
        Some(constant) => Ok(Some(constant)),
        None => Err(ParseError::malformed(format!("constant {index} is no value"))),
    }
}

fn method(row: &mut Reader<'_>, pool: &ConstantPool) -> Result<Method, ParseError> {
    let access_flags = row.u2()?;
    let name = text(pool, row.u2()?)?.to_owned();
    let descriptor = MethodDescriptor::parse(text(pool, row.u2()?)?);
    let descriptor = descriptor.map_err(|error| ParseError::malformed(error.to_string()))?;
    let mut method = Method {
        access_flags,
        name,
        descriptor,
        signature: None,
        exceptions: Vec::new(),
        parameter_names: Vec::new(),
        deprecated: false,
        has_default: false,
        default_value: None,
        annotations: Vec::new(),
        code: None,
    };
    attributes(row, pool, |name, mut body| {
        match name {
            "Code" => method.code = Some(code(body, pool)?),
            "Signature" => method.signature = signature(body, pool, MethodSignature::parse)?,
            "Exceptions" => method.exceptions = class_names(&mut body, pool)?,
            "MethodParameters" => method.parameter_names = method_parameters(body, pool)?,
            "Deprecated" => method.deprecated = true,
            SYNTHETIC => method.access_flags |= access::SYNTHETIC,
            "AnnotationDefault" => {
                method.has_default = true;
                method.default_value = read_default(&mut body, pool).ok();
            }
            "RuntimeVisibleAnnotations" => {
                method.annotations = read_annotations(&mut body, pool).unwrap_or_default();
            }
            _ => {}
        }
        Ok(())
    })?;
    complete_parameter_names(&mut method);
    Ok(method)
}

fn method_parameters(mut body: Reader<'_>, pool: &ConstantPool) -> Result<Vec<Option<String>>, ParseError> {
    let mut names = Vec::new();
    for _ in 0..body.u1()? {
        names.push(pool.utf8(body.u2()?).map(str::to_owned));
        body.u2()?;
    }
    Ok(names)
}

/// Makes `parameter_names` as long as the descriptor; names come from the local variables where
/// `MethodParameters` is absent or does not match.
fn complete_parameter_names(method: &mut Method) {
    let parameters = &method.descriptor.parameters;
    if parameters.is_empty() {
        method.parameter_names.clear();
    } else if method.parameter_names.len() != parameters.len() {
        let first_slot = u16::from(method.access_flags & access::STATIC == 0);
        method.parameter_names = match &method.code {
            Some(code) => parameter_names(code, parameters, first_slot),
            None => vec![None; parameters.len()],
        };
    }
}
