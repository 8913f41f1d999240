//! The part of a project's classes that a user wants.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

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
    changed: Option<Changes>,
}

/// What differs from a commit.
struct Changes {
    sources: BTreeSet<PathBuf>,
    /// Those that the sources are of, as far as their names say.
    classes: BTreeSet<ClassName>,
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
            changed: changed.map_err(|error| failure(&error))?.map(|sources| Changes::of(sources, project)),
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

    /// Whether a class is wanted. `users` are the classes of its module that may call what changed.
    pub(super) fn wants(&self, class: &SelectedClass, users: &BTreeSet<ClassName>) -> bool {
        let is_changed = |changes: &Changes| {
            let has_changed = class.source.as_ref().is_some_and(|source| changes.sources.contains(source));
            has_changed || users.contains(&class.name)
        };
        self.wants_name(&class.name) && self.changed.as_ref().is_none_or(is_changed)
    }

    /// The classes that changed, where only what has to do with them is wanted.
    pub(super) fn changed_classes(&self) -> Option<&BTreeSet<ClassName>> {
        self.changed.as_ref().map(|changes| &changes.classes)
    }
}

impl Changes {
    fn of(sources: BTreeSet<PathBuf>, project: &Project) -> Self {
        let folders: Vec<&PathBuf> = project.modules.iter().flat_map(|module| &module.sources).collect();
        let relative = sources
            .iter()
            .filter_map(|source| folders.iter().find_map(|folder| source.strip_prefix(folder).ok()));
        let classes = relative.flat_map(classes_of).collect();
        Self { sources, classes }
    }
}

/// The classes that a file of this path below a folder of sources has by convention.
fn classes_of(source: &Path) -> Vec<ClassName> {
    let stem = source.with_extension("").to_string_lossy().into_owned();
    match source.extension().and_then(|it| it.to_str()) {
        Some("java") => vec![ClassName::new(&stem)],
        Some("kt") => vec![ClassName::new(&stem), ClassName::new(&format!("{stem}Kt"))],
        _ => Vec::new(),
    }
}

/// Modules go by their name, with or without the colons of Gradle, or by that of their folder.
fn is_named(module: &Module, name: &str) -> bool {
    let folder = module.folder.file_name().is_some_and(|folder| folder == name);
    folder || module.name.trim_start_matches(':') == name.trim_start_matches(':')
}
