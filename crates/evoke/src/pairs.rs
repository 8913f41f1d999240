//! `evoke pairs`: which classes of a class path call which others, and what there is to cover in that. Reads class files only; nothing is
//! run.

mod dot;
pub(crate) mod found_pairs;
mod json;
mod text;

use std::io::Write as _;

use anyhow::{Context, Result};
use evoke_analysis::{ClassLibrary, ClassPair, ClassUnderTest};

use crate::class_selection;
use crate::cli::PairsArgs;
use crate::exit_code::ExitCode;
use crate::failure::Failure;
use crate::options;

/// Prints the pairs on standard output, or draws one.
pub(crate) fn run(args: &PairsArgs) -> Result<ExitCode> {
    let jdk = options::locate_jdk(args.java_home.as_deref())?;
    let class_path = options::open_class_path(&args.classpath, &jdk)?;
    let library = ClassLibrary::new(&class_path);
    let callers = if args.classes.is_empty() {
        found_pairs::top_level_classes(&class_path)
    } else {
        class_selection::expand(&args.classes, &class_path, &jdk)?
    };
    let text = if args.dot {
        let [caller, callee] = callers.as_slice() else {
            return Err(Failure::usage("--dot draws one pair")
                .with_hint("name the caller, then the callee")
                .into());
        };
        let pair = ClassPair::read(&library, caller, callee).map_err(Failure::usage)?;
        dot::write(&ClassUnderTest::analyse_pair(&library, &pair))
    } else {
        let mut pairs = found_pairs::find(&library, &callers);
        pairs.truncate(args.top.unwrap_or(usize::MAX));
        if args.json { json::write(&pairs)? } else { text::write(&pairs) }
    };
    std::io::stdout().write_all(text.as_bytes()).context("write the pairs")?;
    Ok(ExitCode::Success)
}
