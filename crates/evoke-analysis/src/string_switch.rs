//! How `javac` compiles a `switch` over strings: a `lookupswitch` on the hash code whose cases compare with
//! `equals` and store the position of the matching case, then a switch over positions.

use std::collections::BTreeMap;

use evoke_classfile::{Constant, ConstantPool, Instruction, Operands, opcode};

/// The first half of a switch over strings.
pub(crate) struct StringSwitch {
    /// Byte offsets of its `lookupswitch` and of the jumps after its `equals` calls.
    pub(crate) predicates: Vec<u32>,
    /// Local variable that takes the position.
    position_slot: Operands,
    strings: BTreeMap<i32, Constant>,
}

impl StringSwitch {
    /// Recognises the one whose `lookupswitch` is at `index`, by `aload s; String.hashCode; lookupswitch` and
    /// cases of `aload s; ldc; String.equals; ifeq; push position; istore`.
    pub(crate) fn of(pool: &ConstantPool, instructions: &[Instruction], index: usize) -> Option<Self> {
        let [subject, hash] = instructions.get(index.checked_sub(2)?..index)? else { return None };
        let lookup = instructions.get(index)?;
        let Operands::Switch { default, .. } = &lookup.operands else { return None };
        if lookup.opcode != opcode::LOOKUPSWITCH || !is_string_call(pool, hash, "hashCode") {
            return None;
        }
        let end = instructions.binary_search_by_key(default, |it| it.offset).ok()?;
        let mut found: Option<Self> = None;
        for window in instructions.get(index..end)?.windows(6) {
            let [load, string, equals, jump, push, store] = window else { continue };
            let is_case = jump.opcode == opcode::IFEQ
                && opcode::local_store(store.opcode) == Some(opcode::ISTORE)
                && load.operands == subject.operands
                && is_string_call(pool, equals, "equals");
            let Some(position) = pushed_int(push).filter(|_| is_case) else { continue };
            let found = found.get_or_insert_with(|| Self {
                predicates: vec![lookup.offset],
                position_slot: store.operands.clone(),
                strings: BTreeMap::new(),
            });
            found.predicates.push(jump.offset);
            if let Operands::Constant(index) = string.operands {
                found.strings.extend(pool.loadable(index).map(|string| (position, string)));
            }
        }
        found
    }
}

/// The strings by position, if the switch at `index` is the second half of a switch over strings.
pub fn strings_by_position(
    pool: &ConstantPool,
    instructions: &[Instruction],
    index: usize,
) -> Option<BTreeMap<i32, Constant>> {
    let Operands::Switch { .. } = instructions.get(index)?.operands else { return None };
    let load = &instructions[index.checked_sub(1)?];
    let first_half = (0..index).rev().find(|before| instructions[*before].opcode == opcode::LOOKUPSWITCH)?;
    let found = StringSwitch::of(pool, instructions, first_half)?;
    let loads_position =
        opcode::local_load(load.opcode) == Some(opcode::ILOAD) && load.operands == found.position_slot;
    loads_position.then_some(found.strings)
}

fn pushed_int(instruction: &Instruction) -> Option<i32> {
    match (instruction.opcode, &instruction.operands) {
        (opcode::ICONST_M1..=opcode::ICONST_5, _) => {
            Some(i32::from(instruction.opcode) - i32::from(opcode::ICONST_0))
        }
        (_, Operands::Immediate(value)) => Some(i32::from(*value)),
        _ => None,
    }
}

fn is_string_call(pool: &ConstantPool, instruction: &Instruction, name: &str) -> bool {
    let Operands::Constant(index) = instruction.operands else { return false };
    instruction.opcode == opcode::INVOKEVIRTUAL
        && pool.member(index).is_some_and(|member| member.owner == "java/lang/String" && member.name == name)
}
