//! What is found in compiled Java.

use std::fs;
use std::process::Command;
use std::sync::LazyLock;

use evoke_classfile::{ClassPath, Jdk};

use super::{ClassConstants, Constants, Occurring};
use crate::ClassLibrary;

const SOURCES: [(&str, &str); 2] = [
    (
        "Parser",
        r#"
        class Parser extends Base {
            static final char SEPARATOR = ';';
            static final long LIMIT = 9_000_000_000L;
            int parse(String text) {
                char first = text.charAt(0);
                if (first == 'x') return 1234;
                if (text.indexOf(SEPARATOR) > 1234) throw new IllegalArgumentException("not a value");
                switch (text.charAt(1)) { case 'q': return 40000; default: break; }
                switch (text) { case "yes": return 2; case "no": return 3; default: return 4; }
            }
            boolean matches(String text) {
                return text.matches("[a-f]+") || text.replaceAll("\\d", "digit").isEmpty();
            }
            double scale(float by) { return by > 2.5f ? 0.125 : Used.twice(7); }
            Class<?> type() { return String.class; }
            static String quad() { return "^(\\d{1,3})[.]$"; }
            static boolean isOpen(int flags, long more) { return (flags & 512) != 0 && (more & 0x300L) == 0 && (flags & 0xff) > 3; }
            static class Nested { int limit() { return 77777; } }
        }"#,
    ),
    (
        "Used",
        r#"class Used { static int twice(int x) { return x == 55555 ? 0 : x * 2; } }
           class Base {
             String base() { return "of the base"; }
             boolean exists(String name) { return Base.class.getResource(name) != null; }
             static class Reader extends org.xml.sax.helpers.DefaultHandler {
               boolean isOption(String name) { return name.equals("option"); }
             }
           }
           class Stranger { String name() { return "of a stranger"; } }"#,
    ),
];

static CONSTANTS: LazyLock<Constants> = LazyLock::new(|| constants_of("Parser", &SOURCES));

/// The constants of the class, compiled with others.
fn constants_of(class: &str, sources: &[(&str, &str)]) -> Constants {
    let folder = tempfile::tempdir().unwrap();
    let jdk = Jdk::for_tests().expect("these tests need a JDK").remove(0);
    let sources = sources.iter().map(|(name, text)| {
        let path = folder.path().join(format!("{name}.java"));
        fs::write(&path, text).unwrap();
        path
    });
    let javac = Command::new(jdk.home.join("bin/javac")).arg("-d").arg(folder.path()).args(sources).output();
    assert!(javac.unwrap().status.success());
    let class_path = ClassPath::open(&[folder.path().to_path_buf()], &jdk).unwrap();
    let library = ClassLibrary::new(&class_path);
    let files = library.with_nested(&class.into()).unwrap();
    Constants::collect(&library, &files)
}

fn count_of<T: PartialEq>(values: &[Occurring<T>], wanted: &T) -> u32 {
    values.iter().find(|it| it.value == *wanted).map_or(0, |it| it.count)
}

fn has_string(constants: &ClassConstants, wanted: &str) -> bool {
    constants.strings.iter().any(|it| String::from_utf16_lossy(&it.value) == wanted)
}

#[test]
fn integers_of_code_and_fields_are_counted() {
    let own = &CONSTANTS.own;
    assert_eq!(count_of(&own.integers, &1234), 2);
    assert_eq!(count_of(&own.integers, &40_000), 1);
    assert_eq!(count_of(&own.integers, &9_000_000_000), 1);
    assert_eq!(count_of(&own.integers, &77_777), 1, "nested classes count as the class itself");
}

#[test]
fn what_bits_are_taken_by_is_known_unless_it_cuts_out_bytes() {
    let own = &CONSTANTS.own;
    assert_eq!(own.masks, [512, 0x300].map(|value| Occurring { value, count: 1 }));
    assert_eq!([512, 0x300, 0xff].map(|mask| count_of(&own.integers, &mask)), [1; 3]);
}

#[test]
fn constants_that_meet_characters_are_characters() {
    let chars: Vec<u16> = CONSTANTS.own.chars.iter().map(|it| it.value).collect();
    assert_eq!(chars, [b';', b'q', b'x'].map(u16::from));
}

