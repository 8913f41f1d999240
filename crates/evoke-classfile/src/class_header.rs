//! The head of a class file: flags, names and direct supertypes, for indexing many classes fast.
//!
//! Constants are stepped over, not decoded, and members are skipped by their lengths, so a scan costs a fraction of
//! [`ClassFile::parse`](crate::ClassFile::parse). Whatever follows the head is checked only as far as the file must be
//! long enough for it.

use std::borrow::Cow;

use crate::ParseError;
use crate::constant_pool::modified_utf8;
use crate::reader::Reader;

const CONSTANT_UTF8: u8 = 1;
const CONSTANT_CLASS: u8 = 7;

/// What a class file says about itself before its members.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassHeader<'a> {
    /// Flags of the class; those of the source for a nested one are in [`ClassHeader::nesting`].
    pub access_flags: u16,
    /// Its internal name.
    pub name: Cow<'a, str>,
    /// Direct superclass; `None` only for `java/lang/Object` and modules.
    pub super_class: Option<Cow<'a, str>>,
    /// Direct superinterfaces.
    pub interfaces: Vec<Cow<'a, str>>,
    /// Present if the class is nested, local or anonymous.
    pub nesting: Option<Nesting>,
}

/// What the `InnerClasses` attribute of a class says about the class itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Nesting {
    /// Flags in the source, `private`, `protected` and `static` included.
    pub access_flags: u16,
    /// Whether it is a member of another class, and not local or anonymous.
    pub is_member: bool,
}

impl<'a> ClassHeader<'a> {
    /// Reads the head. Any class file version is accepted.
    pub fn scan(bytes: &'a [u8]) -> Result<Self, ParseError> {
        let mut reader = Reader::new(bytes);
        if reader.u4()? != 0xCAFE_BABE {
            return Err(ParseError::Magic);
        }
        reader.take(4)?;
        let constants = Constants::scan(bytes, &mut reader)?;
        let access_flags = reader.u2()?;
        let this_class = reader.u2()?;
        let name = constants.class(this_class)?;
        let super_class = match reader.u2()? {
            0 => None,
            index => Some(constants.class(index)?),
        };
        let interfaces = reader.table(2, |reader| constants.class(reader.u2()?))?;
        skip_members(&mut reader)?;
        skip_members(&mut reader)?;
        let nesting = find_nesting(&mut reader, &constants, this_class, &name)?;
        Ok(Self { access_flags, name, super_class, interfaces, nesting })
    }

    /// Flags as the source declared them.
    pub fn source_flags(&self) -> u16 {
        self.nesting.map_or(self.access_flags, |nesting| nesting.access_flags)
    }
}

/// Offset of each constant.
struct Constants<'a> {
    bytes: &'a [u8],
    offsets: Vec<u32>,
}

impl<'a> Constants<'a> {
    /// Steps over the constant pool. Index 0 and the second halves of `long` and `double` get offset 0, where the
    /// magic number stands, which is no constant's tag.
    fn scan(bytes: &'a [u8], reader: &mut Reader<'_>) -> Result<Self, ParseError> {
        let count = usize::from(reader.u2()?);
        let mut offsets = Vec::with_capacity(count.min(reader.remaining() / 3 + 1));
        offsets.push(0);
        while offsets.len() < count {
            offsets.push(reader.position() as u32);
            let length = match reader.u1()? {
                CONSTANT_UTF8 => usize::from(reader.u2()?),
                CONSTANT_CLASS | 8 | 16 | 19 | 20 => 2,
                15 => 3,
                3 | 4 | 9..=12 | 17 | 18 => 4,
                5 | 6 => {
                    offsets.push(0);
                    8
                }
                tag => return Err(malformed(format!("constant pool tag {tag}"))),
            };
            reader.take(length)?;
        }
        Ok(Self { bytes, offsets })
    }

