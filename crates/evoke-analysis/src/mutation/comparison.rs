//! ROR, replace comparison: the three replacements that suffice to subsume all others (Kaminski, Ammann and Offutt, 2013);
//! a comparison of references always or never finds them the same. A test of a boolean becomes `true` and `false`: of the three, the third
//! would be no change.

use std::fmt;

use evoke_classfile::{FieldType, Operands, opcode};
use serde::{Deserialize, Serialize};

use super::Site;

/// When a comparison holds, by the sign of left minus right: bit 0 negative, bit 1 zero, bit 2 positive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Relation(pub u8);

impl Relation {
    /// Never.
    pub const NEVER: Self = Self(0);
    /// `<`
    pub const LESS: Self = Self(1);
    /// `==`
    pub const EQUAL: Self = Self(2);
    /// `<=`
    pub const LESS_OR_EQUAL: Self = Self(3);
    /// `>`
    pub const GREATER: Self = Self(4);
    /// `!=`
    pub const UNEQUAL: Self = Self(5);
    /// `>=`
    pub const GREATER_OR_EQUAL: Self = Self(6);
    /// Always.
    pub const ALWAYS: Self = Self(7);

    /// The relation that a conditional jump on numbers tests.
    pub fn of_jump(jump: u8) -> Option<Self> {
        Some(match jump {
            opcode::IFEQ | opcode::IF_ICMPEQ => Self::EQUAL,
            opcode::IFNE | opcode::IF_ICMPNE => Self::UNEQUAL,
            opcode::IFLT | opcode::IF_ICMPLT => Self::LESS,
            opcode::IFGE | opcode::IF_ICMPGE => Self::GREATER_OR_EQUAL,
            opcode::IFGT | opcode::IF_ICMPGT => Self::GREATER,
            opcode::IFLE | opcode::IF_ICMPLE => Self::LESS_OR_EQUAL,
            _ => return None,
        })
    }

    /// The sufficient replacements.
    pub fn replacements(self) -> [Self; 3] {
        match self {
            Self::LESS => [Self::LESS_OR_EQUAL, Self::UNEQUAL, Self::NEVER],
            Self::LESS_OR_EQUAL => [Self::LESS, Self::EQUAL, Self::ALWAYS],
            Self::GREATER => [Self::GREATER_OR_EQUAL, Self::UNEQUAL, Self::NEVER],
            Self::GREATER_OR_EQUAL => [Self::GREATER, Self::EQUAL, Self::ALWAYS],
            Self::EQUAL => [Self::LESS_OR_EQUAL, Self::GREATER_OR_EQUAL, Self::NEVER],
            _ => [Self::LESS, Self::GREATER, Self::ALWAYS],
        }
    }

    /// Whether the other holds always or never, or differs from this where numbers are the same alone.
    pub(super) fn is_constant_or_boundary(self, other: Self) -> bool {
        matches!(other, Self::NEVER | Self::ALWAYS) || self.0 ^ other.0 == Self::EQUAL.0
    }

    /// Whether it holds of two numbers.
    pub fn holds(self, left: i64, right: i64) -> bool {
        self.0 >> (left.cmp(&right) as i8 + 1) & 1 == 1
    }
}

impl fmt::Display for Relation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match *self {
            Self::NEVER => "false",
            Self::LESS => "<",
            Self::EQUAL => "==",
            Self::LESS_OR_EQUAL => "<=",
            Self::GREATER => ">",
            Self::UNEQUAL => "!=",
            Self::GREATER_OR_EQUAL => ">=",
            _ => "true",
        })
    }
}

/// Whether the instruction compares references, or one with `null`.
pub(super) fn is_of_references(site: &Site<'_>) -> bool {
    matches!(site.opcode(), opcode::IF_ACMPEQ | opcode::IF_ACMPNE | opcode::IFNULL | opcode::IFNONNULL)
}

/// The relation that the instruction jumps by with each that replaces it.
pub(super) fn replacements(site: &Site<'_>) -> impl Iterator<Item = (Relation, Relation)> + use<> {
    let tests_boolean = matches!(site.opcode(), opcode::IFEQ | opcode::IFNE) && tests_boolean(site);
    let original = Relation::of_jump(site.opcode());
    original.into_iter().flat_map(move |original| {
        let replacements = if tests_boolean {
            vec![Relation::ALWAYS, Relation::NEVER]
        } else {
            original.replacements().to_vec()
        };
        replacements.into_iter().map(move |replacement| (original, replacement))
    })
}

/// Whether the operand of a comparison with zero is a boolean, as far as the instruction before it tells.
fn tests_boolean(site: &Site<'_>) -> bool {
    let Some(before) = site.previous() else { return false };
    match before.opcode {
        opcode::INSTANCEOF => true,
        code if opcode::local_load(code) == Some(opcode::ILOAD) => {
            let Operands::Local(slot) = before.operands else { return false };
            site.local_type(slot) == Some(FieldType::Boolean)
        }
        opcode::GETFIELD | opcode::GETSTATIC => site.member_descriptor(before) == Some("Z"),
        opcode::INVOKEVIRTUAL..=opcode::INVOKEDYNAMIC => {
            site.member_descriptor(before).is_some_and(|descriptor| descriptor.ends_with(")Z"))
        }
        _ => false,
    }
}
