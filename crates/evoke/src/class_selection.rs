//! Which classes a command is about: names and package patterns as typed, checked against the class path.

use std::path::Path;

use evoke_classfile::{ClassFile, ClassName, ClassPath, Jdk, Origin};

use crate::failure::Failure;

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

/// Refuses classes of the JDK: a JVM loads them before they could be instrumented, and no test into their packages.
pub(crate) fn refuse_classes_of_the_jdk(
    classes: &[ClassName],
    class_path: &ClassPath,
) -> Result<(), Failure> {
    let is_of_the_jdk = |class: &&ClassName| matches!(class_path.origin(class), Some(Origin::Jdk(_)));
    match classes.iter().find(is_of_the_jdk) {
        Some(class) => Err(Failure::usage(format_args!("class `{}` is part of the JDK", class.binary()))
            .with_hint("Evoke tests classes of the jars and folders given with --classpath")),
        None => Ok(()),
    }
}

/// Top-level classes of a package of the class path's entries.
fn in_package(class_path: &ClassPath, package: &str, with_subpackages: bool) -> Vec<ClassName> {
    let package = package.replace('.', "/");
    let names = class_path.top_level_classes().into_iter();
    names
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
            let names: Vec<String> = nearest.iter().map(ClassName::binary).collect();
            Err(if let Some(folder) = names.iter().find_map(|name| folder_above(name, typed)) {
                failure.with_hint(format_args!(
                    "give the folder of its package with --classpath, {folder}, or, in a project of Maven or Gradle, the class with --include"
                ))
            } else if names.is_empty() {
                failure.with_hint("is its jar or folder given with --classpath?")
            } else {
                failure.with_hint(format_args!("did you mean {}?", names.join(", ")))
            })
        }
        Err(error) => Err(Failure::usage(error).with_hint("is the jar complete?")),
    }
}

/// The folder that a class is in which was taken for one of a longer name, since a folder above was given: `target/classes`.
fn folder_above(found: &str, typed: &str) -> Option<String> {
    let folder = found.strip_suffix(typed)?.strip_suffix('.')?;
    (!folder.is_empty()).then(|| folder.replace('.', "/"))
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
    let failure = Failure::usage(format_args!(
        "class `{typed}` was compiled for Java {release}, but the JDK at `{}` is Java {}",
        jdk.home.display(),
        jdk.feature
    ));
    Err(match Jdk::oldest_for(release) {
        Some(newer) => {
            failure.with_hint(format_args!("there is a newer one: --java-home {}", newer.home.display()))
        }
        None => failure.with_hint("give a newer JDK with --java-home"),
    })
}

fn looks_like_file(typed: &str) -> bool {
    let extension = Path::new(typed).extension().and_then(|extension| extension.to_str());
    typed.contains('/') || matches!(extension, Some("java" | "class" | "jar"))
}

#[cfg(test)]
mod tests {
    use super::folder_above;

    #[test]
    fn folder_of_a_class_is_known_where_one_above_it_was_given() {
        assert_eq!(folder_above("target.classes.a.B", "a.B").as_deref(), Some("target/classes"));
        assert_eq!(folder_above("a.B", "a.B"), None);
        assert_eq!(folder_above("x.aa.B", "a.B"), None);
    }
}
