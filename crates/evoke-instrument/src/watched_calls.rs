//! Which calls say more than their result: what `evoke.runtime.Decision` can tell how far it was from another.
//!
//! A call is known by its name and the shape of its descriptor, not by the class it names, because what decides
//! is the run-time class of the operands, and that is for the Java side to look at.

use evoke_classfile::rewrite::{Assembler, PoolBuilder, RewriteError};
use evoke_classfile::{ConstantPool, Instruction, MemberRef, Operands, opcode};
use evoke_runtime::Member;
use evoke_runtime::layout::CHARACTER_TESTS;
use evoke_runtime::members::decision;

use crate::runtime_call::{bare_call, call};

/// A call whose operands are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct WatchedCall {
    pub(crate) result: ResultMeaning,
    operands: OperandShape,
}

/// What the result says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ResultMeaning {
    /// `boolean`.
    TrueOrFalse,
    /// A number that is 0 if the operands are equal.
    ZeroIfEqual,
    /// A number that is negative if nothing was found.
    NegativeIfAbsent,
    /// A reference that is null if nothing was found.
    NullIfAbsent,
}

impl ResultMeaning {
    /// What the result of a method under watch means; `None` for types whose values say nothing.
    pub(crate) fn of_descriptor(descriptor: &str) -> Option<Self> {
        let (_, result) = descriptor.rsplit_once(')')?;
        match result.as_bytes().first()? {
            b'Z' => Some(Self::TrueOrFalse),
            b'L' | b'[' => Some(Self::NullIfAbsent),
            _ => None,
        }
    }
}

/// How the operands lie on the stack, with the method of `Decision` that takes them and the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum OperandShape {
    /// The code called leaves what decided.
    Any,
    /// One reference.
    One(Member),
    /// Two references.
    Two(Member),
    /// A reference and a character.
    TextAndCharacter(Member),
    /// A character.
    Character(Member),
    /// More than can be copied: a method that makes the call itself.
    Replaced(Member),
}

impl WatchedCall {
    /// What is known of a call, if it is one.
    pub(crate) fn of(pool: &ConstantPool, instruction: &Instruction) -> Option<Self> {
        let Operands::Constant(index) = instruction.operands else { return None };
        let is_static = match instruction.opcode {
            opcode::INVOKESTATIC => true,
            opcode::INVOKEVIRTUAL | opcode::INVOKEINTERFACE | opcode::INVOKESPECIAL => false,
            _ => return None,
        };
        let callee = pool.member(index)?;
        let (arguments, result) = callee.descriptor.strip_prefix('(')?.split_once(')')?;
        let watched = |result, operands| Some(Self { result, operands });
        match result {
            "Z" => {
                let known = if is_static {
                    static_test(&callee, arguments)
                } else {
                    string_replacement(&callee).or_else(|| test(&callee, arguments))
                };
                let runs_watched_code =
                    is_on_class_path(callee.owner) || callee.owner.starts_with("java/util/function/");
                let operands = known.or(runs_watched_code.then_some(OperandShape::Any))?;
                watched(ResultMeaning::TrueOrFalse, operands)
            }
            "I" if !is_static && is_one_reference(arguments) && callee.name == "compareTo" => {
                watched(ResultMeaning::ZeroIfEqual, OperandShape::Two(decision::COMPARE_TO))
            }
            "I" if !is_static && is_text(callee.owner) => {
                let (meaning, operands) = text_number(callee.name, arguments)?;
                watched(meaning, operands)
            }
            _ if ResultMeaning::of_descriptor(callee.descriptor) == Some(ResultMeaning::NullIfAbsent) => {
                let known = if is_static { None } else { lookup(&callee, arguments, result) };
                let operands = known.or(is_on_class_path(callee.owner).then_some(OperandShape::Any))?;
                watched(ResultMeaning::NullIfAbsent, operands)
            }
            _ => None,
        }
    }

    /// What goes before the call.
    pub(crate) fn before(&self, pool: &mut PoolBuilder<'_>) -> Result<Assembler, RewriteError> {
        let mut piece = Assembler::new();
        if !matches!(self.operands, OperandShape::Character(_)) {
            call(&mut piece, pool, decision::FORGET)?;
        }
        match self.operands {
            OperandShape::One(_) | OperandShape::Character(_) => {
                piece.dup();
            }
            OperandShape::Two(_) | OperandShape::TextAndCharacter(_) => {
                piece.dup2();
            }
            OperandShape::Any | OperandShape::Replaced(_) => {}
        }
        Ok(piece)
    }

