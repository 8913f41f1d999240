//! Which classes of a project a user wants suites for, and which have gone since an earlier run.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use evoke_classfile::{ClassName, Jdk};
use evoke_project::{ClassKeys, Module, Project, SelectedClass, Shard, select};
use evoke_report::{LeftOutRecord, ShardRecord, name_in_parts};

use super::failures::failure;
use super::restriction::Restriction;
use super::store::Store;
use crate::destination::is_own;
use crate::failure::Failure;
use crate::progress::Screen;
use crate::project_args::ProjectArgs;

/// A module and those of its classes that are wanted.
pub(super) struct Wanted<'a> {
    pub(super) module: &'a Module,
    pub(super) classes: Vec<SelectedClass>,
}

/// What a user wants of a project.
pub(super) struct Wishes<'a> {
    pub(super) wanted: Vec<Wanted<'a>>,
    /// Classes that are not worth testing.
    pub(super) left_out: Vec<LeftOutRecord>,
    /// Where the suites of classes were written that are gone.
    pub(super) gone: Vec<PathBuf>,
}

/// The classes that are wanted, and what becomes of the others. What is kept of classes that are gone is forgotten.
pub(super) fn wanted<'a>(
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
        let names = selection.classes.iter().map(|class| &class.name);
        let all = names.chain(selection.left_out.iter().map(|(class, _)| class));
        gone.extend(store.keep_classes(&module.name, all));
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
pub(super) fn remove_suites(gone: &[PathBuf], screen: &Screen) {
    for file in gone.iter().filter(|file| is_own(file)) {
        let outcome = match fs::remove_file(file) {
            Ok(()) => "its class is gone, and so is it".to_owned(),
            Err(error) => format!("its class is gone, but it cannot be removed: {error}"),
        };
        screen.say(&format!("{}: {outcome}", file.display()));
    }
}

/// Keeps the classes of one part, and says of which classes it is one.
pub(super) fn take_part(shard: Shard, wanted: &mut Vec<Wanted<'_>>) -> ShardRecord {
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

/// A class that gets no suite, with the reason.
pub(super) fn left_out_record(module: &str, class: &ClassName, reason: String) -> LeftOutRecord {
    LeftOutRecord { module: module.to_owned(), class: class.binary(), reason }
}
