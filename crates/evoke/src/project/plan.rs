//! What is to be done for a project: its modules, the classes of each, and how long that may take.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use evoke_classfile::{ClassName, Jdk};
use evoke_project::{BuildTool, ClassKeys, Module, Project, SelectedClass, Shard, select};
use evoke_report::{ClassRecord, LeftOutRecord, ShardRecord, Status, name_in_parts};

use super::failures::failure;
use super::fit_jdk::fit_jdk;
use super::found_project::{FoundProject, find};
use super::kept_class::{Begin, Triage, triage};
use super::left_out;
use super::module_plan::ModulePlan;
use super::module_tests::{ByClass, ModuleTests};
use super::restriction::Restriction;
use super::store::Store;
use crate::cli::GenerateCommand;
use crate::destination::{Destination, is_own};
use crate::existing_tests::ExistingTests;
use crate::failure::Failure;
use crate::generate::runner_pool;
use crate::options::{self, Verbosity};
use crate::progress::Screen;
use crate::project_args::ProjectArgs;
use crate::report_page;
use crate::saved_tests::SavedTests;
use crate::scratch_root::ScratchRoot;

/// Tests that a search runs once all is covered, as long as tests alone cover something that end in an exception: some hundredths of a second.
const TESTS_AFTER_COVERED: u64 = 300;

/// What a class adds to the budget of a project, up to this number of classes, and what each further one adds.
const BUDGET_PER_CLASS: Duration = Duration::from_secs(12);
const MANY_CLASSES: usize = 60;
const BUDGET_PER_FURTHER_CLASS: Duration = Duration::from_secs(5);
/// Of the budget, what running existing tests may take.
const SHARE_OF_EXISTING: f64 = 0.25;

/// A project with everything that is known before the first test is run.
pub(super) struct Plan {
    pub(super) project: Project,
    pub(super) modules: Vec<ModulePlan>,
    pub(super) tasks: Vec<ClassTask>,
    /// Records of classes that are as they were in an earlier run.
    pub(super) unchanged: Vec<ClassRecord>,
    /// Records of classes that existing tests leave nothing of.
    pub(super) covered: Vec<ClassRecord>,
    pub(super) left_out: Vec<LeftOutRecord>,
    /// Sources of classes, as [`name_in_parts`] names these, as far as they are found.
    pub(super) sources: BTreeMap<String, PathBuf>,
    /// Which part of the classes this is, where there are several.
    pub(super) shard: Option<ShardRecord>,
    /// What is kept for later runs.
    pub(super) store: Store,
    /// Wall clock for all classes together, from the first on.
    pub(super) budget: Duration,
    /// Whether the user said so.
    budget_is_given: bool,
    /// Classes worked on at the same time.
    pub(super) jobs: usize,
    pub(super) verbosity: Verbosity,
}

/// A class that is to have a suite.
#[derive(Clone)]
pub(super) struct ClassTask {
    /// Position of its module.
    pub(super) module: usize,
    pub(super) class: SelectedClass,
    /// Where its suite belongs.
    pub(super) destination: Destination,
    /// Of the class and what it depends on.
    pub(super) key: String,
    pub(super) begin: Begin,
    /// What existing tests do for it, where any use it.
    pub(super) existing: Option<ExistingTests>,
}

/// A module and those of its classes that are wanted.
struct Wanted<'a> {
    module: &'a Module,
    classes: Vec<SelectedClass>,
}

