//! The beginning of a stub's method whose calls are recorded: it notes the stub, itself and its arguments.

use evoke_classfile::rewrite::{Assembler, PoolBuilder, RewriteError};
use evoke_classfile::{FieldType, MethodDescriptor, opcode as op};
use evoke_runtime::members::stub_calls::NOTE;

/// Notes the call of the method that is being written.
pub(crate) fn push_recording(
    code: &mut Assembler,
    pool: &mut PoolBuilder<'_>,
    number: usize,
    method: &MethodDescriptor,
) -> Result<(), RewriteError> {
    let object = pool.add_class("java/lang/Object")?;
    code.load(op::ALOAD, 0).push_int(pool, number as i32)?;
    code.push_int(pool, method.parameters.len() as i32)?.new_array_of(object);
    let mut slot = 1;
    for (position, parameter) in method.parameters.iter().enumerate() {
        code.dup().push_int(pool, position as i32)?.load_value(parameter, slot);
        if let Some((class, descriptor)) = boxing(parameter) {
            code.invoke_static(pool.add_method_ref(class, "valueOf", descriptor)?);
        }
        code.plain(op::AASTORE, 3, 0);
        slot += parameter.slots();
    }
    code.invoke_static(pool.add_method_ref(NOTE.class, NOTE.name, NOTE.descriptor)?);
    Ok(())
}

/// The class of a primitive's box, and the descriptor of its `valueOf`.
fn boxing(ty: &FieldType) -> Option<(&'static str, &'static str)> {
    Some(match ty {
        FieldType::Boolean => ("java/lang/Boolean", "(Z)Ljava/lang/Boolean;"),
        FieldType::Byte => ("java/lang/Byte", "(B)Ljava/lang/Byte;"),
        FieldType::Char => ("java/lang/Character", "(C)Ljava/lang/Character;"),
        FieldType::Short => ("java/lang/Short", "(S)Ljava/lang/Short;"),
        FieldType::Int => ("java/lang/Integer", "(I)Ljava/lang/Integer;"),
        FieldType::Long => ("java/lang/Long", "(J)Ljava/lang/Long;"),
        FieldType::Float => ("java/lang/Float", "(F)Ljava/lang/Float;"),
        FieldType::Double => ("java/lang/Double", "(D)Ljava/lang/Double;"),
        FieldType::Object(_) | FieldType::Array(_) => return None,
    })
}
