//! What templates of Java sources expand to.

#[path = "../build/template.rs"]
mod template;

use template::{Row, expand};

#[test]
fn block_is_repeated_for_every_row_with_its_values() {
    let text = "class A {\n//for T,Box in int,Integer long,Long\n    $T a($Box b);\n//end\n}\n";
    assert_eq!(expand(text, &[]).unwrap(), "class A {\n    int a(Integer b);\n    long a(Long b);\n}\n");
}

#[test]
fn rows_may_be_a_list_with_a_name() {
    let rows: [Row; 2] = [vec!["isA".to_owned()], vec!["isB".to_owned()]];
    let text = "//for test in TESTS\n$test();\n//end\n";
    assert_eq!(expand(text, &[("TESTS", &rows)]).unwrap(), "isA();\nisB();\n");
}

#[test]
fn block_without_end_and_row_of_another_length_are_errors() {
    assert!(expand("//for T in int\n$T\n", &[]).is_err());
    assert!(expand("//for T,Box in int\n$T\n//end\n", &[]).is_err());
    assert!(expand("//for T\n//end\n", &[]).is_err());
}
