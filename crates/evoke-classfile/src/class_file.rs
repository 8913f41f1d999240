//! The decoded view of one class file (JVMS 4.1) that analysis reads. It is not what is written back:
//! rewriting works on the bytes, see [`crate::rewrite`].

pub(crate) mod code;
mod parse;

pub(crate) use parse::{class_name, version};

use crate::{
    ClassName, ClassSignature, Constant, ConstantPool, FieldType, Instruction, MethodDescriptor,
    MethodSignature, TypeSignature,
};

/// Access flags (JVMS tables 4.1-B, 4.5-A, 4.6-A, 4.7.6-A).
pub mod access {
    #![expect(missing_docs, reason = "the flags are named as in the JVMS")]
    pub const PUBLIC: u16 = 0x0001;
    pub const PRIVATE: u16 = 0x0002;
    pub const PROTECTED: u16 = 0x0004;
    pub const STATIC: u16 = 0x0008;
    pub const FINAL: u16 = 0x0010;
    pub const SYNCHRONIZED: u16 = 0x0020;
    pub const BRIDGE: u16 = 0x0040;
    pub const VARARGS: u16 = 0x0080;
    pub const NATIVE: u16 = 0x0100;
    pub const INTERFACE: u16 = 0x0200;
    pub const ABSTRACT: u16 = 0x0400;
    pub const SYNTHETIC: u16 = 0x1000;
    pub const ANNOTATION: u16 = 0x2000;
    pub const ENUM: u16 = 0x4000;
    pub const MODULE: u16 = 0x8000;
}

/// One class, interface, enum, annotation or record.
#[derive(Clone, Debug)]
pub struct ClassFile {
    /// 45 to 69.
    pub major_version: u16,
    /// 65535 marks preview features.
    pub minor_version: u16,
    /// Constants, for instructions that name them by index.
    pub constant_pool: ConstantPool,
    /// Flags of the class itself; for a nested class see also [`ClassFile::inner_classes`].
    pub access_flags: u16,
    /// The class's own name.
    pub name: ClassName,
    /// `None` only for `java/lang/Object` and modules.
    pub super_class: Option<ClassName>,
    /// Direct superinterfaces.
    pub interfaces: Vec<ClassName>,
    /// Fields in file order.
    pub fields: Vec<Field>,
    /// Methods in file order.
    pub methods: Vec<Method>,
    /// The generic declaration; `None` where absent or malformed.
    pub signature: Option<ClassSignature>,
    /// The source file's name.
    pub source_file: Option<String>,
    /// The `InnerClasses` attribute: nested classes mentioned here, this class among them if nested.
    pub inner_classes: Vec<InnerClass>,
    /// Class that encloses a local or anonymous class (`EnclosingMethod`).
    pub enclosing_class: Option<ClassName>,
    /// `PermittedSubclasses` of a sealed class; `None` if not sealed.
    pub permitted_subclasses: Option<Vec<ClassName>>,
    /// Names of record components; `None` if not a record.
    pub record_components: Option<Vec<String>>,
    /// Whether the `Deprecated` attribute is present.
    pub deprecated: bool,
}

/// One row of the `InnerClasses` attribute (JVMS 4.7.6).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InnerClass {
    /// The nested class.
    pub name: ClassName,
    /// The class it is a member of; `None` for local and anonymous classes.
    pub outer: Option<ClassName>,
    /// Its name in the source; `None` for anonymous classes.
    pub simple_name: Option<String>,
    /// Its flags in the source, `static` and `private` included.
    pub access_flags: u16,
}

/// A field declaration.
#[derive(Clone, Debug)]
pub struct Field {
    /// Flags of the declaration.
    pub access_flags: u16,
    /// Its name.
    pub name: String,
    /// Its erased type.
    pub descriptor: FieldType,
    /// Its generic type; `None` where absent or malformed.
    pub signature: Option<TypeSignature>,
    /// The `ConstantValue` attribute.
    pub constant_value: Option<Constant>,
}

/// A method declaration.
#[derive(Clone, Debug)]
pub struct Method {
    /// Flags of the declaration.
    pub access_flags: u16,
    /// Its name, `<init>` and `<clinit>` included.
    pub name: String,
    /// Its erased parameter and return types.
    pub descriptor: MethodDescriptor,
    /// Its generic declaration; `None` where absent or malformed.
    pub signature: Option<MethodSignature>,
    /// Declared checked exceptions.
    pub exceptions: Vec<ClassName>,
    /// One entry a descriptor parameter: from `MethodParameters`, else from `LocalVariableTable`, else `None`.
    pub parameter_names: Vec<Option<String>>,
    /// Whether the `Deprecated` attribute is present.
    pub deprecated: bool,
    /// `None` for abstract and native methods.
    pub code: Option<Code>,
}

/// A method body (JVMS 4.7.3), decoded.
#[derive(Clone, Debug)]
pub struct Code {
    /// Operand stack depth.
    pub max_stack: u16,
    /// Local variable slots.
    pub max_locals: u16,
    /// Length of the bytecode in bytes.
    pub length: u32,
    /// Instructions in order of their offset.
    pub instructions: Vec<Instruction>,
    /// Handlers in the order of the table, which is the order of precedence.
    pub exception_table: Vec<ExceptionHandler>,
    /// Line numbers, sorted by offset; all tables of the method merged.
    pub line_numbers: Vec<LineNumber>,
    /// Rows of the `LocalVariableTable`.
    pub local_variables: Vec<LocalVariable>,
}

/// One row of an exception table. Offsets are bytes; `end` is exclusive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExceptionHandler {
    /// First offset covered.
    pub start: u32,
    /// First offset no longer covered; may equal the code's length.
    pub end: u32,
    /// Where the handler starts.
    pub handler: u32,
    /// `None` catches everything.
    pub catch_type: Option<ClassName>,
}

/// The source line of the code from `offset` on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineNumber {
    /// First byte offset of the line's code.
    pub offset: u32,
    /// Line in the source file.
    pub line: u16,
}

/// A named local variable and where it is in scope.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocalVariable {
    /// First offset in scope.
    pub start: u32,
    /// First offset no longer in scope.
    pub end: u32,
    /// Its name.
    pub name: String,
    /// Its erased type.
    pub descriptor: FieldType,
    /// Its slot.
    pub slot: u16,
}

/// Why a class file was refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ParseError {
    /// The first four bytes are not `CAFEBABE`.
    #[error("not a class file")]
    Magic,
    /// Newer than Evoke knows.
    #[error("class file version {major}.{minor} is newer than {newest}")]
    TooNew {
        /// Major version found.
        major: u16,
        /// Minor version found.
        minor: u16,
        /// Newest major version understood.
        newest: u16,
    },
    /// The file ends too early.
    #[error("truncated class file at byte {offset}")]
    Truncated {
        /// Where more bytes were needed.
        offset: usize,
    },
    /// Something in it breaks the format.
    #[error("malformed class file: {what}")]
    Malformed {
        /// What is wrong.
        what: String,
    },
}

impl ParseError {
    pub(crate) fn malformed(what: impl Into<String>) -> Self {
        Self::Malformed { what: what.into() }
    }
}

impl ClassFile {
    /// Decodes a class file. Attributes that analysis does not read are skipped; malformed signatures become
    /// `None`, rows of debug tables that make no sense are left out; anything else that is malformed is an
    /// error.
    ///
    /// # Errors
    /// [`ParseError::TooNew`] for versions above 69, otherwise what is wrong with the bytes.
    pub fn parse(bytes: &[u8]) -> Result<Self, ParseError> {
        parse::class_file(bytes)
    }
}

#[cfg(test)]
mod tests;
