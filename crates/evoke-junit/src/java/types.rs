//! Types as one file writes them: each class by the name that stands for it there, with the import behind that name.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A type in source.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Type {
    /// The keyword of a primitive type, or `void`.
    Keyword(String),
    /// A class or an interface.
    Class(ClassType),
    /// An array of the type.
    Array(Box<Type>),
}

/// A class in source.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ClassType {
    /// As the file writes it: `Map.Entry`, or `java.util.Map.Entry` where `Map` means something else.
    pub(crate) name: String,
    /// The class to import, if the name needs that: `java.util.Map`.
    pub(crate) import: Option<String>,
    /// Type arguments, if there are any.
    pub(crate) arguments: Vec<TypeArgument>,
}

/// A type argument.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum TypeArgument {
    /// `?`
    Any,
    /// `T`
    Exact(Type),
    /// `? extends T`
    Extends(Type),
    /// `? super T`
    Super(Type),
}

impl ClassType {
    /// A class that this name means without an import.
    pub(crate) fn named(name: impl Into<String>) -> Self {
        Self { name: name.into(), import: None, arguments: Vec::new() }
    }
}

impl Type {
    /// A type that this keyword stands for.
    pub(crate) fn keyword(keyword: &str) -> Self {
        Self::Keyword(keyword.to_owned())
    }

    /// An array of the type.
    pub(crate) fn array(self) -> Self {
        Self::Array(Box::new(self))
    }
}

impl From<ClassType> for Type {
    fn from(class: ClassType) -> Self {
        Self::Class(class)
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Keyword(keyword) => f.write_str(keyword),
            Self::Class(class) => class.fmt(f),
            Self::Array(component) => write!(f, "{component}[]"),
        }
    }
}

impl fmt::Display for ClassType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        let mut separator = "<";
        for argument in &self.arguments {
            write!(f, "{separator}{argument}")?;
            separator = ", ";
        }
        f.write_str(if self.arguments.is_empty() { "" } else { ">" })
    }
}

impl fmt::Display for TypeArgument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Any => f.write_str("?"),
            Self::Exact(ty) => ty.fmt(f),
            Self::Extends(ty) => write!(f, "? extends {ty}"),
            Self::Super(ty) => write!(f, "? super {ty}"),
        }
    }
}
