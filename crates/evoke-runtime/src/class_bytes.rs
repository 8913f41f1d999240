//! The compiled classes, embedded.

use std::fs;
use std::io;
use std::path::Path;

/// A class file.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct ClassBytes {
    /// Internal name of the class.
    pub name: &'static str,
    /// The class file.
    pub bytes: &'static [u8],
}

/// What a JVM that searches needs, in its boot loader: the package `evoke.runtime`. Sorted by name.
pub const SEARCH_CLASSES: &[ClassBytes] = include!(concat!(env!("OUT_DIR"), "/search_classes.rs"));

/// What a JVM that runs finished suites needs, on its class path: the package `evoke.verify`. Sorted by name.
pub const VERIFIER_CLASSES: &[ClassBytes] = include!(concat!(env!("OUT_DIR"), "/verifier_classes.rs"));

/// What a JVM that measures suites needs beside both of the others, on its class path: the package `evoke.measure`. Sorted by name.
pub const MEASURE_CLASSES: &[ClassBytes] = include!(concat!(env!("OUT_DIR"), "/measure_classes.rs"));

/// Writes classes to a folder that can then be an entry of a class path.
///
/// # Errors
/// If a file or folder cannot be written.
pub fn write_class_files(classes: &[ClassBytes], folder: &Path) -> io::Result<()> {
    for class in classes {
        let file = folder.join(format!("{}.class", class.name));
        if let Some(parent) = file.parent() {
            fs::create_dir_all(parent)?;
        }
        fs::write(file, class.bytes)?;
    }
    Ok(())
}
