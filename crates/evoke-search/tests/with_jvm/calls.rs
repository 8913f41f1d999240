//! Conditions that a call decides lead by the operands of the call, or by what decided inside of it. Definitions, section 3.

use crate::conditions::check;

/// Between values of two classes, and from null.
const OF_OTHER_CLASS: f64 = 1000.0;

#[test]
fn calls_on_texts_lead_by_characters() {
    // A character that differs by 1 counts 1/2, one that is missing or too many 1.
    check(
        "calls::calls_on_texts_lead_by_characters",
        &[
            ("String s", "\"abd\"", "s.equals(\"abc\")", 0.5, 0.0),
            ("String s", "\"ab\"", "s.equals(\"abc\")", 1.0, 0.0),
            ("String s", "\"abc\"", "s.equals(\"abc\")", 0.0, 1.0),
            ("String s", "\"aBd\"", "s.equalsIgnoreCase(\"AbC\")", 0.5, 0.0),
            ("String s", "\"abd\"", "s.contentEquals(new StringBuilder(\"abc\"))", 0.5, 0.0),
            ("String s", "\"abd\"", "s.compareTo(\"abc\") == 0", 0.5, 0.0),
            ("String s", "\"aBd\"", "s.compareToIgnoreCase(\"AbC\") == 0", 0.5, 0.0),
            ("String s", "\"abx\"", "s.startsWith(\"abw\")", 0.5, 0.0),
            ("String s", "\"xabw\"", "s.startsWith(\"abx\", 1)", 0.5, 0.0),
            ("String s", "\"xxabc\"", "s.endsWith(\"abd\")", 0.5, 0.0),
            ("String s", "\"zzbc\"", "s.contains(\"bce\")", 1.0, 0.0),
            ("String s", "\"zzbcdzz\"", "s.indexOf(\"bce\") >= 0", 0.5, 0.0),
            ("String s", "\"zzbcdzz\"", "s.indexOf('e') != -1", 0.5, 0.0),
            ("String s", "\"xxabc\"", "s.regionMatches(2, \"zabd\", 1, 3)", 0.5, 0.0),
            ("String s", "\"xxABC\"", "s.regionMatches(true, 2, \"zabd\", 1, 3)", 0.5, 0.0),
            ("String s", "\"abc\"", "s.isEmpty()", 3.0, 0.0),
            ("String s", "\"abd\"", "!s.equals(\"abc\")", 0.0, 0.5),
        ],
        &[],
        "",
        "",
    );
}

#[test]
fn matches_lead_to_the_language_of_the_pattern() {
    check(
        "calls::matches_lead_to_the_language_of_the_pattern",
        &[
            ("String s", "\"2020\"", "s.matches(\"[0-9]{4}\")", 0.0, 1.0),
            ("String s", "\"20\"", "s.matches(\"[0-9]{4}\")", 1.0 / 3.0, 0.0),
            ("String s", "\"2\"", "java.util.regex.Pattern.matches(\"[0-9]{4}\", s)", 0.5, 0.0),
            (
                "String s",
                "\"zz20\"",
                "java.util.regex.Pattern.compile(\"[0-9]{4}\").matcher(s).find()",
                1.0 / 3.0,
                0.0,
            ),
        ],
        &[],
        "",
        "",
    );
}

#[test]
fn calls_on_collections_lead_to_the_nearest_element() {
    let list = "new java.util.ArrayList<>(java.util.Arrays.asList(3, 50))";
    let map = "java.util.Collections.singletonMap(\"key\", 7L)";
    check(
        "calls::calls_on_collections_lead_to_the_nearest_element",
        &[
            ("java.util.List<Integer> c", list, "c.contains(47)", 3.0, 0.0),
            ("java.util.List<Integer> c", list, "c.contains(3)", 0.0, 1.0),
            ("java.util.List<Integer> c", list, "c.isEmpty()", 2.0, 0.0),
            // Only the second is missing, by 1: 1/2.
            ("java.util.List<Integer> c", list, "c.containsAll(java.util.Arrays.asList(3, 49))", 0.5, 0.0),
            ("java.util.Map<String, Long> m", map, "m.containsKey(\"kez\")", 0.5, 0.0),
            ("java.util.Map<String, Long> m", map, "m.containsValue(9L)", 2.0, 0.0),
            ("java.util.Map<String, Long> m", map, "m.isEmpty()", 1.0, 0.0),
        ],
        &[],
        "",
        "",
    );
}

