//! What is to be done for a project: its modules, the classes of each, and how long that may take.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use evoke_classfile::ClassName;
use evoke_project::{ClassKeys, Project, SelectedClass};
use evoke_report::{ClassRecord, LeftOutRecord, ShardRecord, Status, name_in_parts};

use super::failures::failure;
use super::fit_jdk::fit_jdk;
use super::found_project::{FoundProject, find};
use super::kept_class::{Begin, Triage, triage};
use super::module_plan::ModulePlan;
use super::module_tests::{ByClass, ModuleTests};
use super::store::{KeptClass, Store};
use super::wishes::{Wanted, Wishes, left_out_record, remove_suites, take_part, wanted};
use crate::class_config::ClassConfig;
use crate::cli::GenerateCommand;
use crate::destination::Destination;
use crate::existing_tests::ExistingTests;
use crate::failure::Failure;
use crate::generate::runner_pool;
use crate::options::{self, Verbosity};
use crate::progress::Screen;
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
    /// What is kept of classes that are as they were in an earlier run.
    pub(super) unchanged: Vec<(ClassName, KeptClass)>,
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
    pub(super) budget_is_given: bool,
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

impl Plan {
    /// Finds the project, has it compiled, and selects its classes. `scratch` is where verified suites may write.
    pub(super) fn make(
        args: &GenerateCommand,
        screen: &Screen,
        scratch: &ScratchRoot,
    ) -> Result<Self, Failure> {
        let generate = &args.generate;
        let config = checked_config(args)?;
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
        let reason = is_taken.or_else(|| destination.obstacle()).or_else(|| {
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
                Triage::Unchanged(kept) => {
                    self.unchanged.push((class.name.clone(), *kept));
                    None
                }
                Triage::SuiteIsGone => Some(
                    "its suite was removed or moved since it was written; --again writes it anew".to_owned(),
                ),
            }
        });
        self.left_out.extend(reason.map(|reason| left_out_record(&module_name, &class.name, reason)));
    }
}

/// How each class is worked on; refuses what cannot be done, or not be saved, before the build tool is asked.
fn checked_config(args: &GenerateCommand) -> Result<ClassConfig, Failure> {
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
    Ok(config)
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

/// Grows with the number of classes, less so where there are many: their first rounds find most of what there is.
fn default_budget(n_classes: usize, jobs: usize) -> Duration {
    let further = n_classes.saturating_sub(MANY_CLASSES);
    let few = n_classes - further;
    let total = BUDGET_PER_CLASS * few as u32 + BUDGET_PER_FURTHER_CLASS * further as u32;
    (total / jobs.clamp(1, n_classes.max(1)) as u32).max(BUDGET_PER_CLASS)
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
