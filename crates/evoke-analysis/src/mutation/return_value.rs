//! Return value: a boolean becomes `true` and `false`, a number 0, and 1 if it is 0, their boxes the same but for the last; a reference
//! becomes `null`, and a string, an `Optional` or a collection empty too (PIT's `EMPTY_RETURNS`). What is returned anyway replaces nothing.

use std::fmt;

use evoke_classfile::{Constant, FieldType, Operands, opcode};
use serde::{Deserialize, Serialize};

use super::Site;

/// What is returned in place of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum ReturnReplacement {
    /// `true`
    True,
    /// `false`
    False,
    /// 0
    Zero,
    /// 1 for 0, and 0 for any other number.
    OneIfZero,
    /// `null`
    Null,
    /// One that holds nothing.
    Empty(EmptyValue),
}

/// Objects that hold nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum EmptyValue {
    /// `""`
    String,
    /// `Optional.empty()`
    Optional,
    /// `Stream.empty()`
    Stream,
    /// `Collections.emptyList()`
    List,
    /// `Collections.emptySet()`
    Set,
    /// `Collections.emptyMap()`
    Map,
}

impl fmt::Display for ReturnReplacement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::True => "true",
            Self::False => "false",
            Self::Zero => "0",
            Self::OneIfZero => "1 if it is 0, else 0",
            Self::Null => "null",
            Self::Empty(EmptyValue::String) => "an empty string",
            Self::Empty(EmptyValue::Optional) => "an empty Optional",
            Self::Empty(EmptyValue::Stream) => "an empty stream",
            Self::Empty(EmptyValue::List) => "an empty list",
            Self::Empty(EmptyValue::Set) => "an empty set",
            Self::Empty(EmptyValue::Map) => "an empty map",
        })
    }
}

/// What the instruction may return instead, if it returns a value.
pub(super) fn replacements(site: &Site<'_>) -> Vec<ReturnReplacement> {
    use ReturnReplacement::{Empty, False, Null, OneIfZero, True, Zero};
    let replacements = match &site.method.descriptor.return_type {
        _ if !matches!(site.opcode(), opcode::IRETURN..=opcode::ARETURN) => return Vec::new(),
        None => return Vec::new(),
        Some(FieldType::Boolean) => vec![True, False],
        Some(FieldType::Object(class)) => match (class.as_str(), empty_value(class.as_str())) {
            ("java/lang/Boolean", _) => vec![Null, True, False],
            (name, _) if is_boxed_number(name) => vec![Null, Zero],
            (_, Some(empty)) => vec![Null, Empty(empty)],
            _ => vec![Null],
        },
        Some(FieldType::Array(_)) => vec![Null],
        Some(_) => vec![Zero, OneIfZero],
    };
    let returned = constant_returned(site);
    replacements.into_iter().filter(|replacement| Some(*replacement) != returned).collect()
}

fn is_boxed_number(class: &str) -> bool {
    let boxes = ["Byte", "Short", "Character", "Integer", "Long", "Float", "Double"];
    class.strip_prefix("java/lang/").is_some_and(|name| boxes.contains(&name))
}

fn empty_value(class: &str) -> Option<EmptyValue> {
    match class {
        "java/lang/String" => Some(EmptyValue::String),
        "java/util/Optional" => Some(EmptyValue::Optional),
        "java/util/stream/Stream" => Some(EmptyValue::Stream),
        "java/util/List" | "java/util/Collection" | "java/lang/Iterable" => Some(EmptyValue::List),
        "java/util/Set" => Some(EmptyValue::Set),
        "java/util/Map" => Some(EmptyValue::Map),
        _ => None,
    }
}

/// What is returned whenever the instruction is reached, where that is one of the replacements.
fn constant_returned(site: &Site<'_>) -> Option<ReturnReplacement> {
    // A jump may bring another value.
    let is_reached_alone = site.cfg.block_of(site.index) == site.cfg.block_of(site.index.checked_sub(1)?);
    let is_boolean = site.method.descriptor.return_type == Some(FieldType::Boolean);
    let previous = site.previous()?;
    match (previous.opcode, &previous.operands) {
        _ if !is_reached_alone => None,
        (opcode::ACONST_NULL, _) => Some(ReturnReplacement::Null),
        (opcode::ICONST_1, _) if is_boolean => Some(ReturnReplacement::True),
        (opcode::ICONST_0, _) if is_boolean => Some(ReturnReplacement::False),
        (opcode::ICONST_0 | opcode::LCONST_0 | opcode::FCONST_0 | opcode::DCONST_0, _) => {
            Some(ReturnReplacement::Zero)
        }
        (opcode::LDC | opcode::LDC_W, Operands::Constant(constant)) => {
            let empty = Constant::String(Vec::new());
            (site.class.constant_pool.loadable(*constant) == Some(empty))
                .then_some(ReturnReplacement::Empty(EmptyValue::String))
        }
        (opcode::GETSTATIC | opcode::INVOKESTATIC, Operands::Constant(member)) => {
            let member = site.class.constant_pool.member(*member)?;
            constant_member(member.owner, member.name)
        }
        _ => None,
    }
}

/// What a field or a method of the JDK always gives, where that is one of the replacements.
fn constant_member(owner: &str, name: &str) -> Option<ReturnReplacement> {
    Some(match (owner, name) {
        ("java/lang/Boolean", "TRUE") => ReturnReplacement::True,
        ("java/lang/Boolean", "FALSE") => ReturnReplacement::False,
        ("java/util/Optional", "empty") => ReturnReplacement::Empty(EmptyValue::Optional),
        ("java/util/stream/Stream", "empty") => ReturnReplacement::Empty(EmptyValue::Stream),
        ("java/util/Collections", "emptyList") => ReturnReplacement::Empty(EmptyValue::List),
        ("java/util/Collections", "emptySet") => ReturnReplacement::Empty(EmptyValue::Set),
        ("java/util/Collections", "emptyMap") => ReturnReplacement::Empty(EmptyValue::Map),
        _ => return None,
    })
}
