//! The tests that users wrote for a module: run once for all its classes that are wanted, and not again as long as neither they nor the
//! classes change.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use evoke_analysis::{Criterion, MethodId};
use evoke_classfile::{ClassName, ClassPath};
use evoke_measure::{
    ExistingCoverage, MeasuredClasses, RepeatedRun, SuiteSession, SuiteTest, TestEnd, methods_of,
};
use evoke_project::{ClassKeys, Module};
use walkdir::WalkDir;

use super::module_plan::ModulePlan;
use super::store::Store;
use crate::destination::{SUITE_ENDING, is_own};
use crate::existing_suite::PER_TEST;
use crate::existing_tests::{ExistingCode, ExistingTests};
use crate::failure::Failure;
use crate::prepared_suite::{PreparedSuite, SuiteRun, explain};
use crate::progress::Screen;
use crate::suite_files::SuiteFiles;

/// What is known of existing tests, by class that some of them enter.
pub(super) type ByClass = BTreeMap<ClassName, ExistingTests>;

/// A module whose tests are asked for.
pub(super) struct ModuleTests<'a> {
    pub(super) module: &'a Module,
    pub(super) plan: &'a ModulePlan,
    pub(super) keys: &'a ClassKeys,
    pub(super) store: &'a Store,
    pub(super) screen: &'a Screen,
    /// What running them may take; those whose turn does not come count for nothing.
    pub(super) time: Duration,
}

impl ModuleTests<'_> {
    /// What the tests do for the wanted classes: from the last run if nothing has changed since. What goes wrong is told, and nothing is known
    /// then.
    pub(super) fn find(&self) -> ByClass {
        let name = &self.module.name;
        let found = self.find_or_run().unwrap_or_else(|error| {
            let reason =
                error.downcast_ref::<Failure>().map_or_else(|| format!("{error:#}"), Failure::in_one_line);
            self.screen.say(&format!("warning: existing tests of module {name} count for nothing: {reason}"));
            None
        });
        let Some((by_class, is_new)) = found else { return ByClass::new() };
        let again = if is_new { "" } else { " (as in the last run)" };
        self.screen.say(&format!("module {name}: {}{again}", in_words(&by_class)));
        by_class
    }

    /// What they do, and whether they were run to see; `None` where there are none.
    fn find_or_run(&self) -> anyhow::Result<Option<(ByClass, bool)>> {
        let is_left_out = |class: &str| self.is_generated(class);
        let jdk = &self.plan.options.jdk;
        let Some(files) = SuiteFiles::of_compiled(&self.module.test_classes, jdk, is_left_out)? else {
            return Ok(None);
        };
        let key = self.key();
        if let Some(kept) = self.store.read_existing(&self.module.name, &key) {
            return Ok(Some((kept, false)));
        }
        let by_class = self.run(files)?;
        if let Err(error) = self.store.write_existing(&self.module.name, &key, &by_class) {
            self.screen.detail(&format!("note: nothing is kept for later runs: {error}"));
        }
        Ok(Some((by_class, true)))
    }

    /// Whether a class of tests is a suite that Evoke wrote, or what is left of one that is gone.
    fn is_generated(&self, class: &str) -> bool {
        let Some(sources) = &self.module.test_sources else { return false };
        let source = sources.join(format!("{}.java", class.replace('.', "/")));
        is_own(&source) || !source.is_file() && source.to_string_lossy().ends_with(SUITE_ENDING)
    }

    /// Of the classes and the tests as they are now.
    fn key(&self) -> String {
        let mut files: Vec<PathBuf> = Vec::new();
        for folder in &self.module.test_classes {
            let below = WalkDir::new(folder).sort_by_file_name().into_iter().flatten();
            let found = below.filter(|entry| entry.file_type().is_file()).map(walkdir::DirEntry::into_path);
            files.extend(found.filter(|file| !self.is_generated(&binary_name(folder, file))));
        }
        let wanted: Vec<&str> = self.plan.options.classes.iter().map(ClassName::as_str).collect();
        let version = env!("CARGO_PKG_VERSION");
        let (criteria, java) = (self.criteria(), self.plan.options.jdk.feature);
        self.keys.key_of_all(&files, &format!("{version} {criteria:?} {java} {wanted:?}"))
    }

    /// Those that several classes can be measured by at once.
    fn criteria(&self) -> Vec<Criterion> {
        let asked = self.plan.options.config.criteria.iter().copied();
        asked.filter(|criterion| MeasuredClasses::is_about_code(*criterion)).collect()
    }

    fn run(&self, files: SuiteFiles) -> anyhow::Result<ByClass> {
        let begun = Instant::now();
        let options = &self.plan.options;
        let class_path = ClassPath::open(&options.class_path, &options.jdk).map_err(Failure::usage)?;
        let working = Some(self.module.folder.clone());
        let run = SuiteRun { per_test: PER_TEST, is_confined: true, working };
        let suite = PreparedSuite::of_files(files, options.jdk.clone(), class_path, run)?;
        let criteria = self.criteria();
        let classes = MeasuredClasses::of_classes(&suite.class_path, &options.classes, &criteria);
        let classes = classes.map_err(explain)?;
        let line = self.screen.class(&format!("existing tests of {}", self.module.name));
        let mut session = SuiteSession::open(&suite.environment, &classes, "existing").map_err(explain)?;
        let n_tests = session.tests().len();
        let progress = |n_runs| line.phase(&format!("{n_runs} runs of {n_tests} tests"));
        let runs = session.run_twice(&mut || begun.elapsed() >= self.time, progress).map_err(explain)?;
        if let Some(failing) = failing(session.tests(), &runs) {
            self.screen.say(&format!("warning: module {}: {failing}", self.module.name));
        }
        let coverage = ExistingCoverage::of_each(&classes.tables, &options.classes, &criteria, &runs);
        let mut by_class = ByClass::new();
        for (class, coverage) in options.classes.iter().zip(coverage) {
            let own = methods_of(&classes.tables, class);
            let entering = Entering::new(&own, session.tests(), &runs);
            if entering.n_tests > 0 {
                let code =
                    ExistingCode { entries: suite.environment.entries.clone(), classes: entering.classes };
                let existing = ExistingTests {
                    n_tests: entering.n_tests,
                    n_passed: entering.n_passed,
                    coverage,
                    code,
                    ..ExistingTests::default()
                };
                by_class.insert(class.clone(), existing);
            }
        }
        Ok(by_class)
    }
}

