//! Conditional jumps: on ints, on the results of comparing instructions, on references and types. Definitions, section 3.

use evoke_classfile::opcode;

use crate::conditions::check;

/// What no distance exceeds, and the distance that NaN rules out.
const FARTHEST: f64 = 1e300;

#[test]
fn jumps_on_two_ints_lead_by_their_difference() {
    let opcodes: Vec<u8> = (opcode::IF_ICMPEQ..=opcode::IF_ICMPLE).collect();
    check(
        "jumps::jumps_on_two_ints_lead_by_their_difference",
        &[
            ("int a, int b", "3, 7", "a == b", 4.0, 0.0),
            ("int a, int b", "7, 7", "a == b", 0.0, 1.0),
            ("int a, int b", "3, 7", "a != b", 0.0, 4.0),
            ("int a, int b", "3, 7", "a < b", 0.0, 4.0),
            ("int a, int b", "7, 3", "a < b", 5.0, 0.0),
            ("int a, int b", "3, 7", "a >= b", 4.0, 0.0),
            ("int a, int b", "7, 7", "a >= b", 0.0, 1.0),
            ("int a, int b", "3, 7", "a > b", 5.0, 0.0),
            ("int a, int b", "7, 3", "a <= b", 4.0, 0.0),
            ("int a, int b", "3, 7", "a <= b", 0.0, 5.0),
            ("int a, int b", "-2147483648, 2147483647", "a == b", 4_294_967_295.0, 0.0),
        ],
        &opcodes,
        "",
        "",
    );
}

#[test]
fn jumps_on_one_int_lead_by_its_difference_from_zero() {
    let opcodes: Vec<u8> = (opcode::IFEQ..=opcode::IFLE).collect();
    check(
        "jumps::jumps_on_one_int_lead_by_its_difference_from_zero",
        &[
            ("int a", "5", "a == 0", 5.0, 0.0),
            ("int a", "0", "a != 0", 1.0, 0.0),
            ("int a", "5", "a < 0", 6.0, 0.0),
            ("int a", "-5", "a >= 0", 5.0, 0.0),
            ("int a", "-5", "a > 0", 6.0, 0.0),
            ("int a", "5", "a <= 0", 5.0, 0.0),
            ("boolean a", "true", "a", 0.0, 1.0),
            ("boolean a", "true", "!a", 1.0, 0.0),
            ("char a", "'c'", "a == 'a'", 2.0, 0.0),
        ],
        &opcodes,
        "",
        "",
    );
}

#[test]
fn comparisons_of_longs_lead_by_their_operands() {
    check(
        "jumps::comparisons_of_longs_lead_by_their_operands",
        &[
            ("long a, long b", "3, 7", "a == b", 4.0, 0.0),
            ("long a, long b", "3, 7", "a > b", 5.0, 0.0),
            ("long a, long b", "3, 7", "a >= b", 4.0, 0.0),
            ("long a, long b", "7, 3", "a < b", 5.0, 0.0),
            ("long a, long b", "7, 3", "a <= b", 4.0, 0.0),
            ("long a, long b", "7, 7", "a != b", 1.0, 0.0),
            ("long a, long b", "3, 7", "Long.compare(a, b) > 0", 5.0, 0.0),
            ("int a, int b", "3, 7", "Integer.compare(a, b) == 0", 4.0, 0.0),
        ],
        &[],
        "",
        "",
    );
}

#[test]
fn comparisons_of_floating_point_numbers_lead_by_their_operands() {
    check(
        "jumps::comparisons_of_floating_point_numbers_lead_by_their_operands",
        &[
            // `fcmpl` and `dcmpl` where NaN must not be greater, `fcmpg` and `dcmpg` where it must not be less.
            ("float a, float b", "1.5f, 4", "a == b", 2.5, 0.0),
            ("float a, float b", "1.5f, 4", "a > b", 3.5, 0.0),
            ("float a, float b", "4, 1.5f", "a < b", 3.5, 0.0),
            ("double a, double b", "1.5, 4", "a == b", 2.5, 0.0),
            ("double a, double b", "1.5, 4", "a >= b", 2.5, 0.0),
            ("double a, double b", "4, 1.5", "a <= b", 2.5, 0.0),
            ("double a, double b", "4, 1.5", "a < b", 3.5, 0.0),
            ("double a, double b", "Double.NaN, 1", "a > b", FARTHEST, 0.0),
            ("double a, double b", "Double.NaN, 1", "a < b", FARTHEST, 0.0),
            ("double a, double b", "1.5, 4", "Double.compare(a, b) == 0", 2.5, 0.0),
            ("float a, float b", "1.5f, 4", "Float.compare(a, b) > 0", 3.5, 0.0),
        ],
        &[],
        "",
        "",
    );
}

#[test]
fn references_are_the_same_or_not() {
    let opcodes = [opcode::IF_ACMPEQ, opcode::IF_ACMPNE, opcode::IFNULL, opcode::IFNONNULL];
    check(
        "jumps::references_are_the_same_or_not",
        &[
            ("Object a, Object b", "\"a\", \"b\"", "a == b", 1.0, 0.0),
            ("Object a, Object b", "\"a\", \"a\"", "a != b", 1.0, 0.0),
            ("Object a", "\"a\"", "a == null", 1.0, 0.0),
            ("Object a", "null", "a == null", 0.0, 1.0),
            ("Object a", "null", "a != null", 1.0, 0.0),
        ],
        &opcodes,
        "",
        "",
    );
}

#[test]
fn tests_of_types_lead_by_steps_in_the_hierarchy() {
    check(
        "jumps::tests_of_types_lead_by_steps_in_the_hierarchy",
        &[
            ("Object a", "5", "a instanceof Integer", 0.0, 1.0),
            ("Object a", "5", "!(a instanceof Integer)", 1.0, 0.0),
            // One, a step up to `AbstractList` and one down.
            ("Object a", "new Sequence()", "a instanceof java.util.ArrayList", 3.0, 0.0),
            ("Object a", "null", "a instanceof String", 1001.0, 0.0),
        ],
        &[],
        "",
        "class Sequence extends java.util.AbstractList<Object> {
           public Object get(int index) { return null; } public int size() { return 0; }
         }",
    );
}
