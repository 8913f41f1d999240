//! What the command line means: checked, resolved, ready to run.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::thread;
use std::time::Duration;

use evoke_analysis::{Criterion, UnknownName};
use evoke_classfile::{ClassName, ClassPath, Jdk};
use evoke_junit::{JUnitVersion, Mockito, StubStyle};
use evoke_search::{AlgorithmName, GoalSelection, SearchConfig, Technique};
use evoke_suite::AssertionChoice;

use crate::class_config::{ClassBudget, ClassConfig};
use crate::class_selection;
use crate::cli::{GenerateArgs, NO_GUIDE, StubChoice};
use crate::destination::Destination;
use crate::failure::Failure;
use crate::repeatable_command::RepeatableCommand;
use crate::report_files::ReportFiles;
use crate::saved_tests::SavedTests;

/// Stands for the eight criteria of the original combination.
pub(crate) const DEFAULT_COMBINATION: &str = "default";

/// Where suites go.
const DEFAULT_OUT: &str = "evoke-tests";

/// What a class has.
const DEFAULT_BUDGET: Duration = Duration::from_secs(30);

/// Last part of the package of tests of a class whose own package is closed.
const PACKAGE_BESIDE_CLOSED: &str = "evoketest";

/// Everything a run needs to know.
#[derive(Clone, Debug)]
pub(crate) struct Options {
    /// Classes in the order asked for, without repetition; of pairs the callers.
    pub(crate) classes: Vec<ClassName>,
    /// Those of them whose packages are closed: their jar is signed, or seals them.
    pub(crate) closed: BTreeSet<ClassName>,
    /// What the classes call, in their order, where pairs are asked for; else none.
    pub(crate) callees: Vec<Callee>,
    /// Absolute class path entries, patterns expanded.
    pub(crate) class_path: Vec<PathBuf>,
    /// How each class is worked on.
    pub(crate) config: ClassConfig,
    /// Where wide stubs are written with it.
    pub(crate) mockito: Option<Mockito>,
    pub(crate) out: PathBuf,
    pub(crate) jdk: Jdk,
    pub(crate) jobs: usize,
    pub(crate) files: ReportFiles,
    /// Where the tests found are kept in their symbolic form.
    pub(crate) save_tests: Option<PathBuf>,
    /// Tests to begin with.
    pub(crate) start_from: SavedTests,
    /// What was asked for that decides what suites are, as suites tell it.
    pub(crate) repeatable: RepeatableCommand,
    pub(crate) verbosity: Verbosity,
}

/// The second class of a pair.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Callee {
    pub(crate) class: ClassName,
    /// The package that tests are in, as class files spell it: that of the class of the pair which they use, or one below.
    pub(crate) package: String,
}

/// How much is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Verbosity {
    Quiet,
    Normal,
    Verbose,
}

impl Verbosity {
    /// What the options say.
    pub(crate) fn asked_for(quiet: bool, verbose: bool) -> Self {
        match (quiet, verbose) {
            (true, _) => Self::Quiet,
            (false, true) => Self::Verbose,
            (false, false) => Self::Normal,
        }
    }
}

impl Options {
    /// Resolves arguments against the machine: JDK, class path, class names.
    pub(crate) fn resolve(args: &GenerateArgs) -> Result<Self, Failure> {
        let config = class_config(args)?;
        let asked = &args.goals;
        let jdk = locate_jdk(asked.java_home.as_deref())?;
        let class_path = open_class_path(&asked.classpath, &jdk)?;
        let classes = class_selection::expand(&asked.classes, &class_path, &jdk)?;
        class_selection::refuse_classes_of_the_jdk(&classes, &class_path)?;
        Self::of_classes(args, config, jdk, &class_path, classes)
    }

    /// The options of a run on these classes, which are on the class path.
    pub(crate) fn of_classes(
        args: &GenerateArgs,
        mut config: ClassConfig,
        jdk: Jdk,
        class_path: &ClassPath,
        classes: Vec<ClassName>,
    ) -> Result<Self, Failure> {
        let mockito = mockito(args.stubs, class_path)?;
        config.stubs = if mockito.is_some() { StubStyle::Mockito } else { StubStyle::Plain };
        Ok(Self {
            closed: classes.iter().filter(|class| class_path.is_in_closed_package(class)).cloned().collect(),
            start_from: args.start_from.as_deref().map(SavedTests::read).transpose()?.unwrap_or_default(),
            classes,
            callees: Vec::new(),
            class_path: absolute(class_path.entries())?,
            config,
            mockito,
            out: args.out.clone().unwrap_or_else(|| PathBuf::from(DEFAULT_OUT)),
            jdk,
            jobs: args.jobs.map_or_else(default_jobs, usize::from),
            files: args.files.clone(),
            save_tests: args.save_tests.clone(),
            repeatable: RepeatableCommand::of(args),
            verbosity: args.verbosity(),
        })
    }
}

