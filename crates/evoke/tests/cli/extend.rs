//! `--extend`: what a user's own tests cover is not covered again, and what they do begins the search.

use std::fs;

use serde_json::Value;

use crate::support::{Project, jdks, stderr};

const IMPORTS: &str = "import static org.junit.jupiter.api.Assertions.*;\n\
    import org.junit.jupiter.api.BeforeEach;\nimport org.junit.jupiter.api.Test;\n";

/// Covers all of the tree `gauge` but `half` and negative numbers; what fails counts for nothing.
const GAUGE_TEST: &str = r"
public class GaugeTest {
    @Test
    void clampKeeps() {
        assertEquals(5, Gauge.clamp(5));
    }

    @Test
    void fills() {
        assertEquals(4, new Gauge().fill(4));
        assertThrows(IllegalStateException.class, () -> new Gauge().fill(13));
    }

    @Test
    void drains() {
        assertEquals(0, Gauge.drain(2));
        assertEquals(1, Gauge.eighth(8));
    }

    @Test
    void fails() {
        Gauge.half(4);
        fail();
    }
}
";

const REST_OF_GAUGE: &str = r"
    @Test
    void rest() {
        assertEquals(0, Gauge.clamp(-1));
        assertEquals(2, Gauge.half(4));
    }
";

const VAULT_TEST: &str = r"
class VaultTest {
    private Vault vault;

    @BeforeEach
    void fill() {
        vault = new Vault(100);
    }

    private void unlock(int... digits) {
        for (int digit : digits) {
            vault.turn(digit);
        }
        assertTrue(vault.open());
    }

    @Test
    void closed() {
        assertThrows(IllegalStateException.class, () -> vault.take(1));
        assertThrows(IllegalArgumentException.class, () -> vault.turn(-1));
        assertThrows(IllegalArgumentException.class, () -> vault.turn(10));
        assertFalse(vault.open());
    }

    @Test
    void takes() {
        unlock(2, 7, 1, 8, 2);
        assertEquals(30, vault.take(30));
    }
}
";

const GATE_TEST: &str = r#"
class GateTest {
    @Test
    void darkGateAcceptsNothing() {
        Gate gate = new Gate();
        java.util.stream.Stream.of("plugh", "xyzzy").forEach(word -> assertFalse(gate.accepts(word)));
    }
}
"#;

/// A tree with a suite in `suite`.
fn project(jdk: &evoke_classfile::Jdk, tree: &str, suites: &[(&str, &str)]) -> Project {
    let project = Project::of(tree, jdk, |_, text| text);
    fs::create_dir(project.path("suite")).unwrap();
    for (name, text) in suites {
        let source = format!("package {tree};\n\n{IMPORTS}{text}");
        fs::write(project.path(&format!("suite/{name}.java")), source).unwrap();
    }
    project
}

fn branches(record: &Value, of: &str) -> (u64, u64) {
    let class = &record["classes"][0];
    let count = match of {
        "all" => &class["goals"]["branch"],
        existing => &class[existing]["goals"]["branch"],
    };
    (count["covered"].as_u64().unwrap(), count["total"].as_u64().unwrap())
}

#[test]
fn suite_is_written_for_what_existing_tests_leave() {
    for jdk in jdks() {
        let project = project(&jdk, "gauge", &[("GaugeTest", GAUGE_TEST)]);
        let (output, record) = project.generate(&[
            "gauge.Gauge",
            "--budget-statements",
            "5000",
            "--guide",
            "none",
            "--extend",
            "suite",
        ]);
        assert!(output.status.success(), "{}", stderr(&output));
        let told = stderr(&output);
        assert!(told.contains("gauge.Gauge: existing tests cover 9 of 11 branches; 2 left"), "{told}");
        let class = &record["classes"][0];
        let existing = &class["existing"];
        assert_eq!((existing["tests"].as_u64(), existing["passed"].as_u64()), (Some(4), Some(3)));
        assert_eq!(
            (branches(&record, "existing"), branches(&record, "all")),
            ((9, 11), (11, 11)),
            "{class:#}"
        );
        assert_eq!(existing["added"]["branch"], 2);
        let text = fs::read_to_string(project.path(class["file"].as_str().unwrap())).unwrap();
        assert!(text.contains("half(") && text.contains("clamp("), "{text}");
        assert!(!text.contains("fill(") && !text.contains("drain("), "{text}");
    }
}

