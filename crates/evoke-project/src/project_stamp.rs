//! A stamp of all that a build tool's answer about a project depends on, so that it need not be asked again as long as nothing of that
//! has changed.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use sha2::{Digest as _, Sha256};
use walkdir::{DirEntry, WalkDir};

use crate::discovery::Project;
use crate::hash::digits;

/// Files by which builds are told what to do, wherever they lie.
const BUILD_FILES: [&str; 4] =
    ["pom.xml", "gradle.properties", "gradle-wrapper.properties", "maven-wrapper.properties"];
/// How the names of others end: builds and settings, scripts that these apply, and catalogues of versions.
const BUILD_FILE_ENDINGS: [&str; 3] = [".gradle", ".gradle.kts", ".versions.toml"];
/// Where Maven keeps what its command line has besides, extensions and its wrapper.
const MAVEN_FOLDER: &str = ".mvn";
/// Folders of which every file tells a build what to do: Gradle compiles plugins from the latter two.
const BUILD_LOGIC: [&str; 3] = [MAVEN_FOLDER, "buildSrc", "build-logic"];
/// Folders that have what is made of build logic, beside its sources.
const MADE_OF_LOGIC: [&str; 2] = ["build", "bin"];
/// Where modules keep what is compiled or copied.
const SOURCES: &str = "src";

/// What identifies the state of a project: equal where build files, the sources of the build's own plugins, sources, resources, compiled classes and
/// jars have the size and the time of change that they had, and the build tool would run on the same JDK. Sources of tests count where they are the
/// user's own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProjectStamp {
    hash: String,
    /// The latest change of what the build reads.
    changed: SystemTime,
}

impl ProjectStamp {
    /// That of a project as it is now; `java_home` is the JDK that the build tool is told to run on, and `is_generated` says of a source of
    /// tests whether it is none of the user's.
    pub fn of(project: &Project, java_home: Option<&Path>, is_generated: &dyn Fn(&Path) -> bool) -> Self {
        let mut files = Files { hash: Sha256::new(), changed: UNIX_EPOCH };
        let home = java_home.map(Path::to_path_buf).or_else(|| env::var_os("JAVA_HOME").map(PathBuf::from));
        files.hash.update(format!("{home:?} {:?}\n", project.tool));
        for path in read_by_build(project) {
            files.add_input(&path);
        }
        for folder in project.modules.iter().filter_map(|module| module.test_sources.as_ref()) {
            for path in files_below(folder, |_| true).into_iter().filter(|path| !is_generated(path)) {
                files.add_input(&path);
            }
        }
        for entry in project.modules.iter().flat_map(|module| &module.class_path) {
            for path in files_below(entry, |_| true) {
                files.add(&path);
            }
        }
        Self { hash: digits(&files.hash.finalize()), changed: files.changed }
    }

    /// The state as text.
    pub fn as_str(&self) -> &str {
        &self.hash
    }

    /// Whether what the build reads has not changed since this moment: a build that was begun then has seen all of it.
    pub fn is_older_than(&self, moment: SystemTime) -> bool {
        self.changed < moment
    }
}

struct Files {
    hash: Sha256,
    changed: SystemTime,
}

impl Files {
    /// Adds a file, and gives the time of its last change.
    fn add(&mut self, path: &Path) -> SystemTime {
        let data = fs::metadata(path).ok();
        let size = data.as_ref().map_or(0, fs::Metadata::len);
        let changed = data.and_then(|data| data.modified().ok()).unwrap_or(UNIX_EPOCH);
        let since = changed.duration_since(UNIX_EPOCH).unwrap_or_default();
        self.hash.update(format!("{} {size} {}\n", path.display(), since.as_nanos()));
        changed
    }

    fn add_input(&mut self, path: &Path) {
        self.changed = self.add(path).max(self.changed);
    }
}

/// Build files and build logic of the whole project, and what is below the folders of its modules' sources.
fn read_by_build(project: &Project) -> Vec<PathBuf> {
    let mut paths = build_files(project);
    for module in &project.modules {
        let is_tests = |entry: &DirEntry| module.test_sources.as_deref() == Some(entry.path());
        let folders = module.sources.iter().cloned().chain([module.folder.join(SOURCES)]);
        paths.extend(folders.flat_map(|folder| files_below(&folder, |entry| !is_tests(entry))));
    }
    paths.sort_unstable();
    paths.dedup();
    paths
}

/// Build files and build logic, apart from what builds make and what is hidden.
fn build_files(project: &Project) -> Vec<PathBuf> {
    let build_folders: Vec<&PathBuf> =
        project.modules.iter().filter_map(|module| module.build_folder.as_ref()).collect();
    let is_looked_into = |entry: &DirEntry| {
        let name = entry.file_name().to_string_lossy();
        let is_hidden = entry.depth() > 0 && name.starts_with('.') && name != MAVEN_FOLDER;
        let is_made = build_folders.iter().any(|folder| entry.path() == *folder)
            || is_made_of_logic(in_project(project, entry.path()));
        !is_hidden && name != "node_modules" && !is_made
    };
    let mut paths = files_below(&project.root, is_looked_into);
    paths.retain(|path| is_build_file(path) || is_build_logic(in_project(project, path)));
    paths
}