#[test]
fn equality_leads_by_what_the_values_are_at_run_time() {
    check(
        "calls::equality_leads_by_what_the_values_are_at_run_time",
        &[
            ("Object a, Object b", "7, 12", "a.equals(b)", 5.0, 0.0),
            ("Long a, Long b", "7L, 12L", "a.equals(b)", 5.0, 0.0),
            ("Double a, Double b", "1.5, 4.0", "a.equals(b)", 2.5, 0.0),
            ("Character a, Character b", "'a', 'c'", "a.equals(b)", 2.0, 0.0),
            ("Boolean a, Boolean b", "true, false", "a.equals(b)", 1.0, 0.0),
            ("Object a, Object b", "7, 7L", "a.equals(b)", OF_OTHER_CLASS, 0.0),
            ("Object a, Object b", "\"a\", null", "a.equals(b)", OF_OTHER_CLASS, 0.0),
            ("Object a, Object b", "\"a\", \"b\"", "java.util.Objects.equals(a, b)", 0.5, 0.0),
            ("Object a, Object b", "new Object(), \"b\"", "a.equals(b)", 1.0, 0.0),
            // Elements 3 apart count 3/4.
            ("int[] a", "new int[] {1, 2}", "java.util.Arrays.equals(a, new int[] {1, 5})", 0.75, 0.0),
        ],
        &[],
        "",
        "",
    );
}

#[test]
fn tests_of_characters_lead_to_the_nearest_that_passes() {
    check(
        "calls::tests_of_characters_lead_to_the_nearest_that_passes",
        &[
            // From 97 to '9', which is 57.
            ("char c", "'a'", "Character.isDigit(c)", 40.0, 0.0),
            ("int c", "'7'", "Character.isDigit(c)", 0.0, 1.0),
            // From 57 to 'A', which is 65.
            ("char c", "'9'", "Character.isLetter(c)", 8.0, 0.0),
            // From '@', which is 64.
            ("char c", "'@'", "Character.isLetterOrDigit(c)", 1.0, 0.0),
            ("char c", "'a'", "Character.isUpperCase(c)", 7.0, 0.0),
            ("char c", "'Z'", "Character.isLowerCase(c)", 7.0, 0.0),
            ("char c", "'!'", "Character.isWhitespace(c)", 1.0, 0.0),
            ("char c", "'%'", "Character.isJavaIdentifierStart(c)", 1.0, 0.0),
            ("char c", "'/'", "Character.isJavaIdentifierPart(c)", 1.0, 0.0),
        ],
        &[],
        "",
        "",
    );
}

#[test]
fn boolean_results_lead_by_what_decided_them() {
    check(
        "calls::boolean_results_lead_by_what_decided_them",
        &[
            ("String s", "\"abd\"", "isKey(s)", 0.5, 0.0),
            ("int i", "12", "isTen(i)", 2.0, 0.0),
            ("int i", "12", "!isTen(i)", 0.0, 2.0),
            ("int i", "12", "nested(i)", 2.0, 0.0),
            ("int i", "12", "Other.isTen(i)", 2.0, 0.0),
            ("int i", "12", "unknown(i)", 1.0, 0.0),
            ("int i", "12", "isTen(i) == true", 2.0, 0.0),
            ("int i", "12", "isTen(i) != false", 2.0, 0.0),
            ("int i", "12", "isTen(i) == false", 0.0, 2.0),
        ],
        &[],
        "static boolean isKey(String s) { return s.equals(\"abc\"); }
         static boolean isTen(int i) { return i == 10; }
         static boolean nested(int i) { return isTen(i); }
         static boolean unknown(int i) { boolean b = isTen(i); isTen(0); return b; }",
        "class Other { static boolean isTen(int i) { return i == 10; } }",
    );
}

#[test]
fn null_results_lead_to_the_key_or_by_what_decided_them() {
    let map = "java.util.Collections.singletonMap(\"abc\", \"value\")";
    check(
        "calls::null_results_lead_to_the_key_or_by_what_decided_them",
        &[
            ("java.util.Map<String, String> m", map, "m.get(\"abd\") != null", 0.5, 0.0),
            ("java.util.Map<String, String> m", map, "m.get(\"abd\") == null", 0.0, 0.5),
            ("java.util.Map<String, String> m", map, "m.get(\"abc\") == null", 1.0, 0.0),
            ("int i", "12", "match(i) != null", 2.0, 0.0),
            ("int i", "12", "Other.match(i) != null", 2.0, 0.0),
            ("int i", "10", "match(i) == null", 1.0, 0.0),
            ("String s", "\"abd\"", "lookup(s) != null", 0.5, 0.0),
            ("int i", "12", "unknown(i) != null", 1.0, 0.0),
        ],
        &[],
        "static String nothing;
         static final java.util.Map<String, String> NAMES = java.util.Collections.singletonMap(\"abc\", \"value\");
         static String match(int i) { if (i == 10) { return \"ten\"; } return null; }
         static String lookup(String s) { return NAMES.get(s); }
         static String unknown(int i) { match(i); return nothing; }",
        "class Other { static String match(int i) { return i == 10 ? \"ten\" : null; } }",
    );
}
