//! The constant pool of a class (JVMS 4.4), read only. Entries stay as small as in the file; all text is
//! decoded once into one string, so that looking a name up allocates nothing. Whether one entry may refer
//! to another is not checked up front: a lookup through a bad reference finds nothing.

pub(crate) mod modified_utf8;

use std::collections::BTreeMap;

use crate::ParseError;
use crate::reader::Reader;

/// A loadable constant or `ConstantValue`.
#[derive(Clone, Debug, PartialEq)]
pub enum Constant {
    /// `int`, also for boolean, byte, char and short.
    Int(i32),
    /// `float`
    Float(f32),
    /// `long`
    Long(i64),
    /// `double`
    Double(f64),
    /// A string, as UTF-16 (class files may hold lone surrogates).
    String(Vec<u16>),
    /// A class literal; the text is an internal name or an array descriptor.
    Class(String),
    /// Method handle, method type or dynamic constant: nothing a test could write down.
    Other,
}

/// A resolved field or method reference of the constant pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemberRef<'a> {
    /// Internal name of the owner, or an array descriptor.
    pub owner: &'a str,
    /// Member name.
    pub name: &'a str,
    /// Field or method descriptor.
    pub descriptor: &'a str,
    /// Whether it is an `InterfaceMethodref`.
    pub is_interface: bool,
}

/// The constants of a class (JVMS 4.4), read only.
#[derive(Clone, Debug, Default)]
pub struct ConstantPool {
    /// By index; index 0 and the second half of `long` and `double` are [`Entry::Unusable`].
    entries: Vec<Entry>,
    /// All `Utf8` constants behind each other, lone surrogates replaced.
    text: String,
    /// UTF-16 of those `Utf8` constants that `text` does not hold exactly.
    exact: BTreeMap<u16, Box<[u16]>>,
}

#[derive(Clone, Copy, Debug)]
enum Entry {
    Unusable,
    /// A range of `ConstantPool::text`.
    Utf8 {
        start: u32,
        end: u32,
    },
    Int(i32),
    Float(u32),
    Long(i64),
    Double(u64),
    Class(u16),
    String(u16),
    Member {
        owner: u16,
        name_and_type: u16,
        is_interface: bool,
    },
    NameAndType {
        name: u16,
        descriptor: u16,
    },
    InvokeDynamic {
        bootstrap_method: u16,
        name_and_type: u16,
    },
    MethodHandle {
        kind: u8,
        member: u16,
    },
    /// `MethodType` or `Dynamic`.
    OtherLoadable,
    /// `Module` or `Package`.
    Other,
}

impl ConstantPool {
    /// Reads `constant_pool_count` and the entries.
    pub(crate) fn read(reader: &mut Reader<'_>) -> Result<Self, ParseError> {
        let count = usize::from(reader.u2()?);
        if count == 0 {
            return Err(ParseError::malformed("empty constant pool"));
        }
        // The smallest entry takes three bytes.
        let mut pool =
            Self { entries: Vec::with_capacity(count.min(reader.remaining() / 3 + 1)), ..Self::default() };
        pool.entries.push(Entry::Unusable);
        while pool.entries.len() < count {
            let entry = pool.read_entry(reader)?;
            pool.entries.push(entry);
            if matches!(entry, Entry::Long(_) | Entry::Double(_)) {
                pool.entries.push(Entry::Unusable);
            }
        }
        if pool.entries.len() > count {
            return Err(ParseError::malformed("constant pool ends inside a long or double"));
        }
        Ok(pool)
    }

    fn read_entry(&mut self, reader: &mut Reader<'_>) -> Result<Entry, ParseError> {
        Ok(match reader.u1()? {
            1 => {
                let length = usize::from(reader.u2()?);
                self.append_text(reader.take(length)?)?
            }
            3 => Entry::Int(reader.i4()?),
            4 => Entry::Float(reader.u4()?),
            5 => Entry::Long(reader.u8()? as i64),
            6 => Entry::Double(reader.u8()?),
            7 => Entry::Class(reader.u2()?),
            8 => Entry::String(reader.u2()?),
            tag @ 9..=11 => {
                Entry::Member { owner: reader.u2()?, name_and_type: reader.u2()?, is_interface: tag == 11 }
            }
            12 => Entry::NameAndType { name: reader.u2()?, descriptor: reader.u2()? },
            15 => Entry::MethodHandle { kind: reader.u1()?, member: reader.u2()? },
            16 => reader.take(2).map(|_| Entry::OtherLoadable)?,
            17 => reader.take(4).map(|_| Entry::OtherLoadable)?,
            18 => Entry::InvokeDynamic { bootstrap_method: reader.u2()?, name_and_type: reader.u2()? },
            19 | 20 => reader.take(2).map(|_| Entry::Other)?,
            tag => return Err(ParseError::malformed(format!("constant pool tag {tag}"))),
        })
    }

