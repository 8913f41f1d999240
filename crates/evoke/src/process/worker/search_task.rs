//! The search task: analyse the class, evolve tests, minimise them, and see what their runs show.

use std::time::{Duration, Instant};

use anyhow::Result;
use evoke_analysis::{ClassUnderTest, Goal, GoalId};
use evoke_jvm::{StaticFields, Surroundings};
use evoke_search::{
    PerformanceModel, Problem, Proxies, SearchBudget, SearchConfig, SearchResult, StoppingCondition, search,
};
use evoke_suite::{
    CoverageCheck, CoveringTest, Deadline, Loss, Minimised, MutantRuns, catch_printed, make_independent,
    observe,
};
use evoke_testcase::{Executor, Observer, Resolver, SymbolicTest, TestCase};
use evoke_transcript::transcribe;

use super::analysed_class::AnalysedClass;
use super::begun_job::BegunJob;
use super::existing_code::suites;
use super::messages::Messages;
use super::minimal_suite::minimal_suite;
use super::reporter::Reporter;
use super::state_watch::StateWatch;
use super::stopwatch::Stopwatch;
use super::test_jvm;
use super::warnings::Warnings;
use crate::class_config::{ClassBudget, StaticState};
use crate::process::handover::Handover;
use crate::process::job::{Extent, Job, SearchTask};
use crate::process::message::{Analysed, SearchSeconds, Searched, WorkerMessage};
use crate::process::time_plan::{Demands, Slowness, TimePlan};

/// So many goals that nobody asked for are as much to do after the search as one that somebody did.
const BESIDES_FOR_ONE: usize = 4;

/// After so many workers that ended no tests are run on mutants: these may be what ended them.
const DEADLY_ATTEMPTS: u32 = 2;
/// What is told then.
const DEADLY: &str = "no tests were run on mutants in the end of the search, since two workers were lost";
/// What is told where runs on mutants came to an early end.
const SPOILT: &str = "a mutant of the class changed what later tests find, so that no more tests were run on mutants in the search";

/// Does the task.
pub(super) fn run(begun: BegunJob<'_>, task: &SearchTask) -> Result<()> {
    let BegunJob { job, index, messages, started } = begun;
    let slowness = Slowness::start();
    let class = AnalysedClass::of(job, index, started)?;
    let plan = match task.budget {
        ClassBudget::Time(left) => {
            let demands = Demands {
                slowness: slowness.so_far(),
                n_goals: n_goals(job, &class.under_test),
                runs_mutants: job.config.runs_mutants(),
                analysis: started.elapsed(),
            };
            Some(TimePlan::of(left, &demands))
        }
        ClassBudget::Statements(_) => None,
    };
    let (mut seeds, unresolved) = resolve_all(&task.seeds, &class);
    seeds.extend(transcripts(job, &class));
    messages.send(&WorkerMessage::Analysed(Analysed {
        goals: class.under_test.goals.iter().map(Into::into).collect(),
        seconds: class.seconds,
        diagnostics: [class.diagnostics.clone(), unresolved].concat(),
        plan,
    }));
    if let Some(reason) = class.nothing_to_test() {
        messages.send(&WorkerMessage::Empty { reason });
        return Ok(());
    }
    let static_fields = match task.static_state {
        StaticState::LeftAlone => StaticFields::LeftAlone,
        StaticState::Watched | StaticState::PutBack => StaticFields::PutBack,
    };
    let surroundings = Surroundings { static_fields, ..Surroundings::REPEATABLE };
    let jvm = test_jvm::start(&class, job, &surroundings)?;
    let warnings = Warnings::default();
    let executor = test_jvm::executor(&class, &jvm, job, &warnings)?;
    let mut executor = MutantRuns::new(executor, &class.cluster);
    let is_deadly = job.config.searches_on_mutants() && task.attempt >= DEADLY_ATTEMPTS;
    if is_deadly {
        executor.switch_off();
    }
    let reporter = Reporter::new(messages, &class.cluster, task.budget);
    let mut phases = Phases {
        job,
        task,
        class: &class,
        plan,
        started,
        messages,
        reporter,
        seconds: SearchSeconds::default(),
        puts_static_state_back: false,
    };
    let result = phases.search(seeds, &mut executor);
    let mut searched = match task.extent {
        Extent::Suite => phases.finish(&result, &mut executor)?,
        Extent::SearchOnly { minimises } => phases.report(&result, minimises, &mut executor),
    };
    searched.warnings = warnings.so_far();
    if executor.is_spoilt() {
        searched.warnings.push(SPOILT.to_owned());
    } else if is_deadly {
        searched.warnings.push(DEADLY.to_owned());
    }
    messages.send(&WorkerMessage::Searched(Box::new(searched)));
    Ok(())
}

