//! Rewritten classes load, link under HotSpot's verifier and behave as the originals do. The sample is always
//! tried; library jars are those of `EVOKE_TEST_JARS`. With `EVOKE_TEST_ALL=1` on every JDK, else on the first.

use std::fs;
use std::path::{Path, PathBuf};

use crate::jdk_tools as java;
use crate::probes::Probe;
use evoke_classfile::rewrite::rewrite;
use evoke_classfile::{ClassFile, ClassPath, Jdk, Origin, opcode};
use tempfile::TempDir;

fn jdks() -> Vec<Jdk> {
    let mut jdks = java::jdks();
    jdks.truncate(if java::is_thorough() { jdks.len() } else { 1 });
    jdks
}

/// Binary names of the classes of `entry`, which are rewritten into `folder`.
fn rewrite_all(jdk: &Jdk, entry: &Path, probe: Probe, folder: &Path) -> Vec<String> {
    let class_path = ClassPath::open(&[entry.to_path_buf()], jdk).unwrap();
    let mut names = Vec::new();
    class_path
        .for_each_class(&mut |name, origin, bytes| {
            if matches!(origin, Origin::Entry(_)) {
                let rewritten = rewrite(bytes, &mut { probe }).unwrap();
                let path = folder.join(format!("{}.class", name.as_str()));
                fs::create_dir_all(path.parent().unwrap()).unwrap();
                fs::write(path, rewritten.bytes).unwrap();
                names.push(name.binary());
            }
        })
        .unwrap();
    names
}

/// Runs a main class under the verifier, with the library jars behind `entries`.
fn run(jdk: &Jdk, entries: &[&Path], main: &[&str]) -> String {
    let entries = entries.iter().map(|entry| entry.to_path_buf()).chain(java::jars());
    let class_path = std::env::join_paths(entries).unwrap().into_string().unwrap();
    let mut arguments = vec!["-Xverify:all", "-XX:TieredStopAtLevel=1", "-cp", &class_path];
    arguments.extend(main);
    java::run(jdk, "java", &arguments)
}

/// Lines of `LinkAll` about classes that fail to link.
fn link_failures(jdk: &Jdk, entries: &[&Path], names: &[String]) -> Vec<String> {
    let list = TempDir::new().unwrap();
    let list_path = list.path().join("names");
    fs::write(&list_path, names.join("\n")).unwrap();
    let output = run(jdk, entries, &["LinkAll", list_path.to_str().unwrap()]);
    let mut lines: Vec<String> = output.lines().map(str::to_owned).collect();
    let summary = lines.pop().unwrap();
    assert_eq!(summary, format!("{} linked", names.len() - lines.len()));
    lines
}

/// Fails if a rewritten class of a jar does not link although the original does.
fn links_as_before(probe: Probe) {
    for jdk in jdks() {
        let main = TempDir::new().unwrap();
        java::compile(&jdk, "LinkAll.java", main.path(), &[]);
        java::compile(&jdk, "Sample.java", &main.path().join("sample"), &[]);
        let jars: Vec<PathBuf> = [main.path().join("sample")].into_iter().chain(java::jars()).collect();
        for jar in jars {
            let folder = TempDir::new().unwrap();
            let names = rewrite_all(&jdk, &jar, probe, folder.path());
            assert!(!names.is_empty(), "{} has no classes", jar.display());
            let after = link_failures(&jdk, &[folder.path(), main.path()], &names);
            let failed: Vec<String> =
                after.iter().filter_map(|line| line.split(": ").next()).map(str::to_owned).collect();
            let before = link_failures(&jdk, &[&jar, main.path()], &failed);
            assert_eq!(after, before, "{probe:?} {}", jar.display());
        }
    }
}

#[test]
fn classes_with_probes_everywhere_link() {
    links_as_before(Probe::Everywhere);
}

#[test]
fn classes_with_an_extra_local_link() {
    links_as_before(Probe::IntLocal);
}

#[test]
fn classes_with_an_exceptional_exit_link_as_before() {
    links_as_before(Probe::ExceptionalExit);
}

#[test]
fn classes_with_widened_jumps_link() {
    links_as_before(Probe::IntLocalAndPad(2_500));
}

/// Number of `goto_w` in a folder of classes.
fn wide_jumps(folder: &Path) -> usize {
    let classes =
        java::class_files(folder).into_iter().map(|path| ClassFile::parse(&fs::read(path).unwrap()).unwrap());
    let codes = classes.flat_map(|class| class.methods).filter_map(|method| method.code);
    codes
        .flat_map(|code| code.instructions)
        .filter(|instruction| instruction.opcode == opcode::GOTO_W)
        .count()
}

#[test]
fn sample_behaves_as_before() {
    let probes = [
        Probe::Nothing,
        Probe::BeforeJumps,
        Probe::Everywhere,
        Probe::IntLocal,
        Probe::ExceptionalExit,
        Probe::Pad(5_500),
        Probe::IntLocalAndPad(5_500),
    ];
    for jdk in jdks() {
        let newest = jdk.feature.to_string();
        for release in ["8", &newest] {
            let original = TempDir::new().unwrap();
            java::compile(&jdk, "Sample.java", original.path(), &["--release", release]);
            let expected = run(&jdk, &[original.path()], &["Sample"]);
            for probe in probes {
                let rewritten = TempDir::new().unwrap();
                rewrite_all(&jdk, original.path(), probe, rewritten.path());
                assert_eq!(
                    run(&jdk, &[rewritten.path()], &["Sample"]),
                    expected,
                    "{probe:?}, release {release}"
                );
                let is_padded = matches!(probe, Probe::Pad(_) | Probe::IntLocalAndPad(_));
                assert_eq!(wide_jumps(rewritten.path()) > 0, is_padded, "{probe:?}");
            }
        }
    }
}