    /// What stands in for the call.
    pub(crate) fn replacement(&self, pool: &mut PoolBuilder<'_>) -> Result<Option<Assembler>, RewriteError> {
        let OperandShape::Replaced(method) = self.operands else { return Ok(None) };
        bare_call(pool, method).map(Some)
    }

    /// What goes after the call: it takes the copies of the operands and leaves the result alone.
    pub(crate) fn after(&self, pool: &mut PoolBuilder<'_>) -> Result<Assembler, RewriteError> {
        match self.operands {
            OperandShape::One(method)
            | OperandShape::Two(method)
            | OperandShape::TextAndCharacter(method)
            | OperandShape::Character(method) => bare_call(pool, method),
            OperandShape::Any | OperandShape::Replaced(_) => Ok(Assembler::new()),
        }
    }
}

/// Whether the call makes a `Matcher`, which does not tell its text later.
pub(crate) fn makes_matcher(pool: &ConstantPool, instruction: &Instruction) -> bool {
    let Operands::Constant(index) = instruction.operands else { return false };
    instruction.opcode == opcode::INVOKEVIRTUAL
        && pool
            .member(index)
            .is_some_and(|callee| callee.owner == "java/util/regex/Pattern" && callee.name == "matcher")
}

/// Whether a class is rewritten, so that its methods tell what decided a `boolean` result: those of the JDK do not.
fn is_on_class_path(class: &str) -> bool {
    const JDK: [&str; 5] = ["java/", "javax/", "jdk/", "sun/", "com/sun/"];
    !JDK.iter().any(|package| class.starts_with(package))
}

/// Tests of a receiver, perhaps with an argument.
fn test(callee: &MemberRef<'_>, arguments: &str) -> Option<OperandShape> {
    let is_matcher = callee.owner == "java/util/regex/Matcher";
    let shape = match callee.name {
        "isEmpty" => OperandShape::One(decision::IS_EMPTY),
        "isBlank" => OperandShape::One(decision::IS_BLANK),
        "matches" if is_matcher => OperandShape::One(decision::MATCHES_OBJECT_Z),
        "find" | "lookingAt" if is_matcher => OperandShape::One(decision::FIND),
        "equals" => OperandShape::Two(decision::EQUALS),
        "contentEquals" => OperandShape::Two(decision::CONTENT_EQUALS),
        "equalsIgnoreCase" => OperandShape::Two(decision::EQUALS_IGNORE_CASE),
        "startsWith" => OperandShape::Two(decision::STARTS_WITH_OBJECT_OBJECT_Z),
        "endsWith" => OperandShape::Two(decision::ENDS_WITH),
        "contains" => OperandShape::Two(decision::CONTAINS),
        "containsAll" => OperandShape::Two(decision::CONTAINS_ALL),
        "containsKey" => OperandShape::Two(decision::CONTAINS_KEY),
        "containsValue" => OperandShape::Two(decision::CONTAINS_VALUE),
        "matches" if callee.owner == "java/lang/String" => {
            OperandShape::Two(decision::MATCHES_OBJECT_OBJECT_Z)
        }
        _ => return None,
    };
    let fits = match shape {
        OperandShape::One(_) => arguments.is_empty(),
        _ => is_one_reference(arguments),
    };
    fits.then_some(shape)
}

/// Static tests of values.
fn static_test(callee: &MemberRef<'_>, arguments: &str) -> Option<OperandShape> {
    if callee.owner == "java/lang/Character" && matches!(arguments, "C" | "I") {
        return character_test(callee.name).map(OperandShape::Character);
    }
    if callee.owner == "java/util/Arrays" {
        let (first, second) = arguments.split_at(arguments.len() / 2);
        let takes_two_arrays = first == second && is_one_array(first);
        return (callee.name == "equals" && takes_two_arrays)
            .then_some(OperandShape::Two(decision::ARRAYS_EQUAL));
    }
    let takes_two = arguments.split_once(';').is_some_and(|(first, second)| {
        first.starts_with('L') && second.starts_with('L') && is_one_reference(second)
    });
    match callee.name {
        "matches" if callee.owner == "java/util/regex/Pattern" && takes_two => {
            Some(OperandShape::Two(decision::PATTERN_MATCHES))
        }
        // `java.util.Objects` and what Kotlin compiles `==` to.
        "equals" | "areEqual" if takes_two => Some(OperandShape::Two(decision::EQUALS)),
        _ => None,
    }
}

