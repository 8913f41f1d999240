//! What is written in place of literals, by how the operand was made of them.

use evoke_analysis::{PredicateId, TypeTable};
use evoke_testcase::JavaString;
use rand_pcg::rand_core::SeedableRng;

use super::*;

fn text(text: &str) -> OperandValue {
    OperandValue::String(JavaString::from(text))
}

fn string(text: &str) -> Value {
    Value::String(JavaString::from(text))
}

/// The literals that take the place of one, when these were compared.
fn written(literal: Value, left: OperandValue, right: OperandValue) -> Vec<Value> {
    let test = TestCase::new(vec![Statement::Value(literal)]);
    let operands = [Operand { predicate: PredicateId(0), left, right }];
    let mut rng = SearchRng::seed_from_u64(1);
    substitutions(&test, &operands, 100, &mut rng)
        .into_iter()
        .map(|test| match &test.statements()[0] {
            Statement::Value(value) => value.clone(),
            other => unreachable!("a literal stays one: {other:?}"),
        })
        .collect()
}

#[test]
fn other_operand_and_its_neighbours_take_the_place_of_an_integer() {
    let found = written(Value::Int(5), OperandValue::Int(5), OperandValue::Int(4711));
    assert_eq!(found, [4711, 4712, 4710].map(Value::Int));
    let found = written(Value::Int(5), OperandValue::Int(4711), OperandValue::Int(5));
    assert_eq!(found.len(), 3, "from either side");
}

#[test]
fn simple_functions_of_an_integer_are_taken_back() {
    let compared = |seen| written(Value::Long(50), OperandValue::Long(seen), OperandValue::Long(1000));
    assert_eq!(compared(100), [Value::Long(500)]);
    assert_eq!(compared(25), [Value::Long(2000)]);
    assert_eq!(compared(-50), [Value::Long(-1000)]);
    assert_eq!(compared(51), [Value::Long(999), Value::Long(998)]);
    assert_eq!(compared(70), []);
}

#[test]
fn smallest_number_is_no_small_one() {
    let smallest = OperandValue::Long(i64::MIN);
    let found = written(Value::Long(i64::MIN), smallest, OperandValue::Long(70));
    assert_eq!(found, [70, 71, 69].map(Value::Long));
}

#[test]
fn what_does_not_fit_the_type_is_not_written() {
    assert_eq!(written(Value::Byte(5), OperandValue::Int(5), OperandValue::Int(4711)), []);
}

#[test]
fn word_takes_the_place_of_a_string_whatever_its_case() {
    assert_eq!(written(string("abc"), text("abc"), text("en")), [string("en"), string("enabc")]);
    assert_eq!(written(string("aBc"), text("abc"), text("en")), [string("en"), string("enaBc")]);
}

#[test]
fn word_takes_the_place_of_a_part_of_a_string() {
    let found = written(string("key=no;"), text("no"), text("yes"));
    assert_eq!(found, [string("key=yes;"), string("yes"), string("key=yesno;")]);
}

#[test]
fn word_takes_the_place_of_what_an_operand_was_made_of() {
    let found = written(string("name"), text("setName"), text("setUrl"));
    assert_eq!(found, [string("url"), string("Url")]);
    let found = written(string("a/b"), text("x/a/b.txt"), text("x/word.txt"));
    assert_eq!(found, [string("word")]);
    assert_eq!(written(string("name"), text("setName"), text("getUrl")), []);
    assert_eq!(written(string("name"), text("setName"), text("set")), []);
}

#[test]
fn character_takes_the_place_of_one_in_a_string_or_goes_before_it() {
    let found = written(string("abca"), OperandValue::Int(97), OperandValue::Int(46));
    assert_eq!(found, [".bca", "abc.", ".bc.", ".abca", "abc.a"].map(string));
    let found = written(string("XY"), OperandValue::Int(120), OperandValue::Int(46));
    assert_eq!(found, [".Y", ".XY"].map(string), "whatever its case");
}

#[test]
fn character_is_added_where_the_end_of_a_text_was_read() {
    let found = written(string("ab"), OperandValue::Int(-1), OperandValue::Int(61));
    assert_eq!(found, [string("ab=")]);
}

#[test]
fn negative_byte_is_the_character_that_stands_for_it() {
    let found = written(string("\u{89}P"), OperandValue::Int(-119), OperandValue::Int(-1));
    assert_eq!(found[0], string("\u{ff}P"));
}

