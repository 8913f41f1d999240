//! Facts about reading hand-made classes.

use proptest::prelude::*;

use super::*;
use crate::assembled_class::AssembledClass;
use crate::opcode as op;
use crate::{ClassName, ParseError, access};

fn simple(major: u16) -> AssembledClass {
    AssembledClass::new(major, &[op::ILOAD_0, op::IRETURN])
}

fn parsed(class: &AssembledClass) -> ClassFile {
    ClassFile::parse(&class.bytes()).unwrap()
}

#[test]
fn class_has_what_was_assembled() {
    let class = parsed(&simple(52));
    assert_eq!((class.name.as_str(), class.major_version), ("Sample", 52));
    assert_eq!(class.super_class, Some(ClassName::new("java/lang/Object")));
    let method = &class.methods[0];
    assert_eq!((method.name.as_str(), method.descriptor.to_string().as_str()), ("run", "(I)I"));
    assert_eq!(method.parameter_names, [None]);
    assert_eq!(method.code.as_ref().unwrap().length, 2);
}

#[test]
fn all_versions_up_to_69_are_read() {
    for major in 45..=69 {
        assert_eq!(parsed(&simple(major)).major_version, major);
    }
    let mut oldest = simple(45);
    oldest.minor = 2;
    assert_eq!(parsed(&oldest).methods[0].code.as_ref().unwrap().max_locals, 2);
    let newer = ClassFile::parse(&simple(70).bytes()).unwrap_err();
    assert_eq!(newer, ParseError::TooNew { major: 70, minor: 0, newest: 69 });
    assert!(matches!(ClassFile::parse(&simple(44).bytes()), Err(ParseError::Malformed { .. })));
}

#[test]
fn what_an_attribute_calls_synthetic_is_as_what_a_flag_calls_so() {
    let flags = |class: &AssembledClass| {
        let class = parsed(class);
        (class.access_flags, class.methods[0].access_flags)
    };
    assert_eq!(flags(&simple(46)), (0x21, 9));
    let synthetic = (0x21 | access::SYNTHETIC, 9 | access::SYNTHETIC);
    assert_eq!(flags(&simple(46).mark("Synthetic")), synthetic);
}

#[test]
fn handler_may_end_where_the_code_ends() {
    let class = simple(49).handler(0, 2, 0);
    let code = parsed(&class).methods.remove(0).code.unwrap();
    assert_eq!(code.exception_table, [ExceptionHandler { start: 0, end: 2, handler: 0, catch_type: None }]);
}

#[test]
fn handler_off_the_instructions_is_refused() {
    let code = [op::BIPUSH, 1, op::IRETURN];
    for (start, end, handler) in [(0, 3, 1), (1, 3, 0), (0, 1, 0), (0, 4, 0), (2, 2, 0), (0, 3, 3)] {
        let class = AssembledClass::new(49, &code).handler(start, end, handler);
        assert!(ClassFile::parse(&class.bytes()).is_err(), "{start} {end} {handler}");
    }
}

#[test]
fn line_tables_are_merged_and_sorted() {
    let class =
        simple(52).attribute("LineNumberTable", &[1, 1, 20]).attribute("LineNumberTable", &[1, 0, 10]);
    let lines = parsed(&class).methods[0].code.as_ref().unwrap().line_numbers.clone();
    assert_eq!(lines, [LineNumber { offset: 0, line: 10 }, LineNumber { offset: 1, line: 20 }]);
}

#[test]
fn parameter_is_named_by_its_local_variable() {
    // Name `run` and descriptor `(I)I` are at 3 and 4; only a field descriptor makes a variable.
    let misfit = simple(52).attribute("LocalVariableTable", &[1, 0, 2, 3, 4, 0]);
    assert_eq!(parsed(&misfit).methods[0].parameter_names, [None]);
}

#[test]
fn code_must_not_be_empty_or_too_long() {
    assert!(ClassFile::parse(&AssembledClass::new(52, &[]).bytes()).is_err());
    assert!(ClassFile::parse(&AssembledClass::new(52, &vec![op::NOP; 65_535]).bytes()).is_ok());
    assert!(ClassFile::parse(&AssembledClass::new(52, &vec![op::NOP; 65_536]).bytes()).is_err());
}

#[test]
fn bytes_behind_the_class_are_refused() {
    let mut bytes = simple(52).bytes();
    bytes.push(0);
    assert!(ClassFile::parse(&bytes).is_err());
}

#[test]
fn what_is_no_class_file_is_told_apart_from_a_damaged_one() {
    assert_eq!(ClassFile::parse(b"").unwrap_err(), ParseError::Magic);
    assert_eq!(ClassFile::parse(b"PK\x03\x04").unwrap_err(), ParseError::Magic);
    let bytes = simple(52).bytes();
    for length in 4..bytes.len() {
        assert!(matches!(ClassFile::parse(&bytes[..length]), Err(ParseError::Truncated { .. })), "{length}");
    }
}

proptest! {
    #[test]
    fn random_bytes_never_panic(tail in prop::collection::vec(any::<u8>(), 0..400)) {
        let bytes = [&[0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 52][..], &tail].concat();
        let _ = ClassFile::parse(&bytes);
    }
}
