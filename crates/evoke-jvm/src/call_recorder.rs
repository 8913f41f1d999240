//! What the calls that a test itself makes on the class under test show: which methods, whether they returned, and how
//! near the values that went in and came out were to each part of their partitions.

use evoke_analysis::{CallableId, MethodId, Part, PartId, ValueDomain};
use evoke_testcase::{CallRecord, ValueRecord};
use jni_sys::jvalue;

use crate::jni::{Env, Fault, JniType};
use crate::partitioned_values::PartitionedValues;
use crate::tracer::TracerSizes;
use crate::value_reader::ValueReader;

/// Notes the calls of the running test.
pub(crate) struct CallRecorder {
    /// Whether there is anything to be noted.
    is_active: bool,
    notes_calls: bool,
    /// By method.
    noted_values: Vec<Vec<NotedValue>>,
    partitioned: PartitionedValues,
    /// The call under way, or the one that threw.
    open_call: Option<(CallableId, MethodId)>,
    calls: Vec<CallRecord>,
    /// By part: the smallest distance, where it was reached.
    nearest: Vec<Option<f64>>,
    touched: Vec<u32>,
}

/// A parameter or a result whose values are noted.
struct NotedValue {
    of: ValueDomain,
    parts: Vec<Part>,
}

impl CallRecorder {
    /// Notes what there is room for.
    pub(crate) fn new(env: Env, sizes: &TracerSizes) -> Result<Self, Fault> {
        let mut noted_values: Vec<Vec<NotedValue>> = Vec::new();
        let mut n_parts = 0;
        for of in &sizes.value_domains {
            let parts = of.partition.parts();
            n_parts = of.first_part.index() + parts.len();
            let method = of.method.index();
            if noted_values.len() <= method {
                noted_values.resize_with(method + 1, Vec::new);
            }
            noted_values[method].push(NotedValue { of: of.clone(), parts });
        }
        Ok(Self {
            is_active: sizes.calls || sizes.escaped_exceptions || !sizes.value_domains.is_empty(),
            notes_calls: sizes.calls,
            noted_values,
            partitioned: PartitionedValues::new(env)?,
            open_call: None,
            calls: Vec::new(),
            nearest: vec![None; n_parts],
            touched: Vec::new(),
        })
    }

    /// Forgets the calls of an earlier run.
    pub(crate) fn begin(&mut self) {
        self.calls.clear();
        self.open_call = None;
        for part in self.touched.drain(..) {
            self.nearest[part as usize] = None;
        }
    }

    /// Whether there is anything to be noted.
    pub(crate) fn is_active(&self) -> bool {
        self.is_active
    }

    /// The call under way, or the one that threw.
    pub(crate) fn open_call(&self) -> Option<(CallableId, MethodId)> {
        self.open_call
    }

    /// A method is about to be called with these arguments.
    pub(crate) fn called(
        &mut self,
        (callable, method): (CallableId, MethodId),
        arguments: &(impl Iterator<Item = (JniType, jvalue)> + Clone),
        values: &mut ValueReader,
    ) {
        self.open_call = Some((callable, method));
        if self.notes_calls {
            self.calls.push(CallRecord { method, returned: false });
        }
        let value = |of: &ValueDomain| arguments.clone().nth(usize::from(of.parameter?));
        self.note_values(method, value, values);
    }

    /// The method called last returned this.
    pub(crate) fn returned(&mut self, method: MethodId, result: (JniType, jvalue), values: &mut ValueReader) {
        self.open_call = None;
        if let Some(call) = self.calls.last_mut().filter(|_| self.notes_calls) {
            call.returned = true;
        }
        self.note_values(method, |of| of.parameter.is_none().then_some(result), values);
    }

    fn note_values(
        &mut self,
        method: MethodId,
        value_of: impl Fn(&ValueDomain) -> Option<(JniType, jvalue)>,
        values: &mut ValueReader,
    ) {
        let Some(noted_values) = self.noted_values.get(method.index()) else { return };
        for NotedValue { of, parts } in noted_values {
            let Some((jni_type, value)) = value_of(of) else { continue };
            let value = self.partitioned.read(jni_type, value, &of.partition, values);
            for (part, id) in parts.iter().zip(of.first_part.0..) {
                let distance = part.distance(value);
                let nearest = &mut self.nearest[id as usize];
                if nearest.is_none() {
                    self.touched.push(id);
                }
                *nearest = Some(nearest.map_or(distance, |nearest| nearest.min(distance)));
            }
        }
    }

    /// Methods called since [`CallRecorder::begin`], sorted.
    pub(crate) fn calls(&self) -> Vec<CallRecord> {
        let mut calls = self.calls.clone();
        calls.sort_by_key(|call| (call.method, !call.returned));
        calls.dedup_by_key(|call| call.method);
        calls
    }

    /// Distances to the parts of all places that saw a value, sorted.
    pub(crate) fn values(&mut self) -> Vec<ValueRecord> {
        self.touched.sort_unstable();
        let record = |part: &u32| {
            let distance = self.nearest[*part as usize]?;
            Some(ValueRecord { part: PartId(*part), distance })
        };
        self.touched.iter().filter_map(record).collect()
    }
}
