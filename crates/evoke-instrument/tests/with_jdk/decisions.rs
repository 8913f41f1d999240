//! Distances of calls that decide jumps: strings, regular expressions, collections, boxed values, and methods under test.

use std::fmt::Write as _;

use insta::assert_snapshot;

use crate::traced::{trace, trace_source, trace_without_string_distances};

/// Parameters, arguments, condition, and the distances to it and to its opposite.
type Row = (&'static str, &'static str, &'static str, &'static str);

/// Runs `if (<condition>)` of every row in a method with these parameters, called with these arguments.
fn check(rows: &[Row]) {
    let mut calls = String::new();
    let mut methods = String::new();
    for (index, (parameters, arguments, condition, _)) in rows.iter().enumerate() {
        writeln!(calls, "f{index}({arguments});").unwrap();
        writeln!(methods, "static void f{index}({parameters}) {{ if ({condition}) {{ n++; }} }}").unwrap();
    }
    let traced = trace(&format!("static int n; static void run() {{ {calls} }}\n{methods}"));
    assert_eq!(traced.end(), "completed");
    let distances = traced.distances();
    let distances: Vec<&str> =
        distances.lines().map(|line| line.rsplit_once(": ").map_or("", |(_, distance)| distance)).collect();
    // Each condition has two goals, that it does not hold and that it holds.
    let shown: Vec<String> = distances.chunks(2).map(|pair| format!("{} | {}", pair[1], pair[0])).collect();
    let shown: Vec<(&str, &str)> =
        rows.iter().map(|row| row.2).zip(shown.iter().map(String::as_str)).collect();
    let expected: Vec<(&str, &str)> = rows.iter().map(|row| (row.2, row.3)).collect();
    assert_eq!(shown, expected);
}

#[test]
fn differing_characters_count_less_than_missing_ones() {
    check(&[
        ("String s", "\"abd\"", "s.equals(\"abc\")", "0.5 | 0"),
        ("String s", "\"ab\"", "s.equals(\"abc\")", "1 | 0"),
        ("String s", "\"abcde\"", "s.equals(\"abc\")", "2 | 0"),
        ("String s", "\"abc\"", "s.equals(\"abc\")", "0 | 1"),
        ("String s", "\"abc\"", "!s.equals(\"abc\")", "1 | 0"),
        ("Object s", "null", "\"abc\".equals(s)", "1000 | 0"),
        ("String s", "\"aBd\"", "s.equalsIgnoreCase(\"AbC\")", "0.5 | 0"),
        ("String s", "\"abd\"", "s.contentEquals(new StringBuilder(\"abc\"))", "0.5 | 0"),
        ("String s", "\"abd\"", "s.compareTo(\"abc\") == 0", "0.5 | 0"),
        ("String s", "\"abd\"", "s.compareTo(\"abc\") < 0", "2 | 0"),
    ]);
}

#[test]
fn parts_of_texts_are_sought_at_their_best_place() {
    check(&[
        ("String s", "\"abx\"", "s.startsWith(\"abw\")", "0.5 | 0"),
        ("String s", "\"a\"", "s.startsWith(\"abc\")", "2 | 0"),
        ("String s", "\"xabw\"", "s.startsWith(\"abx\", 1)", "0.5 | 0"),
        ("String s", "\"xxabc\"", "s.endsWith(\"abd\")", "0.5 | 0"),
        ("String s", "\"zzbcdzz\"", "s.contains(\"bce\")", "0.5 | 0"),
        ("String s", "\"zzbc\"", "s.contains(\"bce\")", "1 | 0"),
        ("String s", "\"zzbcdzz\"", "s.indexOf(\"bce\") >= 0", "0.5 | 0"),
        ("String s", "\"zzbcdzz\"", "s.indexOf('e') != -1", "0.5 | 0"),
        ("String s", "\"zzbcdzz\"", "s.lastIndexOf('d') == -1", "1 | 0"),
        ("String s", "\"xxabc\"", "s.regionMatches(2, \"zabd\", 1, 3)", "0.5 | 0"),
        ("String s", "\"xxABC\"", "s.regionMatches(true, 2, \"zabd\", 1, 3)", "0.5 | 0"),
        ("String s", "\"abc\"", "s.isEmpty()", "3 | 0"),
        ("CharSequence s", "new StringBuilder(\"ab\")", "s.toString().contains(\"b\")", "0 | 1"),
    ]);
}