impl Plan {
    /// Finds the project, has it compiled, and selects its classes. `scratch` is where verified suites may write.
    pub(super) fn make(
        args: &GenerateCommand,
        screen: &Screen,
        scratch: &ScratchRoot,
    ) -> Result<Self, Failure> {
        let generate = &args.generate;
        if generate.budget_statements.is_some() {
            return Err(Failure::usage("--budget-statements is for classes that are named")
                .with_hint("give --budget, which is that of the whole project"));
        }
        let mut config = options::class_config(generate)?;
        if generate.guide.is_empty() {
            // Goals beyond those asked for would take time from classes that lack some of these.
            config.guides.clear();
            config.search.tests_after_covered = TESTS_AFTER_COVERED;
        }
        generate.files.check()?;
        generate.save_tests.as_deref().map_or(Ok(()), SavedTests::check_destination)?;
        args.project.report.as_deref().map_or(Ok(()), report_page::check)?;
        let FoundProject { project, has_broken_suites } = find(args, screen)?;
        let asked_jdk = generate.goals.java_home.as_deref();
        let given = options::locate_jdk(asked_jdk)?;
        let store = Store::of(&project.root);
        let Wishes { mut wanted, left_out, gone } = wanted(&args.project, &project, &given, &store)?;
        if has_broken_suites {
            remove_suites(&gone, screen);
        }
        let shard = args.project.shard.map(|shard| take_part(shard, &mut wanted));
        let releases = wanted.iter().flat_map(|it| &it.classes).map(|class| class.release);
        let jdk = fit_jdk(given, asked_jdk.is_some(), releases.max().unwrap_or(0))?;
        let mut plan = Self {
            store,
            project: project.clone(),
            modules: Vec::new(),
            tasks: Vec::new(),
            unchanged: Vec::new(),
            covered: Vec::new(),
            left_out,
            sources: BTreeMap::new(),
            shard,
            budget: Duration::ZERO,
            budget_is_given: generate.budget.is_some(),
            jobs: generate.jobs.map_or_else(options::default_jobs, usize::from),
            verbosity: generate.verbosity(),
        };
        let runners = runner_pool(scratch, plan.jobs);
        let n_wanted = wanted.iter().map(|it| it.classes.len()).sum();
        let whole = generate.budget.unwrap_or_else(|| default_budget(n_wanted, plan.jobs));
        let begun = Instant::now();
        for Wanted { module, classes } in wanted {
            let names = classes.iter().map(|class| class.name.clone()).collect();
            let module_plan = ModulePlan::new(module, names, generate, &config, &jdk, scratch, &runners)?;
            let keys = ClassKeys::of(module, &jdk).map_err(|error| failure(&error))?;
            let mut existing = if args.project.ignore_existing {
                ByClass::new()
            } else {
                let time = whole.mul_f64(SHARE_OF_EXISTING).saturating_sub(begun.elapsed());
                let (plan, keys, store) = (&module_plan, &keys, &plan.store);
                ModuleTests { module, plan, keys, store, screen, time }.find()
            };
            plan.modules.push(module_plan);
            for class in classes {
                let existing = existing.remove(&class.name);
                plan.add_class(&class, existing, &keys, args.project.again);
            }
        }
        // Where time is not enough for all, more is covered in what has more code.
        plan.tasks.sort_by_key(|task| Reverse(task.class.size));
        plan.budget = match generate.budget {
            Some(budget) => {
                budget.saturating_sub(begun.elapsed()).max(budget.mul_f64(1.0 - SHARE_OF_EXISTING))
            }
            None => default_budget(plan.tasks.len(), plan.jobs),
        };
        Ok(plan)
    }