impl GenerateArgs {
    /// How much is printed.
    pub(crate) fn verbosity(&self) -> Verbosity {
        Verbosity::asked_for(self.quiet, self.verbose)
    }
}

/// How each class is worked on, as the arguments say.
pub(crate) fn class_config(args: &GenerateArgs) -> Result<ClassConfig, Failure> {
    let asked = &args.goals;
    let criteria = criteria(&asked.criteria)?;
    let search = SearchConfig {
        seed: args.seed,
        crossover: named(&args.crossover)?,
        goal_selection: goal_selection(&asked.goal_selection, &criteria)?,
        line_threshold: asked.line_threshold,
        disabled: disabled_techniques(args)?,
        ..SearchConfig::for_algorithm(named(&asked.algorithm)?)
    };
    let assertions = named(&args.assertions)?;
    let budget = match args.budget_statements {
        Some(statements) => ClassBudget::Statements(statements),
        None => ClassBudget::Time(args.budget.unwrap_or(DEFAULT_BUDGET)),
    };
    let junit = args.junit.as_deref().and_then(JUnitVersion::from_number);
    if args.parameterized && junit == Some(JUnitVersion::V4) {
        return Err(Failure::usage("JUnit 4 has no tests that take values as parameters")
            .with_hint("leave --parameterized out, or write for JUnit 5"));
    }
    Ok(ClassConfig {
        criteria,
        guides: guides(args, &search, assertions)?,
        search,
        budget,
        patience: args.patience.0,
        assertions,
        stubs: StubStyle::Plain,
        junit: junit.unwrap_or_default(),
        parameterized: args.parameterized,
        counts_effort: args.count_effort,
    })
}

/// The Mockito that wide stubs are written with, if they are.
fn mockito(asked: StubChoice, class_path: &ClassPath) -> Result<Option<Mockito>, Failure> {
    match asked {
        StubChoice::Plain => Ok(None),
        StubChoice::Auto => Ok(Mockito::of(class_path)),
        StubChoice::Mockito => Mockito::of(class_path).map(Some).ok_or_else(|| {
            Failure::usage("the class path has no Mockito 5 or later, or not all that it needs").with_hint(
                "add mockito-core with byte-buddy, byte-buddy-agent and objenesis, or leave --stubs out",
            )
        }),
    }
}

/// What the search aims at besides. Where no mutants are run nothing would keep tests for it (`docs/results/oracles.md`).
fn guides(
    args: &GenerateArgs,
    search: &SearchConfig,
    assertions: AssertionChoice,
) -> Result<Vec<Criterion>, Failure> {
    if args.guide.iter().any(|name| name.trim() != NO_GUIDE) {
        return criteria(&args.guide);
    }
    let has_many_objectives = matches!(search.algorithm, AlgorithmName::Dynamosa | AlgorithmName::Mosa);
    let has_room = has_many_objectives && search.goal_selection == GoalSelection::All;
    let is_default = args.guide.is_empty() && has_room && assertions == AssertionChoice::Mutants;
    Ok(if is_default { vec![Criterion::WeakMutation] } else { Vec::new() })
}

impl Options {
    /// The package that the tests of a class are in, as class files spell it: its own, or one below that where its jar is
    /// signed or seals it, since no JVM loads other classes into such a package.
    pub(crate) fn suite_package(&self, class: &ClassName) -> String {
        suite_package(class, self.closed.contains(class))
    }

    /// The same for the class, or the pair, at a position.
    pub(crate) fn package(&self, position: usize) -> String {
        let of_pair = self.callees.get(position).map(|callee| callee.package.clone());
        of_pair.unwrap_or_else(|| self.suite_package(&self.classes[position]))
    }

    /// Where the suite of the class, or of the pair, at a position is to be written.
    pub(crate) fn destination(&self, position: usize) -> Destination {
        let (class, package) = (&self.classes[position], self.package(position));
        match self.callees.get(position) {
            Some(callee) => Destination::of_pair(class, &callee.class, &package, &self.out),
            None => Destination::of(class, &package, &self.out),
        }
    }
}

