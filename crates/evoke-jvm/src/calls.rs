//! What the calls that a test itself makes on the class under test show: which methods, whether they returned, and how
//! near the values that went in and came out were to each part of their partitions.
//!
//! Values are read natively, without running code under test. Collections and maps are asked for their size only if
//! the JDK wrote them; of others it is known that they are not null.

use evoke_analysis::{MethodId, Partition, PartitionKind, PartitionedValue, ValueDomain};
use evoke_testcase::{CallRecord, ValueRecord};
use jni_sys::{jclass, jmethodID, jobject, jvalue};

use crate::class_names::ClassNames;
use crate::env::{Env, Pending};
use crate::kind::Kind;
use crate::value_reader::ValueReader;

/// Notes the calls of the running test.
pub(crate) struct CallRecorder {
    notes_calls: bool,
    /// By method: its slots, each with its parts.
    slots: Vec<Vec<Slot>>,
    sizes: SizeReader,
    calls: Vec<CallRecord>,
    /// By part: the smallest distance, where it was reached.
    nearest: Vec<Option<f64>>,
    touched: Vec<u32>,
}

struct Slot {
    slot: ValueDomain,
    parts: Vec<evoke_analysis::Part>,
}

/// Methods of the JDK that tell how large something is.
struct SizeReader {
    env: Env,
    string: jclass,
    ordinal: jmethodID,
    containers: [(jclass, jmethodID); 2],
}

impl CallRecorder {
    pub(crate) fn new(env: Env, notes_calls: bool, value_domains: &[ValueDomain]) -> Result<Self, Pending> {
        let mut slots: Vec<Vec<Slot>> = Vec::new();
        let mut n_parts = 0;
        for slot in value_domains {
            let parts = slot.partition.parts();
            n_parts = slot.first_part.index() + parts.len();
            let method = slot.method.index();
            if slots.len() <= method {
                slots.resize_with(method + 1, Vec::new);
            }
            slots[method].push(Slot { slot: slot.clone(), parts });
        }
        Ok(Self {
            notes_calls,
            slots,
            sizes: SizeReader::new(env)?,
            calls: Vec::new(),
            nearest: vec![None; n_parts],
            touched: Vec::new(),
        })
    }

    /// Forgets the calls of an earlier run.
    pub(crate) fn begin(&mut self) {
        self.calls.clear();
        for part in self.touched.drain(..) {
            self.nearest[part as usize] = None;
        }
    }

    /// A method is about to be called with these arguments.
    pub(crate) fn called(
        &mut self,
        method: MethodId,
        arguments: &[(Kind, jvalue)],
        readers: (&ValueReader, &mut ClassNames),
    ) {
        if self.notes_calls {
            self.calls.push(CallRecord { method, returned: false });
        }
        let value = |slot: &ValueDomain| arguments.get(usize::from(slot.parameter?)).copied();
        self.note_values(method, value, readers);
    }

    /// The method called last returned this.
    pub(crate) fn returned(
        &mut self,
        method: MethodId,
        result: (Kind, jvalue),
        readers: (&ValueReader, &mut ClassNames),
    ) {
        if let Some(call) = self.calls.last_mut().filter(|_| self.notes_calls) {
            call.returned = true;
        }
        self.note_values(method, |slot| slot.parameter.is_none().then_some(result), readers);
    }

    fn note_values(
        &mut self,
        method: MethodId,
        value_of: impl Fn(&ValueDomain) -> Option<(Kind, jvalue)>,
        (values, names): (&ValueReader, &mut ClassNames),
    ) {
        let Some(slots) = self.slots.get(method.index()) else { return };
        for Slot { slot, parts } in slots {
            let Some((kind, value)) = value_of(slot) else { continue };
            let value = self.sizes.partitioned(kind, value, &slot.partition, values, names);
            for (part, id) in parts.iter().zip(slot.first_part.0..) {
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

    /// Distances to the parts of all slots that saw a value, sorted.
    pub(crate) fn values(&mut self) -> Vec<ValueRecord> {
        self.touched.sort_unstable();
        let record = |part: &u32| {
            let distance = self.nearest[*part as usize]?;
            Some(ValueRecord { part: evoke_analysis::PartId(*part), distance })
        };
        self.touched.iter().filter_map(record).collect()
    }
}

impl SizeReader {
    fn new(env: Env) -> Result<Self, Pending> {
        let container = |name: &str| {
            let class = env.find_boot_class(name)?;
            Ok((class, env.method(class, "size", "()I")?))
        };
        let enumeration = env.find_boot_class("java/lang/Enum")?;
        Ok(Self {
            env,
            string: env.find_boot_class("java/lang/String")?,
            ordinal: env.method(enumeration, "ordinal", "()I")?,
            containers: [container("java/util/Collection")?, container("java/util/Map")?],
        })
    }

    /// A value as its partition sees it.
    fn partitioned(
        &self,
        kind: Kind,
        value: jvalue,
        partition: &Partition,
        values: &ValueReader,
        names: &mut ClassNames,
    ) -> PartitionedValue {
        if kind != Kind::Reference {
            return number(kind, value);
        }
        // SAFETY: the kind says which member was written.
        let object = unsafe { value.l };
        if object.is_null() {
            return PartitionedValue::Null;
        }
        let known = match partition.kind {
            PartitionKind::Boolean
            | PartitionKind::Integer
            | PartitionKind::Floating
            | PartitionKind::Character => values.unboxed(object).map(|(kind, value)| number(kind, value)),
            PartitionKind::Sized => self.length(object, names).map(PartitionedValue::Length),
            PartitionKind::Enum(_) => self.int(object, self.ordinal).map(PartitionedValue::Constant),
            PartitionKind::Reference => None,
        };
        known.unwrap_or(PartitionedValue::Object)
    }

    fn length(&self, object: jobject, names: &mut ClassNames) -> Option<u32> {
        if self.env.is_instance(object, self.string) {
            return Some(self.env.string_length(object));
        }
        let is_of_jdk = names.of(object).as_str().starts_with("java/");
        for (class, size) in self.containers {
            if self.env.is_instance(object, class) {
                return if is_of_jdk { self.int(object, size) } else { None };
            }
        }
        Some(self.env.array_length(object))
    }

    fn int(&self, object: jobject, method: jmethodID) -> Option<u32> {
        let Ok(value) = self.env.try_call_virtual(object, method, Kind::Int, &[]) else {
            self.env.clear_exception();
            return None;
        };
        // SAFETY: the call returned an int.
        u32::try_from(unsafe { value.i }).ok()
    }
}

fn number(kind: Kind, value: jvalue) -> PartitionedValue {
    // SAFETY: the kind says which member was written.
    unsafe {
        match kind {
            Kind::Boolean => PartitionedValue::Boolean(value.z),
            Kind::Byte => PartitionedValue::Integer(value.b.into()),
            Kind::Short => PartitionedValue::Integer(value.s.into()),
            Kind::Int => PartitionedValue::Integer(value.i.into()),
            Kind::Long => PartitionedValue::Integer(value.j),
            Kind::Char => PartitionedValue::Character(value.c),
            Kind::Float => PartitionedValue::Floating(value.f.into()),
            Kind::Double => PartitionedValue::Floating(value.d),
            Kind::Void | Kind::Reference => PartitionedValue::Object,
        }
    }
}
