//! Probes around calls whose result a jump tests at once, or a method returns, so that the jump's distance is that
//! of the operands (as `s.equals("x")`), or of what decided inside the method under test that was called.
//!
//! Calls stay as they are: copies of the operands lie below them on the stack and go to `Decision` with the
//! result. A result may be stored in a local variable on the way to its jump; one that is tested later is not followed.
//! References are asked whether they are null: what a map has no key for, what a method looked for and did not find.

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
    /// What says that a jump decided the value returned.
    by_jump: Member,
    /// First and last predicate of the method.
    predicates: Option<(PredicateOperand, PredicateOperand)>,
}

/// A jump that a watched call decides.
struct DecidingJump {
    jump: usize,
    /// Where the result of the call is on top of the stack.
    result_at: usize,
    probe: Member,
}

impl Decisions {
    fn none() -> Self {
        Self {
            calls: BTreeMap::new(),
            jumps: BTreeMap::new(),
            returned: BTreeMap::new(),
            forgotten: BTreeSet::new(),
            by_jump: decision::BY_JUMP,
            predicates: None,
        }
    }

    /// Finds them; `predicates` are those of the method, to whose ids the local `context` is added.
    pub(crate) fn in_method(
        method: &MethodView<'_>,
        context: Option<u16>,
        predicates: impl Iterator<Item = PredicateId> + Clone,
    ) -> Self {
        let mut found = Self {
            predicates: predicates.clone().min().zip(predicates.max()).map(|(first, last)| {
                (
                    PredicateOperand { predicate: first, context },
                    PredicateOperand { predicate: last, context },
                )
            }),
            ..Self::none()
        };
        let targets = jump_targets(method.instructions);
        let returned = ResultMeaning::of_descriptor(method.descriptor);
        if let Some(meaning) = returned {
            found.find_returned(method.instructions, &targets, meaning);
        }
        let is_chosen = found.returned.values().any(|by_jump| *by_jump);
        for (index, instruction) in method.instructions.iter().enumerate() {
            let call = WatchedCall::of(method.constant_pool, instruction);
            let Some(call) = call else { continue };
            if let Some(decided) = deciding_jump(method.instructions, &targets, index, call.result) {
                found.calls.insert(index, call);
                found.jumps.insert(decided.jump, (decided.result_at, decided.probe));
            } else if Some(call.result) == returned && found.returned.remove(&index).is_some() {
                found.calls.insert(index, call);
            }
        }
        // Getters of references pay nothing: what a method does not call leaves nothing to forget.
        let calls = method.instructions.iter().any(|it| is_call(it.opcode));
        if returned == Some(ResultMeaning::NullIfAbsent) && !is_chosen && !calls {
            found.returned.clear();
            found.forgotten.clear();
        }
        found
    }

    /// Whether a jump of the method decides whether it returns null.
    pub(crate) fn return_null_by_jump(method: &MethodView<'_>) -> bool {
        if ResultMeaning::of_descriptor(method.descriptor) != Some(ResultMeaning::NullIfAbsent) {
            return false;
        }
        let targets = jump_targets(method.instructions);
        let mut found = Self::none();
        found.find_returned(method.instructions, &targets, ResultMeaning::NullIfAbsent);
        found.returned.values().any(|by_jump| *by_jump)
    }

