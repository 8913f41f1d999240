//! The JDK's classes since Java 9: the file `lib/modules` in the jimage format, read where it lies.
//!
//! A header is followed by a minimal perfect hash (redirect table and offsets), the attributes of each resource, and a
//! table of strings; the resources come behind. The index is read into memory, resources are read when asked for.
//! Resources packed with zip are unpacked; `compact-cp`, which `jlink --compress=1` writes, is an error.

use std::fs::File;
use std::ops::Range;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

use flate2::{Decompress, FlushDecompress, Status};

use super::class_files::{MAX_CLASS_SIZE, is_public_api};
use super::error::ClassPathError;
use crate::ClassName;

const HEADER_LENGTH: usize = 28;
/// Marks a compressed resource; several may be stacked.
const COMPRESSED_MAGIC: u32 = 0xCAFE_FAFA;
const COMPRESSED_HEADER_LENGTH: usize = 29;
/// Start value of the hash, and the factor between two bytes.
const HASH_MULTIPLIER: u32 = 0x0100_0193;
/// Neighbouring classes are read together in blocks of this size.
const BLOCK_LENGTH: u64 = 1 << 20;

/// An open `lib/modules`.
#[derive(Debug)]
pub(super) struct ModuleImage {
    path: PathBuf,
    file: File,
    length: u64,
    is_big_endian: bool,
    index: Vec<u8>,
    n_slots: usize,
    redirect: usize,
    offsets: usize,
    locations: Range<usize>,
    strings: Range<usize>,
}

/// The decoded attributes of one resource: its path in four parts, and where it lies.
#[derive(Clone, Copy, Default)]
struct Location<'a> {
    module: &'a str,
    parent: &'a str,
    base: &'a str,
    extension: &'a str,
    offset: u64,
    compressed_size: u64,
    size: u64,
}

impl ModuleImage {
    /// Reads the index of an image.
    pub(super) fn open(path: &Path) -> Result<Self, ClassPathError> {
        let corrupt = |what| ClassPathError::CorruptImage { image: path.to_path_buf(), what };
        let file = File::open(path).map_err(ClassPathError::reading(path))?;
        let length = file.metadata().map_err(ClassPathError::reading(path))?.len();
        let mut header = [0; HEADER_LENGTH];
        if length < HEADER_LENGTH as u64 {
            return Err(corrupt("it is too short"));
        }
        file.read_exact_at(&mut header, 0).map_err(ClassPathError::reading(path))?;
        let is_big_endian = match header {
            [0xCA, 0xFE, 0xDA, 0xDA, ..] => true,
            [0xDA, 0xDA, 0xFE, 0xCA, ..] => false,
            _ => return Err(corrupt("it is not a jimage file")),
        };
        let field = |n: usize| read_u32(&header, n * 4, is_big_endian).unwrap_or_default();
        if field(1) >> 16 != 1 {
            let what = "its format is newer than this version knows";
            return Err(ClassPathError::UnsupportedImage { image: path.to_path_buf(), what });
        }
        let (n_slots, locations_size, strings_size) = (field(4), field(5), field(6));
        let index_length = HEADER_LENGTH as u64
            + u64::from(n_slots) * 8
            + u64::from(locations_size)
            + u64::from(strings_size);
        if index_length > length {
            return Err(corrupt("it ends before its index does"));
        }
        let mut index = vec![0; index_length as usize];
        file.read_exact_at(&mut index, 0).map_err(ClassPathError::reading(path))?;

        let n_slots = n_slots as usize;
        let offsets = HEADER_LENGTH + n_slots * 4;
        let locations = offsets + n_slots * 4..offsets + n_slots * 4 + locations_size as usize;
        let strings = locations.end..index.len();
        let path = path.to_path_buf();
        Ok(Self {
            path,
            file,
            length,
            is_big_endian,
            index,
            n_slots,
            redirect: HEADER_LENGTH,
            offsets,
            locations,
            strings,
        })
    }

    /// Bytes of the class, from the module whose package it is in.
    pub(super) fn read_class(&self, name: &ClassName) -> Result<Option<Vec<u8>>, ClassPathError> {
        self.location_of_class(name).map(|location| self.read(&location)).transpose()
    }

    /// Name of the module that has the class.
    pub(super) fn module_of_class(&self, name: &ClassName) -> Option<String> {
        self.location_of_class(name).map(|location| location.module.to_owned())
    }