fn in_project<'a>(project: &Project, path: &'a Path) -> &'a Path {
    path.strip_prefix(&project.root).unwrap_or(path)
}

fn is_build_file(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    BUILD_FILES.contains(&&*name) || BUILD_FILE_ENDINGS.iter().any(|ending| name.ends_with(*ending))
}

/// Whether something at this path in the project lies in build logic.
fn is_build_logic(path: &Path) -> bool {
    let mut folders = path.ancestors().skip(1).filter_map(Path::file_name);
    folders.any(|folder| BUILD_LOGIC.iter().any(|it| folder == *it))
}

/// Whether something at this path in the project is made of build logic. A package of sources may have the same name.
fn is_made_of_logic(path: &Path) -> bool {
    let is_named = path.file_name().is_some_and(|name| MADE_OF_LOGIC.iter().any(|it| name == *it));
    is_named && is_build_logic(path) && !path.iter().any(|folder| folder == SOURCES)
}

/// Files, in order, or the one that is there instead of a folder.
fn files_below(folder: &Path, is_looked_into: impl Fn(&DirEntry) -> bool) -> Vec<PathBuf> {
    let walk = WalkDir::new(folder).sort_by_file_name().into_iter().filter_entry(is_looked_into);
    walk.flatten().filter(|entry| entry.file_type().is_file()).map(DirEntry::into_path).collect()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::discovery::{BuildTool, of_folders};

    fn write(root: &Path, file: &str, text: &str) {
        let path = root.join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// A project with a build file, a source, a class and a test.
    fn project(root: &Path) -> Project {
        for file in ["pom.xml", "src/main/java/A.java", "target/classes/A.class", "src/test/java/ATest.java"]
        {
            write(root, file, "one");
        }
        let mut project = of_folders(root.to_owned(), vec![root.join("target/classes")], &[]);
        project.tool = BuildTool::Maven;
        project.modules[0].build_folder = Some(root.join("target"));
        project.modules[0].sources = vec![root.join("src/main/java")];
        project.modules[0].test_sources = Some(root.join("src/test/java"));
        project
    }

    fn is_generated(path: &Path) -> bool {
        path.ends_with("BTest.java")
    }

    #[test]
    fn what_the_build_reads_and_makes_changes_the_stamp_and_generated_tests_do_not() {
        let root = tempfile::tempdir().unwrap();
        let project = project(root.path());
        let stamp = || ProjectStamp::of(&project, None, &is_generated).as_str().to_owned();
        let mut before = stamp();
        for file in [
            "pom.xml",
            "src/main/java/A.java",
            "target/classes/A.class",
            "src/main/resources",
            "src/test/java/ATest.java",
        ] {
            fs::write(root.path().join(file), "other").unwrap();
            assert_ne!(stamp(), before, "{file}");
            before = stamp();
        }
        for file in ["src/test/java/BTest.java", "result.json", "target/log"] {
            fs::write(root.path().join(file), "other").unwrap();
            assert_eq!(stamp(), before, "{file}");
        }
        assert_ne!(ProjectStamp::of(&project, Some(Path::new("/jdk")), &is_generated).as_str(), before);
    }

    #[test]
    fn build_logic_changes_the_stamp_and_what_is_made_of_it_does_not() {
        let root = tempfile::tempdir().unwrap();
        let project = project(root.path());
        let stamp = || ProjectStamp::of(&project, None, &is_generated).as_str().to_owned();
        let mut before = stamp();
        for file in [
            "gradle/dependencies.gradle",
            "app/settings.gradle.kts",
            "gradle/tools.versions.toml",
            "gradle/wrapper/gradle-wrapper.properties",
            ".mvn/maven.config",
            ".mvn/wrapper/maven-wrapper.properties",
            "buildSrc/src/main/java/build/Conventions.java",
            "build-logic/checks/src/main/kotlin/checks.kt",
        ] {
            write(root.path(), file, "other");
            assert_ne!(stamp(), before, "{file}");
            before = stamp();
        }
        for file in [
            "buildSrc/build/libs/buildSrc.jar",
            "buildSrc/.gradle/state",
            "build-logic/checks/bin/main/checks.class",
            "node_modules/left-pad/build.gradle",
            ".idea/a.gradle",
            "target/a.gradle",
            "notes.toml",
        ] {
            write(root.path(), file, "other");
            assert_eq!(stamp(), before, "{file}");
        }
    }

    #[test]
    fn stamp_knows_whether_something_changed_since_a_build_was_begun() {
        let root = tempfile::tempdir().unwrap();
        let project = project(root.path());
        let stamp = ProjectStamp::of(&project, None, &is_generated);
        let now = SystemTime::now() + Duration::from_secs(1);
        assert!(stamp.is_older_than(now) && !stamp.is_older_than(now - Duration::from_secs(60)));
    }
}