    /// For each way to a return, what pushes the value.
    fn find_returned(
        &mut self,
        instructions: &[Instruction],
        targets: &BTreeSet<u32>,
        meaning: ResultMeaning,
    ) {
        let is_reference = meaning == ResultMeaning::NullIfAbsent;
        if is_reference {
            self.by_jump = decision::NULL_BY_JUMP;
        }
        for (index, instruction) in instructions.iter().enumerate() {
            if instruction.opcode != if is_reference { opcode::ARETURN } else { opcode::IRETURN } {
                continue;
            }
            self.find_pushed(instructions, targets, index);
            for (source, jump) in instructions.iter().enumerate() {
                match &jump.operands {
                    Operands::Jump(target) if *target == instruction.offset => {
                        if jump.opcode == opcode::GOTO && !targets.contains(&jump.offset) {
                            self.find_pushed(instructions, targets, source);
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
    fn find_pushed(&mut self, instructions: &[Instruction], targets: &BTreeSet<u32>, user: usize) {
        let Some(mut before) = user.checked_sub(1) else { return };
        // A cast leaves the value as it is.
        if instructions[before].opcode == opcode::CHECKCAST
            && !targets.contains(&instructions[before].offset)
            && let Some(cast) = before.checked_sub(1)
        {
            before = cast;
        }
        match instructions[before].opcode {
            // Returns and switches are in one row of opcodes.
            opcode::GOTO | opcode::GOTO_W | opcode::RET..=opcode::RETURN | opcode::ATHROW => {}
            opcode::IFEQ..=opcode::IF_ACMPNE | opcode::IFNULL | opcode::IFNONNULL => {
                self.forgotten.insert(user);
            }
            opcode => {
                let is_constant = matches!(opcode, opcode::ICONST_0 | opcode::ICONST_1 | opcode::ACONST_NULL);
                self.returned.insert(before, is_constant);
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
            call(&mut piece, pool, self.by_jump)?;
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
        let Some((result_at, probe)) = self.jumps.get(&index) else { return Ok(false) };
        let mut piece = Assembler::new();
        predicate.push(piece.dup(), pool)?;
        call(&mut piece, pool, *probe)?;
        edit.insert_before(*result_at, &piece);
        Ok(true)
    }
}

fn is_call(opcode: u8) -> bool {
    (opcode::INVOKEVIRTUAL..=opcode::INVOKEDYNAMIC).contains(&opcode)
}

/// The jump that alone uses the result of the call at `index`, where it finds that result on top of the stack, and the
/// tracer's method for it.
fn deciding_jump(
    instructions: &[Instruction],
    targets: &BTreeSet<u32>,
    index: usize,
    result: ResultMeaning,
) -> Option<DecidingJump> {
    let at = |index: usize| instructions.get(index).filter(|it| !targets.contains(&it.offset));
    // A cast leaves a reference as it is.
    let is_cast = result == ResultMeaning::NullIfAbsent && at(index + 1)?.opcode == opcode::CHECKCAST;
    let result_at = index + 1 + usize::from(is_cast);
    let first = past_assignment(&at, result_at)?;
    let compared_with = at(first)?.opcode;
    let (is_compared, probe) = match probe_of_jump(result, compared_with) {
        Some(probe) => (false, probe),
        None => (true, probe_of_comparison(result, compared_with, at(first + 1)?.opcode)?),
    };
    Some(DecidingJump { jump: first + usize::from(is_compared), result_at, probe })
}

/// The tracer's method for a jump that tests the result itself.
fn probe_of_jump(result: ResultMeaning, jump: u8) -> Option<Member> {
    let is_sign = result == ResultMeaning::NegativeIfAbsent;
    let is_zero = matches!(result, ResultMeaning::TrueOrFalse | ResultMeaning::ZeroIfEqual);
    match jump {
        opcode::IFNULL if result == ResultMeaning::NullIfAbsent => Some(tracer::DECIDED_NULL),
        opcode::IFNONNULL if result == ResultMeaning::NullIfAbsent => Some(tracer::DECIDED_NON_NULL),
        opcode::IFLT if is_sign => Some(tracer::DECIDED_LT),
        opcode::IFGE if is_sign => Some(tracer::DECIDED_GE),
        opcode::IFEQ if is_zero => Some(tracer::DECIDED_EQ),
        opcode::IFNE if is_zero => Some(tracer::DECIDED_NE),
        _ => None,
    }
}

/// The same for one that compares it with a constant: -1 for what is not there, or what a `boolean` is.
fn probe_of_comparison(result: ResultMeaning, constant: u8, jump: u8) -> Option<Member> {
    match (result, constant, jump) {
        (ResultMeaning::NegativeIfAbsent, opcode::ICONST_M1, opcode::IF_ICMPEQ | opcode::IF_ICMPLE) => {
            Some(tracer::DECIDED_LT)
        }
        (ResultMeaning::NegativeIfAbsent, opcode::ICONST_M1, opcode::IF_ICMPNE | opcode::IF_ICMPGT) => {
            Some(tracer::DECIDED_GE)
        }
        (ResultMeaning::TrueOrFalse, opcode::ICONST_0, opcode::IF_ICMPEQ)
        | (ResultMeaning::TrueOrFalse, opcode::ICONST_1, opcode::IF_ICMPNE) => Some(tracer::DECIDED_EQ),
        (ResultMeaning::TrueOrFalse, opcode::ICONST_0, opcode::IF_ICMPNE)
        | (ResultMeaning::TrueOrFalse, opcode::ICONST_1, opcode::IF_ICMPEQ) => Some(tracer::DECIDED_NE),
        _ => None,
    }
}

/// The instruction that finds a result on top of the stack which is there at `result_at`: that one, or the one after the result was
/// stored in a local variable and left there or loaded again.
fn past_assignment<'i>(at: &impl Fn(usize) -> Option<&'i Instruction>, result_at: usize) -> Option<usize> {
    let next = at(result_at)?;
    if next.opcode == opcode::DUP && stored_slot(at(result_at + 1)?).is_some() {
        return Some(result_at + 2);
    }
    match stored_slot(next) {
        Some(slot) => (loaded_slot(at(result_at + 1)?) == Some(slot)).then_some(result_at + 2),
        None => Some(result_at),
    }
}

/// The local variable that an `istore` or `astore` writes.
fn stored_slot(instruction: &Instruction) -> Option<u16> {
    slot(instruction, opcode::ISTORE, opcode::ISTORE_0)
        .or_else(|| slot(instruction, opcode::ASTORE, opcode::ASTORE_0))
}

/// The local variable that an `iload` or `aload` reads.
fn loaded_slot(instruction: &Instruction) -> Option<u16> {
    slot(instruction, opcode::ILOAD, opcode::ILOAD_0)
        .or_else(|| slot(instruction, opcode::ALOAD, opcode::ALOAD_0))
}

fn slot(instruction: &Instruction, general: u8, first: u8) -> Option<u16> {
    match (instruction.opcode, &instruction.operands) {
        (opcode, Operands::Local(slot)) if opcode == general => Some(*slot),
        (opcode, _) if (first..first + 4).contains(&opcode) => Some(u16::from(opcode - first)),
        _ => None,
    }
}
