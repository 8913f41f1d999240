//! Prints signatures as class files spell them.

use std::fmt::{self, Display, Formatter};

use super::syntax::{
    ClassSignature, ClassTypeSignature, MethodSignature, TypeArgument, TypeParameter, TypeSignature,
};

fn all<T: Display>(f: &mut Formatter<'_>, items: &[T]) -> fmt::Result {
    items.iter().try_for_each(|item| write!(f, "{item}"))
}

fn in_angles<T: Display>(f: &mut Formatter<'_>, items: &[T]) -> fmt::Result {
    if items.is_empty() {
        return Ok(());
    }
    f.write_str("<")?;
    all(f, items)?;
    f.write_str(">")
}

impl Display for ClassSignature {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        in_angles(f, &self.type_parameters)?;
        write!(f, "{}", self.superclass)?;
        all(f, &self.interfaces)
    }
}

impl Display for MethodSignature {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        in_angles(f, &self.type_parameters)?;
        f.write_str("(")?;
        all(f, &self.parameters)?;
        f.write_str(")")?;
        match &self.return_type {
            Some(return_type) => write!(f, "{return_type}")?,
            None => f.write_str("V")?,
        }
        self.throws.iter().try_for_each(|thrown| write!(f, "^{thrown}"))
    }
}

impl Display for TypeParameter {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", self.name)?;
        if let Some(bound) = &self.class_bound {
            write!(f, "{bound}")?;
        }
        self.interface_bounds.iter().try_for_each(|bound| write!(f, ":{bound}"))
    }
}

impl Display for TypeSignature {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Primitive(primitive) => write!(f, "{primitive}"),
            Self::Class(class) => write!(f, "{class}"),
            Self::Variable(name) => write!(f, "T{name};"),
            Self::Array(element) => write!(f, "[{element}"),
        }
    }
}

impl Display for TypeArgument {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Any => f.write_str("*"),
            Self::Exact(exact) => write!(f, "{exact}"),
            Self::Extends(bound) => write!(f, "+{bound}"),
            Self::Super(bound) => write!(f, "-{bound}"),
        }
    }
}

impl Display for ClassTypeSignature {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("L")?;
        self.write_open(f)?;
        f.write_str(";")
    }
}

impl ClassTypeSignature {
    /// Everything between `L` and `;`.
    fn write_open(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if let Some(outer) = &self.outer {
            outer.write_open(f)?;
            let nested = self.name.as_str().strip_prefix(outer.name.as_str());
            let nested = nested.and_then(|nested| nested.strip_prefix('$'));
            write!(f, ".{}", nested.unwrap_or(self.name.simple_binary()))?;
        } else {
            f.write_str(self.name.as_str())?;
        }
        in_angles(f, &self.arguments)
    }
}