#[test]
fn regular_expressions_report_what_cannot_be_continued_to_a_match() {
    check(&[
        ("String s", "\"20xx\"", "s.matches(\"[0-9]{4}\")", "2.3333333333333335 | 0"),
        ("String s", "\"20\"", "s.matches(\"[0-9]{4}\")", "0.3333333333333333 | 0"),
        ("String s", "\"2020\"", "s.matches(\"[0-9]{4}\")", "0 | 1"),
        (
            "String s",
            "\"20\"",
            "java.util.regex.Pattern.compile(\"[0-9]{4}\").matcher(s).matches()",
            "0.3333333333333333 | 0",
        ),
        (
            "String s",
            "\"zz20\"",
            "java.util.regex.Pattern.compile(\"[0-9]{4}\").matcher(s).find()",
            "0.3333333333333333 | 0",
        ),
        ("String s", "\"2\"", "java.util.regex.Pattern.matches(\"[0-9]{4}\", s)", "0.5 | 0"),
    ]);
}

#[test]
fn collections_report_their_nearest_element_whatever_their_static_type() {
    let list = "new java.util.ArrayList<>(java.util.Arrays.asList(3, 50))";
    check(&[
        ("java.util.List<Integer> c", list, "c.contains(47)", "3 | 0"),
        ("java.util.ArrayList<Integer> c", list, "c.contains(3)", "0 | 1"),
        ("Iterable<Integer> c", list, "((java.util.Collection<?>) c).isEmpty()", "2 | 0"),
        ("java.util.Collection<Integer> c", list, "c.containsAll(java.util.Arrays.asList(3, 49))", "0.5 | 0"),
        (
            "java.util.Map<String, Long> m",
            "java.util.Collections.singletonMap(\"key\", 7L)",
            "m.containsKey(\"kez\")",
            "0.5 | 0",
        ),
        (
            "java.util.Map<String, Long> m",
            "new java.util.TreeMap<>(java.util.Collections.singletonMap(\"key\", 7L))",
            "m.containsValue(9L)",
            "2 | 0",
        ),
        ("java.util.Map<String, Long> m", "new java.util.HashMap<>()", "!m.isEmpty()", "1 | 0"),
    ]);
}

#[test]
fn values_are_compared_by_what_they_are_at_run_time() {
    check(&[
        ("Object a, Object b", "7, 12", "a.equals(b)", "5 | 0"),
        ("Long a, Long b", "7L, 12L", "a.equals(b)", "5 | 0"),
        ("Double a, Double b", "Double.NaN, 1.0", "a.equals(b)", "1e300 | 0"),
        ("Object a, Object b", "7, 7L", "a.equals(b)", "1000 | 0"),
        ("Object a, Object b", "\"a\", \"b\"", "java.util.Objects.equals(a, b)", "0.5 | 0"),
        ("Object a, Object b", "new Object(), \"b\"", "a.equals(b)", "1 | 0"),
        ("char c", "'a'", "Character.isDigit(c)", "40 | 0"),
        ("int c", "'7'", "Character.isDigit(c)", "0 | 1"),
    ]);
}

