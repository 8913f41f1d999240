//! Computes with known numbers, as the JVM does; of unknown ones nothing is known but their size.

use evoke_classfile::opcode;

use crate::abstract_value::AbstractValue::{self, Double, Float, Int, Long, Unknown, UnknownWide};

/// What an operation on two numbers gives.
pub(crate) fn binary(opcode: u8, left: &AbstractValue, right: &AbstractValue) -> AbstractValue {
    match (left, right) {
        (Int(left), Int(right)) => of_ints(opcode, *left, *right).map_or(Unknown, Int),
        (Long(left), Long(right)) => of_longs(opcode, *left, *right).map_or(UnknownWide, Long),
        (Float(left), Float(right)) => of_doubles(opcode, f64::from(*left), f64::from(*right))
            .map_or(Unknown, |value| Float(value as f32)),
        (Double(left), Double(right)) => of_doubles(opcode, *left, *right).map_or(UnknownWide, Double),
        _ => unknown_of(opcode),
    }
}

/// Operations come in the order int, long, float, double; shifts and bitwise ones in the order int, long.
fn unknown_of(opcode: u8) -> AbstractValue {
    let is_wide = match opcode {
        opcode::IADD..=opcode::DNEG => (opcode - opcode::IADD) % 2 == 1,
        _ => (opcode - opcode::ISHL) % 2 == 1,
    };
    if is_wide { UnknownWide } else { Unknown }
}

fn of_ints(opcode: u8, left: i32, right: i32) -> Option<i32> {
    Some(match opcode {
        opcode::IADD => left.wrapping_add(right),
        opcode::ISUB => left.wrapping_sub(right),
        opcode::IMUL => left.wrapping_mul(right),
        opcode::IDIV if right != 0 => left.wrapping_div(right),
        opcode::IREM if right != 0 => left.wrapping_rem(right),
        opcode::ISHL => left.wrapping_shl(right as u32),
        opcode::ISHR => left.wrapping_shr(right as u32),
        opcode::IAND => left & right,
        opcode::IOR => left | right,
        opcode::IXOR => left ^ right,
        _ => return None,
    })
}

fn of_longs(opcode: u8, left: i64, right: i64) -> Option<i64> {
    Some(match opcode {
        opcode::LADD => left.wrapping_add(right),
        opcode::LSUB => left.wrapping_sub(right),
        opcode::LMUL => left.wrapping_mul(right),
        opcode::LDIV if right != 0 => left.wrapping_div(right),
        opcode::LREM if right != 0 => left.wrapping_rem(right),
        opcode::LAND => left & right,
        opcode::LOR => left | right,
        opcode::LXOR => left ^ right,
        _ => return None,
    })
}

fn of_doubles(opcode: u8, left: f64, right: f64) -> Option<f64> {
    Some(match opcode {
        opcode::FADD | opcode::DADD => left + right,
        opcode::FSUB | opcode::DSUB => left - right,
        opcode::FMUL | opcode::DMUL => left * right,
        opcode::FDIV | opcode::DDIV => left / right,
        _ => return None,
    })
}

/// What `ineg` to `dneg` and `i2l` to `i2s` give.
pub(crate) fn unary(opcode: u8, value: &AbstractValue) -> AbstractValue {
    match (opcode, value) {
        (opcode::INEG, Int(value)) => Int(value.wrapping_neg()),
        (opcode::LNEG, Long(value)) => Long(value.wrapping_neg()),
        (opcode::FNEG, Float(value)) => Float(-value),
        (opcode::DNEG, Double(value)) => Double(-value),
        (opcode::I2L, Int(value)) => Long(i64::from(*value)),
        (opcode::I2F, Int(value)) => Float(*value as f32),
        (opcode::I2D, Int(value)) => Double(f64::from(*value)),
        (opcode::I2B, Int(value)) => Int(i32::from(*value as i8)),
        (opcode::I2C, Int(value)) => Int(i32::from(*value as u16)),
        (opcode::I2S, Int(value)) => Int(i32::from(*value as i16)),
        (opcode::L2I, Long(value)) => Int(*value as i32),
        (opcode::L2D, Long(value)) => Double(*value as f64),
        (opcode::F2D, Float(value)) => Double(f64::from(*value)),
        (opcode::D2F, Double(value)) => Float(*value as f32),
        (opcode::D2I, Double(value)) => Int(*value as i32),
        (
            opcode::LNEG
            | opcode::DNEG
            | opcode::I2L
            | opcode::I2D
            | opcode::L2D
            | opcode::F2L
            | opcode::F2D
            | opcode::D2L,
            _,
        ) => UnknownWide,
        _ => Unknown,
    }
}

/// What `lcmp` to `dcmpg` give.
pub(crate) fn compare(left: &AbstractValue, right: &AbstractValue) -> AbstractValue {
    match (left, right) {
        (Long(left), Long(right)) => Int(left.cmp(right) as i32),
        _ => Unknown,
    }
}

/// Whether `ifeq` to `if_icmple` jump, where that is known; those with one operand compare it with 0.
pub(crate) fn jumps(opcode: u8, left: &AbstractValue, right: &AbstractValue) -> Option<bool> {
    let (Int(left), Int(right)) = (left, right) else { return None };
    let relation =
        if opcode >= opcode::IF_ICMPEQ { opcode - opcode::IF_ICMPEQ } else { opcode - opcode::IFEQ };
    Some(match relation {
        0 => left == right,
        1 => left != right,
        2 => left < right,
        3 => left >= right,
        4 => left > right,
        _ => left <= right,
    })
}
