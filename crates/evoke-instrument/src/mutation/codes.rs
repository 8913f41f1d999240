//! The numbers by which the Java class `Mutation` is told what an instruction does and what its mutants do instead.

use std::iter;

use evoke_analysis::{
    ArithmeticOperator, BitwiseOperator, ConstantReplacement, EmptyValue, Relation, ReturnReplacement,
    SwappedKeys, UnaryOperator,
};
use evoke_classfile::FieldType;
use evoke_classfile::rewrite::MAX_TEXT_BYTES;
use evoke_runtime::layout::{
    arithmetic_operator, bitwise_operator, packed_operators, relation, replacement, returned_object,
    text_replacement,
};

/// An operator and what its mutants put in its place, in their order.
pub(super) fn packed(original: i32, replacements: impl Iterator<Item = i32>) -> i32 {
    let shifts = (1..).map(|position| position * packed_operators::BITS);
    replacements.zip(shifts).fold(original, |packed, (code, shift)| packed | code << shift)
}

pub(super) fn relation(relation: Relation) -> i32 {
    let signs = [(-1, relation::LESS), (0, relation::EQUAL), (1, relation::GREATER)];
    signs.into_iter().filter(|(number, _)| relation.holds(*number, 0)).map(|(_, sign)| sign).sum()
}

pub(super) fn arithmetic(operator: ArithmeticOperator) -> i32 {
    match operator {
        ArithmeticOperator::Add => arithmetic_operator::ADD,
        ArithmeticOperator::Subtract => arithmetic_operator::SUBTRACT,
        ArithmeticOperator::Multiply => arithmetic_operator::MULTIPLY,
        ArithmeticOperator::Divide => arithmetic_operator::DIVIDE,
        ArithmeticOperator::Remainder => arithmetic_operator::REMAINDER,
    }
}

pub(super) fn bitwise(operator: BitwiseOperator) -> i32 {
    match operator {
        BitwiseOperator::ShiftLeft => bitwise_operator::SHIFT_LEFT,
        BitwiseOperator::ShiftRight => bitwise_operator::SHIFT_RIGHT,
        BitwiseOperator::UnsignedShiftRight => bitwise_operator::UNSIGNED_SHIFT_RIGHT,
        BitwiseOperator::And => bitwise_operator::AND,
        BitwiseOperator::Or => bitwise_operator::OR,
        BitwiseOperator::Xor => bitwise_operator::XOR,
    }
}

pub(super) fn constant(replacement: ConstantReplacement) -> i32 {
    match replacement {
        ConstantReplacement::Zero => replacement::ZERO,
        ConstantReplacement::One => replacement::ONE,
        ConstantReplacement::MinusOne => replacement::MINUS_ONE,
        ConstantReplacement::Increment => replacement::INCREMENTED,
        ConstantReplacement::Decrement => replacement::DECREMENTED,
        ConstantReplacement::Negated => replacement::ONE_IF_ZERO,
        ConstantReplacement::EmptyString => text_replacement::EMPTY,
        ConstantReplacement::OtherString => text_replacement::OTHER,
    }
}

pub(super) fn unary(operator: UnaryOperator) -> i32 {
    match operator {
        UnaryOperator::Increment => replacement::INCREMENTED,
        UnaryOperator::Decrement => replacement::DECREMENTED,
        UnaryOperator::Negate => replacement::NEGATED,
    }
}

/// The object that is returned in place of one of a type. `None` where it is `null`, or no object is returned.
pub(super) fn returned_object(ty: &FieldType, replacement: ReturnReplacement) -> Option<i32> {
    let FieldType::Object(class) = ty else { return None };
    Some(match (replacement, class.as_str()) {
        (ReturnReplacement::Empty(EmptyValue::String), _) => returned_object::STRING,
        (ReturnReplacement::Empty(EmptyValue::Optional), _) => returned_object::OPTIONAL,
        (ReturnReplacement::Empty(EmptyValue::Stream), _) => returned_object::STREAM,
        (ReturnReplacement::Empty(EmptyValue::List), _) => returned_object::LIST,
        (ReturnReplacement::Empty(EmptyValue::Set), _) => returned_object::SET,
        (ReturnReplacement::Empty(EmptyValue::Map), _) => returned_object::MAP,
        (ReturnReplacement::True, _) => returned_object::TRUE,
        (ReturnReplacement::False, _) => returned_object::FALSE,
        (ReturnReplacement::Zero, "java/lang/Byte") => returned_object::BYTE,
        (ReturnReplacement::Zero, "java/lang/Short") => returned_object::SHORT,
        (ReturnReplacement::Zero, "java/lang/Character") => returned_object::CHARACTER,
        (ReturnReplacement::Zero, "java/lang/Integer") => returned_object::INTEGER,
        (ReturnReplacement::Zero, "java/lang/Long") => returned_object::LONG,
        (ReturnReplacement::Zero, "java/lang/Float") => returned_object::FLOAT,
        (ReturnReplacement::Zero, "java/lang/Double") => returned_object::DOUBLE,
        (ReturnReplacement::Zero | ReturnReplacement::OneIfZero | ReturnReplacement::Null, _) => return None,
    })
}

/// The keys of a switch as the Java class reads them: the one of its default, that of its first other case, then all of such cases. `None` if
/// that is too long for a constant.
pub(super) fn swapped_keys(keys: &SwappedKeys) -> Option<String> {
    let all = iter::once(&keys.default).chain(iter::once(&keys.first)).chain(&keys.elsewhere);
    let text = all.map(i32::to_string).collect::<Vec<_>>().join(",");
    (text.len() <= MAX_TEXT_BYTES).then_some(text)
}
