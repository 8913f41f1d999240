//! Asks Gradle for the modules of a project: an init script adds a task to each that prints what it knows as a line of JSON.

use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::effective_pom::parse_release;
use crate::error::ProjectError;
use crate::module::Module;
use crate::test_sources::TestSources;
use crate::tool_run::run_offline_first;

/// Works with Groovy and Kotlin builds alike: it sees the projects, not their scripts.
const INIT_SCRIPT: &str = include_str!("evoke.init.gradle");

/// What a line for us begins with.
const MARK: &str = "EVOKE-MODULE ";

/// One line of the init script.
#[derive(Deserialize)]
struct Printed {
    name: String,
    folder: PathBuf,
    build_folder: PathBuf,
    classes: Vec<PathBuf>,
    class_path: Vec<PathBuf>,
    sources: Vec<PathBuf>,
    test_sources: Option<PathBuf>,
    test_classes: Vec<PathBuf>,
    release: Option<String>,
    measures_coverage: bool,
}

/// The modules of the project in this folder that have Java classes.
pub(crate) fn modules(
    program: &Path,
    root: &Path,
    java_home: Option<&Path>,
    tests: TestSources,
) -> Result<Vec<Module>, ProjectError> {
    let failed = |source| ProjectError::Io { what: "write an init script for Gradle".to_owned(), source };
    let folder = tempfile::Builder::new().prefix("evoke-gradle-").tempdir().map_err(failed)?;
    let script = folder.path().join("evoke.init.gradle");
    fs::write(&script, INIT_SCRIPT).map_err(failed)?;
    let arguments = [
        "-q",
        "--console=plain",
        // What is asked is asked of the projects themselves, which a stored configuration does not have.
        "-Dorg.gradle.configuration-cache=false",
        "-Dorg.gradle.unsafe.configuration-cache=false",
        "--init-script",
        &script.display().to_string(),
        "evokeModule",
    ]
    .map(str::to_owned);
    let without_tests: &[&str] = match tests {
        TestSources::Compile => &[],
        TestSources::Leave => &["--exclude-task", "compileTestJava"],
    };
    let arguments: Vec<String> =
        arguments.into_iter().chain(without_tests.iter().map(|word| (*word).to_owned())).collect();
    let output = run_offline_first(program, root, java_home, ("--offline", "testClasses"), &arguments)?;
    output.lines().filter_map(|line| line.trim().strip_prefix(MARK)).map(parse).collect()
}

fn parse(line: &str) -> Result<Module, ProjectError> {
    let printed: Printed = serde_json::from_str(line)
        .map_err(|error| ProjectError::Answer { tool: "Gradle", why: error.to_string() })?;
    let classes: Vec<PathBuf> = printed.classes.into_iter().filter(|folder| folder.is_dir()).collect();
    let others = printed.class_path.into_iter().filter(|entry| {
        let is_jar = entry.extension().is_some_and(|it| it == "jar") && entry.is_file();
        (entry.is_dir() || is_jar) && !classes.contains(entry)
    });
    Ok(Module {
        name: printed.name,
        folder: printed.folder,
        class_path: classes.iter().cloned().chain(others).collect(),
        sources: printed
            .sources
            .into_iter()
            .filter(|folder| !folder.starts_with(&printed.build_folder))
            .collect(),
        test_sources: printed.test_sources,
        test_classes: printed.test_classes.into_iter().filter(|folder| folder.is_dir()).collect(),
        build_folder: Some(printed.build_folder),
        measures_coverage: printed.measures_coverage,
        release: printed.release.as_deref().and_then(parse_release),
        classes,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_of_the_init_script_becomes_a_module() {
        let folder = tempfile::tempdir().unwrap();
        let classes = folder.path().join("classes");
        fs::create_dir(&classes).unwrap();
        let line = format!(
            r#"{{"name":":app","folder":"/p/app","build_folder":"/p/app/build","classes":["{0}"],"class_path":["{0}","/no.jar"],
            "sources":["/p/app/src","/p/app/build/generated"],"test_sources":"/p/app/test","test_classes":["/no/tests"],"release":"1.8","measures_coverage":true}}"#,
            classes.display()
        );
        let module = parse(&line.replace('\n', "")).unwrap();
        assert_eq!((module.classes.clone(), module.release), (vec![classes.clone()], Some(8)));
        assert_eq!((module.class_path, module.sources), (vec![classes], vec![PathBuf::from("/p/app/src")]));
    }
}
