//! What changed in a work tree, as `git` tells it.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::error::ProjectError;

/// Absolute paths of the files that differ from a commit, with what is not committed and what is new; those that are gone are not
/// among them.
///
/// # Errors
///
/// [`ProjectError::Changes`] where there is no `git`, no work tree, or no such commit.
pub fn changed_sources(folder: &Path, since: &str) -> Result<BTreeSet<PathBuf>, ProjectError> {
    if since.starts_with('-') {
        return Err(ProjectError::Changes(format!("`{since}` is no commit")));
    }
    let top = git(folder, &["rev-parse", "--show-toplevel"])?;
    let top = PathBuf::from(top.trim_end_matches('\n'));
    let changed = git(&top, &["diff", "-z", "--name-only", "--no-renames", "--diff-filter=d", since, "--"])?;
    let new = git(&top, &["ls-files", "-z", "--others", "--exclude-standard"])?;
    let paths = changed.split('\0').chain(new.split('\0')).filter(|path| !path.is_empty());
    Ok(paths.map(|path| top.join(path)).collect())
}

fn git(folder: &Path, arguments: &[&str]) -> Result<String, ProjectError> {
    let output = Command::new("git")
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .map_err(|error| ProjectError::Changes(error.to_string()))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let errors = String::from_utf8_lossy(&output.stderr);
    Err(ProjectError::Changes(errors.lines().next().unwrap_or("it failed").to_owned()))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn changed_and_new_files_are_found_and_deleted_ones_are_not() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        for name in ["Same.java", "Changed.java", "Gone.java"] {
            fs::write(root.join(name), "one").unwrap();
        }
        git(&root, &["init", "-q"]).unwrap();
        git(&root, &["add", "."]).unwrap();
        git(&root, &["-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "-m", "one"]).unwrap();
        assert!(changed_sources(&root, "HEAD").unwrap().is_empty());
        fs::write(root.join("Changed.java"), "two").unwrap();
        fs::write(root.join("New.java"), "two").unwrap();
        fs::remove_file(root.join("Gone.java")).unwrap();
        let expected = ["Changed.java", "New.java"].map(|name| root.join(name));
        assert_eq!(changed_sources(&root, "HEAD").unwrap(), BTreeSet::from(expected));
        let error = changed_sources(&root, "no-such-commit").unwrap_err();
        assert!(error.to_string().contains("no-such-commit"), "{error}");
        assert!(changed_sources(&root, "--output=x").is_err());
    }
}
