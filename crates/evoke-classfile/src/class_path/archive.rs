//! One jar: its classes, chosen for a Java release, and their bytes.
//!
//! The central directory is read once; a class is read at its offset and inflated when asked for. Sizes that the
//! directory claims are checked against what the compressed bytes can hold before memory is set aside. Checksums are
//! not compared, as the JVM does not compare them either.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fs::File;
use std::io::{BufReader, Read, Seek};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

use flate2::{Decompress, FlushDecompress, Status};
use zip::{CompressionMethod, ZipArchive};

use super::class_files::{MAX_CLASS_SIZE, class_at};
use super::error::ClassPathError;
use super::manifest::Manifest;
use crate::ClassName;

const MANIFEST: &str = "META-INF/MANIFEST.MF";
const VERSIONS: &str = "META-INF/versions/";
/// First release that knows multi-release jars.
const FIRST_VERSIONED_RELEASE: u16 = 9;
/// Length of a local file header without name and extra field.
const LOCAL_HEADER_LENGTH: u64 = 30;
/// Deflate cannot shrink anything by more than this factor.
const MAX_DEFLATE_RATIO: u64 = 1032;

/// An open jar.
#[derive(Debug)]
pub(super) struct Archive {
    path: PathBuf,
    file: File,
    length: u64,
    classes: Vec<(ClassName, Member)>,
    is_signed: bool,
    manifest: Manifest,
}

/// Where a file of the archive lies, as the central directory says.
#[derive(Clone, Copy, Debug)]
struct Member {
    header_start: u64,
    compressed_size: u64,
    size: u64,
    storage: Storage,
}

#[derive(Clone, Copy, Debug)]
enum Storage {
    Stored,
    Deflated,
    /// Encrypted, or compressed by something that the JVM does not read either.
    Unsupported,
}

/// Buffers that are used again from one member to the next.
pub(super) struct MemberReader {
    inflater: Decompress,
    compressed: Vec<u8>,
}

impl Default for MemberReader {
    fn default() -> Self {
        Self { inflater: Decompress::new(false), compressed: Vec::new() }
    }
}

impl Archive {
    /// Opens a jar and lists the classes that a JVM of the given feature release sees in it.
    pub(super) fn open(path: &Path, feature: u16) -> Result<Self, ClassPathError> {
        let mut file = File::open(path).map_err(ClassPathError::reading(path))?;
        if !starts_like_a_zip(&mut file).map_err(ClassPathError::reading(path))? {
            return Err(ClassPathError::NotAJarOrFolder(path.to_path_buf()));
        }
        let length = file.metadata().map_err(ClassPathError::reading(path))?.len();
        let corrupt = |source| ClassPathError::CorruptJar { jar: path.to_path_buf(), source };
        let zip = ZipArchive::new(BufReader::new(&file)).map_err(corrupt)?;
        let manifest =
            zip.index_for_name(MANIFEST).map(|index| member(&zip, index)).transpose().map_err(corrupt)?;
        let mut versioned = VersionedClasses::default();
        let files = files_of(&zip).map_err(corrupt)?;
        let mut names = (0..zip.len()).filter_map(|index| zip.name_for_index(index)?.ok());
        let is_signed = names.any(|name| is_signature_file(&name));
        drop(names);
        drop(zip);

        let mut archive = Self {
            path: path.to_path_buf(),
            file,
            length,
            classes: Vec::new(),
            is_signed,
            manifest: Manifest::default(),
        };
        if let Some(manifest) = manifest {
            archive.manifest = archive.read_manifest(manifest)?;
        }
        let is_versioned = feature >= FIRST_VERSIONED_RELEASE && archive.manifest.is_multi_release;
        let release = if is_versioned { feature } else { 0 };
        for (name, member) in files {
            versioned.add(&name, member, release);
        }
        archive.classes = versioned.into_classes();
        Ok(archive)
    }

    /// Whether no class from elsewhere can be in the package (internal form): the jar was signed, or seals it.
    pub(super) fn closes(&self, package: &str) -> bool {
        self.is_signed || self.manifest.seals(package)
    }

    /// Names of the classes, in the order of their bytes in the jar.
    pub(super) fn class_names(&self) -> impl Iterator<Item = &ClassName> {
        self.classes.iter().map(|(name, _)| name)
    }

    /// Replaces the content of `bytes` by the class at a position of [`Archive::class_names`].
    pub(super) fn read(
        &self,
        class: usize,
        reader: &mut MemberReader,
        bytes: &mut Vec<u8>,
    ) -> Result<(), ClassPathError> {
        match self.classes.get(class) {
            Some((name, member)) => self.read_member(name.as_str(), *member, reader, bytes),
            None => Ok(()),
        }
    }

    fn read_manifest(&self, manifest: Member) -> Result<Manifest, ClassPathError> {
        let mut bytes = Vec::new();
        self.read_member(MANIFEST, manifest, &mut MemberReader::default(), &mut bytes)?;
        Ok(Manifest::parse(&String::from_utf8_lossy(&bytes)))
    }

    fn read_member(
        &self,
        name: &str,
        member: Member,
        reader: &mut MemberReader,
        bytes: &mut Vec<u8>,
    ) -> Result<(), ClassPathError> {
        bytes.clear();
        let corrupt =
            |what| ClassPathError::CorruptClass { jar: self.path.clone(), class: name.to_owned(), what };
        member.check_sizes().map_err(corrupt)?;
        let start =
            self.data_start(member)?.ok_or_else(|| corrupt("its header is not where the directory says"))?;
        if start.checked_add(member.compressed_size).is_none_or(|end| end > self.length) {
            return Err(corrupt("the jar ends before it"));
        }
        let is_deflated = matches!(member.storage, Storage::Deflated);
        let raw = if is_deflated { &mut reader.compressed } else { &mut *bytes };
        raw.resize(member.compressed_size as usize, 0);
        self.file.read_exact_at(raw, start).map_err(ClassPathError::reading(&self.path))?;
        if is_deflated {
            reader.inflate(member.size as usize, bytes).map_err(corrupt)?;
        }
        Ok(())
    }

