//! Facts about decoding.

use proptest::prelude::*;

use super::decode::decode;
use super::{Instruction, Operands};
use crate::opcode as op;
use crate::reader::Reader;
use crate::{ParseError, opcode};

fn decoded(code: &[u8]) -> Result<Vec<Instruction>, ParseError> {
    decode(&mut Reader::new(code), code.len() as u32).map(|(instructions, _)| instructions)
}

fn operands(code: &[u8]) -> Operands {
    let mut instructions = decoded(code).unwrap();
    assert_eq!(instructions.len(), 1);
    instructions.remove(0).operands
}

#[test]
fn short_long_and_wide_forms_name_the_same_local() {
    for code in [&[op::LLOAD_3][..], &[op::LLOAD, 3], &[op::WIDE, op::LLOAD, 0, 3]] {
        assert_eq!(operands(code), Operands::Local(3));
    }
    assert_eq!(operands(&[op::ASTORE_0]), Operands::Local(0));
    assert_eq!(operands(&[op::DSTORE_2]), Operands::Local(2));
    let wide = decoded(&[op::WIDE, op::IINC, 1, 0, 0xff, 0xfe]).unwrap();
    assert_eq!(wide[0].opcode, op::IINC);
    assert_eq!(wide[0].operands, Operands::Increment { local: 256, by: -2 });
}

#[test]
fn jump_targets_are_absolute() {
    let code = [op::NOP, op::GOTO, 0xff, 0xff, op::IFNULL, 0, 0, op::GOTO_W, 0xff, 0xff, 0xff, 0xf9];
    let targets: Vec<Operands> =
        decoded(&code).unwrap().into_iter().skip(1).map(|one| one.operands).collect();
    assert_eq!(targets, [Operands::Jump(0), Operands::Jump(4), Operands::Jump(0)]);
}

#[test]
fn switch_cases_have_their_keys() {
    let table = [&[op::TABLESWITCH, 0, 0, 0, 0, 0, 0, 0][..], &[0xff; 4], &[0; 4], &[0; 4], &[0; 4]].concat();
    assert_eq!(operands(&table), Operands::Switch { default: 0, cases: vec![(-1, 0), (0, 0)] });
    let lookup = [&[op::LOOKUPSWITCH, 0, 0, 0][..], &[0; 4], &[0, 0, 0, 1], &[0, 0, 0, 9], &[0; 4]].concat();
    assert_eq!(operands(&lookup), Operands::Switch { default: 0, cases: vec![(9, 0)] });
}

#[test]
fn malformed_code_is_refused() {
    let huge_table =
        [&[op::TABLESWITCH, 0, 0, 0, 0, 0, 0, 0, 0x80, 0, 0, 0][..], &[0x7f, 0xff, 0xff, 0xff]].concat();
    let huge_lookup = [&[op::LOOKUPSWITCH, 0, 0, 0, 0, 0, 0, 0][..], &[0x7f, 0xff, 0xff, 0xff]].concat();
    let unsorted =
        [&[op::LOOKUPSWITCH, 0, 0, 0][..], &[0; 4], &[0, 0, 0, 2], &[0, 0, 0, 9], &[0; 4], &[0; 8]].concat();
    for code in [
        &[202][..],
        &[op::BIPUSH],
        &[op::INVOKEINTERFACE, 0, 1, 1],
        &[op::WIDE, op::NOP, 0, 0],
        &[op::GOTO, 0, 1],
        &[op::GOTO, 0, 3],
        &[op::GOTO, 0xff, 0xff],
        &huge_table,
        &huge_lookup,
        &unsorted,
    ] {
        assert!(decoded(code).is_err(), "{code:?}");
    }
}

proptest! {
    #[test]
    fn instructions_follow_each_other_and_jump_to_each_other(code in prop::collection::vec(0_u8..=201, 1..200)) {
        let Ok(instructions) = decoded(&code) else { return Ok(()) };
        prop_assert_eq!(instructions[0].offset, 0);
        prop_assert!(instructions.is_sorted_by(|left, right| left.offset < right.offset));
        for instruction in &instructions {
            prop_assert_ne!(instruction.opcode, opcode::WIDE);
            if let Operands::Jump(target) = instruction.operands {
                prop_assert!(instructions.binary_search_by_key(&target, |one| one.offset).is_ok());
            }
        }
    }

    #[test]
    fn random_bytes_never_panic(code in prop::collection::vec(any::<u8>(), 0..300)) {
        let _ = decoded(&code);
    }
}
