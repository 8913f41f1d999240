//! Finds the jars of JUnit: on the user's class path, in the local Maven repository, through Maven, or where Debian
//! puts them.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs};

use crate::JUnitVersion;
use crate::class_path_files::holds;

/// The last JUnit 5 that runs on Java 8, with everything in one jar.
const STANDALONE: Artifact =
    Artifact { group: "org.junit.platform", name: "junit-platform-console-standalone", version: "1.11.4" };
const JUNIT_4: Artifact = Artifact { group: "junit", name: "junit", version: "4.13.2" };
const HAMCREST: Artifact = Artifact { group: "org.hamcrest", name: "hamcrest-core", version: "1.3" };

/// What a complete JUnit 5 has: annotations, engine and launcher.
const JUNIT_5_CLASSES: [&str; 3] = [
    "org/junit/jupiter/api/Test.class",
    "org/junit/jupiter/engine/JupiterTestEngine.class",
    "org/junit/platform/launcher/Launcher.class",
];
/// What a complete JUnit 4 has: itself, and the Hamcrest it needs.
const JUNIT_4_CLASSES: [&str; 2] = ["org/junit/runner/JUnitCore.class", "org/hamcrest/SelfDescribing.class"];

/// JUnit is nowhere to be found.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "JUnit {version} was not found on the class path, in the local Maven repository, through Maven, or in `/usr/share/java`; \
     add its jars ({coordinates}) to the class path, or install Maven"
)]
pub struct JUnitNotFound {
    version: &'static str,
    coordinates: String,
}

struct Artifact {
    group: &'static str,
    name: &'static str,
    version: &'static str,
}

/// The jars to add to the class path so that JUnit is complete; none if it is already.
pub fn locate_junit(version: JUnitVersion, class_path: &[PathBuf]) -> Result<Vec<PathBuf>, JUnitNotFound> {
    let (classes, artifacts): (&[&str], &[Artifact]) = match version {
        JUnitVersion::V4 => (&JUNIT_4_CLASSES, &[JUNIT_4, HAMCREST]),
        JUnitVersion::V5 => (&JUNIT_5_CLASSES, &[STANDALONE]),
    };
    if classes.iter().all(|class| class_path.iter().any(|entry| holds(entry, class))) {
        return Ok(Vec::new());
    }
    from_maven(artifacts).or_else(|| from_system(version)).ok_or_else(|| JUnitNotFound {
        version: version.number(),
        coordinates: artifacts.iter().map(Artifact::coordinates).collect::<Vec<_>>().join(", "),
    })
}

impl Artifact {
    fn coordinates(&self) -> String {
        format!("{}:{}:{}", self.group, self.name, self.version)
    }

    fn jar_in(&self, repository: &Path) -> Option<PathBuf> {
        let folder = repository.join(self.group.replace('.', "/")).join(self.name).join(self.version);
        let jar = folder.join(format!("{}-{}.jar", self.name, self.version));
        jar.is_file().then_some(jar)
    }
}

/// Takes the artifacts from the local repository, after asking Maven to put them there if they are missing.
fn from_maven(artifacts: &[Artifact]) -> Option<Vec<PathBuf>> {
    let repository = local_repository()?;
    artifacts
        .iter()
        .map(|artifact| {
            artifact.jar_in(&repository).or_else(|| {
                fetch(artifact)?;
                artifact.jar_in(&repository)
            })
        })
        .collect()
}

fn fetch(artifact: &Artifact) -> Option<()> {
    let status = Command::new("mvn")
        .args(["-q", "-B", "dependency:get", "-Dtransitive=false"])
        .arg(format!("-Dartifact={}", artifact.coordinates()))
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .ok()?;
    status.success().then_some(())
}

/// `~/.m2/repository`, or what the user's settings name instead.
fn local_repository() -> Option<PathBuf> {
    let maven_home = env::home_dir()?.join(".m2");
    let settings = fs::read_to_string(maven_home.join("settings.xml")).unwrap_or_default();
    let configured = element(&settings, "localRepository").filter(|path| !path.contains("${"));
    Some(configured.map_or_else(|| maven_home.join("repository"), PathBuf::from))
}

fn element<'a>(xml: &'a str, name: &str) -> Option<&'a str> {
    let (_, rest) = xml.split_once(&format!("<{name}>"))?;
    let (content, _) = rest.split_once(&format!("</{name}>"))?;
    Some(content.trim())
}

fn from_system(version: JUnitVersion) -> Option<Vec<PathBuf>> {
    let names: &[&str] = match version {
        JUnitVersion::V4 => &["junit4", "hamcrest-core"],
        JUnitVersion::V5 => &[
            "junit-jupiter-api",
            "junit-jupiter-engine",
            "junit-platform-commons",
            "junit-platform-engine",
            "junit-platform-launcher",
            "opentest4j",
            "apiguardian-api",
        ],
    };
    let jars = names.iter().map(|name| {
        let jar = Path::new("/usr/share/java").join(format!("{name}.jar"));
        jar.is_file().then_some(jar)
    });
    jars.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_may_move_the_local_repository() {
        let settings = "<settings>\n <localRepository> /opt/m2 </localRepository>\n</settings>";
        assert_eq!(element(settings, "localRepository"), Some("/opt/m2"));
        assert_eq!(element("<settings/>", "localRepository"), None);
    }

    #[test]
    fn classes_are_found_in_folders() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("org/junit/runner/JUnitCore.class");
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(&file, []).unwrap();
        assert!(holds(folder.path(), "org/junit/runner/JUnitCore.class"));
        assert!(!holds(folder.path(), "org/junit/Test.class"));
    }

    #[test]
    fn api_without_engine_is_not_complete() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join(JUNIT_5_CLASSES[0]);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(&file, []).unwrap();
        let jars = locate_junit(JUnitVersion::V5, &[folder.path().to_owned()]).unwrap();
        assert!(!jars.is_empty());
    }
}