    /// Offset of the member's data. Names and extra fields of the local header may be longer than the directory's,
    /// so it has to be looked up.
    fn data_start(&self, member: Member) -> Result<Option<u64>, ClassPathError> {
        let mut header = [0; LOCAL_HEADER_LENGTH as usize];
        if member.header_start.checked_add(LOCAL_HEADER_LENGTH).is_none_or(|end| end > self.length) {
            return Ok(None);
        }
        self.file
            .read_exact_at(&mut header, member.header_start)
            .map_err(ClassPathError::reading(&self.path))?;
        if !header.starts_with(b"PK\x03\x04") {
            return Ok(None);
        }
        let name_length = u64::from(u16::from_le_bytes([header[26], header[27]]));
        let extra_length = u64::from(u16::from_le_bytes([header[28], header[29]]));
        Ok(Some(member.header_start + LOCAL_HEADER_LENGTH + name_length + extra_length))
    }
}

impl Member {
    fn check_sizes(self) -> Result<(), &'static str> {
        if self.size > MAX_CLASS_SIZE || self.compressed_size > MAX_CLASS_SIZE {
            return Err("it is larger than 64 MiB");
        }
        match self.storage {
            Storage::Unsupported => Err("it is encrypted or compressed in a way that Java does not read"),
            Storage::Stored if self.size != self.compressed_size => Err("its sizes contradict each other"),
            Storage::Deflated if self.size > self.compressed_size * MAX_DEFLATE_RATIO => {
                Err("its sizes contradict each other")
            }
            _ => Ok(()),
        }
    }
}

impl MemberReader {
    /// Inflates `self.compressed`, which must give exactly `size` bytes.
    fn inflate(&mut self, size: usize, bytes: &mut Vec<u8>) -> Result<(), &'static str> {
        self.inflater.reset(false);
        bytes.reserve_exact(size);
        let status = self.inflater.decompress_vec(&self.compressed, bytes, FlushDecompress::Finish);
        match status {
            Ok(Status::StreamEnd) if bytes.len() == size => Ok(()),
            Ok(_) => Err("its length is not what the directory says"),
            Err(_) => Err("its compressed bytes are damaged"),
        }
    }
}

/// For every class the member that the chosen release sees.
#[derive(Default)]
struct VersionedClasses {
    chosen: HashMap<ClassName, (u16, Member)>,
}

impl VersionedClasses {
    /// Adds a file of the jar if it is a class. `release` is 0 where versions do not count.
    fn add(&mut self, path: &str, member: Member, release: u16) {
        let (version, path) = match path.strip_prefix(VERSIONS).and_then(|rest| rest.split_once('/')) {
            Some((version, rest)) => (version.parse().unwrap_or(0), rest),
            None => (0, path),
        };
        let is_base = version == 0 && !path.starts_with("META-INF/");
        let is_seen = is_base || (FIRST_VERSIONED_RELEASE..=release).contains(&version);
        let Some(class) = class_at(path).filter(|_| is_seen) else { return };
        match self.chosen.entry(ClassName::new(class)) {
            Entry::Vacant(vacant) => {
                vacant.insert((version, member));
            }
            Entry::Occupied(mut occupied) if occupied.get().0 <= version => {
                occupied.insert((version, member));
            }
            Entry::Occupied(_) => {}
        }
    }

    fn into_classes(self) -> Vec<(ClassName, Member)> {
        let mut classes: Vec<(ClassName, Member)> =
            self.chosen.into_iter().map(|(name, (_, member))| (name, member)).collect();
        classes.sort_unstable_by(|(a, in_a), (b, in_b)| (in_a.header_start, a).cmp(&(in_b.header_start, b)));
        classes
    }
}

/// Whether the file says what was signed by whom (JAR File Specification, "Signature File").
fn is_signature_file(name: &str) -> bool {
    let Some(signer) = name.strip_prefix("META-INF/") else { return false };
    !signer.contains('/') && signer.to_ascii_uppercase().ends_with(".SF")
}

fn starts_like_a_zip(file: &mut File) -> std::io::Result<bool> {
    let mut magic = [0; 2];
    let length = file.read(&mut magic)?;
    file.rewind()?;
    Ok(length == 2 && &magic == b"PK")
}

/// Path and place of every class file in the directory. Paths that are not text cannot name a class.
fn files_of<R: Read + Seek>(zip: &ZipArchive<R>) -> zip::result::ZipResult<Vec<(String, Member)>> {
    let mut files = Vec::with_capacity(zip.len());
    for index in 0..zip.len() {
        if let Some(Ok(name)) = zip.name_for_index(index)
            && name.ends_with(".class")
        {
            files.push((name.into_owned(), member(zip, index)?));
        }
    }
    Ok(files)
}

fn member<R: Read + Seek>(zip: &ZipArchive<R>, index: usize) -> zip::result::ZipResult<Member> {
    let entry = zip.by_index_data(index)?;
    let storage = match entry.compression() {
        _ if entry.encrypted() => Storage::Unsupported,
        CompressionMethod::Stored => Storage::Stored,
        CompressionMethod::Deflated => Storage::Deflated,
        _ => Storage::Unsupported,
    };
    Ok(Member {
        header_start: entry.header_start(),
        compressed_size: entry.compressed_size(),
        size: entry.size(),
        storage,
    })
}
