//! What runs need of this machine: the program itself with the JDK, and Maven.

use std::env;
use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};
use evoke_classfile::Jdk;
use evoke_study::{Maven, Program, ProgramIdentity, digest_of_file, machine};

/// This binary and the JDK.
pub(super) fn program(jdk: &Jdk) -> Result<Program> {
    let path = env::current_exe().context("find the evoke binary")?;
    let digest = digest_of_file(&path).with_context(|| format!("read {}", path.display()))?;
    Ok(Program {
        identity: ProgramIdentity {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            digest,
            jdk: version(jdk),
        },
        java_home: jdk.home.clone(),
        machine: machine(),
        path,
    })
}

/// What the JDK says of itself, with its feature release where it says nothing.
fn version(jdk: &Jdk) -> String {
    let release = fs::read_to_string(jdk.home.join("release")).unwrap_or_default();
    let value = |key: &str| {
        let line = release.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix('='));
        line.map(|value| value.trim_matches('"').to_owned())
    };
    let version = value("JAVA_RUNTIME_VERSION").or_else(|| value("JAVA_VERSION"));
    version.unwrap_or_else(|| jdk.feature.to_string())
}

/// Maven, which remembers the class paths that it found.
pub(super) fn maven() -> Result<Maven> {
    let cache = env::var_os("XDG_CACHE_HOME").map(PathBuf::from).filter(|path| path.is_absolute());
    let cache = cache.or_else(|| Some(env::home_dir()?.join(".cache"))).context("find the home folder")?;
    Ok(Maven::new(cache.join("evoke/class-paths")))
}
