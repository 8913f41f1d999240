//! What is said of a class whose turn never came: what there is to cover in it counts all the same.

use std::collections::BTreeMap;

use evoke_analysis::{ClassLibrary, ClassUnderTest};
use evoke_classfile::{ClassName, ClassPath};
use evoke_report::{ClassRecord, GoalCount, Status};

use super::module_plan::ModulePlan;
use super::plan::ClassTask;

/// Makes the records of such classes.
pub(super) struct WaitingClasses<'p> {
    modules: &'p [ModulePlan],
    /// Why there were no more turns.
    why: &'static str,
    /// Those of the modules that were needed, as far as they can be opened.
    class_paths: BTreeMap<usize, Option<ClassPath>>,
}

impl<'p> WaitingClasses<'p> {
    /// Of a run that came to its end, or was ended.
    pub(super) fn new(modules: &'p [ModulePlan], was_ended: bool) -> Self {
        let why = if was_ended {
            "the run was ended before its turn"
        } else {
            "the budget was used up before its turn"
        };
        Self { modules, why, class_paths: BTreeMap::new() }
    }

    /// The record of a class that is waited for: without a suite of this run, and with what existing tests cover of it.
    pub(super) fn record(&mut self, task: &ClassTask) -> ClassRecord {
        let goals = match &task.existing {
            Some(existing) => existing.counts(),
            None => self.uncovered(task.module, &task.class.name).unwrap_or_default(),
        };
        let left =
            if task.begin.has_old_suite { "; the suite of an earlier run is left as it is" } else { "" };
        let reason = format!("{}{left}", self.why);
        ClassRecord {
            module: Some(self.modules[task.module].name.clone()),
            existing: task.existing.as_ref().map(|existing| existing.record(&goals)),
            goals,
            ..ClassRecord::without_suite(&task.class.name.binary(), Status::Failed, &reason)
        }
    }

    /// The goals of a class by criteria, none covered. Those of calls, for which the class path has to be indexed, and those that only a search
    /// finds are not among them.
    fn uncovered(&mut self, module: usize, class: &ClassName) -> Option<BTreeMap<String, GoalCount>> {
        let options = &self.modules[module].options;
        let class_path = self
            .class_paths
            .entry(module)
            .or_insert_with(|| ClassPath::open(&options.class_path, &options.jdk).ok());
        let files = ClassLibrary::new(class_path.as_ref()?).with_nested(class)?;
        let mut counts: BTreeMap<String, GoalCount> = BTreeMap::new();
        for goal in ClassUnderTest::analyse(&files, &options.config.criteria).goals {
            counts.entry(goal.criterion.name().to_owned()).or_default().total += 1;
        }
        Some(counts)
    }
}