#[test]
fn calls_throw_as_before() {
    let attempts = [
        ("NullPointerException", "((Object) null).equals(\"\")"),
        ("NullPointerException", "((String) null).startsWith(\"\", 1)"),
        ("NullPointerException", "\"\".regionMatches(0, null, 0, 1)"),
        ("NullPointerException", "\"\".contains(null)"),
        ("NullPointerException", "((java.util.Map<?, ?>) null).isEmpty()"),
        ("NullPointerException", "new java.util.TreeMap<>().containsKey(null)"),
        ("ClassCastException", "new java.util.TreeSet<Object>(java.util.Arrays.asList(1)).contains(\"\")"),
        ("java.util.regex.PatternSyntaxException", "\"\".matches(\"(\")"),
    ];
    let mut members = "static int thrown; static void run() {\n".to_owned();
    for (exception, call) in attempts {
        writeln!(members, "try {{ if ({call}) return; }} catch ({exception} e) {{ thrown++; }}").unwrap();
    }
    let traced = trace(&format!("{members} if (thrown == {}) {{ thrown++; }} }}", attempts.len()));
    assert_eq!(traced.distances(), "thrown != 8: 1\nthrown == 8: 0");
}

#[test]
fn string_switch_reports_the_distance_to_the_string_of_each_case() {
    let traced = trace(
        "static int run() { return f(\"odd\"); }
         static int f(String s) {
           switch (s) { case \"one\": return 1; case \"two\": return 2; case \"ode\": return 3; default: return 4; }
         }",
    );
    assert_snapshot!(traced.distances(), @r#"
    case "one": 1.4090909090909092
    case "two": 2.6999999999999997
    case "ode": 0.5
    default: 0
    "#);
}

#[test]
fn result_of_a_method_of_another_class_carries_the_distance_of_what_decided_it() {
    let traced = trace_source(
        "public class Subject {
           static int n; static void run() { f(new Other(), \"abd\", 12); }
           static boolean own(Other o, int i) { if (i > 20) { o.isTen(i); return true; } return false; }
           static void f(Other o, String s, int i) {
             if (o.has(s)) n++; if (o.isTen(i)) n++; if (o.nested(i)) n++; if (o.unknown(i)) n++; if (own(o, i)) n++;
           }
         }
         class Other {
           java.util.Set<String> keys = new java.util.TreeSet<>(java.util.Arrays.asList(\"abc\", \"x\"));
           boolean has(String s) { return keys.contains(s); }
           boolean isTen(int i) { return i > 5 && i == 10; }
           boolean nested(int i) { return isTen(i); }
           boolean unknown(int i) { boolean b = isTen(i); isTen(0); return b; }
         }",
        &["Other"],
    );
    assert_snapshot!(traced.distances(), @r"
    i <= 20: 0
    i > 20: 9
    !o.has(s): 0
    o.has(s): 0.5
    !o.isTen(i): 0
    o.isTen(i): 2
    !o.nested(i): 0
    o.nested(i): 2
    !o.unknown(i): 0
    o.unknown(i): 1
    !own(o, i): 0
    own(o, i): 9
    ");
}

#[test]
fn result_of_a_method_under_test_carries_the_distance_of_what_decided_it() {
    let traced = trace(
        "static int n; static void run() { f(\"abd\", 12); }
         static boolean direct(String s) { return s.equals(\"abc\"); }
         static boolean byJump(int i) { return i > 5 && i == 10; }
         static boolean early(int i) { if (i < 5) { return true; } return false; }
         static boolean nested(String s) { return direct(s); }
         static boolean either(String s, int i) { return i == 3 ? i > 8 : s.isEmpty(); }
         static boolean unknown(int i) { boolean b = i == 5; return b; }
         static void f(String s, int i) {
           if (direct(s)) n++; if (byJump(i)) n++; if (early(i)) n++; if (nested(s)) n++; if (either(s, i)) n++;
           if (unknown(i)) n++;
         }",
    );
    assert_snapshot!(traced.distances(), @r"
    i <= 5: 7
    i > 5: 0
    i != 10: 0
    i == 10: 2
    i >= 5: 0
    i < 5: 8
    i != 3: 0
    i == 3: 9
    i != 5: 0
    i == 5: 7
    !direct(s): 0
    direct(s): 0.5
    !byJump(i): 0
    byJump(i): 2
    !early(i): 0
    early(i): 8
    !nested(s): 0
    nested(s): 0.5
    !either(s, i): 0
    either(s, i): 3
    !unknown(i): 0
    unknown(i): 1
    ");
}

#[test]
fn decision_is_not_taken_for_that_of_another_call() {
    let traced = trace(
        "static int n; static boolean flag; static void run() { f(\"abcdefg\"); }
         static boolean flag() { return flag; }
         static boolean late(String s) { boolean b = s.equals(\"\"); return flag; }
         static class Odd { public boolean equals(Object o) { return n == 20; } public int hashCode() { return 1; } }
         static void f(String s) {
           if (s.equals(\"\")) n++;
           if (flag()) n++;
           if (late(s)) n++;
           if (new Odd().equals(s)) n++;
           boolean b = s.isEmpty();
           if (b) n++;
         }",
    );
    assert_snapshot!(traced.distances(), @r#"
    !s.equals(""): 0
    s.equals(""): 7
    !flag(): 0
    flag(): 1
    !late(s): 0
    late(s): 1
    !new Subject.Odd().equals(s): 0
    new Subject.Odd().equals(s): 20
    !b: 0
    b: 7
    Subject.n != 20: 0
    Subject.n == 20: 20
    "#);
}

#[test]
fn true_is_one_away_from_false_without_string_distances() {
    let members = r#"
        static int n;
        static void run() { text("abd"); of("xyz"); }
        static void text(String s) { if (s.equals("abc")) { n++; } }
        static void of(String s) { switch (s) { case "abc": n++; break; default: n--; } }
    "#;
    let distances = trace_without_string_distances(members).distances();
    let first: Vec<&str> = distances.lines().take(2).collect();
    assert_eq!(first, ["!s.equals(\"abc\"): 0", "s.equals(\"abc\"): 1"]);
}

#[test]
fn result_may_be_stored_before_it_is_tested() {
    let members = r#"
        static int n;
        static void run() { text("abd"); at("zzbcdzz"); in("zzbcdzz"); }
        static void text(String s) { boolean same = s.equals("abc"); if (same) { n++; } }
        static void at(String s) { int at = s.indexOf("bce"); if (at >= 0) { n += at; } }
        static void in(String s) { int at; if ((at = s.indexOf("bce")) != -1) { n += at; } }
    "#;
    assert_snapshot!(trace(members).distances(), @r#"
    !same: 0
    same: 0.5
    at < 0: 0
    at >= 0: 0.5
    s.indexOf("bce") == -1: 0
    s.indexOf("bce") != -1: 0.5
    "#);
}

#[test]
fn arrays_differ_by_their_lengths_and_elements() {
    check(&[
        ("int[] a", "new int[] {1, 2}", "java.util.Arrays.equals(a, new int[] {1, 5})", "0.75 | 0"),
        ("int[] a", "new int[] {1}", "java.util.Arrays.equals(a, new int[] {1, 5})", "1 | 0"),
        (
            "String[] a",
            "new String[] {\"a\"}",
            "java.util.Arrays.equals(a, new String[] {\"b\"})",
            "0.3333333333333333 | 0",
        ),
        ("int[] a", "new int[] {1}", "java.util.Arrays.equals(a, new int[] {1})", "0 | 1"),
    ]);
}

#[test]
fn comparing_calls_report_the_difference_of_their_operands() {
    check(&[
        ("int a", "3", "Integer.compare(a, 10) > 0", "8 | 0"),
        ("long a", "3L", "Long.compare(a, 10L) == 0", "7 | 0"),
        ("double a", "3.5", "Double.compare(a, 10) == 0", "6.5 | 0"),
        ("double a", "0.0", "Double.compare(a, -0.0) == 0", "0.000000000000000000000000000001 | 0"),
        ("float a", "-0.0f", "Float.compare(a, 0.0f) < 0", "0 | 0.000000000000000000000000000001"),
    ]);
}
