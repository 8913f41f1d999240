//! Probes around calls whose result a jump tests at once, or a method returns, so that the jump's distance is that
//! of the operands (as `s.equals("x")`), or of what decided inside the method under test that was called.
//!
//! Calls stay as they are: copies of the operands lie below them on the stack and go to `Decision` with the
//! result. A result may be stored in a local variable on the way to its jump; one that is tested later is not followed.

use std::collections::{BTreeMap, BTreeSet};

use evoke_analysis::PredicateId;
use evoke_classfile::rewrite::{Assembler, MethodEdit, MethodView, PoolBuilder, RewriteError};
use evoke_classfile::{Instruction, Operands, opcode};
use evoke_runtime::Member;
use evoke_runtime::members::{decision, tracer};

use crate::predicate_operand::PredicateOperand;
use crate::predicates::jump_targets;
use crate::runtime_call::call;
use crate::watched_calls::{ResultMeaning, WatchedCall, makes_matcher};

/// The calls to watch in one method and what uses their results.
pub(crate) struct Decisions {
    /// By instruction.
    calls: BTreeMap<usize, WatchedCall>,
    /// By jump: where the result is on top of the stack, and the probe.
    jumps: BTreeMap<usize, (usize, Member)>,
    /// By instruction that pushes a value which is returned: whether a jump chose it.
    returned: BTreeMap<usize, bool>,
    /// Instructions before which what was decided is forgotten.
    forgotten: BTreeSet<usize>,
    /// First and last predicate of the method.
    predicates: Option<(PredicateOperand, PredicateOperand)>,
}

impl Decisions {
    /// Finds them; `predicates` are those of the method, to whose ids the local `context` is added.
    pub(crate) fn in_method(
        method: &MethodView<'_>,
        context: Option<u16>,
        predicates: impl Iterator<Item = PredicateId> + Clone,
    ) -> Self {
        let mut found = Self {
            calls: BTreeMap::new(),
            jumps: BTreeMap::new(),
            returned: BTreeMap::new(),
            forgotten: BTreeSet::new(),
            predicates: predicates.clone().min().zip(predicates.max()).map(|(first, last)| {
                (
                    PredicateOperand { predicate: first, context },
                    PredicateOperand { predicate: last, context },
                )
            }),
        };
        let targets = jump_targets(method.instructions);
        if method.descriptor.ends_with(")Z") {
            found.find_returned(method.instructions, &targets);
        }
        for (index, instruction) in method.instructions.iter().enumerate() {
            let call = WatchedCall::of(method.constant_pool, instruction);
            let Some(call) = call else { continue };
            if let Some((jump, probe)) = deciding_jump(method.instructions, &targets, index, call.result) {
                found.calls.insert(index, call);
                found.jumps.insert(jump, (index + 1, probe));
            } else if call.result == ResultMeaning::TrueOrFalse && found.returned.remove(&index).is_some() {
                found.calls.insert(index, call);
            }
        }
        found
    }

    /// For each way to a return of a `boolean`, what pushes the value.
    fn find_returned(&mut self, instructions: &[Instruction], targets: &BTreeSet<u32>) {
        for (index, instruction) in instructions.iter().enumerate() {
            if instruction.opcode != opcode::IRETURN {
                continue;
            }
            self.find_pushed(instructions, index);
            for (source, jump) in instructions.iter().enumerate() {
                match &jump.operands {
                    Operands::Jump(target) if *target == instruction.offset => {
                        if jump.opcode == opcode::GOTO && !targets.contains(&jump.offset) {
                            self.find_pushed(instructions, source);
                        } else {
                            self.forgotten.insert(source);
                        }
                    }
                    _ => {}
                }
            }
        }
    }

    /// What pushes the value that is on the stack where control comes to `user` from the instruction before it.
    fn find_pushed(&mut self, instructions: &[Instruction], user: usize) {
        let Some(before) = user.checked_sub(1) else { return };
        match instructions[before].opcode {
            // Returns and switches are in one row of opcodes.
            opcode::GOTO | opcode::GOTO_W | opcode::RET..=opcode::RETURN | opcode::ATHROW => {}
            opcode::IFEQ..=opcode::IF_ACMPNE | opcode::IFNULL | opcode::IFNONNULL => {
                self.forgotten.insert(user);
            }
            opcode => {
                self.returned.insert(before, matches!(opcode, opcode::ICONST_0 | opcode::ICONST_1));
            }
        }
    }

