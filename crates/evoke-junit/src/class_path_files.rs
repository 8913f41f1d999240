//! Files of class path entries that are no classes, or are looked for without reading an entry as a whole.

use std::fs;
use std::path::Path;

/// Whether a folder or jar has the file.
pub(crate) fn holds(entry: &Path, file: &str) -> bool {
    if entry.is_dir() {
        return entry.join(file).is_file();
    }
    fs::File::open(entry)
        .ok()
        .and_then(|jar| zip::ZipArchive::new(jar).ok())
        .is_some_and(|jar| jar.index_for_name(file).is_some())
}