    /// The name in a `CONSTANT_Class`.
    fn class(&self, index: u16) -> Result<Cow<'a, str>, ParseError> {
        let class = self.entry(index, CONSTANT_CLASS)?.u2()?;
        let name = self.utf8(class)?;
        if let Some(plain) = modified_utf8::as_plain(name) {
            return Ok(Cow::Borrowed(plain));
        }
        let units = modified_utf8::decode(name);
        let units = units.ok_or_else(|| malformed("class name is no modified UTF-8".to_owned()))?;
        Ok(Cow::Owned(String::from_utf16_lossy(&units)))
    }

    fn utf8(&self, index: u16) -> Result<&'a [u8], ParseError> {
        let mut reader = self.entry(index, CONSTANT_UTF8)?;
        let length = usize::from(reader.u2()?);
        reader.take(length)
    }

    /// A reader behind the tag of a constant, which must be as expected.
    fn entry(&self, index: u16, tag: u8) -> Result<Reader<'a>, ParseError> {
        let offset = self.offsets.get(usize::from(index)).copied().unwrap_or(0);
        let mut reader = Reader::new(self.bytes.get(offset as usize..).unwrap_or_default());
        if reader.u1()? != tag {
            return Err(malformed(format!("constant {index} is of another kind than its use")));
        }
        Ok(reader)
    }
}

/// Skips the table of fields or of methods.
fn skip_members(reader: &mut Reader<'_>) -> Result<(), ParseError> {
    for _ in 0..reader.u2()? {
        reader.take(6)?;
        for _ in 0..reader.u2()? {
            reader.take(2)?;
            let length = reader.u4()?;
            reader.take(length as usize)?;
        }
    }
    Ok(())
}

/// Looks among the attributes of the class for the row of `InnerClasses` that describes the class itself.
fn find_nesting(
    reader: &mut Reader<'_>,
    constants: &Constants<'_>,
    this_class: u16,
    name: &str,
) -> Result<Option<Nesting>, ParseError> {
    let mut nesting = None;
    for _ in 0..reader.u2()? {
        let attribute = constants.utf8(reader.u2()?)?;
        let length = reader.u4()?;
        let mut content = reader.part(length as usize)?;
        if attribute != b"InnerClasses" {
            continue;
        }
        for _ in 0..content.u2()? {
            let inner = content.u2()?;
            let is_member = content.u2()? != 0;
            content.take(2)?;
            let access_flags = content.u2()?;
            if inner == this_class || constants.class(inner)? == name {
                nesting = Some(Nesting { access_flags, is_member });
            }
        }
    }
    Ok(nesting)
}

fn malformed(what: String) -> ParseError {
    ParseError::Malformed { what }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ClassFile, ClassName, ClassPath, Jdk};

    #[test]
    fn scan_agrees_with_full_parse_on_java_base() {
        let class_path = ClassPath::open(&[], &Jdk::for_tests().unwrap()[0]).unwrap();
        let mut n_nested = 0;
        class_path
            .for_each_class(&mut |_, _, bytes| {
                let header = ClassHeader::scan(bytes).unwrap();
                let class = ClassFile::parse(bytes).unwrap();
                assert_eq!(header.access_flags, class.access_flags);
                assert_eq!(header.name, class.name.as_str());
                assert_eq!(header.super_class.as_deref(), class.super_class.as_ref().map(ClassName::as_str));
                assert!(header.interfaces.iter().eq(class.interfaces.iter().map(ClassName::as_str)));
                let own_row = class.inner_classes.iter().find(|row| row.name == class.name);
                assert_eq!(
                    header.nesting.map(|nesting| nesting.access_flags),
                    own_row.map(|row| row.access_flags)
                );
                n_nested += u32::from(own_row.is_some());
            })
            .unwrap();
        assert!(n_nested > 1000);
    }

    #[test]
    fn every_prefix_of_a_class_is_an_error() {
        let class_path = ClassPath::open(&[], &Jdk::for_tests().unwrap()[0]).unwrap();
        let bytes = class_path.find(&"java/util/Map$Entry".into()).unwrap().unwrap();
        for length in 0..bytes.len() {
            assert!(ClassHeader::scan(&bytes[..length]).is_err(), "{length} bytes");
        }
        assert!(ClassHeader::scan(&bytes).is_ok());
    }
}
