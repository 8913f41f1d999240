//! `evoke goals`: what there is to cover in classes, and on which branches each goal depends. Reads class files only; nothing
//! is run.

mod class_goals;
mod dot;
mod json;
mod text;

use std::io::Write as _;

use anyhow::{Context, Result};
use evoke_analysis::{ClassHierarchy, ClassLibrary};
use evoke_classfile::Jdk;
use evoke_search::SearchConfig;

use crate::cli::GoalsArgs;
use crate::exit_code::ExitCode;
use crate::failure::Failure;
use crate::options;
use class_goals::ClassGoals;

/// Prints the goals of all classes asked for on standard output.
pub(crate) fn run(args: &GoalsArgs) -> Result<ExitCode> {
    let criteria = options::criteria(&args.criteria)?;
    let config = SearchConfig {
        goal_selection: options::goal_selection(&args.goal_selection, &criteria)?,
        line_threshold: args.line_threshold,
        ..SearchConfig::for_algorithm(options::algorithm(&args.algorithm)?)
    };
    let jdk = Jdk::locate(args.java_home.as_deref()).map_err(|error| {
        Failure::environment(error).with_hint("give a JDK with --java-home, or set JAVA_HOME")
    })?;
    let class_path = options::open_class_path(&args.classpath, &jdk)?;
    let names = options::expand(&args.classes, &class_path, &jdk)?;
    let (hierarchy, _) = ClassHierarchy::build(&class_path).context("index the class path")?;
    let library = ClassLibrary::new(&class_path);
    let mut classes = Vec::new();
    for name in &names {
        classes.push(ClassGoals::read(name, &library, &hierarchy, &criteria, &config)?);
    }
    let text = if args.json {
        json::write(&classes, &config)?
    } else if args.dot {
        dot::write(&classes)
    } else {
        text::write(&classes)
    };
    std::io::stdout().write_all(text.as_bytes()).context("write the goals")?;
    Ok(ExitCode::Success)
}
