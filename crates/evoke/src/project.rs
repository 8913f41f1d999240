//! `evoke generate` without class names: a project in, a verified suite for each of its classes in the folder of its module's tests out.
//! What is to be done is a [`Plan`]; [`Rounds`] divides the time among the classes.

mod announcement;
mod class_state;
mod failures;
mod fit_jdk;
mod found_project;
mod kept_class;
mod module_plan;
mod module_tests;
mod old_suite;
mod plan;
mod restriction;
mod rounds;
mod store;
mod turn;
mod waiting_class;
mod wishes;

use anyhow::{Context, Result};
use evoke_project::run_own_tests;
use evoke_report::{ProjectSummary, RunRecord, Status};

use crate::cli::GenerateCommand;
use crate::exit_code::ExitCode;
use crate::generate;
use crate::options::Verbosity;
use crate::progress::Screen;
use crate::report_page;
use crate::saved_tests::SavedTests;
use crate::scratch_root::scratch_root;
use plan::Plan;
use rounds::Rounds;

pub(crate) use failures::failure;
pub(crate) use store::FOLDER as KEPT_FOLDER;

/// Generates suites for the classes named, or for those of a project.
pub(crate) fn generate(args: &GenerateCommand) -> Result<ExitCode> {
    if args.generate.goals.classes.is_empty() {
        generate_all(args)
    } else {
        generate::run(&args.generate, &args.extend)
    }
}

fn generate_all(args: &GenerateCommand) -> Result<ExitCode> {
    let scratch = scratch_root().context("create a scratch folder")?;
    let screen = Screen::new(args.generate.verbosity());
    let plan = Plan::make(args, &screen, &scratch)?;
    for line in plan.announcement() {
        screen.say(&line);
    }
    let (project, sources) = (plan.project.clone(), plan.sources.clone());
    let save_tests = args.generate.save_tests.clone();
    let outcome = Rounds::play(plan, screen, scratch.path())?;
    if let Some(file) = &save_tests {
        SavedTests::new(outcome.tests).write(file).with_context(|| format!("write {}", file.display()))?;
    }
    let mut record = RunRecord::new(env!("CARGO_PKG_VERSION"), outcome.records);
    record.left_out = outcome.left_out;
    record.shard = outcome.shard;
    for class in &mut record.classes {
        let source = sources.get(&class.name_in_parts());
        class.source =
            source.map(|path| path.strip_prefix(&project.root).unwrap_or(path).display().to_string());
    }
    args.generate.files.write(&record)?;
    if let Some(folder) = &args.project.report {
        report_page::write(folder, &record, &sources)
            .with_context(|| format!("write a page into {}", folder.display()))?;
    }
    if outcome.verbosity > Verbosity::Quiet {
        print!("{}", ProjectSummary::new(&record));
    }
    if let Some(trouble) = outcome.trouble {
        return Err(trouble.into());
    }
    if args.project.check_build {
        run_own_tests(&project, args.generate.goals.java_home.as_deref())
            .map_err(|error| failure(&error).with_code(ExitCode::Incomplete))?;
        if outcome.verbosity > Verbosity::Quiet {
            println!("\nthe tests of the project pass");
        }
    }
    let has_failed = record.classes.iter().any(|class| class.status == Status::Failed);
    Ok(if has_failed || outcome.was_interrupted { ExitCode::Incomplete } else { ExitCode::Success })
}
