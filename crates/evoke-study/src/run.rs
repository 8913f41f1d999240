//! One run of a study: child processes of the program, their records read. Whatever a child does, crash or hang, costs this run alone.

use std::fs;
use std::io;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};

use evoke_report::{ClassRecord, RunRecord};

use crate::child_process::{self, Ending};
use crate::configuration::{StudyCommand, arguments};
use crate::figure::Figure;
use crate::outcome::{Outcome, RunStatus};
use crate::plan::PlannedRun;
use crate::program::Program;

/// The variable that tells the processes of a run in which folder to keep their files, so that these go with it.
pub const FOLDER_OF_RUN: &str = "EVOKE_FOLDER_OF_RUN";

/// Does a run in a folder, which is emptied before and goes afterwards. `None` if all are to stop.
///
/// # Errors
///
/// If a process cannot be started or a file not be written.
pub(crate) fn run_in_folder(
    planned: &PlannedRun,
    program: &Program,
    folder: &Path,
    stop: &AtomicBool,
) -> io::Result<Option<Outcome>> {
    let _ = fs::remove_dir_all(folder);
    fs::create_dir_all(folder)?;
    let outcome = run(planned, program, folder, stop);
    let _ = fs::remove_dir_all(folder);
    outcome
}

/// Does a run in a folder, which has to be empty. `None` if all are to stop.
///
/// # Errors
///
/// If a process cannot be started or a file not be written: something that the next run would meet, too.
pub fn run(
    planned: &PlannedRun,
    program: &Program,
    folder: &Path,
    stop: &AtomicBool,
) -> io::Result<Option<Outcome>> {
    let children = Children { planned, program, folder, stop };
    let main = children.main()?;
    let Some(mut outcome) = main else { return Ok(None) };
    if planned.command == StudyCommand::Generate && planned.subject.callee.is_some() {
        let Some(pair) = children.coupled_branches()? else { return Ok(None) };
        outcome.goals.extend(pair.goals);
        // It tells of the caller's goals alone.
        outcome.timeline.clear();
    }
    if planned.cost_runs > 0 && outcome.status == RunStatus::Ok && planned.command != StudyCommand::Search {
        children.add_cost(&mut outcome)?;
    }
    if stop.load(Ordering::Relaxed) {
        return Ok(None);
    }
    Ok(Some(outcome))
}

struct Children<'a> {
    planned: &'a PlannedRun,
    program: &'a Program,
    folder: &'a Path,
    stop: &'a AtomicBool,
}

impl Children<'_> {
    /// What the run is about.
    fn main(&self) -> io::Result<Option<Outcome>> {
        let planned = self.planned;
        let mut command = match planned.command {
            StudyCommand::Search => self.command("__search", &[&planned.subject.class]),
            StudyCommand::Generate => self.command("generate", &[&planned.subject.class]),
            StudyCommand::Integrate => self.command("integrate", &self.pair()),
        };
        if planned.command == StudyCommand::Search || planned.cost_runs > 0 {
            command.arg("--count-effort");
        }
        command.args(planned.budget.arguments()).args(["--seed", &planned.seed.to_string()]);
        if planned.command != StudyCommand::Search {
            command.args(["--out", "suite", "--jobs", "1"]);
        }
        if planned.command == StudyCommand::Generate && planned.subject.callee.is_some() {
            command.args(["--save-tests", "tests"]);
        }
        command.args(["--json", "result.json"]).args(arguments(&planned.options));
        self.outcome(&mut command, "result.json")
    }

    /// Which coupled branches the tests cover that `main` left in a file: an integration that begins with them and has no budget to
    /// find others.
    fn coupled_branches(&self) -> io::Result<Option<Outcome>> {
        if !self.folder.join("tests").is_file() {
            let reason = "there are no tests".to_owned();
            return Ok(Some(Outcome::without_record(RunStatus::Failed, reason)));
        }
        let mut command = self.command("integrate", &self.pair());
        command.args(["--start-from", "tests", "--budget-statements", "1", "--assertions", "telling"]);
        command.args(["--out", "pair", "--json", "pair.json"]);
        self.outcome(&mut command, "pair.json")
    }

    /// Adds what the suite costs to run, where that can be measured.
    fn add_cost(&self, outcome: &mut Outcome) -> io::Result<()> {
        let mut command = self.command("measure-cost", &["suite"]);
        command.args(["--runs", &self.planned.cost_runs.to_string(), "--json", "cost.json"]);
        self.child(&mut command)?;
        let text = fs::read_to_string(self.folder.join("cost.json")).unwrap_or_default();
        if let Ok(cost) = serde_json::from_str(&text) {
            outcome.add_cost(&cost);
        }
        Ok(())
    }

    /// Runs a command that writes a record.
    fn outcome(&self, command: &mut Command, record: &str) -> io::Result<Option<Outcome>> {
        let last_words = match self.child(command)? {
            Ending::Stopped => return Ok(None),
            Ending::OutOfTime => {
                let reason = format!("took longer than {} s", self.planned.timeout.as_secs_f64());
                return Ok(Some(Outcome::without_record(RunStatus::Timeout, reason)));
            }
            Ending::Ended { last_words } => last_words,
        };
        let Some(record) = read_record(&self.folder.join(record)) else {
            return Ok(Some(Outcome::without_record(RunStatus::Crashed, last_words)));
        };
        let file = record.file.clone();
        let mut outcome = Outcome::of_record(record);
        if let Some(file) = file {
            let lines = source_lines(&self.folder.join(file))?;
            outcome.set(Figure::SourceLines, lines as f64);
        }
        Ok(Some(outcome))
    }

    fn child(&self, command: &mut Command) -> io::Result<Ending> {
        child_process::run(command, self.folder, self.planned.timeout, self.stop)
    }

    fn pair(&self) -> [&str; 2] {
        [&self.planned.subject.class, self.planned.subject.callee.as_deref().unwrap_or_default()]
    }

    /// A command of the program that ends when this process does.
    fn command(&self, name: &str, subjects: &[&str]) -> Command {
        let mut command = Command::new(&self.program.path);
        command.env(FOLDER_OF_RUN, self.folder).args(["__tied", name]).args(subjects);
        command.args(["--classpath", &self.planned.class_path, "--quiet"]);
        command.arg("--java-home").arg(&self.program.java_home);
        command
    }
}

fn read_record(path: &Path) -> Option<ClassRecord> {
    let text = fs::read_to_string(path).ok()?;
    RunRecord::from_json(&text).ok()?.classes.into_iter().next()
}

/// Lines that say something.
fn source_lines(path: &Path) -> io::Result<usize> {
    Ok(fs::read_to_string(path)?.lines().filter(|line| !line.trim().is_empty()).count())
}
