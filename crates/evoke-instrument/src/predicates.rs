//! Probes before conditional jumps and switches, which hand copies of the operands to the tracer.
//!
//! Where the instruction before a jump computed a comparison (`lcmp`, `fcmpl`, …, `Integer.compare`) or an `instanceof`, the
//! jump's distance is that of the comparison's operands: the comparison is replaced by the tracer's own,
//! which keeps their difference for the probe of the jump; the operand of `instanceof` is kept likewise. This
//! holds only where no jump leads between the two. The probe of an `instanceof` names the class, so a class
//! that is missing at run time is missed also where the operand is null.

use std::collections::BTreeSet;

use evoke_classfile::rewrite::{Assembler, MethodEdit, MethodView, PoolBuilder, RewriteError};
use evoke_classfile::{FIRST_WITH_CLASS_LITERALS, Instruction, Operands, constructor_call, opcode};
use evoke_runtime::Member;
use evoke_runtime::members::tracer;

use crate::predicate_operand::PredicateOperand;
use crate::runtime_call::{bare_call, call};

/// What the probes have to know of the class.
pub(crate) struct PredicateProbes {
    has_class_literals: bool,
}

impl PredicateProbes {
    pub(crate) fn for_class(bytes: &[u8]) -> Self {
        let major = match bytes {
            [_, _, _, _, _, _, high, low, ..] => u16::from_be_bytes([*high, *low]),
            _ => 0,
        };
        Self { has_class_literals: major >= FIRST_WITH_CLASS_LITERALS }
    }

    pub(crate) fn in_method<'a>(&self, method: &'a MethodView<'a>) -> MethodPredicates<'a> {
        MethodPredicates {
            method,
            has_class_literals: self.has_class_literals,
            jump_targets: jump_targets(method.instructions),
            this_is_initialised_from: initialised_from(method),
        }
    }
}

/// Puts in the probes of one method's predicates.
pub(crate) struct MethodPredicates<'a> {
    method: &'a MethodView<'a>,
    has_class_literals: bool,
    jump_targets: BTreeSet<u32>,
    /// Before this index `this` may not be passed to a probe.
    this_is_initialised_from: usize,
}

