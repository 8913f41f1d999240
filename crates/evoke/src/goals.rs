//! `evoke goals`: what there is to cover in classes, and on which branches each goal depends. Reads class files only; nothing
//! is run.

mod class_goals;
mod dot;
mod json;
mod text;

use std::io::Write as _;

use anyhow::{Context, Result};
use evoke_analysis::{ClassHierarchy, ClassLibrary};
use evoke_search::SearchConfig;

use crate::class_selection;
use crate::cli::GoalsArgs;
use crate::exit_code::ExitCode;
use crate::options;
use class_goals::ClassGoals;

/// Prints the goals of all classes asked for on standard output.
pub(crate) fn run(args: &GoalsArgs) -> Result<ExitCode> {
    let asked = &args.goals;
    let criteria = options::criteria(&asked.criteria)?;
    let config = SearchConfig {
        goal_selection: options::goal_selection(&asked.goal_selection, &criteria)?,
        line_threshold: asked.line_threshold,
        ..SearchConfig::for_algorithm(options::named(&asked.algorithm)?)
    };
    let jdk = options::locate_jdk(asked.java_home.as_deref())?;
    let class_path = options::open_class_path(&asked.classpath, &jdk)?;
    let names = class_selection::expand(&asked.classes, &class_path, &jdk)?;
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
