//! What tests are generated for: a class, or a pair of a caller and a callee, and where it comes from.

use std::fmt;
use std::path::Path;

use serde::{Deserialize, Serialize};

/// A subject of a study.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Subject {
    /// Binary name of the class; of a pair that of the caller.
    pub class: String,
    /// Of a pair the callee.
    pub callee: Option<String>,
    /// Where the class is.
    pub origin: Origin,
    /// How many branches it has, where the file says so.
    pub branches: Option<u32>,
}

/// Where a class comes from.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Origin {
    /// A jar in Maven's repositories with all it needs: `group:artifact:version[:classifier]`.
    Maven(String),
    /// Jars and folders, separated by `:`.
    ClassPath(String),
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Maven(text) | Self::ClassPath(text) => f.write_str(text),
        }
    }
}

impl Subject {
    /// What a user calls it.
    pub fn name(&self) -> String {
        match &self.callee {
            Some(callee) => format!("{} -> {callee}", self.class),
            None => self.class.clone(),
        }
    }
}

/// A row of a CSV file of subjects. Other columns are skipped.
#[derive(Deserialize)]
struct Row {
    gav: String,
    class: String,
    #[serde(default)]
    callee: Option<String>,
    #[serde(default)]
    branches: Option<u32>,
}

/// The subjects of a CSV file with the columns `gav` and `class`, and `callee` and `branches` where they are known.
///
/// # Errors
///
/// What is wrong with which line.
pub(crate) fn read_csv(path: &Path) -> Result<Vec<Subject>, String> {
    let mut reader =
        csv::Reader::from_path(path).map_err(|error| format!("cannot read `{}`: {error}", path.display()))?;
    let rows = reader.deserialize::<Row>();
    let subjects = rows.map(|row| {
        row.map(|row| Subject {
            class: row.class,
            callee: row.callee.filter(|callee| !callee.is_empty()),
            origin: Origin::Maven(row.gav),
            branches: row.branches,
        })
    });
    subjects.collect::<Result<_, _>>().map_err(|error| {
        format!(
            "`{}` is no list of classes ({error}); it needs the columns `gav` and `class`",
            path.display()
        )
    })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn csv_file_may_have_other_columns_and_leave_out_branches() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("subjects.csv");
        fs::write(&file, "gav,class,branches,kind\na:b:1,x.Y,12,\"string,io\"\na:b:1,x.Z,,\n").unwrap();
        let subjects = read_csv(&file).unwrap();
        assert_eq!(subjects[0].branches, Some(12));
        assert_eq!(subjects[1].branches, None);
        assert_eq!(subjects[1].origin, Origin::Maven("a:b:1".to_owned()));
        assert_eq!(subjects[1].name(), "x.Z");
    }

    #[test]
    fn file_without_the_columns_is_refused_with_their_names() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("subjects.csv");
        fs::write(&file, "name\nx.Y\n").unwrap();
        let message = read_csv(&file).unwrap_err();
        assert!(message.contains("needs the columns `gav` and `class`"), "{message}");
        assert!(read_csv(&folder.path().join("none.csv")).unwrap_err().starts_with("cannot read"));
    }
}
