//! Probes for classes that tests reach but do not aim at: limits, and in methods that return a `boolean`, or `null` by a
//! jump, what decided it, so that a jump under test on the result has a distance.

use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::ops::Range;

use evoke_analysis::PredicateId;
use evoke_classfile::opcode;
use evoke_classfile::rewrite::{MethodEdit, MethodEditor, MethodView, PoolBuilder, RewriteError};
use evoke_runtime::layout::foreign_predicates;
use evoke_runtime::members::tracer;

use crate::assertion_switch;
use crate::decisions::Decisions;
use crate::limits;
use crate::predicate_operand::PredicateOperand;
use crate::predicates::PredicateProbes;
use crate::runtime_call::bare_call;

/// Ids of jumps from here on are of no class under test.
const FOREIGN: u32 = foreign_predicates::FIRST as u32;
/// Jumps that a method may have to be watched.
const MAX_JUMPS: usize = 64;

/// Adds a step at the entry of every method, and the limits of its instructions.
pub(crate) struct DependencyEditor {
    /// `None` where results are not watched.
    probes: Option<PredicateProbes>,
}

impl DependencyEditor {
    /// Puts in limits alone.
    pub(crate) fn of_limits() -> Self {
        Self { probes: None }
    }

    /// Also watches what decides the results of methods.
    pub(crate) fn for_class(bytes: &[u8]) -> Self {
        Self { probes: Some(PredicateProbes::for_class(bytes)) }
    }
}

impl MethodEditor for DependencyEditor {
    fn edit(
        &mut self,
        pool: &mut PoolBuilder<'_>,
        method: &MethodView<'_>,
    ) -> Result<Option<MethodEdit>, RewriteError> {
        let mut edit = MethodEdit::new();
        limits::begin_initializer(&mut edit, pool, method)?;
        edit.prologue(&bare_call(pool, tracer::STEP)?);
        if let Some(probes) = &self.probes
            && (method.descriptor.ends_with(")Z") || Decisions::return_null_by_jump(method))
        {
            watch_result(&mut edit, pool, method, probes)?;
        }
        for index in 0..method.instructions.len() {
            assertion_switch::ask_runtime(&mut edit, pool, method, index)?;
            limits::limit_instruction(&mut edit, pool, method, index)?;
        }
        Ok(Some(edit))
    }
}

fn watch_result(
    edit: &mut MethodEdit,
    pool: &mut PoolBuilder<'_>,
    method: &MethodView<'_>,
    probes: &PredicateProbes,
) -> Result<(), RewriteError> {
    let is_jump = |index: &usize| opcode::is_conditional_jump(method.instructions[*index].opcode);
    let jumps: BTreeSet<usize> = (0..method.instructions.len()).filter(is_jump).collect();
    if jumps.len() > MAX_JUMPS {
        return Ok(());
    }
    let mut ids = foreign_ids(method, jumps.len() as u32);
    let decisions = Decisions::in_method(method, None, ids.clone().map(PredicateId));
    let predicates = probes.in_method(method);
    for index in 0..method.instructions.len() {
        decisions.watch(edit, pool, method, index)?;
        if jumps.contains(&index)
            && let Some(id) = ids.next()
        {
            let predicate = PredicateOperand { predicate: PredicateId(id), context: None };
            if !decisions.probe_jump(edit, pool, index, predicate)? {
                predicates.probe(edit, pool, index, predicate)?;
            }
        }
    }
    Ok(())
}

/// Ids for the jumps of a method, most likely those of no other: nothing but which method jumped last depends on it.
fn foreign_ids(method: &MethodView<'_>, count: u32) -> Range<u32> {
    let mut hasher = DefaultHasher::new();
    (method.class_name, method.name, method.descriptor).hash(&mut hasher);
    let first = FOREIGN + (hasher.finish() as u32 % (FOREIGN / MAX_JUMPS as u32)) * MAX_JUMPS as u32;
    first..first + count
}
