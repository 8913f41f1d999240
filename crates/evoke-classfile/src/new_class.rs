//! A class written from nothing: fields, and methods whose only jump, if any, skips a first part, so that one stack-map frame
//! that changes nothing is all they need. Enough for classes that hold values and give them back; nothing here compiles Java.

use crate::annotation::{Annotation, write_annotations};
use crate::class_file::stack_map::table_of_unchanged_locals;
use crate::reader::Reader;
use crate::rewrite::{Assembler, PoolBuilder, RewriteError};
use crate::{ConstantPool, InnerClass, MethodDescriptor, access, opcode};

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
    /// What is done first, and only if a condition, which leaves an `int`, is above 0.
    guarded: Option<(Body, Body)>,
    attributes: MemberAttributes,
    /// `None` for an abstract method.
    body: Option<Body>,
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

    /// Adds a private field.
    pub fn field(&mut self, name: &str, descriptor: &str) {
        self.declare_field(access::PRIVATE, name, descriptor, MemberAttributes::default());
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
            guarded: None,
            body: Some(Box::new(body)),
        });
    }

    /// Adds a public abstract method.
    pub fn declare_abstract(&mut self, name: &str, descriptor: &str, attributes: MemberAttributes) {
        let (name, descriptor) = (name.to_owned(), descriptor.to_owned());
        self.methods.push(NewMethod { name, descriptor, attributes, guarded: None, body: None });
    }

    /// Has the method added last do something first if a condition holds: code that leaves an `int` above 0. What is done
    /// then leaves the stack as it was.
    pub fn guarded(
        &mut self,
        condition: impl Fn(&mut Assembler, &mut PoolBuilder<'_>) -> Result<(), RewriteError> + 'static,
        action: impl Fn(&mut Assembler, &mut PoolBuilder<'_>) -> Result<(), RewriteError> + 'static,
    ) {
        if let Some(method) = self.methods.last_mut() {
            method.guarded = Some((Box::new(condition), Box::new(action)));
        }
    }

    /// The class file.
    ///
    /// # Errors
    /// When a descriptor is malformed or the class is too large for its format.
    pub fn bytes(&self) -> Result<Vec<u8>, RewriteError> {
        let nothing = ConstantPool::read(&mut Reader::new(&[0, 1])).unwrap_or_default();
        let mut pool = PoolBuilder::new(&nothing, 0);
        let this_class = pool.add_class(&self.name)?;
        let super_class = pool.add_class(&self.super_class)?;
        let mut rest = Vec::new();
        let is_interface = self.access_flags & access::INTERFACE != 0;
        put(&mut rest, self.access_flags | if is_interface { 0 } else { SUPER });
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
        let code = self.body.as_ref().map(|body| self.code(body, pool)).transpose()?;
        put(out, access::PUBLIC | if code.is_none() { access::ABSTRACT } else { 0 });
        put(out, pool.add_utf8(&self.name)?);
        put(out, pool.add_utf8(&self.descriptor)?);
        self.attributes.write(code.map(|code| ("Code", code)).into_iter().collect(), out, pool)
    }

    /// The content of the `Code` attribute: stack and locals, the code with its length, no handlers, the attributes.
    fn code(&self, body: &Body, pool: &mut PoolBuilder<'_>) -> Result<Vec<u8>, RewriteError> {
        let (mut code, mut max_stack, mut frame) = (Vec::new(), 0, None);
        if let Some((condition, action)) = &self.guarded {
            let (condition, action) = (assembled(condition, pool)?, assembled(action, pool)?);
            max_stack = condition.max_depth().max(action.max_depth());
            code.extend_from_slice(condition.code());
            code.push(opcode::IFLE);
            put(&mut code, 3 + action.code().len() as u16);
            code.extend_from_slice(action.code());
            frame = Some(code.len() as u16);
        }
        let body = assembled(body, pool)?;
        code.extend_from_slice(body.code());
        let attributes = frame.map(|offset| frame_attribute(offset, pool)).transpose()?.unwrap_or_default();
        let mut attribute = Vec::with_capacity(12 + code.len() + attributes.len());
        put(&mut attribute, body.max_depth().max(max_stack));
        put(&mut attribute, 1 + MethodDescriptor::parse(&self.descriptor)?.parameter_slots());
        attribute.extend((code.len() as u32).to_be_bytes());
        attribute.extend_from_slice(&code);
        put(&mut attribute, 0);
        put(&mut attribute, u16::from(frame.is_some()));
        attribute.extend(attributes);
        Ok(attribute)
    }
}

fn assembled(body: &Body, pool: &mut PoolBuilder<'_>) -> Result<Assembler, RewriteError> {
    let mut assembler = Assembler::new();
    body(&mut assembler, pool)?;
    Ok(assembler)
}

/// A `StackMapTable` (JVMS 4.7.4) of one frame: at the offset everything is as at the beginning of the method.
fn frame_attribute(offset: u16, pool: &mut PoolBuilder<'_>) -> Result<Vec<u8>, RewriteError> {
    let table = table_of_unchanged_locals(offset);
    let mut attribute = Vec::new();
    put(&mut attribute, pool.add_utf8("StackMapTable")?);
    attribute.extend((table.len() as u32).to_be_bytes());
    attribute.extend(table);
    Ok(attribute)
}

fn put(out: &mut Vec<u8>, value: u16) {
    out.extend(value.to_be_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ClassFile, ElementValue, FieldType, opcode as op};

    #[test]
    fn written_interface_is_read_back() {
        let mut interface = NewClass::new("p/View", "java/lang/Object", &[]);
        interface.declare(access::PUBLIC | access::INTERFACE | access::ABSTRACT);
        interface.declare_abstract("getName", "()Ljava/lang/String;", MemberAttributes::default());
        let read = ClassFile::parse(&interface.bytes().unwrap()).unwrap();
        assert_eq!(read.access_flags, access::PUBLIC | access::INTERFACE | access::ABSTRACT);
        assert_eq!(read.methods[0].access_flags, access::PUBLIC | access::ABSTRACT);
        assert!(read.methods[0].code.is_none());
    }

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
