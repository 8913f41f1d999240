//! Class paths from Maven coordinates, resolved once and remembered in a cache folder.

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
        let remembered = self.cache.join(format!("{}.classpath", coordinates.replace([':', '/'], "_")));
        if let Ok(class_path) = fs::read_to_string(&remembered)
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
        // Moved into place, so that a run that is interrupted never leaves half a file behind.
        fs::rename(&answer, &remembered).map_err(cache_error)?;
        let class_path = fs::read_to_string(&remembered).map_err(cache_error)?;
        Ok(class_path.trim().to_owned())
    }
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
    use super::*;

    #[test]
    fn class_path_that_is_remembered_needs_no_maven() {
        let folder = tempfile::tempdir().unwrap();
        let jar = folder.path().join("b.jar");
        fs::write(&jar, "").unwrap();
        fs::write(folder.path().join("a_b_1.classpath"), format!("{}\n", jar.display())).unwrap();
        let maven = Maven::new(folder.path().to_owned());
        assert_eq!(maven.class_path("a:b:1").unwrap(), jar.display().to_string());
    }

    #[test]
    fn classifier_is_part_of_the_dependency() {
        assert!(pom("g:a:1:tests").contains("<version>1</version><classifier>tests</classifier>"));
        assert!(!pom("g:a:1").contains("classifier"));
    }
}
