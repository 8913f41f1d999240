//! The grammar of JVMS 4.7.9.1 by recursive descent. Nesting is bounded, since signatures are untrusted.

use super::syntax::{
    ClassSignature, ClassTypeSignature, MethodSignature, TypeArgument, TypeParameter, TypeSignature,
};
use crate::{ClassName, FieldType};

/// Deepest nesting of arrays and type arguments together. Arrays may have 255 dimensions.
const MAX_DEPTH: u16 = 300;

/// The text is no signature.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("malformed signature `{0}`")]
pub struct SignatureError(pub String);

impl ClassSignature {
    /// Parses the `Signature` attribute of a class.
    pub fn parse(text: &str) -> Result<Self, SignatureError> {
        let mut parser = Parser::new(text);
        let parsed = parser.class_signature();
        parser.finish(parsed).ok_or_else(|| SignatureError(text.to_owned()))
    }
}

impl MethodSignature {
    /// Parses the `Signature` attribute of a method.
    pub fn parse(text: &str) -> Result<Self, SignatureError> {
        let mut parser = Parser::new(text);
        let parsed = parser.method_signature();
        parser.finish(parsed).ok_or_else(|| SignatureError(text.to_owned()))
    }
}

impl TypeSignature {
    /// Parses the `Signature` attribute of a field or record component.
    pub fn parse(text: &str) -> Result<Self, SignatureError> {
        let mut parser = Parser::new(text);
        let parsed = parser.any_type();
        parser.finish(parsed).ok_or_else(|| SignatureError(text.to_owned()))
    }
}

/// Text not yet parsed; every method consumes what it returns, `None` means malformed.
pub(super) struct Parser<'a> {
    rest: &'a str,
    depth: u16,
}

impl<'a> Parser<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { rest: text, depth: 0 }
    }

    /// The value, if nothing follows it.
    pub(super) fn finish<T>(&self, parsed: Option<T>) -> Option<T> {
        parsed.filter(|_| self.rest.is_empty())
    }

    fn eat(&mut self, expected: char) -> bool {
        match self.rest.strip_prefix(expected) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn peek(&self) -> Option<u8> {
        self.rest.as_bytes().first().copied()
    }

    /// Text up to the first of the characters that no identifier may hold.
    fn identifier(&mut self, also_allowed: Option<char>) -> Option<&'a str> {
        let ends = |c: char| matches!(c, '.' | ';' | '[' | '/' | '<' | '>' | ':') && also_allowed != Some(c);
        let (name, rest) = self.rest.split_at(self.rest.find(ends)?);
        self.rest = rest;
        (!name.is_empty()).then_some(name)
    }

    pub(super) fn class_signature(&mut self) -> Option<ClassSignature> {
        let type_parameters = self.type_parameters()?;
        let superclass = self.class_type()?;
        let mut interfaces = Vec::new();
        while !self.rest.is_empty() {
            interfaces.push(self.class_type()?);
        }
        Some(ClassSignature { type_parameters, superclass, interfaces })
    }

    pub(super) fn method_signature(&mut self) -> Option<MethodSignature> {
        let type_parameters = self.type_parameters()?;
        if !self.eat('(') {
            return None;
        }
        let mut parameters = Vec::new();
        while !self.eat(')') {
            parameters.push(self.any_type()?);
        }
        let return_type = if self.eat('V') { None } else { Some(self.any_type()?) };
        let mut throws = Vec::new();
        while self.eat('^') {
            throws.push(match self.peek()? {
                b'[' => return None,
                _ => self.reference_type()?,
            });
        }
        Some(MethodSignature { type_parameters, parameters, return_type, throws })
    }

    fn type_parameters(&mut self) -> Option<Vec<TypeParameter>> {
        let mut parameters = Vec::new();
        if self.eat('<') {
            while parameters.is_empty() || !self.eat('>') {
                parameters.push(self.type_parameter()?);
            }
        }
        Some(parameters)
    }

    fn type_parameter(&mut self) -> Option<TypeParameter> {
        let name = self.identifier(None)?.to_owned();
        if !self.eat(':') {
            return None;
        }
        // A class bound may be left out: what follows is then the next bound, parameter or the end. Only a
        // type can start with `L`, `T` or `[` and also be followed by what makes it one, so try it.
        let class_bound = self.optional_bound();
        let mut interface_bounds = Vec::new();
        while self.eat(':') {
            interface_bounds.push(self.reference_type()?);
        }
        Some(TypeParameter { name, class_bound, interface_bounds })
    }

    /// A bound, or `None` with nothing consumed: `T:U:Ljava/lang/Object;` has a parameter `T` without bounds.
    fn optional_bound(&mut self) -> Option<TypeSignature> {
        let (rest, depth) = (self.rest, self.depth);
        let bound = self.reference_type();
        if bound.is_none() {
            (self.rest, self.depth) = (rest, depth);
        }
        bound
    }

    pub(super) fn any_type(&mut self) -> Option<TypeSignature> {
        let primitive = match self.peek()? {
            b'Z' => FieldType::Boolean,
            b'B' => FieldType::Byte,
            b'C' => FieldType::Char,
            b'S' => FieldType::Short,
            b'I' => FieldType::Int,
            b'J' => FieldType::Long,
            b'F' => FieldType::Float,
            b'D' => FieldType::Double,
            _ => return self.reference_type(),
        };
        self.rest = &self.rest[1..];
        Some(TypeSignature::Primitive(primitive))
    }

    fn reference_type(&mut self) -> Option<TypeSignature> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return None;
        }
        let parsed = match self.peek()? {
            b'L' => TypeSignature::Class(self.class_type()?),
            b'T' => {
                self.rest = &self.rest[1..];
                let name = self.identifier(None)?.to_owned();
                if !self.eat(';') {
                    return None;
                }
                TypeSignature::Variable(name)
            }
            b'[' => {
                self.rest = &self.rest[1..];
                TypeSignature::Array(Box::new(self.any_type()?))
            }
            _ => return None,
        };
        self.depth -= 1;
        Some(parsed)
    }

    fn class_type(&mut self) -> Option<ClassTypeSignature> {
        if !self.eat('L') {
            return None;
        }
        let name = self.identifier(Some('/'))?;
        if name.split('/').any(str::is_empty) {
            return None;
        }
        let mut class =
            ClassTypeSignature { name: ClassName::new(name), arguments: self.type_arguments()?, outer: None };
        let mut nesting = 0;
        while self.eat('.') {
            nesting += 1;
            if nesting > MAX_DEPTH {
                return None;
            }
            let name = format!("{}${}", class.name.as_str(), self.identifier(None)?);
            class = ClassTypeSignature {
                name: ClassName::new(&name),
                arguments: self.type_arguments()?,
                outer: Some(Box::new(class)),
            };
        }
        self.eat(';').then_some(class)
    }

    fn type_arguments(&mut self) -> Option<Vec<TypeArgument>> {
        let mut arguments = Vec::new();
        if self.eat('<') {
            while arguments.is_empty() || !self.eat('>') {
                arguments.push(self.type_argument()?);
            }
        }
        Some(arguments)
    }

    fn type_argument(&mut self) -> Option<TypeArgument> {
        Some(if self.eat('*') {
            TypeArgument::Any
        } else if self.eat('+') {
            TypeArgument::Extends(self.reference_type()?)
        } else if self.eat('-') {
            TypeArgument::Super(self.reference_type()?)
        } else {
            TypeArgument::Exact(self.reference_type()?)
        })
    }
}
