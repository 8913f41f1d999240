//! How exactly floating point numbers are compared by assertions.

/// Tolerance for numbers near 1.
const DELTA: f64 = 1.0e-6;

/// How far a number may be from the expected one: in proportion to it where it is large, and always a power of ten, which reads
/// better than the exact fraction.
pub fn tolerance(expected: f64) -> f64 {
    if !expected.is_finite() || expected.abs() <= 1.0 {
        return DELTA;
    }
    let exponent = (expected.abs() * DELTA).log10().floor() as i32;
    format!("1e{exponent}").parse().unwrap_or(DELTA)
}

#[cfg(test)]
mod tests {
    use super::tolerance;

    #[test]
    fn tolerance_grows_with_the_number_in_powers_of_ten() {
        assert_eq!([0.0, -0.5, 1.0, f64::NAN].map(tolerance), [1e-6; 4]);
        assert_eq!([12.0, -345.0, 2.0e9].map(tolerance), [1e-5, 1e-4, 1e3]);
    }
}