/// The package that tests of a class are in, whose own may be closed.
pub(crate) fn suite_package(class: &ClassName, is_closed: bool) -> String {
    let own = class.package();
    match (is_closed, own) {
        (false, _) => own.to_owned(),
        (true, "") => PACKAGE_BESIDE_CLOSED.to_owned(),
        (true, _) => format!("{own}/{PACKAGE_BESIDE_CLOSED}"),
    }
}

/// Half the cores: a worker's JVM compiles and collects garbage beside the thread that runs tests.
pub(crate) fn default_jobs() -> usize {
    thread::available_parallelism().map_or(1, |cores| (cores.get() / 2).max(1))
}

/// The criteria of these names, each once, in the order of reports.
pub(crate) fn criteria(names: &[String]) -> Result<Vec<Criterion>, Failure> {
    let mut criteria = Vec::new();
    for name in names {
        if name.trim() == DEFAULT_COMBINATION {
            criteria.extend(Criterion::ORIGINAL_COMBINATION);
            continue;
        }
        let criterion: Criterion = named(name).map_err(|failure: Failure| {
            let of_one_class = Criterion::ALL.into_iter().filter(|criterion| criterion.is_of_one_class());
            let known: Vec<&str> = of_one_class.map(Criterion::name).collect();
            failure.with_hint(format_args!("known: {}, {DEFAULT_COMBINATION}", known.join(", ")))
        })?;
        if !criterion.is_of_one_class() {
            return Err(Failure::usage(format_args!("`{criterion}` is about two classes"))
                .with_hint("ask for it with `evoke integrate CALLER CALLEE`"));
        }
        criteria.push(criterion);
    }
    criteria.sort_unstable();
    criteria.dedup();
    Ok(criteria)
}

/// What has that name.
pub(crate) fn named<T: FromStr<Err = UnknownName>>(name: &str) -> Result<T, Failure> {
    name.trim().parse().map_err(|UnknownName { what, name, known }| {
        Failure::usage(format_args!("unknown {what} `{name}`"))
            .with_hint(format_args!("known: {}", known.join(", ")))
    })
}

/// Those that are off by default and not asked for, and those that are switched off.
fn disabled_techniques(args: &GenerateArgs) -> Result<BTreeSet<Technique>, Failure> {
    let mut disabled = SearchConfig::default().disabled;
    for name in &args.enable {
        disabled.remove(&named(name)?);
    }
    for name in &args.disable {
        disabled.insert(named(name)?);
    }
    Ok(disabled)
}

/// The selection of that name, if there is anything to select of these criteria.
pub(crate) fn goal_selection(name: &str, criteria: &[Criterion]) -> Result<GoalSelection, Failure> {
    let selection = named(name)?;
    let has_branches = criteria.iter().any(|it| matches!(it, Criterion::Branch | Criterion::DirectBranch));
    if selection == GoalSelection::BranchOnly && !has_branches {
        return Err(Failure::usage("there are no branches to guide the search").with_hint(
            "`--goal-selection branch-only` needs `branch` or `direct-branch` among the criteria",
        ));
    }
    Ok(selection)
}

/// The JDK asked for, or the machine's.
pub(crate) fn locate_jdk(java_home: Option<&Path>) -> Result<Jdk, Failure> {
    Jdk::locate(java_home).map_err(|error| {
        Failure::environment(error).with_hint("give a JDK with --java-home, or set JAVA_HOME")
    })
}

/// Opens a class path as typed.
pub(crate) fn open_class_path(text: &str, jdk: &Jdk) -> Result<ClassPath, Failure> {
    let entries: Vec<PathBuf> =
        text.split(':').filter(|entry| !entry.is_empty()).map(PathBuf::from).collect();
    if entries.is_empty() {
        return Err(
            Failure::usage("the class path is empty").with_hint("give jars and folders with --classpath")
        );
    }
    ClassPath::open(&entries, jdk).map_err(|error| {
        Failure::usage(error)
            .with_hint("--classpath takes jars, folders of classes and `folder/*`, separated by `:`")
    })
}

/// Paths that do not depend on the current folder.
pub(crate) fn absolute(entries: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    entries
        .iter()
        .map(|entry| {
            std::path::absolute(entry)
                .map_err(|error| Failure::environment(format_args!("resolve `{}`: {error}", entry.display())))
        })
        .collect()
}
