//! `evoke integrate`: a caller and a callee in, a verified suite that covers how the one calls the other out. What differs from
//! `evoke generate` is what there is to cover; the way of a class is the same.

use std::time::Duration;

use anyhow::Result;
use evoke_analysis::{ClassLibrary, ClassPair, Criterion, PairRelation};
use evoke_classfile::{ClassName, ClassPath};
use evoke_search::{AlgorithmName, GoalSelection};

use crate::class_config::ClassBudget;
use crate::cli::IntegrateArgs;
use crate::exit_code::ExitCode;
use crate::failure::Failure;
use crate::generate;
use crate::options::{Callee, Options, suite_package};
use crate::pairs::found_pairs;
use crate::repeatable_command::RepeatableCommand;

/// Algorithms that know what to do with coupled branches.
const ALGORITHMS: [AlgorithmName; 5] = [
    AlgorithmName::Mosa,
    AlgorithmName::Dynamosa,
    AlgorithmName::Nsga2,
    AlgorithmName::Spea2,
    AlgorithmName::Random,
];

/// A pair for which there is less time is left out, where all are asked for.
const LEAST_FOR_A_PAIR: Duration = Duration::from_secs(8);

/// Generates the suite of a pair, or of all pairs.
pub(crate) fn run(args: &IntegrateArgs) -> Result<ExitCode> {
    let options = resolve(args)?;
    generate::run_with(&options, &[])
}

/// What the arguments mean.
fn resolve(args: &IntegrateArgs) -> Result<Options, Failure> {
    let mut options = Options::resolve(&args.generate)?;
    check_algorithm(options.config.search.algorithm)?;
    let class_path = ClassPath::open(&options.class_path, &options.jdk).map_err(Failure::usage)?;
    let library = ClassLibrary::new(&class_path);
    if args.all {
        take_all(&mut options, args.top, &class_path, &library)?;
    } else {
        let [caller, callee] = options.classes.as_slice() else {
            return Err(Failure::usage("a pair is two classes")
                .with_hint("name the class that calls, then the one it calls"));
        };
        options.callees = vec![self::callee(caller, callee, &class_path, &library)?];
        options.classes.truncate(1);
    }
    options.repeatable = RepeatableCommand::of_pairs(&args.generate);
    options.config.criteria = vec![Criterion::CoupledBranch];
    options.config.guides.clear();
    options.config.search.goal_selection = GoalSelection::All;
    Ok(options)
}

/// Refuses algorithms that do not know what to do with coupled branches.
pub(crate) fn check_algorithm(algorithm: AlgorithmName) -> Result<(), Failure> {
    if ALGORITHMS.contains(&algorithm) {
        return Ok(());
    }
    Err(Failure::usage(format_args!("`{algorithm}` does not search for coupled branches"))
        .with_hint(format_args!("use one of {}", ALGORITHMS.map(AlgorithmName::name).join(", "))))
}

/// Takes the first pairs of the class path, as many as asked for and as the budget is enough for, and divides it among them.
fn take_all(
    options: &mut Options,
    top: Option<usize>,
    class_path: &ClassPath,
    library: &ClassLibrary<'_>,
) -> Result<(), Failure> {
    let mut pairs = found_pairs::find(library, &class_path.top_level_classes());
    pairs.truncate(top.unwrap_or(usize::MAX));
    if let ClassBudget::Time(total) = options.config.budget {
        let at_once = options.jobs.max(1) as u32;
        let room = (total * at_once).div_duration_f64(LEAST_FOR_A_PAIR) as usize;
        pairs.truncate(room.max(1));
    }
    if pairs.is_empty() {
        return Err(Failure::usage("no class of the class path calls another one that has a branch")
            .with_hint("`evoke pairs` lists what there is"));
    }
    options.config.budget = share(options.config.budget, pairs.len(), options.jobs);
    for pair in pairs {
        options.callees.push(callee(&pair.caller, &pair.callee, class_path, library)?);
        options.classes.push(pair.caller);
    }
    Ok(())
}

/// What one of so many pairs may use, of which `jobs` are worked on at once.
fn share(budget: ClassBudget, n_pairs: usize, jobs: usize) -> ClassBudget {
    match budget {
        ClassBudget::Time(total) => {
            let rounds = n_pairs.div_ceil(jobs.max(1)) as u32;
            ClassBudget::Time(total / rounds)
        }
        ClassBudget::Statements(total) => ClassBudget::Statements((total / n_pairs as u64).max(1)),
    }
}

/// The second class of the pair, if the two are one.
fn callee(
    caller: &ClassName,
    callee: &ClassName,
    class_path: &ClassPath,
    library: &ClassLibrary<'_>,
) -> Result<Callee, Failure> {
    let pair = ClassPair::read(library, caller, callee)
        .map_err(|error| Failure::usage(error).with_hint("name two classes of the class path"))?;
    let tested = if pair.relation == PairRelation::CallerIsSuperclass { callee } else { caller };
    let package = suite_package(tested, class_path.is_in_closed_package(tested));
    Ok(Callee { class: callee.clone(), package })
}