    /// Decides what is to be done for a class of the last module.
    fn add_class(
        &mut self,
        class: &SelectedClass,
        existing: Option<ExistingTests>,
        keys: &ClassKeys,
        again: bool,
    ) {
        let Some(module) = self.modules.last() else { return };
        let name = name_in_parts(&module.name, &class.name.binary());
        self.sources.extend(class.source.clone().map(|source| (name, source)));
        let package = module.options.suite_package(&class.name);
        let destination = Destination::of(&class.name, &package, module.out());
        let covered = existing.as_ref().map_or_else(String::new, |it| format!("{:?}", it.coverage.goals));
        let key = keys.key(&class.name, &format!("{}{covered}", module.circumstances()));
        let module_name = module.name.clone();
        let other = self.tasks.iter().find(|task| task.destination == destination);
        let is_taken = other.map(|task| {
            let module = &self.modules[task.module].name;
            format!("the class of this name in module {module} has its suite there")
        });
        let nothing_is_left =
            existing.as_ref().filter(|it| it.coverage.is_complete_for(&module.options.config.criteria));
        let covered_record =
            nothing_is_left.map(|existing| covered_record(&module_name, &class.name, existing));
        let reason = is_taken.or_else(|| left_out::reason(&destination)).or_else(|| {
            if let Some(record) = covered_record {
                self.covered.push(record);
                return None;
            }
            let kept = self.store.read(&module_name, &class.name);
            match triage(kept, &key, &destination.path, again) {
                Triage::Work(begin) => {
                    let (module, class, destination) =
                        (self.modules.len() - 1, class.clone(), destination.clone());
                    self.tasks.push(ClassTask { module, class, destination, key, begin: *begin, existing });
                    None
                }
                Triage::Unchanged(record) => {
                    self.unchanged.push(*record);
                    None
                }
                Triage::SuiteIsGone => Some(
                    "its suite was removed or moved since it was written; --again writes it anew".to_owned(),
                ),
            }
        });
        self.left_out.extend(reason.map(|reason| left_out_record(&module_name, &class.name, reason)));
    }

    /// What a user is told before it begins.
    pub(super) fn announcement(&self) -> Vec<String> {
        let n_modules = self.project.modules.len();
        let tool = match self.project.tool {
            BuildTool::None => "folders of classes".to_owned(),
            tool => format!("{} project, {}", tool.name(), counted(n_modules, "module")),
        };
        let junit = self.modules.first().map_or("", |module| module.options.config.junit.number());
        let mut lines = vec![format!(
            "{tool}: {} to test with JUnit {junit}, {} left out",
            counted_classes(self.tasks.len()),
            self.left_out.len()
        )];
        let lacking = self.modules.iter().filter(|module| module.lacks_parameters);
        lines.extend(lacking.map(|module| {
            let name = &module.name;
            format!(
                "no test of {name} is parameterised: the class path of its tests has no junit-jupiter-params"
            )
        }));
        let is_verbose = self.verbosity >= Verbosity::Verbose;
        if is_verbose || self.left_out.len() <= 10 {
            lines.extend(self.left_out.iter().map(|it| format!("left out {}: {}", it.class, it.reason)));
        }
        if !self.unchanged.is_empty() {
            let what = counted_classes(self.unchanged.len());
            lines.push(format!("{what} unchanged since the last run; --again works on them all the same"));
        }
        if !self.covered.is_empty() {
            let what = counted_classes(self.covered.len());
            lines.push(format!("existing tests cover all there is to cover in {what}"));
        }
        if self.tasks.is_empty() {
            return lines;
        }
        let default = if self.budget_is_given { "" } else { ", unless --budget says otherwise" };
        lines.push(format!("this takes at most {}{default}", told(self.budget)));
        lines
    }
}

/// What a user wants of a project.
struct Wishes<'a> {
    wanted: Vec<Wanted<'a>>,
    /// Classes that are not worth testing.
    left_out: Vec<LeftOutRecord>,
    /// Where the suites of classes were written that are gone.
    gone: Vec<PathBuf>,
}

/// The classes that are wanted, and what becomes of the others. What is kept of classes that are gone is forgotten.
fn wanted<'a>(
    args: &ProjectArgs,
    project: &'a Project,
    jdk: &Jdk,
    store: &Store,
) -> Result<Wishes<'a>, Failure> {
    let restriction = Restriction::of(args, project)?;
    store.keep_modules(project.modules.iter().map(|module| module.name.as_str()));
    let (mut wanted, mut left_out, mut gone) = (Vec::new(), Vec::new(), Vec::new());
    for module in project.modules.iter().filter(|module| restriction.wants_module(module)) {
        let selection = select(module, jdk).map_err(|error| failure(&error))?;
        gone.extend(store.keep_classes(&module.name, selection.classes.iter().map(|class| &class.name)));
        let others = selection.left_out.into_iter().filter(|(class, _)| restriction.wants_name(class));
        left_out.extend(others.map(|(class, why)| left_out_record(&module.name, &class, why.to_string())));
        let users = match restriction.changed_classes() {
            Some(changed) => ClassKeys::of(module, jdk).map_err(|error| failure(&error))?.users_of(changed),
            None => BTreeSet::new(),
        };
        let classes: Vec<SelectedClass> =
            selection.classes.into_iter().filter(|class| restriction.wants(class, &users)).collect();
        if !classes.is_empty() {
            wanted.push(Wanted { module, classes });
        }
    }
    if wanted.is_empty() && restriction.changed_classes().is_none() {
        return Err(Failure::usage("the project has no class to test that is asked for")
            .with_hint("are --include, --exclude, --package and --module as you want them?"));
    }
    Ok(Wishes { wanted, left_out, gone })
}

