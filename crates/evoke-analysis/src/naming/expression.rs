//! Java expressions as text, with what is needed to put them together: precedence and type.

use evoke_classfile::{ClassName, Constant, FieldType};

use super::source_names::type_name;

/// Longest string literal shown in full.
const MAX_STRING: usize = 20;

/// A printed expression.
#[derive(Clone, Debug)]
pub(crate) struct Expression {
    /// Java source.
    pub(crate) text: String,
    /// How strongly it binds.
    pub(crate) precedence: Precedence,
    /// What it evaluates to, as far as printing goes.
    pub(crate) operand_type: OperandType,
    /// Its value, if it is an `int` constant.
    pub(crate) constant: Option<i32>,
    /// The operands, if it is the result of `lcmp` or its like.
    pub(crate) compared: Option<(Box<Self>, Box<Self>)>,
}

/// Types of value that print differently or take two slots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OperandType {
    /// Printed as a condition.
    Boolean,
    /// Constants beside it print as character literals.
    Char,
    /// `long` or `double`.
    Wide,
    /// Anything else.
    Other,
}

/// Binding strength, weakest first (JLS 15).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Precedence {
    /// `|`, `^`, `&`
    Bitwise,
    /// `==`, `<`, `instanceof`, …
    Comparison,
    /// `<<`, `>>`, `>>>`
    Shift,
    /// `+`, `-`
    Additive,
    /// `*`, `/`, `%`
    Multiplicative,
    /// `-x`, `!x`
    Unary,
    /// Names, literals, calls.
    Atom,
}

impl Expression {
    /// Longest text worth reading in a goal's name.
    pub(crate) const MAX_LENGTH: usize = 60;

    /// A name, literal, access or call.
    pub(crate) fn atom(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            precedence: Precedence::Atom,
            operand_type: OperandType::Other,
            constant: None,
            compared: None,
        }
    }

    /// An `int` literal.
    pub(crate) fn integer(value: i32) -> Self {
        Self { constant: Some(value), ..Self::atom(value.to_string()) }
    }

    /// `left operator right`; `None` if that gets too long to read.
    pub(crate) fn binary(left: &Self, operator: &str, right: &Self, precedence: Precedence) -> Option<Self> {
        let right_text = if right.precedence == precedence {
            format!("({})", right.text)
        } else {
            right.within(precedence)
        };
        let text = format!("{} {operator} {right_text}", left.within(precedence));
        let operand_type = match (left.operand_type, right.operand_type) {
            (OperandType::Wide, _) => OperandType::Wide,
            (OperandType::Boolean, OperandType::Boolean) if precedence == Precedence::Bitwise => {
                OperandType::Boolean
            }
            _ => OperandType::Other,
        };
        (text.len() <= Self::MAX_LENGTH).then(|| Self { precedence, operand_type, ..Self::atom(text) })
    }

    /// The same expression with another type.
    pub(crate) fn of_type(self, operand_type: OperandType) -> Self {
        Self { operand_type, ..self }
    }

    /// The text, in parentheses where it binds less strongly than `precedence`.
    pub(crate) fn within(&self, precedence: Precedence) -> String {
        if self.precedence < precedence { format!("({})", self.text) } else { self.text.clone() }
    }

    /// The text of `!self`.
    pub(crate) fn negation(&self) -> String {
        format!("!{}", self.within(Precedence::Unary))
    }

    /// The literal for `value` that one would compare this expression with.
    pub(crate) fn literal_like_it(&self, value: i32) -> String {
        match self.operand_type {
            OperandType::Boolean if matches!(value, 0 | 1) => (value == 1).to_string(),
            OperandType::Char => match u32::try_from(value).ok().and_then(char::from_u32) {
                Some(character) if (' '..='~').contains(&character) => format!("{character:?}"),
                Some('\n') => "'\\n'".to_owned(),
                Some('\r') => "'\\r'".to_owned(),
                Some('\t') => "'\\t'".to_owned(),
                _ if (0..=0xffff).contains(&value) => format!("'\\u{value:04x}'"),
                _ => value.to_string(),
            },
            _ => value.to_string(),
        }
    }
}

/// The literal that loads the constant.
pub(crate) fn literal(constant: &Constant) -> Option<Expression> {
    Some(match constant {
        Constant::Int(value) => Expression::integer(*value),
        Constant::Float(value) => Expression::atom(format!("{value:?}f")),
        Constant::Long(value) => Expression::atom(value.to_string()).of_type(OperandType::Wide),
        Constant::Double(value) => Expression::atom(format!("{value:?}")).of_type(OperandType::Wide),
        Constant::String(units) => {
            let text = String::from_utf16_lossy(units);
            let shown: String = text.chars().take(MAX_STRING).collect();
            let dots = if shown.len() < text.len() { "..." } else { "" };
            Expression::atom(format!("{:?}", shown + dots))
        }
        Constant::Class(name) => {
            let parsed = FieldType::parse(name).unwrap_or_else(|_| FieldType::Object(ClassName::new(name)));
            Expression::atom(format!("{}.class", type_name(&parsed)))
        }
        Constant::Other => return None,
    })
}
