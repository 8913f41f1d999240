//! Reads what `TraceFile.java` writes: the trace of one run. Numbers are in the byte order of Java.

use evoke_analysis::{ClassUnderTest, LineId, MethodId, MutantId, PredicateId};
use evoke_testcase::{ExecutionTrace, MutantRecord, PredicateRecord, split_contexts};

/// The trace in the bytes, for classes of these tables; `None` if there are not enough of them.
pub(crate) fn read(bytes: &[u8], tables: &ClassUnderTest) -> Option<ExecutionTrace> {
    let mut numbers = Numbers(bytes);
    let mut trace = ExecutionTrace {
        predicates: numbers.list(|numbers| {
            Some(PredicateRecord {
                predicate: PredicateId(numbers.int()?),
                distance_true: numbers.double()?,
                distance_false: numbers.double()?,
                executions: numbers.int()?,
            })
        })?,
        lines: numbers.list(|numbers| numbers.int().map(LineId))?,
        methods: numbers.list(|numbers| numbers.int().map(MethodId))?,
        mutants: numbers.list(|numbers| {
            let mutant = MutantId(numbers.int()?);
            Some(MutantRecord { mutant, infection_distance: numbers.double()? })
        })?,
        ..ExecutionTrace::default()
    };
    trace.predicates.sort_by_key(|record| record.predicate);
    trace.lines.sort_unstable();
    trace.methods.sort_unstable();
    trace.mutants.sort_by_key(|record| record.mutant);
    if !tables.contexts.is_empty() {
        let n_own = (tables.predicates.len(), tables.methods.len());
        split_contexts(&mut trace, n_own, &tables.context_blocks());
    }
    Some(trace)
}

/// The bytes that are left.
struct Numbers<'a>(&'a [u8]);

impl Numbers<'_> {
    fn int(&mut self) -> Option<u32> {
        let (first, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(u32::from_be_bytes(*first))
    }

    fn double(&mut self) -> Option<f64> {
        let (first, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(f64::from_be_bytes(*first))
    }

    /// So many of something as the next number says.
    fn list<T>(&mut self, mut item: impl FnMut(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        (0..self.int()?).map(|_| item(self)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes(ints_and_doubles: &[Result<u32, f64>]) -> Vec<u8> {
        let bytes = |number: &Result<u32, f64>| match number {
            Ok(int) => int.to_be_bytes().to_vec(),
            Err(double) => double.to_be_bytes().to_vec(),
        };
        ints_and_doubles.iter().flat_map(bytes).collect()
    }

    #[test]
    fn records_come_sorted_whatever_the_order_in_which_they_were_reached() {
        let predicates = [Ok(2), Ok(7), Err(0.0), Err(1.0), Ok(3), Ok(1), Err(2.5), Err(0.0), Ok(1)];
        let others = [Ok(2), Ok(9), Ok(4), Ok(1), Ok(0), Ok(1), Ok(5), Err(0.0)];
        let bytes = [bytes(&predicates), bytes(&others)].concat();
        let trace = read(&bytes, &ClassUnderTest::default()).unwrap();
        let ids: Vec<u32> = trace.predicates.iter().map(|record| record.predicate.0).collect();
        assert_eq!(ids, [1, 7]);
        assert_eq!((trace.predicates[0].distance_true, trace.predicates[1].executions), (2.5, 3));
        assert_eq!(trace.lines, [LineId(4), LineId(9)]);
        assert_eq!(trace.methods, [MethodId(0)]);
        assert_eq!(trace.mutants[0].mutant, MutantId(5));
    }

    #[test]
    fn trace_that_is_cut_off_is_none() {
        let bytes = bytes(&[Ok(1), Ok(7), Err(0.0)]);
        assert!(read(&bytes, &ClassUnderTest::default()).is_none());
    }
}
