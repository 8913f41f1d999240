//! Which JDK is used, and which there are: the one definition for the product and for all tests. `scripts/find-jdks`
//! prints what [`Jdk::for_tests`] gives, for those who ask before anything is built; a test holds them together.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::{env, fs};

use super::jdk::{Jdk, JdkError, compiler_name};

/// Where Linux distributions install JDKs.
const INSTALLED: &str = "/usr/lib/jvm";

impl Jdk {
    /// The JDK to use: `explicit`, else `JAVA_HOME`, else the one `java` on the path belongs to.
    pub fn locate(explicit: Option<&Path>) -> Result<Self, JdkError> {
        Self::locate_with(explicit, env::var_os("JAVA_HOME").as_deref(), env::var_os("PATH").as_deref())
    }

    /// [`Jdk::locate`] with the environment given.
    pub(super) fn locate_with(
        explicit: Option<&Path>,
        java_home: Option<&OsStr>,
        path: Option<&OsStr>,
    ) -> Result<Self, JdkError> {
        if let Some(home) = explicit {
            return Self::at(home);
        }
        if let Some(home) = java_home.filter(|home| !home.is_empty()) {
            return Self::at(Path::new(home)).map_err(|error| JdkError::JavaHome(Box::new(error)));
        }
        env::split_paths(path.unwrap_or_default())
            .filter_map(|folder| home_of_program(&folder.join(launcher_name())))
            .find_map(|home| Self::at(&home).ok())
            .ok_or(JdkError::NoneFound)
    }

    /// All JDKs of this machine that have a compiler, each once, with links resolved: `JAVA_HOME`, the one `javac` on the
    /// path belongs to, then those under `/usr/lib/jvm` by name.
    pub fn all() -> Vec<Self> {
        Self::all_with(env::var_os("JAVA_HOME").as_deref(), env::var_os("PATH").as_deref())
    }

    /// The oldest of [`Jdk::all`] that runs classes compiled for this release; `None` if none does.
    pub fn oldest_for(release: u16) -> Option<Self> {
        Self::all().into_iter().filter(|jdk| jdk.feature >= release).min_by_key(|jdk| jdk.feature)
    }

    /// [`Jdk::all`] with the environment given.
    pub(super) fn all_with(java_home: Option<&OsStr>, path: Option<&OsStr>) -> Vec<Self> {
        let java_home = java_home.filter(|home| !home.is_empty()).map(PathBuf::from);
        let on_path = env::split_paths(path.unwrap_or_default())
            .map(|folder| folder.join(compiler_name()))
            .find(|compiler| compiler.is_file())
            .and_then(|compiler| home_of_program(&compiler));
        let mut found: Vec<Self> = Vec::new();
        for home in java_home.into_iter().chain(on_path).chain(installed()) {
            let has_compiler = home.join("bin").join(compiler_name()).is_file();
            let jdk =
                fs::canonicalize(&home).ok().filter(|_| has_compiler).and_then(|home| Self::at(&home).ok());
            found.extend(jdk.filter(|jdk| found.iter().all(|known| known.home != jdk.home)));
        }
        found
    }

    /// The JDKs that tests and benchmarks run on: those that `EVOKE_TEST_JDKS` lists, with the separator of the path
    /// variable, else [`Jdk::all`]. At least one; where one is enough, it is the first.
    ///
    /// # Errors
    /// A folder that is listed is no JDK, or there is none.
    pub fn for_tests() -> Result<Vec<Self>, JdkError> {
        let jdks = match env::var_os("EVOKE_TEST_JDKS").filter(|list| !list.is_empty()) {
            Some(list) => env::split_paths(&list).map(|home| Self::at(&home)).collect::<Result<_, _>>()?,
            None => Self::all(),
        };
        if jdks.is_empty() { Err(JdkError::NoneFound) } else { Ok(jdks) }
    }
}

/// What lies where JDKs are installed, by name.
fn installed() -> Vec<PathBuf> {
    let Ok(children) = fs::read_dir(INSTALLED) else { return Vec::new() };
    let mut homes: Vec<PathBuf> = children.flatten().map(|child| child.path()).collect();
    homes.sort_unstable();
    homes
}

/// Home folder of the JDK that a program in its `bin`, often a symbolic link, belongs to.
fn home_of_program(program: &Path) -> Option<PathBuf> {
    let target = fs::canonicalize(program).ok()?;
    Some(target.parent()?.parent()?.to_path_buf())
}

fn launcher_name() -> String {
    format!("java{}", env::consts::EXE_SUFFIX)
}
