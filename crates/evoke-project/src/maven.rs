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
    let mut with_code = effective_pom::modules(&text)?;
    with_code.retain(|module| module.packaging != "pom");
    let names = names(&with_code);
    names
        .into_iter()
        .zip(with_code)
        .map(|(name, module)| {
            let class_path = read(&answers.path().join(&module.id))?;
            Ok(of_pom(name, module, &class_path))
        })
        .collect()
}

/// What the modules are called: by their artifacts, with the group where several have the same.
fn names(modules: &[PomModule]) -> Vec<String> {
    let name = |module: &PomModule| {
        let n_same = modules.iter().filter(|other| other.artifact == module.artifact).count();
        if n_same > 1 { format!("{}:{}", module.group, module.artifact) } else { module.artifact.clone() }
    };
    modules.iter().map(name).collect()
}

/// The folder of the module's `pom.xml`, which the effective POM does not tell. Any of the folders that it does tell may be configured to lie
/// elsewhere, even below another module; so the nearest `pom.xml` above one of them counts which is of this artifact, else the first there is.
fn folder_of(module: &PomModule) -> PathBuf {
    let told = [&module.sources, &module.test_sources, &module.build_folder];
    let with_pom = told.into_iter().filter_map(|folder| folder.ancestors().find(|it| pom_in(it).is_file()));
    let candidates: Vec<&Path> = with_pom.collect();
    let is_own = |folder: &&&Path| {
        let pom = fs::read_to_string(pom_in(folder)).unwrap_or_default();
        effective_pom::artifact_of(&pom).is_some_and(|artifact| artifact == module.artifact)
    };
    let found = candidates.iter().find(is_own).or(candidates.first()).copied();
    found.or_else(|| module.build_folder.parent()).map(Path::to_path_buf).unwrap_or_default()
}

fn pom_in(folder: &Path) -> PathBuf {
    folder.join("pom.xml")
}

fn read(path: &Path) -> Result<String, ProjectError> {
    fs::read_to_string(path).map_err(|error| ProjectError::Answer { tool: "Maven", why: error.to_string() })
}

fn of_pom(name: String, pom: PomModule, class_path: &str) -> Module {
    let folder = folder_of(&pom);
    let classes: Vec<PathBuf> = Some(pom.output).into_iter().filter(|folder| folder.is_dir()).collect();
    let dependencies = class_path.trim().split(':').filter(|entry| !entry.is_empty()).map(PathBuf::from);
    // What is neither jar nor folder is no code.
    let there = dependencies
        .filter(|entry| entry.is_dir() || entry.extension().is_some_and(|it| it == "jar") && entry.is_file());
    Module {
        name,
        folder,
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

#[cfg(test)]
mod tests {
    use super::*;

    /// A module in this folder, as Maven lays it out.
    fn module(id: &str, folder: &Path) -> PomModule {
        let (group, artifact) = id.split_once(':').unwrap();
        PomModule {
            id: format!("{id}:jar:1"),
            group: group.to_owned(),
            artifact: artifact.to_owned(),
            packaging: "jar".to_owned(),
            sources: folder.join("src/main/java"),
            test_sources: folder.join("src/test/java"),
            output: folder.join("target/classes"),
            test_output: folder.join("target/test-classes"),
            build_folder: folder.join("target"),
            release: None,
            measures_coverage: false,
        }
    }

    fn write_pom(folder: &Path, artifact: &str) {
        fs::create_dir_all(folder).unwrap();
        let pom = format!("<project><artifactId>{artifact}</artifactId></project>");
        fs::write(pom_in(folder), pom).unwrap();
    }

    #[test]
    fn only_modules_of_one_artifact_are_named_with_their_groups() {
        let modules = ["a:core", "b:core", "a:shop"].map(|id| module(id, Path::new("/p")));
        assert_eq!(names(&modules), ["a:core", "b:core", "shop"]);
    }

    #[test]
    fn folder_of_a_module_has_its_build_file_wherever_it_builds() {
        let root = tempfile::tempdir().unwrap();
        let cart = root.path().join("cart");
        write_pom(root.path(), "all");
        write_pom(&cart, "cart");
        let usual = module("g:cart", &cart);
        assert_eq!(folder_of(&usual), cart);
        let built_elsewhere = PomModule { build_folder: root.path().join("out/cart"), ..usual.clone() };
        assert_eq!(folder_of(&built_elsewhere), cart);
        let with_sources_elsewhere = PomModule { sources: root.path().join("shared"), ..usual };
        assert_eq!(folder_of(&with_sources_elsewhere), cart);
    }

    #[test]
    fn folder_without_a_build_file_of_that_name_is_above_that_of_the_build() {
        let nowhere = Path::new("/nowhere/cart");
        assert_eq!(folder_of(&module("g:cart", nowhere)), nowhere);
    }

    #[test]
    fn build_file_that_does_not_tell_its_artifact_counts_where_no_other_does() {
        let root = tempfile::tempdir().unwrap();
        let cart = root.path().join("cart");
        write_pom(&cart, "${name}");
        assert_eq!(folder_of(&module("g:cart", &cart)), cart);
    }
}
