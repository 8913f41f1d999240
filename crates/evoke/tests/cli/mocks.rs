//! Wide stubs as mocks, where the class path has Mockito.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::support::{Project, jdks, stderr};

/// Mockito with all that it needs, as `scripts/test-jars` fetched it.
fn mockito() -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/test-jars");
    let is_part = |path: &PathBuf| {
        let name = path.file_name().unwrap().to_string_lossy();
        ["mockito-core-", "byte-buddy-", "objenesis-"].iter().any(|prefix| name.starts_with(prefix))
    };
    let mut jars: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).filter(is_part).collect();
    jars.sort();
    assert_eq!(jars.len(), 4, "`make test-jars` fetches Mockito: {jars:?}");
    jars.iter().map(|jar| jar.display().to_string()).collect::<Vec<_>>().join(":")
}

/// The suite of the controller and its record.
fn suite(project: &Project, class_path: &str, more: &[&str]) -> (String, Value) {
    suite_of("clinic.OwnerController", project, class_path, more)
}

/// The suite of a class and its record.
fn suite_of(class: &str, project: &Project, class_path: &str, more: &[&str]) -> (String, Value) {
    let mut arguments = vec!["generate", class, "--classpath", class_path];
    arguments.extend(["--json", "result.json", "--budget-statements", "30000", "--seed", "1", "--verbose"]);
    arguments.extend(more);
    let output = project.evoke(&arguments);
    assert!(output.status.success(), "{}", stderr(&output));
    let record = fs::read_to_string(project.path("result.json")).unwrap();
    let file = format!("evoke-tests/{}EvokeTest.java", class.replace('.', "/"));
    let suite = fs::read_to_string(project.path(&file)).unwrap();
    (suite, serde_json::from_str::<Value>(&record).unwrap()["classes"][0].clone())
}

#[test]
fn wide_stubs_are_mocks_that_answer_what_was_asked() {
    for jdk in jdks() {
        let project = Project::of("clinic", &jdk, |_, text| text);
        let class_path = format!("classes:{}", mockito());
        let (plain, before) = suite(&project, &class_path, &["--stubs", "plain"]);
        assert!(plain.contains("new OwnerRepositoryStub()") && !plain.contains("org.mockito"), "{plain}");
        let (mocking, after) = suite(&project, &class_path, &[]);
        assert!(mocking.contains("OwnerRepository owners = mock(OwnerRepository.class);"), "{mocking}");
        assert!(mocking.contains("when(owners.find"), "{mocking}");
        assert!(!mocking.contains("OwnerRepositoryStub"), "{mocking}");
        assert_eq!((&before["goals"], &before["tests"]), (&after["goals"], &after["tests"]));
    }
}

#[test]
fn what_a_stub_is_told_is_asserted_of_a_list_or_verified_of_a_mock() {
    for jdk in jdks() {
        let project = Project::of("post", &jdk, |_, text| text);
        let class_path = format!("classes:{}", mockito());
        let (plain, _) = suite_of("post.Newsletter", &project, &class_path, &["--stubs", "plain"]);
        assert!(plain.contains("            calls.add(\"send(\" + "), "{plain}");
        assert!(plain.contains("assertEquals(Arrays.asList(\"send("), "{plain}");
        assert!(plain.contains("assertEquals(Collections.emptyList(), calls);"), "{plain}");
        let (mocking, _) = suite_of("post.Newsletter", &project, &class_path, &[]);
        assert!(mocking.contains("verify(mailer).send("), "{mocking}");
        assert!(mocking.contains("verify(mailer, never()).send("), "{mocking}");
        assert!(!mocking.contains("calls"), "{mocking}");
    }
}

#[test]
fn mocks_without_mockito_are_refused_and_not_missed() {
    let project = Project::of("clinic", &jdks()[0], |_, text| text);
    let output = project.evoke(&[
        "generate",
        "clinic.OwnerController",
        "--classpath",
        "classes",
        "--stubs",
        "mockito",
    ]);
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    assert!(
        stderr(&output).contains("no Mockito 5 or later") && stderr(&output).contains("hint: "),
        "{}",
        stderr(&output)
    );
    let (suite, _) = suite(&project, "classes", &["--stubs", "auto"]);
    assert!(suite.contains("new OwnerRepositoryStub()"), "{suite}");
}