#[test]
fn strings_of_switches_are_found_and_their_hash_codes_are_not() {
    assert!(has_string(&CONSTANTS.own, "yes") && has_string(&CONSTANTS.own, "no"));
    let hash_of_yes = 119_527;
    assert_eq!(count_of(&CONSTANTS.own.integers, &hash_of_yes), 0);
}

#[test]
fn messages_of_exceptions_are_left_out() {
    assert!(!has_string(&CONSTANTS.own, "not a value"));
}

#[test]
fn regular_expressions_are_kept_apart_from_strings() {
    let patterns = &CONSTANTS.own.patterns;
    let texts: Vec<String> = patterns.iter().map(|it| String::from_utf16_lossy(&it.value)).collect();
    assert_eq!(texts, ["[a-f]+", "\\d", "^(\\d{1,3})[.]$"]);
    assert!(has_string(&CONSTANTS.own, "^(\\d{1,3})[.]$"), "what only looks like one may be a string, too");
    assert!(has_string(&CONSTANTS.own, "digit"), "what is put in place of a match is a string");
}

#[test]
fn floats_and_doubles_are_found() {
    let floats: Vec<f64> = CONSTANTS.own.floats.iter().map(|it| it.value).collect();
    assert_eq!(floats, [0.125, 2.5]);
}

#[test]
fn class_literals_are_named_as_programs_name_them() {
    assert_eq!(count_of(&CONSTANTS.own.class_names, &"java.lang.String".to_owned()), 1);
}

#[test]
fn constants_of_superclass_and_callees_are_kept_apart_and_others_left_out() {
    assert_eq!(count_of(&CONSTANTS.used.integers, &55_555), 1);
    assert_eq!(count_of(&CONSTANTS.own.integers, &55_555), 0);
    assert!(has_string(&CONSTANTS.used, "of the base"));
    assert!(!has_string(&CONSTANTS.used, "of a stranger"));
}

#[test]
fn documents_have_the_names_of_used_classes_that_read_xml() {
    assert!(has_string(&CONSTANTS.used, "option"));
    assert_eq!(CONSTANTS.documents[0], "<option option=\"1\"/>");
    assert!(has_string(&CONSTANTS.own, &CONSTANTS.documents[0]));
}

#[test]
fn where_resources_are_looked_for_the_class_file_of_the_class_is_one() {
    assert!(has_string(&CONSTANTS.own, "/Parser.class"));
    assert!(!has_string(&CONSTANTS.own, "Parser.class"), "nobody asks a class loader");
}

#[test]
fn class_reads_lines_if_it_or_one_that_it_uses_or_extends_calls_what_gives_them() {
    const READER: &str = "class Lines { String first(java.io.BufferedReader in) throws java.io.IOException { return in.readLine(); } }";
    const USER: &str =
        "class User { String first(Lines lines) throws Exception { return lines.first(null); } }";
    const HEIR: &str = "class Heir extends Line {}";
    const LINE: &str = "class Line extends Lines {}";
    const FIELD: &str = "class Field { int lines; int count() { return lines; } }";
    assert!(!CONSTANTS.has_lines);
    assert!(!constants_of("Field", &[("Field", FIELD)]).has_lines, "a field gives no lines");
    let sources = [("Lines", READER), ("User", USER), ("Line", LINE), ("Heir", HEIR)];
    for class in ["Lines", "User", "Line", "Heir"] {
        assert!(constants_of(class, &sources).has_lines, "{class}");
    }
}

#[test]
fn regular_expressions_of_classes_two_steps_away_are_found_and_other_constants_are_not() {
    const SOURCES: [(&str, &str); 3] = [
        ("Orders", "class Orders { void add(Order order) { order.add(); } }"),
        ("Order", "class Order { void add() { new Line(\"of the order\"); } }"),
        (
            "Line",
            "class Line { Line(String unit) { if (!unit.matches(\"[A-Z]{3}-\\\\d\")) throw new Error(\"x\" + unit.equals(\"of the line\")); } }",
        ),
    ];
    let used = constants_of("Orders", &SOURCES).used;
    let patterns: Vec<String> = used.patterns.iter().map(|it| String::from_utf16_lossy(&it.value)).collect();
    assert_eq!(patterns, ["[A-Z]{3}-\\d"]);
    assert!(has_string(&used, "of the order") && !has_string(&used, "of the line"));
}
