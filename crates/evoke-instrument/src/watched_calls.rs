//! Which calls say more than their result: what `evoke.runtime.Decision` can tell how far it was from another.
//!
//! A call is known by its name and the shape of its descriptor, not by the class it names, because what decides
//! is the run-time class of the operands, and that is for the Java side to look at.

use evoke_classfile::rewrite::{Assembler, PoolBuilder, RewriteError};
use evoke_classfile::{ConstantPool, Instruction, MemberRef, Operands, opcode};

const DECISION: &str = "evoke/runtime/Decision";

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
}

/// How the operands lie on the stack, with the method of `Decision` that takes them and the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum OperandShape {
    /// The code called leaves what decided.
    Any,
    /// One reference.
    One(&'static str),
    /// Two references.
    Two(&'static str),
    /// A reference and a character.
    TextAndCharacter(&'static str),
    /// A character.
    Character(&'static str),
    /// More than can be copied: a method that makes the call itself, with its descriptor.
    Replaced(&'static str, &'static str),
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
                watched(ResultMeaning::ZeroIfEqual, OperandShape::Two("compareTo"))
            }
            "I" if !is_static && is_text(callee.owner) => {
                let (meaning, operands) = text_number(callee.name, arguments)?;
                watched(meaning, operands)
            }
            _ => None,
        }
    }

    /// What goes before the call.
    pub(crate) fn before(&self, pool: &mut PoolBuilder<'_>) -> Result<Assembler, RewriteError> {
        let mut piece = Assembler::new();
        if !matches!(self.operands, OperandShape::Character(_)) {
            decision(&mut piece, pool, "forget", "()V")?;
        }
        match self.operands {
            OperandShape::One(_) | OperandShape::Character(_) => {
                piece.dup();
            }
            OperandShape::Two(_) | OperandShape::TextAndCharacter(_) => {
                piece.dup2();
            }
            OperandShape::Any | OperandShape::Replaced(..) => {}
        }
        Ok(piece)
    }

    /// What stands in for the call.
    pub(crate) fn replacement(&self, pool: &mut PoolBuilder<'_>) -> Result<Option<Assembler>, RewriteError> {
        let OperandShape::Replaced(name, descriptor) = self.operands else { return Ok(None) };
        let mut piece = Assembler::new();
        decision(&mut piece, pool, name, descriptor)?;
        Ok(Some(piece))
    }

    /// What goes after the call: it takes the copies of the operands and leaves the result alone.
    pub(crate) fn after(&self, pool: &mut PoolBuilder<'_>) -> Result<Assembler, RewriteError> {
        let result = if self.result == ResultMeaning::TrueOrFalse { 'Z' } else { 'I' };
        let object = "Ljava/lang/Object;";
        let (name, operands) = match self.operands {
            OperandShape::One(name) => (name, object.to_owned()),
            OperandShape::Two(name) => (name, format!("{object}{object}")),
            OperandShape::TextAndCharacter(name) => (name, format!("{object}I")),
            OperandShape::Character(name) => (name, "I".to_owned()),
            OperandShape::Any | OperandShape::Replaced(..) => return Ok(Assembler::new()),
        };
        let mut piece = Assembler::new();
        decision(&mut piece, pool, name, &format!("({operands}{result}){result}"))?;
        Ok(piece)
    }
}

/// Appends a call of the method of `Decision` of that name.
pub(crate) fn decision(
    piece: &mut Assembler,
    pool: &mut PoolBuilder<'_>,
    name: &str,
    descriptor: &str,
) -> Result<(), RewriteError> {
    let method = pool.add_method_ref(DECISION, name, descriptor)?;
    piece.invoke_static(method);
    Ok(())
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
        "isEmpty" => OperandShape::One("isEmpty"),
        "isBlank" => OperandShape::One("isBlank"),
        "matches" if is_matcher => OperandShape::One("matches"),
        "find" | "lookingAt" if is_matcher => OperandShape::One("find"),
        "equals" => OperandShape::Two("equals"),
        "contentEquals" => OperandShape::Two("contentEquals"),
        "equalsIgnoreCase" => OperandShape::Two("equalsIgnoreCase"),
        "startsWith" => OperandShape::Two("startsWith"),
        "endsWith" => OperandShape::Two("endsWith"),
        "contains" => OperandShape::Two("contains"),
        "containsAll" => OperandShape::Two("containsAll"),
        "containsKey" => OperandShape::Two("containsKey"),
        "containsValue" => OperandShape::Two("containsValue"),
        "matches" if callee.owner == "java/lang/String" => OperandShape::Two("matches"),
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
        let takes_two_arrays = first == second && first.starts_with('[');
        return (callee.name == "equals" && takes_two_arrays).then_some(OperandShape::Two("arraysEqual"));
    }
    let takes_two = arguments.split_once(';').is_some_and(|(first, second)| {
        first.starts_with('L') && second.starts_with('L') && is_one_reference(second)
    });
    match callee.name {
        "matches" if callee.owner == "java/util/regex/Pattern" && takes_two => {
            Some(OperandShape::Two("patternMatches"))
        }
        // `java.util.Objects` and what Kotlin compiles `==` to.
        "equals" | "areEqual" if takes_two => Some(OperandShape::Two("equals")),
        _ => None,
    }
}

fn character_test(name: &str) -> Option<&'static str> {
    const TESTS: [&str; 8] = [
        "isDigit",
        "isLetter",
        "isLetterOrDigit",
        "isUpperCase",
        "isLowerCase",
        "isWhitespace",
        "isJavaIdentifierStart",
        "isJavaIdentifierPart",
    ];
    TESTS.into_iter().find(|test| *test == name)
}

fn string_replacement(callee: &MemberRef<'_>) -> Option<OperandShape> {
    if callee.owner != "java/lang/String" {
        return None;
    }
    match (callee.name, callee.descriptor) {
        ("startsWith", "(Ljava/lang/String;I)Z") => {
            Some(OperandShape::Replaced("startsWith", "(Ljava/lang/String;Ljava/lang/String;I)Z"))
        }
        ("regionMatches", "(ILjava/lang/String;II)Z") => {
            Some(OperandShape::Replaced("regionMatches", "(Ljava/lang/String;ILjava/lang/String;II)Z"))
        }
        ("regionMatches", "(ZILjava/lang/String;II)Z") => {
            Some(OperandShape::Replaced("regionMatches", "(Ljava/lang/String;ZILjava/lang/String;II)Z"))
        }
        _ => None,
    }
}

/// Methods of texts that give a number.
fn text_number(name: &str, arguments: &str) -> Option<(ResultMeaning, OperandShape)> {
    match (name, arguments) {
        ("compareToIgnoreCase", "Ljava/lang/String;") => {
            Some((ResultMeaning::ZeroIfEqual, OperandShape::Two("compareToIgnoreCase")))
        }
        ("indexOf" | "lastIndexOf", "Ljava/lang/String;") => {
            Some((ResultMeaning::NegativeIfAbsent, OperandShape::Two("indexOf")))
        }
        ("indexOf" | "lastIndexOf", "I") => {
            Some((ResultMeaning::NegativeIfAbsent, OperandShape::TextAndCharacter("indexOf")))
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
