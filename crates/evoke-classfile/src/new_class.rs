//! A class written from nothing: fields, and methods whose only jump, if any, skips a first part, so that one stack-map frame
//! that changes nothing is all they need. Enough for classes that hold values and give them back; nothing here compiles Java.

use crate::reader::Reader;
use crate::rewrite::{Assembler, PoolBuilder, RewriteError};
use crate::{ConstantPool, MethodDescriptor, access, opcode};

/// Java 8, which every supported JVM reads.
const MAJOR_VERSION: u16 = 52;

/// A class under construction.
#[derive(Debug)]
pub struct NewClass {
    name: String,
    super_class: String,
    interfaces: Vec<String>,
    fields: Vec<(String, String)>,
    methods: Vec<NewMethod>,
}

/// Assembles a method's code; it ends with a return.
type Body = Box<dyn Fn(&mut Assembler, &mut PoolBuilder<'_>) -> Result<(), RewriteError>>;

struct NewMethod {
    name: String,
    descriptor: String,
    /// What is done first, and only if a condition, which leaves an `int`, is above 0.
    guarded: Option<(Body, Body)>,
    body: Body,
}

impl std::fmt::Debug for NewMethod {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{}", self.name, self.descriptor)
    }
}

impl NewClass {
    /// A class with these internal names and nothing in it.
    pub fn new(name: &str, super_class: &str, interfaces: &[&str]) -> Self {
        Self {
            name: name.to_owned(),
            super_class: super_class.to_owned(),
            interfaces: interfaces.iter().map(|name| (*name).to_owned()).collect(),
            fields: Vec::new(),
            methods: Vec::new(),
        }
    }

    /// Adds a private field.
    pub fn field(&mut self, name: &str, descriptor: &str) {
        self.fields.push((name.to_owned(), descriptor.to_owned()));
    }

    /// Adds a public instance method or constructor.
    pub fn method(
        &mut self,
        name: &str,
        descriptor: &str,
        body: impl Fn(&mut Assembler, &mut PoolBuilder<'_>) -> Result<(), RewriteError> + 'static,
    ) {
        self.methods.push(NewMethod {
            name: name.to_owned(),
            descriptor: descriptor.to_owned(),
            guarded: None,
            body: Box::new(body),
        });
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
        let mut pool = PoolBuilder::new(&nothing);
        let this_class = pool.add_class(&self.name)?;
        let super_class = pool.add_class(&self.super_class)?;
        let mut rest = Vec::new();
        put(&mut rest, access::PUBLIC | access::FINAL | 0x0020);
        put(&mut rest, this_class);
        put(&mut rest, super_class);
        put(&mut rest, self.interfaces.len() as u16);
        for interface in &self.interfaces {
            put(&mut rest, pool.add_class(interface)?);
        }
        put(&mut rest, self.fields.len() as u16);
        for (name, descriptor) in &self.fields {
            put(&mut rest, access::PRIVATE);
            put(&mut rest, pool.add_utf8(name)?);
            put(&mut rest, pool.add_utf8(descriptor)?);
            put(&mut rest, 0);
        }
        put(&mut rest, self.methods.len() as u16);
        for method in &self.methods {
            method.write(&mut rest, &mut pool)?;
        }
        put(&mut rest, 0);
        let mut bytes = 0xcafe_babe_u32.to_be_bytes().to_vec();
        put(&mut bytes, 0);
        put(&mut bytes, MAJOR_VERSION);
        put(&mut bytes, pool.count());
        bytes.extend_from_slice(pool.added());
        bytes.extend(rest);
        Ok(bytes)
    }
}

impl NewMethod {
    fn write(&self, out: &mut Vec<u8>, pool: &mut PoolBuilder<'_>) -> Result<(), RewriteError> {
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
        let body = assembled(&self.body, pool)?;
        code.extend_from_slice(body.code());
        let attributes = frame.map(|offset| frame_attribute(offset, pool)).transpose()?.unwrap_or_default();
        put(out, access::PUBLIC);
        put(out, pool.add_utf8(&self.name)?);
        put(out, pool.add_utf8(&self.descriptor)?);
        put(out, 1);
        put(out, pool.add_utf8("Code")?);
        // Stack and locals, the code with its length, no handlers, the attributes.
        out.extend((12 + (code.len() + attributes.len()) as u32).to_be_bytes());
        put(out, body.max_depth().max(max_stack));
        put(out, 1 + MethodDescriptor::parse(&self.descriptor)?.parameter_slots());
        out.extend((code.len() as u32).to_be_bytes());
        out.extend_from_slice(&code);
        put(out, 0);
        put(out, u16::from(frame.is_some()));
        out.extend(attributes);
        Ok(())
    }
}

fn assembled(body: &Body, pool: &mut PoolBuilder<'_>) -> Result<Assembler, RewriteError> {
    let mut assembler = Assembler::new();
    body(&mut assembler, pool)?;
    Ok(assembler)
}

/// A `StackMapTable` (JVMS 4.7.4) of one frame: at the offset everything is as at the beginning of the method.
fn frame_attribute(offset: u16, pool: &mut PoolBuilder<'_>) -> Result<Vec<u8>, RewriteError> {
    const SAME_FRAME_EXTENDED: u8 = 251;
    let mut attribute = Vec::new();
    put(&mut attribute, pool.add_utf8("StackMapTable")?);
    attribute.extend(5_u32.to_be_bytes());
    put(&mut attribute, 1);
    attribute.push(SAME_FRAME_EXTENDED);
    put(&mut attribute, offset);
    Ok(attribute)
}

fn put(out: &mut Vec<u8>, value: u16) {
    out.extend(value.to_be_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ClassFile, opcode as op};

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
}
