//! Values that tests pass and are given, as `TestCalls.java` tells them: one number for all that partitions look at.

use evoke_analysis::{PartId, PartitionKind, PartitionedValue, ValueDomain};
use evoke_runtime::layout::value_codes as codes;
use evoke_testcase::ValueRecord;

/// The parts that the values lie in or are near to, by part; each value is the position of its domain and its code.
pub(crate) fn records(domains: &[ValueDomain], values: &[(u32, u32)]) -> Vec<ValueRecord> {
    let mut records: Vec<ValueRecord> = Vec::new();
    for (position, code) in values {
        let Some(domain) = domains.get(*position as usize) else { continue };
        let value = decoded(&domain.partition.kind, *code as i32);
        for (part, id) in domain.partition.parts().into_iter().zip(domain.first_part.0..) {
            records.push(ValueRecord { part: PartId(id), distance: part.distance(value) });
        }
    }
    records.sort_by(|one, other| one.part.cmp(&other.part).then(one.distance.total_cmp(&other.distance)));
    records.dedup_by_key(|record| record.part);
    records
}

/// The value of a code, as a partition of this kind sees it; of numbers some number with that sign.
fn decoded(kind: &PartitionKind, code: i32) -> PartitionedValue {
    use PartitionedValue as Value;
    let sign = match code {
        codes::NEGATIVE => Some(-1),
        codes::ZERO => Some(0),
        codes::POSITIVE => Some(1),
        _ => None,
    };
    match (kind, code, sign) {
        (_, codes::NULL, _) => Value::Null,
        (PartitionKind::Boolean, _, Some(sign)) => Value::Boolean(sign != 0),
        (PartitionKind::Integer, _, Some(sign)) => Value::Integer(sign),
        (PartitionKind::Floating, _, Some(sign)) => Value::Floating(sign as f64),
        (PartitionKind::Floating, codes::NOT_A_NUMBER, _) => Value::Floating(f64::NAN),
        (PartitionKind::Character, codes::CHARACTER.., _) => {
            Value::Character((code - codes::CHARACTER) as u16)
        }
        (PartitionKind::Sized, codes::EMPTY, _) => Value::Length(0),
        (PartitionKind::Sized, codes::NOT_EMPTY, _) => Value::Length(1),
        (PartitionKind::Enum(_), codes::CONSTANT..codes::CHARACTER, _) => {
            Value::Constant((code - codes::CONSTANT) as u32)
        }
        _ => Value::Object,
    }
}

#[cfg(test)]
mod tests {
    use evoke_analysis::{MethodId, Partition};
    use evoke_classfile::FieldType;

    use super::*;

    fn covered(ty: &FieldType, values: &[i32]) -> Vec<String> {
        let partition = Partition::of(ty);
        let parts = partition.parts();
        let domain = ValueDomain { method: MethodId(0), parameter: None, partition, first_part: PartId(3) };
        let values: Vec<(u32, u32)> = values.iter().map(|code| (0, *code as u32)).collect();
        let records = records(std::slice::from_ref(&domain), &values);
        let covered = records.iter().filter(|record| record.distance == 0.0);
        covered.map(|record| domain.partition.name(parts[record.part.index() - 3])).collect()
    }

    #[test]
    fn value_covers_the_part_of_its_place_that_it_lies_in() {
        assert_eq!(covered(&FieldType::Boolean, &[codes::ZERO]), ["false"]);
        assert_eq!(covered(&FieldType::Int, &[codes::POSITIVE, codes::NEGATIVE]), ["negative", "positive"]);
        assert_eq!(covered(&FieldType::Double, &[codes::NOT_A_NUMBER]), ["NaN"]);
        assert_eq!(covered(&FieldType::Char, &[codes::CHARACTER + 0x37]), ["a digit"]);
        let text = FieldType::Object("java/lang/String".into());
        assert_eq!(covered(&text, &[codes::EMPTY, codes::NULL]), ["null", "empty"]);
        let object = FieldType::Object("java/lang/Object".into());
        assert_eq!(covered(&object, &[codes::NOT_EMPTY]), ["not null"]);
    }
}