impl MethodPredicates<'_> {
    /// Puts the probe before the jump or switch at `index`.
    pub(crate) fn probe(
        &self,
        edit: &mut MethodEdit,
        pool: &mut PoolBuilder<'_>,
        index: usize,
        predicate: PredicateOperand,
    ) -> Result<(), RewriteError> {
        let jump = &self.method.instructions[index];
        let decided_before = self.comparison_before(index);
        match (jump.opcode, decided_before) {
            // A call that compares may be left out, for a mutant.
            (opcode::IFEQ..=opcode::IFLE, Some(comparison))
                if self.is_comparison(comparison) && !edit.is_replaced(index - 1) =>
            {
                edit.replace(index - 1, &bare_call(pool, self.comparison_method(comparison))?);
                let piece = probe_with_copy(pool, compared_jump(jump.opcode), predicate)?;
                edit.insert_before(index, &piece);
            }
            (opcode::IFEQ | opcode::IFNE, Some(test)) if test.opcode == opcode::INSTANCEOF => {
                self.probe_instance_test(edit, pool, index, predicate)?;
            }
            (opcode::IFEQ..=opcode::IFLE, _) => {
                edit.insert_before(index, &probe_with_copy(pool, int_jump(jump.opcode), predicate)?);
            }
            (opcode::IF_ICMPEQ..=opcode::IF_ICMPLE, _) => {
                edit.insert_before(index, &probe_with_two_copies(pool, int_jump(jump.opcode), predicate)?);
            }
            (opcode::TABLESWITCH | opcode::LOOKUPSWITCH, _) => {
                edit.insert_before(index, &probe_with_copy(pool, tracer::SWITCH_ON, predicate)?);
            }
            _ => self.probe_reference_jump(edit, pool, index, predicate)?,
        }
        Ok(())
    }

    /// Whether the tracer still holds the difference of the operands of the comparison that the jump at `index` tests.
    pub(crate) fn keeps_difference(&self, index: usize) -> bool {
        self.comparison_before(index).is_some_and(|before| is_comparison(before.opcode))
    }

    /// Whether what the instruction at `index` gives is dropped by the next one, to which nothing else leads.
    pub(crate) fn drops_result(&self, index: usize) -> bool {
        self.method.instructions.get(index + 1).is_some_and(|next| {
            matches!(next.opcode, opcode::POP | opcode::POP2) && !self.jump_targets.contains(&next.offset)
        })
    }

    /// The comparison or instance test that gives the jump at `index` its operand.
    fn comparison_before(&self, index: usize) -> Option<&Instruction> {
        let before = self.method.instructions.get(index.checked_sub(1)?)?;
        let joined = self.jump_targets.contains(&self.method.instructions[index].offset);
        let decides =
            self.is_comparison(before) || before.opcode == opcode::INSTANCEOF && self.has_class_literals;
        (decides && !joined).then_some(before)
    }

    fn is_comparison(&self, instruction: &Instruction) -> bool {
        is_comparison(instruction.opcode) || self.compared_by(instruction).is_some()
    }

    /// The tracer's method for a call such as `Integer.compare`.
    fn compared_by(&self, call: &Instruction) -> Option<Member> {
        let (opcode::INVOKESTATIC, Operands::Constant(index)) = (call.opcode, &call.operands) else {
            return None;
        };
        let callee = self.method.constant_pool.member(*index)?;
        match (callee.owner, callee.name, callee.descriptor) {
            ("java/lang/Integer", "compare", "(II)I") => Some(tracer::COMPARE_I_I),
            ("java/lang/Long", "compare", "(JJ)I") => Some(tracer::LCMP),
            ("java/lang/Float", "compare", "(FF)I") => Some(tracer::COMPARE_F_F),
            ("java/lang/Double", "compare", "(DD)I") => Some(tracer::COMPARE_D_D),
            _ => None,
        }
    }

    fn comparison_method(&self, comparison: &Instruction) -> Member {
        self.compared_by(comparison).unwrap_or_else(|| comparison_method(comparison.opcode))
    }

    fn probe_instance_test(
        &self,
        edit: &mut MethodEdit,
        pool: &mut PoolBuilder<'_>,
        index: usize,
        predicate: PredicateOperand,
    ) -> Result<(), RewriteError> {
        let Operands::Constant(class) = self.method.instructions[index - 1].operands else { return Ok(()) };
        let mut keep = Assembler::new();
        keep.dup();
        call(&mut keep, pool, tracer::INSTANCE_OF)?;
        edit.insert_before(index - 1, &keep);

        let taken_if_instance = self.method.instructions[index].opcode == opcode::IFNE;
        let method = if taken_if_instance { tracer::IF_INSTANCE } else { tracer::IF_NOT_INSTANCE };
        let mut piece = Assembler::new();
        predicate.push(piece.dup(), pool)?;
        piece.load_constant(class);
        call(&mut piece, pool, method)?;
        edit.insert_before(index, &piece);
        Ok(())
    }

    fn probe_reference_jump(
        &self,
        edit: &mut MethodEdit,
        pool: &mut PoolBuilder<'_>,
        index: usize,
        predicate: PredicateOperand,
    ) -> Result<(), RewriteError> {
        let (method, n_operands) = match self.method.instructions[index].opcode {
            opcode::IF_ACMPEQ => (tracer::IF_ACMP_EQ, 2),
            opcode::IF_ACMPNE => (tracer::IF_ACMP_NE, 2),
            opcode::IFNULL => (tracer::IF_NULL, 1),
            opcode::IFNONNULL => (tracer::IF_NON_NULL, 1),
            _ => return Ok(()),
        };
        if self.may_be_uninitialised(index, n_operands) {
            return Ok(());
        }
        let piece = if n_operands == 1 {
            probe_with_copy(pool, method, predicate)?
        } else {
            probe_with_two_copies(pool, method, predicate)?
        };
        edit.insert_before(index, &piece);
        Ok(())
    }

    /// Whether one of the operands was loaded from `this` before the constructor called another one.
    fn may_be_uninitialised(&self, index: usize, n_operands: usize) -> bool {
        let operands = &self.method.instructions[index.saturating_sub(n_operands)..index];
        index < self.this_is_initialised_from
            && operands.iter().any(|it| it.opcode == opcode::ALOAD_0 || is_aload(it, 0))
    }
}

