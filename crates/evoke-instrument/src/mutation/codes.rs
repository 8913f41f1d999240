//! The numbers by which the Java class `Mutation` is told what an instruction does and what its mutants do instead.

use evoke_analysis::{ArithmeticOperator, BitwiseOperator, ConstantReplacement, Relation, UnaryOperator};
use evoke_runtime::layout::{
    arithmetic_operator, bitwise_operator, packed_operators, relation, replacement, text_replacement,
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
