//! An installed JDK (or JRE): which release it is, and where its `libjvm` and its classes are.

use std::path::{Path, PathBuf};
use std::{env, fs};

use super::image::ModuleImage;
use crate::ClassName;

/// Where `libjvm` may lie under a home folder, by release and platform. The first that exists is used.
const LIBJVM_PATHS: [&str; 14] = [
    "lib/server/libjvm.so",
    "lib/server/libjvm.dylib",
    "bin/server/jvm.dll",
    "jre/lib/amd64/server/libjvm.so",
    "jre/lib/aarch64/server/libjvm.so",
    "jre/lib/i386/server/libjvm.so",
    "jre/lib/ppc64le/server/libjvm.so",
    "jre/lib/s390x/server/libjvm.so",
    "jre/lib/arm/server/libjvm.so",
    "jre/lib/server/libjvm.dylib",
    "jre/bin/server/jvm.dll",
    "lib/amd64/server/libjvm.so",
    "lib/aarch64/server/libjvm.so",
    "lib/i386/server/libjvm.so",
];

/// Jars of Java 8 whose classes the boot loader sees, beside `rt.jar`.
const BOOT_JARS: [&str; 4] = ["rt.jar", "jce.jar", "jsse.jar", "charsets.jar"];

/// A JDK or JRE installation whose classes and `libjvm` are used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Jdk {
    /// Its home folder.
    pub home: PathBuf,
    /// Feature release: 8, 11, 17, …
    pub feature: u16,
}

/// No usable JDK.
#[derive(Debug, thiserror::Error)]
pub enum JdkError {
    /// The folder is not a JDK.
    #[error("`{0}` is not a JDK")]
    NotAJdk(PathBuf),
    /// It has classes but no virtual machine to load.
    #[error("JDK `{0}` has no HotSpot server libjvm")]
    NoLibjvm(PathBuf),
    /// It has neither a readable `release` file nor a readable `java.lang.Object`.
    #[error("JDK `{0}` does not tell its release")]
    UnknownRelease(PathBuf),
    /// The variable `JAVA_HOME` leads to something unusable.
    #[error("JAVA_HOME is set, but not to a usable JDK")]
    JavaHome(#[source] Box<JdkError>),
    /// None was named, and none is on the path.
    #[error("no JDK found: JAVA_HOME is not set and no `java` of a JDK is on the path")]
    NoneFound,
}

impl Jdk {
    /// Reads `home/release` and checks that it holds a `libjvm` and its classes.
    ///
    /// A `jre` folder inside a JDK stands for that JDK, which also has a compiler.
    pub fn at(home: &Path) -> Result<Self, JdkError> {
        let home = enclosing_jdk(home).unwrap_or_else(|| home.to_path_buf());
        let mut jdk = Self { home, feature: 0 };
        if !jdk.module_image().is_file() && jdk.boot_jars().is_empty() {
            return Err(JdkError::NotAJdk(jdk.home));
        }
        if jdk.existing_libjvm().is_none() {
            return Err(JdkError::NoLibjvm(jdk.home));
        }
        match jdk.release_of_file().or_else(|| jdk.release_of_classes()) {
            Some(feature) => jdk.feature = feature,
            None => return Err(JdkError::UnknownRelease(jdk.home)),
        }
        Ok(jdk)
    }

    /// The `libjvm` to load.
    pub fn libjvm(&self) -> PathBuf {
        self.existing_libjvm().unwrap_or_else(|| self.home.join(LIBJVM_PATHS[0]))
    }

    fn existing_libjvm(&self) -> Option<PathBuf> {
        LIBJVM_PATHS.iter().map(|path| self.home.join(path)).find(|libjvm| libjvm.is_file())
    }

    /// `lib/modules`, which holds the classes since Java 9.
    pub(super) fn module_image(&self) -> PathBuf {
        self.home.join("lib").join("modules")
    }

    /// The jars that hold the classes until Java 8; empty for later releases.
    pub(super) fn boot_jars(&self) -> Vec<PathBuf> {
        let folder = ["jre/lib", "lib"]
            .iter()
            .map(|folder| self.home.join(folder))
            .find(|folder| folder.join("rt.jar").is_file());
        folder.map_or_else(Vec::new, |folder| {
            BOOT_JARS.iter().map(|jar| folder.join(jar)).filter(|jar| jar.is_file()).collect()
        })
    }

    /// Feature release in `JAVA_VERSION` of the `release` file.
    fn release_of_file(&self) -> Option<u16> {
        let release = fs::read_to_string(self.home.join("release")).ok()?;
        let version = release.lines().find_map(|line| line.trim().strip_prefix("JAVA_VERSION="))?;
        feature_release(version.trim_matches('"'))
    }

    /// Feature release by the class file version of `java.lang.Object`: 52 is Java 8.
    fn release_of_classes(&self) -> Option<u16> {
        if self.module_image().is_file() {
            let image = ModuleImage::open(&self.module_image()).ok()?;
            let object = image.read_class(&ClassName::new("java/lang/Object")).ok()??;
            let major = u16::from_be_bytes([*object.get(6)?, *object.get(7)?]);
            return major.checked_sub(44);
        }
        // Evoke supports no release with an `rt.jar` but Java 8.
        Some(8)
    }
}

/// `17.0.15` is 17 and `1.8.0_402` is 8.
fn feature_release(version: &str) -> Option<u16> {
    let version = version.strip_prefix("1.").unwrap_or(version);
    let digits = version.split(|c: char| !c.is_ascii_digit()).next()?;
    digits.parse().ok()
}

/// The JDK that `home` is the `jre` folder of.
fn enclosing_jdk(home: &Path) -> Option<PathBuf> {
    if home.file_name()? != "jre" {
        return None;
    }
    let parent = home.parent()?;
    parent.join("bin").join(compiler_name()).is_file().then(|| parent.to_path_buf())
}

pub(super) fn compiler_name() -> String {
    format!("javac{}", env::consts::EXE_SUFFIX)
}

#[cfg(test)]
mod tests {
    use super::feature_release;

    #[test]
    fn feature_release_is_the_second_number_until_java_8_and_the_first_since() {
        assert_eq!(feature_release("1.8.0_402"), Some(8));
        assert_eq!(feature_release("17.0.15"), Some(17));
        assert_eq!(feature_release("25-ea"), Some(25));
        assert_eq!(feature_release("unknown"), None);
    }
}
