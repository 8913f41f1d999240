//! A class written from nothing: fields, and methods without jumps, so that no stack-map frames are needed. Enough for
//! classes that hold values and give them back; nothing here compiles Java.

use crate::annotation::{Annotation, write_annotations};
use crate::reader::Reader;
use crate::rewrite::{Assembler, PoolBuilder, RewriteError};
use crate::{ConstantPool, InnerClass, MethodDescriptor, access};

/// Java 8, which every supported JVM reads.
const MAJOR_VERSION: u16 = 52;

/// What calls of superclass methods mean since Java 1.1.
const SUPER: u16 = 0x0020;

/// A class under construction.
#[derive(Debug)]
pub struct NewClass {
    name: String,
    super_class: String,
    interfaces: Vec<String>,
    access_flags: u16,
    fields: Vec<NewField>,
    methods: Vec<NewMethod>,
    annotations: Vec<Annotation>,
    inner_classes: Vec<InnerClass>,
}

/// What a field or method declares beyond its type.
#[derive(Clone, Debug, Default)]
pub struct MemberAttributes {
    /// Its generic type.
    pub signature: Option<String>,
    /// Its annotations.
    pub annotations: Vec<Annotation>,
}

#[derive(Debug)]
struct NewField {
    access_flags: u16,
    name: String,
    descriptor: String,
    attributes: MemberAttributes,
}

/// Assembles a method's code; it ends with a return.
type Body = Box<dyn Fn(&mut Assembler, &mut PoolBuilder<'_>) -> Result<(), RewriteError>>;

struct NewMethod {
    name: String,
    descriptor: String,
    attributes: MemberAttributes,
    body: Body,
}

impl std::fmt::Debug for NewMethod {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{}", self.name, self.descriptor)
    }
}

impl NewClass {
    /// A public final class with these internal names and nothing in it.
    pub fn new(name: &str, super_class: &str, interfaces: &[&str]) -> Self {
        Self {
            name: name.to_owned(),
            super_class: super_class.to_owned(),
            interfaces: interfaces.iter().map(|name| (*name).to_owned()).collect(),
            access_flags: access::PUBLIC | access::FINAL,
            fields: Vec::new(),
            methods: Vec::new(),
            annotations: Vec::new(),
            inner_classes: Vec::new(),
        }
    }

    /// Gives it other flags.
    pub fn declare(&mut self, access_flags: u16) {
        self.access_flags = access_flags;
    }

    /// Annotates it.
    pub fn annotate(&mut self, annotations: &[Annotation]) {
        self.annotations.extend_from_slice(annotations);
    }

    /// Adds a row to its `InnerClasses`: itself, if it is nested, or a class nested in it.
    pub fn inner_class(&mut self, row: InnerClass) {
        self.inner_classes.push(row);
    }

    /// Adds a private final field.
    pub fn field(&mut self, name: &str, descriptor: &str) {
        self.declare_field(access::PRIVATE | access::FINAL, name, descriptor, MemberAttributes::default());
    }

    /// Adds a field.
    pub fn declare_field(
        &mut self,
        access_flags: u16,
        name: &str,
        descriptor: &str,
        attributes: MemberAttributes,
    ) {
        let (name, descriptor) = (name.to_owned(), descriptor.to_owned());
        self.fields.push(NewField { access_flags, name, descriptor, attributes });
    }

