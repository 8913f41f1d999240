//! Class paths from Maven coordinates, resolved once and remembered in a cache folder; those of versions that move are resolved each time.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const GOAL: &str = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:build-classpath";

/// Resolves coordinates `group:artifact:version[:classifier]`.
#[derive(Clone, Debug)]
pub struct Maven {
    cache: PathBuf,
}

/// Maven is missing or could not resolve what was asked for.
#[derive(Debug, thiserror::Error)]
pub enum MavenError {
    /// There is no `mvn` on the path.
    #[error("`mvn`, which finds {0}, is not on the path")]
    Missing(String),
    /// Maven says that it cannot.
    #[error("cannot resolve {coordinates}: {reason}")]
    Unresolved {
        /// What was asked for.
        coordinates: String,
        /// The first error that Maven printed.
        reason: String,
    },
    /// The cache cannot be used.
    #[error("remember class paths in `{}`: {source}", folder.display())]
    Cache {
        /// Its folder.
        folder: PathBuf,
        /// Why.
        source: io::Error,
    },
}

impl Maven {
    /// Remembers class paths in this folder, which is made when it is needed.
    pub fn new(cache: PathBuf) -> Self {
        Self { cache }
    }

    /// The jar named and everything it needs at run time, the jar itself first, separated by `:`.
    ///
    /// # Errors
    ///
    /// See [`MavenError`].
    pub fn class_path(&self, coordinates: &str) -> Result<String, MavenError> {
        let remembered = self.cache.join(file_name(coordinates));
        let names_a_release = !may_move(coordinates);
        if names_a_release
            && let Ok(class_path) = fs::read_to_string(&remembered)
            && class_path.trim().split(':').all(|jar| Path::new(jar).is_file())
        {
            return Ok(class_path.trim().to_owned());
        }
        let cache_error = |source| MavenError::Cache { folder: self.cache.clone(), source };
        fs::create_dir_all(&self.cache).map_err(cache_error)?;
        let folder = tempfile::tempdir_in(&self.cache).map_err(cache_error)?;
        let answer = folder.path().join("classpath");
        fs::write(folder.path().join("pom.xml"), pom(coordinates)).map_err(cache_error)?;
        let unresolved = |reason| MavenError::Unresolved { coordinates: coordinates.to_owned(), reason };
        let output = Command::new("mvn")
            .args(["-q", "-B", GOAL, "-Dmdep.includeScope=runtime"])
            .arg(format!("-Dmdep.outputFile={}", answer.display()))
            .current_dir(folder.path())
            .stdin(Stdio::null())
            .output()
            .map_err(|_| MavenError::Missing(coordinates.to_owned()))?;
        if !output.status.success() || !answer.is_file() {
            return Err(unresolved(first_error(&String::from_utf8_lossy(&output.stdout))));
        }
        let class_path = fs::read_to_string(&answer).map_err(cache_error)?;
        if names_a_release {
            // Moved into place, so that a run that is interrupted never leaves half a file behind.
            fs::rename(&answer, &remembered).map_err(cache_error)?;
        }
        Ok(class_path.trim().to_owned())
    }
}

/// Where the class path of coordinates is remembered. What is not plain is written in hexadecimal, so that no two share a file.
fn file_name(coordinates: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
    let encoded = coordinates
        .bytes()
        .map(|byte| if is_plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02x}") });
    format!("{}.classpath", encoded.collect::<String>())
}

/// Whether the version is a snapshot, a range or one of Maven's words for the last one, which stand for other files tomorrow.
pub(crate) fn may_move(coordinates: &str) -> bool {
    let moves = |version: &str| {
        version.ends_with("-SNAPSHOT")
            || matches!(version, "LATEST" | "RELEASE")
            || version.starts_with(['[', '('])
    };
    coordinates.split(':').nth(2).is_some_and(moves)
}

/// A project that depends on nothing but the coordinates.
fn pom(coordinates: &str) -> String {
    let mut parts = coordinates.split(':').map(|part| part.replace('&', "&amp;").replace('<', "&lt;"));
    let mut part = || parts.next().unwrap_or_default();
    let (group, artifact, version) = (part(), part(), part());
    let classifier = parts.next().map(|name| format!("<classifier>{name}</classifier>")).unwrap_or_default();
    format!(
        "<project xmlns=\"http://maven.apache.org/POM/4.0.0\"><modelVersion>4.0.0</modelVersion>\
         <groupId>evoke.study</groupId><artifactId>subject</artifactId><version>1</version><dependencies><dependency>\
         <groupId>{group}</groupId><artifactId>{artifact}</artifactId><version>{version}</version>{classifier}\
         </dependency></dependencies></project>\n"
    )
}

/// The first line in which Maven says what went wrong.
fn first_error(output: &str) -> String {
    let line = output.lines().find_map(|line| line.strip_prefix("[ERROR]"));
    line.map_or("no reason given", str::trim).to_owned()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn class_path_that_is_remembered_needs_no_maven() {
        let folder = tempfile::tempdir().unwrap();
        let jar = folder.path().join("b.jar");
        fs::write(&jar, "").unwrap();
        fs::write(folder.path().join(file_name("a:b:1")), format!("{}\n", jar.display())).unwrap();
        let maven = Maven::new(folder.path().to_owned());
        assert_eq!(maven.class_path("a:b:1").unwrap(), jar.display().to_string());
    }

    #[test]
    fn no_two_coordinates_are_remembered_in_one_file() {
        assert_eq!(file_name("org.a:b-c:1.0"), "org.a%3ab-c%3a1.0.classpath");
        let similar = ["a:b_c:1", "a_b:c:1", "a/b:c:1", "a:b:c:1", "a%3ab:c:1"];
        let names: BTreeSet<String> = similar.into_iter().map(file_name).collect();
        assert_eq!(names.len(), similar.len());
        assert!(names.iter().all(|name| !name.contains('/')));
    }

    #[test]
    fn snapshots_ranges_and_words_for_the_last_version_move() {
        for moving in ["1.2-SNAPSHOT", "1.2-SNAPSHOT:tests", "LATEST", "RELEASE", "[1.0,)", "(,2]"] {
            assert!(may_move(&format!("a:b:{moving}")), "{moving}");
        }
        assert!(!may_move("a:b:1.2") && !may_move("a-SNAPSHOT:b:1") && !may_move("a:b"));
    }

    #[test]
    fn classifier_is_part_of_the_dependency() {
        assert!(pom("g:a:1:tests").contains("<version>1</version><classifier>tests</classifier>"));
        assert!(!pom("g:a:1").contains("classifier"));
    }
}