#[test]
fn number_of_several_bytes_is_written_in_the_order_in_which_it_was_read() {
    let magic = OperandValue::Int(0xCAFE_BABE_u32.cast_signed());
    let found = written(string("abcde"), OperandValue::Int(0x6162_6364), magic.clone());
    assert_eq!(found, [string("\u{ca}\u{fe}\u{ba}\u{be}e")]);
    let found = written(string("abcde"), OperandValue::Int(0x6463_6261), magic);
    assert_eq!(found, [string("\u{be}\u{ba}\u{fe}\u{ca}e")]);
    let found = written(string("xab"), OperandValue::Int(0x6162), OperandValue::Int(0x504B));
    assert_eq!(found, [string("xPK")]);
}

#[test]
fn array_gets_the_length_it_is_compared_with() {
    let array = |length| Statement::NewArray { array_type: evoke_analysis::TypeId(0), length };
    let operands =
        [Operand { predicate: PredicateId(0), left: OperandValue::Int(7), right: OperandValue::Int(512) }];
    let mut rng = SearchRng::seed_from_u64(1);
    let found = substitutions(&TestCase::new(vec![array(7)]), &operands, 100, &mut rng);
    let found: Vec<Statement> = found.iter().map(|test| test.statements()[0].clone()).collect();
    assert_eq!(found, [512, 513, 511].map(array));
}

#[test]
fn string_gets_the_length_it_is_compared_with() {
    let found = written(string("xyz"), OperandValue::Int(3), OperandValue::Int(5));
    assert_eq!(found, [string("xyzxy"), string("xyzxyz"), string("xyzx")]);
}

#[test]
fn number_is_written_into_the_text_it_was_read_from() {
    let found = written(string("12"), OperandValue::Int(12), OperandValue::Int(365));
    assert_eq!(found, [string("365")]);
    let found = written(string("1.5"), OperandValue::Double(1.5), OperandValue::Double(2.25));
    assert_eq!(found, [string("2.25")]);
}

#[test]
fn number_is_written_into_a_text_that_holds_it() {
    let found = written(string("size=12;"), OperandValue::Int(12), OperandValue::Int(365));
    assert_eq!(found, [string("size=365;")]);
}

#[test]
fn match_of_a_pattern_takes_the_place_of_a_string() {
    let pattern = OperandValue::Pattern(JavaString::from("[0-9]{3}"));
    let found = written(string("abc"), text("abc"), pattern);
    let [Value::String(found)] = found.as_slice() else { panic!("{found:?}") };
    assert!(found.len() == 3 && found.units().iter().all(|unit| (48..58).contains(unit)), "{found:?}");
}

#[test]
fn telling_operands_go_before_common_ones() {
    let test = TestCase::new(vec![Statement::Value(Value::Int(0)), Statement::Value(Value::Int(77))]);
    let operand = |left, right| Operand {
        predicate: PredicateId(0),
        left: OperandValue::Int(left),
        right: OperandValue::Int(right),
    };
    let mut rng = SearchRng::seed_from_u64(1);
    let found = substitutions(&test, &[operand(0, 9), operand(77, 4711)], 1, &mut rng);
    assert_eq!(found[0].statements()[0], Statement::Value(Value::Int(0)));
}

#[test]
fn length_of_an_array_becomes_the_one_that_it_was_compared_with() {
    let array_type = TypeTable::OBJECT;
    let test = TestCase::new(vec![
        Statement::NewArray { array_type, length: 3 },
        Statement::NewArray { array_type, length: 5 },
    ]);
    let (left, right) = (OperandValue::Int(3), OperandValue::Int(5));
    let operands = [Operand { predicate: PredicateId(0), left, right }];
    let mut rng = SearchRng::seed_from_u64(1);
    let lengths = |test: &TestCase| -> Vec<u32> {
        let length = |statement: &Statement| match statement {
            Statement::NewArray { length, .. } => *length,
            other => unreachable!("an array stays one: {other:?}"),
        };
        test.statements().iter().map(length).collect()
    };
    let found: Vec<Vec<u32>> = substitutions(&test, &operands, 100, &mut rng).iter().map(lengths).collect();
    assert!(found.contains(&vec![5, 5]) && found.contains(&vec![3, 3]), "{found:?}");
}
