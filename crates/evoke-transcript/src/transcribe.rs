//! From classes of tests to test cases.

use evoke_analysis::TestCluster;
use evoke_classfile::{ClassFile, ClassName, Method};
use evoke_testcase::TestCase;

use crate::abstract_value::AbstractValue;
use crate::member_index::MemberIndex;
use crate::test_classes::TestClasses;
use crate::test_methods::{is_before_all, is_before_each, is_test, is_test_case};
use crate::test_reader::TestReader;

/// Test cases out of one suite at most.
const MAX_TESTS: usize = 100;

/// What the tests of these classes do, as far as the cluster has it, each test case once and those of a class in the order of its file; of
/// very many the first. `suites` are the classes whose tests are read, `helpers` all whose code may be followed.
pub fn transcribe(suites: &[ClassName], helpers: &[ClassFile], cluster: &TestCluster) -> Vec<TestCase> {
    let (members, classes) = (MemberIndex::new(cluster), TestClasses::new(helpers));
    let mut tests: Vec<TestCase> = Vec::new();
    for suite in suites {
        let lineage = classes.lineage(suite);
        let extends_test_case = lineage.iter().any(|class| is_test_case(class));
        let methods =
            lineage.iter().rev().flat_map(|class| class.methods.iter().map(move |method| (*class, method)));
        for (class, method) in methods.filter(|(_, method)| is_test(method, extends_test_case)) {
            if tests.len() == MAX_TESTS {
                return tests;
            }
            for test in transcribe_one(&members, &classes, &lineage, (class, method)) {
                if tests.len() < MAX_TESTS && !tests.contains(&test) {
                    tests.push(test);
                }
            }
        }
    }
    tests
}

/// What comes before a test, and the test. `lineage` is its class, then what that extends.
fn transcribe_one<'a>(
    members: &'a MemberIndex<'a>,
    classes: &'a TestClasses<'a>,
    lineage: &[&'a ClassFile],
    test: (&'a ClassFile, &'a Method),
) -> Vec<TestCase> {
    let Some(own) = lineage.first() else { return Vec::new() };
    let extends_test_case = lineage.iter().any(|class| is_test_case(class));
    let mut reader = TestReader::new(members, classes, own);
    let superclasses_first = || lineage.iter().rev();
    let of_all = |is_meant: &dyn Fn(&Method) -> bool| -> Vec<(&'a ClassFile, &'a Method)> {
        let methods =
            superclasses_first().flat_map(|class| class.methods.iter().map(|method| (*class, method)));
        methods.filter(|(_, method)| is_meant(method)).collect()
    };
    for (class, method) in of_all(&|method| method.name == "<clinit>") {
        reader.call(class, method, Vec::new());
    }
    for (class, method) in of_all(&is_before_all) {
        reader.call(class, method, Vec::new());
    }
    if let Some(constructor) = own.methods.iter().find(|method| is_default_constructor(method)) {
        reader.call(own, constructor, vec![AbstractValue::This]);
    }
    for (class, method) in of_all(&|method| is_before_each(method, extends_test_case)) {
        reader.call(class, method, vec![AbstractValue::This]);
    }
    let (class, method) = test;
    reader.call(class, method, vec![AbstractValue::This]);
    reader.into_tests()
}

fn is_default_constructor(method: &Method) -> bool {
    method.name == "<init>" && method.descriptor.parameters.is_empty()
}
