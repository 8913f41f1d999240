//! What the project in a folder has: a build, modules with class paths, JUnit, Mockito, JaCoCo, and places for suites.

use std::path::Path;

use evoke_classfile::{ClassPath, Jdk};
use evoke_junit::{JUnitVersion, Mockito, locate_junit};
use evoke_project::{Module, Project, TestFrameworks, TestSources, discover, select, tool_of};
use evoke_report::Finding;

use crate::generate::check_folder;

/// All of it, as far as it could be looked at.
pub(super) fn findings(root: &Path, java_home: Option<&Path>, jdk: Option<&Jdk>) -> Vec<Finding> {
    let tool = match tool_of(root) {
        Ok(tool) => tool,
        Err(error) => {
            let remedy = "give the folder of a build with --project; single classes are tested without one";
            return vec![Finding::warning("build tool", error, remedy)];
        }
    };
    let program = tool.program(root);
    let mut findings =
        vec![Finding::success("build tool", format_args!("{} by `{}`", tool.name(), program.display()))];
    let project = match discover(root, java_home, TestSources::Compile) {
        Ok(project) => project,
        Err(error) => {
            let remedy = "Evoke asks the build tool for class paths: mend the build, or give --classes and --classpath";
            findings.push(Finding::error("build", error, remedy));
            return findings;
        }
    };
    findings.push(modules(&project));
    for module in &project.modules {
        findings.extend(jdk.into_iter().flat_map(|jdk| of_module(module, jdk)));
    }
    findings.push(if project.modules.iter().any(|module| module.measures_coverage) {
        Finding::success("JaCoCo", "the build measures coverage")
    } else {
        Finding::success("JaCoCo", "not in the build, which Evoke can do without")
    });
    findings
}

fn modules(project: &Project) -> Finding {
    let names: Vec<&str> = project.modules.iter().map(|module| module.name.as_str()).collect();
    if names.is_empty() {
        return Finding::error(
            "modules",
            "none has classes",
            "is there code, and does the build compile it?",
        );
    }
    Finding::success("modules", format_args!("{} with classes: {}", names.len(), names.join(", ")))
}

fn of_module(module: &Module, jdk: &Jdk) -> Vec<Finding> {
    let name = |what: &str| format!("{what} {}", module.name);
    let class_path = match ClassPath::open(&module.class_path, jdk) {
        Ok(class_path) => class_path,
        Err(error) => return vec![Finding::error(&name("class path"), error, "build the project anew")],
    };
    let entries = module.class_path.len();
    let mut findings =
        vec![Finding::success(&name("class path"), format_args!("{entries} jars and folders"))];
    findings.push(release(&name("classes"), module, jdk));
    let frameworks = TestFrameworks::of(&class_path);
    findings.push(junit(&name("JUnit"), frameworks, &module.class_path));
    let mockito = match Mockito::of(&class_path) {
        Some(_) => "found; wide stubs are written with it",
        None => "none of version 5 or later, which Evoke can do without",
    };
    findings.push(Finding::success(&name("Mockito"), mockito));
    if let Some(tests) = &module.test_sources {
        findings.push(match check_folder(tests) {
            Ok(()) => Finding::success(&name("suites"), format_args!("go to {}", tests.display())),
            Err(error) => {
                let error = error.to_string();
                let first = error.lines().next().unwrap_or_default().trim_start_matches("error: ").to_owned();
                Finding::error(&name("suites"), first, "make the folder writable, or give another with --out")
            }
        });
    }
    findings
}

fn release(what: &str, module: &Module, jdk: &Jdk) -> Finding {
    let selection = match select(module, jdk) {
        Ok(selection) => selection,
        Err(error) => return Finding::error(what, error, "build the project anew"),
    };
    let release = selection
        .classes
        .iter()
        .map(|class| class.release)
        .max()
        .unwrap_or(0)
        .max(module.release.unwrap_or(0));
    let found = format!("{} to test, for Java {release}", selection.classes.len());
    if selection.classes.is_empty() {
        return Finding::warning(what, "none to test", "leave the module out with --module");
    }
    if jdk.feature >= release {
        return Finding::success(what, found);
    }
    match Jdk::oldest_for(release) {
        Some(other) => Finding::warning(
            what,
            found,
            format_args!(
                "tests run with Java {} in {home}, but the build may not: set JAVA_HOME={home} for it",
                other.feature,
                home = other.home.display()
            ),
        ),
        None => Finding::error(what, found, format_args!("give a JDK {release} with --java-home")),
    }
}

fn junit(what: &str, frameworks: TestFrameworks, class_path: &[std::path::PathBuf]) -> Finding {
    let version = match (frameworks.jupiter, frameworks.junit4) {
        (true, _) => JUnitVersion::V5,
        (false, true) => JUnitVersion::V4,
        (false, false) => {
            return Finding::error(
                what,
                "none on the class path of the tests",
                "add JUnit to the dependencies of the module",
            );
        }
    };
    match locate_junit(version, class_path) {
        Ok(_) => Finding::success(what, format_args!("JUnit {}", version.number())),
        Err(error) => Finding::error(what, error, "install Maven, which fetches it"),
    }
}