    /// Modules that have something in the package (internal form).
    fn modules_of_package(&self, package: &str) -> Vec<String> {
        let Some(location) = self.find(&format!("/packages/{}", package.replace('/', "."))) else {
            return Vec::new();
        };
        let Ok(bytes) = self.read(&location) else { return Vec::new() };
        let modules = bytes.chunks_exact(8).filter_map(|row| {
            let is_empty = read_u32(row, 0, self.is_big_endian)? != 0;
            let module = self.string(read_u32(row, 4, self.is_big_endian)?)?;
            Some((is_empty, module.to_owned()))
        });
        // The one that has classes of its own there comes first.
        let mut modules: Vec<(bool, String)> = modules.collect();
        modules.sort_by_key(|(is_empty, _)| *is_empty);
        modules.into_iter().map(|(_, module)| module).collect()
    }

    /// Names of the classes in `java` and `javax` packages, sorted.
    pub(super) fn public_api_names(&self) -> Vec<ClassName> {
        let classes =
            self.all().filter(|location| location.extension == "class" && is_public_api(location.parent));
        let mut names: Vec<ClassName> = classes.filter_map(|location| location.class_name()).collect();
        names.sort_unstable();
        names
    }

    /// Visits the classes of one module in the order of the file.
    pub(super) fn for_each_class_of(
        &self,
        module: &str,
        visit: &mut dyn FnMut(&ClassName, &[u8]),
    ) -> Result<(), ClassPathError> {
        let of_module = |location: &Location<'_>| location.extension == "class" && location.module == module;
        let mut classes: Vec<Location<'_>> = self.all().filter(of_module).collect();
        classes.sort_unstable_by_key(|location| location.offset);
        let mut block = Block::default();
        for location in classes {
            let Some(name) = location.class_name() else { continue };
            if location.compressed_size == 0 {
                visit(&name, block.get(self, &location)?);
            } else {
                visit(&name, &self.read(&location)?);
            }
        }
        Ok(())
    }

    fn location_of_class(&self, name: &ClassName) -> Option<Location<'_>> {
        let modules = self.modules_of_package(name.package());
        modules.iter().find_map(|module| self.find(&format!("/{module}/{}.class", name.as_str())))
    }

    /// Looks a resource up by its full path.
    fn find(&self, path: &str) -> Option<Location<'_>> {
        let n_slots = u32::try_from(self.n_slots).ok().filter(|&n| n != 0)?;
        let slot = hash(path, HASH_MULTIPLIER) % n_slots;
        let redirect = self.u32_at(self.redirect + slot as usize * 4)? as i32;
        let slot = match redirect {
            0 => return None,
            seed if seed > 0 => hash(path, seed as u32) % n_slots,
            direct => u32::try_from(-1 - i64::from(direct)).ok()?,
        };
        self.location(slot as usize).filter(|location| location.is_at(path))
    }

    fn all(&self) -> impl Iterator<Item = Location<'_>> {
        (0..self.n_slots).filter_map(|slot| self.location(slot))
    }

    /// Decodes the attributes of a slot: a byte holds kind and length of the big-endian value that follows.
    fn location(&self, slot: usize) -> Option<Location<'_>> {
        if slot >= self.n_slots {
            return None;
        }
        let offset = self.u32_at(self.offsets + slot * 4)? as usize;
        let mut attributes = self.index.get(self.locations.clone())?.get(offset..)?;
        let mut location = Location::default();
        loop {
            let (&head, rest) = attributes.split_first()?;
            let kind = head >> 3;
            if kind == 0 {
                return Some(location);
            }
            let (value, rest) = rest.split_at_checked(usize::from(head & 7) + 1)?;
            let value = value.iter().fold(0, |value, &byte| value << 8 | u64::from(byte));
            let text = || self.string(u32::try_from(value).ok()?);
            match kind {
                1 => location.module = text()?,
                2 => location.parent = text()?,
                3 => location.base = text()?,
                4 => location.extension = text()?,
                5 => location.offset = value,
                6 => location.compressed_size = value,
                7 => location.size = value,
                // Kinds that later releases add say nothing about where a class is.
                _ => {}
            }
            attributes = rest;
        }
    }

    /// The string that starts at an offset of the string table.
    fn string(&self, offset: u32) -> Option<&str> {
        let strings = self.index.get(self.strings.clone())?.get(offset as usize..)?;
        let end = strings.iter().position(|&byte| byte == 0)?;
        std::str::from_utf8(&strings[..end]).ok()
    }

    fn u32_at(&self, at: usize) -> Option<u32> {
        read_u32(&self.index, at, self.is_big_endian)
    }

    /// Reads and unpacks a resource.
    fn read(&self, location: &Location<'_>) -> Result<Vec<u8>, ClassPathError> {
        let range = self.stored_range(location)?;
        let mut bytes = vec![0; (range.end - range.start) as usize];
        self.file.read_exact_at(&mut bytes, range.start).map_err(ClassPathError::reading(&self.path))?;
        if location.compressed_size == 0 {
            return Ok(bytes);
        }
        while read_u32(&bytes, 0, self.is_big_endian) == Some(COMPRESSED_MAGIC) {
            bytes = self.unpack(&bytes)?;
        }
        Ok(bytes)
    }

    /// Where the stored form of a resource lies in the file.
    fn stored_range(&self, location: &Location<'_>) -> Result<Range<u64>, ClassPathError> {
        let length = if location.compressed_size == 0 { location.size } else { location.compressed_size };
        if length > MAX_CLASS_SIZE {
            return Err(self.corrupt("a resource is larger than 64 MiB"));
        }
        let start = location.offset.checked_add(self.index.len() as u64);
        match start.and_then(|start| Some(start..start.checked_add(length)?)) {
            Some(range) if range.end <= self.length => Ok(range),
            _ => Err(self.corrupt("a resource lies outside the file")),
        }
    }

    /// Takes one layer of compression off.
    fn unpack(&self, packed: &[u8]) -> Result<Vec<u8>, ClassPathError> {
        let (header, data) = packed
            .split_at_checked(COMPRESSED_HEADER_LENGTH)
            .ok_or_else(|| self.corrupt("a compressed resource is too short"))?;
        let word = |at| read_u32(header, at, self.is_big_endian).unwrap_or_default();
        // The size is a 64-bit field at 12; its low half is at 12 or at 16.
        let (size, high) = if self.is_big_endian { (word(16), word(12)) } else { (word(12), word(16)) };
        if high != 0 || u64::from(size) > MAX_CLASS_SIZE {
            return Err(self.corrupt("a resource is larger than 64 MiB"));
        }
        if self.string(word(20)) != Some("zip") {
            let what = "its classes are compressed by something other than zip (`jlink --compress=1`)";
            return Err(ClassPathError::UnsupportedImage { image: self.path.clone(), what });
        }
        let mut bytes = Vec::with_capacity(size as usize);
        match Decompress::new(true).decompress_vec(data, &mut bytes, FlushDecompress::Finish) {
            Ok(Status::StreamEnd) if bytes.len() == size as usize => Ok(bytes),
            _ => Err(self.corrupt("a compressed resource is damaged")),
        }
    }

    fn corrupt(&self, what: &'static str) -> ClassPathError {
        ClassPathError::CorruptImage { image: self.path.clone(), what }
    }
}