/// The tests that enter a class.
#[derive(Default)]
struct Entering {
    n_tests: u32,
    n_passed: u32,
    /// Binary names of those whose tests pass.
    classes: Vec<String>,
}

impl Entering {
    fn new(methods: &BTreeSet<MethodId>, tests: &[SuiteTest], runs: &[RepeatedRun]) -> Self {
        let mut entering = Self::default();
        for (test, run) in tests.iter().zip(runs) {
            if !run.first.trace.methods.iter().any(|method| methods.contains(method)) {
                continue;
            }
            entering.n_tests += 1;
            if run.is_stable() {
                entering.n_passed += 1;
                if !entering.classes.contains(&test.class) {
                    entering.classes.push(test.class.clone());
                }
            }
        }
        entering
    }
}

/// Of tests that fail before anything is generated how many there are, and the first.
fn failing(tests: &[SuiteTest], runs: &[RepeatedRun]) -> Option<String> {
    let why = |run: &RepeatedRun| match &run.first.end {
        TestEnd::Failed(message) => Some(message.lines().next().unwrap_or_default().to_owned()),
        TestEnd::OutOfTime => Some("it takes too long".to_owned()),
        TestEnd::EndedJvm => Some("it ends the JVM".to_owned()),
        TestEnd::Passed | TestEnd::Skipped => None,
    };
    let failing = || tests.iter().zip(runs).filter_map(|(test, run)| Some((test, why(run)?)));
    let (SuiteTest { class, name }, why) = failing().next()?;
    let (n_failing, n_tests) = (failing().count(), tests.len());
    Some(format!(
        "{n_failing} of {n_tests} existing tests do not pass as they are; the first is {class}.{name}: {why}"
    ))
}

/// The class that a file in a folder of classes is of, as far as it is a class file; what is nested has the name of what it is in.
fn binary_name(folder: &Path, file: &Path) -> String {
    let relative = file.strip_prefix(folder).unwrap_or(file).with_extension("");
    ClassName::new(&relative.to_string_lossy()).top_level().binary()
}

fn in_words(by_class: &ByClass) -> String {
    let (mut covered, mut total) = (0, 0);
    for positions in by_class.values().filter_map(|existing| existing.coverage.goals.get(&Criterion::Branch))
    {
        covered += positions.covered.len();
        total += positions.total as usize;
    }
    let n_classes = by_class.len();
    format!("existing tests cover {covered} of {total} branches of the {n_classes} classes that they use")
}

#[cfg(test)]
mod tests {
    use evoke_measure::TestRun;
    use evoke_testcase::ExecutionTrace;

    use super::*;

    fn run_that_ends(end: TestEnd) -> RepeatedRun {
        let first =
            TestRun { end, trace: ExecutionTrace::default(), escaped: BTreeSet::new(), time: Duration::ZERO };
        RepeatedRun { first, second: None }
    }

    #[test]
    fn failing_tests_are_counted_and_the_first_is_named() {
        let tests = ["adds", "waits", "says"]
            .map(|name| SuiteTest { class: "a.T".to_owned(), name: name.to_owned() });
        let ends = [TestEnd::Passed, TestEnd::OutOfTime, TestEnd::Failed("no\nat T".to_owned())];
        let told = failing(&tests, &ends.map(run_that_ends)).unwrap();
        assert_eq!(
            told,
            "2 of 3 existing tests do not pass as they are; the first is a.T.waits: it takes too long"
        );
        assert_eq!(failing(&tests[..1], &[run_that_ends(TestEnd::Passed)]), None);
    }

    #[test]
    fn nested_class_goes_by_the_name_of_the_class_that_it_is_in() {
        let folder = Path::new("/p/target/test-classes");
        assert_eq!(binary_name(folder, &folder.join("a/b/CTest$1.class")), "a.b.CTest");
        assert_eq!(binary_name(folder, &folder.join("CTest.class")), "CTest");
    }
}
