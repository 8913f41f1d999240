//! Times opening a class path and building its hierarchy: `index_classes JAVA_HOME JAR...`.

use std::path::{Path, PathBuf};
use std::time::Instant;

use evoke_analysis::ClassHierarchy;
use evoke_classfile::{ClassPath, Jdk};

const N_RUNS: usize = 5;

fn main() -> anyhow::Result<()> {
    let mut arguments = std::env::args_os().skip(1);
    let jdk = Jdk::locate(arguments.next().as_ref().map(Path::new))?;
    let entries: Vec<PathBuf> = arguments.map(PathBuf::from).collect();
    for _ in 0..N_RUNS {
        let start = Instant::now();
        let class_path = ClassPath::open(&entries, &jdk)?;
        let opened = start.elapsed();
        let (hierarchy, diagnostics) = ClassHierarchy::build(&class_path)?;
        let n_subtypes = hierarchy.subtypes(&"java/lang/Object".into()).len();
        println!(
            "JDK {}: {n_subtypes} classes, opened in {opened:?}, with hierarchy {:?}, {} diagnostics",
            jdk.feature,
            start.elapsed(),
            diagnostics.len()
        );
    }
    Ok(())
}
