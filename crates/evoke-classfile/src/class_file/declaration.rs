//! What a class file declares, decoded: the class, its fields and methods.

use super::bootstrap_method::BootstrapMethod;
use super::method_body::Code;
use crate::{
    Annotation, ClassName, ClassSignature, Constant, ConstantPool, ElementValue, FieldType, MethodDescriptor,
    MethodSignature, TypeSignature,
};

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
    /// What links the class's `invokedynamic` call sites.
    pub bootstrap_methods: Vec<BootstrapMethod>,
    /// Names of record components; `None` if not a record.
    pub record_components: Option<Vec<String>>,
    /// Whether the `Deprecated` attribute is present.
    pub deprecated: bool,
    /// Annotations there at run time; none where the attribute is malformed.
    pub annotations: Vec<Annotation>,
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
    /// Whether it is an element of an annotation that need not be given.
    pub has_default: bool,
    /// What it is then; `None` where the attribute is malformed.
    pub default_value: Option<ElementValue>,
    /// Annotations there at run time; none where the attribute is malformed.
    pub annotations: Vec<Annotation>,
    /// `None` for abstract and native methods.
    pub code: Option<Code>,
}
