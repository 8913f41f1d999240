//! The jar of the Java agent that puts instrumented classes in place, which also has all classes that run suites.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use evoke_runtime::members::measure_agent;
use evoke_runtime::{MEASURE_CLASSES, VERIFIER_CLASSES, binary_name};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// Writes the jar.
pub(crate) fn write(path: &Path) -> io::Result<()> {
    let mut jar = ZipWriter::new(File::create(path)?);
    let options = SimpleFileOptions::default();
    jar.start_file("META-INF/MANIFEST.MF", options)?;
    jar.write_all(manifest().as_bytes())?;
    for class in VERIFIER_CLASSES.iter().chain(MEASURE_CLASSES) {
        jar.start_file(format!("{}.class", class.name), options)?;
        jar.write_all(class.bytes)?;
    }
    jar.finish()?;
    Ok(())
}

fn manifest() -> String {
    format!(
        "Manifest-Version: 1.0\r\nPremain-Class: {}\r\nCan-Redefine-Classes: true\r\nCan-Retransform-Classes: true\r\n\r\n",
        binary_name(measure_agent::CLASS)
    )
}
