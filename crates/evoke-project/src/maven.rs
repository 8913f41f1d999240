//! Asks Maven for the modules of a project: one call compiles what has to be, writes the class path of each module's tests into a file, and the
//! effective POM of all into another.

use std::fs;
use std::path::{Path, PathBuf};

use crate::effective_pom::{self, PomModule};
use crate::error::ProjectError;
use crate::module::Module;
use crate::test_sources::TestSources;
use crate::tool_run::run_offline_first;

/// Named in full, so that Maven need not look up what the short name stands for, which it cannot offline.
const BUILD_CLASS_PATH: &str = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:build-classpath";
const EFFECTIVE_POM: &str = "org.apache.maven.plugins:maven-help-plugin:3.5.1:effective-pom";

/// The modules of the project in this folder that are not only there to hold others together.
pub(crate) fn modules(
    program: &Path,
    root: &Path,
    java_home: Option<&Path>,
    tests: TestSources,
) -> Result<Vec<Module>, ProjectError> {
    let answers = tempfile::Builder::new().prefix("evoke-maven-").tempdir().map_err(|source| {
        ProjectError::Io { what: "create a folder for Maven's answers".to_owned(), source }
    })?;
    let pom = answers.path().join("effective-pom.xml");
    let mut arguments = vec![
        "-q".to_owned(),
        "-B".to_owned(),
        "-Dstyle.color=never".to_owned(),
        "test-compile".to_owned(),
        BUILD_CLASS_PATH.to_owned(),
        "-Dmdep.includeScope=test".to_owned(),
        // Maven puts in the module's name; it does so at the end of a value only.
        format!("-Dmdep.outputFile={}/${{project.id}}", answers.path().display()),
        EFFECTIVE_POM.to_owned(),
        format!("-Doutput={}", pom.display()),
    ];
    if tests == TestSources::Leave {
        arguments.push("-Dmaven.test.skip=true".to_owned());
    }
    run_offline_first(program, root, java_home, ("-o", "test-compile"), &arguments)?;
    let text = read(&pom)?;
    let found = effective_pom::modules(&text)?;
    let with_code = found.into_iter().filter(|module| module.packaging != "pom");
    with_code
        .map(|module| {
            let class_path = read(&answers.path().join(&module.id))?;
            Ok(of_pom(module, &class_path))
        })
        .collect()
}

fn read(path: &Path) -> Result<String, ProjectError> {
    fs::read_to_string(path).map_err(|error| ProjectError::Answer { tool: "Maven", why: error.to_string() })
}

fn of_pom(pom: PomModule, class_path: &str) -> Module {
    let classes: Vec<PathBuf> = Some(pom.output).into_iter().filter(|folder| folder.is_dir()).collect();
    let dependencies = class_path.trim().split(':').filter(|entry| !entry.is_empty()).map(PathBuf::from);
    // What is neither jar nor folder is no code.
    let there = dependencies
        .filter(|entry| entry.is_dir() || entry.extension().is_some_and(|it| it == "jar") && entry.is_file());
    Module {
        name: pom.artifact,
        folder: pom.build_folder.parent().map(Path::to_path_buf).unwrap_or_default(),
        class_path: classes.iter().cloned().chain(there).collect(),
        classes,
        sources: vec![pom.sources],
        test_sources: Some(pom.test_sources),
        test_classes: Some(pom.test_output).into_iter().filter(|folder| folder.is_dir()).collect(),
        build_folder: Some(pom.build_folder),
        release: pom.release,
        measures_coverage: pom.measures_coverage,
    }
}