/// All tests of characters have methods of one shape.
fn character_test(name: &str) -> Option<Member> {
    let name = CHARACTER_TESTS.iter().find(|test| **test == name)?;
    Some(Member { name, ..decision::IS_DIGIT })
}

fn string_replacement(callee: &MemberRef<'_>) -> Option<OperandShape> {
    if callee.owner != "java/lang/String" {
        return None;
    }
    match (callee.name, callee.descriptor) {
        ("startsWith", "(Ljava/lang/String;I)Z") => {
            Some(OperandShape::Replaced(decision::STARTS_WITH_STRING_STRING_I))
        }
        ("regionMatches", "(ILjava/lang/String;II)Z") => {
            Some(OperandShape::Replaced(decision::REGION_MATCHES_STRING_I_STRING_I_I))
        }
        ("regionMatches", "(ZILjava/lang/String;II)Z") => {
            Some(OperandShape::Replaced(decision::REGION_MATCHES_STRING_Z_I_STRING_I_I))
        }
        _ => None,
    }
}

/// Methods of texts that give a number.
fn text_number(name: &str, arguments: &str) -> Option<(ResultMeaning, OperandShape)> {
    match (name, arguments) {
        ("compareToIgnoreCase", "Ljava/lang/String;") => {
            Some((ResultMeaning::ZeroIfEqual, OperandShape::Two(decision::COMPARE_TO_IGNORE_CASE)))
        }
        ("indexOf" | "lastIndexOf", "Ljava/lang/String;") => {
            Some((ResultMeaning::NegativeIfAbsent, OperandShape::Two(decision::INDEX_OF_OBJECT_OBJECT_I)))
        }
        ("indexOf" | "lastIndexOf", "I") => Some((
            ResultMeaning::NegativeIfAbsent,
            OperandShape::TextAndCharacter(decision::INDEX_OF_OBJECT_I_I),
        )),
        _ => None,
    }
}

/// Methods that look for what belongs to a key.
fn lookup(callee: &MemberRef<'_>, arguments: &str, result: &str) -> Option<OperandShape> {
    match (callee.name, arguments, result) {
        ("get" | "remove", "Ljava/lang/Object;", "Ljava/lang/Object;") => {
            Some(OperandShape::Two(decision::GET))
        }
        ("getProperty", "Ljava/lang/String;", "Ljava/lang/String;") => {
            Some(OperandShape::Two(decision::GET_PROPERTY))
        }
        _ => None,
    }
}

fn is_text(class: &str) -> bool {
    matches!(class, "java/lang/String" | "java/lang/StringBuilder" | "java/lang/StringBuffer")
}

/// Whether a list of argument types is one class type.
fn is_one_reference(arguments: &str) -> bool {
    arguments.starts_with('L') && arguments.find(';') == Some(arguments.len() - 1)
}

/// One type alone, and an array: the ranges of `equals(byte[], int, int, byte[], int, int)` are two halves alike, too.
fn is_one_array(arguments: &str) -> bool {
    let component = arguments.trim_start_matches('[');
    component.len() < arguments.len() && (component.len() == 1 || is_one_reference(component))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equality_of_ranges_is_not_that_of_arrays() {
        let watched = |arguments: &str| {
            let descriptor = format!("({arguments})Z");
            let callee = MemberRef {
                owner: "java/util/Arrays",
                name: "equals",
                descriptor: &descriptor,
                is_interface: false,
            };
            static_test(&callee, arguments)
        };
        for arrays in ["[B[B", "[[I[[I", "[Ljava/lang/Object;[Ljava/lang/Object;"] {
            assert_eq!(watched(arrays), Some(OperandShape::Two(decision::ARRAYS_EQUAL)), "{arrays}");
        }
        for others in ["[BII[BII", "[Ljava/lang/Object;II[Ljava/lang/Object;II", "[B[C"] {
            assert_eq!(watched(others), None, "{others}");
        }
    }
}
