//! `evoke pairs`: which classes of a class path or of a project call which others, and what there is to cover in that. Reads class files
//! only; nothing is run but, of a project, its build.

mod dot;
pub(crate) mod found_pairs;
mod json;
mod text;

use std::io::Write as _;
use std::path::Path;

use anyhow::{Context, Result};
use evoke_analysis::{ClassLibrary, ClassPair, ClassUnderTest};
use evoke_classfile::{ClassName, ClassPath, Jdk};
use evoke_project::{TestSources, discover};

use self::found_pairs::FoundPair;
use crate::class_selection;
use crate::cli::PairsArgs;
use crate::exit_code::ExitCode;
use crate::failure::Failure;
use crate::options;
use crate::project::failure;

/// Prints the pairs on standard output, or draws one.
pub(crate) fn run(args: &PairsArgs) -> Result<ExitCode> {
    let jdk = options::locate_jdk(args.java_home.as_deref())?;
    let text = match &args.project {
        Some(folder) => listed(of_project(folder, args, &jdk)?, args)?,
        None => of_class_path(args, &jdk)?,
    };
    std::io::stdout().write_all(text.as_bytes()).context("write the pairs")?;
    Ok(ExitCode::Success)
}

/// Pairs of the class path, or the drawing of one.
fn of_class_path(args: &PairsArgs, jdk: &Jdk) -> Result<String> {
    let class_path = options::open_class_path(&args.classpath, jdk)?;
    let library = ClassLibrary::new(&class_path);
    let callers = if args.classes.is_empty() {
        class_path.top_level_classes()
    } else {
        class_selection::expand(&args.classes, &class_path, jdk)?
    };
    if args.dot {
        Ok(drawn(&callers, &library)?)
    } else {
        listed(found_pairs::find(&library, &callers), args)
    }
}

/// Pairs whose callers are classes of the project's modules.
fn of_project(folder: &Path, args: &PairsArgs, jdk: &Jdk) -> Result<Vec<FoundPair>, Failure> {
    let project =
        discover(folder, args.java_home.as_deref(), TestSources::Compile).map_err(|error| failure(&error))?;
    let mut pairs = Vec::new();
    for module in &project.modules {
        let own = ClassPath::open(&module.classes, jdk).map_err(Failure::usage)?;
        let class_path = ClassPath::open(&module.class_path, jdk).map_err(Failure::usage)?;
        let callers = own.top_level_classes();
        pairs.extend(found_pairs::find(&ClassLibrary::new(&class_path), &callers));
    }
    found_pairs::rank(&mut pairs);
    Ok(pairs)
}

fn drawn(classes: &[ClassName], library: &ClassLibrary<'_>) -> Result<String, Failure> {
    let [caller, callee] = classes else {
        return Err(Failure::usage("--dot draws one pair").with_hint("name the caller, then the callee"));
    };
    let pair = ClassPair::read(library, caller, callee).map_err(Failure::usage)?;
    Ok(dot::write(&ClassUnderTest::analyse_pair(library, &pair)))
}

/// As many as asked for.
fn listed(mut pairs: Vec<FoundPair>, args: &PairsArgs) -> Result<String> {
    pairs.truncate(args.top.unwrap_or(usize::MAX));
    if args.json { json::write(&pairs) } else { Ok(text::write(&pairs)) }
}
