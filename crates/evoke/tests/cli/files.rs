//! Classes that work on files get a folder for each test, in the search and in the suite.

use std::fs;

use crate::support::{Project, jdks, stderr};

#[test]
fn class_that_reads_and_writes_files_is_covered_in_folders_of_its_tests() {
    let jdks = jdks();
    for (jdk, junit) in jdks.iter().flat_map(|jdk| [(jdk, "5"), (jdk, "4")]) {
        let project = Project::of("files", jdk, |_, text| text);
        let (output, record) = project.generate(&[
            "files.Ledger",
            "--budget-statements",
            "100000",
            "--seed",
            "3",
            "--junit",
            junit,
        ]);
        assert!(output.status.success(), "{}", stderr(&output));
        let class = &record["classes"][0];
        let branches = &class["goals"]["branch"];
        assert_eq!(branches["covered"], branches["total"], "{:#}", class["uncovered"]);
        let text = fs::read_to_string(project.path("evoke-tests/files/LedgerEvokeTest.java")).unwrap();
        let folder = if junit == "4" { "TemporaryFolder folder" } else { "@TempDir" };
        assert!(text.contains(folder) && text.contains("Files.write(folder."), "{text}");
        // Whether the file is written shows in the file alone.
        assert!(text.contains("assertEquals(\"LEDGER\", Files.readString(path"), "{text}");
        assert!(!text.contains("\"/") && !text.contains("evoke.runtime"), "{text}");
        let left: Vec<_> =
            fs::read_dir(project.path("")).unwrap().map(|it| it.unwrap().file_name()).collect();
        assert_eq!(left.len(), 4, "{left:?}");
    }
}

#[test]
fn how_deep_the_folder_is_that_tests_run_in_is_not_asserted() {
    let project = Project::of("files", &jdks()[0], |_, text| text);
    let (output, _) = project.generate(&["files.Depth", "--budget-statements", "5000", "--seed", "1"]);
    assert!(output.status.success(), "{}", stderr(&output));
    let text = fs::read_to_string(project.path("evoke-tests/files/DepthEvokeTest.java")).unwrap();
    assert!(text.contains("Depth.of(") && !text.contains("assertEquals("), "{text}");
}
