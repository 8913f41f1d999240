//! The Rust expression that embeds class files.

use std::error::Error;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// A slice of `ClassBytes` of these files, which lie below the folder as their packages do.
pub(crate) fn class_table(folder: &Path, files: &[PathBuf]) -> Result<String, Box<dyn Error>> {
    let mut table = String::from("&[\n");
    for file in files {
        let name = file.strip_prefix(folder)?.with_extension("");
        let name = name.to_str().ok_or("class name is not UTF-8")?.replace('\\', "/");
        let path = file.display().to_string();
        writeln!(table, "    ClassBytes {{ name: {name:?}, bytes: include_bytes!({path:?}) }},")?;
    }
    table.push_str("]\n");
    Ok(table)
}