/// What the phases after the analysis share.
struct Phases<'a> {
    job: &'a Job,
    task: &'a SearchTask,
    class: &'a AnalysedClass,
    plan: Option<TimePlan>,
    started: Instant,
    messages: &'a Messages,
    reporter: Reporter<'a>,
    seconds: SearchSeconds,
    /// Whether every test of the search found static state as it was at first.
    puts_static_state_back: bool,
}

impl Phases<'_> {
    /// Evolves tests.
    fn search(&mut self, seeds: Vec<TestCase>, executor: &mut dyn Executor) -> SearchResult {
        let search_started = Instant::now();
        let messages = self.messages;
        let mut watch = StateWatch::new(executor, self.task.static_state, |spent| {
            messages.send(&WorkerMessage::Spoilt(spent));
        });
        let mut stopwatch = Stopwatch { executor: &mut watch, elapsed: Duration::ZERO };
        let config = SearchConfig {
            // A search that died would die again.
            seed: self.job.config.search.seed.wrapping_add(u64::from(self.task.attempt)),
            ..self.job.config.search_config()
        };
        let settled = self
            .job
            .existing
            .as_ref()
            .map(|existing| existing.settled(&self.job.config.criteria, &self.class.under_test));
        let problem = Problem {
            class: &self.class.under_test,
            cluster: &self.class.cluster,
            constants: &self.class.constants,
            field_access: self.class.field_access.as_ref(),
            settled: settled.as_ref(),
        };
        let (statements, left) = match self.task.budget {
            ClassBudget::Statements(statements) => (Some(statements), None),
            ClassBudget::Time(left) => (None, Some(left)),
        };
        let statements = if self.task.searches { statements } else { Some(0) };
        let time = self.plan.map(|plan| plan.search_end(self.started.elapsed()));
        let patience = time.and(self.job.config.patience);
        // A suite that comes late is worth more than none.
        let budget =
            SearchBudget { time, time_until_covered: left, statements, patience, ..SearchBudget::default() };
        let started = self.started;
        let stopping = StoppingCondition::new(budget, move || started.elapsed());
        let result = search(&config, &problem, &mut stopwatch, stopping, seeds, &mut self.reporter);
        self.seconds.execution = stopwatch.elapsed.as_secs_f64();
        self.puts_static_state_back = watch.puts_static_state_back();
        self.seconds.search = search_started.elapsed().as_secs_f64();
        result
    }

    /// Minimises and observes the tests of the search; makes them independent of their order where the search did not let one see
    /// what another left.
    fn finish(&mut self, result: &SearchResult, executor: &mut impl Observer) -> Result<Searched> {
        let class = self.class;
        let minimised = self.minimise(result, executor);
        let tests = minimised.tests.iter().map(|it| SymbolicTest::of(&it.test, &class.cluster)).collect();
        let observe_started = Instant::now();
        // A test that takes its time where the others take none would else cost all that come after it.
        let caught = catch_printed(executor, &class.cluster, minimised.tests, &mut self.observe_deadline());
        let mut observed = observe(executor, caught, &mut self.observe_deadline());
        observed.observe_waiting(executor, &mut self.observe_deadline());
        let (kept, lost) = observed.into_kept_and_lost();
        let (kept, losses) = if self.puts_static_state_back {
            let mut deadline = self.observe_deadline();
            let independent = make_independent(executor, &class.cluster, kept, &mut deadline);
            (independent.tests, [lost, independent.losses].concat())
        } else {
            (kept, lost)
        };
        self.seconds.observe = observe_started.elapsed().as_secs_f64();
        let losses = [minimised.losses, losses].concat();
        let handover = (!kept.is_empty()).then(|| Handover::pack(class.fingerprint(), &kept)).transpose()?;
        let proxies = self.proxies(kept.iter().map(|it| &it.covering.test), executor);
        Ok(Searched { proxies, tests, handover, ..self.result(result, &losses) })
    }

    /// Makes the tests few and short.
    fn minimise(&mut self, result: &SearchResult, executor: &mut impl Observer) -> Minimised {
        let (job, class) = (self.job, self.class);
        let minimise_started = Instant::now();
        // They came to an end in the search; what others wasted is no reason to lose them.
        executor.be_patient();
        let check = CoverageCheck::new(&class.under_test, &result.found_goals);
        let minimised = {
            let mut deadline = self.deadline(|plan| plan.minimise_end);
            minimal_suite(job, class, executor, &check, covering_tests(result), &mut deadline)
        };
        self.seconds.minimise = minimise_started.elapsed().as_secs_f64();
        minimised
    }

    /// What the search alone found.
    fn report(&mut self, result: &SearchResult, minimises: bool, executor: &mut impl Observer) -> Searched {
        if !minimises {
            let proxies = self.proxies(result.test_cases().map(AsRef::as_ref), executor);
            return Searched { proxies, ..self.result(result, &[]) };
        }
        let minimised = self.minimise(result, executor);
        Searched {
            n_tests: minimised.tests.len() as u32,
            proxies: self.proxies(minimised.tests.iter().map(|it| &it.test), executor),
            ..self.result(result, &minimised.losses)
        }
    }

    /// What the tests cost together, where that is asked for: every test is run once more.
    fn proxies<'t>(
        &self,
        tests: impl Iterator<Item = &'t TestCase>,
        executor: &mut impl Executor,
    ) -> Option<Proxies> {
        if !self.job.config.counts_effort {
            return None;
        }
        let model = PerformanceModel::new(&self.class.under_test);
        let mut sums = Proxies::default();
        for test in tests {
            let trace = executor.execute_within(test, u32::MAX).trace;
            for (sum, proxy) in sums.iter_mut().zip(model.proxies(test, &trace)) {
                *sum += proxy;
            }
        }
        Some(sums)
    }

    fn result(&self, result: &SearchResult, losses: &[Loss]) -> Searched {
        Searched {
            n_tests: result.tests.len() as u32,
            progress: self.reporter.last,
            proxies: None,
            new_goals: result.found_goals.iter().map(Into::into).collect(),
            n_untold: result.n_untold as u32,
            uncovered: uncovered(result, losses),
            warnings: Vec::new(),
            seconds: self.seconds,
            tests: Vec::new(),
            handover: None,
        }
    }

    /// The deadline of observing that begins now.
    fn observe_deadline(&mut self) -> Deadline<'_> {
        let now = self.started.elapsed();
        self.deadline(move |plan| plan.observe_end(now))
    }

    /// A deadline of the plan, if there is one, which shows with every question that the worker is not stuck.
    fn deadline(&mut self, end: impl Fn(&TimePlan) -> Duration + 'static) -> Deadline<'_> {
        let (started, plan) = (self.started, self.plan);
        Deadline::new(move || {
            self.reporter.give_sign_of_life();
            plan.is_some_and(|plan| started.elapsed() >= end(&plan))
        })
    }
}

