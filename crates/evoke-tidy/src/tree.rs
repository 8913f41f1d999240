//! The files of a repository by their path from its root, with the text of those that rules read.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

/// Extensions of the files whose text is kept.
const TEXT: [&str; 3] = ["rs", "toml", "md"];

/// Folders that hold nothing anybody wrote.
const SKIPPED: [&str; 3] = ["target", "evoke-tests", "__pycache__"];

/// The files of a repository. Paths use `/` and are relative to the root.
#[derive(Debug, Default)]
pub struct Tree {
    files: BTreeMap<String, String>,
}

impl Tree {
    /// Reads what is below `root`, without build output, hidden folders and links.
    ///
    /// # Errors
    /// A folder or file cannot be read.
    pub fn read(root: &Path) -> io::Result<Self> {
        let mut tree = Self::default();
        tree.read_folder(root, "")?;
        Ok(tree)
    }

    /// A tree of the given paths and texts.
    pub fn from_files<'a>(files: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        Self { files: files.into_iter().map(|(path, text)| (path.to_owned(), text.to_owned())).collect() }
    }

    fn read_folder(&mut self, folder: &Path, prefix: &str) -> io::Result<()> {
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let name = entry.file_name().to_string_lossy().into_owned();
            let path = format!("{prefix}{name}");
            let kind = entry.file_type()?;
            if kind.is_dir() {
                // `.ci` is the one hidden folder with files that documents name.
                let hidden = name.starts_with('.') && name != ".ci";
                if !hidden && !SKIPPED.contains(&name.as_str()) {
                    self.read_folder(&entry.path(), &format!("{path}/"))?;
                }
            } else if kind.is_file() {
                let is_text = name.rsplit_once('.').is_some_and(|(_, extension)| TEXT.contains(&extension));
                let text = if is_text { fs::read_to_string(entry.path())? } else { String::new() };
                self.files.insert(path, text);
            }
        }
        Ok(())
    }

    /// Paths and texts, ordered by path.
    pub fn files(&self) -> impl Iterator<Item = (&str, &str)> {
        self.files.iter().map(|(path, text)| (path.as_str(), text.as_str()))
    }

    /// The Rust files among them.
    pub fn rust_sources(&self) -> impl Iterator<Item = (&str, &str)> {
        self.files()
            .filter(|(path, _)| Path::new(path).extension().is_some_and(|extension| extension == "rs"))
    }

    /// The text of a file, if it is there.
    pub fn text(&self, path: &str) -> Option<&str> {
        self.files.get(path).map(String::as_str)
    }

    /// Whether there is such a file, or a folder with files in it.
    pub fn exists(&self, path: &str) -> bool {
        let path = path.trim_end_matches('/');
        let folder = format!("{path}/");
        self.files.contains_key(path)
            || self.files.range(folder.clone()..).next().is_some_and(|(first, _)| first.starts_with(&folder))
    }
}
