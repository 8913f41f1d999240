//! Probes of switches over strings: their cases report how far the text is from the case's string.
//!
//! `javac` makes such a switch one over hash codes that computes a position, and one over positions, which
//! has the goals; the Eclipse compiler makes only the first. What hashes to a key is looked up among the strings of
//! the method.

use std::collections::BTreeMap;

use evoke_analysis::string_switch::strings_by_position;
use evoke_classfile::rewrite::{
    Assembler, MAX_TEXT_BYTES, MethodEdit, MethodView, PoolBuilder, RewriteError,
};
use evoke_classfile::{Constant, Operands, opcode};
use evoke_runtime::members::string_switch;

use crate::predicate_operand::PredicateOperand;
use crate::runtime_call::call;

/// Keeps the text whose hash code the instruction at `index` computes for a switch.
pub(crate) fn keep_subject(
    edit: &mut MethodEdit,
    pool: &mut PoolBuilder<'_>,
    method: &MethodView<'_>,
    index: usize,
) -> Result<(), RewriteError> {
    if !is_hash_for_switch(method, index) {
        return Ok(());
    }
    let mut piece = Assembler::new();
    piece.dup();
    call(&mut piece, pool, string_switch::ON)?;
    edit.insert_before(index, &piece);
    Ok(())
}

/// Puts in the probe of the switch at `index` if it is one over strings, and says whether it is.
pub(crate) fn probe(
    edit: &mut MethodEdit,
    pool: &mut PoolBuilder<'_>,
    method: &MethodView<'_>,
    index: usize,
    first_predicate: PredicateOperand,
) -> Result<bool, RewriteError> {
    let Operands::Switch { cases, .. } = &method.instructions[index].operands else { return Ok(false) };
    let strings = strings_by_position(method.constant_pool, method.instructions, index)
        .or_else(|| strings_by_hash(method, index));
    let Some(packed) = strings.and_then(|strings| pack(cases, &strings)) else { return Ok(false) };
    let packed = pool.add_string(&packed)?;
    let mut piece = Assembler::new();
    first_predicate.push(piece.dup(), pool)?;
    piece.load_constant(packed);
    call(&mut piece, pool, string_switch::JUMP)?;
    edit.insert_before(index, &piece);
    Ok(true)
}

fn is_hash_for_switch(method: &MethodView<'_>, index: usize) -> bool {
    let [hash, switch] = method.instructions.get(index..index + 2).unwrap_or_default() else { return false };
    let Operands::Constant(callee) = hash.operands else { return false };
    switch.opcode == opcode::LOOKUPSWITCH
        && hash.opcode == opcode::INVOKEVIRTUAL
        && method
            .constant_pool
            .member(callee)
            .is_some_and(|callee| callee.owner == "java/lang/String" && callee.name == "hashCode")
}

/// Of a switch over hash codes, the strings of the method by hash code.
fn strings_by_hash(method: &MethodView<'_>, index: usize) -> Option<BTreeMap<i32, Constant>> {
    if !is_hash_for_switch(method, index.checked_sub(1)?) {
        return None;
    }
    let mut strings = BTreeMap::new();
    for instruction in method.instructions {
        if let (opcode::LDC | opcode::LDC_W, Operands::Constant(constant)) =
            (instruction.opcode, &instruction.operands)
            && let Some(Constant::String(units)) = method.constant_pool.loadable(*constant)
        {
            strings.entry(hash_code(&units)).or_insert(Constant::String(units));
        }
    }
    Some(strings)
}

/// `String.hashCode`.
fn hash_code(units: &[u16]) -> i32 {
    units.iter().fold(0_i32, |hash, unit| hash.wrapping_mul(31).wrapping_add(i32::from(*unit)))
}

/// The strings of the keys, each after a character that is its length plus 1, or 0 where there is none. `None` if
/// that is too long for a constant.
fn pack(cases: &[(i32, u32)], strings: &BTreeMap<i32, Constant>) -> Option<String> {
    let mut packed = String::new();
    for (key, _) in cases {
        let text = strings.get(key).and_then(|string| match string {
            Constant::String(units) => {
                let length = char::from_u32(u32::try_from(units.len()).ok()? + 1)?;
                Some((length, String::from_utf16(units).ok()?))
            }
            _ => None,
        });
        match text {
            Some((length, text)) => packed.extend([length].into_iter().chain(text.chars())),
            None => packed.push('\0'),
        }
    }
    // No code unit takes more than three bytes.
    (packed.encode_utf16().count() * 3 <= MAX_TEXT_BYTES).then_some(packed)
}
