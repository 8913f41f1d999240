//! Prints the circles between the files of the crates named, of all without an argument: `circles [crate]…`.
//!
//! For each crate one line with the number of circles; below it each circle, one line for each dependency in it.

use std::path::Path;
use std::process::ExitCode;

use evoke_tidy::{Tree, circles, crates};

fn main() -> ExitCode {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let tree = match Tree::read(&root) {
        Ok(tree) => tree,
        Err(error) => {
            eprintln!("error: read `{}`: {error}", root.display());
            return ExitCode::FAILURE;
        }
    };
    let asked: Vec<String> = std::env::args().skip(1).collect();
    let mut clean = true;
    for name in crates(&tree) {
        if asked.is_empty() || asked.iter().any(|asked| asked == name) {
            clean &= print_crate(&tree, name);
        }
    }
    if clean { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Prints the circles of one crate and gives whether there are none.
fn print_crate(tree: &Tree, name: &str) -> bool {
    match circles(tree, name) {
        Ok(circles) => {
            let files: usize = circles.iter().map(|circle| circle.files.len()).sum();
            println!("{name}: {} circles, {files} files in them", circles.len());
            for circle in &circles {
                println!("  {}", circle.files.join(", "));
                for dependency in &circle.dependencies {
                    println!("    {dependency}");
                }
            }
            circles.is_empty()
        }
        Err(path) => {
            println!("{name}: {path} cannot be parsed");
            false
        }
    }
}
