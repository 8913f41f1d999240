//! Every class of the library jars links under `-Xverify:all` with full instrumentation, as it does without.
//! The jars are those of `EVOKE_TEST_JARS`, else those that `make test-jars` put into `target/test-jars`;
//! none is a failure.

use std::fs;
use std::path::{Path, PathBuf};

use evoke_analysis::{ClassUnderTest, Criterion, PartId, Partition, ValueDomain};
use evoke_classfile::{ClassFile, ClassName, ClassPath, MethodDescriptor, Origin};
use evoke_instrument::{Downgrade, InstrumentOptions, Instrumenter, LostProbes};
use tempfile::TempDir;

use crate::jdk_tools as java;

fn library_jars() -> Vec<PathBuf> {
    if let Some(jars) = std::env::var_os("EVOKE_TEST_JARS") {
        return std::env::split_paths(&jars).collect();
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/test-jars");
    let jars =
        fs::read_dir(folder).expect("EVOKE_TEST_JARS, or target/test-jars as `make test-jars` fills it");
    let mut jars: Vec<PathBuf> = jars.map(|entry| entry.unwrap().path()).collect();
    jars.retain(|path| path.extension().is_some_and(|extension| extension == "jar") && !is_of_mockito(path));
    jars.sort();
    assert!(!jars.is_empty(), "no jars to test with: run `make test-jars`");
    jars
}

/// Whether it is there for tests of mocks alone: some classes of these do not link without libraries that nobody fetches.
fn is_of_mockito(jar: &Path) -> bool {
    let name = jar.file_name().unwrap_or_default().to_string_lossy();
    ["mockito", "byte-buddy", "objenesis"].iter().any(|start| name.starts_with(start))
}

/// Names and bytes of all classes of a jar.
fn classes_of(jar: &Path) -> Vec<(ClassName, Vec<u8>)> {
    let class_path = ClassPath::open(&[jar.to_path_buf()], &java::jdk()).unwrap();
    let mut classes = Vec::new();
    let visit = &mut |name: &ClassName, origin: &Origin, bytes: &[u8]| {
        if matches!(origin, Origin::Entry(_)) {
            classes.push((name.clone(), bytes.to_vec()));
        }
    };
    class_path.for_each_class(visit).unwrap();
    classes
}

/// The classes of a jar, taken as one class under test.
fn analysed(classes: &[(ClassName, Vec<u8>)], criteria: &[Criterion]) -> ClassUnderTest {
    let parsed: Vec<ClassFile> = classes.iter().map(|(_, bytes)| ClassFile::parse(bytes).unwrap()).collect();
    ClassUnderTest::analyse(&parsed, criteria)
}

/// Puts all probes into the classes of a jar, and gives what could not be put in.
fn instrument_all(
    classes: &[(ClassName, Vec<u8>)],
    class_under_test: &ClassUnderTest,
    options: InstrumentOptions,
    folder: &Path,
) -> Vec<Downgrade> {
    let instrumenter = Instrumenter::new(class_under_test, options);
    let mut downgrades = Vec::new();
    for (name, bytes) in classes {
        let instrumented = instrumenter.instrument_under_test(name, bytes);
        downgrades.extend(instrumented.downgrade);
        let path = folder.join(format!("{}.class", name.as_str()));
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, instrumented.bytes).unwrap();
    }
    downgrades
}

fn link(class_path: &[PathBuf], list: &Path) -> String {
    java::run(class_path, "LinkAll", &[list.display().to_string()])
}

#[test]
fn every_library_class_links_with_all_probes() {
    let folder = TempDir::new().unwrap();
    let runtime = java::runtime_classes(folder.path());
    let tools = folder.path().join("tools");
    java::compile(&tools, None, &[java::test_source("LinkAll.java")]);
    let jars = library_jars();
    for (index, jar) in jars.iter().enumerate() {
        let classes = classes_of(jar);
        let instrumented = folder.path().join(index.to_string());
        let options = InstrumentOptions {
            effort: true,
            switches_calls: true,
            marks_classes: true,
            ..InstrumentOptions::default()
        };
        let class_under_test = analysed(&classes, &Criterion::ALL);
        let downgrades = instrument_all(&classes, &class_under_test, options, &instrumented);
        // A method near the limit of 64 KiB goes without its bulky probes, but none without all.
        let bare = downgrades.iter().flat_map(|it| &it.losses).find(|loss| loss.probes == LostProbes::All);
        assert_eq!(bare, None, "{}", jar.display());
        let list = folder.path().join("names");
        let names: Vec<String> = classes.iter().map(|(name, _)| name.binary()).collect();
        fs::write(&list, names.join("\n")).unwrap();

        let mut class_path = vec![runtime.clone(), tools.clone()];
        class_path.extend(jars.iter().cloned());
        let as_it_was = link(&class_path, &list);
        class_path.insert(0, instrumented);
        assert_eq!(link(&class_path, &list), as_it_was, "{}", jar.display());
    }
}

#[test]
fn every_class_links_with_probes_for_the_calls_and_the_values_of_tests() {
    let folder = TempDir::new().unwrap();
    let runtime = java::runtime_classes(folder.path());
    let tools = folder.path().join("tools");
    java::compile(&tools, None, &[java::test_source("LinkAll.java")]);
    let jars = library_jars();
    let classes = classes_of(&jars[0]);
    let mut class_under_test = analysed(&classes, &[Criterion::Exception]);
    class_under_test.value_domains = value_domains(&class_under_test);
    let options = InstrumentOptions { test_calls: true, ..InstrumentOptions::default() };
    let instrumented = folder.path().join("instrumented");
    assert_eq!(instrument_all(&classes, &class_under_test, options, &instrumented), []);
    let list = folder.path().join("names");
    let names: Vec<String> = classes.iter().map(|(name, _)| name.binary()).collect();
    fs::write(&list, names.join("\n")).unwrap();
    let mut class_path = vec![runtime, tools];
    class_path.extend(jars);
    let as_it_was = link(&class_path, &list);
    class_path.insert(0, instrumented);
    assert_eq!(link(&class_path, &list), as_it_was);
}

/// All parameters and results of all methods.
fn value_domains(class_under_test: &ClassUnderTest) -> Vec<ValueDomain> {
    let mut domains = Vec::new();
    for method in &class_under_test.methods {
        let descriptor = MethodDescriptor::parse(&method.descriptor).unwrap();
        let parameters = (0..).map(Some).zip(descriptor.parameters);
        for (parameter, ty) in parameters.chain(descriptor.return_type.map(|ty| (None, ty))) {
            let (partition, first_part) = (Partition::of(&ty), PartId(domains.len() as u32));
            domains.push(ValueDomain { method: method.id, parameter, partition, first_part });
        }
    }
    domains
}