    /// Puts in what the instruction at `index` needs, but for the probe of a jump.
    pub(crate) fn watch(
        &self,
        edit: &mut MethodEdit,
        pool: &mut PoolBuilder<'_>,
        method: &MethodView<'_>,
        index: usize,
    ) -> Result<(), RewriteError> {
        if let Some(call) = self.calls.get(&index) {
            edit.insert_before(index, &call.before(pool)?);
            if let Some(replacement) = call.replacement(pool)? {
                edit.replace(index, &replacement);
            }
            edit.insert_after(index, &call.after(pool)?);
        }
        if let Some(by_jump) = self.returned.get(&index) {
            edit.insert_after(index, &self.decided(pool, *by_jump)?);
        }
        if self.forgotten.contains(&index) {
            edit.insert_before(index, &self.decided(pool, false)?);
        }
        if makes_matcher(method.constant_pool, &method.instructions[index]) {
            let mut keep_text = Assembler::new();
            keep_text.dup_x1();
            edit.insert_before(index, &keep_text);
            let mut remember = Assembler::new();
            remember.dup_x1().swap();
            call(&mut remember, pool, decision::MATCHER)?;
            edit.insert_after(index, &remember);
        }
        Ok(())
    }

    /// Says what decided the value just pushed.
    fn decided(&self, pool: &mut PoolBuilder<'_>, by_jump: bool) -> Result<Assembler, RewriteError> {
        let mut piece = Assembler::new();
        if let Some((first, last)) = self.predicates.filter(|_| by_jump) {
            first.push(&mut piece, pool)?;
            last.push(&mut piece, pool)?;
            call(&mut piece, pool, decision::BY_JUMP)?;
        } else {
            call(&mut piece, pool, decision::FORGET)?;
        }
        Ok(piece)
    }

    /// Puts in the probe of the jump at `index` if a watched call decides it, and says whether one does.
    pub(crate) fn probe_jump(
        &self,
        edit: &mut MethodEdit,
        pool: &mut PoolBuilder<'_>,
        index: usize,
        predicate: PredicateOperand,
    ) -> Result<bool, RewriteError> {
        let Some((after_call, probe)) = self.jumps.get(&index) else { return Ok(false) };
        let mut piece = Assembler::new();
        predicate.push(piece.dup(), pool)?;
        call(&mut piece, pool, *probe)?;
        edit.insert_before(*after_call, &piece);
        Ok(true)
    }
}

/// The jump that alone uses the result of the call at `index`, and the tracer's method for it.
fn deciding_jump(
    instructions: &[Instruction],
    targets: &BTreeSet<u32>,
    index: usize,
    result: ResultMeaning,
) -> Option<(usize, Member)> {
    let first = past_assignment(instructions, targets, index)?;
    let next = instructions.get(first).filter(|next| !targets.contains(&next.offset))?;
    let is_sign_test = result == ResultMeaning::NegativeIfAbsent;
    match next.opcode {
        opcode::IFEQ if !is_sign_test => return Some((first, tracer::DECIDED_EQ)),
        opcode::IFNE if !is_sign_test => return Some((first, tracer::DECIDED_NE)),
        opcode::IFLT if is_sign_test => return Some((first, tracer::DECIDED_LT)),
        opcode::IFGE if is_sign_test => return Some((first, tracer::DECIDED_GE)),
        opcode::ICONST_M1 if is_sign_test => {}
        _ => return None,
    }
    let jump = instructions.get(first + 1).filter(|jump| !targets.contains(&jump.offset))?;
    match jump.opcode {
        opcode::IF_ICMPEQ | opcode::IF_ICMPLE => Some((first + 1, tracer::DECIDED_LT)),
        opcode::IF_ICMPNE | opcode::IF_ICMPGT => Some((first + 1, tracer::DECIDED_GE)),
        _ => None,
    }
}

/// The instruction that finds the result of the call at `index` on top of the stack: the next one, or the one after the
/// result was stored in a local variable and left there or loaded again.
fn past_assignment(instructions: &[Instruction], targets: &BTreeSet<u32>, index: usize) -> Option<usize> {
    let at = |index: usize| instructions.get(index).filter(|it| !targets.contains(&it.offset));
    let next = at(index + 1)?;
    if next.opcode == opcode::DUP && stored_slot(at(index + 2)?).is_some() {
        return Some(index + 3);
    }
    match stored_slot(next) {
        Some(slot) => (loaded_slot(at(index + 2)?) == Some(slot)).then_some(index + 3),
        None => Some(index + 1),
    }
}

/// The local variable that an `istore` writes.
fn stored_slot(instruction: &Instruction) -> Option<u16> {
    slot(instruction, opcode::ISTORE, opcode::ISTORE_0)
}

/// The local variable that an `iload` reads.
fn loaded_slot(instruction: &Instruction) -> Option<u16> {
    slot(instruction, opcode::ILOAD, opcode::ILOAD_0)
}

fn slot(instruction: &Instruction, general: u8, first: u8) -> Option<u16> {
    match (instruction.opcode, &instruction.operands) {
        (opcode, Operands::Local(slot)) if opcode == general => Some(*slot),
        (opcode, _) if (first..first + 4).contains(&opcode) => Some(u16::from(opcode - first)),
        _ => None,
    }
}
