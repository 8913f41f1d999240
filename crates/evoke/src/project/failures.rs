//! What goes wrong with projects, as a user reads it.

use evoke_project::ProjectError;

use crate::failure::Failure;

/// The error with what the user can do about it.
pub(crate) fn failure(error: &ProjectError) -> Failure {
    let usage = || Failure::usage(error);
    match error {
        ProjectError::NoFolder(_) => usage().with_hint("--project takes the folder of a Maven or Gradle project"),
        ProjectError::NoBuild(_) => usage().with_hint(
            "give the folder of the build with --project, or name classes, or give a folder of them with --classes",
        ),
        ProjectError::NoTool { .. } => Failure::environment(error)
            .with_hint("install the build tool, or add its wrapper to the project"),
        ProjectError::Build { command, .. } => {
            usage().with_hint(format_args!("`{command}` in the folder of the project shows all of it"))
        }
        ProjectError::Answer { .. } => usage()
            .with_hint("give the folders of classes with --classes, and what they need with --classpath"),
        ProjectError::Changes(_) => usage().with_hint("--since and --changed need a git work tree and a commit of it"),
        ProjectError::Pattern { .. } => {
            usage().with_hint("patterns are such as `com.shop.*`, `com.shop.**` or `*Service`")
        }
        ProjectError::Classes(_) => usage().with_hint("build the project anew"),
        ProjectError::Io { .. } => Failure::environment(error),
    }
}