impl Location<'_> {
    /// Whether these attributes belong to a full path: `/module/parent/base.extension`.
    fn is_at(&self, path: &str) -> bool {
        let part = |rest: &mut &str, before: &str, text: &str, after: &str| {
            text.is_empty()
                || rest
                    .strip_prefix(before)
                    .and_then(|rest| rest.strip_prefix(text))
                    .and_then(|rest| rest.strip_prefix(after))
                    .map(|tail| *rest = tail)
                    .is_some()
        };
        let mut rest = path;
        part(&mut rest, "/", self.module, "/")
            && part(&mut rest, "", self.parent, "/")
            && part(&mut rest, "", self.base, "")
            && part(&mut rest, ".", self.extension, "")
            && rest.is_empty()
    }

    fn class_name(&self) -> Option<ClassName> {
        if self.base == "module-info" || self.base == "package-info" {
            return None;
        }
        Some(match self.parent {
            "" => ClassName::new(self.base),
            parent => ClassName::new(&format!("{parent}/{}", self.base)),
        })
    }
}

/// A stretch of the file held in memory, so that neighbours cost one read.
#[derive(Default)]
struct Block {
    start: u64,
    bytes: Vec<u8>,
}

impl Block {
    /// The stored bytes of a resource.
    fn get(&mut self, image: &ModuleImage, location: &Location<'_>) -> Result<&[u8], ClassPathError> {
        let range = image.stored_range(location)?;
        let is_held = range.start >= self.start && range.end <= self.start + self.bytes.len() as u64;
        if !is_held {
            let length = (range.end - range.start).max(BLOCK_LENGTH).min(image.length - range.start);
            self.bytes.resize(length as usize, 0);
            self.start = range.start;
            image
                .file
                .read_exact_at(&mut self.bytes, self.start)
                .map_err(ClassPathError::reading(&image.path))?;
        }
        let from = (range.start - self.start) as usize;
        let to = (range.end - self.start) as usize;
        self.bytes.get(from..to).ok_or_else(|| image.corrupt("a resource lies outside the file"))
    }
}

/// The hash of the format, for a path and a seed.
fn hash(path: &str, seed: u32) -> u32 {
    path.bytes().fold(seed, |hash, byte| hash.wrapping_mul(HASH_MULTIPLIER) ^ u32::from(byte)) & 0x7FFF_FFFF
}

fn read_u32(bytes: &[u8], at: usize, is_big_endian: bool) -> Option<u32> {
    let word: [u8; 4] = bytes.get(at..at.checked_add(4)?)?.try_into().ok()?;
    Some(if is_big_endian { u32::from_be_bytes(word) } else { u32::from_le_bytes(word) })
}