/// How many goals there is something to do for after the search. Of those that nobody asked for only some come to be looked at, and
/// most tests that are found for them are dropped before they are written.
fn n_goals(job: &Job, class: &ClassUnderTest) -> usize {
    let is_asked_for = |goal: &&Goal| job.config.criteria.contains(&goal.criterion);
    let n_besides = class.goals.iter().filter(|goal| !is_asked_for(goal)).count();
    class.n_goals() - n_besides + n_besides / BESIDES_FOR_ONE
}

/// The tests that name only what there is, and what is wrong with the others.
fn resolve_all(seeds: &[SymbolicTest], class: &AnalysedClass) -> (Vec<TestCase>, Vec<String>) {
    let resolver = Resolver::new(&class.cluster);
    let (mut tests, mut unresolved) = (Vec::new(), Vec::new());
    for seed in seeds {
        match resolver.resolve(seed) {
            Ok(test) => tests.push(test),
            Err(error) => unresolved.push(format!("a test to begin with is left out: {error}")),
        }
    }
    (tests, unresolved)
}

/// What tests that are there already construct and call.
fn transcripts(job: &Job, class: &AnalysedClass) -> Vec<TestCase> {
    let Some(existing) = &job.existing else { return Vec::new() };
    transcribe(&suites(&existing.code), &class.test_files, &class.cluster)
}

fn covering_tests(result: &SearchResult) -> Vec<CoveringTest> {
    let covering = result.tests.iter().map(|it| CoveringTest {
        test: TestCase::clone(&it.test),
        goals: it.goals.clone(),
        slowness: it.slowness,
    });
    covering.collect()
}

/// Goals without a test, with the reason where it is known.
fn uncovered(result: &SearchResult, losses: &[Loss]) -> Vec<(GoalId, Option<String>)> {
    let searched = result.uncovered.iter().map(|it| (it.goal, Some(it.reason.clone())));
    let lost = losses.iter().flat_map(|loss| {
        let reason = loss.reason.to_string();
        loss.goals.iter().map(move |goal| (*goal, Some(reason.clone())))
    });
    searched.chain(lost).collect()
}
