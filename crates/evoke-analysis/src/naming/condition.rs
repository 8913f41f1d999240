//! The condition that a predicate tests, in source-level words, read off the basic block that ends with it.

use std::collections::BTreeMap;

use evoke_classfile::{ClassFile, Code, Method, access, opcode};

use super::expression::{Expression, OperandType, Precedence, literal};
use super::operand_stack::OperandStack;
use crate::cfg::BasicBlock;
use crate::{Outcome, PredicateKind, string_switch};

/// What a predicate compares, in source-level words.
#[derive(Clone, Debug)]
pub(crate) enum Condition {
    /// A conditional jump: the condition when taken and when not.
    Jump { taken: String, not_taken: String },
    /// A switch on this operand, printed with literals of its type.
    Switch { operand: Expression },
    /// A switch over strings, by the keys of the switch over positions that it became.
    StringSwitch { cases: BTreeMap<i32, Expression> },
}

impl Condition {
    /// Reads the predicate off the block that it ends; `None` if the block does not show its operands.
    pub(crate) fn of(class: &ClassFile, method: &Method, code: &Code, block: &BasicBlock) -> Option<Self> {
        let (last, before) = code.instructions.get(block.instructions.clone())?.split_last()?;
        if let Some(strings) = string_switch::strings_by_position(
            &class.constant_pool,
            &code.instructions,
            block.instructions.end - 1,
        ) {
            let cases = strings.iter().filter_map(|(key, string)| Some((*key, literal(string)?)));
            return Some(Self::StringSwitch { cases: cases.collect() });
        }
        let is_static = method.access_flags & access::STATIC != 0;
        let mut stack = OperandStack::new(class, code, is_static);
        for instruction in before {
            stack.run(instruction);
        }
        let top = stack.pop()?;
        if matches!(last.opcode, opcode::TABLESWITCH | opcode::LOOKUPSWITCH) {
            return Some(Self::Switch { operand: top });
        }
        let (operator, negated) = operators(last.opcode)?;
        if matches!(last.opcode, opcode::IF_ICMPEQ..=opcode::IF_ACMPNE) {
            return Some(Self::comparison(&stack.pop()?, operator, negated, &top));
        }
        if matches!(last.opcode, opcode::IFNULL | opcode::IFNONNULL) {
            return Some(Self::comparison(&top, operator, negated, &Expression::atom("null")));
        }
        if let Some((left, right)) = &top.compared {
            return Some(Self::comparison(left, operator, negated, right));
        }
        if top.operand_type == OperandType::Boolean {
            let (holds, fails) = (top.text.clone(), top.negation());
            let taken_if_true = last.opcode == opcode::IFNE;
            let (taken, not_taken) = if taken_if_true { (holds, fails) } else { (fails, holds) };
            return Some(Self::Jump { taken, not_taken });
        }
        Some(Self::comparison(&top, operator, negated, &Expression::integer(0)))
    }

    fn comparison(left: &Expression, operator: &str, negated: &str, right: &Expression) -> Self {
        let right_text = right.as_operand_beside(left);
        let left_text = left.as_operand_beside(right);
        Self::Jump {
            taken: format!("{left_text} {operator} {right_text}"),
            not_taken: format!("{left_text} {negated} {right_text}"),
        }
    }

    /// The condition under which a branch of the predicate comes out so.
    pub(crate) fn in_words(&self, kind: PredicateKind, outcome: Outcome) -> String {
        match (self, outcome) {
            (Self::Jump { taken, .. }, Outcome::True) => taken.clone(),
            (Self::Jump { not_taken, .. }, Outcome::False) => not_taken.clone(),
            (Self::StringSwitch { cases }, _) => match kind {
                PredicateKind::SwitchCase(key) if cases.contains_key(&key) => {
                    format!("case {}", cases[&key].text)
                }
                PredicateKind::SwitchCase(key) => format!("case {key}"),
                _ => "default".to_owned(),
            },
            (Self::Switch { operand }, _) => {
                let case = match kind {
                    PredicateKind::SwitchCase(key) => format!("case {}", operand.literal_like_it(key)),
                    _ => "default".to_owned(),
                };
                format!("switch ({}) {case}", operand.text)
            }
        }
    }
}

/// The Java operator of a jump and of its negation.
fn operators(jump: u8) -> Option<(&'static str, &'static str)> {
    Some(match jump {
        opcode::IFEQ | opcode::IF_ICMPEQ | opcode::IF_ACMPEQ | opcode::IFNULL => ("==", "!="),
        opcode::IFNE | opcode::IF_ICMPNE | opcode::IF_ACMPNE | opcode::IFNONNULL => ("!=", "=="),
        opcode::IFLT | opcode::IF_ICMPLT => ("<", ">="),
        opcode::IFGE | opcode::IF_ICMPGE => (">=", "<"),
        opcode::IFGT | opcode::IF_ICMPGT => (">", "<="),
        opcode::IFLE | opcode::IF_ICMPLE => ("<=", ">"),
        _ => return None,
    })
}

impl Expression {
    /// The text as an operand of a comparison; constants take the other side's type (`c == 'x'`).
    fn as_operand_beside(&self, other: &Self) -> String {
        match self.constant {
            Some(value) => other.literal_like_it(value),
            None => self.within(Precedence::Comparison),
        }
    }
}
