//! What is read of compiled tests, in the text of test cases.

#![expect(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

use std::fs;
use std::process::Command;

use evoke_analysis::{ClassHierarchy, ClassLibrary, ClassUnderTest, ClusterLimits, Criterion, TestCluster};
use evoke_classfile::{ClassFile, ClassName, ClassPath, Jdk};
use evoke_testcase::SymbolicTest;
use evoke_transcript::transcribe;

const COUNTER: &str = r"
package shop;

public class Counter {
    private int count;
    public Counter(int first) { count = first; }
    public void add(int number) { count += number; }
    public int[] history(String name, boolean deep, long... limits) { return null; }
    public int count() { return count; }
}
";

const TEST: &str = "package org.junit.jupiter.api;
@java.lang.annotation.Retention(java.lang.annotation.RetentionPolicy.RUNTIME) public @interface Test {}";
const BEFORE: &str = "package org.junit.jupiter.api;
@java.lang.annotation.Retention(java.lang.annotation.RetentionPolicy.RUNTIME) public @interface BeforeEach {}";
const ASSERTIONS: &str = "package org.junit.jupiter.api;
public class Assertions {
    public static void assertThrows(Class<?> type, Runnable code) {}
    public static void assertEquals(Object one, Object other) {}
}";

/// The test cases of a class `shop.CounterTest` with this body.
fn read(body: &str) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let test = format!(
        "package shop; import org.junit.jupiter.api.*; import static org.junit.jupiter.api.Assertions.*; class CounterTest {{ {body} }}"
    );
    let sources = [("Counter", COUNTER), ("Test", TEST), ("BeforeEach", BEFORE), ("Assertions", ASSERTIONS)];
    let sources = sources.into_iter().chain([("CounterTest", test.as_str())]);
    let files = sources.map(|(name, text)| {
        let file = folder.path().join(format!("{name}.java"));
        fs::write(&file, text).unwrap();
        file
    });
    let jdk = Jdk::locate(None).expect("these tests need a JDK");
    let javac = Command::new(jdk.home.join("bin/javac")).arg("-d").arg(folder.path()).args(files).status();
    assert!(javac.unwrap().success());
    let class_path = ClassPath::open(&[folder.path().to_path_buf()], &jdk).unwrap();
    let (hierarchy, _) = ClassHierarchy::build(&class_path).unwrap();
    let library = ClassLibrary::new(&class_path);
    let files = library.with_nested(&ClassName::new("shop/Counter")).unwrap();
    let under_test = ClassUnderTest::analyse(&files, &[Criterion::Branch]);
    let cluster = TestCluster::build(&library, &hierarchy, &under_test, ClusterLimits::default());
    let suite = ClassName::new("shop/CounterTest");
    let helpers: Vec<ClassFile> = library.with_nested(&suite).unwrap();
    let tests = transcribe(&[suite], &helpers, &cluster);
    tests.iter().map(|test| SymbolicTest::of(test, &cluster).to_string()).collect()
}

fn lines(test: &str) -> Vec<&str> {
    test.lines().map(str::trim).filter(|line| line.starts_with('v') || line.starts_with("call")).collect()
}

#[test]
fn constructions_and_calls_are_read_with_the_values_of_set_up_methods_and_fields() {
    let tests = read(
        "private final int first = 7; private Counter counter;
         @BeforeEach void start() { counter = new Counter(first); }
         @Test void adds() { counter.add(3); assertEquals(10, counter.count()); }",
    );
    let expected = [
        "v0 = int 7",
        "v1 = new shop/Counter(I)V (v0)",
        "v2 = int 3",
        "call shop/Counter.add(I)V on v1 (v2)",
        "v4 = call shop/Counter.count()I on v1 ()",
    ];
    assert_eq!(tests.len(), 1);
    assert_eq!(lines(&tests[0]), expected);
}

#[test]
fn loops_over_constants_are_unrolled_and_helper_methods_followed() {
    let tests = read(
        "private static void addAll(Counter counter, int... numbers) { for (int number : numbers) counter.add(number * 2); }
         @Test void adds() { Counter counter = new Counter(0); addAll(counter, 1, 2); for (int i = 5; i < 7; i++) counter.add(i); }",
    );
    let numbers: Vec<&str> = lines(&tests[0])
        .into_iter()
        .filter_map(|line| line.split_once("= int "))
        .map(|(_, number)| number)
        .collect();
    assert_eq!(numbers, ["0", "2", "4", "5", "6"]);
    assert_eq!(tests[0].matches("Counter.add").count(), 4);
}

#[test]
fn constants_become_what_parameters_want() {
    let tests = read(r#"@Test void asks() { new Counter(1).history("a", true, 5L, 6L); }"#);
    let expected = [
        "v0 = int 1",
        "v1 = new shop/Counter(I)V (v0)",
        "v2 = string \"a\"",
        "v3 = boolean true",
        "v4 = long 5",
        "v5 = long 6",
        "v6 = array [J 2",
        "v6[0] = v4",
        "v6[1] = v5",
        "v9 = call shop/Counter.history(Ljava/lang/String;Z[J)[I on v1 (v2, v3, v6)",
    ];
    assert_eq!(lines(&tests[0]), expected);
}

#[test]
fn call_that_is_expected_to_throw_ends_a_test_of_its_own() {
    let tests = read(
        "@Test void refuses() {
             Counter counter = new Counter(1);
             assertThrows(IllegalArgumentException.class, () -> counter.add(-1));
             counter.add(2);
         }",
    );
    let added: Vec<bool> = tests.iter().map(|test| test.contains("int -1")).collect();
    assert_eq!(added, [true, false]);
    assert!(tests[1].contains("int 2") && !tests[0].contains("int 2"));
}

#[test]
fn what_is_not_known_is_left_out_with_what_needs_it() {
    let tests = read(
        "@Test void mixes() {
             Counter counter = new Counter(1);
             counter.add((int) System.nanoTime());
             counter.add(2);
             if (counter.count() > 3) counter.add(99);
         }",
    );
    assert_eq!(tests[0].matches("Counter.add").count(), 1);
    assert!(!tests[0].contains("99"));
}
