//! How much of what instrumented code reports differs between two runs of a test: how far the difference that a mutant makes travels
//! before it comes to where a test can see it.

use evoke_analysis::MutantId;
use evoke_testcase::ExecutionTrace;

/// The number of predicates, lines and methods, and of other mutants' places, that ran in one of the runs only or were in another state.
pub(super) fn n_differing(original: &ExecutionTrace, mutated: &ExecutionTrace, mutant: MutantId) -> u32 {
    let of_predicates = n_apart(&original.predicates, &mutated.predicates, |record| record.predicate);
    let of_lines = n_apart(&original.lines, &mutated.lines, |line| *line);
    let of_methods = n_apart(&original.methods, &mutated.methods, |method| *method);
    let others = |trace: &ExecutionTrace| {
        let others = trace.mutants.iter().filter(|record| record.mutant != mutant);
        others.copied().collect::<Vec<_>>()
    };
    let of_mutants = n_apart(&others(original), &others(mutated), |record| record.mutant);
    of_predicates + of_lines + of_methods + of_mutants
}

/// How many ids the records of one list have that the other does not have with the same record. Both are sorted by id.
fn n_apart<T: PartialEq, Id: Ord>(one: &[T], other: &[T], id_of: impl Fn(&T) -> Id) -> u32 {
    let (mut one, mut other) = (one.iter().peekable(), other.iter().peekable());
    let mut n_apart = 0;
    loop {
        let order = match (one.peek(), other.peek()) {
            (Some(left), Some(right)) => id_of(left).cmp(&id_of(right)),
            (Some(_), None) => std::cmp::Ordering::Less,
            (None, Some(_)) => std::cmp::Ordering::Greater,
            (None, None) => return n_apart,
        };
        let left = order.is_le().then(|| one.next()).flatten();
        let right = order.is_ge().then(|| other.next()).flatten();
        n_apart += u32::from(left != right);
    }
}

#[cfg(test)]
mod tests {
    use evoke_analysis::{LineId, MethodId, PredicateId};
    use evoke_testcase::{MutantRecord, PredicateRecord};

    use super::*;

    fn trace(executions: u32, lines: &[u32], distances: [f64; 2]) -> ExecutionTrace {
        let predicate = PredicateRecord {
            predicate: PredicateId(0),
            distance_true: 0.0,
            distance_false: 1.0,
            executions,
        };
        let mutants = (0..).map(MutantId).zip(distances);
        let record = |(mutant, infection_distance)| MutantRecord { mutant, infection_distance };
        ExecutionTrace {
            predicates: vec![predicate],
            lines: lines.iter().map(|line| LineId(*line)).collect(),
            methods: vec![MethodId(0)],
            mutants: mutants.map(record).collect(),
            ..ExecutionTrace::default()
        }
    }

    #[test]
    fn what_ran_in_one_run_only_or_otherwise_is_counted_but_not_the_mutant_itself() {
        let original = trace(1, &[0, 1, 4], [0.0, 2.0]);
        let differing = |mutated: &ExecutionTrace| n_differing(&original, mutated, MutantId(0));
        assert_eq!(differing(&original), 0);
        assert_eq!(differing(&trace(1, &[0, 1, 4], [1.0, 2.0])), 0);
        assert_eq!(differing(&trace(2, &[0, 2, 3, 4], [0.0, 3.0])), 5);
    }
}
