//! The programs of a JDK that a build runs: `javac`, and `javap`, which tells what class files declare.

use std::env;
use std::error::Error;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

const HINT: &str =
    "hint: install a JDK (17 or newer) or set JAVA_HOME to one; its javac compiles the runtime";

/// The tools of `JAVA_HOME`, else those on the path.
pub(crate) struct JdkTools {
    javac: PathBuf,
    javap: PathBuf,
    /// What makes `javac` compile for Java 8.
    level: &'static [&'static str],
}

impl JdkTools {
    pub(crate) fn find() -> Result<Self, Box<dyn Error>> {
        let tool = |name: &str| match env::var_os("JAVA_HOME").filter(|home| !home.is_empty()) {
            Some(home) => Path::new(&home).join("bin").join(name),
            None => PathBuf::from(name),
        };
        let javac = tool("javac");
        let version = output(Command::new(&javac).arg("-version"))?;
        // `--release` came with version 9; version 8 compiles for itself.
        let level: &[&str] =
            if version.contains("javac 1.8") { &[] } else { &["--release", "8", "-Xlint:-options"] };
        Ok(Self { javac, javap: tool("javap"), level })
    }

    /// Compiles sources into a folder, seeing nothing but them, the `visible` folders of classes and the JDK; of the JDK also the
    /// classes of which `stubs` says what they declare.
    pub(crate) fn compile(
        &self,
        sources: &[PathBuf],
        stubs: &Path,
        visible: &[PathBuf],
        classes: &Path,
    ) -> Result<(), Box<dyn Error>> {
        let mut javac = Command::new(&self.javac);
        javac.args(self.level).args(["-g:source,lines", "-encoding", "UTF-8", "-proc:none"]);
        javac.arg("-implicit:none").arg("-sourcepath").arg(stubs);
        let class_path = env::join_paths(visible.iter().map(PathBuf::as_path).chain([classes]))?;
        output(javac.arg("-cp").arg(class_path).arg("-d").arg(classes).args(sources))?;
        Ok(())
    }

    /// What the classes declare that is not private, with descriptors, in the format of `javap`.
    pub(crate) fn declarations(&self, class_files: &[PathBuf]) -> Result<String, Box<dyn Error>> {
        // Descriptors differ from one vendor's classes to another's in nothing, but messages follow the locale.
        output(Command::new(&self.javap).args(["-J-Duser.language=en", "-s"]).args(class_files))
    }
}

/// What a program prints to both of its streams.
fn output(command: &mut Command) -> Result<String, Box<dyn Error>> {
    let program = OsStr::new(command.get_program()).to_owned();
    let program = program.display();
    let output = command.output().map_err(|error| format!("run `{program}`: {error}\n{HINT}"))?;
    let text = [output.stdout, output.stderr].concat();
    let text = String::from_utf8_lossy(&text).into_owned();
    if output.status.success() { Ok(text) } else { Err(format!("`{program}` failed:\n{text}").into()) }
}
