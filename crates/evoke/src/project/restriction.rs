//! The part of a project's classes that a user wants.

use std::collections::BTreeSet;
use std::path::PathBuf;

use evoke_classfile::ClassName;
use evoke_project::{Module, NamePatterns, Project, SelectedClass, changed_sources};

use super::failures::failure;
use crate::failure::Failure;
use crate::project_args::ProjectArgs;

/// What `--include` and its like say.
pub(super) struct Restriction {
    include: NamePatterns,
    exclude: NamePatterns,
    /// As class files spell them.
    packages: Vec<String>,
    modules: Vec<String>,
    changed: Option<BTreeSet<PathBuf>>,
}

impl Restriction {
    /// That of the arguments, for this project.
    pub(super) fn of(args: &ProjectArgs, project: &Project) -> Result<Self, Failure> {
        let since = args.since.as_deref().or(args.changed.then_some("HEAD"));
        let changed = since.map(|since| changed_sources(&project.root, since)).transpose();
        for module in &args.module {
            if !project.modules.iter().any(|it| is_named(it, module)) {
                let known: Vec<&str> = project.modules.iter().map(|it| it.name.as_str()).collect();
                return Err(Failure::usage(format_args!(
                    "the project has no module `{module}` with classes"
                ))
                .with_hint(format_args!("known: {}", known.join(", "))));
            }
        }
        Ok(Self {
            include: NamePatterns::parse(&args.include).map_err(|error| failure(&error))?,
            exclude: NamePatterns::parse(&args.exclude).map_err(|error| failure(&error))?,
            packages: args.package.iter().map(|package| package.trim().replace('.', "/")).collect(),
            modules: args.module.clone(),
            changed: changed.map_err(|error| failure(&error))?,
        })
    }

    /// Whether a module is wanted.
    pub(super) fn wants_module(&self, module: &Module) -> bool {
        self.modules.is_empty() || self.modules.iter().any(|name| is_named(module, name))
    }

    /// Whether a class of this name is wanted, whatever has become of its source.
    pub(super) fn wants_name(&self, class: &ClassName) -> bool {
        let is_in = |package: &String| {
            class
                .package()
                .strip_prefix(package.as_str())
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        (self.include.is_empty() || self.include.matches(class))
            && !self.exclude.matches(class)
            && (self.packages.is_empty() || self.packages.iter().any(is_in))
    }

    /// Whether a class is wanted.
    pub(super) fn wants(&self, class: &SelectedClass) -> bool {
        let is_changed =
            |changed: &BTreeSet<PathBuf>| class.source.as_ref().is_some_and(|it| changed.contains(it));
        self.wants_name(&class.name) && self.changed.as_ref().is_none_or(is_changed)
    }

    /// Whether only what changed is wanted.
    pub(super) fn is_about_changes(&self) -> bool {
        self.changed.is_some()
    }
}

/// Modules go by their name, with or without the colons of Gradle, or by that of their folder.
fn is_named(module: &Module, name: &str) -> bool {
    let folder = module.folder.file_name().is_some_and(|folder| folder == name);
    folder || module.name.trim_start_matches(':') == name.trim_start_matches(':')
}
