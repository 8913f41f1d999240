//! Probes for classes under test: method entries, lines, predicates and what criteria and options ask for, besides the limits.

use std::collections::BTreeSet;

use evoke_analysis::{Mutant, Mutation};
use evoke_classfile::opcode;
use evoke_classfile::rewrite::{MethodEdit, MethodEditor, MethodView, PoolBuilder, RewriteError};
use evoke_runtime::members::tracer;

use crate::contexts::ActivationLocals;
use crate::decisions::Decisions;
use crate::dependency::DependencyEditor;
use crate::method_ids::{IdsByMethod, MethodIds};
use crate::mutation::UseOfResult;
use crate::predicate_operand::PredicateOperand;
use crate::predicates::{MethodPredicates, PredicateProbes};
use crate::probe_selection::ProbeSelection;
use crate::runtime_call::call_with_id;
use crate::{
    assertion_switch, contexts, deleted_call, effort, explicit_throws, limits, method_references, mutation,
    string_switches, switched_call, test_calls,
};

/// Adds all probes to methods that have ids; others are treated as a dependency's.
pub(crate) struct ClassUnderTestEditor<'a> {
    methods: &'a IdsByMethod,
    selection: ProbeSelection,
    predicates: PredicateProbes,
    /// Name and descriptor of methods that would become too large with their bulky probes.
    without_bulky: &'a BTreeSet<String>,
}

impl<'a> ClassUnderTestEditor<'a> {
    pub(crate) fn new(
        methods: &'a IdsByMethod,
        selection: ProbeSelection,
        bytes: &[u8],
        without_bulky: &'a BTreeSet<String>,
    ) -> Self {
        Self { methods, selection, predicates: PredicateProbes::for_class(bytes), without_bulky }
    }
}

impl MethodEditor for ClassUnderTestEditor<'_> {
    fn edit(
        &mut self,
        pool: &mut PoolBuilder<'_>,
        method: &MethodView<'_>,
    ) -> Result<Option<MethodEdit>, RewriteError> {
        let Some(ids) = self.methods.of_method(method) else {
            return DependencyEditor::of_limits().edit(pool, method);
        };
        let is_too_large = self.without_bulky.contains(&format!("{}{}", method.name, method.descriptor));
        let selection = if is_too_large { self.selection.without_bulky() } else { self.selection };
        let mut edit = MethodEdit::new();
        limits::begin_initializer(&mut edit, pool, method)?;
        let ActivationLocals { shift, caller } =
            contexts::enter(&mut edit, pool, method, ids, selection.contexts)?;
        let by_test =
            if selection.test_calls { test_calls::enter(&mut edit, pool, method, ids)? } else { None };
        let decisions = selection
            .string_distances
            .then(|| Decisions::in_method(method, shift, ids.predicates.values().copied()));
        let probes = MethodProbes {
            selection,
            method,
            ids,
            shift,
            caller,
            by_test,
            decisions,
            predicates: self.predicates.in_method(method),
            rethrows: explicit_throws::slots_of_rethrown(method),
        };
        probes.add_all(&mut edit, pool)?;
        Ok(Some(edit))
    }
}

/// The probes of one method's instructions.
struct MethodProbes<'m> {
    selection: ProbeSelection,
    method: &'m MethodView<'m>,
    ids: &'m MethodIds,
    /// The local that holds what is added to the ids of predicates, if any.
    shift: Option<u16>,
    /// The local that holds the context of the activation, where its calls have others and it is needed again.
    caller: Option<u16>,
    /// The local that says whether a compiled test made the call, where that is noted.
    by_test: Option<u16>,
    /// `None` where calls are not asked for more than their result.
    decisions: Option<Decisions>,
    predicates: MethodPredicates<'m>,
    /// Local variables that hold exceptions which are thrown again.
    rethrows: BTreeSet<u16>,
}