fn is_aload(instruction: &Instruction, slot: u16) -> bool {
    instruction.opcode == opcode::ALOAD && instruction.operands == Operands::Local(slot)
}

fn is_comparison(opcode: u8) -> bool {
    matches!(opcode, opcode::LCMP..=opcode::DCMPG)
}

fn probe_with_copy(
    pool: &mut PoolBuilder<'_>,
    method: Member,
    predicate: PredicateOperand,
) -> Result<Assembler, RewriteError> {
    let mut piece = Assembler::new();
    predicate.push(piece.dup(), pool)?;
    call(&mut piece, pool, method)?;
    Ok(piece)
}

fn probe_with_two_copies(
    pool: &mut PoolBuilder<'_>,
    method: Member,
    predicate: PredicateOperand,
) -> Result<Assembler, RewriteError> {
    let mut piece = Assembler::new();
    predicate.push(piece.dup2(), pool)?;
    call(&mut piece, pool, method)?;
    Ok(piece)
}

fn comparison_method(opcode: u8) -> Member {
    match opcode {
        opcode::LCMP => tracer::LCMP,
        opcode::FCMPL => tracer::FCMPL,
        opcode::FCMPG => tracer::FCMPG,
        opcode::DCMPL => tracer::DCMPL,
        _ => tracer::DCMPG,
    }
}

fn int_jump(opcode: u8) -> Member {
    match opcode {
        opcode::IF_ICMPEQ => tracer::IF_ICMP_EQ,
        opcode::IF_ICMPNE => tracer::IF_ICMP_NE,
        opcode::IF_ICMPLT => tracer::IF_ICMP_LT,
        opcode::IF_ICMPGE => tracer::IF_ICMP_GE,
        opcode::IF_ICMPGT => tracer::IF_ICMP_GT,
        opcode::IF_ICMPLE => tracer::IF_ICMP_LE,
        opcode::IFEQ => tracer::IF_EQ,
        opcode::IFNE => tracer::IF_NE,
        opcode::IFLT => tracer::IF_LT,
        opcode::IFGE => tracer::IF_GE,
        opcode::IFGT => tracer::IF_GT,
        _ => tracer::IF_LE,
    }
}

fn compared_jump(opcode: u8) -> Member {
    match opcode {
        opcode::IFEQ => tracer::COMPARED_EQ,
        opcode::IFNE => tracer::COMPARED_NE,
        opcode::IFLT => tracer::COMPARED_LT,
        opcode::IFGE => tracer::COMPARED_GE,
        opcode::IFGT => tracer::COMPARED_GT,
        _ => tracer::COMPARED_LE,
    }
}

/// Byte offsets that a jump or switch leads to.
pub(crate) fn jump_targets(instructions: &[Instruction]) -> BTreeSet<u32> {
    let mut targets = BTreeSet::new();
    for instruction in instructions {
        match &instruction.operands {
            Operands::Jump(target) => {
                targets.insert(*target);
            }
            Operands::Switch { default, cases } => {
                targets.insert(*default);
                targets.extend(cases.iter().map(|(_, target)| *target));
            }
            _ => {}
        }
    }
    targets
}

/// The index of the call before which `this` is not initialised; 0 if there is none.
fn initialised_from(method: &MethodView<'_>) -> usize {
    let is_constructor = method.name == "<init>";
    let call = is_constructor.then(|| constructor_call(method.constant_pool, method.instructions));
    call.flatten().unwrap_or(0)
}
