//! A stamp of all that a build tool's answer about a project depends on, so that it need not be asked again as long as nothing of that
//! has changed.

use std::env;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use sha2::{Digest as _, Sha256};
use walkdir::{DirEntry, WalkDir};

use crate::discovery::Project;

/// Files by which builds are told what to do, wherever they lie.
const BUILD_FILES: [&str; 7] = [
    "pom.xml",
    "build.gradle",
    "build.gradle.kts",
    "settings.gradle",
    "settings.gradle.kts",
    "gradle.properties",
    "libs.versions.toml",
];
/// Where Maven keeps what its command line has besides.
const MAVEN_FOLDER: &str = ".mvn";
/// Where modules keep what is compiled or copied.
const SOURCES: &str = "src";

/// What identifies the state of a project: equal where build files, sources, resources, compiled classes and jars have the size and the time of
/// change that they had, and the build tool would run on the same JDK. Sources of tests count where they are the user's own.
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

/// Build files of the whole project, and what is below the folders of its modules' sources.
fn read_by_build(project: &Project) -> Vec<PathBuf> {
    let build_folders: Vec<&PathBuf> =
        project.modules.iter().filter_map(|module| module.build_folder.as_ref()).collect();
    let is_looked_into = |entry: &DirEntry| {
        let name = entry.file_name().to_string_lossy();
        let is_hidden = entry.depth() > 0 && name.starts_with('.') && name != MAVEN_FOLDER;
        !is_hidden && name != "node_modules" && !build_folders.iter().any(|folder| entry.path() == *folder)
    };
    let is_build_file = |path: &PathBuf| {
        let is_named = path.file_name().is_some_and(|name| BUILD_FILES.iter().any(|it| name == *it));
        is_named || path.parent().is_some_and(|folder| folder.ends_with(MAVEN_FOLDER))
    };
    let mut paths = files_below(&project.root, is_looked_into);
    paths.retain(is_build_file);
    for module in &project.modules {
        let is_tests = |entry: &DirEntry| module.test_sources.as_deref() == Some(entry.path());
        let folders = module.sources.iter().cloned().chain([module.folder.join(SOURCES)]);
        paths.extend(folders.flat_map(|folder| files_below(&folder, |entry| !is_tests(entry))));
    }
    paths.sort_unstable();
    paths.dedup();
    paths
}

/// Files, in order, or the one that is there instead of a folder.
fn files_below(folder: &Path, is_looked_into: impl Fn(&DirEntry) -> bool) -> Vec<PathBuf> {
    let walk = WalkDir::new(folder).sort_by_file_name().into_iter().filter_entry(is_looked_into);
    walk.flatten().filter(|entry| entry.file_type().is_file()).map(DirEntry::into_path).collect()
}

fn digits(hash: &[u8]) -> String {
    hash.iter().take(16).fold(String::new(), |mut digits, byte| {
        // Writing to a string does not fail.
        let _ = write!(digits, "{byte:02x}");
        digits
    })
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::discovery::{BuildTool, of_folders};

    /// A project with a build file, a source, a class and a test.
    fn project(root: &Path) -> Project {
        for file in ["pom.xml", "src/main/java/A.java", "target/classes/A.class", "src/test/java/ATest.java"]
        {
            let path = root.join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "one").unwrap();
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
    fn stamp_knows_whether_something_changed_since_a_build_was_begun() {
        let root = tempfile::tempdir().unwrap();
        let project = project(root.path());
        let stamp = ProjectStamp::of(&project, None, &is_generated);
        let now = SystemTime::now() + Duration::from_secs(1);
        assert!(stamp.is_older_than(now) && !stamp.is_older_than(now - Duration::from_secs(60)));
    }
}
