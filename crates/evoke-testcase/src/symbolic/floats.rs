//! Floating point numbers as text that gives back every bit: the shortest decimal that does, `inf`, and `nan` with its bits
//! where it is not Java's one.

use std::fmt::{self, Write};

/// Java's `Double.NaN`.
const DOUBLE_NAN: u64 = 0x7ff8_0000_0000_0000;
/// Java's `Float.NaN`.
const FLOAT_NAN: u32 = 0x7fc0_0000;

pub(super) fn write_double(out: &mut impl Write, value: f64) -> fmt::Result {
    match value.to_bits() {
        DOUBLE_NAN => out.write_str("nan"),
        bits if value.is_nan() => write!(out, "nan:{bits:016x}"),
        // Gives `inf`, `-0.0` and an exponent where that is shorter.
        _ => write!(out, "{value:?}"),
    }
}

pub(super) fn write_float(out: &mut impl Write, value: f32) -> fmt::Result {
    match value.to_bits() {
        FLOAT_NAN => out.write_str("nan"),
        bits if value.is_nan() => write!(out, "nan:{bits:08x}"),
        _ => write!(out, "{value:?}"),
    }
}

/// The number that was written.
pub(super) fn read_double(text: &str) -> Option<f64> {
    match text {
        "nan" => Some(f64::from_bits(DOUBLE_NAN)),
        "inf" => Some(f64::INFINITY),
        "-inf" => Some(f64::NEG_INFINITY),
        _ => match text.strip_prefix("nan:") {
            Some(bits) => {
                u64::from_str_radix(bits, 16).ok().map(f64::from_bits).filter(|value| value.is_nan())
            }
            None => decimal(text)?.parse().ok().filter(|value: &f64| value.is_finite()),
        },
    }
}

/// The number that was written.
pub(super) fn read_float(text: &str) -> Option<f32> {
    match text {
        "nan" => Some(f32::from_bits(FLOAT_NAN)),
        "inf" => Some(f32::INFINITY),
        "-inf" => Some(f32::NEG_INFINITY),
        _ => match text.strip_prefix("nan:") {
            Some(bits) => {
                u32::from_str_radix(bits, 16).ok().map(f32::from_bits).filter(|value| value.is_nan())
            }
            None => decimal(text)?.parse().ok().filter(|value: &f32| value.is_finite()),
        },
    }
}

/// Leaves out the other words that Rust takes for numbers.
fn decimal(text: &str) -> Option<&str> {
    text.bytes().all(|byte| byte.is_ascii_digit() || b".e+-".contains(&byte)).then_some(text)
}