#[test]
fn nothing_is_written_where_existing_tests_cover_all() {
    let all = GAUGE_TEST.replacen(
        "    @Test\n    void fails",
        &format!("{REST_OF_GAUGE}\n    @Test\n    void fails"),
        1,
    );
    let project = project(&jdks()[0], "gauge", &[("GaugeTest", &all)]);
    let (output, record) =
        project.generate(&["gauge.Gauge", "--budget-statements", "5000", "--extend", "suite"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(stderr(&output).contains("existing tests cover all there is to cover"), "{}", stderr(&output));
    assert_eq!(branches(&record, "all"), (11, 11));
    assert_eq!(record["classes"][0]["file"], Value::Null);
    assert!(!project.path("evoke-tests").exists());
}

#[test]
fn tests_that_are_of_no_use_are_told_and_the_search_goes_on() {
    let fails = "class GaugeTest { @Test void fails() { Gauge.half(1); fail(); } }";
    let other = "class OtherTest { @Test void adds() { assertEquals(2, 1 + 1); } }";
    let broken = "class BrokenTest { @Test void no() { nothing(); } }";
    for (text, reason) in [
        (fails, "none of 1 passes"),
        (other, "none that passes runs the class"),
        (broken, "does not compile"),
    ] {
        let project = project(&jdks()[0], "gauge", &[("GaugeTest", text)]);
        let (output, record) = project.generate(&[
            "gauge.Gauge",
            "--budget-statements",
            "5000",
            "--guide",
            "none",
            "--extend",
            "suite",
        ]);
        assert!(output.status.success(), "{}", stderr(&output));
        assert!(stderr(&output).contains(reason), "{reason}: {}", stderr(&output));
        let problem = record["classes"][0]["existing"]["problem"].as_str().unwrap();
        assert!(problem.contains(reason), "{problem}");
        assert_eq!(branches(&record, "all"), (11, 11));
    }
}

#[test]
fn folder_without_tests_is_refused() {
    let project = project(&jdks()[0], "gauge", &[]);
    for (extended, code) in [("suite", 2), ("nowhere", 2)] {
        let output = project.evoke(&["generate", "gauge.Gauge", "--cp", "classes", "--extend", extended]);
        assert_eq!(output.status.code(), Some(code), "{}", stderr(&output));
        assert!(stderr(&output).contains("hint: "), "{}", stderr(&output));
    }
}

#[test]
fn own_suite_is_replaced_and_not_extended() {
    let project = project(&jdks()[0], "gauge", &[("GaugeTest", GAUGE_TEST)]);
    let arguments = ["gauge.Gauge", "--budget-statements", "5000", "--out", "suite", "--extend", "suite"];
    for _ in 0..2 {
        let (output, record) = project.generate(&arguments);
        assert!(output.status.success(), "{}", stderr(&output));
        assert_eq!((branches(&record, "existing"), branches(&record, "all")), ((9, 11), (11, 11)));
    }
}

#[test]
fn search_begins_with_what_existing_tests_construct_and_call() {
    for jdk in jdks() {
        let project = project(&jdk, "vault", &[("VaultTest", VAULT_TEST)]);
        let budget = ["vault.Vault", "--budget-statements", "4000", "--guide", "none", "--out"];
        let (_, alone) = project.generate(&[&budget[..], &["alone"]].concat());
        let (covered, total) = branches(&alone, "all");
        assert!(covered + 3 <= total, "the search alone opens the vault: {alone:#}");
        let (output, extended) = project.generate(&[&budget[..], &["more", "--extend", "suite"]].concat());
        assert!(output.status.success(), "{}", stderr(&output));
        assert_eq!(branches(&extended, "existing").0 + 2, total, "{}", stderr(&output));
        assert_eq!(branches(&extended, "all"), (total, total));
        let text = fs::read_to_string(project.path("more/vault/VaultEvokeTest.java")).unwrap();
        assert_eq!(text.matches("@Test").count(), 2, "{text}");
        assert!(text.matches(".turn(").count() >= 5 && text.contains(".take("), "{text}");
    }
}

#[test]
fn search_draws_constants_of_existing_tests() {
    let project = project(&jdks()[0], "vault", &[("GateTest", GATE_TEST)]);
    let budget = ["vault.Gate", "--budget-statements", "4000", "--out"];
    let (_, alone) = project.generate(&[&budget[..], &["alone"]].concat());
    let (covered, total) = branches(&alone, "all");
    assert!(covered < total, "the search alone finds the word");
    let (output, extended) = project.generate(&[&budget[..], &["more", "--extend", "suite"]].concat());
    assert!(output.status.success(), "{}", stderr(&output));
    assert_eq!(branches(&extended, "all"), (total, total), "{}", stderr(&output));
    let text = fs::read_to_string(project.path("more/vault/GateEvokeTest.java")).unwrap();
    assert!(text.contains("\"xyzzy\""), "{text}");
}
