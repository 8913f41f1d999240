//! What is typed of whole projects.

use std::env;
use std::path::PathBuf;

use evoke_project::{Shard, ShardError};

/// Options of `evoke generate` without class names.
#[derive(Debug, clap::Args)]
pub(crate) struct ProjectArgs {
    /// Test the classes of the Maven or Gradle project in this folder; without class names, that of the current folder
    #[arg(long, value_name = "DIR", conflicts_with = "classes")]
    pub(crate) project: Option<PathBuf>,
    /// Test all classes of a folder, without a build tool; what else they need is given with --classpath
    #[arg(long = "classes", id = "class_folders", value_name = "FOLDER", conflicts_with_all = ["classes", "project"])]
    pub(crate) class_folders: Vec<PathBuf>,
    /// Only classes that a pattern matches: `com.shop.*`, `com.shop.**`, `*Service`
    #[arg(long, value_name = "GLOB", conflicts_with = "classes")]
    pub(crate) include: Vec<String>,
    /// No class that a pattern matches
    #[arg(long, value_name = "GLOB", conflicts_with = "classes")]
    pub(crate) exclude: Vec<String>,
    /// Only classes of a package and of those below it
    #[arg(long, value_name = "PACKAGE", value_delimiter = ',', conflicts_with = "classes")]
    pub(crate) package: Vec<String>,
    /// Only classes of a module
    #[arg(long, value_name = "MODULE", value_delimiter = ',', conflicts_with = "classes")]
    pub(crate) module: Vec<String>,
    /// Only classes whose sources differ from a commit, and those that use them
    #[arg(long, value_name = "COMMIT", conflicts_with = "classes")]
    pub(crate) since: Option<String>,
    /// Only classes whose sources differ from the last commit, and those that use them
    #[arg(long, conflicts_with_all = ["classes", "since"])]
    pub(crate) changed: bool,
    /// Run the project's own tests at the end
    #[arg(long, conflicts_with_all = ["classes", "class_folders"])]
    pub(crate) check_build: bool,
    /// Work on classes again that have not changed since the last run, beginning with their tests
    #[arg(long, conflicts_with = "classes")]
    pub(crate) again: bool,
    /// Cover again what tests cover that are there already, without running them
    #[arg(long, conflicts_with = "classes")]
    pub(crate) ignore_existing: bool,
    /// Only the K-th of N parts of the classes, for several machines, or `auto`: that of this machine as the CI system's variables
    /// say; `evoke merge` joins their results
    #[arg(long, value_name = "K/N", value_parser = parse_shard, conflicts_with = "classes")]
    pub(crate) shard: Option<Shard>,
    /// Write a page about the run into this folder
    #[arg(long, value_name = "DIR", conflicts_with = "classes")]
    pub(crate) report: Option<PathBuf>,
}

fn parse_shard(text: &str) -> Result<Shard, ShardError> {
    if text == "auto" { Shard::of_variables(|name| env::var(name).ok()) } else { text.parse() }
}
