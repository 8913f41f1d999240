//! `evoke measure`: a suite of any origin in, what it covers of classes and pairs out, and which mutants it kills.

use std::collections::BTreeMap;

use anyhow::{Context, Result};
use evoke_analysis::Criterion;
use evoke_classfile::ClassName;
use evoke_measure::{MeasuredClasses, SuiteSession, SuiteTest, TestRun, criteria_by_probes, run_on_mutants};
use evoke_report::{MeasureRecord, MeasureSchema, MeasureText, SubjectRecord};

use crate::class_selection;
use crate::cli::{MeasureArgs, SuiteArgs};
use crate::exit_code::ExitCode;
use crate::failure::Failure;
use crate::options::{self, Verbosity, suite_package};
use crate::prepared_suite::{PreparedSuite, explain};
use crate::progress::Screen;
use crate::subject_record;
use crate::suite_files::listed;

/// What a suite is measured on.
pub(crate) enum Subject {
    Class(ClassName),
    Pair { caller: ClassName, callee: ClassName },
}

/// Measures the suite on each class and on each pair.
pub(crate) fn run(args: &MeasureArgs) -> Result<ExitCode> {
    let suite = PreparedSuite::new(&args.suites, &args.suite)?;
    let subjects = subjects(args, &suite)?;
    let criteria = criteria(args)?;
    let screen = Screen::new(args.suite.verbosity());
    let mut measurement = Measurement::new(&suite, &screen, MeasureSchema::MeasureV1);
    for (subject, number) in subjects.iter().zip(1..) {
        measurement.place = (subjects.len() > 1).then_some((number, subjects.len()));
        let record = match subject {
            Subject::Class(class) => measurement.class(class, &criteria, args.mutants)?,
            Subject::Pair { caller, callee } => measurement.pair(caller, callee, args.mutants)?,
        };
        measurement.record.subjects.push(record);
    }
    finish(&measurement.record, &args.suite, || {
        Failure::usage(format_args!("no test in {}", listed(&args.suites)))
            .with_hint("a suite has methods annotated with JUnit's @Test")
    })
}

/// Prints the record; an error if there was no test to run.
pub(crate) fn finish(
    record: &MeasureRecord,
    args: &SuiteArgs,
    no_tests: impl Fn() -> Failure,
) -> Result<ExitCode> {
    if record.tests.is_empty() && record.unreadable.is_empty() {
        return Err(no_tests().into());
    }
    if args.json {
        print!("{}", record.to_json().context("write the result as JSON")?);
    } else if args.verbosity() > Verbosity::Quiet {
        print!("{}", MeasureText { record, with_details: args.verbose });
    }
    Ok(if record.all_passed() { ExitCode::Success } else { ExitCode::Incomplete })
}

fn subjects(args: &MeasureArgs, suite: &PreparedSuite) -> Result<Vec<Subject>, Failure> {
    let expand = |names: &[String]| {
        let classes = class_selection::expand(names, &suite.class_path, &suite.jdk)?;
        class_selection::refuse_classes_of_the_jdk(&classes, &suite.class_path)?;
        Ok(classes)
    };
    let mut subjects: Vec<Subject> = expand(&args.classes)?.into_iter().map(Subject::Class).collect();
    for pair in args.pairs.chunks(2) {
        let [caller, callee] = &expand(pair)?[..] else {
            return Err(Failure::usage("a pair is two classes")
                .with_hint("name the class that calls, then the one it calls"));
        };
        subjects.push(Subject::Pair { caller: caller.clone(), callee: callee.clone() });
    }
    Ok(subjects)
}

/// Those asked for; all that are about one class if none are.
fn criteria(args: &MeasureArgs) -> Result<Vec<Criterion>, Failure> {
    if args.criteria.is_empty() {
        let is_measured =
            |criterion: &Criterion| criterion.is_of_one_class() && criterion.is_seen_on_the_original();
        return Ok(Criterion::ALL.into_iter().filter(is_measured).collect());
    }
    let criteria = options::criteria(&args.criteria)?;
    match criteria.iter().find(|criterion| !criterion.is_seen_on_the_original()) {
        Some(criterion) => Err(Failure::usage(format_args!("`{criterion}` needs runs on mutants"))
            .with_hint("ask for them with --mutants, or use `evoke mutate`")),
        None => Ok(criteria),
    }
}

/// A suite that is measured on one subject after the other.
pub(crate) struct Measurement<'a> {
    suite: &'a PreparedSuite,
    screen: &'a Screen,
    pub(crate) record: MeasureRecord,
    n_sessions: u32,
    /// Which of how many subjects is measured, if there are several.
    place: Option<(usize, usize)>,
}

