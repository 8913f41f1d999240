//! How exactly floating point numbers are compared by assertions.

/// Tolerance for numbers near 1.
const DELTA: f64 = 1.0e-6;

/// Numbers below this are more likely what rounding left of zero than what was meant.
const NOISE: f64 = 1.0e-12;

/// How far a number may be from the expected one: in proportion to it where it is large, or so small that zero would pass for it, and
/// always a power of ten, which reads better than the exact fraction.
pub fn tolerance(expected: f64) -> f64 {
    let is_near_one = (0.001..=1.0).contains(&expected.abs());
    if !expected.is_finite() || is_near_one || expected.abs() < NOISE {
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

    #[test]
    fn small_number_is_told_from_zero_and_what_rounding_left_is_not() {
        assert_eq!([4.0e-5, -2.0e-9].map(tolerance), [1e-11, 1e-15]);
        assert_eq!([1.0e-3, 1.5e-16].map(tolerance), [1e-6; 2]);
    }
}
