//! Writes the page about a run.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use evoke_report::{HtmlReport, RunRecord};

use crate::failure::Failure;
use crate::generate::check_folder;
use crate::whole_file;

/// Name of the page in the folder given.
const PAGE: &str = "index.html";

/// Refuses a folder that the page cannot be written to, or that has a page of somebody else's.
pub(crate) fn check(folder: &Path) -> Result<(), Failure> {
    let page = folder.join(PAGE);
    let is_free = match fs::read_to_string(&page) {
        Ok(text) => text.contains("<title>Evoke: "),
        // Of a folder that is none the user is told below.
        Err(error) => matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory),
    };
    if !is_free {
        return Err(Failure::usage(format_args!("`{}` is there and is no page of Evoke", page.display()))
            .with_hint("give another folder with --report"));
    }
    check_folder(folder)
}

/// Writes the page about the record into the folder. `sources` has the source file of each class by its name among
/// those of all modules, as far as it is known.
pub(crate) fn write(
    folder: &Path,
    record: &RunRecord,
    sources: &BTreeMap<String, PathBuf>,
) -> io::Result<()> {
    let text_of = |(class, path): (&String, &PathBuf)| Some((class.clone(), fs::read_to_string(path).ok()?));
    let sources: BTreeMap<String, String> = sources.iter().filter_map(text_of).collect();
    whole_file::write(&folder.join(PAGE), &HtmlReport::new(record, &sources).render())
}
