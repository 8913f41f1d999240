//! How exactly floating point numbers are compared by assertions.

/// Tolerance for numbers near 1.
const DELTA: f64 = 1.0e-6;

/// Numbers between these are more likely what rounding left of zero than what was meant. Rounding leaves about 1E-16 of a number near 1, and
/// hardly less than the square of that, and never a number that takes few digits, such as 1E-15.
const NOISE: std::ops::Range<f64> = 1.0e-33..1.0e-12;

/// Significant digits of a number that somebody wrote.
const FEW_DIGITS: usize = 3;

/// How far a number may be from the expected one: in proportion to it where it is large, or so small that zero would pass for it, and
/// always a power of ten, which reads better than the exact fraction. It is 0 where that would be less than the smallest normal number: of
/// `Double.MIN_VALUE` there is nothing to round.
pub fn tolerance(expected: f64) -> f64 {
    let magnitude = expected.abs();
    let is_near_one = (0.001..=1.0).contains(&magnitude);
    if !expected.is_finite() || magnitude == 0.0 || is_near_one || is_noise(magnitude) {
        return DELTA;
    }
    let exponent = (magnitude * DELTA).log10().floor() as i32;
    let power = format!("1e{exponent}").parse().unwrap_or(DELTA);
    if power < f64::MIN_POSITIVE { 0.0 } else { power }
}

fn is_noise(magnitude: f64) -> bool {
    NOISE.contains(&magnitude) && n_digits(magnitude) > FEW_DIGITS
}

/// Significant digits of the shortest decimal number that is this one.
fn n_digits(number: f64) -> usize {
    let shortest = format!("{number:e}");
    let digits = shortest.split('e').next().unwrap_or_default();
    digits.bytes().filter(u8::is_ascii_digit).count()
}

/// The same of a `float`, of which the smallest normal number is larger.
pub fn float_tolerance(expected: f32) -> f32 {
    // As a `double` it has more digits than were written.
    let written = format!("{expected:e}").parse().unwrap_or_else(|_| f64::from(expected));
    let tolerance = tolerance(written) as f32;
    if tolerance < f32::MIN_POSITIVE { 0.0 } else { tolerance }
}

#[cfg(test)]
mod tests {
    use super::{float_tolerance, tolerance};

    #[test]
    fn tolerance_grows_with_the_number_in_powers_of_ten() {
        assert_eq!([0.0, -0.5, 1.0, f64::NAN].map(tolerance), [1e-6; 4]);
        assert_eq!([12.0, -345.0, 2.0e9].map(tolerance), [1e-5, 1e-4, 1e3]);
    }

    #[test]
    fn small_number_is_told_from_zero_and_what_rounding_left_is_not() {
        assert_eq!([4.0e-5, -2.0e-9].map(tolerance), [1e-11, 1e-15]);
        let left = [f64::EPSILON, f64::EPSILON * f64::EPSILON];
        assert_eq!([1.0e-3, left[0], left[1]].map(tolerance), [1e-6; 3]);
        assert_eq!([1.0e-15, -2.25e-20].map(tolerance), [1e-21, 1e-26], "somebody wrote these");
        assert_eq!([1.5e-40, -2.0e-290].map(tolerance), [1e-46, 1e-296]);
    }

    #[test]
    fn tiniest_numbers_are_compared_exactly() {
        let tiny = [f64::from_bits(1), -2.2e-308, f64::MIN_POSITIVE, 2.5e-302];
        assert_eq!(tiny.map(tolerance), [0.0; 4]);
        assert_eq!(tolerance(2.3e-301), 1e-307);
        assert_eq!([f32::from_bits(1), f32::MIN_POSITIVE].map(float_tolerance), [0.0; 2]);
        assert_eq!([0.0, 0.5, 2.0e-9, 1.0e-15].map(float_tolerance), [1e-6, 1e-6, 1e-15, 1e-21]);
    }
}
