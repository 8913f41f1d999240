//! One class from its name to a verified file: search, write, verify, save, each phase a function from a value and a
//! deadline to a value.

mod context;
mod deadlines;
mod history;
mod mutants_in_words;
mod search_phase;
mod verify_phase;
mod workers;
mod write_phase;

use anyhow::{Context, Result, anyhow};
use evoke_junit::SuiteVerifier;
use evoke_report::{ClassRecord, Status};
use evoke_testcase::SymbolicTest;

use crate::process::job::Extent;

pub(crate) use context::ClassContext;
use deadlines::Deadlines;
use history::{Ending, History};
use search_phase::{SearchEnd, SearchPhase};
use verify_phase::{begin_verification, verify};
use write_phase::write;

/// What a class's run gives: its record, and the tests of the suite where they were asked for.
pub(crate) struct ClassResult {
    pub(crate) record: ClassRecord,
    pub(crate) tests: Vec<SymbolicTest>,
}

/// Runs all phases; whatever goes wrong is in the record. `seeds` are tests to begin with.
pub(crate) fn run(
    context: &ClassContext<'_>,
    verifier: &SuiteVerifier,
    seeds: Vec<SymbolicTest>,
) -> ClassResult {
    let mut history = History::default();
    let ending = phases(context, verifier, seeds, &mut history)
        .unwrap_or_else(|error| Ending::without_suite(Status::Failed, format!("{error:#}")));
    let tests = history.take_tests();
    ClassResult { record: history.into_record(context, ending, context.started.elapsed()), tests }
}

/// What becomes of a class that is not worked on, for this reason.
pub(crate) fn refuse(context: &ClassContext<'_>, reason: String) -> ClassResult {
    let ending = Ending::without_suite(Status::Failed, reason);
    let record = History::default().into_record(context, ending, context.started.elapsed());
    ClassResult { record, tests: Vec::new() }
}

/// Searches only: what is covered is what the tests of the search cover, before any is minimised or run again.
pub(crate) fn run_search_only(
    context: &ClassContext<'_>,
    extent: Extent,
    seeds: Vec<SymbolicTest>,
) -> ClassRecord {
    let mut history = History::default();
    let mut deadlines = Deadlines::of(context.options.config.budget, context.started);
    let ending = match search(context, extent, seeds, &mut deadlines, &mut history) {
        Ok(Some(ending)) => ending,
        Ok(None) => Ending::SearchOnly,
        Err(error) => Ending::without_suite(Status::Failed, format!("{error:#}")),
    };
    history.into_record(context, ending, context.started.elapsed())
}

fn phases(
    context: &ClassContext<'_>,
    verifier: &SuiteVerifier,
    seeds: Vec<SymbolicTest>,
    history: &mut History,
) -> Result<Ending> {
    let destination = context.destination();
    if let Some(obstacle) = destination.obstacle() {
        return Err(anyhow!(obstacle));
    }
    let criteria = &context.options.config.criteria;
    if context.existing.as_ref().is_some_and(|existing| existing.coverage.is_complete_for(criteria)) {
        return Ok(Ending::NothingLeft);
    }
    let mut deadlines = Deadlines::of(context.options.config.budget, context.started);
    if let Some(ending) = search(context, Extent::Suite, seeds, &mut deadlines, history)? {
        return Ok(ending);
    }
    let Some(handover) = history.take_handover() else {
        return Ok(nothing_found(context, history));
    };
    context.line.phase("writing");
    let verification = begin_verification(context, verifier)?;
    let suite_name = destination.suite_name.clone();
    let written = write(context, handover, suite_name, &deadlines, &mut history.workers)?;
    let mut suite = history.note_written(written);
    let callee = context.callee.map(|callee| &callee.class);
    suite.command = Some(context.options.repeatable.line(context.class, callee));
    if context.callee.is_some() {
        history.comment(&mut suite);
    } else {
        history.comment_mutants(&mut suite);
    }
    context.line.phase("verifying");
    let mut suite = history.note_verified(verify(context, verification, suite, &deadlines)?);
    if context.callee.is_some() {
        // Of a test that has lost some of its rows not all is true any more.
        history.comment(&mut suite);
    }
    if suite.tests.is_empty() {
        let reason = history.with_usual_reason("no test passed in a fresh JVM");
        return Ok(Ending::without_suite(Status::Empty, reason));
    }
    // The user may have put something there meanwhile.
    if let Some(obstacle) = destination.obstacle() {
        return Err(anyhow!(obstacle));
    }
    destination
        .write(&suite.render().text)
        .with_context(|| format!("write {}", destination.path.display()))?;
    Ok(Ending::Saved { file: destination.path, suite })
}

/// How a search ended that has left no test.
fn nothing_found(context: &ClassContext<'_>, history: &History) -> Ending {
    if history.had_no_time() {
        return Ending::without_suite(Status::Failed, "the budget was used up before a test was tried");
    }
    let reason = history.with_usual_reason(match &context.existing {
        Some(_) => "no test that runs to its end covers anything that existing tests do not",
        None => "no test that runs to its end covers anything",
    });
    Ending::without_suite(Status::Empty, reason)
}

/// Searches and notes what was found; gives the class's ending if there is nothing to search for.
fn search(
    context: &ClassContext<'_>,
    extent: Extent,
    seeds: Vec<SymbolicTest>,
    deadlines: &mut Deadlines,
    history: &mut History,
) -> Result<Option<Ending>> {
    context.line.phase("analysing");
    let phase = SearchPhase { context, extent };
    let end = phase.run(seeds, deadlines, &mut history.workers, &mut history.heard)?;
    Ok(match end {
        SearchEnd::Searched(searched) => {
            for warning in &searched.warnings {
                context.screen.say(&format!("warning: {}: {warning}", context.class));
            }
            history.searched = Some(*searched);
            None
        }
        SearchEnd::NothingToDo(reason) => Some(Ending::without_suite(Status::Empty, reason)),
    })
}
