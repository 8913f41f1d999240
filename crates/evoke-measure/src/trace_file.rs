//! Reads what `TraceFile.java` writes: the trace of one run. Numbers are in the byte order of Java.

use std::collections::BTreeSet;

use evoke_analysis::{EscapedException, ExceptionCause, LineId, MethodId, MutantId, PredicateId};
use evoke_classfile::ClassName;
use evoke_testcase::{CallRecord, ExecutionTrace, MutantRecord, PredicateRecord, split_contexts};

use crate::measured_classes::MeasuredClasses;
use crate::test_values;

/// What a run of a compiled test shows.
pub(crate) struct SuiteTrace {
    pub(crate) trace: ExecutionTrace,
    /// What left calls that the test made.
    pub(crate) escaped: BTreeSet<EscapedException>,
}

/// The trace in the bytes, of a run on these classes; `None` if there are not enough of them.
pub(crate) fn read(bytes: &[u8], classes: &MeasuredClasses) -> Option<SuiteTrace> {
    let tables = &classes.tables;
    let mut numbers = Numbers(bytes);
    let mut trace = ExecutionTrace {
        predicates: numbers.list(predicate)?,
        lines: numbers.list(|numbers| numbers.int().map(LineId))?,
        methods: numbers.list(|numbers| numbers.int().map(MethodId))?,
        mutants: numbers.list(|numbers| {
            let mutant = MutantId(numbers.int()?);
            Some(MutantRecord { mutant, infection_distance: numbers.double()? })
        })?,
        calls: numbers.list(|numbers| {
            Some(CallRecord { method: MethodId(numbers.int()?), returned: numbers.int()? != 0 })
        })?,
        ..ExecutionTrace::default()
    };
    let values = numbers.list(|numbers| Some((numbers.int()?, numbers.int()?)))?;
    let escapes = numbers.list(escape)?;
    trace.predicates.sort_by_key(|record| record.predicate);
    trace.lines.sort_unstable();
    trace.methods.sort_unstable();
    trace.mutants.sort_by_key(|record| record.mutant);
    // Of others no test is expected to know.
    trace.calls.retain(|call| classes.declared.contains_key(&call.method));
    trace.calls.sort_by_key(|call| call.method);
    trace.values = test_values::records(&tables.value_domains, &values);
    if !tables.contexts.is_empty() {
        let n_own = (tables.predicates.len(), tables.methods.len());
        split_contexts(&mut trace, n_own, &tables.context_blocks());
    }
    let escaped = escapes.iter().filter_map(|escape| escape.as_exception(classes)).collect();
    Some(SuiteTrace { trace, escaped })
}

fn predicate(numbers: &mut Numbers<'_>) -> Option<PredicateRecord> {
    Some(PredicateRecord {
        predicate: PredicateId(numbers.int()?),
        distance_true: numbers.double()?,
        distance_false: numbers.double()?,
        executions: numbers.int()?,
    })
}

/// An exception that left a call of a test.
struct Escape {
    method: MethodId,
    is_explicit: bool,
    /// Its class and those that this extends.
    classes: Vec<ClassName>,
}

fn escape(numbers: &mut Numbers<'_>) -> Option<Escape> {
    let (method, is_explicit) = (MethodId(numbers.int()?), numbers.int()? != 0);
    Some(Escape { method, is_explicit, classes: numbers.list(Numbers::class)? })
}

impl Escape {
    /// The exception as exception coverage sees it; `None` if tests are not expected to call the method.
    fn as_exception(&self, classes: &MeasuredClasses) -> Option<EscapedException> {
        let declared = classes.declared.get(&self.method)?;
        let cause = if self.classes.iter().any(|class| declared.contains(class)) {
            ExceptionCause::Declared
        } else if self.is_explicit {
            ExceptionCause::Explicit
        } else {
            ExceptionCause::Implicit
        };
        Some(EscapedException { method: self.method, class: self.classes.first()?.clone(), cause })
    }
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

    /// A binary name, after the length of its UTF-8.
    fn class(&mut self) -> Option<ClassName> {
        let length = self.int()? as usize;
        let (name, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(ClassName::from_binary(&String::from_utf8_lossy(name)))
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
        let others = [Ok(2), Ok(9), Ok(4), Ok(1), Ok(0), Ok(1), Ok(5), Err(0.0), Ok(0), Ok(0), Ok(0)];
        let bytes = [bytes(&predicates), bytes(&others)].concat();
        let trace = read(&bytes, &MeasuredClasses::default()).unwrap().trace;
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
        assert!(read(&bytes, &MeasuredClasses::default()).is_none());
    }
}
