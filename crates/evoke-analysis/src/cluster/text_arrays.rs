//! Arrays of bytes and of characters made of a string: what lexers and decoders read is written down in one literal, which
//! has the constants, distances and changes of strings, where an array takes two statements for each element.
//!
//! Bytes are those of ISO 8859-1, in which every byte is one character, on every machine.

use super::builder::Builder;
use super::callable::Callable;
use crate::generics::Bindings;
use crate::{Primitive, Type, TypeId, TypeTable};

/// How a byte array is made of a string.
const TO_BYTES: (&str, &str) = ("getBytes", "(Ljava/nio/charset/Charset;)[B");
/// How a character array is.
const TO_CHARS: (&str, &str) = ("toCharArray", "()[C");
/// Encodings to choose from: that of any bytes first, then that of most texts.
const ENCODINGS: [&str; 2] = ["ISO_8859_1", "UTF_8"];

impl Builder<'_> {
    /// Has an array of bytes or characters be given by a string.
    pub(super) fn generate_by_text(&mut self, array: TypeId, depth: u32) {
        let Type::Array(component) = *self.cluster.types.get(array) else { return };
        let (name, descriptor) = match component {
            byte if byte == TypeTable::primitive(Primitive::Byte) => TO_BYTES,
            char if char == TypeTable::primitive(Primitive::Char) => TO_CHARS,
            _ => return,
        };
        let Some(call) = self.method_of_string(name, descriptor) else { return };
        for encoding in &call.parameters.clone() {
            self.generate_encodings(*encoding, depth);
        }
        self.offer_generator(array, call, depth);
    }

    fn method_of_string(&mut self, name: &str, descriptor: &str) -> Option<Callable> {
        let class = self.library.get(&"java/lang/String".into())?;
        let mut methods = class.methods.iter();
        let method =
            methods.find(|method| method.name == name && method.descriptor.to_string() == descriptor)?;
        self.members().method(&class, method, Some(TypeTable::STRING), &Bindings::new())
    }

    /// Has an encoding be one that is the same on every machine.
    pub(super) fn generate_encodings(&mut self, charset: TypeId, depth: u32) {
        let Some(class) = self.library.get(&"java/nio/charset/StandardCharsets".into()) else { return };
        for name in ENCODINGS {
            let field = class.fields.iter().find(|field| field.name == name);
            let read =
                field.and_then(|field| self.members().field_read(&class, field, None, &Bindings::new()));
            if let Some(read) = read {
                self.offer_generator(charset, read, depth);
            }
        }
    }
}
