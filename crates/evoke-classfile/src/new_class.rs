//! A class written from nothing: fields, and methods without jumps, so that no stack-map frames are needed. Enough for
//! classes that hold values and give them back; nothing here compiles Java.

use crate::reader::Reader;
use crate::rewrite::{Assembler, PoolBuilder, RewriteError};
use crate::{ConstantPool, MethodDescriptor, access};

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

    /// Adds a private final field.
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
        put(&mut rest, access::PUBLIC | access::FINAL | 0x0020);
        put(&mut rest, this_class);
        put(&mut rest, super_class);
        put(&mut rest, self.interfaces.len() as u16);
        for interface in &self.interfaces {
            put(&mut rest, pool.add_class(interface)?);
        }
        put(&mut rest, self.fields.len() as u16);
        for (name, descriptor) in &self.fields {
            put(&mut rest, access::PRIVATE | access::FINAL);
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
        let mut assembler = Assembler::new();
        (self.body)(&mut assembler, pool)?;
        put(out, access::PUBLIC);
        put(out, pool.add_utf8(&self.name)?);
        put(out, pool.add_utf8(&self.descriptor)?);
        put(out, 1);
        put(out, pool.add_utf8("Code")?);
        let code = assembler.code();
        // Stack and locals, the code with its length, no handlers, no attributes.
        out.extend((12 + code.len() as u32).to_be_bytes());
        put(out, assembler.max_depth());
        put(out, 1 + MethodDescriptor::parse(&self.descriptor)?.parameter_slots());
        out.extend((code.len() as u32).to_be_bytes());
        out.extend_from_slice(code);
        put(out, 0);
        put(out, 0);
        Ok(())
    }
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
