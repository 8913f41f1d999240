//! Generic signatures (JVMS 4.7.9.1): what the source said before erasure. Printing a parsed
//! signature gives the same text back.

mod parse;
mod print;
mod syntax;

pub use parse::SignatureError;
pub use syntax::{
    ClassSignature, ClassTypeSignature, MethodSignature, TypeArgument, TypeParameter, TypeSignature,
};

#[cfg(test)]
mod tests;
