//! Reads what the comparisons of a run compared, which the Java class `Operands` notes when it is asked to.

use std::path::Path;

use evoke_analysis::call_context::block_of_number;
use evoke_analysis::{ContextBlock, PredicateId};
use evoke_runtime::layout::{operand_pair, operand_type};
use evoke_runtime::{Member, members};
use evoke_testcase::{ExecutionTrace, JavaString, Operand, OperandValue};
use jni_sys::{jarray, jclass, jfieldID, jint, jvalue};

use crate::jni::{Elements, Env, Fault, JniType, PrimitiveArray};
use crate::runtime_classes::{RuntimeClasses, static_field};

/// Numbers of one pair in `Operands.numbers`.
const PAIR_LENGTH: usize = operand_pair::LENGTH as usize;

/// The Java class, ready for one class under test.
pub(crate) struct OperandNotes {
    env: Env,
    class: jclass,
    /// Methods in their contexts, whose predicates have other numbers.
    contexts: Vec<ContextBlock>,
    recording: jfieldID,
    count: jfieldID,
    numbers: PrimitiveArray,
    texts: jarray,
    /// The folder for temporary files, which no test is to name.
    temporary: Vec<u16>,
}

impl OperandNotes {
    /// Finds it; the tracer has been configured.
    pub(crate) fn open(
        env: Env,
        runtime: &RuntimeClasses,
        contexts: &[ContextBlock],
        temporary: &Path,
    ) -> Result<Self, Fault> {
        let class = runtime.operands;
        let array = |field: Member| {
            let field = static_field(env, class, field)?;
            // SAFETY: the field holds a reference.
            env.globalize(unsafe { env.get_static(class, field, JniType::Reference).l })
        };
        Ok(Self {
            env,
            class,
            contexts: contexts.to_vec(),
            recording: static_field(env, class, members::operands::RECORDING)?,
            count: static_field(env, class, members::operands::COUNT)?,
            numbers: env.primitive_array(array(members::operands::NUMBERS)?),
            texts: array(members::operands::TEXTS)?,
            temporary: temporary.to_string_lossy().encode_utf16().collect(),
        })
    }

    /// Has the next runs noted, or not.
    pub(crate) fn record(&self, recording: bool) {
        self.env.set_static(self.class, self.recording, JniType::Boolean, jvalue { z: recording });
    }

    /// The pairs noted for predicates of which one outcome did not happen, by predicate, then in the order of the run.
    pub(crate) fn read(&self, trace: &ExecutionTrace) -> Vec<Operand> {
        // SAFETY: the field holds an int.
        let count = unsafe { self.env.get_static(self.class, self.count, JniType::Int).i };
        let count = usize::try_from(count).unwrap_or(0);
        let numbers: Vec<[i64; PAIR_LENGTH]> =
            self.env.with_elements(self.numbers, |numbers: &Elements<'_, i64>| {
                let number = |position| numbers.get(position).unwrap_or(0);
                (0..count)
                    .map(|pair| std::array::from_fn(|offset| number(PAIR_LENGTH * pair + offset)))
                    .collect()
            });
        let mut operands = Vec::new();
        for (position, pair) in numbers.into_iter().enumerate() {
            let [predicate, ty, left, right] = [
                pair[operand_pair::PREDICATE as usize],
                pair[operand_pair::TYPE as usize],
                pair[operand_pair::LEFT as usize],
                pair[operand_pair::RIGHT as usize],
            ];
            let number = PredicateId(predicate as u32);
            let shift = block_of_number(&self.contexts, number).map_or(0, ContextBlock::shift);
            let predicate = PredicateId(number.0 - shift);
            let record = trace.predicate(predicate);
            if record.is_none_or(|record| record.distance_true == 0.0 && record.distance_false == 0.0) {
                continue;
            }
            let (left, right) = match ty as i32 {
                operand_type::INT => (OperandValue::Int(left as i32), OperandValue::Int(right as i32)),
                operand_type::LONG => (OperandValue::Long(left), OperandValue::Long(right)),
                operand_type::DOUBLE => (double(left), double(right)),
                _ => match (self.text(2 * position), self.text(2 * position + 1)) {
                    (Some(left), Some(right)) if ty as i32 == operand_type::PATTERN => {
                        (OperandValue::String(left), OperandValue::Pattern(right))
                    }
                    (Some(left), Some(right)) => (OperandValue::String(left), OperandValue::String(right)),
                    _ => continue,
                },
            };
            operands.push(Operand { predicate, left, right });
        }
        operands.sort_by_key(|operand| operand.predicate);
        operands
    }

    fn text(&self, position: usize) -> Option<JavaString> {
        // SAFETY: the array holds references.
        let text = unsafe { self.env.element(self.texts, JniType::Reference, position as jint).l };
        if text.is_null() {
            return None;
        }
        // The Java side notes no longer ones.
        let units = self.env.string_beginning(text, u32::MAX);
        self.env.delete_local(text);
        let mut parts = units.units().windows(self.temporary.len().max(1));
        let is_of_this_run = parts.any(|part| part == self.temporary);
        (!is_of_this_run).then_some(units)
    }
}

fn double(bits: i64) -> OperandValue {
    OperandValue::Double(f64::from_bits(bits.cast_unsigned()))
}
