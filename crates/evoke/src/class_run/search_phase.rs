//! The search of a class: a worker searches, minimises and observes; a new one goes on from the last snapshot whenever one
//! dies.

use std::time::Duration;

use anyhow::{Result, anyhow};
use evoke_report::TimelinePoint;
use evoke_search::Progress;
use evoke_testcase::SymbolicTest;

use super::context::ClassContext;
use super::deadlines::Deadlines;
use super::workers::Workers;
use crate::class_config::{ClassBudget, StaticState};
use crate::process::job::{Extent, SearchTask, Task};
use crate::process::message::{Analysed, Searched, WorkerMessage};
use crate::process::worker_process::{Silence, WorkerProcess};

/// A worker that says nothing for this long, while it reads classes or works on a whole suite, is stuck.
pub(super) const SILENCE: Duration = Duration::from_secs(20);

/// What is told where a search begins anew.
const SPOILT: &str =
    "note: a test changes what later ones find in static state; the search begins anew, and puts it back";

/// The phase.
pub(super) struct SearchPhase<'a> {
    pub(super) context: &'a ClassContext<'a>,
    pub(super) extent: Extent,
}

/// How the phase ends, if nothing goes wrong.
pub(super) enum SearchEnd {
    Searched(Box<Searched>),
    /// There is nothing to do, and why.
    NothingToDo(String),
}

/// What workers told on the way, the last of them and those before it.
#[derive(Debug, Default)]
pub(super) struct Heard {
    pub(super) analysed: Option<Analysed>,
    /// What all workers spent.
    pub(super) progress: Progress,
    /// What they spent on analyses.
    pub(super) analysis_seconds: f64,
    /// How coverage grew.
    pub(super) timeline: Vec<TimelinePoint>,
}

/// How listening to one worker ends.
enum LastWord {
    End(SearchEnd),
    /// What its tests find is not what they would find in a JVM of their own.
    Spoilt,
    /// It said nothing more.
    Silent(Silence),
}

impl Heard {
    fn note_progress(&mut self, progress: Progress, elapsed: Duration) {
        self.progress = progress;
        let covered = progress.n_covered as u64;
        if self.timeline.last().is_none_or(|last| covered > last.covered) {
            let statements = progress.statistics.statements;
            self.timeline.push(TimelinePoint { seconds: elapsed.as_secs_f64(), statements, covered });
        }
    }
}

impl SearchPhase<'_> {
    /// Searches with the tests given to begin with.
    pub(super) fn run(
        &self,
        mut seeds: Vec<SymbolicTest>,
        deadlines: &mut Deadlines,
        workers: &mut Workers,
        heard: &mut Heard,
    ) -> Result<SearchEnd> {
        let mut snapshot = None;
        let mut static_state = self.context.options.config.static_state();
        loop {
            let task = SearchTask {
                budget: deadlines.worker_budget(heard.progress.statistics.statements),
                attempt: workers.restarts,
                seeds: seeds.clone(),
                searches: !deadlines.is_last_call(),
                static_state,
                extent: self.extent,
            };
            let worker = workers.start(self.context, Task::Search(task))?;
            let silence = match self.listen(&worker, &mut snapshot, deadlines, heard)? {
                LastWord::End(end) => {
                    self.context.pool.give_back(worker);
                    return Ok(end);
                }
                LastWord::Spoilt => {
                    worker.end();
                    self.context.screen.detail(SPOILT);
                    static_state = StaticState::PutBack;
                    // What was found by when is chance.
                    if let (ClassBudget::Time(_), Some(tests)) =
                        (self.context.options.config.budget, &snapshot)
                    {
                        seeds.clone_from(tests);
                    }
                    continue;
                }
                LastWord::Silent(silence) => silence,
            };
            if let Some(tests) = &snapshot {
                seeds.clone_from(tests);
            }
            let replaced = workers.replace(self.context, worker, &silence);
            if silence == Silence::Deadline || replaced.is_err() {
                // A suite of what was found is worth a worker more.
                if snapshot.is_none() || deadlines.is_last_call() {
                    let late = "the budget was used up before there were tests to write";
                    return Err(replaced.err().unwrap_or_else(|| anyhow!(late)));
                }
                deadlines.begin_last_call();
            }
        }
    }

    /// Follows a worker to its end.
    fn listen(
        &self,
        worker: &WorkerProcess,
        snapshot: &mut Option<Vec<SymbolicTest>>,
        deadlines: &mut Deadlines,
        heard: &mut Heard,
    ) -> Result<LastWord> {
        let ClassContext { screen, line, options, .. } = self.context;
        let before = heard.progress;
        let mut silence = SILENCE;
        loop {
            match worker.next(deadlines.kill(snapshot.is_some()), silence) {
                Ok(WorkerMessage::Started { missing_protections }) => {
                    screen.warn_of_missing_protections(&missing_protections);
                }
                Ok(WorkerMessage::Analysed(analysed)) => {
                    deadlines.follow(analysed.plan);
                    silence = silence_in_tests(options.config.budget);
                    for text in &analysed.diagnostics {
                        screen.detail(&format!("note: {text}"));
                    }
                    heard.analysis_seconds += analysed.seconds;
                    heard.analysed = Some(analysed);
                }
                Ok(WorkerMessage::Progress(progress)) => {
                    heard.note_progress(progress.after(&before), deadlines.elapsed());
                    line.search(&heard.progress, deadlines.elapsed());
                }
                Ok(WorkerMessage::SignOfLife) => {}
                Ok(WorkerMessage::Snapshot(tests)) => *snapshot = Some(tests),
                Ok(WorkerMessage::Searched(searched)) => {
                    let since = searched.seconds.after_search();
                    let at_end = deadlines.elapsed().saturating_sub(since);
                    heard.note_progress(searched.progress.after(&before), at_end);
                    return Ok(LastWord::End(SearchEnd::Searched(searched)));
                }
                Ok(WorkerMessage::Empty { reason }) => {
                    return Ok(LastWord::End(SearchEnd::NothingToDo(reason)));
                }
                Ok(WorkerMessage::Spoilt(statistics)) => {
                    let spent = Progress { statistics, n_covered: 0, n_goals: heard.progress.n_goals };
                    heard.note_progress(spent.after(&before), deadlines.elapsed());
                    return Ok(LastWord::Spoilt);
                }
                Ok(WorkerMessage::Failed { message }) => return Err(anyhow!(message)),
                Ok(
                    WorkerMessage::Fallen(_)
                    | WorkerMessage::Drafted(_)
                    | WorkerMessage::Written(_)
                    | WorkerMessage::Idle,
                ) => {
                    return Err(anyhow!("the worker answered another question"));
                }
                Err(silence) => return Ok(LastWord::Silent(silence)),
            }
        }
    }
}

/// A worker that runs tests and says nothing for this long is stuck in one, in a way that its own watchdog could not end.
fn silence_in_tests(budget: ClassBudget) -> Duration {
    let (least, most) = (Duration::from_secs(3), Duration::from_secs(8));
    match budget {
        ClassBudget::Time(total) => (total / 6).clamp(least, most),
        ClassBudget::Statements(_) => SILENCE,
    }
}
