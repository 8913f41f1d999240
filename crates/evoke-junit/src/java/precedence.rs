//! How tightly the parts of an expression hold together (JLS, chapter 15): an operand that holds together less tightly than
//! its place asks for needs parentheses.

use super::tree::{Expression, Operator};

/// From what binds least to what binds most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Precedence {
    /// Assignments and lambdas, which reach as far to the right as they can.
    Assignment,
    /// `<`
    Relational,
    /// `+` and `-`
    Additive,
    /// `*`
    Multiplicative,
    /// Signs and casts.
    Unary,
    /// `new int[3]`, which `[0]` would give a second dimension. Anonymous classes count here as well, since nobody
    /// looks for a `.` after their closing brace.
    Creation,
    /// What a `.` may follow.
    Primary,
}

impl Precedence {
    /// That of the expression's outermost operator.
    pub(crate) fn of(expression: &Expression) -> Self {
        match expression {
            Expression::Lambda { .. } | Expression::Assignment { .. } => Self::Assignment,
            Expression::Binary { operator, .. } => Self::of_operator(*operator),
            Expression::Cast { .. } | Expression::Negation(_) | Expression::Increment(_) => Self::Unary,
            Expression::NewArray { .. } | Expression::ArrayInitializer { .. } => Self::Creation,
            Expression::New(instantiation) if instantiation.body.is_some() => Self::Creation,
            Expression::Literal(_)
            | Expression::Variable(_)
            | Expression::Class(_)
            | Expression::Field { .. }
            | Expression::Element { .. }
            | Expression::Call { .. }
            | Expression::ImportedCall { .. }
            | Expression::OwnCall { .. }
            | Expression::New(_)
            | Expression::ClassLiteral(_) => Self::Primary,
        }
    }

    /// That of an operator between two values.
    pub(crate) fn of_operator(operator: Operator) -> Self {
        match operator {
            Operator::Plus | Operator::Minus => Self::Additive,
            Operator::Times => Self::Multiplicative,
            Operator::Less => Self::Relational,
        }
    }

    /// What the right operand of a left-associative operator has to have.
    pub(crate) fn next(self) -> Self {
        match self {
            Self::Assignment => Self::Relational,
            Self::Relational => Self::Additive,
            Self::Additive => Self::Multiplicative,
            Self::Multiplicative => Self::Unary,
            Self::Unary => Self::Creation,
            Self::Creation | Self::Primary => Self::Primary,
        }
    }
}
