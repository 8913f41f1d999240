//! Names of goals as users read them: `Fraction.java:142 denominator == 0`.
//!
//! Conditions are printed from the bytecode that computes their operands within the block of the jump, in the
//! words that the local variable table, the constant pool and the line table still have. What cannot be told
//! that way becomes `Fraction.java:142 branch 3 true`, counted within the method from 1.

mod expression;
mod operand_stack;

use std::collections::BTreeMap;

use evoke_classfile::{ClassFile, ClassName, Code, FieldType, Method, access, opcode};

use crate::cfg::BasicBlock;
use crate::{Outcome, PredicateKind, string_switch};
use expression::{Expression, Kind, Precedence};
use operand_stack::OperandStack;

/// Names already given; a name that comes again gets ` #2`, ` #3`, ….
#[derive(Default)]
pub(crate) struct UniqueNames {
    times_given: BTreeMap<String, u32>,
}

impl UniqueNames {
    pub(crate) fn make_unique(&mut self, name: String) -> String {
        let times = self.times_given.entry(name.clone()).or_default();
        *times += 1;
        if *times == 1 { name } else { format!("{name} #{times}") }
    }
}

/// `Fraction.java:142`, or the source file alone where the line is not known.
pub(crate) fn place(class: &ClassFile, line: Option<u16>) -> String {
    let file = class.source_file.clone().unwrap_or_else(|| class.name.simple_binary().to_owned());
    match line {
        Some(line) => format!("{file}:{line}"),
        None => file,
    }
}

/// `Fraction.getNumerator()`, `Fraction(int, int)`, `Outer.Inner.run(String[])`.
pub(crate) fn method(class: &ClassFile, method: &Method) -> String {
    let class_name = source_name(&class.name);
    if method.name == "<clinit>" {
        return format!("{class_name} static initializer");
    }
    if let Some(lambda) = method.name.strip_prefix("lambda$").filter(|_| is_synthetic(method)) {
        let enclosing = lambda.split('$').next().unwrap_or_default();
        return format!("{class_name}.{enclosing} lambda");
    }
    // Constructors of enums take name and position first.
    let hidden = if method.name == "<init>" && class.access_flags & access::ENUM != 0 { 2 } else { 0 };
    let parameters: Vec<String> = method.descriptor.parameters.iter().skip(hidden).map(type_name).collect();
    let parameters = parameters.join(", ");
    match method.name.as_str() {
        "<init>" => format!("{class_name}({parameters})"),
        name => format!("{class_name}.{name}({parameters})"),
    }
}

fn is_synthetic(method: &Method) -> bool {
    method.access_flags & access::SYNTHETIC != 0
}

/// The type as Java source names it without its package.
pub(crate) fn type_name(field_type: &FieldType) -> String {
    match field_type {
        FieldType::Boolean => "boolean".to_owned(),
        FieldType::Byte => "byte".to_owned(),
        FieldType::Char => "char".to_owned(),
        FieldType::Short => "short".to_owned(),
        FieldType::Int => "int".to_owned(),
        FieldType::Long => "long".to_owned(),
        FieldType::Float => "float".to_owned(),
        FieldType::Double => "double".to_owned(),
        FieldType::Object(name) => source_name(name),
        FieldType::Array(element) => format!("{}[]", type_name(element)),
    }
}

/// `Outer.Inner` for `p/Outer$Inner`; digits after a dollar (anonymous and local classes) stay as they are.
fn source_name(name: &ClassName) -> String {
    let mut parts = name.simple_binary().split('$');
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let nested = part.starts_with(|first: char| first.is_alphabetic()) && !text.is_empty();
        text.push(if nested { '.' } else { '$' });
        text.push_str(part);
    }
    text
}

/// What a predicate compares, in source-level words.
#[derive(Clone, Debug)]
pub(crate) enum Condition {
    /// A conditional jump: the condition when taken and when not.
    Jump { taken: String, not_taken: String },
    /// A switch on this operand, printed with literals of this kind.
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
            let cases = strings.iter().filter_map(|(key, string)| Some((*key, expression::literal(string)?)));
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
        if top.kind == Kind::Boolean {
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
    /// The text as an operand of a comparison; constants take the other side's kind (`c == 'x'`).
    fn as_operand_beside(&self, other: &Self) -> String {
        match self.constant {
            Some(value) => other.literal_like_it(value),
            None => self.within(Precedence::Comparison),
        }
    }
}
