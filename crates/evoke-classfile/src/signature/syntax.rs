//! Signatures as syntax trees.

use crate::{ClassName, FieldType};

/// Signature of a class declaration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassSignature {
    /// The class's own type parameters.
    pub type_parameters: Vec<TypeParameter>,
    /// The generic superclass.
    pub superclass: ClassTypeSignature,
    /// The generic superinterfaces.
    pub interfaces: Vec<ClassTypeSignature>,
}

/// Signature of a method declaration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MethodSignature {
    /// The method's own type parameters.
    pub type_parameters: Vec<TypeParameter>,
    /// Declared parameters; may be fewer than the descriptor's (inner classes and enums).
    pub parameters: Vec<TypeSignature>,
    /// `None` for `void`.
    pub return_type: Option<TypeSignature>,
    /// Thrown types, only where one of them is generic.
    pub throws: Vec<TypeSignature>,
}

/// A type parameter with its bounds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypeParameter {
    /// Its name, such as `T`.
    pub name: String,
    /// The class bound; `None` where it is left empty (`T::Ljava/lang/Comparable;`).
    pub class_bound: Option<TypeSignature>,
    /// The interface bounds.
    pub interface_bounds: Vec<TypeSignature>,
}

/// A type in a signature.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TypeSignature {
    /// A primitive type.
    Primitive(FieldType),
    /// A class type, with or without arguments.
    Class(ClassTypeSignature),
    /// A type variable.
    Variable(String),
    /// An array of the element type.
    Array(Box<TypeSignature>),
}

/// A class type with its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassTypeSignature {
    /// The full internal name: for `La/Outer<TK;>.Inner;` it is `a/Outer$Inner`.
    pub name: ClassName,
    /// Arguments of the innermost class.
    pub arguments: Vec<TypeArgument>,
    /// The enclosing type where the signature spells it with a dot (it then has arguments of its own).
    pub outer: Option<Box<ClassTypeSignature>>,
}

/// An argument of a class type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TypeArgument {
    /// `?`
    Any,
    /// A type as it stands.
    Exact(TypeSignature),
    /// `? extends T`
    Extends(TypeSignature),
    /// `? super T`
    Super(TypeSignature),
}
