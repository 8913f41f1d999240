//! Branches that `javac` adds to what the source has, and that no test can take or leave: where no case of an exhaustive `switch` matches,
//! conditions of patterns that are constant, and whether a resource is `null` that is closed. JaCoCo leaves them out, too (its filters
//! `ExhaustiveSwitchFilter`, `RecordPatternFilter` and `TryWithResourcesJavac11Filter`).

use std::collections::BTreeSet;

use evoke_classfile::{ClassFile, Code, Instruction, Operands, opcode};

/// What is thrown where no case matches: by patterns, and by enums.
const NO_MATCH: [&str; 2] = ["java/lang/MatchException", "java/lang/IncompatibleClassChangeError"];
/// Instructions from where an exception is made to where it is thrown.
const THROWING: usize = 6;

/// Byte offsets of conditions that the source does not have.
pub(crate) fn added_conditions(class: &ClassFile, code: &Code) -> BTreeSet<u32> {
    let mut added: BTreeSet<u32> = constant_conditions(code).collect();
    added.extend(checks_before_closing(class, code));
    added
}

/// Whether the default of the switch at this offset is only there for cases that the program was not compiled with.
pub(crate) fn is_exhaustive(class: &ClassFile, code: &Code, offset: u32) -> bool {
    let at = |offset: u32| code.instructions.binary_search_by_key(&offset, |it| it.offset).ok();
    let Some(Operands::Switch { default, .. }) = at(offset).map(|index| &code.instructions[index].operands)
    else {
        return false;
    };
    let Some(start) = at(*default) else { return false };
    let made = &code.instructions[start];
    let is_made = made.opcode == opcode::NEW
        && matches!(made.operands, Operands::Constant(index)
            if class.constant_pool.class(index).is_some_and(|name| NO_MATCH.contains(&name)));
    is_made && code.instructions[start..].iter().take(THROWING).any(|it| it.opcode == opcode::ATHROW)
}

/// `if (true)`, unless it is jumped to with something else.
fn constant_conditions(code: &Code) -> impl Iterator<Item = u32> {
    let targets: BTreeSet<u32> = code
        .instructions
        .iter()
        .filter_map(|it| if let Operands::Jump(target) = it.operands { Some(target) } else { None })
        .collect();
    code.instructions.windows(2).filter_map(move |pair| {
        let is_constant = matches!(pair[0].opcode, opcode::ICONST_0 | opcode::ICONST_1)
            && matches!(pair[1].opcode, opcode::IFEQ | opcode::IFNE)
            && !targets.contains(&pair[1].offset);
        is_constant.then_some(pair[1].offset)
    })
}

/// `if (resource != null) resource.close()`, of resources for which that is there a second time with `addSuppressed` after it.
fn checks_before_closing(class: &ClassFile, code: &Code) -> Vec<u32> {
    let checks: Vec<(u32, &Operands, bool)> = (0..code.instructions.len())
        .filter_map(|start| check_before_closing(class, &code.instructions[start..]))
        .collect();
    let is_resource =
        |local: &Operands| checks.iter().any(|(_, other, suppresses)| *suppresses && *other == local);
    checks.iter().filter(|(_, local, _)| is_resource(local)).map(|(offset, ..)| *offset).collect()
}

/// The jump of such a check, the variable that is checked, and whether what closing throws is suppressed.
fn check_before_closing<'c>(class: &ClassFile, code: &'c [Instruction]) -> Option<(u32, &'c Operands, bool)> {
    let [load, jump, again, close, rest @ ..] = code else { return None };
    let loads = |it: &Instruction| opcode::local_load(it.opcode) == Some(opcode::ALOAD);
    let is_check = loads(load)
        && jump.opcode == opcode::IFNULL
        && loads(again)
        && load.operands == again.operands
        && calls(class, close, "close");
    // goto, astore, aload, aload, invokevirtual
    let suppresses = rest.get(4).is_some_and(|call| calls(class, call, "addSuppressed"));
    is_check.then_some((jump.offset, &load.operands, suppresses))
}

fn calls(class: &ClassFile, instruction: &Instruction, name: &str) -> bool {
    let is_call = matches!(instruction.opcode, opcode::INVOKEVIRTUAL | opcode::INVOKEINTERFACE);
    let Operands::Constant(index) = instruction.operands else { return false };
    is_call && class.constant_pool.member(index).is_some_and(|member| member.name == name)
}
