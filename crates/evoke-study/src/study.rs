//! A study: which configurations are tried on which subjects with which seeds and which budget. Read from a study file, all of
//! which is checked before anything runs.

mod definition;
mod reader;
mod subject_reader;
#[cfg(test)]
mod tests;

use std::path::Path;

use crate::configuration::OptionCheck;
use crate::study_file::{StudyFile, StudyFileError};

pub use definition::Study;

impl Study {
    /// Reads a study file.
    ///
    /// # Errors
    ///
    /// One line with the file, the line, what is wrong and what is allowed.
    pub fn read(path: &Path, check: &dyn OptionCheck) -> Result<Self, StudyFileError> {
        reader::study(&StudyFile::read(path)?, check)
    }

    /// Takes the text for that of the file.
    ///
    /// # Errors
    ///
    /// As [`Study::read`].
    pub fn parse(path: &Path, text: &str, check: &dyn OptionCheck) -> Result<Self, StudyFileError> {
        reader::study(&StudyFile::parse(path, text.to_owned())?, check)
    }
}