    fn append_text(&mut self, bytes: &[u8]) -> Result<Entry, ParseError> {
        let start = self.text.len() as u32;
        if let Some(plain) = modified_utf8::as_plain(bytes) {
            self.text.push_str(plain);
        } else {
            let units = modified_utf8::decode(bytes)
                .ok_or_else(|| ParseError::malformed("constant is no modified UTF-8"))?;
            self.text.push_str(&String::from_utf16_lossy(&units));
            self.exact.insert(self.entries.len() as u16, units.into());
        }
        Ok(Entry::Utf8 { start, end: self.text.len() as u32 })
    }

    fn entry(&self, index: u16) -> Entry {
        self.entries.get(usize::from(index)).copied().unwrap_or(Entry::Unusable)
    }

    /// Number of indices, the unusable index 0 included (`constant_pool_count`).
    pub fn count(&self) -> u16 {
        self.entries.len() as u16
    }

    /// Text of a `CONSTANT_Utf8`; lone surrogates are replaced by U+FFFD.
    pub fn utf8(&self, index: u16) -> Option<&str> {
        match self.entry(index) {
            Entry::Utf8 { start, end } => self.text.get(start as usize..end as usize),
            _ => None,
        }
    }

    /// Internal name or array descriptor of a `CONSTANT_Class`.
    pub fn class(&self, index: u16) -> Option<&str> {
        match self.entry(index) {
            Entry::Class(name) => self.utf8(name),
            _ => None,
        }
    }

    /// The field, method or interface method at `index`.
    pub fn member(&self, index: u16) -> Option<MemberRef<'_>> {
        let Entry::Member { owner, name_and_type, is_interface } = self.entry(index) else { return None };
        let (name, descriptor) = self.name_and_type(name_and_type)?;
        Some(MemberRef { owner: self.class(owner)?, name, descriptor, is_interface })
    }

    /// All fields, methods and interface methods that the class refers to.
    pub fn members(&self) -> impl Iterator<Item = MemberRef<'_>> {
        (1..self.count()).filter_map(|index| self.member(index))
    }

    /// The value that `ldc` of `index` loads.
    pub fn loadable(&self, index: u16) -> Option<Constant> {
        Some(match self.entry(index) {
            Entry::Int(value) => Constant::Int(value),
            Entry::Float(bits) => Constant::Float(f32::from_bits(bits)),
            Entry::Long(value) => Constant::Long(value),
            Entry::Double(bits) => Constant::Double(f64::from_bits(bits)),
            Entry::String(text) => Constant::String(self.utf16(text)?),
            Entry::Class(name) => Constant::Class(self.utf8(name)?.to_owned()),
            Entry::MethodHandle { .. } | Entry::OtherLoadable => Constant::Other,
            _ => return None,
        })
    }

    /// Name and descriptor of an `invokedynamic` call site.
    pub fn invoke_dynamic(&self, index: u16) -> Option<(&str, &str)> {
        match self.entry(index) {
            Entry::InvokeDynamic { name_and_type, .. } => self.name_and_type(name_and_type),
            _ => None,
        }
    }

    /// Position, among the bootstrap methods of the class, of the one that links an `invokedynamic` call site.
    pub fn bootstrap_method(&self, index: u16) -> Option<u16> {
        match self.entry(index) {
            Entry::InvokeDynamic { bootstrap_method, .. } => Some(bootstrap_method),
            _ => None,
        }
    }

    /// The reference kind (JVMS table 5.4.3.5-A) of a `CONSTANT_MethodHandle`, and the member that it refers to.
    pub fn method_handle(&self, index: u16) -> Option<(u8, MemberRef<'_>)> {
        match self.entry(index) {
            Entry::MethodHandle { kind, member } => Some((kind, self.member(member)?)),
            _ => None,
        }
    }

    /// Name and descriptor of a `CONSTANT_NameAndType`.
    pub fn name_and_type(&self, index: u16) -> Option<(&str, &str)> {
        match self.entry(index) {
            Entry::NameAndType { name, descriptor } => Some((self.utf8(name)?, self.utf8(descriptor)?)),
            _ => None,
        }
    }

    fn utf16(&self, index: u16) -> Option<Vec<u16>> {
        match self.exact.get(&index) {
            Some(units) => Some(units.to_vec()),
            None => Some(self.utf8(index)?.encode_utf16().collect()),
        }
    }
}

#[cfg(test)]
mod tests;
