//! Reads and writes Java class files as JVMS chapter 4 describes them, versions 45 to 69.
//!
//! [`ClassFile::parse`] gives a decoded view for analysis; [`rewrite`] changes method bodies
//! and copies everything else to the letter; [`ClassPath`] finds class files in folders, jars and the
//! JDK's own modules. Nothing here knows what a test is. Input is untrusted: a malformed class is an
//! error, never a panic and never an allocation that its own length does not justify.

pub mod access;
mod annotation;
#[cfg(test)]
mod assembled_class;
mod class_file;
mod class_header;
mod class_path;
mod constant_pool;
mod constructor_call;
mod descriptor;
mod instruction;
mod name;
mod new_class;
pub mod opcode;
mod parse_error;
mod reader;
pub mod rewrite;
mod signature;

pub use annotation::{Annotation, ElementValue};
pub use class_file::{
    BootstrapMethod, ClassFile, Code, ExceptionHandler, FIRST_WITH_CLASS_LITERALS, Field, FunctionSite,
    InnerClass, LineNumber, LocalVariable, LocalsOfFrame, Method, reference_kind,
};
pub use class_header::{ClassHeader, Nesting};
pub use class_path::{ClassPath, ClassPathError, Jdk, JdkError, Origin, outermost};
pub use constant_pool::modified_utf8::encode as modified_utf8;
pub use constant_pool::{Constant, ConstantPool, MemberRef};
pub use constructor_call::constructor_call;
pub use descriptor::{DescriptorError, FieldType, MethodDescriptor};
pub use instruction::{Instruction, Operands};
pub use name::ClassName;
pub use new_class::{MemberAttributes, NewClass};
pub use parse_error::ParseError;
pub use signature::{
    ClassSignature, ClassTypeSignature, MethodSignature, SignatureError, TypeArgument, TypeParameter,
    TypeSignature,
};
