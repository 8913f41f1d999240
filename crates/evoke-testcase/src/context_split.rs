//! Tells what ran in which context: takes the records with numbers of a context out of those of the class, and counts what
//! they say for all activations too.

use evoke_analysis::ContextBlock;
use evoke_analysis::call_context::block_of_number;

use crate::trace::{ContextTrace, ExecutionTrace, PredicateRecord};

/// Splits a trace in which numbers from `(predicates, methods)` on are those of methods in their contexts, ascending.
pub fn split_contexts(trace: &mut ExecutionTrace, n_own: (usize, usize), blocks: &[ContextBlock]) {
    let first = trace.predicates.partition_point(|record| record.predicate.index() < n_own.0);
    let in_contexts = trace.predicates.split_off(first);
    for mut record in in_contexts {
        let Some(block) = block_of_number(blocks, record.predicate) else { continue };
        record.predicate.0 -= block.shift();
        of_context(trace, block).predicates.push(record);
    }
    let first = trace.methods.partition_point(|method| method.index() < n_own.1);
    for method in trace.methods.split_off(first) {
        let block = &blocks[method.index() - n_own.1];
        of_context(trace, block).methods.push(block.method);
    }
    trace.contexts.sort_by_key(|of| of.context);
    let own = std::mem::take(&mut trace.predicates);
    trace.predicates =
        merged(own.into_iter().chain(trace.contexts.iter().flat_map(|of| of.predicates.clone())));
}

/// The trace of the block's context. Records come by context, so that it is the last or not there, but for methods, which
/// come after all predicates.
fn of_context<'t>(trace: &'t mut ExecutionTrace, block: &ContextBlock) -> &'t mut ContextTrace {
    let known = trace.contexts.iter().rposition(|of| of.context == block.context);
    let position = known.unwrap_or_else(|| {
        let (predicates, methods) = (Vec::new(), Vec::new());
        trace.contexts.push(ContextTrace { context: block.context, predicates, methods });
        trace.contexts.len() - 1
    });
    &mut trace.contexts[position]
}

/// The records of parts of a run as those of the whole, sorted by predicate.
fn merged(records: impl Iterator<Item = PredicateRecord>) -> Vec<PredicateRecord> {
    let mut merged: Vec<PredicateRecord> = records.collect();
    merged.sort_by_key(|record| record.predicate);
    merged.dedup_by(|later, kept| {
        let is_same = later.predicate == kept.predicate;
        if is_same {
            kept.distance_true = kept.distance_true.min(later.distance_true);
            kept.distance_false = kept.distance_false.min(later.distance_false);
            kept.executions += later.executions;
        }
        is_same
    });
    merged
}
