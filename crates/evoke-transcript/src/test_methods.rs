//! Which methods of a class are tests, and what runs before them: JUnit 5, JUnit 4, and JUnit 3 by its names.

use evoke_classfile::{ClassFile, Method, access};

const TEST: [&str; 5] = [
    "org/junit/jupiter/api/Test",
    "org/junit/jupiter/params/ParameterizedTest",
    "org/junit/jupiter/api/RepeatedTest",
    "org/junit/Test",
    "org/testng/annotations/Test",
];
const BEFORE_ALL: [&str; 2] = ["org/junit/jupiter/api/BeforeAll", "org/junit/BeforeClass"];
const BEFORE_EACH: [&str; 2] = ["org/junit/jupiter/api/BeforeEach", "org/junit/Before"];

/// Whether the method is a test. `extends_test_case` is whether its class is one of JUnit 3.
pub(crate) fn is_test(method: &Method, extends_test_case: bool) -> bool {
    let is_named = extends_test_case && method.name.starts_with("test") && is_plain(method);
    method.access_flags & (access::STATIC | access::ABSTRACT) == 0 && (is_named || has_any(method, &TEST))
}

/// Whether the method runs once before all tests of its class.
pub(crate) fn is_before_all(method: &Method) -> bool {
    has_any(method, &BEFORE_ALL) && method.access_flags & access::STATIC != 0 && is_plain(method)
}

/// Whether the method runs before each test of its class.
pub(crate) fn is_before_each(method: &Method, extends_test_case: bool) -> bool {
    let is_named = extends_test_case && method.name == "setUp";
    method.access_flags & access::STATIC == 0
        && is_plain(method)
        && (is_named || has_any(method, &BEFORE_EACH))
}

/// Whether the class names JUnit 3's as the one that it extends.
pub(crate) fn is_test_case(class: &ClassFile) -> bool {
    class.super_class.as_ref().is_some_and(|name| name.as_str() == "junit/framework/TestCase")
}

fn is_plain(method: &Method) -> bool {
    method.descriptor.parameters.is_empty()
}

fn has_any(method: &Method, annotations: &[&str]) -> bool {
    method.annotations.iter().any(|annotation| annotations.contains(&annotation.class.as_str()))
}
