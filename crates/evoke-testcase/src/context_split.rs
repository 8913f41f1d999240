//! Tells what ran in which context: takes the records with numbers of a context out of those of the class, and counts what
//! they say for all activations too.

use evoke_analysis::call_context::block_of_number;
use evoke_analysis::{ContextBlock, MethodId, PredicateId};

use crate::trace::{ContextTrace, ExecutionTrace, PredicateRecord};

/// Splits a trace in which numbers from `(predicates, methods)` on are those of methods in their contexts, ascending.
pub fn split_contexts(trace: &mut ExecutionTrace, n_own: (usize, usize), blocks: &[ContextBlock]) {
    let first = trace.predicates.partition_point(|record| record.predicate.index() < n_own.0);
    let first_method = trace.methods.partition_point(|method| method.index() < n_own.1);
    if first == trace.predicates.len() && first_method == trace.methods.len() {
        return;
    }
    split_predicates(&mut trace.contexts, &trace.predicates[first..], blocks);
    split_methods(&mut trace.contexts, &trace.methods[first_method..], n_own.1, blocks);
    trace.methods.truncate(first_method);
    trace.predicates.truncate(first);
    for of in &trace.contexts {
        trace.predicates.extend_from_slice(&of.predicates);
    }
    merge(&mut trace.predicates);
}

/// The records, which come by context, under their contexts.
fn split_predicates(contexts: &mut Vec<ContextTrace>, records: &[PredicateRecord], blocks: &[ContextBlock]) {
    let mut rest = records;
    while let Some(first) = rest.first() {
        let Some(block) = block_of_number(blocks, first.predicate) else { return };
        let end = block.first + block.own.len() as u32;
        let (of_block, others) =
            rest.split_at(rest.partition_point(|record| record.predicate.0 < end).max(1));
        if contexts.last().is_none_or(|of| of.context != block.context) {
            let predicates = Vec::with_capacity(of_block.len());
            contexts.push(ContextTrace { context: block.context, predicates, methods: Vec::new() });
        }
        if let Some(of) = contexts.last_mut() {
            let own = |record: &PredicateRecord| PredicateRecord {
                predicate: PredicateId(record.predicate.0 - block.shift()),
                ..*record
            };
            of.predicates.extend(of_block.iter().map(own));
        }
        rest = others;
    }
}

/// The entries of methods, which come by context too, under their contexts.
fn split_methods(
    contexts: &mut Vec<ContextTrace>,
    entries: &[MethodId],
    n_own: usize,
    blocks: &[ContextBlock],
) {
    let mut position = 0;
    for entry in entries {
        let block = &blocks[entry.index() - n_own];
        while contexts.get(position).is_some_and(|of| of.context < block.context) {
            position += 1;
        }
        if contexts.get(position).is_none_or(|of| of.context != block.context) {
            let (predicates, methods) = (Vec::new(), Vec::new());
            contexts.insert(position, ContextTrace { context: block.context, predicates, methods });
        }
        contexts[position].methods.push(block.method);
    }
}

/// Makes one record of each predicate of those of parts of a run, sorted by predicate.
fn merge(records: &mut Vec<PredicateRecord>) {
    records.sort_unstable_by_key(|record| record.predicate);
    records.dedup_by(|later, kept| {
        let is_same = later.predicate == kept.predicate;
        if is_same {
            kept.distance_true = kept.distance_true.min(later.distance_true);
            kept.distance_false = kept.distance_false.min(later.distance_false);
            kept.executions += later.executions;
        }
        is_same
    });
}

#[cfg(test)]
mod tests {
    use evoke_analysis::ContextId;

    use super::*;

    fn record(predicate: u32, distance_true: f64) -> PredicateRecord {
        PredicateRecord {
            predicate: PredicateId(predicate),
            distance_true,
            distance_false: 1.0 - distance_true,
            executions: 1,
        }
    }

    /// Methods 0, without predicates, and 1, with predicates 0 and 1, in contexts 0 and 2; both are also entered from elsewhere.
    fn blocks() -> Vec<ContextBlock> {
        let block = |context, method, own, first, entry| ContextBlock {
            context: ContextId(context),
            method: MethodId(method),
            own,
            first,
            entry,
        };
        vec![block(0, 0, 0..0, 2, 2), block(0, 1, 0..2, 2, 3), block(2, 1, 0..2, 4, 4)]
    }

    #[test]
    fn what_ran_in_a_context_counts_for_it_and_for_the_whole() {
        let mut trace = ExecutionTrace {
            predicates: vec![record(1, 1.0), record(2, 1.0), record(5, 0.0)],
            methods: [1, 2, 3, 4].map(MethodId).into(),
            ..ExecutionTrace::default()
        };
        split_contexts(&mut trace, (2, 2), &blocks());
        let both =
            PredicateRecord { distance_true: 0.0, distance_false: 0.0, executions: 2, ..record(1, 0.0) };
        assert_eq!(trace.predicates, [record(0, 1.0), both]);
        assert_eq!(trace.methods, [MethodId(1)]);
        let of =
            |context, predicates, methods| ContextTrace { context: ContextId(context), predicates, methods };
        let first = of(0, vec![record(0, 1.0)], vec![MethodId(0), MethodId(1)]);
        assert_eq!(trace.contexts, [first, of(2, vec![record(1, 0.0)], vec![MethodId(1)])]);
    }

    #[test]
    fn context_in_which_only_a_method_without_predicates_ran_is_there_too() {
        let mut trace = ExecutionTrace {
            predicates: vec![record(4, 0.0)],
            methods: [2, 4].map(MethodId).into(),
            ..ExecutionTrace::default()
        };
        split_contexts(&mut trace, (2, 2), &blocks());
        let contexts: Vec<(u32, usize)> =
            trace.contexts.iter().map(|of| (of.context.0, of.predicates.len())).collect();
        assert_eq!(contexts, [(0, 0), (2, 1)]);
    }
}
