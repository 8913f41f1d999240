//! The classes of a list of jars and folders, indexed by name. The first entry that has a class wins.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

use super::archive::{Archive, MemberReader};
use super::class_files::{MAX_CLASS_SIZE, class_at};
use super::error::ClassPathError;
use crate::ClassName;

/// Jars and folders with an index of the classes in them.
#[derive(Debug, Default)]
pub(super) struct EntryIndex {
    entries: Vec<Entry>,
    locations: HashMap<ClassName, ClassLocation>,
}

#[derive(Debug)]
enum Entry {
    Folder(PathBuf),
    Jar(Archive),
}

/// Where a class lies: which entry, and which member if that is a jar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct ClassLocation {
    entry: u32,
    member: u32,
}

/// What came of reading one class.
pub(super) enum Loaded<'a> {
    Bytes(&'a [u8]),
    Failed(ClassPathError),
}

impl EntryIndex {
    /// Opens every jar and walks every folder, for a JDK of the given feature release.
    pub(super) fn open(paths: &[PathBuf], feature: u16) -> Result<Self, ClassPathError> {
        let mut index = Self::default();
        for path in paths {
            let metadata = fs::metadata(path).map_err(|error| match error.kind() {
                std::io::ErrorKind::NotFound => ClassPathError::Missing(path.clone()),
                _ => ClassPathError::reading(path)(error),
            })?;
            if metadata.is_dir() {
                index.add_folder(path)?;
            } else if metadata.is_file() {
                index.add_jar(path, feature)?;
            } else {
                return Err(ClassPathError::NotAJarOrFolder(path.clone()));
            }
        }
        Ok(index)
    }

    fn add_folder(&mut self, root: &Path) -> Result<(), ClassPathError> {
        let entry = self.entries.len() as u32;
        for name in classes_under(root)? {
            self.locations.entry(name).or_insert(ClassLocation { entry, member: 0 });
        }
        self.entries.push(Entry::Folder(root.to_path_buf()));
        Ok(())
    }

    fn add_jar(&mut self, path: &Path, feature: u16) -> Result<(), ClassPathError> {
        let entry = self.entries.len() as u32;
        let archive = Archive::open(path, feature)?;
        for (member, name) in archive.class_names().enumerate() {
            self.locations.entry(name.clone()).or_insert(ClassLocation { entry, member: member as u32 });
        }
        self.entries.push(Entry::Jar(archive));
        Ok(())
    }

    /// Position of the entry that has the class.
    pub(super) fn entry_of(&self, name: &ClassName) -> Option<usize> {
        self.locations.get(name).map(|location| location.entry as usize)
    }

    /// Whether the class is in a jar that no class from elsewhere can share its package with.
    pub(super) fn is_in_closed_package(&self, name: &ClassName) -> bool {
        let entry = self.entry_of(name).and_then(|entry| self.entries.get(entry));
        matches!(entry, Some(Entry::Jar(archive)) if archive.closes(name.package()))
    }

    /// All class names, in no order.
    pub(super) fn names(&self) -> impl Iterator<Item = &ClassName> {
        self.locations.keys()
    }

    /// Bytes of the class.
    pub(super) fn read(&self, name: &ClassName) -> Result<Option<Vec<u8>>, ClassPathError> {
        let Some(&location) = self.locations.get(name) else { return Ok(None) };
        let mut bytes = Vec::new();
        self.read_at(location, name, &mut MemberReader::default(), &mut bytes)?;
        Ok(Some(bytes))
    }

    /// Visits every class, in the order of the entries and of the members in a jar, by name in a folder.
    pub(super) fn for_each(&self, visit: &mut dyn FnMut(&ClassName, usize, Loaded<'_>)) {
        let mut locations: Vec<(ClassLocation, &ClassName)> =
            self.locations.iter().map(|(name, &location)| (location, name)).collect();
        locations.sort_unstable();
        let mut reader = MemberReader::default();
        let mut bytes = Vec::new();
        for (location, name) in locations {
            let loaded = match self.read_at(location, name, &mut reader, &mut bytes) {
                Ok(()) => Loaded::Bytes(&bytes),
                Err(error) => Loaded::Failed(error),
            };
            visit(name, location.entry as usize, loaded);
        }
    }

    fn read_at(
        &self,
        location: ClassLocation,
        name: &ClassName,
        reader: &mut MemberReader,
        bytes: &mut Vec<u8>,
    ) -> Result<(), ClassPathError> {
        match self.entries.get(location.entry as usize) {
            Some(Entry::Jar(archive)) => archive.read(location.member as usize, reader, bytes),
            Some(Entry::Folder(root)) => {
                *bytes = read_class_file(&root.join(format!("{}.class", name.as_str())))?;
                Ok(())
            }
            None => Ok(()),
        }
    }
}

/// Replaces each `folder/*` by the jars in that folder, in the order of their names.
pub(super) fn expand_patterns(entries: &[PathBuf]) -> Result<Vec<PathBuf>, ClassPathError> {
    let mut expanded = Vec::new();
    for entry in entries {
        match (entry.file_name(), entry.parent()) {
            (Some(name), Some(folder)) if name == "*" => {
                let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
                expanded.extend(jars_in(folder)?);
            }
            _ => expanded.push(entry.clone()),
        }
    }
    Ok(expanded)
}

fn jars_in(folder: &Path) -> Result<Vec<PathBuf>, ClassPathError> {
    if !folder.is_dir() {
        return Err(ClassPathError::Missing(folder.join("*")));
    }
    let mut jars: Vec<PathBuf> = sorted_children(folder)?;
    jars.retain(|path| path.extension().is_some_and(|e| e.eq_ignore_ascii_case("jar")) && path.is_file());
    Ok(jars)
}

/// Names of the classes under `root`, sorted by folder. Links to folders are followed, each real folder once.
fn classes_under(root: &Path) -> Result<Vec<ClassName>, ClassPathError> {
    let mut names = Vec::new();
    let mut seen = HashSet::new();
    let mut pending = vec![(root.to_path_buf(), String::new())];
    while let Some((folder, prefix)) = pending.pop() {
        let real = fs::canonicalize(&folder).map_err(ClassPathError::reading(&folder))?;
        if !seen.insert(real) {
            continue;
        }
        for path in sorted_children(&folder)? {
            // A name that is not Unicode cannot be the name of a class.
            let Some(file_name) = path.file_name().and_then(|name| name.to_str()) else { continue };
            let relative = format!("{prefix}{file_name}");
            if let Some(class) = class_at(&relative) {
                names.push(ClassName::new(class));
            } else if path.is_dir() {
                pending.push((path, relative + "/"));
            }
        }
    }
    Ok(names)
}

fn sorted_children(folder: &Path) -> Result<Vec<PathBuf>, ClassPathError> {
    let read = || -> std::io::Result<Vec<PathBuf>> {
        fs::read_dir(folder)?.map(|child| child.map(|child| child.path())).collect()
    };
    let mut children = read().map_err(ClassPathError::reading(folder))?;
    children.sort_unstable();
    Ok(children)
}

fn read_class_file(path: &Path) -> Result<Vec<u8>, ClassPathError> {
    let read = || {
        let length = fs::metadata(path)?.len();
        if length > MAX_CLASS_SIZE {
            return Err(std::io::Error::other("larger than 64 MiB"));
        }
        fs::read(path)
    };
    read().map_err(ClassPathError::reading(path))
}