impl<'a> Measurement<'a> {
    pub(crate) fn new(suite: &'a PreparedSuite, screen: &'a Screen, schema: MeasureSchema) -> Self {
        let record = MeasureRecord {
            schema,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            tests: Vec::new(),
            unreadable: BTreeMap::new(),
            subjects: Vec::new(),
        };
        Self { suite, screen, record, n_sessions: 0, place: None }
    }

    /// Coverage of a class by these criteria, and strong mutation if it is asked for.
    pub(crate) fn class(
        &mut self,
        class: &ClassName,
        criteria: &[Criterion],
        with_mutants: bool,
    ) -> Result<SubjectRecord, Failure> {
        let class_path = &self.suite.class_path;
        let package = suite_package(class, class_path.is_in_closed_package(class));
        let mut subject = SubjectRecord { class: class.binary(), ..SubjectRecord::default() };
        for group in criteria_by_probes(criteria) {
            let classes = MeasuredClasses::of_class(class_path, class, &package, &group).map_err(explain)?;
            let measured = self.measure(&classes, &class.binary(), false)?;
            subject_record::add(&mut subject, subject_record::of_criteria(&classes, &group, &measured.runs));
        }
        if with_mutants {
            // Apart from the criteria: other probes would only slow the many runs down.
            let criteria = [Criterion::WeakMutation];
            let classes =
                MeasuredClasses::of_class(class_path, class, &package, &criteria).map_err(explain)?;
            let measured = self.measure(&classes, &class.binary(), true)?;
            subject.mutation = measured.mutation(&classes);
        }
        Ok(subject)
    }

    /// Coverage of the coupled branches of a pair, and strong mutation of the callee if it is asked for.
    fn pair(
        &mut self,
        caller: &ClassName,
        callee: &ClassName,
        with_mutants: bool,
    ) -> Result<SubjectRecord, Failure> {
        let classes = MeasuredClasses::of_pair(&self.suite.class_path, caller, callee).map_err(explain)?;
        let name = format!("{} -> {}", caller.binary(), callee.binary());
        let measured = self.measure(&classes, &name, false)?;
        let coverage = subject_record::of_criteria(&classes, &[Criterion::CoupledBranch], &measured.runs);
        // Coupled branches and mutants have probes that know nothing of each other.
        let mutation = if with_mutants { self.class(callee, &[], true)?.mutation } else { None };
        Ok(SubjectRecord { class: caller.binary(), callee: Some(callee.binary()), mutation, ..coverage })
    }

    /// Runs the suite on the classes.
    fn measure(
        &mut self,
        classes: &MeasuredClasses,
        name: &str,
        with_mutants: bool,
    ) -> Result<Measured, Failure> {
        let place = self.place.map_or_else(String::new, |(number, of)| format!(" ({number}/{of})"));
        let line = self.screen.class(&format!("{name}{place}"));
        line.phase("looking for tests");
        let folder = format!("session{}", self.n_sessions);
        self.n_sessions += 1;
        let mut session = SuiteSession::open(&self.suite.environment, classes, &folder).map_err(explain)?;
        let n_tests = session.tests().len();
        let runs =
            session.run_all(|n_done| line.phase(&format!("{n_done}/{n_tests} tests"))).map_err(explain)?;
        let fates = if with_mutants {
            let progress = |done, of| line.phase(&format!("mutants, {done}/{of} tests"));
            Some(run_on_mutants(&mut session, &runs, &mut || false, progress).map_err(explain)?)
        } else {
            None
        };
        self.note_tests(session.tests(), session.unreadable(), &runs);
        Ok(Measured { runs, fates })
    }

    /// The tests as the first subject saw them.
    fn note_tests(&mut self, tests: &[SuiteTest], unreadable: &[(String, String)], runs: &[TestRun]) {
        if self.record.tests.is_empty() {
            let tests = tests.iter().zip(runs);
            self.record.tests = tests.map(|(test, run)| subject_record::test(test, run)).collect();
            self.record.unreadable = unreadable.iter().cloned().collect();
        }
    }
}

/// What the runs of a suite showed.
struct Measured {
    runs: Vec<TestRun>,
    fates: Option<Vec<evoke_measure::Fate>>,
}

impl Measured {
    fn mutation(&self, classes: &MeasuredClasses) -> Option<evoke_report::MutationRecord> {
        self.fates.as_ref().map(|fates| subject_record::mutation(&classes.tables, fates))
    }
}