impl MethodProbes<'_> {
    fn add_all(&self, edit: &mut MethodEdit, pool: &mut PoolBuilder<'_>) -> Result<(), RewriteError> {
        let mut lines = self.method.line_numbers.iter().peekable();
        for (index, instruction) in self.method.instructions.iter().enumerate() {
            while let Some(row) = lines.next_if(|row| row.offset <= instruction.offset) {
                if row.offset == instruction.offset {
                    self.begin_line(edit, pool, index, row.line)?;
                }
            }
            let mutants = self.ids.mutants.get(&instruction.offset).map_or(&[][..], Vec::as_slice);
            if self.is_deleted_call(mutants) {
                deleted_call::leave_out(edit, pool, self.method, index)?;
            } else {
                self.add_to_instruction(edit, pool, index, mutants)?;
            }
        }
        Ok(())
    }

    fn begin_line(
        &self,
        edit: &mut MethodEdit,
        pool: &mut PoolBuilder<'_>,
        index: usize,
        number: u16,
    ) -> Result<(), RewriteError> {
        let Some(line) = self.ids.lines.get(&number) else { return Ok(()) };
        edit.insert_before(index, &call_with_id(pool, tracer::LINE, line.0)?);
        if self.selection.effort {
            effort::count_line(edit, pool, index)?;
        }
        Ok(())
    }

    /// Whether one of an instruction's mutants deletes the call that is to be left out.
    fn is_deleted_call(&self, mutants: &[Mutant]) -> bool {
        let deleted = self.selection.deleted_call;
        mutants.iter().any(|mutant| Some(mutant.id) == deleted && mutant.mutation == Mutation::CallDeletion)
    }

    fn add_to_instruction(
        &self,
        edit: &mut MethodEdit,
        pool: &mut PoolBuilder<'_>,
        index: usize,
        mutants: &[Mutant],
    ) -> Result<(), RewriteError> {
        let Self { selection, method, ids, .. } = self;
        let context = ids.call_sites.get(&method.instructions[index].offset);
        let (context, of_reference) = match context {
            Some(context) if method.instructions[index].opcode == opcode::INVOKEDYNAMIC => {
                (None, Some(context))
            }
            _ => (context, None),
        };
        if let Some(context) = of_reference {
            method_references::call_in_context(edit, pool, method, ids, (index, *context))?;
        }
        // The first before the call and the last after it: what others keep on the stack in between has no room for it.
        if let Some(context) = context {
            edit.insert_before(index, &contexts::begin_call(pool, *context)?);
        }
        if let Some(decisions) = &self.decisions {
            decisions.watch(edit, pool, method, index)?;
            string_switches::keep_subject(edit, pool, method, index)?;
        }
        if let Some(predicate) = ids.predicates.get(&method.instructions[index].offset) {
            let predicate = PredicateOperand { predicate: *predicate, context: self.shift };
            self.probe_predicate(edit, pool, index, predicate)?;
        }
        let drops_result = self.predicates.drops_result(index);
        let is_switched = selection.switches_calls
            && switched_call::make_optional(
                edit,
                pool,
                method,
                (ids.method, index, drops_result),
                mutants,
                selection.mutants,
            )?;
        if selection.mutants && !is_switched {
            let use_of_result = UseOfResult {
                keeps_difference: self.predicates.keeps_difference(index),
                is_dropped: drops_result,
            };
            mutation::probe(edit, pool, method, index, mutants, use_of_result)?;
        }
        if selection.explicit_throws {
            explicit_throws::probe(edit, pool, method, index, &self.rethrows)?;
        }
        if selection.effort {
            effort::count_instruction(edit, pool, method, ids.method, index)?;
        }
        if let Some(by_test) = self.by_test {
            test_calls::probe_return(edit, pool, method, ids, (index, by_test))?;
        }
        assertion_switch::ask_runtime(edit, pool, method, index)?;
        limits::limit_instruction(edit, pool, method, index)?;
        if context.is_some() {
            edit.insert_after(index, &contexts::end_call(pool, self.caller)?);
        }
        Ok(())
    }

    /// Puts in the most telling probe there is for the jump or switch.
    fn probe_predicate(
        &self,
        edit: &mut MethodEdit,
        pool: &mut PoolBuilder<'_>,
        index: usize,
        predicate: PredicateOperand,
    ) -> Result<(), RewriteError> {
        if let Some(decisions) = &self.decisions
            && (decisions.probe_jump(edit, pool, index, predicate)?
                || string_switches::probe(edit, pool, self.method, index, predicate)?)
        {
            return Ok(());
        }
        self.predicates.probe(edit, pool, index, predicate)
    }
}
