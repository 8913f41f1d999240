//! What the command line means: checked, resolved, ready to run.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::thread;
use std::time::Duration;

use evoke_analysis::{Criterion, UnknownName};
use evoke_classfile::{ClassFile, ClassName, ClassPath, Jdk};
use evoke_junit::JUnitVersion;
use evoke_search::{AlgorithmName, CrossoverName, GoalSelection, SearchConfig, Technique};

use crate::cli::GenerateArgs;
use crate::failure::Failure;

/// Stands for the eight criteria of the original combination.
pub(crate) const DEFAULT_COMBINATION: &str = "default";

/// Everything a run needs to know.
#[derive(Debug)]
pub(crate) struct Options {
    /// Classes in the order asked for, without repetition.
    pub(crate) classes: Vec<ClassName>,
    /// Absolute class path entries, patterns expanded.
    pub(crate) class_path: Vec<PathBuf>,
    pub(crate) out: PathBuf,
    pub(crate) budget: TotalBudget,
    pub(crate) seed: u64,
    pub(crate) algorithm: AlgorithmName,
    /// Techniques of the search to do without.
    pub(crate) disabled: BTreeSet<Technique>,
    pub(crate) crossover: CrossoverName,
    pub(crate) criteria: Vec<Criterion>,
    pub(crate) goal_selection: GoalSelection,
    /// Shortest basic block whose last line smart selection keeps.
    pub(crate) line_threshold: u16,
    pub(crate) junit: JUnitVersion,
    pub(crate) jdk: Jdk,
    pub(crate) jobs: usize,
    pub(crate) json: Option<PathBuf>,
    pub(crate) verbosity: Verbosity,
}

/// Budget of one class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TotalBudget {
    /// Wall clock of all phases.
    Time(Duration),
    /// Executed statements of the search.
    Statements(u64),
}

/// How much is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Verbosity {
    Quiet,
    Normal,
    Verbose,
}

impl Options {
    /// Resolves arguments against the machine: JDK, class path, class names.
    pub(crate) fn resolve(args: GenerateArgs) -> Result<Self, Failure> {
        let asked = &args.goals;
        let criteria = criteria(&asked.criteria)?;
        let algorithm = named(&asked.algorithm)?;
        let disabled = disabled_techniques(&args)?;
        let crossover = named(&args.crossover)?;
        let goal_selection = goal_selection(&asked.goal_selection, &criteria)?;
        let jdk = locate_jdk(asked.java_home.as_deref())?;
        let class_path = open_class_path(&asked.classpath, &jdk)?;
        let classes = expand(&asked.classes, &class_path, &jdk)?;
        Ok(Self {
            classes,
            class_path: absolute(class_path.entries())?,
            out: args.out,
            budget: match args.budget_statements {
                Some(statements) => TotalBudget::Statements(statements),
                None => TotalBudget::Time(args.budget),
            },
            seed: args.seed,
            algorithm,
            disabled,
            crossover,
            criteria,
            goal_selection,
            line_threshold: asked.line_threshold,
            junit: if args.junit == "4" { JUnitVersion::V4 } else { JUnitVersion::V5 },
            jdk,
            jobs: args.jobs.map_or_else(default_jobs, usize::from),
            json: args.json,
            verbosity: match (args.quiet, args.verbose) {
                (true, _) => Verbosity::Quiet,
                (false, 0) => Verbosity::Normal,
                (false, _) => Verbosity::Verbose,
            },
        })
    }
}

/// Half the cores: a worker's JVM compiles and collects garbage beside the thread that runs tests.
fn default_jobs() -> usize {
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
        let criterion = named(name).map_err(|failure: Failure| {
            failure.with_hint(format_args!(
                "known: {}, {DEFAULT_COMBINATION}",
                Criterion::ALL.map(Criterion::name).join(", ")
            ))
        })?;
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

/// Class names and package patterns to classes, in the order given.
pub(crate) fn expand(
    patterns: &[String],
    class_path: &ClassPath,
    jdk: &Jdk,
) -> Result<Vec<ClassName>, Failure> {
    let mut classes: Vec<ClassName> = Vec::new();
    for pattern in patterns {
        let found = match (pattern.strip_suffix(".**"), pattern.strip_suffix(".*")) {
            (Some(package), _) => in_package(class_path, package, true),
            (None, Some(package)) => in_package(class_path, package, false),
            (None, None) => vec![find_class(class_path, pattern, jdk)?],
        };
        if found.is_empty() {
            return Err(Failure::usage(format_args!("no class in `{pattern}`"))
                .with_hint("the class path has no top-level class in that package"));
        }
        for class in found {
            if !classes.contains(&class) {
                classes.push(class);
            }
        }
    }
    Ok(classes)
}

/// Top-level classes of a package of the class path's entries.
fn in_package(class_path: &ClassPath, package: &str, with_subpackages: bool) -> Vec<ClassName> {
    let package = package.replace('.', "/");
    let names = class_path.class_names().into_iter();
    names
        .filter(|name| !name.simple_binary().contains('$'))
        .filter(|name| {
            let own = name.package();
            own == package
                || with_subpackages && own.strip_prefix(&*package).is_some_and(|rest| rest.starts_with('/'))
        })
        .collect()
}

fn find_class(class_path: &ClassPath, typed: &str, jdk: &Jdk) -> Result<ClassName, Failure> {
    let name = ClassName::from_binary(typed);
    if looks_like_file(typed) {
        return Err(Failure::usage(format_args!("`{typed}` is no class name"))
            .with_hint("name classes as in `com.example.Account`, and their jar with --classpath"));
    }
    match class_path.find(&name) {
        Ok(Some(bytes)) => check_class(&bytes, typed, jdk).map(|()| name),
        Ok(None) => {
            let nearest = class_path.nearest(&name, 3);
            let failure = Failure::usage(format_args!("class `{typed}` is not on the class path"));
            Err(if nearest.is_empty() {
                failure.with_hint("is its jar or folder given with --classpath?")
            } else {
                let names: Vec<String> = nearest.iter().map(ClassName::binary).collect();
                failure.with_hint(format_args!("did you mean {}?", names.join(", ")))
            })
        }
        Err(error) => Err(Failure::usage(error).with_hint("is the jar complete?")),
    }
}

/// Refuses a class that cannot be read, or not by this JDK.
fn check_class(bytes: &[u8], typed: &str, jdk: &Jdk) -> Result<(), Failure> {
    let class = ClassFile::parse(bytes).map_err(|error| {
        Failure::usage(format_args!("class `{typed}` cannot be read: {error}"))
            .with_hint("compile it again, or give the jar it came from")
    })?;
    // Class file version 45 is Java 1.1; from there on every release has its own.
    let release = class.major_version.saturating_sub(44);
    if release <= jdk.feature {
        return Ok(());
    }
    Err(Failure::usage(format_args!(
        "class `{typed}` was compiled for Java {release}, but the JDK at `{}` is Java {}",
        jdk.home.display(),
        jdk.feature
    ))
    .with_hint("give a newer JDK with --java-home"))
}

fn looks_like_file(typed: &str) -> bool {
    let extension = Path::new(typed).extension().and_then(|extension| extension.to_str());
    typed.contains('/') || matches!(extension, Some("java" | "class" | "jar"))
}
