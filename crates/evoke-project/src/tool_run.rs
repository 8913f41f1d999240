//! Runs a build tool, and finds in what it printed the line that says what is wrong.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::error::ProjectError;

/// What a build tool printed when it failed, standard error included.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct FailedRun {
    pub(crate) output: String,
}

/// What a build tool printed on its standard output, or the run that failed.
///
/// # Errors
///
/// [`ProjectError::NoTool`] where it cannot be started at all.
pub(crate) fn run(
    program: &Path,
    folder: &Path,
    java_home: Option<&Path>,
    arguments: &[String],
) -> Result<Result<String, FailedRun>, ProjectError> {
    let mut command = Command::new(program);
    command.args(arguments).current_dir(folder).stdin(Stdio::null());
    if let Some(home) = java_home {
        command.env("JAVA_HOME", home);
    }
    let tool = || program.display().to_string();
    let output = command.output().map_err(|source| ProjectError::NoTool { tool: tool(), source })?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    if output.status.success() {
        return Ok(Ok(text));
    }
    let errors = String::from_utf8_lossy(&output.stderr);
    Ok(Err(FailedRun { output: format!("{text}{errors}") }))
}

/// Runs offline, and once more online where only that failed. `offline` is the option for it; `goal` is what a user would type
/// to see what fails.
pub(crate) fn run_offline_first(
    program: &Path,
    folder: &Path,
    java_home: Option<&Path>,
    (offline, goal): (&str, &str),
    arguments: &[String],
) -> Result<String, ProjectError> {
    let with_option: Vec<String> = [vec![offline.to_owned()], arguments.to_vec()].concat();
    let failed = match run(program, folder, java_home, &with_option)? {
        Ok(output) => return Ok(output),
        Err(failed) => failed,
    };
    let failed = if misses_downloads(&failed.output) {
        match run(program, folder, java_home, arguments)? {
            Ok(output) => return Ok(output),
            Err(failed) => failed,
        }
    } else {
        failed
    };
    let name = program.file_name().unwrap_or(program.as_os_str()).to_string_lossy();
    Err(ProjectError::Build { first: first_error(&failed.output), command: format!("{name} {goal}") })
}

/// Whether a run may have failed only because it was not allowed to download.
fn misses_downloads(output: &str) -> bool {
    let signs = ["offline", "has not been downloaded", "No cached version", "could not be resolved"];
    signs.iter().any(|sign| output.contains(sign))
}

/// The first line that tells of an error: a place in a source where there is one, else what the tool marks as an error, else
/// the last line.
fn first_error(output: &str) -> String {
    let lines: Vec<&str> = output.lines().map(plain).filter(|line| !line.is_empty()).collect();
    let is_place = |line: &&&str| {
        ["java", "kt", "groovy", "scala"].iter().any(|extension| {
            line.contains(&format!(".{extension}:["))
                || line.contains(&format!(".{extension}:")) && line.contains("error")
        })
    };
    let is_told = |line: &&&str| {
        line.starts_with("* What went wrong") || line.contains("ERROR") || line.contains("rror:")
    };
    let found = lines.iter().find(is_place).or_else(|| lines.iter().find(is_told)).or(lines.last());
    match found {
        // Gradle says it on the next line.
        Some(line) if line.starts_with("* What") => lines.iter().skip_while(|it| it != &line).nth(1).copied(),
        other => other.copied(),
    }
    .unwrap_or("it printed nothing")
    .to_owned()
}

/// A line without what Maven puts before it.
fn plain(line: &str) -> &str {
    let line = line.trim();
    line.strip_prefix("[ERROR]").map_or(line, str::trim)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn error_of_the_compiler_goes_before_what_maven_says_of_it() {
        let output = "[ERROR] COMPILATION ERROR : \n[ERROR] /p/A.java:[3,5] ';' expected\n[ERROR] Failed to execute goal\n";
        assert_eq!(first_error(output), "/p/A.java:[3,5] ';' expected");
    }

    #[test]
    fn gradle_says_what_went_wrong_on_the_line_after() {
        let output = "FAILURE: Build failed.\n\n* What went wrong:\nCould not find x:y:1.\n\n* Try:\n";
        assert_eq!(first_error(output), "Could not find x:y:1.");
        assert_eq!(first_error("/p/A.java:3: error: ';' expected\n"), "/p/A.java:3: error: ';' expected");
    }

    #[test]
    fn silent_failure_is_told_as_one() {
        assert_eq!(first_error("\n"), "it printed nothing");
    }

    #[test]
    fn failing_tool_is_asked_again_online_only_where_something_is_missing() {
        let folder = tempfile::tempdir().unwrap();
        let script = "echo \"$@\" >> calls; case \"$*\" in *-o*) echo 'Cannot access x in offline mode'; exit 1;; esac; echo fine";
        let arguments = ["-c".to_owned(), script.to_owned(), "sh".to_owned()];
        // The option for offline comes first and would be sh's own, so that it is given a harmless one.
        let online = run(Path::new("sh"), folder.path(), None, &arguments).unwrap().unwrap();
        assert_eq!(online, "fine\n");
        let offline = [&arguments[..], &["-o".to_owned()]].concat();
        let failed = run(Path::new("sh"), folder.path(), None, &offline).unwrap().unwrap_err();
        assert!(misses_downloads(&failed.output));
        assert!(!misses_downloads("A.java:[1,1] error"));
    }
}