/// Removes suites of classes that are gone, without which the tests of the project do not compile; what somebody has edited stays.
fn remove_suites(gone: &[PathBuf], screen: &Screen) {
    for file in gone.iter().filter(|file| is_own(file)) {
        let outcome = match fs::remove_file(file) {
            Ok(()) => "its class is gone, and so is it".to_owned(),
            Err(error) => format!("its class is gone, but it cannot be removed: {error}"),
        };
        screen.say(&format!("{}: {outcome}", file.display()));
    }
}

/// Keeps the classes of one part, and says of which classes it is one.
fn take_part(shard: Shard, wanted: &mut Vec<Wanted<'_>>) -> ShardRecord {
    let name = |module: &Module, class: &SelectedClass| name_in_parts(&module.name, &class.name.binary());
    let all: Vec<(String, u64)> = wanted
        .iter()
        .flat_map(|it| it.classes.iter().map(|class| (name(it.module, class), class.size)))
        .collect();
    let own = shard.positions(&all, |class| class.1, |class| class.0.clone());
    let own: BTreeSet<&str> = own.into_iter().map(|position| all[position].0.as_str()).collect();
    for Wanted { module, classes } in wanted.iter_mut() {
        classes.retain(|class| own.contains(name(module, class).as_str()));
    }
    wanted.retain(|it| !it.classes.is_empty());
    let all = all.iter().map(|class| class.0.clone()).collect();
    ShardRecord { number: shard.number, of: shard.of, all }
}

fn covered_record(module: &str, class: &ClassName, existing: &ExistingTests) -> ClassRecord {
    let goals = existing.counts();
    ClassRecord {
        module: Some(module.to_owned()),
        reason: Some("existing tests cover all there is to cover".to_owned()),
        existing: Some(existing.record(&goals)),
        goals,
        ..ClassRecord::new(&class.binary(), Status::Ok)
    }
}

fn left_out_record(module: &str, class: &ClassName, reason: String) -> LeftOutRecord {
    LeftOutRecord { module: module.to_owned(), class: class.binary(), reason }
}

/// Grows with the number of classes, less so where there are many: their first rounds find most of what there is.
fn default_budget(n_classes: usize, jobs: usize) -> Duration {
    let further = n_classes.saturating_sub(MANY_CLASSES);
    let few = n_classes - further;
    let total = BUDGET_PER_CLASS * few as u32 + BUDGET_PER_FURTHER_CLASS * further as u32;
    (total / jobs.clamp(1, n_classes.max(1)) as u32).max(BUDGET_PER_CLASS)
}

fn counted(count: usize, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

fn counted_classes(count: usize) -> String {
    if count == 1 { "1 class".to_owned() } else { format!("{count} classes") }
}

/// `90 s` or `12 min`.
fn told(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    if seconds <= 120.0 { format!("{seconds:.0} s") } else { format!("{:.0} min", (seconds / 60.0).ceil()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn default_budget_grows_with_the_classes_and_is_shared_by_the_workers() {
        assert_eq!(default_budget(1, 4), Duration::from_secs(12));
        assert_eq!(default_budget(25, 1), Duration::from_secs(300));
        assert_eq!(default_budget(25, 2), Duration::from_secs(150));
        assert_eq!(default_budget(500, 2), Duration::from_secs(1460));
        assert_eq!(default_budget(0, 1), Duration::from_secs(12));
    }
}