    /// Adds a public instance method or constructor.
    pub fn method(
        &mut self,
        name: &str,
        descriptor: &str,
        body: impl Fn(&mut Assembler, &mut PoolBuilder<'_>) -> Result<(), RewriteError> + 'static,
    ) {
        self.declare_method(name, descriptor, MemberAttributes::default(), body);
    }

    /// The same with more to declare.
    pub fn declare_method(
        &mut self,
        name: &str,
        descriptor: &str,
        attributes: MemberAttributes,
        body: impl Fn(&mut Assembler, &mut PoolBuilder<'_>) -> Result<(), RewriteError> + 'static,
    ) {
        self.methods.push(NewMethod {
            name: name.to_owned(),
            descriptor: descriptor.to_owned(),
            attributes,
            body: Box::new(body),
        });
    }

    /// The class file.
    ///
    /// # Errors
    /// When a descriptor is malformed or the class is too large for its format.
    pub fn bytes(&self) -> Result<Vec<u8>, RewriteError> {
        let nothing = ConstantPool::read(&mut Reader::new(&[0, 1])).unwrap_or_default();
        let mut pool = PoolBuilder::new(&nothing);
        let this_class = pool.add_class(&self.name)?;
        let super_class = pool.add_class(&self.super_class)?;
        let mut rest = Vec::new();
        put(&mut rest, self.access_flags | SUPER);
        put(&mut rest, this_class);
        put(&mut rest, super_class);
        put(&mut rest, self.interfaces.len() as u16);
        for interface in &self.interfaces {
            put(&mut rest, pool.add_class(interface)?);
        }
        put(&mut rest, self.fields.len() as u16);
        for field in &self.fields {
            put(&mut rest, field.access_flags);
            put(&mut rest, pool.add_utf8(&field.name)?);
            put(&mut rest, pool.add_utf8(&field.descriptor)?);
            field.attributes.write(Vec::new(), &mut rest, &mut pool)?;
        }
        put(&mut rest, self.methods.len() as u16);
        for method in &self.methods {
            method.write(&mut rest, &mut pool)?;
        }
        self.write_attributes(&mut rest, &mut pool)?;
        let mut bytes = 0xcafe_babe_u32.to_be_bytes().to_vec();
        put(&mut bytes, 0);
        put(&mut bytes, MAJOR_VERSION);
        put(&mut bytes, pool.count());
        bytes.extend_from_slice(pool.added());
        bytes.extend(rest);
        Ok(bytes)
    }

    fn write_attributes(&self, out: &mut Vec<u8>, pool: &mut PoolBuilder<'_>) -> Result<(), RewriteError> {
        let mut attributes = Vec::new();
        if !self.inner_classes.is_empty() {
            let mut body = Vec::new();
            put(&mut body, self.inner_classes.len() as u16);
            for row in &self.inner_classes {
                put(&mut body, pool.add_class(row.name.as_str())?);
                put(&mut body, row.outer.as_ref().map_or(Ok(0), |outer| pool.add_class(outer.as_str()))?);
                put(&mut body, row.simple_name.as_ref().map_or(Ok(0), |name| pool.add_utf8(name))?);
                put(&mut body, row.access_flags);
            }
            attributes.push(("InnerClasses", body));
        }
        let own = MemberAttributes { signature: None, annotations: self.annotations.clone() };
        own.write(attributes, out, pool)
    }
}

impl MemberAttributes {
    /// Writes a table of attributes: the given ones, then those of these that are not empty.
    fn write(
        &self,
        mut attributes: Vec<(&'static str, Vec<u8>)>,
        out: &mut Vec<u8>,
        pool: &mut PoolBuilder<'_>,
    ) -> Result<(), RewriteError> {
        if let Some(signature) = &self.signature {
            attributes.push(("Signature", pool.add_utf8(signature)?.to_be_bytes().to_vec()));
        }
        if !self.annotations.is_empty() {
            attributes.push(("RuntimeVisibleAnnotations", write_annotations(&self.annotations, pool)?));
        }
        put(out, attributes.len() as u16);
        for (name, body) in attributes {
            put(out, pool.add_utf8(name)?);
            out.extend((body.len() as u32).to_be_bytes());
            out.extend(body);
        }
        Ok(())
    }
}

impl NewMethod {
    fn write(&self, out: &mut Vec<u8>, pool: &mut PoolBuilder<'_>) -> Result<(), RewriteError> {
        let mut assembler = Assembler::new();
        (self.body)(&mut assembler, pool)?;
        put(out, access::PUBLIC);
        put(out, pool.add_utf8(&self.name)?);
        put(out, pool.add_utf8(&self.descriptor)?);
        let code = assembler.code();
        // Stack and locals, the code with its length, no handlers, no attributes.
        let mut body = Vec::with_capacity(12 + code.len());
        put(&mut body, assembler.max_depth());
        put(&mut body, 1 + MethodDescriptor::parse(&self.descriptor)?.parameter_slots());
        body.extend((code.len() as u32).to_be_bytes());
        body.extend_from_slice(code);
        put(&mut body, 0);
        put(&mut body, 0);
        self.attributes.write(vec![("Code", body)], out, pool)
    }
}

fn put(out: &mut Vec<u8>, value: u16) {
    out.extend(value.to_be_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ClassFile, ElementValue, FieldType, opcode as op};

    #[test]
    fn written_class_is_read_back() {
        let mut class = NewClass::new("p/Stub", "java/lang/Object", &["java/util/function/IntSupplier"]);
        class.field("value", "I");
        class.method("getAsInt", "()I", |code, pool| {
            let value = pool.add_field_ref("p/Stub", "value", "I")?;
            code.load(op::ALOAD, 0).get_field(value).plain(op::IRETURN, 1, 0);
            Ok(())
        });
        let read = ClassFile::parse(&class.bytes().unwrap()).unwrap();
        assert_eq!(read.name.as_str(), "p/Stub");
        assert_eq!(read.interfaces, ["java/util/function/IntSupplier".into()]);
        assert_eq!(read.fields[0].name, "value");
        let code = read.methods[0].code.as_ref().unwrap();
        assert_eq!((code.max_stack, code.max_locals, code.length), (1, 1, 5));
    }

    #[test]
    fn annotations_and_nesting_are_read_back_as_they_were_written() {
        let inner = Annotation { class: "p/Inner".into(), elements: Vec::new() };
        let values = vec![
            ElementValue::Boolean(true),
            ElementValue::Byte(-1),
            ElementValue::Char(u16::from(b'x')),
            ElementValue::Short(-300),
            ElementValue::Int(70_000),
            ElementValue::Long(1 << 40),
            ElementValue::Float(0.5),
            ElementValue::Double(-2.25),
            ElementValue::String("text".to_owned()),
            ElementValue::Enum { class: "p/Kind".into(), constant: "SMALL".to_owned() },
            ElementValue::Class(None),
            ElementValue::Class(Some(FieldType::Array(Box::new(FieldType::Int)))),
            ElementValue::Annotation(inner),
            ElementValue::Array(vec![ElementValue::Int(1), ElementValue::Int(2)]),
        ];
        let elements = values.into_iter().enumerate().map(|(n, value)| (format!("e{n}"), value)).collect();
        let annotation = Annotation { class: "p/Mark".into(), elements };
        let row = InnerClass {
            name: "p/Test$Bean".into(),
            outer: Some("p/Test".into()),
            simple_name: Some("Bean".to_owned()),
            access_flags: access::PUBLIC | access::STATIC,
        };
        let mut class = NewClass::new("p/Test$Bean", "java/lang/Object", &[]);
        class.declare(access::PUBLIC);
        class.annotate(std::slice::from_ref(&annotation));
        class.inner_class(row.clone());
        let attributes = MemberAttributes {
            signature: Some("Ljava/util/List<Ljava/lang/String;>;".to_owned()),
            annotations: vec![annotation.clone()],
        };
        class.declare_field(access::PUBLIC, "items", "Ljava/util/List;", attributes);
        let read = ClassFile::parse(&class.bytes().unwrap()).unwrap();
        assert_eq!(read.annotations, [annotation]);
        assert_eq!(read.inner_classes, [row]);
        assert_eq!(read.access_flags, access::PUBLIC | SUPER);
        assert!(read.fields[0].signature.is_some());
    }
}
